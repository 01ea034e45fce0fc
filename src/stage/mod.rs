//! The stages of the pipeline, in its order, one file each.
//!
//! A stage looks at the evidence and says what it found, whether or not the context consults it:
//! the pipeline ([`sniff`](crate::sniff())) asks those that the context consults and stops at the
//! first verdict; [`explain`](crate::explain) asks all.

use crate::Encoding;
use crate::context::Context;
use crate::context::policy::Prescan;
use crate::encoding::names::named;
use crate::evidence::Metadata;
use crate::evidence::MimeClass;

mod bom;
mod browser;
mod default;
#[cfg(feature = "detector")]
pub(crate) mod detector;
mod environment;
mod lenient;
pub(crate) mod locale;
mod r#override;
pub(crate) mod prescan;
mod transport;
mod verdict;

pub use verdict::{Confidence, Source};

/// A stage of the pipeline.
///
/// ```
/// use charsniff::Stage;
/// assert!(Stage::Bom < Stage::Transport && Stage::Transport < Stage::Prescan);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The byte order mark.
    Bom,
    /// The user's choice, XHR's override charset, a known definite encoding.
    Override,
    /// What travelled with the bytes: Content-Type's charset.
    Transport,
    /// A declaration in the bytes.
    Prescan,
    /// A declaration on the reference to the resource.
    ExplicitEnvironment,
    /// The encoding of a neighbour: parent, history, importing style sheet, document.
    ImplicitEnvironment,
    /// The detector.
    Detector,
    /// The user's locale.
    Locale,
    /// The context's default.
    Default,
}

impl Stage {
    /// The stages in the order in which they are asked.
    ///
    /// ```
    /// use charsniff::Stage;
    /// assert_eq!((Stage::PIPELINE[0], Stage::PIPELINE[8]), (Stage::Bom, Stage::Default));
    /// assert!(Stage::PIPELINE.is_sorted());
    /// ```
    pub const PIPELINE: [Stage; 9] = [
        Stage::Bom,
        Stage::Override,
        Stage::Transport,
        Stage::Prescan,
        Stage::ExplicitEnvironment,
        Stage::ImplicitEnvironment,
        Stage::Detector,
        Stage::Locale,
        Stage::Default,
    ];

    /// The stage in kebab-case.
    ///
    /// ```
    /// assert_eq!(charsniff::Stage::ExplicitEnvironment.as_str(), "explicit-environment");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Stage::Bom => "bom",
            Stage::Override => "override",
            Stage::Transport => "transport",
            Stage::Prescan => "prescan",
            Stage::ExplicitEnvironment => "explicit-environment",
            Stage::ImplicitEnvironment => "implicit-environment",
            Stage::Detector => "detector",
            Stage::Locale => "locale",
            Stage::Default => "default",
        }
    }

    /// Whether `context` consults this stage.
    pub(crate) fn is_consulted(self, context: &Context) -> bool {
        use crate::context::policy::*;
        let policy = context.policy();
        match self {
            Stage::Bom => policy.bom == Bom::Sniff,
            Stage::Override => policy.override_ != Override::Never,
            Stage::Transport => policy.transport != Transport::Never,
            Stage::Prescan => policy.prescan != Prescan::Never,
            Stage::ExplicitEnvironment => policy.explicit != Explicit::Never,
            Stage::ImplicitEnvironment => policy.implicit != Implicit::Never,
            Stage::Detector => policy.detector,
            Stage::Locale => policy.locale,
            Stage::Default => true,
        }
    }

    /// What this stage has to say.
    pub(crate) fn look<'a>(self, evidence: &Evidence<'a>) -> Finding<'a> {
        let found = match self {
            Stage::Bom => bom::look(evidence),
            Stage::Override => r#override::look(evidence),
            Stage::Transport => transport::look(evidence),
            Stage::Prescan => prescan::look(evidence),
            Stage::ExplicitEnvironment => environment::explicit(evidence),
            Stage::ImplicitEnvironment => environment::implicit(evidence),
            #[cfg(feature = "detector")]
            Stage::Detector => detector::look(evidence),
            #[cfg(not(feature = "detector"))]
            Stage::Detector => Finding::remark("built without the detector"),
            Stage::Locale => locale::look(evidence),
            Stage::Default => default::look(evidence),
        };
        if evidence.context.facts.as_crawlers_need { lenient::read(self, evidence, found) } else { found }
    }
}

named! {
    Stage, "stage", Stage::PIPELINE, Stage::as_str,
    r#"assert_eq!("explicit-environment".parse(), Ok(charsniff::Stage::ExplicitEnvironment));"#
}

/// What all stages look at.
pub(crate) struct Evidence<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) context: &'a Context,
    pub(crate) metadata: &'a Metadata,
}

impl Evidence<'_> {
    /// The MIME type's class: the headers', else the caller's.
    pub(crate) fn mime(&self) -> Option<MimeClass> {
        let header = self.metadata.content_type.as_ref();
        header.map(|header| MimeClass::of(header.essence.as_slice())).or(self.context.facts.mime)
    }

    /// What of the bytes is read for a declaration as browsers do.
    pub(crate) fn head(&self) -> &[u8] {
        self.bytes.get(..self.context.facts.most_head()).unwrap_or(self.bytes)
    }

    /// Whether the bytes are read for a declaration as HTML.
    pub(crate) fn reads_html(&self) -> bool {
        match self.context.policy().prescan {
            Prescan::Html | Prescan::HtmlCertain => true,
            Prescan::ByMimeType => self.mime() == Some(MimeClass::Html),
            Prescan::Xml | Prescan::Css | Prescan::Never => false,
        }
    }
}

/// What a stage would have the encoding be.
pub(crate) type Verdict = (Encoding, Source, Confidence);

/// What a stage found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Finding<'a> {
    /// The label as it stands, if the stage met one; it may name no encoding.
    pub(crate) label: Option<&'a [u8]>,
    /// Where in the bytes the label stands.
    pub(crate) offset: Option<usize>,
    /// The verdict, if the stage has one.
    pub(crate) verdict: Option<Verdict>,
    /// What else a reader of the explanation should know.
    pub(crate) remark: Option<&'static str>,
    #[cfg(feature = "detector")]
    pub(crate) detected: Option<detector::Detected>,
}

impl<'a> Finding<'a> {
    /// Nothing found.
    pub(crate) fn nothing() -> Finding<'a> {
        Finding::default()
    }

    pub(crate) fn remark(remark: &'static str) -> Finding<'a> {
        Finding { remark: Some(remark), ..Finding::default() }
    }

    pub(crate) fn tentative(encoding: Encoding, source: Source) -> Finding<'a> {
        Finding { verdict: Some((encoding, source, Confidence::Tentative)), ..Finding::default() }
    }

    pub(crate) fn certain(encoding: Encoding, source: Source) -> Finding<'a> {
        Finding { verdict: Some((encoding, source, Confidence::Certain)), ..Finding::default() }
    }

    /// A label that was met, and what it names.
    pub(crate) fn label(
        label: &'a [u8],
        encoding: Option<Encoding>,
        source: Source,
        confidence: Confidence,
    ) -> Finding<'a> {
        Finding {
            label: Some(label),
            verdict: encoding.map(|encoding| (encoding, source, confidence)),
            remark: encoding.is_none().then_some("names no encoding"),
            ..Finding::default()
        }
    }
}

//! The stages of the pipeline.
//!
//! Every stage can look at the evidence, whether or not the context consults it.
//! [`sniff`](crate::sniff()) asks the stages that the context consults, and stops at the first
//! verdict. [`explain`](crate::explain) asks all.

use crate::Encoding;
use crate::context::Context;
use crate::context::policy::{Policy, Prescan};
use crate::detector::claims::Claims;
use crate::encoding::names::named_enum;
use crate::evidence::Metadata;
use crate::evidence::MimeClass;

mod bom;
mod default;
mod departures;
#[cfg(feature = "detector")]
pub(crate) mod detector;
mod environment;
mod labelled;
pub(crate) mod locale;
mod r#override;
pub(crate) mod prescan;
mod source;
mod transport;
mod unused;

pub(crate) use departures::departures_in_headers;
pub use source::{Confidence, Source, Verdict};
use unused::Unused;

named_enum! {
    /// A stage of the pipeline.
    ///
    /// ```
    /// use charsniff::Stage;
    /// assert!(Stage::Bom < Stage::Transport && Stage::Transport < Stage::Prescan);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Stage, "stage" {
        /// The byte order mark.
        Bom = "bom",
        /// The user's choice, XHR's override charset, a known definite encoding.
        Override = "override",
        /// The charset that was sent with the bytes, usually that of Content-Type.
        Transport = "transport",
        /// A declaration in the bytes.
        Prescan = "prescan",
        /// A declaration on the reference to the resource.
        ExplicitEnvironment = "explicit-environment",
        /// The encoding of the parent document, of an earlier visit, of the importing style sheet, or
        /// of the document.
        ImplicitEnvironment = "implicit-environment",
        /// The detector.
        Detector = "detector",
        /// The user's locale.
        Locale = "locale",
        /// The context's default.
        Default = "default",
    }
}

impl Stage {
    /// The stages, in the order in which they are consulted.
    ///
    /// ```
    /// use charsniff::Stage;
    /// assert_eq!((Stage::PIPELINE.first(), Stage::PIPELINE.last()), (Some(&Stage::Bom), Some(&Stage::Default)));
    /// assert!(Stage::PIPELINE.is_sorted());
    /// ```
    pub const PIPELINE: &[Stage] = &[
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

    /// Whether a context with these columns consults this stage.
    pub(crate) fn is_consulted(self, policy: &Policy) -> bool {
        use crate::context::policy::*;
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

    /// Whether a finding of this stage is a claim where the bytes decide. The caller's override is not.
    pub(crate) fn is_claim(self) -> bool {
        self < Stage::Detector && self != Stage::Override
    }

    /// What this stage finds. `claims` are those of the earlier stages, where the bytes decide.
    pub(crate) fn look<'a>(self, evidence: &Evidence<'a>, claims: &Claims) -> Finding<'a> {
        match self {
            Stage::Bom => bom::look(evidence),
            Stage::Override => r#override::look(evidence),
            Stage::Transport => transport::look(evidence),
            Stage::Prescan => prescan::look(evidence),
            Stage::ExplicitEnvironment => environment::explicit(evidence),
            Stage::ImplicitEnvironment => environment::implicit(evidence),
            #[cfg(feature = "detector")]
            Stage::Detector => detector::look(evidence, claims),
            #[cfg(not(feature = "detector"))]
            Stage::Detector => {
                let _ = claims;
                Finding::remark("built without the detector")
            }
            Stage::Locale => locale::look(evidence),
            Stage::Default => default::look(evidence),
        }
    }

    /// The facts that belong to this stage and that the context does not consult.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn unused(self, context: &Context, policy: &Policy) -> Unused {
        let mut unused = Unused::default();
        match self {
            Stage::Override => r#override::note_unused(context, policy, &mut unused),
            Stage::Transport => transport::note_unused(context, policy, &mut unused),
            Stage::Prescan => prescan::note_unused(context, policy, &mut unused),
            Stage::ImplicitEnvironment => environment::note_unused(context, policy, &mut unused),
            Stage::Detector => note_unused_hints(context, policy, &mut unused),
            Stage::Default => default::note_unused(context, policy, &mut unused),
            // The reports of these stages show the facts already.
            Stage::Bom | Stage::ExplicitEnvironment | Stage::Locale => {}
        }
        unused
    }
}

/// The facts for the detector, also where the library is built without it.
fn note_unused_hints(context: &Context, policy: &Policy, unused: &mut Unused) {
    let (facts, is_detected) = (&context.facts, policy.detector);
    unused.note(facts.detection.is_some(), is_detected, "the choice of detection");
    unused.note(facts.candidates.is_some(), is_detected, "the detector's candidates");
    unused.note(facts.detect_iso_2022_jp, is_detected, "that ISO-2022-JP may be detected");
    unused.note(facts.detection_ceiling != usize::MAX, is_detected, "the detector's limit");
    unused.note(facts.tld.is_some(), is_detected, "the top-level domain");
}

/// What the stages look at.
pub(crate) struct Evidence<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) context: &'a Context,
    /// The columns of the context's row, as changed by the reading.
    pub(crate) policy: &'a Policy,
    pub(crate) metadata: &'a Metadata,
    /// Whether the bytes end before the resource does.
    pub(crate) is_truncated: bool,
}

impl<'a> Evidence<'a> {
    /// `policy` is that of `context`.
    pub(crate) fn new(
        bytes: &'a [u8],
        context: &'a Context,
        policy: &'a Policy,
        metadata: &'a Metadata,
    ) -> Evidence<'a> {
        Evidence { bytes, context, policy, metadata, is_truncated: context.facts.truncated }
    }

    /// The class of the MIME type: that of the header, else the one that the caller gave.
    pub(crate) fn mime(&self) -> Option<MimeClass> {
        let header = self.metadata.content_type.as_ref();
        header.map(|header| MimeClass::of(header.essence.as_slice())).or(self.context.facts.mime)
    }

    /// The bytes that a browser's or a crawler's reading searches for a declaration.
    pub(crate) fn head(&self) -> &[u8] {
        self.bytes.get(..self.context.facts.head_limit()).unwrap_or(self.bytes)
    }

    /// Whether declarations are claims, which the bytes can refute.
    pub(crate) fn bytes_decide(&self) -> bool {
        self.context.facts.bytes_decide(self.policy)
    }

    /// Whether the detector may answer ISO-2022-JP. Browsers detect it in plain text, where no markup can be hidden.
    pub(crate) fn may_be_iso_2022_jp(&self) -> bool {
        let facts = &self.context.facts;
        let is_browsers = facts.browser().is_some() && !self.reads_html();
        facts.detect_iso_2022_jp || facts.is_crawlers() || is_browsers
    }

    /// Whether the detector looks for ISO-2022-JP: because it may answer it, or because the caller names it.
    pub(crate) fn looks_for_iso_2022_jp(&self) -> bool {
        let candidates = self.context.facts.candidates.as_deref();
        self.may_be_iso_2022_jp() || candidates.is_some_and(|candidates| candidates.name(Encoding::Iso2022Jp))
    }

    /// Whether the resource is read as JSON. [That is UTF-8](https://www.rfc-editor.org/rfc/rfc8259#section-8.1)
    /// unless a header says otherwise, and browsers do not detect its encoding.
    #[cfg(feature = "detector")]
    pub(crate) fn is_json(&self) -> bool {
        let is_shown = self.policy.shown_as_text && !self.bytes_decide();
        is_shown && matches!(self.mime(), Some(MimeClass::Json | MimeClass::WebAppManifest))
    }

    /// The language in which the bytes can have a declaration, or why there is none.
    pub(crate) fn language(&self) -> Result<Language, &'static str> {
        match self.policy.prescan {
            Prescan::Html | Prescan::HtmlCertain => Ok(Language::Html),
            Prescan::Xml => Ok(Language::Xml),
            Prescan::Css => Ok(Language::Css),
            Prescan::ByMimeType => match self.mime() {
                Some(MimeClass::Html) => Ok(Language::Html),
                Some(MimeClass::Xml) => Ok(Language::Xml),
                Some(MimeClass::XmlPart) if self.context.facts.is_crawlers() => Ok(Language::Xml),
                Some(MimeClass::Css) => Ok(Language::Css),
                Some(_) => Err("this MIME type has no declarations"),
                None => Err("no MIME type says how to read the bytes"),
            },
            Prescan::Never => Err("this kind of resource has no declarations"),
        }
    }

    /// Whether a comment may name the encoding, as in source files: in the crawler's reading of text.
    pub(crate) fn reads_comments(&self) -> bool {
        self.bytes_decide() && self.policy.prescan == Prescan::ByMimeType && self.language().is_err()
    }

    /// Whether declarations are read as in HTML.
    pub(crate) fn reads_html(&self) -> bool {
        self.language() == Ok(Language::Html)
    }
}

/// A language that has declarations of the encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Html,
    Xml,
    Css,
}

/// What a stage found; by default nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Finding<'a> {
    /// The label that the stage met, even if it names no encoding.
    pub(crate) label: Option<&'a [u8]>,
    /// Where the label is, in bytes.
    pub(crate) offset: Option<usize>,
    /// The verdict, if the stage has one.
    pub(crate) verdict: Option<Verdict>,
    /// A remark for the explanation.
    pub(crate) remark: Option<&'static str>,
    #[cfg(feature = "detector")]
    pub(crate) detected: Option<crate::detector::answer::Detected<'a>>,
}

impl<'a> Finding<'a> {
    pub(crate) fn encoding(&self) -> Option<Encoding> {
        self.verdict.map(|verdict| verdict.encoding)
    }

    pub(crate) fn remark(remark: &'static str) -> Finding<'a> {
        Finding { remark: Some(remark), ..Finding::default() }
    }

    pub(crate) fn tentative(encoding: Encoding, source: Source) -> Finding<'a> {
        let verdict = Verdict { encoding, source, confidence: Confidence::Tentative };
        Finding { verdict: Some(verdict), ..Finding::default() }
    }

    pub(crate) fn certain(encoding: Encoding, source: Source) -> Finding<'a> {
        let verdict = Verdict { encoding, source, confidence: Confidence::Certain };
        Finding { verdict: Some(verdict), ..Finding::default() }
    }
}

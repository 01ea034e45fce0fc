//! The stages of the pipeline.
//!
//! Every stage can look at the evidence, whether or not the context consults it.
//! [`sniff`](crate::sniff()) asks the stages that the context consults, and stops at the first
//! verdict. [`explain`](crate::explain) asks all.

use crate::Encoding;
use crate::context::policy::Policy;
use crate::detector::claims::Claims;
use crate::encoding::decoding::Decoding;
use crate::encoding::names::named_enum;

mod bom;
mod case;
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

pub(crate) use case::{Case, Syntax};
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
            Stage::Override => r#override::look(evidence.case),
            Stage::Transport => transport::look(evidence.case),
            Stage::Prescan => prescan::look(evidence),
            Stage::ExplicitEnvironment => environment::explicit(evidence.case),
            Stage::ImplicitEnvironment => environment::implicit(evidence.case),
            #[cfg(feature = "detector")]
            Stage::Detector => detector::look(evidence, claims),
            #[cfg(not(feature = "detector"))]
            Stage::Detector => {
                let _ = claims;
                Finding::remark("built without the detector")
            }
            Stage::Locale => locale::look(evidence.case),
            Stage::Default => default::look(evidence.case),
        }
    }

    /// The facts that belong to this stage and that the context does not consult.
    pub(crate) fn unused(self, case: &Case<'_>) -> Unused {
        let mut unused = Unused::default();
        match self {
            Stage::Override => r#override::note_unused(case, &mut unused),
            Stage::Transport => transport::note_unused(case, &mut unused),
            Stage::Prescan => prescan::note_unused(case, &mut unused),
            Stage::ImplicitEnvironment => environment::note_unused(case, &mut unused),
            Stage::Detector => note_unused_hints(case, &mut unused),
            Stage::Default => default::note_unused(case, &mut unused),
            // The reports of these stages show the facts already.
            Stage::Bom | Stage::ExplicitEnvironment | Stage::Locale => {}
        }
        unused
    }
}

/// The facts for the detector, also where the library is built without it.
fn note_unused_hints(case: &Case<'_>, unused: &mut Unused) {
    let (facts, is_detected) = (&case.context.facts, case.policy.detector);
    unused.note(facts.detection.is_some(), is_detected, "the choice of detection");
    unused.note(facts.candidates.is_some(), is_detected, "the detector's candidates");
    unused.note(facts.detect_iso_2022_jp, is_detected, "that ISO-2022-JP may be detected");
    unused.note(facts.detection_ceiling.is_some(), is_detected, "the detector's limit");
    unused.note(facts.tld.is_some(), is_detected, "the top-level domain");
}

/// What the stages look at.
pub(crate) struct Evidence<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) case: &'a Case<'a>,
    /// Whether the bytes end before the resource does.
    pub(crate) is_truncated: bool,
    /// What the detector has read of the bytes.
    #[cfg(feature = "detector")]
    pub(crate) read: core::cell::OnceCell<crate::detector::Read>,
}

impl Evidence<'_> {
    /// The bytes that a browser's or a crawler's reading searches for a declaration.
    pub(crate) fn head(&self) -> &[u8] {
        self.bytes.get(..self.case.context.facts.head_limit()).unwrap_or(self.bytes)
    }
}

/// What a stage found; by default nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Finding<'a> {
    /// The label that the stage met, even if it names no encoding.
    pub(crate) label: Option<&'a [u8]>,
    /// Where the label is, in bytes.
    pub(crate) offset: Option<usize>,
    /// The bytes are UTF-32, of which the verdict has the nearest encoding.
    pub(crate) utf_32: Option<Decoding>,
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

    /// That the bytes are UTF-32, which a crawler reads.
    pub(crate) fn utf_32(utf_32: Decoding, source: Source) -> Finding<'a> {
        Finding {
            utf_32: Some(utf_32),
            offset: Some(0),
            remark: Some("UTF-32, which is no encoding of the standard"),
            ..Finding::certain(utf_32.encoding(), source)
        }
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

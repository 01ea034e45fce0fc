//! [`sniff`], [`explain`] and [`decode`]: the walk through the pipeline.

use crate::context::Context;
use crate::context::policy::{Bom, DefaultEncoding};
use crate::evidence::Metadata;
use crate::stage::{Evidence, Finding};
use crate::{Confidence, Encoding, Headers, Kind, Source, Stage};

mod explanation;
mod health;
pub(crate) mod label;
#[cfg(feature = "serde")]
mod schema;
pub(crate) mod text;
mod verdict;

pub use explanation::{Explanation, Outcome, StageReport};
pub use health::{Health, HealthCheck, health};
use label::DecidingLabel;
pub use text::{DecodeError, Decoded};
pub use verdict::Sniffed;

/// Which encoding the resource is in, how sure that is, and what decided: the first verdict of
/// the pipeline's stages ([`Stage::PIPELINE`]) among those that `context` consults.
///
/// `bytes` is the resource, or its start ([`Context::truncated`]). Never fails: the last stage
/// always has an answer. Does not allocate before the detector stage. Linear in the length of
/// headers and, where the detector is consulted, bytes; else the prescan's 1,024 bytes at most.
///
/// ```
/// use charsniff::{Confidence, Context, Encoding, Source, sniff};
/// let sniffed = sniff(b"<meta charset=euc-kr><p>\xC8\xAD\xBC\xBA", (), &Context::html());
/// assert_eq!(sniffed.encoding, Encoding::EucKr);
/// assert_eq!(sniffed.confidence, Confidence::Tentative);
/// assert_eq!(sniffed.source, Source::Meta);
/// ```
pub fn sniff(bytes: &[u8], headers: impl Headers, context: &Context) -> Sniffed {
    let metadata = read(&headers, context);
    decide(&Evidence { bytes, context, metadata: &metadata })
}

/// The same verdict as [`sniff`]'s, and what every stage found, consulted or not.
///
/// Every stage looks, the detector too, whichever has decided: this costs as much as the dearest
/// verdict of [`sniff`], and is linear in the bytes.
///
/// ```
/// use charsniff::{Context, Outcome, Stage, explain};
/// let explanation = explain(b"<meta charset=big5>", "text/html; charset=nonsense", &Context::html());
/// let transport = explanation.stage(Stage::Transport);
/// assert_eq!(transport.label.as_deref(), Some(&b"nonsense"[..]));
/// assert_eq!(transport.outcome, Outcome::Nothing);
/// assert_eq!(explanation.stage(Stage::Prescan).outcome, Outcome::Decided);
/// println!("{explanation}");
/// ```
pub fn explain(bytes: &[u8], headers: impl Headers, context: &Context) -> Explanation {
    let metadata = read(&headers, context);
    let evidence = Evidence { bytes, context, metadata: &metadata };
    let by_the_platform = context.as_the_platform();
    let platform = by_the_platform.as_ref().map(|context| Evidence { bytes, context, metadata: &metadata });
    let mut decided: Option<Finding<'_>> = None;
    let mut decided_by_the_platform: Option<Finding<'_>> = None;
    let stages = Stage::PIPELINE.map(|stage| {
        let finding = stage.look(&evidence);
        let consulted = stage.is_consulted(context);
        let outcome = match finding.verdict {
            None if consulted || (finding.label.is_none() && finding.offset.is_none()) => Outcome::Nothing,
            _ if !consulted => Outcome::Ignored,
            _ if decided.is_some() => Outcome::TooLate,
            _ => {
                decided = Some(finding);
                Outcome::Decided
            }
        };
        let mut report = StageReport::new(stage, consulted, outcome, &finding);
        let platforms = match (stage, &platform) {
            (Stage::Override | Stage::Transport | Stage::Prescan | Stage::ExplicitEnvironment, Some(platform)) => {
                let finding = stage.look(platform);
                report.compare(finding.verdict.map(|(encoding, ..)| encoding));
                finding
            }
            // The other stages look at nothing that differs.
            _ => finding,
        };
        if consulted && platforms.verdict.is_some() {
            decided_by_the_platform = decided_by_the_platform.or(Some(platforms));
        }
        report
    });
    let platform = platform.map(|platform| sniffed(&platform, decided_by_the_platform));
    Explanation { sniffed: sniffed(&evidence, decided), kind: context.kind(), stages, platform }
}

/// The resource's text, as `context` prescribes: the byte order mark removed or kept, malformed
/// sequences replaced by U+FFFD or refused.
///
/// Borrows `bytes` where they are the text already. Linear in their length.
///
/// # Errors
///
/// In contexts whose error mode is fatal: where the first malformed sequence stands, and its
/// length.
///
/// ```
/// use charsniff::{Context, decode};
/// let decoded = decode(b"\xCC\xE0\xF0\xF1", "text/html; charset=windows-1251", &Context::html()).unwrap();
/// assert_eq!(decoded.text, "Марс");
/// let error = decode(b"<a>\xFF</a>", (), &Context::xml()).unwrap_err();
/// assert_eq!((error.offset, error.length), (3, 1));
/// ```
pub fn decode<'a>(bytes: &'a [u8], headers: impl Headers, context: &Context) -> Result<Decoded<'a>, DecodeError> {
    sniff(bytes, headers, context).decode(bytes, context)
}

/// The first verdict among the stages that the context consults.
pub(crate) fn decide(evidence: &Evidence<'_>) -> Sniffed {
    sniffed(evidence, first(evidence, &Stage::PIPELINE))
}

/// The first verdict among those of `stages` that the context consults.
pub(crate) fn first_verdict(evidence: &Evidence<'_>, stages: &[Stage]) -> Option<Sniffed> {
    first(evidence, stages).map(|finding| sniffed(evidence, Some(finding)))
}

fn first<'a>(evidence: &Evidence<'a>, stages: &[Stage]) -> Option<Finding<'a>> {
    let consulted = stages.iter().filter(|stage| stage.is_consulted(evidence.context));
    consulted.map(|stage| stage.look(evidence)).find(|finding| finding.verdict.is_some())
}

/// The verdict that a stage's finding means for the bytes. The default stage always has one.
fn sniffed(evidence: &Evidence<'_>, finding: Option<Finding<'_>>) -> Sniffed {
    let default = (Encoding::Utf8, Source::Default, Confidence::Tentative);
    let (encoding, source, confidence) = finding.and_then(|finding| finding.verdict).unwrap_or(default);
    let label = finding.and_then(|finding| finding.label).map(DecidingLabel::new).unwrap_or_default();
    let context = evidence.context;
    Sniffed {
        encoding,
        confidence,
        source,
        bom_length: match (context.bom(), Encoding::for_bom(evidence.bytes)) {
            (Bom::Sniff | Bom::Remove, Some((mark, length))) if mark == encoding => length as u8,
            _ => 0,
        },
        is_isomorphic: source == Source::Default
            && matches!(context.policy().default, DefaultEncoding::Isomorphic | DefaultEncoding::ByStringType),
        label,
    }
}

/// Reads of the headers what the context can use.
pub(crate) fn read(headers: &impl Headers, context: &Context) -> Metadata {
    let reads_ext_value = context.kind() == Kind::ContentDispositionFilename;
    Metadata::read(headers, reads_ext_value, context.facts.as_crawlers_need)
}

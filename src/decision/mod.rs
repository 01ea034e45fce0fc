//! [`sniff`], [`explain`], [`decode`] and [`try_decode`]: they ask the stages of the pipeline in order.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::context::Context;
#[cfg(charsniff_unstable)]
use crate::context::policy::Prescan;
use crate::context::policy::{Bom, DefaultEncoding};
use crate::detector::claims::Claims as Weighed;
use crate::encoding::bom::{UTF_32_BOM, utf_32};
use crate::encoding::decoding::Decoding;
use crate::evidence::Visit;
use crate::stage::{Case, Evidence, Finding, Verdict};
use crate::{Confidence, DecodeError, Encoding, Headers, Source, Stage};

mod assessment;
mod claims;
pub(crate) mod deciding_label;
mod explanation;
#[cfg(feature = "detector")]
mod likelihood;
#[cfg(feature = "detector")]
mod lines;
mod refuted;
#[cfg(feature = "serde")]
mod schema;
mod sniffed;
pub(crate) mod text;
mod walk;

pub use assessment::{Assessment, assess};
pub use claims::{Claim, Claims, claims};
use deciding_label::DecidingLabel;
pub use explanation::{Explanation, Outcome, StageReport, StageReports};
#[cfg(feature = "detector")]
pub use likelihood::Likelihood;
#[cfg(feature = "detector")]
pub use lines::LineRange;
pub use refuted::Refuted;
use refuted::RefutedClaims;
pub(crate) use sniffed::MayChange;
pub use sniffed::Sniffed;
pub use text::Decoded;
use walk::Walk;

/// The encoding of a resource, how sure that is, and what decided: the first verdict among the
/// stages ([`Stage::PIPELINE`]) that `context` consults.
///
/// `bytes` is the resource, or its start (see [`Context::truncated`]). Never fails, since the last stage always has a
/// verdict. Linear in the length of the headers and, if the detector is consulted, of the bytes; otherwise it reads
/// no more than the [prescan's limit](Context::prescan_limit). In the [reading](Context::reading) of a browser or a
/// crawler it reads the head of a page or an XML declaration, up to 1 MiB.
///
/// Allocates only in the detector, which the crawler's reading also asks about declarations, and in Firefox's reading
/// for the open elements of a page: at most 256 KiB in all, whatever the length.
///
/// ```
/// use charsniff::{Confidence, Context, Encoding, Source, sniff};
/// let sniffed = sniff(b"<meta charset=euc-kr><p>\xC8\xAD\xBC\xBA", (), &Context::html());
/// assert_eq!(sniffed.encoding, Encoding::EucKr);
/// assert_eq!(sniffed.confidence, Confidence::Tentative);
/// assert_eq!(sniffed.source, Source::Meta);
/// ```
#[must_use]
pub fn sniff(bytes: &[u8], headers: impl Headers, context: &Context) -> Sniffed {
    sniff_with(bytes, &headers, context)
}

fn sniff_with(bytes: &[u8], headers: &dyn Visit, context: &Context) -> Sniffed {
    let case = Case::new(headers, context);
    decide(&case.evidence(bytes))
}

/// The verdict of [`sniff`], and what every stage found, even the stages that the context does not
/// consult.
///
/// Every stage looks at the bytes, also after one has decided. Linear in their length.
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
#[must_use]
pub fn explain(bytes: &[u8], headers: impl Headers, context: &Context) -> Explanation {
    explain_with(bytes, &headers, context)
}

fn explain_with(bytes: &[u8], headers: &dyn Visit, context: &Context) -> Explanation {
    let case = Case::new(headers, context);
    let evidence = case.evidence(bytes);
    let (walk, mut stages) = reports(&evidence);
    let verdict = sniffed(&evidence, walk.result());
    let platform = platforms_verdict(&evidence, walk.decided.map(|(stage, _)| stage), &mut stages);
    for (stage, finding) in walk.refuted() {
        let report = &mut stages[stage as usize];
        report.outcome = Outcome::Refuted;
        report.add_remark(reason(&evidence, &finding));
        #[cfg(feature = "detector")]
        if let Some(figures) =
            finding.encoding().and_then(|claimed| verdict.figures(claimed, bytes, context, &evidence.read))
        {
            report.add_remark(figures);
        }
    }
    if let Some((stage, _)) = walk.decided {
        stages[stage as usize].outcome = Outcome::Decided;
    }
    Explanation {
        sniffed: verdict,
        #[cfg(feature = "detector")]
        likelihood: verdict.likelihood_after(bytes, context, &evidence.read),
        kind: context.kind(),
        stages,
        platform,
    }
}

/// Asks every stage: the walk over those that the context consults, and the reports of all.
#[cfg_attr(target_family = "wasm", inline(never))]
fn reports<'a>(evidence: &Evidence<'a>) -> (Walk<'a>, StageReports) {
    let mut walk = Walk::default();
    let stages = StageReports::new(|stage| {
        let finding = stage.look(evidence, &walk.claims);
        let consulted = stage.is_consulted(&evidence.case.policy);
        if consulted {
            walk.record(evidence, stage, finding);
        }
        let outcome = match finding.verdict {
            None if consulted || (finding.label.is_none() && finding.offset.is_none()) => Outcome::Nothing,
            _ if consulted => Outcome::TooLate,
            _ => Outcome::Ignored,
        };
        let mut report = StageReport::new(stage, consulted, outcome, &finding);
        report.ignore(stage.unused(evidence.case).names());
        report
    });
    (walk, stages)
}

/// In the crawler's reading: Chromium's verdict. Adds a remark to the report of each stage in which Chromium finds
/// another encoding. `decided` is the stage of the crawler's verdict.
#[cfg_attr(target_family = "wasm", inline(never))]
fn platforms_verdict(evidence: &Evidence<'_>, decided: Option<Stage>, reports: &mut [StageReport]) -> Option<Sniffed> {
    let context = evidence.case.context.platforms()?;
    let case =
        Case { policy: context.policy(), context: Cow::Owned(context), metadata: evidence.case.metadata.clone() };
    let platform = case.evidence(evidence.bytes);
    let mut walk = Walk::default();
    for (stage, report) in Stage::PIPELINE.iter().copied().zip(reports) {
        // Once Chromium's walk has decided, compare declarations only.
        if walk.decided.is_some() && stage >= Stage::Detector {
            break;
        }
        let finding = stage.look(&platform, &Weighed::default());
        if stage.is_consulted(&case.policy) {
            walk.record(&platform, stage, finding);
        }
        if stage < Stage::Detector || stage == Stage::Default && decided == Some(stage) {
            report.compare(finding.encoding());
        }
    }
    Some(sniffed(&platform, walk.result()))
}
/// The text of a resource, as `context` prescribes: the byte order mark is removed or kept, and
/// malformed sequences are replaced by U+FFFD.
///
/// Never fails. Borrows `bytes` if they already are the text. Linear in their length.
///
/// ```
/// use charsniff::{Context, decode};
/// let decoded = decode(b"\xCC\xE0\xF0\xF1", "text/html; charset=windows-1251", &Context::html());
/// assert_eq!(decoded.text, "Марс");
/// let decoded = decode(b"<a>\xFF</a>", (), &Context::xml());
/// assert_eq!((&*decoded.text, decoded.errors), ("<a>\u{FFFD}</a>", 1));
/// ```
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], headers: impl Headers, context: &Context) -> Decoded<'a> {
    sniff(bytes, headers, context).decode(bytes)
}

/// [`decode`], in the error mode of `context`.
///
/// # Errors
///
/// In contexts whose error mode is fatal, such as XML: the position and the length of the first
/// malformed sequence, in bytes.
///
/// ```
/// use charsniff::{Context, try_decode};
/// let error = try_decode(b"<a>\xFF</a>", (), &Context::xml()).unwrap_err();
/// assert_eq!((error.offset, error.length), (3, 1));
/// assert_eq!(try_decode(b"<p>\xE9", (), &Context::html())?.text, "<p>é");
/// # Ok::<(), charsniff::DecodeError>(())
/// ```
pub fn try_decode<'a>(bytes: &'a [u8], headers: impl Headers, context: &Context) -> Result<Decoded<'a>, DecodeError> {
    sniff(bytes, headers, context).try_decode(bytes)
}

/// As [`sniff`], for a program that loads the detector when it is first needed: `None` if the detector has to be asked.
/// `bytes` are the whole resource if `all` is true, else its first bytes, at least [`declared_within`] of them.
#[cfg(charsniff_unstable)]
pub fn sniff_before_detector(bytes: &[u8], all: bool, headers: impl Headers, context: &Context) -> Option<Sniffed> {
    let case = Case::new(&headers, context);
    let evidence = case.evidence(bytes);
    let is_asked = case.policy.detector && context.facts.detection() != crate::Detection::Off;
    // In ASCII that cannot be UTF-16, the detector finds nothing that was not claimed.
    let is_ascii = || crate::Content::of(bytes) == crate::Content::Ascii && !crate::detector::may_be_utf_16(bytes);
    let has_nothing = || all && !case.bytes_decide() && is_ascii();
    if !is_asked {
        return Some(decide(&evidence));
    }
    let before = Stage::PIPELINE.iter().position(|stage| *stage == Stage::Detector).unwrap_or(Stage::PIPELINE.len());
    first_verdict(&evidence, &Stage::PIPELINE[..before]).or_else(|| has_nothing().then(|| decide(&evidence)))
}

/// How many bytes from the start the stages before the detector look at.
#[cfg(charsniff_unstable)]
pub fn declared_within(headers: impl Headers, context: &Context) -> usize {
    let case = Case::new(&headers, context);
    let is_decided = first_verdict(&case.evidence(&[]), &[Stage::Override, Stage::Transport]);
    context.facts.declared_within(is_decided.is_none() && case.policy.prescan != Prescan::Never)
}

/// The verdict of the stages that the context consults.
pub(crate) fn decide(evidence: &Evidence<'_>) -> Sniffed {
    sniffed(evidence, walk(evidence, Stage::PIPELINE).result())
}

/// The verdict of those of `stages` that the context consults, if they have one.
pub(crate) fn first_verdict(evidence: &Evidence<'_>, stages: &[Stage]) -> Option<Sniffed> {
    let walk = walk(evidence, stages);
    walk.decided.is_some().then(|| sniffed(evidence, walk.result()))
}

/// What the stages before the detector claim.
pub(crate) fn claims_of(evidence: &Evidence<'_>) -> Weighed {
    let is_before = |stage: &Stage| *stage < Stage::Detector;
    let walk = walk(evidence, &Stage::PIPELINE[..Stage::PIPELINE.iter().filter(|stage| is_before(stage)).count()]);
    if walk.decided.is_some() { Weighed::default() } else { walk.claims }
}

/// The detector's verdict on `evidence`: bytes that follow a start that says nothing about the encoding. `claims` were
/// made before, and `so_far` is the verdict on that start. `evidence` has no byte order mark, which can stand only at
/// the start of a resource.
pub(crate) fn detect_again(evidence: &Evidence<'_>, claims: &Weighed, so_far: Sniffed) -> Option<Sniffed> {
    let finding = Stage::Detector.look(evidence, claims);
    let encoding = finding.encoding()?;
    if encoding == so_far.encoding && claims.encodings().next().is_some() {
        return Some(so_far);
    }
    let refuted = claims.encodings().any(|claimed| claimed == so_far.encoding).then(|| so_far.as_refuted());
    let detected = sniffed(evidence, (Some(finding), so_far.refuted().chain(refuted).collect()));
    let Sniffed { bom_length, is_fatal, may_change, .. } = so_far;
    Some(Sniffed { bom_length, is_fatal, may_change, ..detected })
}

fn walk<'a>(evidence: &Evidence<'a>, stages: &[Stage]) -> Walk<'a> {
    let mut walk = Walk::default();
    for stage in stages.iter().filter(|stage| stage.is_consulted(&evidence.case.policy)) {
        walk.ask(evidence, *stage);
    }
    walk
}

/// Makes the verdict on a resource from the finding that decided. The default stage always has one.
#[cfg_attr(target_family = "wasm", inline(never))]
fn sniffed(evidence: &Evidence<'_>, (finding, refuted): (Option<Finding<'_>>, RefutedClaims)) -> Sniffed {
    let default = Verdict { encoding: Encoding::Utf8, source: Source::Default, confidence: Confidence::Tentative };
    let verdict = finding.and_then(|finding| finding.verdict).unwrap_or(default);
    let label = finding.and_then(|finding| finding.label).map(DecidingLabel::new).unwrap_or_default();
    let (context, policy) = (&evidence.case.context, &evidence.case.policy);
    let is_isomorphic = verdict.source == Source::Default
        && matches!(policy.default, DefaultEncoding::Isomorphic | DefaultEncoding::ByStringType);
    let decoding = match finding.and_then(|finding| finding.utf_32) {
        Some(utf_32) => utf_32,
        None if is_isomorphic => Decoding::Isomorphic,
        None => Decoding::Encoding(verdict.encoding),
    };
    Sniffed {
        verdict,
        bom_length: match (policy.bom, Encoding::for_bom(evidence.bytes)) {
            _ if decoding.is_utf_32() => utf_32(evidence.bytes).map_or(0, |_| UTF_32_BOM as u8),
            (Bom::Sniff | Bom::Remove, Some((mark, length))) if mark == verdict.encoding => length as u8,
            _ => 0,
        },
        decoding,
        is_fatal: policy.error.is_fatal(),
        may_change: MayChange(verdict.confidence == Confidence::Tentative && context.may_change()),
        repairer: context.facts.repair,
        label,
        refuted,
    }
}

/// Why the bytes refute a claim, as a remark for people.
fn reason(evidence: &Evidence<'_>, claim: &Finding<'_>) -> String {
    #[cfg(feature = "detector")]
    return claim
        .encoding()
        .map(|encoding| crate::detector::reason::reason(evidence.bytes, evidence.is_truncated, encoding))
        .unwrap_or_default();
    // Nothing is refuted without the detector.
    #[cfg(not(feature = "detector"))]
    {
        let _ = (evidence, claim);
        String::new()
    }
}

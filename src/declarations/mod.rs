//! [`declarations`]: everything that names an encoding for a resource, whether or not it counts.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use crate::context::Context;
use crate::decision::explain;
use crate::evidence::{Visit, misspelled};
use crate::stage::Case;
use crate::stage::prescan::all::{self, Found};
use crate::stage::prescan::comment;
use crate::{Encoding, Explanation, Headers, Outcome, Reading, Source, Stage, StageReport, TextUnit};

/// Something that names the encoding of a resource.
///
/// ```
/// use charsniff::{Context, Source, declarations};
/// let found = declarations(b"<meta charset=sjis>", (), &Context::html());
/// assert_eq!((found[0].source, found[0].label.as_deref()), (Source::Meta, Some(&b"sjis"[..])));
/// assert_eq!((found[0].label_range.clone(), found[0].range.clone()), (Some(14..18), Some(0..19)));
/// assert!(found[0].counts);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Declaration {
    /// What kind of declaration it is.
    pub source: Source,
    /// The label, with character references decoded; `None` for a byte order mark.
    #[cfg_attr(feature = "serde", serde(with = "crate::encoding::names::label"))]
    pub label: Option<Box<[u8]>>,
    /// The encoding that it names, if it names one.
    pub encoding: Option<Encoding>,
    /// Where the label is in the resource, in bytes; `None` if it is not there. If it has character references, the
    /// whole value of the attribute.
    pub label_range: Option<Range<usize>>,
    /// Where the tag, the rule or the byte order mark is, in bytes; `None` if it is not in the resource.
    pub range: Option<Range<usize>>,
    /// Whether it decided the encoding.
    pub counts: bool,
    /// Why it did not decide, for people.
    pub why_not: Option<Cow<'static, str>>,
}

/// Everything that names an encoding for a resource, in the order of the pipeline: the byte order mark, the
/// [override](Context::override_encoding), the header, all declarations in the bytes, in their order, and the
/// [reference](Context::reference_charset).
///
/// [`explain`] has only the first of each stage. This also lists labels that name no encoding, and declarations after
/// the one that counts, after the prescan's limit, and in raw text. Declarations in UTF-16 are found too. Linear in
/// `bytes` and the number of declarations.
///
/// ```
/// use charsniff::{Context, declarations};
/// let page = b"<meta charset=utf8mb4><meta charset=gbk><meta http-equiv=content-type content='text/html; charset=big5'>";
/// let found = declarations(page, "text/html; charset=utf-8", &Context::html());
/// let encodings: Vec<_> = found.iter().map(|found| found.encoding.map_or("-", |encoding| encoding.name())).collect();
/// assert_eq!(encodings, ["UTF-8", "-", "GBK", "Big5"]);
/// assert_eq!(found.iter().filter(|found| found.counts).count(), 1);
/// assert_eq!(found[2].why_not.as_deref(), Some("transport decided before"));
/// assert_eq!(&page[found[3].label_range.clone().unwrap()], b"big5");
/// ```
#[must_use]
pub fn declarations(bytes: &[u8], headers: impl Headers, context: &Context) -> Vec<Declaration> {
    with(bytes, &headers, context)
}

fn with(bytes: &[u8], headers: &dyn Visit, context: &Context) -> Vec<Declaration> {
    let explanation = explain(bytes, headers, context);
    let case = Case::new(headers, context);
    let evidence = case.evidence(bytes);
    let syntax = evidence.case.syntax().ok();
    let mut list = Vec::new();
    for stage in [Stage::Bom, Stage::Override, Stage::Transport] {
        list.extend(outside(&explanation, explanation.stage(stage), bytes));
    }
    if syntax.is_some() || evidence.case.reads_comments() {
        // In UTF-16, declarations are searched for in the decoded text.
        let sniffed = &explanation.sniffed;
        let wide =
            sniffed.encoding.is_utf_16().then(|| (sniffed.decode(bytes), sniffed.positions(bytes, TextUnit::Utf8)));
        let text = wide.as_ref().map_or(bytes, |(decoded, _)| decoded.text.as_bytes());
        let found = match syntax {
            Some(syntax) => all::declarations(text, syntax),
            None => all::in_comment(bytes, comment::has_end(&evidence)).into_iter().collect(),
        };
        for mut found in found {
            if let Some((_, positions)) = wide.as_ref().filter(|_| syntax.is_some()) {
                found.place = positions.byte_range(found.place);
                found.tag = positions.byte_range(found.tag);
            }
            if context.facts.is_crawlers() {
                found.encoding = found.encoding.or_else(|| misspelled::encoding_for(&found.label));
            }
            let why_not = why_not(&explanation, &found, context);
            list.push(Declaration {
                source: found.source,
                label: Some(found.label),
                encoding: found.encoding,
                label_range: Some(found.place),
                range: Some(found.tag),
                counts: why_not.is_none(),
                why_not,
            });
        }
    }
    list.extend(outside(&explanation, explanation.stage(Stage::ExplicitEnvironment), bytes));
    list
}

/// What one of the stages other than the prescan found.
fn outside(explanation: &Explanation, report: &StageReport, bytes: &[u8]) -> Option<Declaration> {
    if report.label.is_none() && report.encoding.is_none() {
        return None;
    }
    let source = match report.stage {
        Stage::Bom => Source::Bom,
        Stage::Override => Source::Override,
        Stage::Transport => Source::Transport,
        _ => Source::Reference,
    };
    let mark = mark_length(bytes, &explanation.sniffed).filter(|_| source == Source::Bom).map(|length| 0..length);
    let why_not = match report.encoding {
        None => Some("the label names no encoding".into()),
        Some(_) => reason(explanation, report),
    };
    Some(Declaration {
        source,
        label: report.label.clone(),
        encoding: report.encoding,
        label_range: None,
        range: mark,
        counts: why_not.is_none(),
        why_not,
    })
}

/// The length of the byte order mark.
fn mark_length(bytes: &[u8], sniffed: &crate::Sniffed) -> Option<usize> {
    match sniffed.is_utf_32() {
        true => Some(sniffed.bom_length()).filter(|length| *length > 0),
        false => Encoding::for_bom(bytes).map(|(_, length)| length),
    }
}

/// Why what a stage found did not decide.
fn reason(explanation: &Explanation, report: &StageReport) -> Option<Cow<'static, str>> {
    Some(match report.outcome {
        Outcome::Decided => return None,
        Outcome::TooLate => format!("{} decided before", explanation.sniffed.source).into(),
        Outcome::Refuted => report.remark.clone().unwrap_or("the bytes refute it".into()),
        _ => "it is not consulted for this kind of resource".into(),
    })
}

/// Why a declaration in the bytes did not decide.
fn why_not(explanation: &Explanation, found: &Found, context: &Context) -> Option<Cow<'static, str>> {
    let report = explanation.stage(Stage::Prescan);
    let decided = report.offset.filter(|_| report.encoding.is_some());
    if decided == Some(found.place.start) {
        return reason(explanation, report);
    }
    let limit = context.facts.prescan_limit;
    Some(match decided {
        _ if found.encoding.is_none() => "the label names no encoding".into(),
        _ if explanation.sniffed.source <= Source::Transport => {
            format!("{} decided before", explanation.sniffed.source).into()
        }
        Some(before) if before < found.place.start => "an earlier declaration comes first".into(),
        _ if !found.is_parsed => "it is in raw text, where no parser acts on it".into(),
        _ if context.facts.reading == Reading::Standard && found.tag.end > limit => {
            format!("it ends behind the first {limit} bytes").into()
        }
        None if report.remark.is_some() => report.remark.clone()?,
        _ => "it is not read here".into(),
    })
}

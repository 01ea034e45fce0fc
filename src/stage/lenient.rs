//! What a crawler takes a stage's evidence for where the platform finds nothing in it
//! ([`Context::as_crawlers_need`](crate::Context::as_crawlers_need)).

use core::ops::Range;

use super::{Evidence, Finding, Stage};
use crate::context::policy::{Override, Prescan};
use crate::{Confidence, Encoding, Source, lenient};

const REMARK: &str = "names no encoding; read as it must have been meant";

/// How far in front of a label its tag may start.
const TAG_ROOM: usize = 1024;

/// Reads what `stage` found without a verdict once more; what it makes of it is tentative.
pub(super) fn read<'a>(stage: Stage, evidence: &Evidence<'a>, found: Finding<'a>) -> Finding<'a> {
    if found.verdict.is_some() {
        return found;
    }
    match stage {
        Stage::Override => label(found, found.label, Source::Override),
        Stage::ExplicitEnvironment => label(found, found.label, Source::Reference),
        Stage::Transport => {
            let hides = evidence.context.policy().override_ == Override::OverrideCharset;
            if hides && evidence.context.facts.override_label.is_some() {
                return found;
            }
            let charset = evidence.metadata.lenient_charset.as_ref();
            label(found, found.label.or(charset.map(|charset| charset.as_slice())), Source::Transport)
        }
        Stage::Prescan => prescan(evidence, found),
        _ => found,
    }
}

fn label<'a>(found: Finding<'a>, label: Option<&'a [u8]>, source: Source) -> Finding<'a> {
    match label.and_then(lenient::encoding_for) {
        Some(encoding) => label_read(found, label, encoding, source),
        None => found,
    }
}

fn label_read<'a>(found: Finding<'a>, label: Option<&'a [u8]>, encoding: Encoding, source: Source) -> Finding<'a> {
    Finding { label, verdict: Some((encoding, source, Confidence::Tentative)), remark: Some(REMARK), ..found }
}

/// The first declaration whose label only looks like one.
fn prescan<'a>(evidence: &Evidence<'a>, found: Finding<'a>) -> Finding<'a> {
    if evidence.context.policy().prescan == Prescan::Never {
        return found;
    }
    let bytes = &evidence.bytes[..evidence.bytes.len().min(evidence.context.facts.prescan_limit)];
    let sourced = |(encoding, label): (Encoding, Range<usize>)| Some((encoding, source(bytes, label.start)?, label));
    let Some((encoding, source, label)) = lenient::declarations(bytes).find_map(sourced) else { return found };
    let offset = Some(label.start);
    let label = evidence.bytes.get(label);
    let encoding = encoding.declared_in_ascii();
    Finding { offset, ..label_read(found, label, encoding, source) }
}

/// What the label at `at` stands in, if that is a declaration.
fn source(bytes: &[u8], at: usize) -> Option<Source> {
    let before = &bytes[at.saturating_sub(TAG_ROOM)..at];
    let starts = |tag: &[u8], name: &[u8]| tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    if at < TAG_ROOM && starts(bytes, b"@charset") {
        return Some(Source::AtCharset);
    }
    let tag = &before[before.iter().rposition(|&byte| byte == b'<')?..];
    if starts(tag, b"<meta") { Some(Source::Meta) } else { starts(tag, b"<?xml").then_some(Source::XmlDeclaration) }
}

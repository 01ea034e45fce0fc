//! What a crawler takes a stage's evidence for where the platform finds nothing in it
//! ([`Context::as_crawlers_need`](crate::Context::as_crawlers_need)).

use super::{Evidence, Finding, Stage, prescan};
use crate::context::policy::Override;
use crate::evidence::misspelled;
use crate::{Confidence, Encoding, MetaScanner, Source};

const REMARK: &str = "names no encoding; read as it must have been meant";

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
            let charset = evidence.metadata.misspelled_charset.as_ref();
            label(found, found.label.or(charset.map(|charset| charset.as_slice())), Source::Transport)
        }
        Stage::Prescan => declaration(evidence, found),
        _ => found,
    }
}

fn label<'a>(found: Finding<'a>, label: Option<&'a [u8]>, source: Source) -> Finding<'a> {
    match label.and_then(misspelled::encoding_for) {
        Some(encoding) => label_read(found, label, encoding, source),
        None => found,
    }
}

fn label_read<'a>(found: Finding<'a>, label: Option<&'a [u8]>, encoding: Encoding, source: Source) -> Finding<'a> {
    Finding { label, verdict: Some((encoding, source, Confidence::Tentative)), remark: Some(REMARK), ..found }
}

/// The first meta of a page whose label only looks like one; else the XML declaration or
/// `@charset` that has such a label.
fn declaration<'a>(evidence: &Evidence<'a>, found: Finding<'a>) -> Finding<'a> {
    let scanner = || prescan::browser::scanner(evidence.context).map(MetaScanner::lenient);
    let meta =
        evidence.reads_html().then(scanner).flatten().and_then(|scanner| prescan::meta(evidence.head(), scanner));
    if let Some(meta) = meta {
        let (label, offset) = (evidence.bytes.get(meta.offset..meta.offset + meta.length), Some(meta.offset));
        return Finding { offset, ..label_read(found, label, meta.encoding, meta.source) };
    }
    let is_xml = evidence.bytes.starts_with(b"<?xml");
    let found = label(found, found.label, if is_xml { Source::XmlDeclaration } else { Source::AtCharset });
    let verdict =
        found.verdict.map(|(encoding, source, confidence)| (encoding.declared_in_ascii(), source, confidence));
    Finding { verdict, ..found }
}

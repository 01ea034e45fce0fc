//! How browsers look for declarations in HTML. They do not use the standard's prescan, but read
//! tokens until the head ends. Chromium looks at tags only; Firefox looks at the tree that its
//! parser builds.

use core::ops::Range;

use super::standard::{NO_META, UNKNOWN_LABEL};
use super::{Declaration, Scanned, Undeclared, xml};
use crate::context::{Browser, policy};
use crate::stage::{Case, Evidence};
use crate::{Encoding, Source};

mod chromium;
mod head;
mod in_chunks;
mod name;
mod scanner;
mod tag;
mod tokenizer;
mod tree;

pub use in_chunks::MetaStream;
pub use scanner::{MetaDeclaration, MetaScanner};

/// The scanner that reads HTML as the context's browser does, if it has one. XHR has no scripting.
pub(crate) fn scanner(case: &Case<'_>) -> Option<MetaScanner> {
    let (facts, scripting) = (&case.context.facts, case.policy.prescan != policy::Prescan::HtmlCertain);
    let scanner = MetaScanner::reading_as(facts.browser()?, facts.prescan_limit, scripting);
    Some(if case.accepts_misspelled_labels() { scanner.lenient() } else { scanner })
}

/// The first `meta` that counts in the reading, else the XML declaration.
pub(super) fn prescan(evidence: &Evidence<'_>) -> Scanned {
    let Some(scanner) = scanner(evidence.case) else { return Err(NO_META.into()) };
    let (bytes, is_chromium) = (evidence.head(), evidence.case.is_read_as(Browser::Chromium));
    if let Some(declaration) = xml::utf_16(bytes).filter(|_| !is_chromium || bytes.len() >= xml::CHROMIUMS_LEAST) {
        return Ok(declaration);
    }
    let unknown = |label| Undeclared::unknown(UNKNOWN_LABEL, label);
    match scanner.declaration_or_label(bytes) {
        Ok((encoding, label)) => Ok(declaration(encoding, label)),
        Err(label) => xml::behind_html(bytes, label.map_or(NO_META.into(), unknown)),
    }
}

/// The first `meta` that `scanner` finds.
pub(crate) fn meta(bytes: &[u8], mut scanner: MetaScanner) -> Option<Declaration> {
    scanner.next(bytes, true).map(|(encoding, _, label)| declaration(encoding, label))
}

fn declaration(encoding: Encoding, label: Range<usize>) -> Declaration {
    let encoding = encoding.declared_in_meta();
    Declaration { encoding, source: Source::Meta, offset: label.start, length: label.len() }
}

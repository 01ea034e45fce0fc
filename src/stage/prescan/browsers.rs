//! HTML as Chromium and Firefox read it for a declaration, which is not the standard's prescan:
//! token by token, and as far as the head goes.

use core::ops::Range;

use super::html::{NO_META, UNKNOWN_LABEL};
use super::{Declaration, Scanned, Undeclared, xml};
use crate::{Encoding, MetaScanner, Source};

/// The first `meta` that begins in the first `limit` bytes or in the head, else the XML
/// declaration. `bytes` end where no declaration is looked for any more.
pub(super) fn prescan(bytes: &[u8], limit: usize) -> Scanned {
    if let Some(declaration) = xml::utf_16(bytes) {
        return Ok(declaration);
    }
    let unknown = |label| Undeclared::unknown(UNKNOWN_LABEL, label);
    match MetaScanner::as_browsers_do(limit).declaration_or_label(bytes) {
        Ok((encoding, label)) => Ok(declaration(encoding, label)),
        Err(label) => xml::behind_html(bytes, label.map_or(NO_META.into(), unknown)),
    }
}

/// The first `meta` that `scanner` finds.
pub(crate) fn meta(bytes: &[u8], mut scanner: MetaScanner) -> Option<Declaration> {
    scanner.scan(bytes, true).map(|found| declaration(found.encoding, found.label))
}

fn declaration(encoding: Encoding, label: Range<usize>) -> Declaration {
    let encoding = encoding.declared_in_meta();
    Declaration { encoding, source: Source::Meta, offset: label.start, length: label.len() }
}

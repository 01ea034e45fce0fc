//! HTML as Chromium and Firefox read it for a declaration, which is not the standard's prescan:
//! token by token, and as far as the head goes.

use super::html::NO_META;
use super::{Declaration, Scanned, xml};
use crate::{MetaScanner, Source};

/// The first `meta` that begins in the first `limit` bytes or in the head, else the XML
/// declaration. `bytes` end where no declaration is looked for any more.
pub(super) fn prescan(bytes: &[u8], limit: usize) -> Scanned {
    if let Some(declaration) = xml::utf_16(bytes) {
        return Ok(declaration);
    }
    meta(bytes, MetaScanner::as_browsers_do(limit)).map_or_else(|| xml::behind_html(bytes, NO_META.into()), Ok)
}

/// The first `meta` that `scanner` finds.
pub(crate) fn meta(bytes: &[u8], mut scanner: MetaScanner) -> Option<Declaration> {
    let found = scanner.scan(bytes, true)?;
    let encoding = found.encoding.declared_in_meta();
    Some(Declaration { encoding, source: Source::Meta, offset: found.label.start, length: found.label.len() })
}

//! HTML as Chromium and Firefox read it for a declaration, which is not the standard's prescan:
//! token by token, and as far as the head goes.

use super::html::NO_META;
use super::{Declaration, Scanned, xml};
use crate::{Encoding, MetaScanner, Source};

/// The first `meta` that begins in the first `limit` bytes or in the head, else the XML
/// declaration, however long it is.
pub(super) fn prescan(bytes: &[u8], limit: usize) -> Scanned {
    if let Some(declaration) = xml::utf_16(bytes) {
        return Ok(declaration);
    }
    let Some(found) = MetaScanner::as_browsers_do(limit).scan(bytes, true) else {
        return xml::behind_html(bytes, NO_META.into());
    };
    let encoding = match found.encoding.declared_in_ascii() {
        Encoding::XUserDefined => Encoding::Windows1252,
        encoding => encoding,
    };
    Ok(Declaration { encoding, source: Source::Meta, offset: found.label.start, length: found.label.len() })
}

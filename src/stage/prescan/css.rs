//! CSS: `@charset`, step 2 of
//! [determine the fallback encoding](https://drafts.csswg.org/css-syntax/#determine-the-fallback-encoding).

use super::{Declaration, Scanned, Undeclared};
use crate::{Encoding, Source};

const START: &[u8] = b"@charset \"";

/// Looks for the exact bytes `@charset "…";` at the start of `bytes`, which end at the prescan's
/// limit. `named` gives the encoding that a label names.
pub(super) fn prescan(bytes: &[u8], named: impl Fn(&[u8]) -> Option<Encoding>) -> Scanned {
    let rest = bytes.strip_prefix(START).ok_or("does not start with @charset \"")?;
    let end = memchr::memchr(b'"', rest).ok_or("@charset is not closed")?;
    let label = &rest[..end];
    if !label.is_ascii() || rest.get(end + 1) != Some(&b';') {
        return Err("@charset \"…\" is not ASCII or not followed by ;".into());
    }
    let unknown = || Undeclared::unknown("@charset names no encoding", START.len()..START.len() + end);
    let encoding = named(label).ok_or_else(unknown)?;
    Ok(Declaration {
        encoding: encoding.declared_in_ascii(),
        source: Source::AtCharset,
        offset: START.len(),
        length: label.len(),
    })
}

//! Text that is not in Unicode's Normalization Form C.

use alloc::string::String;
use alloc::vec::Vec;
use core::iter::once;
use core::ops::Range;

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Where the text differs from its normalized form, and what it is there.
pub(super) fn places(text: &str) -> Vec<(Range<usize>, String)> {
    let mut places = Vec::new();
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return places;
    }
    // Each character that does not combine with the one before it begins a part; only parts with combining characters
    // are examined.
    let (mut start, mut has_others) = (0, false);
    for (at, c) in text.char_indices().chain(once((text.len(), 'a'))) {
        if !stands_alone(c) {
            has_others = true;
            continue;
        }
        let part = text.get(start..at).unwrap_or_default();
        if has_others && !part.chars().eq(part.nfc()) {
            places.push((start..at, part.nfc().collect()));
        }
        (start, has_others) = (at, false);
    }
    places
}

fn stands_alone(c: char) -> bool {
    c < '\u{300}' || (canonical_combining_class(c) == 0 && is_nfc_quick(once(c)) == IsNormalized::Yes)
}

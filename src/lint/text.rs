//! Rules about characters.

use alloc::format;
use alloc::vec::Vec;

use super::{Place, Rule};
use crate::stage::Language;
use crate::{Positions, Sniffed};

/// How many findings of a rule are listed.
const MOST: usize = 100;

/// Adds what is wrong with the characters of `text`. Returns how many findings are not listed.
pub(super) fn places(
    bytes: &[u8],
    text: &str,
    sniffed: &Sniffed,
    positions: &Positions<'_>,
    language: Option<Language>,
    places: &mut Vec<Place>,
) -> usize {
    let mut counts = [0; Rule::ALL.len()];
    let mut unlisted = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| !matches!(c, ' '..='~' | '\n')) {
        let Some(rule) = rule(c) else { continue };
        if rule == Rule::C1Control && language == Some(Language::Xml) {
            // XML allows them.
            continue;
        }
        let count = &mut counts[rule as usize];
        if *count >= MOST {
            unlisted += 1;
            continue;
        }
        let range = positions.byte_range(at..at + c.len_utf8());
        let message = if rule == Rule::Malformed {
            let sequence = bytes.get(range.clone()).unwrap_or_default();
            if sniffed.encoding.decode_without_bom_handling_or_fail(sequence).is_ok() {
                // U+FFFD itself, which the author wrote.
                continue;
            }
            format!("{:02X?} is malformed {}", sequence, sniffed.name())
        } else {
            format!("U+{:04X}", u32::from(c))
        };
        *count += 1;
        places.push((rule, range, message));
    }
    unlisted
}

fn rule(c: char) -> Option<Rule> {
    Some(match u32::from(c) {
        0 => Rule::Nul,
        0x80..=0x9F => Rule::C1Control,
        0xFFFD => Rule::Malformed,
        0xFDD0..=0xFDEF => Rule::Noncharacter,
        n if n & 0xFFFE == 0xFFFE => Rule::Noncharacter,
        0xE000..=0xF8FF | 0xF_0000..=0x10_FFFF => Rule::PrivateUse,
        _ => return None,
    })
}

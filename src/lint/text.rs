//! Rules about characters.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Place, Rule};
use crate::context::Context;
use crate::decision::sniff;
use crate::evidence::Visit;
use crate::stage::Syntax;
use crate::{Damage, Positions, Sniffed};

/// How many findings of a rule are listed.
const MOST: usize = 100;

/// What is found in a text.
pub(super) struct Found<'a> {
    pub(super) text: &'a str,
    pub(super) positions: &'a Positions<'a>,
    /// How many findings of each rule are listed.
    pub(super) counts: [usize; Rule::ALL.len()],
    pub(super) places: Vec<Place>,
    pub(super) unlisted: usize,
}

impl Found<'_> {
    fn add(&mut self, rule: Rule, range: Range<usize>, message: impl FnOnce() -> String) {
        let Some(count) = self.counts.get_mut(rule as usize).filter(|count| **count < MOST) else {
            self.unlisted += 1;
            return;
        };
        *count += 1;
        self.places.push((rule, range, message()));
    }

    /// What is wrong with single characters.
    pub(super) fn characters(&mut self, bytes: &[u8], sniffed: &Sniffed, syntax: Option<Syntax>) {
        for (at, c) in self.text.char_indices().filter(|(_, c)| !matches!(c, ' '..='~' | '\n')) {
            let Some(rule) = rule(c, syntax) else { continue };
            let range = self.positions.byte_range(at..at + c.len_utf8());
            if rule != Rule::Malformed {
                self.add(rule, range, || format!("U+{:04X}", u32::from(c)));
                continue;
            }
            let sequence = bytes.get(range.clone()).unwrap_or_default();
            // If it decodes without an error, the author wrote U+FFFD itself.
            if sniffed.encoding.decode_without_bom_handling_or_fail(sequence).is_err() {
                self.add(rule, range, || format!("{sequence:02X?} is malformed {}", sniffed.name()));
            }
        }
    }

    /// What was encoded twice, as [repair](Context::repair) proves it.
    pub(super) fn doubly_encoded(&mut self, bytes: &[u8], headers: &dyn Visit, context: &Context) {
        if bytes.is_ascii() {
            return;
        }
        let repaired = sniff(bytes, headers, &context.clone().repair(true)).decode(bytes);
        for repair in repaired.repairs.into_iter().filter(|repair| repair.damage == Damage::DoublyEncoded) {
            self.add(Rule::DoublyEncoded, repair.bytes, || {
                format!("\"{}\" is \"{}\", encoded twice", repair.was, repair.became)
            });
        }
    }

    /// What is not in Normalization Form C.
    #[cfg(feature = "nfc")]
    pub(super) fn not_nfc(&mut self) {
        for (range, composed) in super::nfc::places(self.text) {
            let range = self.positions.byte_range(range);
            self.add(Rule::NotNfc, range, || format!("in Normalization Form C this is \"{composed}\""));
        }
    }
}

fn rule(c: char, syntax: Option<Syntax>) -> Option<Rule> {
    let is_markup = matches!(syntax, Some(Syntax::Html | Syntax::Xml));
    Some(match u32::from(c) {
        0 => Rule::Nul,
        9 | 0xA | 0xD => return None,
        0xC if syntax != Some(Syntax::Xml) => return None,
        1..=0x1F if is_markup => Rule::Control,
        // XML allows these.
        0x7F if syntax == Some(Syntax::Html) => Rule::Control,
        0x80..=0x9F if syntax != Some(Syntax::Xml) => Rule::C1Control,
        0xFFFD => Rule::Malformed,
        0xFDD0..=0xFDEF => Rule::Noncharacter,
        n if n & 0xFFFE == 0xFFFE => Rule::Noncharacter,
        0xE000..=0xF8FF | 0xF_0000..=0x10_FFFF => Rule::PrivateUse,
        _ => return None,
    })
}

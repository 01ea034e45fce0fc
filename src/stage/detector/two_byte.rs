//! How likely the bytes are in the encodings of Chinese, Japanese and Korean, by how frequent
//! their characters are.

use super::model::{ERROR_COST, PER_NAT};
use super::table;
use crate::Encoding;

/// A character that texts use often: its two bytes, and its cost.
pub(super) struct Frequent(pub(super) u16, pub(super) u8);

/// The length in bytes and cost of the character that starts with two bytes (the first above 7F)
/// and goes on as the third argument, which starts with the second byte; `None` if there is none,
/// whatever follows.
type CharacterCost = fn(u8, u8, &[u8]) -> Option<(usize, u32)>;

/// One of the encodings: what characters cost.
pub(super) struct Script {
    pub(super) encoding: Encoding,
    pub(super) language: &'static [u8],
    frequent: &'static [Frequent],
    character: CharacterCost,
}

pub(super) static SCRIPTS: [Script; 5] = [
    Script { encoding: Encoding::ShiftJis, language: b"ja", frequent: &table::SHIFT_JIS, character: shift_jis },
    Script { encoding: Encoding::EucJp, language: b"ja", frequent: &table::EUC_JP, character: euc_jp },
    Script { encoding: Encoding::EucKr, language: b"ko", frequent: &table::EUC_KR, character: euc_kr },
    Script { encoding: Encoding::Gbk, language: b"zh", frequent: &table::GBK, character: gbk },
    Script { encoding: Encoding::Big5, language: b"zh-Hant", frequent: &table::BIG5, character: big5 },
];

/// What a half-width katakana by itself costs more: Shift_JIS text has them in words, and a byte
/// by itself is a sign such as £ or © of some other encoding.
const LONE_KATAKANA: u32 = 3 * PER_NAT;

/// What a character costs that is cut off: about as much as a byte of another encoding.
const CUT_CHARACTER: u32 = 8 * PER_NAT;

/// What came before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    Character,
    Letter,
    Other,
}

/// How far a sample was read.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    at: usize,
    before: Before,
}

impl Progress {
    pub(super) const START: Progress = Progress { at: 0, before: Before::Other };
}

impl Script {
    /// What the sample costs from where it was read to, up to `end` or the end of the character
    /// there.
    pub(super) fn cost(&self, text: &[u8], progress: &mut Progress, end: usize) -> u32 {
        let Progress { at, before } = progress;
        let mut total = 0u32;
        while *at < end
            && let [first, tail @ ..] = text.get(*at..).unwrap_or_default()
        {
            if first.is_ascii() {
                let is_letter = first.is_ascii_alphabetic();
                if *before == Before::Character {
                    total = total.saturating_add(if is_letter { 7 * PER_NAT } else { 2 * PER_NAT });
                }
                *before = if is_letter { Before::Letter } else { Before::Other };
                *at += 1;
                continue;
            }
            // No character has a zero for its second byte.
            let second = tail.first().copied().unwrap_or(0);
            let (length, cost) = match (self.character)(*first, second, tail) {
                None if tail.is_empty() => (1, CUT_CHARACTER),
                Some((2, class_cost)) => {
                    let code = u16::from_be_bytes([*first, second]);
                    let known = self.frequent.binary_search_by_key(&code, |frequent| frequent.0).ok();
                    (2, known.and_then(|at| self.frequent.get(at)).map_or(class_cost, |frequent| frequent.1.into()))
                }
                Some(other) => other,
                None => (1, ERROR_COST),
            };
            let is_lone = length == 1 && *before != Before::Character && self.encoding == Encoding::ShiftJis;
            let cost = cost + if is_lone { LONE_KATAKANA } else { 0 };
            total = total.saturating_add(cost).saturating_add(match before {
                Before::Character => 1,
                Before::Other => PER_NAT,
                Before::Letter => 4 * PER_NAT,
            });
            *before = Before::Character;
            *at += length;
        }
        total
    }
}

// The costs of classes are what is left for the characters that the text behind the table does
// not have, shared among as many as there are.

fn gbk(lead: u8, trail: u8, tail: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        (0x81..=0xFE, 0x30..=0x39) => match tail {
            [_, 0x81..=0xFE, 0x30..=0x39, ..] => return Some((4, 160)),
            [_] | [_, 0x81..=0xFE] => return Some((4, 160)),
            _ => return None,
        },
        (0x81..=0xFE, 0..=0x3F | 0x7F | 0xFF) | (0x80 | 0xFF, _) => return None,
        // Level 1, level 2.
        (0xB0..=0xD7, 0xA1..) => 90,
        (0xD8..=0xF7, 0xA1..) => 101,
        (0xA1 | 0xA3, 0xA1..) => 76,
        (0xA2..=0xA9, 0xA1..) => 99,
        // Private use.
        (0xAA..=0xAF | 0xF8..=0xFE, 0xA1..) | (0xA1..=0xA7, _) => 150,
        _ => 123,
    };
    Some((2, cost))
}

fn euc_kr(lead: u8, trail: u8, _: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        (0x81..=0xFD, 0..=0x40 | 0x5B..=0x60 | 0x7B..=0x80 | 0xFF) | (0x80 | 0xFE | 0xFF, _) => return None,
        // Hangul, hanja.
        (0xB0..=0xC8, 0xA1..) => 93,
        (0xCA..=0xFD, 0xA1..) => 114,
        (0xA1 | 0xA3, 0xA1..) => 80,
        (0xA2..=0xAC, 0xA1..) => 105,
        (0xC9 | 0xAD..=0xAF, 0xA1..) => 170,
        (0xC7.., _) => return None,
        _ => 128,
    };
    Some((2, cost))
}

fn big5(lead: u8, trail: u8, _: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        (0x81..=0xFE, 0..=0x3F | 0x7F..=0xA0 | 0xFF) | (0x80 | 0xFF, _) => return None,
        // Level 1, level 2.
        (0xA4..=0xC5, _) | (0xC6, ..=0x7E) => 93,
        (0xC9..=0xF9, _) => 114,
        (0xA1, _) => 85,
        (0xA2..=0xA3, _) => 105,
        // Hong Kong's supplement.
        _ => 130,
    };
    Some((2, cost))
}

fn shift_jis(lead: u8, trail: u8, _: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        // Half-width katakana.
        (0xA1..=0xDF, _) => return Some((1, 64)),
        (0x80 | 0xA0 | 0xFD..=0xFF, _) => return None,
        (_, 0..=0x3F | 0x7F | 0xFD..=0xFF) => return None,
        (0x81, _) => 80,
        (0x82 | 0x83, ..=0xF1) => 76,
        (0x84, ..=0x91) => 110,
        // Level 1, level 2.
        (0x89..=0x97, _) | (0x88, 0x9F..) | (0x98, ..=0x72) => 88,
        (0x98..=0x9F | 0xE0..=0xE9, _) | (0xEA, ..=0xA4) => 107,
        (0x87 | 0xED | 0xEE | 0xFA..=0xFC, _) => 125,
        // Private use, and rows without characters.
        (0xF0..=0xF9, _) => 150,
        _ => return None,
    };
    Some((2, cost))
}

fn euc_jp(lead: u8, trail: u8, tail: &[u8]) -> Option<(usize, u32)> {
    let cost = match (lead, trail) {
        (0x8E, 0xA1..=0xDF) => 90,
        (0x8F, 0xA1..=0xFE) if tail.get(1).is_none_or(|third| *third >= 0xA1) => return Some((3, 140)),
        (0x80..=0xA0 | 0xFF, _) | (_, ..=0xA0 | 0xFF) => return None,
        (0xA1, _) => 80,
        (0xA3..=0xA5, _) => 76,
        (0xA2 | 0xA6..=0xA8, _) => 110,
        // Level 1, level 2.
        (0xB0..=0xCF, _) => 88,
        (0xD0..=0xF4, _) => 107,
        (0xAD | 0xF9..=0xFC, _) => 125,
        _ => return None,
    };
    Some((2, cost))
}

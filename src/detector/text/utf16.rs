//! UTF-16 without a byte order mark: what bytes cost as text in it.
//!
//! It is a hypothesis beside the other encodings, in the same unit. ASCII costs nothing in any. A control that text
//! does not have costs something in all: UTF-16 of most scripts has one in each code unit, as the high byte. Chinese,
//! Japanese and Korean have few of them, but frequent characters, whose costs the models know.

use crate::Encoding;
use crate::detector::claims::Claims;
#[cfg(feature = "detector")]
use crate::detector::model::ideographs::TWO_BYTE_MODELS;
use crate::detector::text::utf8;
use crate::detector::weights::{self, PER_NAT};

/// How many bytes are examined.
const LOOKED_AT: usize = 2048;

/// Fewer code units than this are no evidence, unless UTF-16 is declared.
const FEWEST_UNITS: usize = 4;

/// The number of models of ideographs.
#[cfg(feature = "detector")]
const MODELS: usize = TWO_BYTE_MODELS.len();
#[cfg(not(feature = "detector"))]
const MODELS: usize = 1;

/// Makes a code unit of two bytes.
type Order = fn([u8; 2]) -> u16;

/// Bytes as text in UTF-16.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "detector"), expect(dead_code, reason = "then it only counts whether there is one"))]
pub(crate) struct Utf16 {
    pub(crate) encoding: Encoding,
    /// What the text costs, with the prior and what is declared.
    pub(crate) cost: u32,
    /// What the same controls and ASCII cost in any other encoding.
    pub(crate) in_others: u32,
}

/// What `page` costs in UTF-16, in the likelier byte order; `None` if none of these is likelier, or if nothing speaks for
/// UTF-16.
///
/// `is_markup`: the text must start with `<`, so that text of users in a page of ASCII markup cannot make that markup
/// vanish. Printable ASCII is never UTF-16: a column of `O` and `N` would be frequent ideographs.
pub(crate) fn weigh(page: &[u8], is_markup: bool, claims: &Claims) -> Option<Utf16> {
    let claimed = claims.encodings().find(|claimed| claimed.is_utf_16());
    let mark =
        Encoding::for_bom(page).filter(|(encoding, _)| Some(*encoding) == claimed).map_or(0, |(_, length)| length);
    let text = page.get(mark..).unwrap_or_default();
    let start = text.get(..LOOKED_AT).unwrap_or(text);
    let (pairs, _) = start.as_chunks::<2>();
    if mark > 0 && pairs.is_empty() {
        return Some(Utf16 { encoding: claimed?, cost: 0, in_others: 0 });
    }
    if claimed.is_none() && pairs.len() < FEWEST_UNITS {
        return None;
    }
    let is_mute = !has_control(start);
    if is_mute && start.is_ascii() {
        return None;
    }
    let may_be = |order: Order| {
        let first = || pairs.iter().map(|pair| order(*pair)).find(|unit| !is_space(*unit));
        let is_as_wanted =
            (!is_markup || first() == Some(u16::from(b'<'))) && (!is_mute || are_ideographs(pairs, order));
        claimed.is_some() || is_as_wanted
    };
    let orders = [(Encoding::Utf16Le, u16::from_le_bytes as Order), (Encoding::Utf16Be, u16::from_be_bytes)];
    let orders = orders.map(|(encoding, order)| may_be(order).then_some((encoding, order)));
    // No UTF-16 is valid UTF-8 with characters above U+007F.
    if orders == [None; 2] || utf8::judge(start).is_valid() {
        return None;
    }
    let costs = orders.into_iter().flatten().map(|(encoding, order)| {
        let (cost, none) = cost(start, order);
        (cost + against(claims, encoding) * PER_NAT, none, encoding)
    });
    let (cost, none, encoding) = costs.min_by_key(|(cost, _, encoding)| (*cost, Some(*encoding) != claimed))?;
    let cost = cost + prior(claims);
    (cost < none + claims.total() * PER_NAT).then(|| Utf16 { encoding, cost, in_others: cost_in_others(start) })
}

impl Utf16 {
    /// Whether the controls and ASCII alone make any other encoding costlier.
    #[cfg(feature = "detector")]
    pub(crate) fn is_clear(self, claims: &Claims) -> bool {
        let against = |claimed: Encoding| claims.against(claimed);
        let others = claims.encodings().filter(|claimed| !claimed.is_utf_16());
        self.cost < self.in_others + others.map(against).min().unwrap_or(claims.total()) * PER_NAT
    }

    /// The cost of the start of `page`, `length` bytes, less what the same bytes cost in any other encoding.
    #[cfg(feature = "detector")]
    pub(crate) fn beside(self, page: &[u8], length: usize, claims: &Claims) -> i64 {
        let start = page.get(..length.min(LOOKED_AT)).unwrap_or(page);
        let order = if self.encoding == Encoding::Utf16Be { u16::from_be_bytes } else { u16::from_le_bytes as Order };
        let of_text = cost(start, order).0 + against(claims, self.encoding) * PER_NAT + prior(claims);
        i64::from(of_text) - i64::from(cost_in_others(start))
    }
}

/// The prior of UTF-16 without a byte order mark, unless it is declared.
fn prior(claims: &Claims) -> u32 {
    if claims.encodings().any(Encoding::is_utf_16) { 0 } else { weights::utf_16() }
}

/// What is declared, in nats. A label of one byte order says half as much of the other: `utf-16` is one of UTF-16LE.
fn against(claims: &Claims, encoding: Encoding) -> u32 {
    let other = if encoding == Encoding::Utf16Be { Encoding::Utf16Le } else { Encoding::Utf16Be };
    claims.against(encoding) - claims.in_favour(other) / 2
}

/// Whether nine of ten code units are ideographs, kana or Hangul. This is no weight but a condition: text in them has other
/// characters too, and bytes without any control are hardly UTF-16 of another script.
fn are_ideographs(pairs: &[[u8; 2]], order: Order) -> bool {
    pairs.iter().filter(|pair| !is_ideograph(order(**pair))).nth(pairs.len() / 10).is_none()
}

fn is_ideograph(unit: u16) -> bool {
    matches!(unit, 0x3001..=0x30FF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 | 0xFF01..=0xFF1F)
}

fn is_space(unit: u16) -> bool {
    matches!(unit, 0x09 | 0x0A | 0x0D | 0x20)
}

/// What the controls among `bytes` cost in any other encoding, and the ASCII that is half of a character in UTF-16.
fn cost_in_others(bytes: &[u8]) -> u32 {
    let of_pair = |pair: &[u8; 2]| {
        let ascii = if pair.contains(&0) { 0 } else { pair.iter().filter(|byte| matches!(byte, b' '..=b'~')).count() };
        let controls = pair.iter().filter(|byte| is_control(**byte)).count();
        weights::control() * controls as u32 + weights::ascii_byte() * ascii as u32
    };
    bytes.as_chunks().0.iter().map(of_pair).sum()
}

/// Whether there is a control character that text does not contain. Tests eight bytes at a time.
fn has_control(bytes: &[u8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (words, rest) = bytes.as_chunks();
    let may_have_control = |word: &[u8; 8]| {
        let word = u64::from_ne_bytes(*word);
        // The highest bit of each byte is set if the byte is `least` or more.
        let from = |least: u64| ((word & (0x7F * ONES)) + (0x80 - least) * ONES) | word;
        !from(0x20) & (!from(9) | from(0x0E)) & (0x80 * ONES) != 0
    };
    let has_control = |bytes: &[u8]| bytes.iter().any(|byte| is_control(*byte));
    words.iter().any(|word| may_have_control(word) && has_control(word)) || has_control(rest)
}

/// A control character that text does not contain.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F)
}

/// The cost of `text`, whose code units have this byte order, and that of code units that are no text.
fn cost(text: &[u8], order: Order) -> (u32, u32) {
    let (pairs, rest) = text.as_chunks::<2>();
    let (mut total, mut none) = (0, weights::none());
    let mut of_models = [0; MODELS];
    let (mut blocks, mut block, mut is_after_lead) = (Blocks::default(), 0, false);
    for pair in pairs {
        let unit = order(*pair);
        none += weights::none_per_pair_of_two_bytes();
        let was_after_lead = core::mem::replace(&mut is_after_lead, matches!(unit, 0xD800..=0xDBFF));
        total += match unit {
            // The lead has the cost of both.
            0xDC00..=0xDFFF if was_after_lead => 0,
            _ if was_after_lead => weights::malformed(),
            0x09 | 0x0A | 0x0D | 0x20..=0x7E => 0,
            0..=0x1F | 0x7F..=0x9F => 4 * weights::control(),
            0xDC00..=0xF8FF | 0xFFF0.. => weights::malformed(),
            0x2010..=0x2044 | 0x20A0..=0x20BF => weights::common_sign(),
            0x3001..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7A3 | 0xFF01..=0xFFEE => {
                none += none_of_ideograph() - weights::none_per_pair_of_two_bytes();
                add_ideograph(unit, &mut of_models);
                0
            }
            // The blocks of a script are near each other: those of Yi, the most, are at most four apart.
            _ if blocks.is_new(unit) || (unit >> 8).abs_diff(block) > 4 => weights::unknown_character(),
            _ => weights::again(),
        };
        // Punctuation may be between letters of one script.
        if unit >= 0xA0 && !matches!(unit, 0xDC00..=0xDFFF | 0x2000..=0x20BF | 0x3000..=0x3002 | 0xFF01..=0xFFEE) {
            block = unit >> 8;
        }
    }
    let cut = if rest.is_empty() { 0 } else { weights::unknown_character() };
    (total + cut + of_models.into_iter().min().unwrap_or(0), none)
}

/// The blocks of 256 code units that letters were in, the last six. This is no weight but a fact: Yi has five blocks, no other
/// script more, and ASCII has one. Binary data goes through many.
#[derive(Default)]
struct Blocks {
    last: [u8; 6],
    next: usize,
}

impl Blocks {
    /// Whether no letter of the last blocks was in the block of this one.
    fn is_new(&mut self, unit: u16) -> bool {
        let [block, _] = unit.to_be_bytes();
        let is_new = !self.last.contains(&block);
        if is_new {
            self.last[self.next % self.last.len()] = block;
            self.next += 1;
        }
        is_new
    }
}

/// What an ideograph costs in none of the encodings: it has two bytes above 7F, or two that would be ASCII.
fn none_of_ideograph() -> u32 {
    2 * weights::none_per_pair_of_two_bytes()
}

/// Adds the cost of an ideograph, kana or syllable of Hangul in each model. One that is not frequent speaks a
/// little against UTF-16: it costs more than in none of the encodings.
#[cfg(feature = "detector")]
fn add_ideograph(unit: u16, costs: &mut [u32; MODELS]) {
    for (cost, model) in costs.iter_mut().zip(&TWO_BYTE_MODELS) {
        *cost += model.frequent_characters().cost(unit).unwrap_or(none_of_ideograph() + weights::again());
    }
}

/// Without models, all of them cost the same.
#[cfg(not(feature = "detector"))]
fn add_ideograph(_: u16, costs: &mut [u32; MODELS]) {
    costs[0] += weights::none_per_pair_of_two_bytes();
}

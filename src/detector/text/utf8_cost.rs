//! UTF-8 in the sum, beside the legacy encodings: both are judged by what their characters cost.
//!
//! Valid sequences of UTF-8 are evidence of their own ([`Utf8::nats`]), which decides long texts without the sum. A short
//! one, such as `El niño soñó con 5\xA0km`, has too few of them beside one error or another claim. Here its characters cost
//! what they cost in the legacy encoding that has them, so that they are compared in the same models as the text that the
//! other encodings make of the bytes.

use alloc::vec::Vec;

use crate::Encoding;
use crate::codec::single_byte_scalars;
use crate::detector::candidates::Candidates;
use crate::detector::claims::Claims;
use crate::detector::costs::{OFFSET, Ranking};
use crate::detector::hints::Hints;
use crate::detector::model::ideographs::TWO_BYTE_MODELS;
use crate::detector::model::table::CHARSETS;
use crate::detector::priors::encoding_prior;
use crate::detector::sample::{HighBytes, SCRIPT_SAMPLE, Sample};
use crate::detector::text::utf8::{self, Utf8};
use crate::detector::weights::{self, PER_NAT};

/// Whether a page that is so as UTF-8 may be UTF-8: its characters are no chance. Valid UTF-8 that is too short to refute a
/// claim may be chance.
pub(crate) fn may_be(utf_8: Utf8) -> bool {
    let has_enough = utf_8.characters >= weights::characters_per_malformed_word() as usize * utf_8.malformed_words();
    utf_8.refutes_a_claim() || utf_8.errors > 0 && has_enough
}

/// The most characters with which valid UTF-8 may be chance.
const FEW: usize = 3;

/// Whether valid UTF-8 may be another text by chance: a word in a two-byte encoding. `Сʱ` has the bytes of
/// 小时 in GBK. There are only a few characters, all of two bytes, and no single-byte encoding has all of them.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn may_be_chance(page: &[u8], utf_8: Utf8) -> bool {
    if utf_8.errors > 0 || utf_8.characters > FEW {
        return false;
    }
    let (mut characters, mut rest) = (Vec::with_capacity(FEW), page);
    loop {
        rest = rest.get(Encoding::ascii_valid_up_to(rest)..).unwrap_or_default();
        let &[lead @ 0xC2..=0xDF, second, ref after @ ..] = rest else { break };
        characters.push(u16::from(lead & 0x1F) << 6 | u16::from(second & 0x3F));
        rest = after;
    }
    // LLVM cannot always compile `contains` to the vectors of WebAssembly.
    #[expect(clippy::manual_contains)]
    let has = |alphabet: &[u16; 128], character| alphabet.iter().any(|scalar| *scalar == character);
    let has_all = |alphabet| characters.iter().all(|character| has(alphabet, *character));
    rest.is_empty() && !CHARSETS.iter().any(|charset| has_all(single_byte_scalars(charset.encoding)))
}

/// The cost of text in UTF-8.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn cost(text: &[u8], hints: &Hints<'_>) -> Option<u32> {
    let utf_8 = utf8::judge(text);
    let in_word = utf8::NATS_IN_WORD.unsigned_abs() * PER_NAT * utf_8.in_word as u32;
    let malformed = weights::malformed_word() * utf_8.malformed_words() as u32 + in_word;
    let (of_characters, missing) = cost_of_characters(text, hints)?;
    // Text in two bytes a character is valid UTF-8 by chance more often than text in a single-byte encoding.
    let is_hardly_chance = utf_8.errors == 0 && hints.claims.encodings().all(Encoding::is_single_byte);
    // Nor are characters evidence of UTF-8 that no legacy encoding has together, if nothing is declared.
    let is_declared = hints.claims.encodings().next().is_some();
    let odd = if is_declared { 0 } else { weights::unknown_character() * missing };
    let valid = OFFSET + weights::again() * utf_8.characters as u32 + odd;
    let of_characters = if is_hardly_chance { of_characters.min(valid) } else { of_characters };
    Some(of_characters + malformed + PER_NAT * hints.claims.against(Encoding::Utf8))
}

/// What the characters cost in the legacy encoding that has most of them, and how many it does not have.
fn cost_of_characters(text: &[u8], hints: &Hints<'_>) -> Option<(u32, u32)> {
    let single_byte = CHARSETS.iter().map(|charset| charset.encoding);
    let encodings = single_byte.chain(TWO_BYTE_MODELS.iter().map(|model| model.encoding));
    let converted = encodings.map(|encoding| (encoding, Alphabet::of(encoding).convert(text)));
    let converted: Vec<_> = converted.collect();
    let fewest = converted.iter().map(|(_, text)| text.missing).min()?;
    let likely = converted.into_iter().filter(|(_, text)| text.missing == fewest);
    let costs = likely.flat_map(|(encoding, converted)| {
        let Converted { kept, dropped, dropped_bytes, missing } = converted;
        let of = |text: &[u8], cost: u32| {
            Some(cost_in(encoding, text, hints)? + cost + weights::unknown_character() * missing)
        };
        [of(&kept, 0), of(&dropped, weights::dropped_byte() * dropped_bytes)]
    });
    Some((costs.flatten().min()?, fewest))
}

/// What text costs in one encoding, apart from the encoding's prior.
fn cost_in(encoding: Encoding, text: &[u8], hints: &Hints<'_>) -> Option<u32> {
    let mut sample = Sample::new(text);
    sample.grow(SCRIPT_SAMPLE);
    let hints = Hints { claims: Claims::default(), ..*hints };
    let is_latin = !sample.is_in_another_script();
    let mut ranking = Ranking::new(&hints, Candidates::default(), is_latin, |other| other == encoding);
    ranking.score_all(text);
    Some(ranking.lowest_cost(HighBytes::of(text))?.saturating_sub(encoding_prior(encoding)))
}

/// The bytes of the characters of an encoding.
enum Alphabet {
    SingleByte(&'static [u16; 128]),
    /// The frequent characters.
    TwoByte(Vec<(u16, [u8; 2])>),
}

/// UTF-8 in another encoding: with the malformed bytes as they are, and without them.
struct Converted {
    kept: Vec<u8>,
    dropped: Vec<u8>,
    dropped_bytes: u32,
    /// The number of characters that the encoding does not have; `*` stands for them.
    missing: u32,
}

impl Alphabet {
    fn of(encoding: Encoding) -> Alphabet {
        match TWO_BYTE_MODELS.iter().find(|model| model.encoding == encoding) {
            Some(model) => Alphabet::TwoByte(model.frequent_pairs()),
            None => Alphabet::SingleByte(single_byte_scalars(encoding)),
        }
    }

    /// Appends the bytes of a character above U+007F; false if there are none.
    fn push(&self, c: char, bytes: &mut Vec<u8>) -> bool {
        let Ok(unit) = u16::try_from(u32::from(c)) else { return false };
        match self {
            Alphabet::SingleByte(scalars) => {
                let place = scalars.iter().position(|scalar| *scalar == unit);
                bytes.extend(place.map(|place| 0x80 | place as u8));
                place.is_some()
            }
            Alphabet::TwoByte(pairs) => {
                // A sample has few different characters. To sort the pairs would link a sort that HotSpot cannot compile.
                let pair = pairs.iter().find(|(other, _)| *other == unit);
                bytes.extend(pair.iter().flat_map(|(_, pair)| pair));
                pair.is_some()
            }
        }
    }

    fn convert(&self, text: &[u8]) -> Converted {
        let (mut kept, mut dropped) = (Vec::with_capacity(text.len()), Vec::with_capacity(text.len()));
        let (mut missing, mut dropped_bytes) = (0, 0);
        let mut bytes = Vec::new();
        for chunk in text.utf8_chunks() {
            for c in chunk.valid().chars() {
                bytes.clear();
                match u8::try_from(c).ok().filter(u8::is_ascii) {
                    Some(ascii) => bytes.push(ascii),
                    None if self.push(c, &mut bytes) => {}
                    None => {
                        missing += 1;
                        bytes.push(b'*');
                    }
                }
                kept.extend_from_slice(&bytes);
                dropped.extend_from_slice(&bytes);
            }
            kept.extend_from_slice(chunk.invalid());
            dropped_bytes += chunk.invalid().len() as u32;
        }
        Converted { kept, dropped, dropped_bytes, missing }
    }
}

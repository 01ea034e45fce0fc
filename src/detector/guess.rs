//! [`Guess`]: the answer of the detector by itself, with a probability.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::answer::{Answer, Basis};
use super::language;
use super::scores::{LARGEST_SAMPLE, Scores};
use super::text::escapes;
use super::weights::{self, PER_NAT};
use crate::Encoding;
use crate::codec::single_byte_scalars;

/// The maximum number of runners-up.
const MOST_RUNNERS_UP: usize = 4;

/// The maximum probability, except for a byte order mark and ASCII: even clear evidence misleads
/// once in a while.
pub(crate) const MAX_PROBABILITY: f32 = 0.999;

/// The probability of UTF-8 where ASCII bytes look like characters of a 7-bit encoding.
const IN_DOUBT: f32 = 0.4;

/// The probability of UTF-8 and UTF-16 where there are controls that text does not have, which may be binary data; and in
/// UTF-8 of which a short text has a malformed part.
const UNLIKELY_TEXT: f32 = 0.8;

/// How many times as likely text in a language without a model is as text in no encoding. Set by hand: of samples in such
/// languages, 98 % have the right answer, but all of them are in encodings of the standard. Other text is in code page 437.
const UNKNOWN_LANGUAGE: f32 = 3.0;

/// By how much the evidence is divided for text in such a language, since models of other languages say less of it. Set by
/// hand: at 1, more answers for text in code page 437 have a probability above 0.5.
const WORTH_IN_UNKNOWN: f32 = 4.0;

/// The languages that text may be in: all, or those with a model.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Languages {
    All,
    Known,
}

/// How many bytes of UTF-16 are searched for controls.
const SEARCHED: usize = 2048;

/// Whether the text has controls besides tabs and line ends.
fn has_control_units(bytes: &[u8], encoding: Encoding) -> bool {
    let (units, _) = bytes.get(..SEARCHED).unwrap_or(bytes).as_chunks::<2>();
    units.iter().any(|unit| {
        let unit = if encoding == Encoding::Utf16Be { u16::from_be_bytes(*unit) } else { u16::from_le_bytes(*unit) };
        unit < 0x20 && !matches!(unit, 0x09..=0x0D | 0x1A | 0x1B)
    })
}

/// An encoding and how likely it is.
///
/// ```
/// let guess = charsniff::detect(b"\xCC\xE0\xF0\xF1").expect("text");
/// assert!(guess.runners_up.iter().all(|other| other.probability <= guess.probability));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Candidate {
    /// The encoding.
    pub encoding: Encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1.
    pub probability: f32,
}

/// The answer of [`detect`](super::builder::detect) and of a [`Detector`](super::builder::Detector).
///
/// ```
/// use charsniff::{Encoding, detect};
/// let guess = detect("Привет, мир".as_bytes()).expect("text");
/// assert_eq!(guess.encoding, Encoding::Utf8);
/// assert!(guess.probability > 0.9 && guess.runners_up.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Guess {
    /// The most likely encoding.
    pub encoding: Encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1. About nine in ten of
    /// the answers with probability 0.9 are right.
    pub probability: f32,
    /// The language that the text is most likely in, as a BCP 47 tag (`ru`, `zh-Hant`); `None` where the
    /// detector has no model of it, or too little evidence.
    pub language: Option<Cow<'static, str>>,
    /// The script of the language, or of the text, as an ISO 15924 code (`Cyrl`, `Hant`); `None` for ASCII.
    pub script: Option<Cow<'static, str>>,
    /// The next most likely encodings, at most four, the likeliest first. An encoding that decodes
    /// the bytes to the same text as one before it is left out.
    pub runners_up: Vec<Candidate>,
}

impl Guess {
    pub(crate) fn sure(encoding: Encoding, probability: f32) -> Guess {
        Guess { encoding, probability, language: None, script: None, runners_up: Vec::new() }
    }

    /// The guess with the language of `bytes`, which are in its encoding: UTF-8 or UTF-16.
    pub(crate) fn with_language(self, bytes: &[u8]) -> Guess {
        let (language, script) = if self.encoding == Encoding::Utf8 {
            language::of_utf_8(bytes)
        } else {
            language::of_utf_16(bytes, self.encoding)
        };
        Guess { language: language.map(Cow::Borrowed), script: script.map(Cow::Borrowed), ..self }
    }

    /// The guess that an answer about `bytes` makes.
    pub(crate) fn of(answer: &Answer, bytes: &[u8], languages: Languages) -> Guess {
        let encoding = answer.encoding;
        match &answer.basis {
            Basis::Ascii => Guess::sure(encoding, if escapes::found_in(bytes) { IN_DOUBT } else { 1.0 }),
            Basis::Iso2022Jp | Basis::Browsers => Guess::sure(encoding, MAX_PROBABILITY),
            Basis::Utf16 => {
                let probability = if has_control_units(bytes, encoding) { UNLIKELY_TEXT } else { MAX_PROBABILITY };
                Guess::sure(encoding, probability).with_language(bytes)
            }
            Basis::Utf8(utf_8) => {
                let start = bytes.get(..LARGEST_SAMPLE).unwrap_or(bytes);
                let is_unlikely = !utf_8.is_likely() || memchr::memchr(0, start).is_some();
                Guess::sure(encoding, if is_unlikely { UNLIKELY_TEXT } else { MAX_PROBABILITY }).with_language(bytes)
            }
            Basis::Scores(scores, _) if encoding == Encoding::Utf8 || encoding.is_utf_16() => {
                Guess::of_scores(encoding, scores, languages).with_language(bytes)
            }
            Basis::Scores(scores, _) => Guess::of_scores(encoding, scores, languages),
        }
    }

    /// The guess that the scores of a text in a legacy encoding make.
    fn of_scores(best: Encoding, legacy: &Scores, languages: Languages) -> Guess {
        let candidates = legacy.ranking.candidates(legacy.high_bytes, best, MOST_RUNNERS_UP + 1);
        let none = legacy.ranking.cost_of_none_beside(legacy.high_bytes, best);
        let lowest = candidates.iter().map(|(_, cost)| *cost).min().unwrap_or(0);
        // Text that is odd in the answer is rather in no encoding.
        let nonsense = none.saturating_sub(weights::odd_character() * odd_characters(&legacy.text, best));
        // A list of letters may be one in another script.
        let is_list = legacy.ranking.is_list(legacy.high_bytes, best);
        let nonsense = if is_list { nonsense.min(lowest) } else { nonsense };
        let least = lowest.min(nonsense);
        let scale = weights::evidence() as f32 / 100.0 / PER_NAT as f32;
        let weight = |cost: u32| exp(-scale * (cost - least) as f32);
        let unknown = match languages {
            Languages::All => UNKNOWN_LANGUAGE * weight(none),
            Languages::Known => 0.0,
        };
        let all = candidates.iter().map(|(_, cost)| weight(*cost)).sum::<f32>() + unknown + weight(nonsense);
        let share = |cost: u32| exp(-scale / WORTH_IN_UNKNOWN * (cost - lowest) as f32);
        let shares = candidates.iter().map(|(_, cost)| share(*cost)).sum::<f32>();
        let mut candidates = candidates.iter().map(|&(encoding, cost)| {
            let probability = (weight(cost) + unknown * share(cost) / shares) / all;
            Candidate { encoding, probability: MAX_PROBABILITY * probability }
        });
        let probability = candidates.next().map_or(0.0, |first| first.probability);
        let runners_up = candidates.collect();
        let (language, script) = legacy.ranking.language(legacy.high_bytes, best);
        Guess {
            encoding: best,
            probability,
            language: language.map(Cow::Borrowed),
            script: script.map(Cow::Borrowed),
            runners_up,
        }
    }
}

/// The number of [odd characters](is_odd) in `text`. In a two-byte encoding, a single character inside a word of ASCII
/// letters is odd.
fn odd_characters(text: &[u8], encoding: Encoding) -> u32 {
    if encoding == Encoding::Utf8 || encoding.is_utf_16() {
        return 0;
    }
    let scalars = encoding.is_single_byte().then(|| single_byte_scalars(encoding));
    let neighbour = |at: Option<usize>| at.and_then(|at| text.get(at)).copied().unwrap_or(b' ');
    let high = text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii());
    let odd = high.filter(|(at, byte)| {
        let before = neighbour(at.checked_sub(1));
        let Some(scalars) = scalars else { return is_in_word(before, neighbour(Some(at + 2))) };
        let scalar = scalars.get(usize::from(**byte & 0x7F)).copied().unwrap_or_default().into();
        is_odd(char::from_u32(scalar), before, neighbour(Some(at + 1)))
    });
    odd.count() as u32
}

fn is_in_word(before: u8, after: u8) -> bool {
    before.is_ascii_alphabetic() && after.is_ascii_alphabetic()
}

/// Whether a character hardly ever stands between these two bytes: a control, a mark inside a word, or an opening mark
/// after a letter or before a space. In the encodings of MS-DOS these bytes are letters.
fn is_odd(character: Option<char>, before: u8, after: u8) -> bool {
    match character {
        Some('\u{80}'..='\u{9F}') => true,
        Some('„' | '‚' | '¡' | '¿') => before.is_ascii_alphabetic() || after == b' ',
        Some('“' | '”' | '‘' | '«' | '»' | '‹' | '›' | '†' | '‡') => is_in_word(before, after),
        _ => false,
    }
}

/// e to the power of `x`, which must not be positive. `core` has no such function. The absolute
/// error is below 0.001.
fn exp(x: f32) -> f32 {
    // e^x = (e^(x/1024))^1024
    let mut power = x.max(-80.0) / 1024.0;
    power = 1.0 + power + power * power / 2.0 + power * power * power / 6.0;
    for _ in 0..10 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    #[test]
    fn powers_of_e() {
        for (x, expected) in [(0.0, 1.0), (-1.0, 0.367_879_44), (-5.0, 0.006_737_947), (-200.0, 0.0)] {
            assert!((super::exp(x) - expected).abs() < 1e-3, "{x}: {}", super::exp(x));
        }
    }
}

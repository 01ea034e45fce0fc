//! [`detect`]: the detector by itself, with a confidence.

use alloc::vec::Vec;

use super::hints::Hints;
use super::model::PER_NAT;
use super::{Settings, first_non_ascii, score_legacy};
use crate::Encoding;
use crate::context::Detection;
use crate::evidence::utf8::{self, Utf8};
use crate::evidence::utf16;

/// The maximum number of runners-up.
const MOST_RUNNERS_UP: usize = 4;

/// The factor by which costs are scaled before they become probabilities. Neighbouring bigrams
/// depend on each other, so the sum of their costs overstates the evidence. The factor was fitted
/// to text that the models were not made from (`docs/detector.md`).
const EVIDENCE_SCALE: f32 = 0.7;

/// The maximum confidence, except for a byte order mark and ASCII: even clear evidence misleads
/// once in a while.
const MAX_CONFIDENCE: f32 = 0.999;

/// An encoding and how likely it is.
///
/// ```
/// let guess = charsniff::detect(b"\xCC\xE0\xF0\xF1");
/// assert!(guess.runners_up.iter().all(|other| other.confidence <= guess.confidence));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Candidate {
    /// The encoding.
    pub encoding: Encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1.
    pub confidence: f32,
}

/// The answer of [`detect`].
///
/// ```
/// use charsniff::{Encoding, detect};
/// let guess = detect("Привет, мир".as_bytes());
/// assert_eq!(guess.encoding, Encoding::Utf8);
/// assert!(guess.confidence > 0.9 && guess.runners_up.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Guess {
    /// The most likely encoding.
    pub encoding: Encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1. About nine in ten of
    /// the answers with confidence 0.9 are right.
    pub confidence: f32,
    /// The next most likely encodings, at most four, the likeliest first. An encoding that decodes
    /// the bytes to the same text as one before it is left out.
    pub runners_up: Vec<Candidate>,
}

impl Guess {
    fn sure(encoding: Encoding, confidence: f32) -> Guess {
        Guess { encoding, confidence, runners_up: Vec::new() }
    }
}

/// Guesses the encoding of `bytes` from the bytes alone, without headers, declarations or hints.
///
/// For ASCII the answer is UTF-8, since nearly every encoding decodes ASCII to the same text. UTF-16
/// is found with and without a byte order mark. The answer is never ISO-2022-JP, replacement or
/// x-user-defined. Bytes that may not be text should be checked with
/// [`Content::of`](crate::Content::of) first. If the page or its headers may declare the encoding,
/// use [`sniff`](crate::sniff()).
///
/// It never fails. The time is linear in the length of the input; about 16 KiB of it are scored.
///
/// ```
/// use charsniff::{Encoding, detect};
/// let guess = detect(b"I don\x92t know");
/// assert_eq!(guess.encoding, Encoding::Windows1252);
/// assert!(guess.confidence > 0.5);
/// ```
pub fn detect(bytes: &[u8]) -> Guess {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Guess::sure(encoding, 1.0);
    }
    if let Some(encoding) = utf16::detect(bytes, false) {
        return Guess::sure(encoding, MAX_CONFIDENCE);
    }
    let Some(first) = first_non_ascii(bytes) else { return Guess::sure(Encoding::Utf8, 1.0) };
    if utf8::judge(bytes.get(first..).unwrap_or_default()) != Utf8::No {
        return Guess::sure(Encoding::Utf8, MAX_CONFIDENCE);
    }
    let settings =
        Settings { detection: Detection::Full, iso_2022_jp: false, html: false, ceiling: usize::MAX, truncated: false };
    let legacy = score_legacy(bytes, false, settings, &Hints::default());
    let best = legacy.detected.encoding;
    let candidates = legacy.ranking.candidates(legacy.high_bytes, best, MOST_RUNNERS_UP + 1);
    let least = candidates.iter().map(|(_, cost)| *cost).min().unwrap_or(0);
    let weight = |cost: u32| exp(-EVIDENCE_SCALE * (cost - least) as f32 / PER_NAT as f32);
    let all: f32 = candidates.iter().map(|(_, cost)| weight(*cost)).sum();
    let mut candidates = candidates
        .iter()
        .map(|&(encoding, cost)| Candidate { encoding, confidence: MAX_CONFIDENCE * weight(cost) / all });
    let confidence = candidates.next().map_or(0.0, |first| first.confidence);
    Guess { encoding: best, confidence, runners_up: candidates.collect() }
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

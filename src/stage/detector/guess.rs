//! [`detect`]: the detector by itself, with how sure it is.

use alloc::vec::Vec;

use super::hints::Hints;
use super::model::PER_NAT;
use super::utf8::Utf8;
use super::{Settings, first_non_ascii, utf8, utf16, weigh_legacy};
use crate::Encoding;
use crate::context::Detection;

/// How many runners-up are given at most.
const MOST_RUNNERS_UP: usize = 4;

/// What a nat counts for. Neighbouring letters depend on each other, so costs that add up overstate
/// the evidence; by how much was measured (`docs/detector.md`).
const NAT: f32 = 0.7;

/// How often a guess is right that leaves no doubt.
const SUREST: f32 = 0.995;

/// An encoding and how likely it is.
///
/// ```
/// let guess = charsniff::detect(b"\xCC\xE0\xF0\xF1");
/// assert!(guess.runners_up.iter().all(|other| other.confidence <= guess.confidence));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The encoding.
    pub encoding: Encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1.
    pub confidence: f32,
}

/// What [`detect`] makes of bytes.
///
/// ```
/// use charsniff::{Encoding, detect};
/// let guess = detect("Привет, мир".as_bytes());
/// assert_eq!(guess.encoding, Encoding::Utf8);
/// assert!(guess.confidence > 0.9 && guess.runners_up.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Guess {
    /// The most likely encoding.
    pub encoding: Encoding,
    /// How likely it is that this encoding gives the right text, from 0 to 1: of answers at 0.9
    /// about nine in ten are right.
    pub confidence: f32,
    /// The next encodings, the likeliest first, but for those that read the bytes as the same
    /// text as one before them.
    pub runners_up: Vec<Candidate>,
}

impl Guess {
    fn sure(encoding: Encoding, confidence: f32) -> Guess {
        Guess { encoding, confidence, runners_up: Vec::new() }
    }
}

/// What encoding `bytes` are in, by the bytes alone: no headers, no declarations, no hints.
///
/// ASCII is UTF-8, since it reads the same in nearly every encoding. UTF-16 is found without a byte
/// order mark, too. The encoding is never ISO-2022-JP, UTF-7, replacement or x-user-defined. For
/// bytes that may be no text at all ask [`Content::of`](crate::Content::of) first. Where a page or
/// its headers may say what it is in, use [`sniff`](crate::sniff()).
///
/// Takes time linear in the input, and looks closely at 16 KiB of it at most; never fails.
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
        return Guess::sure(encoding, SUREST);
    }
    let Some(first) = first_non_ascii(bytes) else { return Guess::sure(Encoding::Utf8, 1.0) };
    if utf8::judge(bytes.get(first..).unwrap_or_default()) != Utf8::No {
        return Guess::sure(Encoding::Utf8, SUREST);
    }
    let settings =
        Settings { detection: Detection::Full, iso_2022_jp: false, html: false, ceiling: usize::MAX, truncated: false };
    let (detected, ranking, seen) = weigh_legacy(bytes, false, settings, &Hints::default());
    let candidates = ranking.candidates(&seen, detected.encoding, MOST_RUNNERS_UP + 1);
    let least = candidates.iter().map(|(_, cost)| *cost).min().unwrap_or(0);
    let weight = |cost: u32| exp(-NAT * (cost - least) as f32 / PER_NAT as f32);
    let all: f32 = candidates.iter().map(|(_, cost)| weight(*cost)).sum();
    let mut candidates =
        candidates.iter().map(|&(encoding, cost)| Candidate { encoding, confidence: SUREST * weight(cost) / all });
    let best = candidates.next().map_or(0.0, |best| best.confidence);
    Guess { encoding: detected.encoding, confidence: best, runners_up: candidates.collect() }
}

/// e to the power of `x`, which is not above zero; `core` has none. Right to six digits.
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

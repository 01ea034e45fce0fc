//! Fits the numbers of the detector's sum to the tuned half of the samples: one number at a time, while the log loss of
//! the truth falls and no more honest declarations are overruled than may be.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use charsniff::adjustable::ALL;
use charsniff::{Context, Detector, Encoding, Reading, sniff};

use crate::corpus::{self, Sample};

/// The least probability that counts: one answer that is surely wrong must not outweigh all others.
const FLOOR: f32 = 1e-4;

/// How many texts are in no encoding that the detector knows, for each that is.
const OUTSIDE: f64 = 0.05;

/// The loss of a lie that stands, in nats.
const WRONG: f64 = 3.0;

/// How many of a hundred thousand honest declarations may be overruled.
const MOST_HARM: usize = 10;

/// The factors that are tried on each number.
const FACTORS: [f64; 4] = [0.67, 0.87, 1.15, 1.5];

/// The lengths in characters at which texts are cut for honest declarations.
const LENGTHS: [usize; 3] = [16, 64, 256];

/// A text in its encoding.
struct Case {
    bytes: Vec<u8>,
    truth: Encoding,
}

struct Cases {
    undeclared: Vec<Case>,
    /// Texts whose header names another encoding.
    lies: Vec<(Case, Encoding)>,
    honest: Vec<Case>,
}

/// The loss of the truth in nats a text, and how many honest declarations are overruled.
#[derive(Clone, Copy)]
struct Score {
    loss: f64,
    harm: usize,
}

fn is_same(bytes: &[u8], one: Encoding, other: Encoding) -> bool {
    one == other || one.decode_without_bom_handling(bytes).0 == other.decode_without_bom_handling(bytes).0
}

impl Cases {
    fn of(samples: &[Sample], step: usize) -> Cases {
        let mut cases = Cases { undeclared: Vec::new(), lies: Vec::new(), honest: Vec::new() };
        let mut random = crate::random::Random::new(5);
        for sample in samples.iter().filter(|sample| !sample.is_blind).step_by(step) {
            let Some(truth) = Encoding::for_label(sample.encoding.name().as_bytes()) else { continue };
            let bytes = |text: &str| corpus::encoded(text, sample.encoding).filter(|bytes| !bytes.is_ascii());
            let Some(whole) = bytes(&sample.text) else { continue };
            let lie = Encoding::ALL[random.below(36)];
            if !lie.is_utf_16() && lie != Encoding::Iso2022Jp && !is_same(&whole, lie, truth) {
                cases.lies.push((Case { bytes: whole.clone(), truth }, lie));
            }
            for length in LENGTHS {
                let text: String = sample.text.chars().take(length).collect();
                cases.honest.extend(bytes(&text).map(|bytes| Case { bytes, truth }));
            }
            cases.honest.push(Case { bytes: whole.clone(), truth });
            cases.undeclared.push(Case { bytes: whole, truth });
        }
        cases
    }

    fn score(&self) -> Score {
        let context = Context::html().reading(Reading::Crawler);
        let detector = Detector::new().iso_2022_jp(true);
        let loss = |probability: f32| -f64::from(probability.max(FLOOR)).ln();
        let undeclared = self.undeclared.iter().map(|Case { bytes, truth }| {
            let guess = detector.detect(bytes);
            let of = |guess: &charsniff::Guess| {
                let first = (guess.encoding, guess.confidence);
                let others = guess.runners_up.iter().map(|other| (other.encoding, other.confidence));
                [first].into_iter().chain(others).find(|(encoding, _)| is_same(bytes, *encoding, *truth))
            };
            let of_truth = loss(guess.as_ref().and_then(of).map_or(0.0, |(_, probability)| probability));
            // The same without the truth: now none of the candidates is right.
            let alike = Encoding::ALL.into_iter().filter(|encoding| is_same(bytes, *encoding, *truth));
            let guess = detector.clone().except(alike).detect(bytes);
            let of_others = |guess: charsniff::Guess| {
                guess.confidence + guess.runners_up.iter().map(|other| other.confidence).sum::<f32>()
            };
            of_truth + OUTSIDE * loss(1.0 - guess.map_or(0.0, of_others))
        });
        let header = |said: Encoding| format!("text/html; charset={}", said.name());
        let lies = self.lies.iter().map(|(Case { bytes, truth }, said)| {
            let answer = sniff(bytes, &*header(*said), &context).encoding;
            if is_same(bytes, answer, *truth) { 0.0 } else { WRONG }
        });
        let all = undeclared.sum::<f64>() + lies.sum::<f64>();
        let is_harmed = |case: &&Case| {
            !is_same(&case.bytes, sniff(&case.bytes, &*header(case.truth), &context).encoding, case.truth)
        };
        Score {
            loss: all / (self.undeclared.len() + self.lies.len()) as f64,
            harm: self.honest.iter().filter(is_harmed).count(),
        }
    }
}

/// Fits the numbers with these names, or all, and prints each: before, after, loss, harm. `step`: every how many samples
/// one is taken.
pub fn print(names: &[String], step: usize) {
    let samples = corpus::samples();
    if samples.is_empty() {
        println!("skipped: no samples in {}", corpus::root().join("detect-wide").display());
        return;
    }
    let cases = Cases::of(&samples, step);
    let wanted: Vec<&(&str, &AtomicU32)> =
        ALL.iter().filter(|(name, _)| names.is_empty() || names.iter().any(|wanted| wanted == name)).collect();
    let before: Vec<u32> = wanted.iter().map(|(_, weight)| weight.load(Relaxed)).collect();
    let mut best = cases.score();
    let most_harm = (cases.honest.len() * MOST_HARM / 100_000).max(best.harm);
    println!(
        "{} texts, {} lies, {} honest declarations: loss {:.5}, {} overruled (at most {most_harm})",
        cases.undeclared.len(),
        cases.lies.len(),
        cases.honest.len(),
        best.loss,
        best.harm
    );
    loop {
        let start = best.loss;
        for (name, weight) in &wanted {
            let value = weight.load(Relaxed);
            let mut chosen = value;
            for factor in FACTORS {
                let tried = (f64::from(value) * factor).round() as u32;
                weight.store(tried, Relaxed);
                let score = cases.score();
                if tried != value && score.harm <= most_harm && score.loss < best.loss - 1e-6 {
                    (best, chosen) = (score, tried);
                }
            }
            weight.store(chosen, Relaxed);
            if chosen != value {
                println!("{name} {value} → {chosen}: loss {:.5}, {} overruled", best.loss, best.harm);
            }
        }
        if start - best.loss < 1e-4 {
            break;
        }
    }
    println!("name, before, after");
    for ((name, weight), before) in wanted.iter().zip(before) {
        println!("{name}\t{before}\t{}", weight.load(Relaxed));
    }
}

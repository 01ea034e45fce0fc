//! Fits the numbers of the detector's sum to the tuned half of the samples: one number at a time, while the log loss of
//! the truth falls. No more honest declarations may be overruled for it, and no more answers be wrong and sure.

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use charsniff::adjustable::ALL;
use charsniff::{Context, Detector, Encoding, Reading, sniff};

use crate::corpus::{self, Sample};

/// The least probability that counts: one answer that is surely wrong must not outweigh all others.
const FLOOR: f32 = 1e-4;

/// An answer is sure from this probability on.
const SURE: f32 = 0.99;

/// A number is changed if that lowers the loss by at least this share: less is chance.
const LEAST_GAIN: f64 = 2e-3;

/// The unit of the numbers: so many are a nat.
const PER_NAT: u32 = 8;

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

/// The loss of the truth in nats a text, how many honest declarations are overruled, and how many answers are wrong and
/// sure, also where the truth may not be the answer.
#[derive(Clone, Copy)]
struct Score {
    loss: f64,
    harm: usize,
    sure: usize,
}

impl Score {
    /// Whether this is enough better than `other` to change a number.
    fn is_better(self, other: Score, most_harm: usize) -> bool {
        self.harm <= most_harm && self.sure <= other.sure && self.loss < other.loss * (1.0 - LEAST_GAIN)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loss {:.5}, {} overruled, {} wrong and sure", self.loss, self.harm, self.sure)
    }
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
        let (mut loss, mut sure) = (0.0, 0);
        for Case { bytes, truth } in &self.undeclared {
            let guess = detector.detect(bytes);
            let of = |guess: &charsniff::Guess| {
                let first = (guess.encoding, guess.probability);
                let others = guess.runners_up.iter().map(|other| (other.encoding, other.probability));
                [first].into_iter().chain(others).find(|(encoding, _)| is_same(bytes, *encoding, *truth))
            };
            let probability = guess.as_ref().and_then(of).map_or(0.0, |(_, probability)| probability);
            loss -= f64::from(probability.max(FLOOR)).ln();
            let is_wrong =
                guess.is_some_and(|guess| guess.probability >= SURE && !is_same(bytes, guess.encoding, *truth));
            // The same without the truth: now none of the candidates is right.
            let alike = Encoding::ALL.into_iter().filter(|encoding| is_same(bytes, *encoding, *truth));
            let guess = detector.clone().except(alike).detect(bytes);
            sure += usize::from(is_wrong) + usize::from(guess.is_some_and(|guess| guess.probability >= SURE));
        }
        let header = |said: Encoding| format!("text/html; charset={}", said.name());
        for (Case { bytes, truth }, said) in &self.lies {
            let answer = sniff(bytes, &*header(*said), &context).encoding;
            loss += if is_same(bytes, answer, *truth) { 0.0 } else { WRONG };
        }
        let is_harmed = |case: &&Case| {
            !is_same(&case.bytes, sniff(&case.bytes, &*header(case.truth), &context).encoding, case.truth)
        };
        Score {
            loss: loss / (self.undeclared.len() + self.lies.len()) as f64,
            harm: self.honest.iter().filter(is_harmed).count(),
            sure,
        }
    }
}

/// Fits the numbers with these names, or all, and prints each: before, after, loss, harm. `step`: every how many samples
/// one is taken. With `write`, `weights.rs` gets the numbers.
pub fn fit(names: &[String], step: usize, write: bool) {
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
    let [texts, lies, honest] = [cases.undeclared.len(), cases.lies.len(), cases.honest.len()];
    println!("{texts} texts, {lies} lies, {honest} honest declarations: {best} (at most {most_harm} overruled)");
    loop {
        let start = best.loss;
        for (name, weight) in &wanted {
            let value = weight.load(Relaxed);
            let mut chosen = value;
            for factor in FACTORS {
                let tried = (f64::from(value) * factor).round() as u32;
                weight.store(tried, Relaxed);
                let score = cases.score();
                if tried != value && score.is_better(best, most_harm) {
                    (best, chosen) = (score, tried);
                }
            }
            weight.store(chosen, Relaxed);
            if chosen != value {
                println!("{name} {value} → {chosen}: {best}");
            }
        }
        if start - best.loss < LEAST_GAIN * start {
            break;
        }
    }
    println!("name, before, after");
    let mut changed = Vec::new();
    for ((name, weight), before) in wanted.iter().zip(before) {
        let after = weight.load(Relaxed);
        println!("{name}\t{before}\t{after}");
        if after != before {
            changed.push((*name, after));
        }
    }
    if write {
        write_numbers(&changed);
    }
}

/// Writes numbers into `weights.rs`, in nats where they are whole nats.
fn write_numbers(changed: &[(&str, u32)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/detector/weights.rs");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let line = |line: &str| {
        let is_of = |name: &str| line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with(" = "));
        match changed.iter().find(|(name, _)| is_of(name)) {
            Some((name, value)) if value % PER_NAT == 0 => format!("    {name} = {} * PER_NAT;\n", value / PER_NAT),
            Some((name, value)) => format!("    {name} = {value};\n"),
            None => format!("{line}\n"),
        }
    };
    let written: String = text.lines().map(line).collect();
    if let Err(error) = std::fs::write(&path, written) {
        println!("{}: {error}", path.display());
    }
}

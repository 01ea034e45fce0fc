//! Whether probabilities are true: of the answers with about 0.9, nine in ten should be right, at every length.

use std::collections::BTreeMap;

use charsniff::Detector;

use crate::corpus::{self, Sample};

/// The lowest probability of each group.
const GROUPS: [f32; 6] = [0.0, 0.5, 0.9, 0.97, 0.99, 0.998];

/// Of a group: answers, right ones, the sum of the probabilities.
type Group = (u32, u32, f64);

/// Prints for each kind of sample and each group of probabilities: how many answers, per cent right, per cent expected.
/// Nothing is declared, and both halves count: no number was chosen by these.
pub fn print(samples: &[Sample]) {
    let detector = Detector::new().iso_2022_jp(true);
    let mut all: BTreeMap<&str, [Group; GROUPS.len()]> = BTreeMap::new();
    for sample in samples {
        let Some(bytes) = corpus::encoded(&sample.text, sample.encoding).filter(|bytes| !bytes.is_ascii()) else {
            continue;
        };
        let Some(guess) = detector.detect(&bytes) else { continue };
        let answer = encoding_rs::Encoding::for_label(guess.encoding.name().as_bytes());
        let is_right = answer.is_some_and(|answer| corpus::same_words(&bytes, answer, sample.encoding));
        let group = GROUPS.iter().rposition(|least| guess.probability >= *least).unwrap_or(0);
        let (answers, right, sum) = &mut all.entry(&sample.size).or_default()[group];
        *answers += 1;
        *right += u32::from(is_right);
        *sum += f64::from(guess.probability);
    }
    println!("| probability from | {} |", GROUPS.map(|least| least.to_string()).join(" | "));
    println!("| --- |{}", " ---: |".repeat(GROUPS.len()));
    for (size, groups) in all {
        let cell = |(answers, right, sum): Group| match answers {
            0 => String::new(),
            _ => {
                let percent = |count: f64| 100.0 * count / f64::from(answers);
                format!("{:.1} of {answers} ({:.1})", percent(right.into()), percent(sum))
            }
        };
        println!("| {size} | {} |", groups.map(cell).join(" | "));
    }
}

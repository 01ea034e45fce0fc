//! Streams against each other and against whole inputs, which `support/streams.rs` makes. `STREAM_CASES` scales the number
//! of cases.

#[path = "support/random.rs"]
mod random;
#[path = "support/streams.rs"]
mod streams;

use charsniff::{Kind, Reading};
use random::Random;
use streams::{Case, Comparisons, compare, reads_bytes};

/// How many cases each reading of a row gets; ten times as many if the row reads bytes.
fn cases(kind: Kind) -> usize {
    let cases = std::env::var("STREAM_CASES").map_or(40, |cases| cases.parse().expect("STREAM_CASES is a number"));
    if reads_bytes(kind) { 10 * cases } else { cases }
}

/// Nothing depends on the chunks. Where no detector is asked, and on resources shorter than what a stream holds back,
/// a stream gives what `decode` gives. Its text is always the one that its verdict gives.
#[test]
fn a_stream_gives_what_the_whole_input_gives() {
    let mut random = Random::new(37);
    let mut all = Comparisons::default();
    for &kind in Kind::ALL {
        for &reading in Reading::ALL {
            for _ in 0..cases(kind) {
                compare(&Case::new(kind, reading, &mut random), reading, &mut random, &mut all);
            }
        }
    }
    let different: usize = all.differences.values().map(|(number, _)| number).sum();
    println!("streams: {} comparisons with each other and with whole inputs, {different} differences", all.compared);
    for (kind, (number, first)) in &all.differences {
        println!("{number} x {kind}, first {first}\n");
    }
    assert!(different == 0, "{different} differences");
}

//! The cost of single characters.

use std::time::Instant;

use charsniff::{CoderResult, Encoding};

/// How often a character is repeated in the text that is timed.
const REPEATS: usize = 512;
const ROUNDS: usize = 5;

/// Prints the median and the maximum over all characters, for every encoder that has a table.
pub fn print() {
    println!("| encoding | characters | median, ns | worst, ns | worst / median | worst |");
    println!("| --- | ---: | ---: | ---: | ---: | --- |");
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.output_encoding() == *encoding) {
        let mut costs: Vec<(f64, char)> = characters(encoding).map(|c| (cost(encoding, c), c)).collect();
        costs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some(median), Some(worst)) = (costs.get(costs.len() / 2), costs.last()) else { continue };
        println!(
            "| {encoding} | {} | {:.2} | {:.2} | {:.1} | U+{:04X} |",
            costs.len(),
            median.0,
            worst.0,
            worst.0 / median.0,
            u32::from(worst.1),
        );
    }
}

/// The characters that the encoding has: all of plane 0, and one in 16 of the other planes.
fn characters(encoding: Encoding) -> impl Iterator<Item = char> {
    let planes = (0x1_0000..0x11_0000).step_by(16);
    let big5_planes = 0x2_0000..0x2_A6E0;
    let others: Box<dyn Iterator<Item = u32>> =
        if encoding == Encoding::Big5 { Box::new(big5_planes) } else { Box::new(planes) };
    (0..0x1_0000).chain(others).filter_map(char::from_u32).filter(move |c| !encoding.encode(&c.to_string()).2)
}

fn cost(encoding: Encoding, c: char) -> f64 {
    let text: String = core::iter::repeat_n(c, REPEATS).collect();
    let mut bytes = [0; REPEATS * 4 + 16];
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let (result, ..) = encoding.new_encoder().encode_from_utf8(std::hint::black_box(&text), &mut bytes, true);
        best = best.min(start.elapsed().as_secs_f64());
        assert_eq!(result, CoderResult::InputEmpty);
    }
    best * 1e9 / REPEATS as f64
}

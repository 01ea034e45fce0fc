//! Runs a fuzz target on mutations of a corpus, as fast as it goes: nothing is instrumented, and
//! nothing is learned. `mutate TARGET SECONDS LONGEST FOLDERS...`, the longest input in bytes.
//!
//! Prints how many inputs there were. One that fails is kept in the folder `artifacts`.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};
use std::{env, fs};

use charsniff_fuzz::TARGETS;

/// Bytes at which decoders and parsers do something else.
const TURNS: &[u8] =
    b"\0\t\n\x0C\r\x0E\x0F\x1B !\"#$&'()*,-./09:;<=>?@ABIJKZ[\\]`az|~\x7F\x80\x81\x8E\x8F\xA0\xA1\xA2\xBF\
                       \xC0\xC1\xC2\xDC\xDF\xE0\xED\xEF\xF0\xF4\xF5\xFC\xFD\xFE\xFF";

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A range in `length` bytes, mostly a short one.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let most = if self.below(4) == 0 { length } else { 8 };
        start..start + self.below((length - start).min(most) + 1)
    }
}

fn mutate(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(input.len());
    match random.below(8) {
        0 | 1 if !input.is_empty() => input[at] = *random.one_of(TURNS),
        2 if !input.is_empty() => input[at] ^= 1 << random.below(8),
        3 if !input.is_empty() => input[at] = random.next() as u8,
        4 => input.insert(at, *random.one_of(TURNS)),
        5 => drop(input.drain(random.range(input.len()))),
        6 => input.extend_from_within(random.range(input.len())),
        _ => {
            let other = random.one_of(seeds);
            let range = random.range(input.len());
            input.splice(range, other[random.range(other.len())].iter().copied());
        }
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [target, seconds, longest, folders @ ..] = &arguments[..] else { panic!("TARGET SECONDS LONGEST FOLDERS...") };
    let (_, run) = TARGETS.iter().find(|(name, _)| name == target).expect("a target");
    let time = Duration::from_secs(seconds.parse().expect("seconds"));
    let longest: usize = longest.parse().expect("bytes");
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let seeds: Vec<Vec<u8>> = files.map(|file| fs::read(file.expect("a file").path()).expect("bytes")).collect();

    let mut random = Random(RandomState::new().hash_one(target));
    let (start, mut count, mut input) = (Instant::now(), 0u64, Vec::new());
    while start.elapsed() < time {
        for _ in 0..1000 {
            input.clone_from(random.one_of(&seeds));
            for _ in 0..random.below(8) + 1 {
                mutate(&mut input, &seeds, &mut random);
            }
            input.truncate(longest);
            count += 1;
            if catch_unwind(|| run(&input)).is_err() {
                fs::create_dir_all("artifacts").expect("a folder");
                let path = format!("artifacts/{target}-{:016x}", random.next());
                fs::write(&path, &input).expect("a file");
                println!("{count} executions, the last fails: {path}");
                std::process::exit(1);
            }
        }
    }
    println!("{count} executions, 0 findings");
}

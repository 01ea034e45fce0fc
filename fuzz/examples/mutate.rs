//! Runs a fuzz target on mutations of a corpus, without instrumentation, and so as fast as
//! possible. `mutate TARGET SECONDS LONGEST FOLDERS...`, the longest input in bytes.
//!
//! Prints how many inputs there were. An input that fails is shortened as far as possible and kept in the
//! folder `artifacts`. A file in place of a folder is one seed, which is also tried unchanged.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::panic::{catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use charsniff_fuzz::TARGETS;

/// Bytes that decoders and parsers treat specially.
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

/// The bytes of a file, or of all files in a folder.
fn read_all(path: &Path) -> Vec<Vec<u8>> {
    match fs::read_dir(path) {
        Ok(files) => files.flat_map(|file| fs::read(file.expect("a file").path())).collect(),
        Err(_) => vec![fs::read(path).expect("a file or a folder")],
    }
}

/// The shortest input that still fails when piece after piece is left out.
fn reduce(run: fn(&[u8]), mut input: Vec<u8>) -> Vec<u8> {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let mut length = input.len();
    while length > 0 {
        let before = input.len();
        let mut start = 0;
        while start + length <= input.len() {
            let shorter = [&input[..start], &input[start + length..]].concat();
            match catch_unwind(|| run(&shorter)) {
                Ok(()) => start += length,
                Err(_) => input = shorter,
            }
        }
        length = if input.len() < before { length.min(input.len()) } else { length / 2 };
    }
    set_hook(hook);
    input
}

/// Tries an input. A failure ends the program.
fn try_input(run: fn(&[u8]), input: &[u8], target: &str, count: u64) {
    if catch_unwind(|| run(input)).is_ok() {
        return;
    }
    let input = reduce(run, input.to_vec());
    fs::create_dir_all("artifacts").expect("a folder");
    let path = format!("artifacts/{target}-{:016x}", RandomState::new().hash_one(&input));
    fs::write(&path, &input).expect("a file");
    println!("{count} executions, the last fails: {path}");
    let _ = catch_unwind(|| run(&input));
    std::process::exit(1);
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [target, seconds, longest, folders @ ..] = &arguments[..] else { panic!("TARGET SECONDS LONGEST FOLDERS...") };
    let (_, run) = TARGETS.iter().find(|(name, _)| name == target).expect("a target");
    let time = Duration::from_secs(seconds.parse().expect("seconds"));
    let longest: usize = longest.parse().expect("bytes");
    let seeds: Vec<Vec<u8>> = folders.iter().flat_map(|folder| read_all(Path::new(folder))).collect();
    let (start, mut count) = (Instant::now(), 0u64);
    for seed in &seeds {
        count += 1;
        try_input(*run, seed, target, count);
    }

    let mut random = Random(RandomState::new().hash_one(target));
    let mut input = Vec::new();
    while start.elapsed() < time {
        for _ in 0..1000 {
            input.clone_from(random.one_of(&seeds));
            for _ in 0..random.below(8) + 1 {
                mutate(&mut input, &seeds, &mut random);
            }
            input.truncate(longest);
            count += 1;
            try_input(*run, &input, target, count);
        }
    }
    println!("{count} executions, 0 findings");
}

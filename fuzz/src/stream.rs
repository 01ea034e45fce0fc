//! Streams against each other and against whole inputs, as `tests/stream_differential.rs` compares them.

use charsniff::{Kind, Reading};
use std::sync::LazyLock;

#[path = "../../tests/support/random.rs"]
mod random;
#[path = "../../tests/support/streams.rs"]
mod streams;

use streams::{Case, Comparisons, compare, reads_bytes};

/// Choices by the bytes of an input; behind them, by numbers that follow from it. So the shortest input makes a whole
/// resource too, and the fuzzer keeps and changes the first choices.
struct Random {
    bytes: std::vec::IntoIter<u8>,
    rest: random::Random,
}

impl Random {
    fn new(data: &[u8]) -> Random {
        // FNV-1a.
        let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        let seed = data.iter().fold(0xCBF2_9CE4_8422_2325, hash);
        Random { bytes: Vec::from(data).into_iter(), rest: random::Random::new(seed) }
    }

    /// A number from 0 to `end`, which is excluded.
    fn below(&mut self, end: usize) -> usize {
        match self.bytes.next() {
            Some(byte) if end <= 1 << 8 => usize::from(byte) % end,
            Some(byte) => (usize::from(byte) << 8 | usize::from(self.bytes.next().unwrap_or(0))) % end,
            None => self.rest.below(end),
        }
    }
}

/// Rows that read bytes ten times as often as others.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let times = |kind: &Kind| if reads_bytes(*kind) { 10 } else { 1 };
    Kind::ALL.iter().flat_map(|kind| std::iter::repeat_n(*kind, times(kind))).collect()
});

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let (mut random, mut all) = (Random::new(data), Comparisons::default());
    let kind = KINDS[random.below(KINDS.len())];
    let reading = Reading::ALL[random.below(Reading::ALL.len())];
    compare(&Case::new(kind, reading, &mut random), reading, &mut random, &mut all);
    assert!(all.differences.is_empty(), "{:#?}", all.differences);
}

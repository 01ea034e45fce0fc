//! The layout of encodings of ASCII and pairs, as kernels want it.

use super::{utf8_three, utf8_up_to_two};

/// What an encoding's pairs stand for.
///
/// ```text
///   index  = (lead byte - 80) << 8 | trail byte
///   unit   = length << 24 | third byte << 16 | second byte << 8 | first byte     0: no character
/// ```
///
/// So a character is one look-up, one store of four bytes, of which the next character overwrites
/// what is too much, and one addition.
pub(crate) struct TwoByte {
    units: [u32; 0x8000],
}

impl TwoByte {
    /// `leads` and `trails` are inclusive ranges of bytes in the order of the pointers. Pointers
    /// whose scalar value is 0 are left to the handler.
    pub(crate) const fn new(leads: &[(u8, u8)], trails: &[(u8, u8)], index: &[u16]) -> TwoByte {
        let mut units = [0; 0x8000];
        let mut pointer = 0;
        let mut row = 0;
        while row < leads.len() {
            let mut lead = leads[row].0 as usize;
            while lead <= leads[row].1 as usize {
                let mut column = 0;
                while column < trails.len() {
                    let mut trail = trails[column].0 as usize;
                    while trail <= trails[column].1 as usize {
                        let scalar = if pointer < index.len() { index[pointer] } else { 0 };
                        // Most scalar values are from U+0800 on, and the compiler's interpreter is slow.
                        units[(lead & 0x7F) << 8 | trail] = match scalar {
                            0 => 0,
                            1..0x800 => {
                                assert!(scalar >= 0x80, "ASCII is one byte");
                                utf8_up_to_two(scalar)
                            }
                            0x800.. => utf8_three(scalar),
                        };
                        pointer += 1;
                        trail += 1;
                    }
                    column += 1;
                }
                lead += 1;
            }
            row += 1;
        }
        TwoByte { units }
    }

    /// The UTF-8 of a pair whose lead is 80 to FF (the highest bit is not looked at), 0 if there
    /// is none.
    #[inline(always)]
    pub(crate) fn unit(&self, pair: u16) -> u32 {
        self.units[usize::from(pair & 0x7FFF)]
    }

    /// The same, where the highest bit is known to be 0.
    ///
    /// # Safety
    /// `index` is less than 0x8000.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[inline(always)]
    pub(super) unsafe fn unit_at(&self, index: usize) -> u32 {
        debug_assert!(index < self.units.len());
        // SAFETY: the caller's.
        unsafe { *self.units.get_unchecked(index) }
    }
}

/// What a stretch of ISO-2022-JP starts as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SevenBit {
    /// Whether bytes are pairs of JIS X 0208 rather than ASCII.
    pub(crate) pairs: bool,
    /// Whether no character has come since the last escape sequence, so that another one would
    /// be an error.
    pub(crate) escaped: bool,
}

impl SevenBit {
    /// The state behind an escape sequence at the start of `src` that selects ASCII or JIS X 0208.
    #[inline(always)]
    pub(super) fn after_escape(self, src: &[u8]) -> Option<SevenBit> {
        let pairs = match src {
            [0x1B, 0x24, 0x40 | 0x42, ..] => true,
            [0x1B, 0x28, 0x42, ..] => false,
            _ => return None,
        };
        (!self.escaped).then_some(SevenBit { pairs, escaped: true })
    }
}

/// A bit for each even place.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;

/// Every other bit of each run of ones, from its first on. No two of them are neighbours: the
/// bounds of what kernels read and write without looking depend on it.
///
/// ```text
///   mask                               1110 0111 1000     (first bit on the left)
///   + first bits at even places        0001 0111 1000     runs that begin there are gone
///   kept of those: even places         1010 0000 0000
///   kept of others: odd places         0000 0101 0000
/// ```
#[inline(always)]
pub(super) fn every_other_of_runs(mask: u64) -> u64 {
    let first_bits = mask & !(mask << 1);
    let odd_runs = mask & mask.wrapping_add(first_bits & EVEN);
    mask & (odd_runs ^ EVEN)
}

#[cfg(test)]
mod tests {
    use super::every_other_of_runs;

    #[test]
    fn every_other_of_runs_is() {
        // Runs of all lengths at all places, and numbers without order (an LCG of Knuth's).
        let runs = (0..64).flat_map(|start| (1..=64 - start).map(move |n| (!0_u64 >> (64 - n)) << start));
        let mut random = 1_u64;
        let random = core::iter::repeat_with(|| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random ^ random >> 29
        });
        for mask in runs.chain(random.take(10_000)).chain([0]) {
            let (mut expected, mut is_kept) = (0, false);
            for bit in 0..64 {
                is_kept = mask >> bit & 1 != 0 && !is_kept;
                expected |= u64::from(is_kept) << bit;
            }
            assert_eq!(every_other_of_runs(mask), expected, "{mask:b}");
        }
    }
}

//! The layout of encodings of ASCII and pairs, as kernels want it.

use alloc::boxed::Box;
use alloc::vec;

use super::{code_unit, utf8_units};

/// What an encoding's pairs stand for.
///
/// ```text
///   index  = (lead byte - 80) << 8 | trail byte
///   unit   = length << 24 | third byte << 16 | second byte << 8 | first byte     0: no character
/// ```
///
/// So a character is one look-up, one store of four bytes, of which the next character overwrites
/// what is too much, and one addition.
#[repr(transparent)]
pub(crate) struct TwoByte {
    /// Of three bytes at most: kernels rely on it.
    units: [u32; UNITS],
}

const UNITS: usize = 0x8000;

impl TwoByte {
    /// `leads` and `trails` are inclusive ranges of bytes in the order of the pointers, `index` the
    /// scalar value of each pointer. Pairs without one, and those beyond U+FFFF, are left to the handler.
    pub(crate) fn new(leads: &[(u8, u8)], trails: &[(u8, u8)], index: impl IntoIterator<Item = u32>) -> Box<TwoByte> {
        let mut units: Box<[u32; UNITS]> = zeroes();
        let mut index = index.into_iter();
        for lead in leads.iter().flat_map(|&(first, last)| first..=last) {
            let row = units.as_chunks_mut::<0x100>().0.get_mut(usize::from(lead & 0x7F));
            let Some(row) = row else { continue };
            for &(first, last) in trails {
                // The row comes first: where it ends, no scalar value is taken in vain.
                for (unit, scalar) in row[usize::from(first)..=usize::from(last)].iter_mut().zip(&mut index) {
                    *unit = match u16::try_from(scalar) {
                        Ok(scalar @ 0x80..) => utf8_units(scalar),
                        _ => 0,
                    };
                }
            }
        }
        let units = Box::into_raw(units).cast::<TwoByte>();
        // SAFETY: it came out of a `Box`, and the type has the layout of the array.
        unsafe { Box::from_raw(units) }
    }

    /// The character of a pair, as [`unit`](Self::unit).
    pub(crate) fn character(&self, pair: [u8; 2]) -> Option<char> {
        match self.unit(u16::from_be_bytes(pair)) {
            0 => None,
            unit => char::from_u32(code_unit(unit).into()),
        }
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

/// An array of zeroes that never is on the stack.
pub(crate) fn zeroes<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    vec![T::default(); N].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([T::default(); N]))
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

//! The table of an encoding of ASCII and pairs, in the form that kernels need.

use alloc::boxed::Box;
use alloc::vec;

use super::utf8_units;

/// The characters of an encoding's pairs.
///
/// ```text
///   index  = (lead byte - 80) << 8 | trail byte
///   unit   = length << 24 | third byte << 16 | second byte << 8 | first byte     0: no character
/// ```
///
/// So a character costs one look-up, one store of four bytes, and one addition. The next character
/// overwrites the bytes that are too many.
#[repr(transparent)]
pub(crate) struct TwoByte {
    /// No unit is longer than three bytes. Kernels rely on it.
    units: [u32; UNITS],
}

const UNITS: usize = 0x8000;

/// An array of zeroes, made on the heap without passing through the stack.
pub(crate) fn zeroes<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    vec![T::default(); N].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([T::default(); N]))
}

impl TwoByte {
    /// Builds the table. `rows` calls what it is given with pairs that follow one another: the first one, and the scalar
    /// value of each, 0 where there is none. If a pair comes several times, the last one counts.
    #[inline(never)]
    pub(crate) fn new(rows: impl FnOnce(&mut dyn FnMut(u16, &[u16]))) -> Box<TwoByte> {
        let mut units: Box<[u32; UNITS]> = zeroes();
        rows(&mut |first, scalars| {
            let (_, units) = units.split_at_mut(usize::from(first & 0x7FFF));
            for (unit, scalar) in units.iter_mut().zip(scalars) {
                *unit = if *scalar < 0x80 { 0 } else { utf8_units(*scalar) };
            }
        });
        let units = Box::into_raw(units).cast::<TwoByte>();
        // SAFETY: it came out of a `Box`, and the type has the layout of the array.
        unsafe { Box::from_raw(units) }
    }

    /// The UTF-8 of a pair; 0 if it has no character. The lead byte is 80 to FF; its highest bit is ignored.
    #[inline(always)]
    pub(crate) fn unit(&self, pair: u16) -> u32 {
        self.units[usize::from(pair & 0x7FFF)]
    }

    /// The UTF-8 at an index of the table, without a bounds check.
    ///
    /// # Safety
    /// `index` is less than 0x8000.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[inline(always)]
    pub(super) unsafe fn unit_at(&self, index: usize) -> u32 {
        debug_assert!(index < self.units.len());
        // SAFETY: the caller guarantees it.
        unsafe { *self.units.get_unchecked(index) }
    }
}

/// The state of an ISO-2022-JP decoder, as far as kernels handle it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SevenBit {
    /// Whether bytes are pairs of JIS X 0208. Otherwise they are ASCII.
    pub(crate) pairs: bool,
    /// Whether no character has come since the last escape sequence. Another escape sequence would then be
    /// an error.
    pub(crate) escaped: bool,
}

/// How far an ISO-2022-JP kernel has come.
pub(crate) struct SevenBitDone {
    /// How many bytes it has read.
    pub(crate) read: usize,
    /// How many bytes it has written.
    pub(crate) written: usize,
    /// The state after them.
    pub(crate) state: SevenBit,
    /// How many bytes after them it has looked at in vain, since a pair in them has no character.
    pub(crate) in_vain: usize,
}

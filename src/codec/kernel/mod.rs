//! The loops that do nearly all the work, one set an instruction set, chosen once.
//!
//! A kernel takes and gives slices: it converts from the start of the input to the start of the
//! output, stops before anything it does not handle (or where its stride does not fit any more),
//! and says how far it came. Every level may stop elsewhere; what is converted is the same. The
//! callers in `codec/` finish what a kernel leaves.
//!
//! Both machines have targets without vector registers (`x86_64-unknown-none`,
//! `aarch64-unknown-none-softfloat`), so levels ask for their baseline too, which is then the
//! portable one.
//!
//! This folder is the only one with `unsafe`.

#![allow(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]

use alloc::boxed::Box;

/// Whether the machine has all of these: asked at run time with `std`, else when compiling.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
macro_rules! has {
    ($($feature:tt)+) => {{
        #[cfg(feature = "std")]
        let all = true $(&& std::arch::is_x86_feature_detected!($feature))+;
        #[cfg(not(feature = "std"))]
        let all = true $(&& cfg!(target_feature = $feature))+;
        all
    }};
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512;
mod by_leads;
mod close_up;
#[cfg(feature = "encode")]
pub(crate) mod encode;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod paged;
mod portable;
mod search;
pub(crate) mod text;
mod two_byte;
mod utf8_table;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod vectors;

pub(crate) use portable::ascii;
#[cfg(feature = "encode")]
pub(crate) use portable::ascii_word;
pub(crate) use portable::to_utf16::widen_ascii;
pub(crate) use two_byte::{SevenBit, TwoByte, zeroes};

/// An instruction set that kernels are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Rust without intrinsics, for every machine.
    Portable,
    /// x86-64 with AVX2 (and BMI, POPCNT).
    Avx2,
    /// x86-64 with AVX-512 F, BW, VL, VBMI and VBMI2 (and AVX2, BMI, POPCNT).
    Avx512,
    /// aarch64's baseline.
    Neon,
}

/// The bytes of a single-byte encoding, each as the UTF-8 to write: bytes from the lowest up,
/// their number (1 to 3) in the highest byte; 0 where there is no character.
pub(crate) type Utf8Units = [u32; 256];

/// Converts from the start of the input to the start of the output, in a way that depends on
/// `T`: (bytes read, bytes written).
pub(crate) type Convert<T> = fn(src: &[u8], dst: &mut [u8], by: T) -> (usize, usize);

/// The same of ASCII and pairs, from a state on: (bytes read, bytes written, the state behind them).
pub(crate) type ConvertFrom<S> = fn(src: &[u8], dst: &mut [u8], pairs: &TwoByte, from: S) -> (usize, usize, S);

/// (Bytes read, code units written).
pub(crate) type TwoByteToUtf16 = fn(src: &[u8], dst: &mut [u16], pairs: &TwoByte) -> (usize, usize);

/// The kernels of one level.
pub(crate) struct Kernels {
    /// How many bytes from the start are ASCII; they are copied as far as `dst` reaches.
    pub(crate) ascii: fn(src: &[u8], dst: &mut [u8]) -> usize,
    /// Where the first `<` stands that a letter, given in lowercase, follows in either case.
    pub(crate) find_tag: fn(bytes: &[u8], initial: u8) -> Option<usize>,
    /// How many bytes from the start are whole UTF-8 characters; they are copied as far as whole
    /// ones fit in `dst`.
    pub(crate) utf8: fn(src: &[u8], dst: &mut [u8]) -> usize,
    /// How many bytes from the start are whole UTF-8 characters.
    pub(crate) utf8_valid_up_to: fn(src: &[u8]) -> usize,
    /// UTF-16 (`true`: big-endian) to UTF-8; stops before a lone surrogate.
    pub(crate) utf16: Convert<bool>,
    /// A single-byte encoding to UTF-8; stops before a byte without a character.
    pub(crate) single_byte: Convert<&'static SingleByte>,
    /// ASCII and pairs of an index to UTF-8; stops before anything else.
    pub(crate) two_byte: Convert<&'static TwoByte>,
    /// ISO-2022-JP to UTF-8; stops before an escape sequence that selects neither ASCII nor pairs,
    /// one that is an error, and anything else.
    pub(crate) iso_2022_jp: ConvertFrom<SevenBit>,
    /// Up to how many bytes of UTF-8 are sooner UTF-16 one by one than they are validated and converted.
    pub(crate) few_to_utf16: usize,
    /// UTF-8 to UTF-16, as far as it fits: how many code units. Of bytes that are no UTF-8 it makes
    /// code units of any value.
    pub(crate) to_utf16: fn(utf8: &[u8], dst: &mut [u16]) -> usize,
    /// A single-byte encoding to UTF-16, up to a byte without a character, as far as it fits: how
    /// many bytes, and as many code units.
    pub(crate) single_byte_to_utf16: fn(src: &[u8], dst: &mut [u16], table: &SingleByte) -> usize,
    /// ASCII and pairs of an index to UTF-16; stops before anything else, and may stop anywhere. `None`
    /// where by way of UTF-8 is faster.
    pub(crate) two_byte_to_utf16: Option<TwoByteToUtf16>,
}

/// A single-byte encoding as kernels want it: all tables describe the same 128 bytes.
pub(crate) struct SingleByte {
    /// Bytes 80 to FF → scalar value, 0 where there is none.
    pub(crate) scalars: [u16; 128],
    /// The same with U+FFFD where there is none, if there is such a byte: the kernels do not stop then.
    pub(crate) replacing: Option<Box<SingleByte>>,
    /// The first of them, if each is the next of the one before, which takes no table.
    pub(crate) in_a_row: Option<u16>,
    /// The same as UTF-8, and bytes 00 to 7F.
    pub(crate) utf8: Utf8Units,
    /// The same as UTF-8, a column each for the third last, the second last and the last byte; 0
    /// where there is none. The first is 1 where there is no character.
    pub(crate) columns: [[u8; 128]; 3],
    /// The low bytes of scalar values and the high ones, as [`avx2::Rows`] wants them.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    pub(crate) rows: [[u8; 128]; 2],
    /// The same in fewer registers, without the rarest.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    pub(crate) paged: paged::Paged,
}

impl SingleByte {
    pub(crate) fn new(scalars: [u16; 128]) -> Box<SingleByte> {
        let replacing = scalars
            .contains(&0)
            .then(|| SingleByte::new(scalars.map(|scalar| if scalar == 0 { 0xFFFD } else { scalar })));
        let mut utf8 = [0; 256];
        let mut columns = [[0; 128]; 3];
        for (i, &scalar) in scalars.iter().enumerate() {
            utf8[i] = utf8_up_to_two(i as u16);
            if scalar == 0 {
                columns[0][i] = 1;
                continue;
            }
            utf8[128 + i] = utf8_units(scalar);
            let [bytes @ .., length] = utf8[128 + i].to_le_bytes();
            let length = usize::from(length);
            for (column, byte) in columns[3 - length..].iter_mut().zip(bytes) {
                column[i] = byte;
            }
        }
        let in_a_row = scalars.is_sorted_by(|a, b| *b == a.wrapping_add(1));
        Box::new(SingleByte {
            replacing,
            in_a_row: in_a_row.then_some(scalars[0]),
            utf8,
            columns,
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            rows: avx2::rows(&scalars),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            paged: paged::Paged::new(&scalars),
            scalars,
        })
    }
}

/// A scalar value below U+10000 as the UTF-8 to write: bytes from the lowest up, their number in
/// the highest byte. All lengths are computed and one is chosen by masks, lest compilers branch.
#[inline(always)]
pub(crate) const fn utf8_units(scalar: u16) -> u32 {
    let three = utf8_three(scalar);
    three ^ (three ^ utf8_up_to_two(scalar)) & below(scalar as u32, 0x800)
}

/// The code unit of such UTF-8 of two or three bytes.
#[inline(always)]
pub(crate) const fn code_unit(utf8: u32) -> u16 {
    // Of the lengths two and three.
    if utf8 & 1 << 24 == 0 {
        return (utf8 << 6 & 0x7C0 | utf8 >> 8 & 0x3F) as u16;
    }
    code_unit_of_three(utf8)
}

#[inline(always)]
pub(crate) const fn code_unit_of_three(utf8: u32) -> u16 {
    (utf8 << 12 | utf8 >> 2 & 0xFC0 | utf8 >> 16 & 0x3F) as u16
}

/// The same of scalar values from U+0800 on.
#[inline(always)]
pub(crate) const fn utf8_three(scalar: u16) -> u32 {
    let c = scalar as u32;
    0x0380_80E0 | c >> 12 | (c & 0xFC0) << 2 | (c & 0x3F) << 16
}

/// The same of scalar values below U+0800.
#[inline(always)]
pub(crate) const fn utf8_up_to_two(scalar: u16) -> u32 {
    let c = scalar as u32;
    let one = c | 1 << 24;
    let two = (c >> 6 | 0xC0) | (c & 0x3F | 0x80) << 8 | 2 << 24;
    two ^ (two ^ one) & below(c, 0x80)
}

/// The UTF-8 of a scalar value from U+10000 on, bytes from the lowest up.
#[inline(always)]
pub(crate) const fn utf8_four(c: u32) -> u32 {
    0x8080_80F0 | c >> 18 | (c & 0x3_F000) >> 4 | (c & 0xFC0) << 10 | (c & 0x3F) << 24
}

/// All ones if `c`, of 16 bits, is less than `end`, else none.
const fn below(c: u32, end: u32) -> u32 {
    (c.wrapping_sub(end).cast_signed() >> 31).cast_unsigned()
}

impl Kernels {
    /// The best kernels of this machine, found out once.
    #[cfg(feature = "std")]
    pub(crate) fn best() -> &'static Kernels {
        static BEST: std::sync::OnceLock<&Kernels> = std::sync::OnceLock::new();
        BEST.get_or_init(Kernels::find_best)
    }

    /// The best kernels of the instruction sets that the program is compiled for.
    #[cfg(not(feature = "std"))]
    pub(crate) fn best() -> &'static Kernels {
        Kernels::find_best()
    }

    fn find_best() -> &'static Kernels {
        let levels = [Level::Avx512, Level::Avx2, Level::Neon];
        levels.into_iter().find_map(Kernels::at).unwrap_or(&portable::KERNELS)
    }

    /// The kernels of `level`, if this machine can run them.
    pub(crate) fn at(level: Level) -> Option<&'static Kernels> {
        match level {
            Level::Portable => Some(&portable::KERNELS),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Level::Avx2 => avx2::kernels(),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Level::Avx512 => avx512::kernels(),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Level::Neon => Some(&neon::KERNELS),
            _ => None,
        }
    }
}

/// The length of the whole valid characters at the start of `bytes`, of which the first
/// `checked` are known to be valid but for a character that may go on behind them, and an error
/// is near.
#[cold]
fn utf8_valid_up_to_from(bytes: &[u8], checked: usize) -> usize {
    let reach = checked.saturating_sub(3);
    let cut_off = bytes[reach..checked].iter().rposition(|byte| *byte >= 0xC0);
    let start = cut_off.map_or(checked, |lead| reach + lead);
    match core::str::from_utf8(&bytes[start..]) {
        Ok(_) => bytes.len(),
        Err(error) => start + error.valid_up_to(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Kernels, Level};

    /// Every level finds the first error at every place of inputs of every length, and none else.
    #[test]
    fn every_level_validates_utf8() {
        const ERRORS: [&[u8]; 11] = [
            b"\x80",
            b"\xC3",
            b"\xE2\x82",
            b"\xED\xA0\x80",
            b"\xF0\x9F\x98",
            b"\xFF",
            b"\xC0\xAF",
            b"\xC1\xBF",
            b"\xE0\x9F\xBF",
            b"\xF0\x8F\xBF\xBF",
            b"\xF4\x90\x80\x80",
        ];
        for level in [Level::Portable, Level::Avx2, Level::Avx512, Level::Neon] {
            let Some(kernels) = Kernels::at(level) else { continue };
            let hold = |bytes: &[u8]| {
                let expected = core::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
                assert_eq!((kernels.utf8_valid_up_to)(bytes), expected, "{level:?} {bytes:02X?}");
            };
            for text in ["plain", "да", "漢字", "a😀é"] {
                let text = text.repeat(200);
                for length in 0..400 {
                    let mut bytes = text.as_bytes()[..length].to_vec();
                    hold(&bytes);
                    let error = ERRORS[length % ERRORS.len()];
                    for at in (length % 7..length.saturating_sub(error.len())).step_by(7) {
                        bytes.copy_from_slice(&text.as_bytes()[..length]);
                        bytes[at..][..error.len()].copy_from_slice(error);
                        hold(&bytes);
                    }
                }
            }
        }
    }
}

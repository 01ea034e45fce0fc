//! The loops that do nearly all the work: one set for each instruction set (a *level*), chosen once.
//!
//! This is the floor: it knows neither encodings nor the standard, and imports from no other module. `codec/` builds the
//! tables that kernels look up.
//!
//! A kernel takes slices and converts from the start of the input to the start of the output. It stops
//! before anything that it does not handle, or where a step may not fit any more, and returns how much it
//! has read and written. Levels may stop at different places, but what they convert is the same. The
//! callers in `codec/` convert what a kernel leaves.
//!
//! What levels have in common is written once: loads, stores and blocks of ASCII ([`vector`]), the tests of
//! long UTF-8 ([`by_leads`]), encodings of ASCII and pairs ([`pairs`]), the search for a pair of bytes ([`search`]), and
//! the tables of shuffles ([`close_up`], [`utf8_table`]). Each level has a folder for the rest, where the
//! algorithms differ: AVX-512 removes the unused bytes of 64 lanes by one instruction, and handles the end of
//! the input by masks. AVX2 and NEON shuffle 16 bytes by a table.
//!
//! The attribute `target_feature` takes only a literal, so each function with intrinsics repeats the features of
//! its level. `tests/kernels/features.rs` compares them with those that the level asks the machine for.
//! Functions without intrinsics have none; they are inlined. Loops that levels share take as a closure what the
//! level does its own way: a closure has the features of the function that it is in.
//!
//! WebAssembly has no levels: its vectors are chosen when a module is compiled, and only UTF-8 uses them
//! (`simd128`).
//!
//! x86-64 and aarch64 have targets without vector registers (`x86_64-unknown-none`,
//! `aarch64-unknown-none-softfloat`). So the modules of the levels also require the baseline's vector
//! feature; without it, only the portable level exists.
//!
//! This is the only folder with `unsafe`.

#![allow(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]
// Some tables are for the instruction sets of x86-64 only.
#![cfg_attr(not(all(target_arch = "x86_64", target_feature = "sse2")), allow(dead_code, unused_imports))]

use alloc::boxed::Box;

/// Whether the machine has all of these features: detected at run time with `std`, else known at compile
/// time.
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

/// Defines the kernel tables of a level of x86-64, from the kernels of the module that invokes this macro, and the
/// functions that return them. The tables are private to these functions, which check the machine's features first.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
macro_rules! kernels {
    ($level:ident, $has:expr, find: $find:path, seven_bit: $seven_bit:expr, short_utf8: $short:literal) => {
        /// These kernels, if the machine has the features that they are compiled for.
        pub(super) fn kernels() -> Option<&'static Kernels> {
            $has.then_some(&KERNELS)
        }

        /// The kernels that convert to UTF-16.
        ///
        /// # Safety
        /// The machine has the features of [`kernels`].
        pub(super) unsafe fn to_utf16_kernels() -> &'static Utf16Kernels {
            &TO_UTF16
        }

        static KERNELS: Kernels = Kernels {
            // SAFETY: who has this table has the features that its kernels are compiled for.
            find_before_letter: |bytes, byte, letter| unsafe { $find(bytes, byte, letter) },
            // SAFETY: as above.
            utf8: |src, dst| unsafe { utf8::copy(src, dst) },
            // SAFETY: as above.
            utf8_valid_up_to: |src| unsafe { utf8::valid_up_to(src) },
            // SAFETY: as above.
            utf16: |src, dst, big_endian| unsafe {
                match big_endian {
                    true => utf16::utf16::<true>(src, dst),
                    false => utf16::utf16::<false>(src, dst),
                }
            },
            // SAFETY: as above.
            single_byte: |src, dst, table| unsafe { single_byte::single_byte(src, dst, table) },
            // SAFETY: as above.
            two_byte: |src, dst, layout| unsafe { two_byte::two_byte(src, dst, layout) },
            seven_bit: $seven_bit,
            level: Level::$level,
        };

        static TO_UTF16: Utf16Kernels = Utf16Kernels {
            short_utf8: $short,
            // SAFETY: as above.
            utf8: |utf8, dst| unsafe { to_utf16::to_utf16(utf8, dst) },
            // SAFETY: as above.
            single_byte: |src, dst, table| unsafe { to_utf16::single_byte(src, dst, table) },
            two_byte: None,
        };
    };
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
#[cfg(feature = "encode")]
pub(crate) mod page_table;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod paged;
mod pair_table;
mod pairs;
mod portable;
pub(crate) mod room;
mod runs;
mod search;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(feature = "encode")]
pub(crate) mod text;
mod utf8_automaton;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod utf8_table;
pub(crate) mod valid;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
))]
mod vector;

pub(crate) use pair_table::{SevenBit, SevenBitDone, TwoByte, zeroes};
pub(crate) use portable::to_utf16::widen_ascii;
pub(crate) use portable::{ascii, seven_bit_ascii, seven_bit_pairs};

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

/// The bytes of a single-byte encoding, each as the UTF-8 to write: the first byte lowest, the length (1 to
/// 3) in the highest byte. 0 where there is no character.
pub(crate) type Utf8Units = [u32; 256];

/// Converts from the start of the input to the start of the output, by means of a table or an option of type
/// `T`: (bytes read, bytes written).
pub(crate) type Convert<T> = fn(src: &[u8], dst: &mut [u8], by: T) -> (usize, usize);

/// Converts ISO-2022-JP from the start of the input to the start of the output, in a state.
pub(crate) type ConvertFrom = fn(src: &[u8], dst: &mut [u8], pairs: &TwoByte, from: SevenBit) -> SevenBitDone;

/// (Bytes read, code units written).
pub(crate) type TwoByteToUtf16 = fn(src: &[u8], dst: &mut [u16], pairs: &TwoByte) -> (usize, usize);

/// The kernels of one level.
pub(crate) struct Kernels {
    /// Where the first `byte` is that is followed by a letter, in either case. The letter is given in lowercase.
    pub(crate) find_before_letter: fn(bytes: &[u8], byte: u8, letter: u8) -> Option<usize>,
    /// The length of the whole, valid UTF-8 characters at the start that fit in `dst`. They are copied.
    pub(crate) utf8: fn(src: &[u8], dst: &mut [u8]) -> usize,
    /// The length of the whole, valid UTF-8 characters at the start.
    pub(crate) utf8_valid_up_to: fn(src: &[u8]) -> usize,
    /// UTF-16 (`true`: big-endian) to UTF-8; stops before an unpaired surrogate.
    pub(crate) utf16: Convert<bool>,
    /// A single-byte encoding to UTF-8; stops before a byte without a character.
    pub(crate) single_byte: Convert<&'static SingleByte>,
    /// ASCII and pairs of an index to UTF-8; stops before anything else.
    pub(crate) two_byte: Convert<&'static TwoByte>,
    /// Long ISO-2022-JP to UTF-8; stops before an escape sequence that selects neither ASCII nor pairs, one that is
    /// an error, and anything else.
    pub(crate) seven_bit: Option<ConvertFrom>,
    /// The level of these kernels. Only this folder makes them, so the machine has that level.
    level: Level,
}

/// The kernels of one level that convert to UTF-16. Apart from [`Kernels`], so that the linker can drop them
/// from a program that does not decode to UTF-16.
pub(crate) struct Utf16Kernels {
    /// UTF-8 of at most this length in bytes is converted one character at a time, which is then faster than
    /// to validate and then convert it.
    pub(crate) short_utf8: usize,
    /// UTF-8 to UTF-16, as far as it fits: the number of code units. Malformed UTF-8 becomes code units
    /// of any value.
    pub(crate) utf8: fn(utf8: &[u8], dst: &mut [u16]) -> usize,
    /// A single-byte encoding, up to a byte without a character, as far as it fits: the number of
    /// bytes, which is that of code units.
    pub(crate) single_byte: fn(src: &[u8], dst: &mut [u16], table: &SingleByte) -> usize,
    /// ASCII and pairs of an index; stops before anything else, and may stop anywhere. `None` where it is
    /// faster to convert to UTF-8 first.
    pub(crate) two_byte: Option<TwoByteToUtf16>,
}

/// A single-byte encoding, in the forms that kernels need. All tables describe the same 128 bytes.
pub(crate) struct SingleByte {
    /// The scalar values of bytes 80 to FF, 0 where there is none.
    pub(crate) scalars: [u16; 128],
    /// The same encoding with U+FFFD where there is no character, if there is such a byte. Kernels do not stop
    /// with this table.
    pub(crate) replacing: Option<Box<SingleByte>>,
    /// The first scalar value, if each of the others is one more than the one before. Then no table is needed.
    pub(crate) in_a_row: Option<u16>,
    /// All 256 bytes as UTF-8.
    pub(crate) utf8: Utf8Units,
    /// Bytes 80 to FF as UTF-8, in columns: the third last, the second last and the last byte, 0 where there
    /// is none. The first column is 1 where there is no character.
    pub(crate) columns: [[u8; 128]; 3],
    /// The low bytes and the high bytes of the scalar values, in the form of [`avx2::Rows`].
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    pub(crate) rows: [[u8; 128]; 2],
    /// Bytes 80 to FF as UTF-8 in few registers, without the rarest characters.
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

/// The UTF-8 of a scalar value below U+10000: the first byte lowest, the length in the highest byte. All
/// lengths are computed and one is selected by masks, so that there is no branch.
#[inline(always)]
pub(crate) const fn utf8_units(scalar: u16) -> u32 {
    let three = utf8_three(scalar);
    three ^ (three ^ utf8_up_to_two(scalar)) & below(scalar as u32, 0x800)
}

/// The code unit of a character, from such UTF-8 of two or three bytes.
#[inline(always)]
pub(crate) const fn code_unit(utf8: u32) -> u16 {
    // Of the lengths 2 and 3, only 2 is even.
    if utf8 & 1 << 24 == 0 {
        return (utf8 << 6 & 0x7C0 | utf8 >> 8 & 0x3F) as u16;
    }
    code_unit_of_three(utf8)
}

#[inline(always)]
pub(crate) const fn code_unit_of_three(utf8: u32) -> u16 {
    (utf8 << 12 | utf8 >> 2 & 0xFC0 | utf8 >> 16 & 0x3F) as u16
}

/// [`utf8_units`] for scalar values from U+0800 on.
#[inline(always)]
pub(crate) const fn utf8_three(scalar: u16) -> u32 {
    let c = scalar as u32;
    0x0380_80E0 | c >> 12 | (c & 0xFC0) << 2 | (c & 0x3F) << 16
}

/// [`utf8_units`] for scalar values below U+0800.
#[inline(always)]
pub(crate) const fn utf8_up_to_two(scalar: u16) -> u32 {
    let c = scalar as u32;
    let one = c | 1 << 24;
    let two = (c >> 6 | 0xC0) | (c & 0x3F | 0x80) << 8 | 2 << 24;
    two ^ (two ^ one) & below(c, 0x80)
}

/// The UTF-8 of a scalar value from U+10000 on, the first byte lowest.
#[inline(always)]
pub(crate) const fn utf8_four(c: u32) -> u32 {
    0x8080_80F0 | c >> 18 | (c & 0x3_F000) >> 4 | (c & 0xFC0) << 10 | (c & 0x3F) << 24
}

/// All ones if `c` is less than `end`, else 0. `c` has 16 bits.
const fn below(c: u32, end: u32) -> u32 {
    (c.wrapping_sub(end).cast_signed() >> 31).cast_unsigned()
}

impl Kernels {
    /// The best kernels that this machine can run, found out once.
    #[cfg(feature = "std")]
    pub(crate) fn best() -> &'static Kernels {
        static BEST: std::sync::OnceLock<&Kernels> = std::sync::OnceLock::new();
        BEST.get_or_init(Kernels::find_best)
    }

    /// The best kernels for the instruction sets that the program is compiled for.
    #[cfg(not(feature = "std"))]
    pub(crate) fn best() -> &'static Kernels {
        Kernels::find_best()
    }

    fn find_best() -> &'static Kernels {
        let levels = [Level::Avx512, Level::Avx2, Level::Neon];
        levels.into_iter().find_map(Kernels::at).unwrap_or(&portable::KERNELS)
    }

    /// The kernels of the same level that convert to UTF-16.
    #[inline]
    pub(crate) fn to_utf16(&self) -> &'static Utf16Kernels {
        match self.level {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            // SAFETY: only `avx2::kernels` has made kernels of this level, which has asked for the features.
            Level::Avx2 => unsafe { avx2::to_utf16_kernels() },
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            // SAFETY: only `avx512::kernels` has made kernels of this level, which has asked for the features.
            Level::Avx512 => unsafe { avx512::to_utf16_kernels() },
            _ => &portable::TO_UTF16,
        }
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

/// The length of the whole, valid characters at the start of `bytes`. The first `checked` bytes are valid,
/// except that the last character may continue after them. Called only where the block after them has an error.
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

//! Converts between forms of text in memory: UTF-8, UTF-16, Latin-1 (each byte is the scalar
//! value of the same number) and ASCII ("Basic Latin" as UTF-16); and checks which of them suffices.
//!
//! Every function is linear in its input. UTF-8 and UTF-16 use `charsniff`'s kernels; everything
//! else is branchless loops over blocks, which compilers vectorize.
//!
//! ```
//! let mut units = [0; 6];
//! let written = encoding_rs::mem::convert_str_to_utf16("héllo", &mut units);
//! assert!(encoding_rs::mem::is_utf16_latin1(&units[..written]));
//! ```

mod ascii;
mod bidi;
mod latin1;
mod utf16;

pub use ascii::{copy_ascii_to_ascii, copy_ascii_to_basic_latin, copy_basic_latin_to_ascii, is_ascii, is_basic_latin};
pub use bidi::{
    Latin1Bidi, check_str_for_latin1_and_bidi, check_utf8_for_latin1_and_bidi, check_utf16_for_latin1_and_bidi,
    is_char_bidi, is_str_bidi, is_utf8_bidi, is_utf16_bidi, is_utf16_code_unit_bidi,
};
pub use latin1::{
    convert_latin1_to_str, convert_latin1_to_str_partial, convert_latin1_to_utf8, convert_latin1_to_utf8_partial,
    convert_latin1_to_utf16, convert_utf8_to_latin1_lossy, convert_utf16_to_latin1_lossy, is_str_latin1,
    is_utf8_latin1, is_utf16_latin1, str_latin1_up_to, utf8_latin1_up_to,
};
#[cfg(feature = "alloc")]
pub use latin1::{decode_latin1, encode_latin1_lossy};
pub use utf16::{
    convert_str_to_utf16, convert_utf8_to_utf16, convert_utf8_to_utf16_without_replacement, convert_utf16_to_str,
    convert_utf16_to_str_partial, convert_utf16_to_utf8, convert_utf16_to_utf8_partial, ensure_utf16_validity,
    utf16_valid_up_to,
};

/// How many units are checked together, and how many are converted through a buffer.
const BLOCK: usize = 64;
const CHUNK: usize = 512;

/// Lets `convert` write to a buffer of `N` bytes, and copies the result to `dst`. So the other bytes of `dst` keep
/// their values, although a kernel may write beyond the length that it returns.
///
/// `convert` gets the position in the input and the room, and returns (units read, bytes written).
fn through_buffer<const N: usize>(
    length: usize,
    dst: &mut [u8],
    mut convert: impl FnMut(usize, &mut [u8]) -> (usize, usize),
) -> (usize, usize) {
    let mut buffer = [0; N];
    let (mut read, mut written) = (0, 0);
    while read < length {
        let room = N.min(dst.len() - written);
        let (r, w) = convert(read, &mut buffer[..room]);
        dst[written..written + w].copy_from_slice(&buffer[..w]);
        read += r;
        written += w;
        if r == 0 {
            break;
        }
    }
    (read, written)
}

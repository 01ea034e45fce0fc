//! From the bytes that decoders write to `str`, without looking at them again.

use alloc::string::String;

/// Lets `decode` write at the end of `text`, into `room` bytes that its capacity has left (at
/// most all of them), and keeps as many bytes as it says it has written.
///
/// Only decoders call this: what they write is UTF-8, whole characters, on every input.
pub(crate) fn append<R>(text: &mut String, room: usize, decode: impl FnOnce(&mut [u8]) -> (R, usize)) -> R {
    let start = text.len();
    let end = text.capacity().min(start + room);
    // While `decode` is at work, `text` is empty: a panic there leaves it so.
    let mut bytes = core::mem::take(text).into_bytes();
    bytes.resize(end, 0);
    let (result, written) = decode(&mut bytes[start..]);
    bytes.truncate(start + written);
    debug_assert!(core::str::from_utf8(&bytes[start..]).is_ok());
    // SAFETY: the bytes up to `start` were text, and those that follow are whole UTF-8
    // characters by the contract above.
    *text = unsafe { String::from_utf8_unchecked(bytes) };
    result
}

/// Lets `decode` write at the start of `text`, into its first `room` bytes (at most all of them;
/// `None`: all), and puts zeroes wherever the rest would not be text any more.
///
/// Only decoders call this: what they write is UTF-8, whole characters, on every input.
pub(crate) fn overwrite<R>(text: &mut str, room: Option<usize>, decode: impl FnOnce(&mut [u8]) -> (R, usize)) -> R {
    /// Makes text of the bytes again, even if `decode` panics.
    struct Mend<'a> {
        bytes: &'a mut [u8],
        room: usize,
        written: usize,
    }

    impl Drop for Mend<'_> {
        fn drop(&mut self) {
            self.bytes[self.written..self.room].fill(0);
            for byte in &mut self.bytes[self.room..] {
                match byte {
                    0x80..=0xBF => *byte = 0,
                    _ => break,
                }
            }
        }
    }

    let room = text.len().min(room.unwrap_or(usize::MAX));
    // SAFETY: when `mend` is dropped, the bytes are text: first whole characters by the contract
    // above, then zeroes as far as `decode` could reach and as far as a character reached that it
    // may have broken, then what was text before.
    let bytes = unsafe { text.as_bytes_mut() };
    let mut mend = Mend { bytes, room, written: 0 };
    let (result, written) = decode(&mut mend.bytes[..room]);
    mend.written = written.min(room);
    debug_assert!(core::str::from_utf8(&mend.bytes[..mend.written]).is_ok());
    result
}

/// `bytes` as text.
///
/// Only decoders call this, on what they have written or validated.
pub(crate) fn trusted(bytes: &[u8]) -> &str {
    debug_assert!(core::str::from_utf8(bytes).is_ok());
    // SAFETY: decoders write and validate whole UTF-8 characters only, by the contract above.
    unsafe { core::str::from_utf8_unchecked(bytes) }
}

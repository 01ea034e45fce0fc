//! From the bytes that decoders write to `str`, without looking at them again.

use alloc::string::String;

/// Lets `decode` write at the end of `text`, into the room that its capacity leaves, and keeps
/// as many bytes as it says it has written.
///
/// Only decoders call this: what they write is UTF-8, whole characters, on every input.
pub(crate) fn append<R>(text: &mut String, decode: impl FnOnce(&mut [u8]) -> (R, usize)) -> R {
    let start = text.len();
    // SAFETY: the bytes past `start` are UTF-8 or cut off again below, by the contract above; no
    // one sees the string in between, and a panic in `decode` leaves zeroes, which are UTF-8, or
    // whole characters.
    let bytes = unsafe { text.as_mut_vec() };
    bytes.resize(bytes.capacity(), 0);
    let (result, written) = decode(&mut bytes[start..]);
    bytes.truncate(start + written);
    debug_assert!(core::str::from_utf8(&bytes[start..]).is_ok());
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

//! UTF-16 as UTF-8.

use super::{Kernels, valid::Valid};

/// The bytes of code units, in this machine's order.
fn bytes_of(units: &[u16]) -> &[u8] {
    // SAFETY: the same memory for the same lifetime. Bytes need no alignment and may have any value.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Converts UTF-16 to UTF-8, as many characters as fit in `room`, with unpaired surrogates as U+FFFD: the
/// number of code units, and the text.
pub(crate) fn utf8_of<'a>(units: &[u16], room: &'a mut [u8]) -> (usize, &'a str) {
    /// After an unpaired surrogate, how many characters are converted one by one before the next kernel call.
    const AMONG_ERRORS: usize = 16;
    let kernels = Kernels::best();
    let (mut read, mut written) = (0, 0);
    loop {
        let (r, w) = (kernels.utf16)(bytes_of(&units[read..]), &mut room[written..], cfg!(target_endian = "big"));
        read += r / 2;
        written += w;
        // An unpaired surrogate, after which more are likely, or little room.
        let start = read;
        for c in char::decode_utf16(units[read..].iter().copied()).take(AMONG_ERRORS) {
            let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
            let Some(room) = room.get_mut(written..written + c.len_utf8()) else { break };
            written += c.encode_utf8(room).len();
            read += c.len_utf16();
        }
        if read == start {
            break;
        }
    }
    (read, Valid::written(&room[..written]).as_str())
}

//! Gives decoders and encoders room to write to, without initializing more than is needed.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

#[cfg(feature = "encode")]
use super::{Kernels, valid::Valid};

/// Lets `write` write at the end of `bytes`, into at most `room` bytes of its spare capacity.
pub(crate) fn append_bytes<R>(bytes: &mut Vec<u8>, room: usize, write: impl FnOnce(&mut [u8]) -> (R, usize)) -> R {
    let spare = bytes.spare_capacity_mut();
    let room = room.min(spare.len());
    let (result, written) = write(of_any_value(&mut spare[..room]));
    let length = bytes.len() + written.min(room);
    // SAFETY: the length is within the capacity, and what was given to `write` is initialized.
    unsafe { bytes.set_len(length) };
    result
}

/// Initializes memory with unspecified values, before text is written to it. Costs nothing where an empty
/// piece of assembly can pretend to do it.
pub(crate) fn of_any_value(room: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    // SAFETY: it has no instructions. The compiler cannot look inside, so it assumes that the code writes
    // to the memory at the pointer. The values in that memory do not matter: nothing reads a byte of
    // it before a decoder or an encoder has written it.
    unsafe {
        core::arch::asm!("/* {} */", in(reg) room.as_mut_ptr(), options(nostack, preserves_flags));
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    room.fill(MaybeUninit::new(0));
    let bytes: *mut [MaybeUninit<u8>] = room;
    // SAFETY: the same memory for the same lifetime, and all of it is initialized.
    unsafe { &mut *(bytes as *mut [u8]) }
}

/// The bytes of code units, in this machine's order.
#[cfg(feature = "encode")]
fn bytes_of(units: &[u16]) -> &[u8] {
    // SAFETY: the same memory for the same lifetime. Bytes need no alignment and may have any value.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Converts UTF-16 to UTF-8, as many characters as fit in `room`, with unpaired surrogates as U+FFFD: the
/// number of code units, and the text.
#[cfg(feature = "encode")]
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

//! Gives decoders and encoders room to write to, without initializing more than is needed.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

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

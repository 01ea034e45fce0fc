//! Room for decoders and encoders to write to, and from the bytes that decoders write to `str`,
//! without a look or a write more than is needed.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Lets `decode` write at the end of `text`, into `room` bytes that its capacity has left (at
/// most all of them), and keeps as many bytes as it says it has written.
///
/// Only decoders call this: what they write is UTF-8, whole characters, on every input.
pub(crate) fn append<R>(text: &mut String, room: usize, decode: impl FnOnce(&mut [u8]) -> (R, usize)) -> R {
    // While `decode` is at work, `text` is empty: a panic there leaves it so.
    let mut bytes = core::mem::take(text).into_bytes();
    let start = bytes.len();
    let result = append_bytes(&mut bytes, room, decode);
    debug_assert!(core::str::from_utf8(&bytes[start..]).is_ok());
    // SAFETY: the bytes up to `start` were text, and those that follow are whole UTF-8
    // characters by the contract above.
    *text = unsafe { String::from_utf8_unchecked(bytes) };
    result
}

/// The same for bytes of any kind.
pub(crate) fn append_bytes<R>(bytes: &mut Vec<u8>, room: usize, write: impl FnOnce(&mut [u8]) -> (R, usize)) -> R {
    let spare = bytes.spare_capacity_mut();
    let room = room.min(spare.len());
    let (result, written) = write(of_any_value(&mut spare[..room]));
    let length = bytes.len() + written.min(room);
    // SAFETY: the capacity reaches as far, and what was given to `write` has values.
    unsafe { bytes.set_len(length) };
    result
}

/// Gives memory values, whichever, before others are written there. Where that can be left to
/// assembly that does nothing, it costs nothing.
pub(crate) fn of_any_value(room: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    // SAFETY: there are no instructions. The compiler, which must not look inside, takes it for
    // code that may write to the memory that it is given a pointer to. Which values that memory
    // has from then on is of no meaning: nothing reads a byte before a decoder or an encoder has
    // written it.
    unsafe {
        core::arch::asm!("/* {} */", in(reg) room.as_mut_ptr(), options(nostack, preserves_flags));
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    room.fill(MaybeUninit::new(0));
    let bytes: *mut [MaybeUninit<u8>] = room;
    // SAFETY: the same memory, borrowed as long, and all of it has values.
    unsafe { &mut *(bytes as *mut [u8]) }
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

/// The bytes of code units, in this machine's order.
#[cfg(feature = "encode")]
pub(crate) fn bytes_of(units: &[u16]) -> &[u8] {
    // SAFETY: the same memory, borrowed as long; bytes may be anywhere and have any value.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// `bytes` as text.
///
/// Only decoders call this, and what reads UTF-16 for encoders, on what they have written or validated.
pub(crate) fn trusted(bytes: &[u8]) -> &str {
    debug_assert!(core::str::from_utf8(bytes).is_ok());
    // SAFETY: decoders write and validate whole UTF-8 characters only, by the contract above.
    unsafe { core::str::from_utf8_unchecked(bytes) }
}

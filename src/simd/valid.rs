//! The only ways from bytes to a `str` or a `String` that do not validate them again: [`Valid`], [`append`] and
//! [`overwrite`]. To know that no malformed byte becomes text, audit the constructors here and what they name, and the
//! implementations of [`WritesText`].

use alloc::string::String;
use alloc::vec::Vec;

use super::Kernels;
use super::room::append_bytes;

/// Bytes that are UTF-8.
pub(crate) struct Valid<Bytes>(Bytes);

impl<'a> Valid<&'a [u8]> {
    /// The whole, valid characters at the start of `bytes`, by the kernel that validates. `tests/kernels/walk.rs` tests
    /// it at every level with an error at every place.
    pub(crate) fn prefix(bytes: &'a [u8]) -> Valid<&'a [u8]> {
        Valid::known(&bytes[..(Kernels::best().utf8_valid_up_to)(bytes)])
    }

    /// The ASCII at the start of `bytes`.
    pub(crate) fn ascii_prefix(bytes: &'a [u8]) -> Valid<&'a [u8]> {
        Valid::known(&bytes[..ascii_up_to(bytes)])
    }

    /// What the kernel for UTF-16 and [`char::encode_utf8`] have written: both write whole characters.
    #[cfg(feature = "encode")]
    pub(super) fn written(bytes: &'a [u8]) -> Valid<&'a [u8]> {
        Valid::known(bytes)
    }

    fn known(bytes: &'a [u8]) -> Valid<&'a [u8]> {
        debug_assert!(core::str::from_utf8(bytes).is_ok());
        Valid(bytes)
    }

    pub(crate) fn as_str(&self) -> &'a str {
        // SAFETY: each constructor names what makes the bytes UTF-8.
        unsafe { core::str::from_utf8_unchecked(self.0) }
    }
}

impl Valid<Vec<u8>> {
    /// The bytes of a `String`, of length `start`, and what a [`WritesText`] has written after them.
    fn extended(bytes: Vec<u8>, start: usize) -> Valid<Vec<u8>> {
        debug_assert!(bytes.get(start..).is_some_and(|new| core::str::from_utf8(new).is_ok()));
        Valid(bytes)
    }

    fn into_string(self) -> String {
        // SAFETY: the constructor names what makes the bytes UTF-8.
        unsafe { String::from_utf8_unchecked(self.0) }
    }
}

/// What writes text, and is trusted to: whatever implements this writes whole characters of UTF-8. Only the call of a
/// decoder does (`tests/modules.rs`).
pub(crate) trait WritesText {
    type Result;

    /// Writes at the start of `room`: the result, and the number of bytes written.
    fn write(self, room: &mut [u8]) -> (Self::Result, usize);
}

/// Lets `writer` write at the end of `text`, into at most `room` bytes of its spare capacity, and extends `text` by
/// what was written.
pub(crate) fn append<W: WritesText>(text: &mut String, room: usize, writer: W) -> W::Result {
    // Meanwhile `text` is empty, and remains so if the writer panics.
    let mut bytes = core::mem::take(text).into_bytes();
    let start = bytes.len();
    let result = append_bytes(&mut bytes, room, |room| writer.write(room));
    *text = Valid::extended(bytes, start).into_string();
    result
}

/// Lets `writer` write at the start of `text`, into its first `room` bytes; `text` must be at least that long. Bytes
/// after the new text that are no longer valid UTF-8 are set to zero.
pub(crate) fn overwrite<W: WritesText>(text: &mut str, room: usize, writer: W) -> W::Result {
    /// Makes the bytes valid text again, even if the writer panics.
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

    // SAFETY: when `mend` is dropped, the bytes are valid text: whole characters; then zeroes up to the end of `room`,
    // and up to the end of a character that crossed it; then the text that was there before.
    let bytes = unsafe { text.as_bytes_mut() };
    let mut mend = Mend { bytes, room, written: 0 };
    let (result, written) = writer.write(&mut mend.bytes[..room]);
    let written = written.min(room);
    debug_assert!(core::str::from_utf8(&mend.bytes[..written]).is_ok());
    mend.written = written;
    result
}

/// The length of the ASCII at the start.
fn ascii_up_to(bytes: &[u8]) -> usize {
    let first_other = |word: &[u8; 8]| {
        let others = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        (others != 0).then(|| others.trailing_zeros() as usize / 8)
    };
    // In text of another script, words are short.
    if let Some(at) = bytes.first_chunk().and_then(first_other) {
        return at;
    }
    // The compiler vectorizes whole blocks.
    let mut at = 64 * bytes.as_chunks::<64>().0.iter().take_while(|block| block.is_ascii()).count();
    let (words, rest) = bytes[at..].as_chunks();
    for word in words {
        if let Some(other) = first_other(word) {
            return at + other;
        }
        at += 8;
    }
    at + rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len())
}

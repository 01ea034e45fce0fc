//! What an encoder family says about itself, and [`drive`], which does the rest: the same division
//! of work as between [`Decode`](super::Decode) and its driver.

use super::EncoderResult;
use super::kernel::encode::EncodeKernels;

/// What the [handler](https://encoding.spec.whatwg.org/#handler) of an encoder returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoded {
    /// *Finished*, at the end of the queue only.
    Finished,
    /// The bytes of the character.
    Bytes(Bytes),
    /// An escape sequence; the character was restored to the queue.
    Escape([u8; 3]),
    /// *Error* with the character that has no bytes, or U+FFFD in place of one that must not be
    /// told.
    Error(char),
}

/// One to four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes {
    bytes: [u8; 4],
    length: u8,
}

impl Bytes {
    /// The first `length` bytes, 1 to 4.
    pub(crate) const fn new(bytes: [u8; 4], length: u8) -> Bytes {
        Bytes { bytes, length }
    }

    pub(crate) const fn one(byte: u8) -> Bytes {
        Bytes::new([byte, 0, 0, 0], 1)
    }

    pub(crate) const fn two(bytes: [u8; 2]) -> Bytes {
        Bytes::new([bytes[0], bytes[1], 0, 0], 2)
    }

    pub(crate) const fn four(bytes: [u8; 4]) -> Bytes {
        Bytes::new(bytes, 4)
    }

    fn as_slice(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length).min(4)]
    }
}

impl Encoded {
    /// What a [unit](super::pages) stands for: two bytes, one, or none for `c`.
    pub(crate) fn unit(unit: u16, c: char) -> Encoded {
        match unit.to_be_bytes() {
            [0, 0] => Encoded::Error(c),
            [0, byte] => Encoded::Bytes(Bytes::one(byte)),
            bytes => Encoded::Bytes(Bytes::two(bytes)),
        }
    }
}

/// An encoder family: its state is a few bytes that are copied freely.
pub(crate) trait Encode: Copy {
    /// Encodes whole characters from the start of `src` to the start of `dst`: (bytes read, bytes
    /// written). May stop anywhere between characters, before anything it would rather leave to
    /// the handler.
    fn run(&mut self, kernels: &EncodeKernels, src: &str, dst: &mut [u8]) -> (usize, usize);

    /// The standard's handler; `None` is the end of the queue.
    fn handle(&mut self, c: Option<char>) -> Encoded;

    /// Whether the end of the queue is more than *finished*.
    fn is_pending(&self) -> bool {
        false
    }
}

/// Runs an encoder over `src` until it is consumed, `dst` is full or a character has no bytes:
/// (why, bytes read, bytes written). `last`: whether the queue ends where `src` does.
///
/// Always inlined: a result that is copied through memory costs as much as a short input.
#[inline(always)]
pub(crate) fn drive<E: Encode>(
    encoder: &mut E,
    kernels: &EncodeKernels,
    src: &str,
    dst: &mut [u8],
    last: bool,
) -> (EncoderResult, usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let (r, w) = encoder.run(kernels, &src[read..], &mut dst[written..]);
        read += r;
        written += w;

        if read == src.len() && !(last && encoder.is_pending()) {
            return (EncoderResult::InputEmpty, read, written);
        }
        let c = src[read..].chars().next();
        let before = *encoder;
        let length = c.map_or(0, char::len_utf8);
        let (bytes, consumed) = match encoder.handle(c) {
            Encoded::Finished => return (EncoderResult::InputEmpty, read, written),
            Encoded::Error(c) => return (EncoderResult::Unmappable(c), read + length, written),
            Encoded::Bytes(bytes) => (bytes, length),
            Encoded::Escape([a, b, c]) => (Bytes::new([a, b, c, 0], 3), 0),
        };
        let bytes = bytes.as_slice();
        let Some(room) = dst.get_mut(written..written + bytes.len()) else {
            *encoder = before;
            return (EncoderResult::OutputFull, read, written);
        };
        room.copy_from_slice(bytes);
        written += bytes.len();
        read += consumed;
    }
}

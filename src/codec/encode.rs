//! What an encoder family says about itself, and [`drive`], which does the rest: the same division
//! of work as between [`Decode`](super::Decode) and its driver.

use super::EncoderResult;
use super::kernel::ascii_word;
use super::kernel::encode::EncodeKernels;

/// How much a run is given behind an error, and then twice as much, and so on: errors come in rows
/// where text is of another encoding, and what kernels prepare before their loops, or do again from
/// the start of a block, would not pay.
const AFTER_ERROR: usize = 32;

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
    /// Whether ASCII is its own bytes, whatever was before it.
    const HAS_ASCII: bool = true;

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

/// The length of the longest [reference](write_reference), `&#1114111;`.
pub(super) const LONGEST_REFERENCE: usize = 10;

/// Runs an encoder over `src` until it is consumed, `dst` is full or a character that has no bytes
/// stands in the way: (why, bytes read, bytes written, whether there was such a character). `last`:
/// whether the queue ends where `src` does. `REPLACE`: such characters become references and stand
/// in the way only where these do not fit. `run`: what a run over `src` has come to, if there
/// was one.
///
/// Always inlined: a result that is copied through memory costs as much as a short input.
#[inline(always)]
pub(crate) fn drive<E: Encode, const REPLACE: bool>(
    encoder: &mut E,
    kernels: &EncodeKernels,
    src: &str,
    dst: &mut [u8],
    last: bool,
    mut run: Option<(usize, usize)>,
) -> (EncoderResult, usize, usize, bool) {
    let (mut read, mut written) = (0, 0);
    let mut had_unmappables = false;
    let mut reach = AFTER_ERROR;
    let mut end = src.len();
    loop {
        let (r, w) = run.take().unwrap_or_else(|| encoder.run(kernels, &src[read..end], &mut dst[written..]));
        read += r;
        written += w;
        if read == src.len() && !(last && encoder.is_pending()) {
            return (EncoderResult::InputEmpty, read, written, had_unmappables);
        }
        if read == end && end < src.len() {
            reach *= 2;
            end = boundary(src, end.saturating_add(reach));
            continue;
        }

        // What the run has left.
        let c = src[read..].chars().next();
        let before = *encoder;
        let length = c.map_or(0, char::len_utf8);
        let (bytes, consumed) = match encoder.handle(c) {
            Encoded::Finished => return (EncoderResult::InputEmpty, read, written, had_unmappables),
            Encoded::Bytes(bytes) => (bytes, length),
            Encoded::Escape([a, b, c]) => (Bytes::new([a, b, c, 0], 3), 0),
            Encoded::Error(c) => {
                read += length;
                had_unmappables = true;
                if !REPLACE {
                    return (EncoderResult::Unmappable(c), read, written, had_unmappables);
                }
                let (r, w, owed) = references(encoder, kernels, c, &src[read..], &mut dst[written..]);
                read += r;
                written += w;
                if let Some(c) = owed {
                    return (EncoderResult::Unmappable(c), read, written, had_unmappables);
                }
                reach = AFTER_ERROR;
                end = boundary(src, read + reach);
                continue;
            }
        };
        let bytes = bytes.as_slice();
        let Some(room) = dst.get_mut(written..written + bytes.len()) else {
            *encoder = before;
            return (EncoderResult::OutputFull, read, written, had_unmappables);
        };
        room.copy_from_slice(bytes);
        written += bytes.len();
        read += consumed;
    }
}

/// Writes the reference of `c`, and those of the characters without bytes at the start of `src`
/// with the ASCII between them: (bytes read, bytes written, the last character read if its reference
/// does not fit).
#[inline(never)]
fn references<E: Encode>(
    encoder: &E,
    kernels: &EncodeKernels,
    mut c: char,
    src: &str,
    dst: &mut [u8],
) -> (usize, usize, Option<char>) {
    let (mut read, mut written) = (0, 0);
    loop {
        match write_reference(c, &mut dst[written..]) {
            Some(n) => written += n,
            None => return (read, written, Some(c)),
        }
        if E::HAS_ASCII && matches!(src.as_bytes().get(read), Some(0..0x80)) {
            let n = ascii(kernels, &src.as_bytes()[read..], &mut dst[written..]);
            read += n;
            written += n;
        }
        // Errors leave the state as it is.
        let Some(next) = src[read..].chars().next() else { return (read, written, None) };
        let Encoded::Error(error) = { *encoder }.handle(Some(next)) else { return (read, written, None) };
        read += next.len_utf8();
        c = error;
    }
}

/// The end of the last character that does not end behind `at`, or of `src`.
fn boundary(src: &str, at: usize) -> usize {
    (0..=at.min(src.len())).rev().find(|at| src.is_char_boundary(*at)).unwrap_or(0)
}

/// Copies ASCII, of which there may be a space or many lines; what is written behind it means
/// nothing.
#[inline(always)]
pub(super) fn ascii(kernels: &EncodeKernels, src: &[u8], dst: &mut [u8]) -> usize {
    if let (Some(word), Some(room)) = (src.first_chunk(), dst.first_chunk_mut()) {
        let length = ascii_word(word, room);
        if length < word.len() {
            return length;
        }
    }
    (kernels.ascii)(src, dst)
}

/// Writes `&#…;`, or nothing and says so.
pub(super) fn write_reference(c: char, dst: &mut [u8]) -> Option<usize> {
    let digits = eight_digits(u32::from(c));
    // Seven digits at most leave room for the semicolon; 0 has one too.
    let zeroes = (digits | 1 << 63).trailing_zeros() / 8;
    let number = (digits | 0x3030_3030_3030_3030) >> (8 * zeroes) | u64::from(b';') << (64 - 8 * zeroes);
    let length = 2 + 8 - zeroes as usize + 1;
    let write = |room: &mut [u8; LONGEST_REFERENCE]| {
        room[..2].copy_from_slice(b"&#");
        room[2..].copy_from_slice(&number.to_le_bytes());
    };
    match dst.first_chunk_mut() {
        // What is behind it means nothing.
        Some(room) => write(room),
        None => {
            let mut reference = [0; LONGEST_REFERENCE];
            write(&mut reference);
            dst.get_mut(..length)?.copy_from_slice(&reference[..length]);
        }
    }
    Some(length)
}

/// The eight decimal digits of a number below 10⁸, a byte each, the first lowest: halves, then
/// their halves, are divided side by side, by multiples of reciprocals that are exact for them.
fn eight_digits(number: u32) -> u64 {
    let fours = u64::from(number / 10_000) | u64::from(number % 10_000) << 32;
    let hundreds = ((fours * 10_486) >> 20) & 0x7F_0000_007F;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | (twos - 10 * tens) << 8
}

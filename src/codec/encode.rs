//! What an encoding family provides for encoding, and [`drive`], which does the rest. The work is divided
//! as for decoders ([`Decode`](super::Decode)).

use super::{Done, EncoderResult};

/// How many bytes the first run after an error gets. Each further run gets twice as many. In text of
/// another encoding one error follows the other, and kernels have a cost per call: they load tables, and
/// after an error they do a part of a block again.
const AFTER_ERROR: usize = 32;

/// What the [handler](https://encoding.spec.whatwg.org/#handler) of an encoder returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoded {
    /// *Finished*, at the end of the queue only.
    Finished,
    /// The bytes of the character.
    Bytes(Bytes),
    /// An escape sequence; the character is restored to the queue.
    Escape([u8; 3]),
    /// *Error*, with the character that cannot be encoded, or with U+FFFD where the standard says so.
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

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length).min(4)]
    }
}

impl Encoded {
    /// What a [unit](super::data::pages) encodes: two bytes or one. 0 is an error with `c`.
    pub(crate) fn unit(unit: u16, c: char) -> Encoded {
        match unit.to_be_bytes() {
            [0, 0] => Encoded::Error(c),
            [0, byte] => Encoded::Bytes(Bytes::one(byte)),
            bytes => Encoded::Bytes(Bytes::two(bytes)),
        }
    }
}

/// The encoder of an encoding family. Its state is a few bytes and cheap to copy.
pub(crate) trait Encode: Copy {
    /// Encodes whole characters from the start of `src` to the start of `dst`: (bytes read, bytes
    /// written). May stop between any two characters, to leave what follows to the handler.
    fn run(&mut self, _src: &str, _dst: &mut [u8]) -> (usize, usize) {
        (0, 0)
    }

    /// The standard's handler; `None` is the end of the queue.
    fn handle(&mut self, c: Option<char>) -> Encoded;

    /// Whether there is something to write at the end of the queue.
    fn is_pending(&self) -> bool {
        false
    }
}

/// The length of the longest [numeric reference](write_reference), `&#1114111;`.
pub(super) const LONGEST_REFERENCE: usize = 10;

/// Runs an encoder over `src` until it is consumed, `dst` is full, or there is a character that cannot be
/// encoded. Returns why it stopped, and how far it has come.
///
/// - `last`: whether the queue ends where `src` does.
/// - `replace`: such characters become numeric references. Only one whose reference does not fit is then
///   returned.
/// - `run`: the result of a run over `src`, if there was one.
///
/// Always inlined: for short inputs, returning the result through memory takes as long as the work. In WebAssembly never:
/// a JVM does not compile the function that holds them all.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn drive<E: Encode>(
    encoder: &mut E,
    src: &str,
    dst: &mut [u8],
    last: bool,
    replace: bool,
    mut run: Option<(usize, usize)>,
) -> (EncoderResult, Done) {
    let mut done = Done::NOTHING;
    let mut reach = AFTER_ERROR;
    let mut end = src.len();
    loop {
        let next = match run.take() {
            Some(run) => run,
            None => encoder.run(&src[done.read..end], &mut dst[done.written..]),
        };
        done.add(Done::new(next));
        if done.read == src.len() && !(last && encoder.is_pending()) {
            return (EncoderResult::InputEmpty, done);
        }
        if done.read == end && end < src.len() {
            reach *= 2;
            end = boundary(src, end.saturating_add(reach));
            continue;
        }

        // The run has stopped before this character.
        let c = src[done.read..].chars().next();
        let before = *encoder;
        let length = c.map_or(0, char::len_utf8);
        let (bytes, consumed) = match encoder.handle(c) {
            Encoded::Finished => return (EncoderResult::InputEmpty, done),
            Encoded::Bytes(bytes) => (bytes, length),
            Encoded::Escape([a, b, c]) => (Bytes::new([a, b, c, 0], 3), 0),
            Encoded::Error(c) => {
                done.read += length;
                done.had_errors = true;
                let reference = if replace { write_reference(c, &mut dst[done.written..]) } else { None };
                let Some(n) = reference else { return (EncoderResult::Unmappable(c), done) };
                done.written += n;
                reach = AFTER_ERROR;
                end = boundary(src, done.read + reach);
                continue;
            }
        };
        let bytes = bytes.as_slice();
        let Some(room) = dst.get_mut(done.written..done.written + bytes.len()) else {
            *encoder = before;
            return (EncoderResult::OutputFull, done);
        };
        room.copy_from_slice(bytes);
        done.written += bytes.len();
        done.read += consumed;
    }
}

/// The last boundary between characters that is not after `at`.
fn boundary(src: &str, at: usize) -> usize {
    (0..=at.min(src.len())).rev().find(|at| src.is_char_boundary(*at)).unwrap_or(0)
}

/// Writes `&#…;` and returns its length, or `None` if it does not fit.
pub(super) fn write_reference(c: char, dst: &mut [u8]) -> Option<usize> {
    let mut reference = *b"&#0000000;";
    let (mut start, mut number) = (LONGEST_REFERENCE - 1, u32::from(c));
    while start > 2 && (number > 0 || start == LONGEST_REFERENCE - 1) {
        start -= 1;
        reference[start] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    reference.copy_within(..2, start - 2);
    let reference = &reference[start - 2..];
    dst.get_mut(..reference.len())?.copy_from_slice(reference);
    Some(reference.len())
}

//! The decoders and encoders of the [Encoding Standard](https://encoding.spec.whatwg.org/).
//!
//! Each encoding family has a file in [`family`]. It provides two things:
//!
//! - a **handler**, which follows the standard's steps: one byte (or the end of the queue) in, at most
//!   two characters or an error out. It is right for every input, and slow.
//! - a **run**, which converts as many valid characters at once as a loop or a kernel can. It may stop
//!   before anything rare. The handler then takes the next step.
//!
//! Where errors are frequent, as in text of another encoding, alternating between the two is slow. So a
//! decoder also has a **run that replaces errors**: it writes U+FFFD for each error that the handler
//! would report, except for errors that the end of the chunk may be part of. Most families only provide a
//! **step** (one character or one error), and [`among_errors`] does the rest.
//!
//! To check correctness, read the handler. Tests compare the run with it. The ends of chunks, full output
//! and the positions of errors are dealt with here, in [`drive`], for all families.

use decoder::Family;

use crate::simd::Kernels;

mod data;
mod decode_to_utf16;
mod decoder;
pub(crate) mod decoding;
#[cfg(feature = "encode")]
mod encode;
#[cfg(feature = "encode")]
mod encoder;
mod error;
mod family;
mod max_length;
pub(crate) mod positions;
mod whole;

pub use decoder::Decoder;
#[cfg(feature = "encode")]
pub use encoder::Encoder;
pub use error::DecodeError;
pub(crate) use family::single_byte::single_byte_scalars;
pub(crate) use family::utf8::encode_into as utf8_encode_into;
pub use positions::{Positions, TextUnit};

/// Why a decoder or encoder that replaces errors returned.
///
/// ```
/// use charsniff::{CoderResult, Encoding};
/// let mut decoder = Encoding::Windows1252.new_decoder();
/// assert_eq!(decoder.decode_to_utf8(b"\xE9", &mut [0; 1], true).0, CoderResult::OutputFull);
/// ```
#[must_use = "it says whether there is more to be done"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CoderResult {
    /// All of the input was consumed.
    InputEmpty,
    /// The next character does not fit; call again with more room.
    OutputFull,
}

/// Why a decoder that does not replace errors returned.
///
/// ```
/// use charsniff::{DecoderResult, Encoding};
/// // ED needs a second byte up to 9F: it is malformed alone, and A0 again.
/// let result = Encoding::Utf8.new_decoder().decode_to_utf8_without_replacement(b"\xED\xA0", &mut [0; 8], true);
/// assert_eq!(result, (DecoderResult::Malformed(1, 0), 1, 0));
/// ```
#[must_use = "it says whether there is more to be done"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum DecoderResult {
    /// All of the input was consumed.
    InputEmpty,
    /// The next character does not fit; call again with more room.
    OutputFull,
    /// A malformed sequence: its length in bytes (1 to 4), and how many bytes were consumed after
    /// it (0 to 3). Some of these bytes may be part of an earlier chunk.
    Malformed(u8, u8),
}

/// Why an encoder that does not replace errors returned.
///
/// ```
/// # #[cfg(feature = "encode")] {
/// use charsniff::{EncoderResult, Encoding};
/// let result = Encoding::Koi8R.new_encoder().encode_from_utf8_without_replacement("é", &mut [0; 8], true);
/// assert_eq!(result, (EncoderResult::Unmappable('é'), 2, 0));
/// # }
/// ```
#[must_use = "it says whether there is more to be done"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum EncoderResult {
    /// All of the input was consumed.
    InputEmpty,
    /// The next character does not fit; call again with more room.
    OutputFull,
    /// The encoding has no bytes for this character; it was consumed.
    Unmappable(char),
}

/// What a [handler](https://encoding.spec.whatwg.org/#handler) returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handled {
    /// *Finished*, at the end of the queue only.
    Finished,
    /// *Continue*.
    Continue,
    /// A character.
    One(char),
    /// *Error*.
    Error {
        /// The length in bytes of the malformed sequence.
        malformed: u8,
        /// How many bytes were consumed after it. The standard restores them to the queue. A handler keeps
        /// them, since they may be part of an earlier chunk.
        after: u8,
        /// Whether the current byte was restored to the queue and is to be handled again.
        restore: bool,
    },
}

impl Handled {
    /// An error of `malformed` bytes that ends with the current byte (or at the end of the queue).
    pub(crate) const fn error(malformed: u8) -> Handled {
        Handled::Error { malformed, after: 0, restore: false }
    }

    /// An error of `malformed` bytes before the current byte, which is to be handled again.
    pub(crate) const fn error_before(malformed: u8) -> Handled {
        Handled::Error { malformed, after: 0, restore: true }
    }
}

/// How far a decoder or an encoder has come.
#[derive(Clone, Copy)]
pub(crate) struct Done {
    /// How many bytes it has read.
    pub(crate) read: usize,
    /// How many bytes or code units it has written.
    pub(crate) written: usize,
    /// Whether it has come across an error: for an encoder, a character that the encoding does not have.
    pub(crate) had_errors: bool,
}

impl Done {
    pub(crate) const NOTHING: Done = Done { read: 0, written: 0, had_errors: false };

    /// Without errors.
    pub(crate) const fn new((read, written): (usize, usize)) -> Done {
        Done { read, written, had_errors: false }
    }

    /// Adds the progress made after this.
    pub(crate) fn add(&mut self, next: Done) {
        self.read += next.read;
        self.written += next.written;
        self.had_errors |= next.had_errors;
    }
}

/// The decoder of an encoding family. Its state is a few bytes and cheap to copy.
pub(crate) trait Decode: Copy {
    /// Converts whole, valid characters from the start of `src` to UTF-8 at the start of `dst`:
    /// (bytes read, bytes written). Reads nothing while a sequence is incomplete, and leaves no sequence
    /// incomplete. May stop between any two characters, to leave what follows to the handler.
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize);

    /// As [`run`](Self::run), but with `replace` also writes U+FFFD for errors, where the handler is not needed for that.
    #[inline(always)]
    fn run_in_mode(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8], replace: bool) -> Done {
        let (read, written) = self.run(kernels, src, dst);
        // Each arm builds its own `Done`: a shared one is spilled to memory, which costs as much as a short input.
        match src.len() - read {
            0 => Done::new((read, written)),
            _ if !replace || self.pending() > 0 => Done::new((read, written)),
            _ => among_errors(self, kernels, src, dst, (read, written)),
        }
    }

    /// After an error, how many bytes without another error are converted step by step before the next
    /// [`run`](Self::run).
    const CALM: usize = 32;

    /// Converts one character or a few from the start of `src`, or one error to U+FFFD. `None` where the
    /// sequence may continue after the end of `src`, or may not fit in `dst`. Always `None` in families
    /// that have their own [`run_in_mode`](Self::run_in_mode) or leave errors to the handler. Only
    /// called while nothing is [`pending`](Self::pending).
    fn step(&mut self, _src: &[u8], _dst: &mut [u8]) -> Option<Done> {
        None
    }

    /// The standard's handler; `None` is the end of the queue. After `None` it is called with `None` again
    /// until it returns *finished*.
    fn handle(&mut self, byte: Option<u8>) -> Handled;

    /// Takes the character that comes before anything else, if there is one: that of a byte which was
    /// restored to the queue after an error, or the second of the two characters of a Big5 pointer.
    fn take_due(&mut self) -> Option<char> {
        None
    }

    /// How many bytes were read that have not yet given a character or an error. If 0, the handler returns *finished*
    /// at the end of the queue, and nothing changes.
    fn pending(&self) -> usize;

    /// How much room there must be before the handler reads the next byte, or, with `None`, before an
    /// error at the end of the queue is reported. With less room, the output is full.
    fn least_room(&self, byte: Option<u8>) -> usize {
        usize::from(byte.is_some())
    }

    /// The length in bytes of an error at the start of `src` that is reported before the next byte is read,
    /// though the handler would read it: `src` holds all that shows the error, and U+FFFD fits.
    fn error_at_start(&self, _src: &[u8], _room: usize) -> Option<u8> {
        None
    }
}

/// Continues after a run, step by step, until [`Decode::CALM`] bytes in a row have no error; then with the next run,
/// and so on, until neither gets any further. Where errors are frequent, calling a kernel after each would be slower.
#[inline(never)]
fn among_errors<D: Decode>(
    decoder: &mut D,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u8],
    run: (usize, usize),
) -> Done {
    let mut done = Done::new(run);
    loop {
        let (start, mut without) = (done.read, 0);
        while without < D::CALM
            && let Some(step) = decoder.step(&src[done.read..], &mut dst[done.written..])
        {
            done.add(step);
            without = if step.had_errors { 0 } else { without + step.read };
        }
        if done.read == start || done.read == src.len() {
            return done;
        }
        done.add(Done::new(decoder.run(kernels, &src[done.read..], &mut dst[done.written..])));
    }
}

/// Runs a decoder over `src` until it is consumed, `dst` is full, or there is an error that is not
/// replaced. Returns why it stopped, and how far it has come.
///
/// - `last`: whether the queue ends where `src` does.
/// - `replace`: errors become U+FFFD. If that does not fit, the output is full and the error is not read.
/// - `run`: the result of a run over `src`, if there was one. Nothing was [`pending`](Decode::pending)
///   before it.
///
/// It is compiled once, for all families: most bytes are converted by their runs.
fn drive(
    decoder: &mut Family,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u8],
    last: bool,
    replace: bool,
    mut run: Option<Done>,
) -> (DecoderResult, Done) {
    let mut done = Done::NOTHING;
    loop {
        let before = *decoder;
        if run.is_none()
            && let Some(c) = decoder.take_due()
            && (dst.len() - done.written < decoder.least_room(None) || !push(c, dst, &mut done.written))
        {
            *decoder = before;
            return (DecoderResult::OutputFull, done);
        }

        let (left, room) = (&src[done.read..], &mut dst[done.written..]);
        done.add(match run.take() {
            Some(run) => run,
            None => decoder.run_in_mode(kernels, left, room, replace),
        });
        if done.read == src.len() && (!last || decoder.pending() == 0) {
            return (DecoderResult::InputEmpty, done);
        }

        // The run has stopped before a character or an error. If a character does not fit, none of its
        // bytes are read.
        if let Some(malformed) = decoder.error_at_start(&src[done.read..], dst.len() - done.written) {
            done.read += usize::from(malformed);
            done.had_errors = true;
            if !replace || !push(char::REPLACEMENT_CHARACTER, dst, &mut done.written) {
                return (DecoderResult::Malformed(malformed, 0), done);
            }
            continue;
        }
        let (before, start) = (*decoder, done.read);
        loop {
            let byte = src.get(done.read).copied();
            if byte.is_none() && !last {
                return (DecoderResult::InputEmpty, done);
            }
            if dst.len() - done.written < decoder.least_room(byte) && (byte.is_some() || decoder.pending() > 0) {
                *decoder = before;
                return (DecoderResult::OutputFull, Done { read: start, ..done });
            }
            let handled = decoder.handle(byte);
            let consumed = usize::from(byte.is_some());
            match handled {
                Handled::Finished => return (DecoderResult::InputEmpty, done),
                Handled::Continue => done.read += consumed,
                Handled::One(c) => {
                    if !push(c, dst, &mut done.written) {
                        *decoder = before;
                        return (DecoderResult::OutputFull, Done { read: start, ..done });
                    }
                    done.read += consumed;
                    break;
                }
                Handled::Error { malformed, after, restore } => {
                    if replace && !push(char::REPLACEMENT_CHARACTER, dst, &mut done.written) {
                        *decoder = before;
                        return (DecoderResult::OutputFull, Done { read: start, ..done });
                    }
                    done.read += if restore { 0 } else { consumed };
                    done.had_errors = true;
                    if !replace {
                        return (DecoderResult::Malformed(malformed, after), done);
                    }
                    break;
                }
            }
        }
    }
}

/// Writes `c` if it fits, and returns whether it did.
#[inline]
fn push(c: char, dst: &mut [u8], written: &mut usize) -> bool {
    match dst.get_mut(*written..*written + c.len_utf8()) {
        Some(room) => {
            *written += c.encode_utf8(room).len();
            true
        }
        None => false,
    }
}

/// Copies all bytes, and returns how many of them are ASCII, counted from the first. A branch checks the first 16, so
/// that in the common case the code after it does not have to wait for the count.
#[inline(always)]
fn some_ascii<const N: usize>(from: &[u8; N], to: &mut [u8; N]) -> usize {
    let mut done = 0;
    for (from, to) in from.as_chunks().0.iter().zip(to.as_chunks_mut().0) {
        *to = *from;
        let others = u128::from_le_bytes(*from) & u128::from_le_bytes([0x80; 16]);
        if others != 0 {
            return done + others.trailing_zeros() as usize / 8;
        }
        done += 16;
    }
    done
}

//! The decode core: the decoders and encoders of the
//! [Encoding Standard](https://encoding.spec.whatwg.org/), one file an encoding family.
//!
//! A family says two things about itself, decoders three, and [`drive`] does the rest:
//!
//! - its **handler**, the standard's own: one byte (or the end of the queue) in, at most two
//!   characters or an error out. It is right for every input and slow.
//! - its **run**: as many whole, valid characters as a tight loop or a kernel can convert at
//!   once. It may stop wherever it likes, at anything rare, and the handler takes the next step.
//! - its **run with errors replaced**, where text of another encoding would go back and forth between
//!   the two: the same errors as the handler's, each as U+FFFD, and never one that the end of a chunk
//!   may have a part in. Some say no more than a **step** of it, one character or one error, from
//!   which [`among_errors`] makes the rest.
//!
//! So correctness is read in the handler, speed in the runs, which tests hold against it, and chunk
//! ends, output limits and error positions are dealt with once, here.

// Some tables are for instruction sets of x86-64 alone.
#![cfg_attr(not(all(target_arch = "x86_64", target_feature = "sse2")), allow(dead_code, unused_imports))]

use kernel::Kernels;

mod big5;
mod data;
mod decoder;
#[cfg(feature = "encode")]
mod encode;
#[cfg(feature = "encode")]
mod encoder;
mod euc_jp;
mod euc_kr;
mod gb18030;
mod iso_2022_jp;
pub(crate) mod kernel;
mod max_length;
#[cfg(feature = "encode")]
mod pages;
mod replacement;
mod shift_jis;
mod single_byte;
mod to_utf16;
mod two_byte;
mod utf16;
mod utf8;
mod whole;

pub use decoder::Decoder;
#[cfg(feature = "encode")]
pub use encoder::Encoder;
pub use kernel::Level;
#[cfg(feature = "detector")]
pub(crate) use single_byte::single_byte_scalars;
pub(crate) use utf8::encode_into as utf8_encode_into;

/// Why a decoder or encoder that replaces errors came back.
///
/// ```
/// use charsniff::{CoderResult, Encoding};
/// let mut decoder = Encoding::Windows1252.new_decoder();
/// assert_eq!(decoder.decode_to_utf8(b"\xE9", &mut [0; 1], true).0, CoderResult::OutputFull);
/// ```
#[must_use = "it says whether there is more to be done"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoderResult {
    /// All of the input was consumed.
    InputEmpty,
    /// The next character does not fit; call again with more room.
    OutputFull,
}

/// Why a decoder that does not replace errors came back.
///
/// ```
/// use charsniff::{DecoderResult, Encoding};
/// // ED needs a second byte up to 9F: it is malformed alone, and A0 again.
/// let result = Encoding::Utf8.new_decoder().decode_to_utf8_without_replacement(b"\xED\xA0", &mut [0; 8], true);
/// assert_eq!(result, (DecoderResult::Malformed(1, 0), 1, 0));
/// ```
#[must_use = "it says whether there is more to be done"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecoderResult {
    /// All of the input was consumed.
    InputEmpty,
    /// The next character does not fit; call again with more room.
    OutputFull,
    /// A malformed sequence: its length in bytes (1 to 4), and how many bytes were consumed after
    /// it (0 to 3). Either may lie in an earlier chunk.
    Malformed(u8, u8),
}

/// Why an encoder that does not replace errors came back.
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
        /// How many bytes were consumed behind it: those that the standard restores to the queue
        /// and that a handler keeps, since they may lie in an earlier chunk.
        after: u8,
        /// Whether the byte given was restored to the queue, to be handled again.
        restore: bool,
    },
}

impl Handled {
    /// An error of `malformed` bytes, the last of which is the byte given (or the queue ends).
    pub(crate) const fn error(malformed: u8) -> Handled {
        Handled::Error { malformed, after: 0, restore: false }
    }

    /// An error of `malformed` bytes before the byte given, which is handled again.
    pub(crate) const fn error_before(malformed: u8) -> Handled {
        Handled::Error { malformed, after: 0, restore: true }
    }
}

/// A decoder family: its state is a few bytes that are copied freely.
pub(crate) trait Decode: Copy {
    /// Converts whole valid characters from the start of `src` to UTF-8 at the start of `dst`:
    /// (bytes read, bytes written). Reads nothing while a sequence is incomplete, and leaves nothing
    /// [`pending`](Self::pending) otherwise. May stop anywhere between characters, before anything it
    /// would rather leave to the handler.
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize);

    /// The same with errors as U+FFFD, where that can be done without the handler: (bytes read, bytes
    /// written, whether there were errors).
    #[inline(always)]
    fn run_replacing(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize, bool) {
        let (read, written) = self.run(kernels, src, dst);
        match src.len() - read {
            0 => (read, written, false),
            _ if self.pending() > 0 => (read, written, false),
            _ => among_errors(self, kernels, src, dst, (read, written)),
        }
    }

    /// How many bytes in a row must be no error before there is a run again.
    const CALM: usize = 32;

    /// Converts a character or a few from the start of `src`, or an error, as U+FFFD. `None` where what
    /// is there may go on behind the end, or does not surely fit, and always in families that have a
    /// [`run_replacing`](Self::run_replacing) of their own or leave errors to the handler. Only to be
    /// asked while nothing is [`pending`](Self::pending).
    fn step(&mut self, _src: &[u8], _dst: &mut [u8]) -> Option<Step> {
        None
    }

    /// The standard's handler; `None` is the end of the queue. After anything but *finished* for
    /// `None`, it is called with `None` again.
    fn handle(&mut self, byte: Option<u8>) -> Handled;

    /// Takes the character that comes before anything else: that of a byte which an error left to
    /// be handled again, or the second of the two that a pointer of Big5 gives.
    fn take_due(&mut self) -> Option<char> {
        None
    }

    /// How many bytes that were read have given no character or error yet. Where there are none,
    /// the end of the queue is *finished* and changes nothing.
    fn pending(&self) -> usize;
}

/// What is done at once among errors: bytes read, bytes written, and whether they were an error.
pub(crate) struct Step {
    read: usize,
    written: usize,
    is_error: bool,
}

/// From where a run has come to, step by step until [`Decode::CALM`] bytes in a row are no error, a run
/// again, and so on, as far as either goes on: (bytes read, bytes written, whether there were errors).
/// Where errors are many, calls of kernels would not pay.
#[inline(never)]
fn among_errors<D: Decode>(
    decoder: &mut D,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u8],
    (mut read, mut written): (usize, usize),
) -> (usize, usize, bool) {
    let mut had_errors = false;
    loop {
        let (stop, mut without) = (read, 0);
        while without < D::CALM
            && let Some(step) = decoder.step(&src[read..], &mut dst[written..])
        {
            read += step.read;
            written += step.written;
            had_errors |= step.is_error;
            without = if step.is_error { 0 } else { without + step.read };
        }
        if read == stop || read == src.len() {
            return (read, written, had_errors);
        }
        let (r, w) = decoder.run(kernels, &src[read..], &mut dst[written..]);
        read += r;
        written += w;
    }
}

/// Runs a decoder over `src` until it is consumed, `dst` is full or an error stands in the way:
/// (why, bytes read, bytes written, whether there were errors). `last`: whether the queue ends
/// where `src` does. `REPLACE`: errors become U+FFFD and stand in the way only where that does not
/// fit.
///
/// `run`: what a run over `src` has come to, if there was one, before which nothing was
/// [`pending`](Decode::pending).
///
/// Always inlined: a result that is copied through memory costs as much as a short input.
#[inline(always)]
pub(crate) fn drive<D: Decode, const REPLACE: bool>(
    decoder: &mut D,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u8],
    last: bool,
    mut run: Option<(usize, usize, bool)>,
) -> (DecoderResult, usize, usize, bool) {
    let (mut read, mut written, mut had_errors) = (0, 0, false);
    loop {
        let before = *decoder;
        if run.is_none()
            && let Some(c) = decoder.take_due()
            && !push(c, dst, &mut written)
        {
            *decoder = before;
            return (DecoderResult::OutputFull, read, written, had_errors);
        }

        let (left, room) = (&src[read..], &mut dst[written..]);
        let (r, w, errors) = match run.take() {
            Some(run) => run,
            None if REPLACE => decoder.run_replacing(kernels, left, room),
            None => {
                let (r, w) = decoder.run(kernels, left, room);
                (r, w, false)
            }
        };
        read += r;
        written += w;
        had_errors |= errors;
        if read == src.len() && (!last || decoder.pending() == 0) {
            return (DecoderResult::InputEmpty, read, written, had_errors);
        }

        // What the run has left: a character or an error of any kind. Where a character does not fit,
        // none of its bytes are read.
        let (before, start) = (*decoder, read);
        loop {
            let byte = src.get(read).copied();
            if byte.is_none() && !last {
                return (DecoderResult::InputEmpty, read, written, had_errors);
            }
            let handled = decoder.handle(byte);
            let consumed = usize::from(byte.is_some());
            match handled {
                Handled::Finished => return (DecoderResult::InputEmpty, read, written, had_errors),
                Handled::Continue => read += consumed,
                Handled::One(c) => {
                    if !push(c, dst, &mut written) {
                        *decoder = before;
                        return (DecoderResult::OutputFull, start, written, had_errors);
                    }
                    read += consumed;
                    break;
                }
                Handled::Error { malformed, after, restore } => {
                    read += if restore { 0 } else { consumed };
                    had_errors = true;
                    if !REPLACE || !push(char::REPLACEMENT_CHARACTER, dst, &mut written) {
                        return (DecoderResult::Malformed(malformed, after), read, written, had_errors);
                    }
                    break;
                }
            }
        }
    }
}

/// Writes `c` if there is room, and says whether.
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

/// Copies bytes, and says how many of them are ASCII from the first on. Where 16 are, which is a
/// branch of its own, what follows need not wait for the count.
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

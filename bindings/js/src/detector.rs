//! The functions that need large tables: the detector, decoders, health.

use std::cell::RefCell;

use charsniff::{CoderResult, Content, Decoder, DecoderResult, Encoding, Guess, Health, HealthCheck};

use crate::pipeline::{decoding, pack};
use crate::slab::Slab;
use crate::{NONE, number_of, with_buffers, with_context};

thread_local! {
    static DECODERS: RefCell<Slab<Decoding>> = const { RefCell::new(Slab::new()) };
    static CHECK: RefCell<Option<HealthCheck>> = const { RefCell::new(None) };
}

/// The verdict on the input buffer's bytes, packed as [`pack`] says, its label in the output buffer.
#[unsafe(no_mangle)]
pub extern "C" fn sniff(context: u32, length: usize) -> u32 {
    let packed = with_context(context, length, |given, bytes, output| {
        pack(&charsniff::sniff(bytes, &given.headers, &given.context), output)
    });
    packed.unwrap_or(NONE)
}

/// Writes the explanation of the verdict, and what kind of content the bytes are, as JSON. Returns the length.
#[unsafe(no_mangle)]
pub extern "C" fn explain(context: u32, length: usize) -> usize {
    let written = with_context(context, length, |given, bytes, output| {
        let explanation = charsniff::explain(bytes, &given.headers, &given.context);
        // Writing to a vector cannot fail, nor can serializing the library's types.
        let _ = serde_json::to_writer(&mut *output, &explanation);
        output.pop();
        output.extend_from_slice(b",\"content\":\"");
        output.extend_from_slice(Content::of(bytes).as_str().as_bytes());
        output.extend_from_slice(b"\"}");
        output.len()
    });
    written.unwrap_or(0)
}

/// Detects the encoding of the bytes in the input buffer, and writes the result as [`write_guess`] does.
#[unsafe(no_mangle)]
pub extern "C" fn detect(length: usize) -> usize {
    with_buffers(length, |bytes, output| write_guess(charsniff::detect(bytes), output))
}

/// Writes the encoding and the runners-up, each as a number of 32 bits and its probability as a float; then language and
/// script, with a tab between them. Returns how many encodings there are: 0 for binary data.
pub fn write_guess(guess: Option<Guess>, output: &mut Vec<u8>) -> usize {
    let Some(guess) = guess else { return 0 };
    let runners_up = guess.runners_up.iter().map(|other| (other.encoding, other.probability));
    for (encoding, probability) in [(guess.encoding, guess.probability)].into_iter().chain(runners_up) {
        output.extend_from_slice(&number_of(encoding).to_le_bytes());
        output.extend_from_slice(&probability.to_le_bytes());
    }
    let count = output.len() / 8;
    for (index, fact) in [guess.language, guess.script].into_iter().enumerate() {
        output.extend_from_slice(if index == 0 { b"" } else { b"\t" });
        output.extend_from_slice(fact.unwrap_or_default().as_bytes());
    }
    count
}

/// A decoder, and how far it came.
struct Decoding {
    decoder: Decoder,
    is_fatal: bool,
    read: usize,
}

/// A new decoder that treats a byte order mark as text. 0 if there is no such encoding.
#[unsafe(no_mangle)]
pub extern "C" fn decoder_new(encoding: usize, is_fatal: bool) -> u32 {
    let Some(encoding) = Encoding::ALL.get(encoding) else { return 0 };
    let decoder = encoding.new_decoder_without_bom_handling();
    DECODERS.with_borrow_mut(|decoders| decoders.insert(Decoding { decoder, is_fatal, read: 0 }))
}

/// Decodes the next bytes and writes their text in UTF-8. Returns its length. [`NONE`] if a sequence
/// is malformed and that is an error: then where it starts and its length are written, in numbers of
/// 32 bits.
#[unsafe(no_mangle)]
pub extern "C" fn decoder_push(decoder: u32, length: usize, last: bool) -> u32 {
    DECODERS.with_borrow_mut(|decoders| {
        let Some(decoding) = decoders.get_mut(decoder) else { return 0 };
        with_buffers(length, |bytes, output| match decoding.push(bytes, last, output) {
            Ok(()) => output.len() as u32,
            Err((offset, length)) => {
                output.clear();
                output.extend_from_slice(&(offset as u32).to_le_bytes());
                output.extend_from_slice(&(length as u32).to_le_bytes());
                NONE
            }
        })
    })
}

impl Decoding {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Vec<u8>) -> Result<(), (usize, usize)> {
        let (mut read, mut written) = (0, 0);
        loop {
            let rest = &bytes[read..];
            let room = self.decoder.max_utf8_buffer_length(rest.len()).unwrap_or(rest.len());
            output.resize(written + room, 0);
            let (result, r, w) = if self.is_fatal {
                self.decoder.decode_to_utf8_without_replacement(rest, &mut output[written..], last)
            } else {
                let (result, r, w, _) = self.decoder.decode_to_utf8(rest, &mut output[written..], last);
                let is_full = result == CoderResult::OutputFull;
                (if is_full { DecoderResult::OutputFull } else { DecoderResult::InputEmpty }, r, w)
            };
            (read, written) = (read + r, written + w);
            self.read += r;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, after) => {
                    let (length, after) = (usize::from(length), usize::from(after));
                    return Err((self.read.saturating_sub(length + after), length));
                }
            }
        }
        output.truncate(written);
        Ok(())
    }
}

/// Frees a decoder.
#[unsafe(no_mangle)]
pub extern "C" fn decoder_free(decoder: u32) {
    DECODERS.with_borrow_mut(|decoders| decoders.remove(decoder));
}

/// Begins to check the health of a resource that is decoded as [`decoding`] says, behind a byte order mark of
/// `bom_length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn health_begin(encoding: u32, bom_length: usize) {
    CHECK.set(Some(HealthCheck::of(decoding(encoding), bom_length)));
}

/// Checks the next bytes, from the resource's first on.
#[unsafe(no_mangle)]
pub extern "C" fn health_push(length: usize) {
    with_buffers(length, |bytes, _| {
        CHECK.with_borrow_mut(|check| {
            if let Some(check) = check {
                check.push(bytes);
            }
        });
    });
}

/// Writes what looks wrong, a number of 32 bits each: as in [`Health`], where a first error that is
/// none is [`NONE`] and flags are 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn health_end() {
    with_buffers(0, |_, output| {
        let health: Health = CHECK.take().map(HealthCheck::finish).unwrap_or_default();
        let numbers = [
            health.first_error.map_or(NONE, |offset| offset as u32),
            health.malformed as u32,
            health.malformed_bytes as u32,
            health.replacement_characters as u32,
            health.c1_controls as u32,
            health.doubly_encoded as u32,
            health.is_misread_utf8.into(),
            health.is_utf32.into(),
            health.question_marks as u32,
        ];
        output.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
    });
}

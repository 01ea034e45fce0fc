//! The functions of the whole module only: resources in chunks, and encoders.

use std::cell::RefCell;

use charsniff::{Change, DecodeError, Encoding, Sniffed, Sniffer, StreamDecoder};

use crate::pipeline::pack;
use crate::slab::Slab;
use crate::{CONTEXTS, NONE, number_of, with_buffers};

thread_local! {
    static SNIFFERS: RefCell<Slab<Sniffer>> = const { RefCell::new(Slab::new()) };
    static STREAMS: RefCell<Slab<Streaming>> = const { RefCell::new(Slab::new()) };
}

/// In a result, beside a length: something was malformed, or had no encoding.
const FLAG: u32 = 1 << 31;

/// A stream, and the error that ended it.
struct Streaming {
    stream: StreamDecoder,
    error: Option<DecodeError>,
}

/// A new sniffer for the resource of this context. 0 if there is no such context.
#[unsafe(no_mangle)]
pub extern "C" fn sniffer_new(context: u32) -> u32 {
    let sniffer = CONTEXTS
        .with_borrow(|contexts| contexts.get(context).map(|given| Sniffer::new(&given.headers, &given.context)));
    sniffer.map_or(0, |sniffer| SNIFFERS.with_borrow_mut(|sniffers| sniffers.insert(sniffer)))
}

/// Pushes the next bytes to the sniffer. Returns the verdict, packed, or [`NONE`].
#[unsafe(no_mangle)]
pub extern "C" fn sniffer_push(sniffer: u32, length: usize) -> u32 {
    SNIFFERS.with_borrow_mut(|sniffers| {
        let Some(sniffer) = sniffers.get_mut(sniffer) else { return NONE };
        with_buffers(length, |bytes, output| sniffer.push(bytes).1.map_or(NONE, |sniffed| pack(&sniffed, output)))
    })
}

/// The verdict, packed, by the bytes so far. `truncated`: more would come.
#[unsafe(no_mangle)]
pub extern "C" fn sniffer_finish(sniffer: u32, truncated: bool) -> u32 {
    SNIFFERS.with_borrow_mut(|sniffers| {
        let Some(sniffer) = sniffers.get_mut(sniffer) else { return NONE };
        with_buffers(0, |_, output| pack(&sniffer.finish(truncated), output))
    })
}

/// Frees a sniffer.
#[unsafe(no_mangle)]
pub extern "C" fn sniffer_free(sniffer: u32) {
    SNIFFERS.with_borrow_mut(|sniffers| sniffers.remove(sniffer));
}

/// A new stream for the resource of this context. 0 if there is no such context.
#[unsafe(no_mangle)]
pub extern "C" fn stream_new(context: u32) -> u32 {
    let stream = CONTEXTS
        .with_borrow(|contexts| contexts.get(context).map(|given| StreamDecoder::new(&given.headers, &given.context)));
    stream.map_or(0, |stream| STREAMS.with_borrow_mut(|streams| streams.insert(Streaming { stream, error: None })))
}

/// Calls `work` with a stream, the input and an empty text, which it then writes. Returns the text's length, with
/// [`FLAG`] after an error.
fn with_stream(
    handle: u32,
    length: usize,
    work: impl FnOnce(&mut StreamDecoder, &[u8], &mut String) -> Result<(), DecodeError>,
) -> u32 {
    STREAMS.with_borrow_mut(|streams| {
        let Some(Streaming { stream, error }) = streams.get_mut(handle) else { return 0 };
        with_buffers(length, |bytes, output| {
            let mut text = String::new();
            *error = work(stream, bytes, &mut text).err();
            output.extend_from_slice(text.as_bytes());
            output.len() as u32 | if error.is_some() { FLAG } else { 0 }
        })
    })
}

/// Decodes the next bytes and writes their text. Returns its length, with [`FLAG`] after an error: see
/// [`stream_error`].
#[unsafe(no_mangle)]
pub extern "C" fn stream_push(stream: u32, length: usize) -> u32 {
    with_stream(stream, length, |stream, bytes, text| stream.push(bytes, text))
}

/// Decides by the bytes so far. The same results.
#[unsafe(no_mangle)]
pub extern "C" fn stream_decide(stream: u32) -> u32 {
    with_stream(stream, 0, |stream, _, text| stream.decide(text).map(drop))
}

/// Ends the resource. The same results.
#[unsafe(no_mangle)]
pub extern "C" fn stream_finish(stream: u32) -> u32 {
    with_stream(stream, 0, |stream, _, text| stream.finish(text).map(drop))
}

/// Changes the encoding to that of a label. Writes in numbers of 32 bits what that means (0 keep, 1 confirm, 2
/// switch, 3 start again), the encoding, and how many bytes decode alike, and then the text. Returns the text's length.
#[unsafe(no_mangle)]
pub extern "C" fn stream_change(stream: u32, length: usize) -> u32 {
    STREAMS.with_borrow_mut(|streams| {
        let Some(Streaming { stream, .. }) = streams.get_mut(stream) else { return 0 };
        with_buffers(length, |label, output| {
            let mut text = String::new();
            let change = stream.change_the_encoding(label, &mut text);
            let numbers = match change {
                Change::Confirm => [1, NONE, 0],
                Change::Switch { encoding, agreed } => [2, number_of(encoding), agreed as u32],
                Change::StartAgain { encoding, agreed } => [3, number_of(encoding), agreed as u32],
                _ => [0, NONE, 0],
            };
            output.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
            output.extend_from_slice(text.as_bytes());
            text.len() as u32
        })
    })
}

/// Writes where the malformed sequence that ended the stream is, and its length, in numbers of 32 bits. Whether there is
/// one.
#[unsafe(no_mangle)]
pub extern "C" fn stream_error(stream: u32) -> bool {
    STREAMS.with_borrow(|streams| {
        let error = streams.get(stream).and_then(|streaming| streaming.error.as_ref());
        with_buffers(0, |_, output| {
            output.extend(
                error
                    .into_iter()
                    .flat_map(|error| [error.offset as u32, error.length as u32])
                    .flat_map(u32::to_le_bytes),
            );
            error.is_some()
        })
    })
}

/// The stream's verdict, packed, or [`NONE`].
#[unsafe(no_mangle)]
pub extern "C" fn stream_verdict(stream: u32) -> u32 {
    STREAMS.with_borrow(|streams| {
        let sniffed: Option<Sniffed> = streams.get(stream).and_then(|streaming| streaming.stream.sniffed());
        with_buffers(0, |_, output| sniffed.map_or(NONE, |sniffed| pack(&sniffed, output)))
    })
}

/// How many malformed sequences there were so far.
#[unsafe(no_mangle)]
pub extern "C" fn stream_errors(stream: u32) -> usize {
    STREAMS.with_borrow(|streams| streams.get(stream).map_or(0, |streaming| streaming.stream.errors()))
}

/// Frees a stream.
#[unsafe(no_mangle)]
pub extern "C" fn stream_free(stream: u32) {
    STREAMS.with_borrow_mut(|streams| streams.remove(stream));
}

/// Encodes the input buffer's UTF-8. Returns how many bytes were written, with [`FLAG`] if a character that the encoding
/// lacks was written as a reference (`&#233;`).
#[unsafe(no_mangle)]
pub extern "C" fn encode(encoding: usize, length: usize) -> u32 {
    let Some(encoding) = Encoding::ALL.get(encoding) else { return 0 };
    with_buffers(length, |text, output| {
        let text = String::from_utf8_lossy(text);
        let (bytes, _, had_errors) = encoding.encode(&text);
        output.extend_from_slice(&bytes);
        output.len() as u32 | if had_errors { FLAG } else { 0 }
    })
}

//! Verdicts, labels, and what they are made of.

use charsniff::{
    Confidence, Content, Encoding, Kind, Sniffed, Source, declared_within, sniff as sniff_bytes, sniff_before_detector,
};

use crate::context::Given;
use crate::{CONTEXTS, NONE, number_of, with_buffers, with_context};

/// Writes the names that numbers stand for: encodings, sources and contexts, a line each, the names
/// with a tab between them. Returns the length.
#[unsafe(no_mangle)]
pub extern "C" fn names() -> usize {
    with_buffers(0, |_, output| {
        let encodings = &mut Encoding::ALL.iter().map(|encoding| encoding.name());
        let sources = &mut Source::ALL.iter().map(|source| source.as_str());
        let contexts = &mut Kind::ALL.iter().map(|kind| kind.as_str());
        for line in [encodings as &mut dyn Iterator<Item = &str>, sources, contexts] {
            for name in line {
                output.extend_from_slice(name.as_bytes());
                output.push(b'\t');
            }
            output.pop();
            output.push(b'\n');
        }
        output.pop();
        output.len()
    })
}

/// The number of the encoding that the label names ([get an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get)).
#[unsafe(no_mangle)]
pub extern "C" fn encoding_for_label(length: usize) -> u32 {
    with_buffers(length, |label, _| Encoding::for_label(label).map_or(NONE, number_of))
}

/// Writes the name of the context in which a browser reads a MIME type. Returns the length.
#[unsafe(no_mangle)]
pub extern "C" fn context_for_mime_type(length: usize) -> usize {
    with_buffers(length, |mime_type, output| {
        let context = charsniff::Context::for_mime_type(&String::from_utf8_lossy(mime_type));
        output.extend_from_slice(context.kind().as_str().as_bytes());
        output.len()
    })
}

/// Writes the name of the context in which a browser reads a resource with these Content-Types, a line each. Returns the
/// length: 0 if none of them counts.
#[unsafe(no_mangle)]
pub extern "C" fn context_for_headers(length: usize) -> usize {
    with_buffers(length, |values, output| {
        let headers: Vec<_> = values.split(|byte| *byte == b'\n').map(|value| ("content-type", value)).collect();
        let context = charsniff::Context::for_headers(&headers[..]);
        output.extend_from_slice(context.map_or("", |context| context.kind().as_str()).as_bytes());
        output.len()
    })
}

/// The verdict on the input buffer's bytes, packed as [`pack`] says, its label in the output buffer. [`NONE`] if the detector
/// has to be asked. `all`: these are all bytes of the resource, and not its start.
#[unsafe(no_mangle)]
pub extern "C" fn sniff_before(context: u32, length: usize, all: bool) -> u32 {
    let packed = with_context(context, length, |given, bytes, output| {
        sniff_before_detector(bytes, all, &given.headers, &given.context).map_or(NONE, |sniffed| pack(&sniffed, output))
    });
    packed.unwrap_or(NONE)
}

/// What kind of content the bytes are: 0 text, 1 ASCII, 2 binary.
#[unsafe(no_mangle)]
pub extern "C" fn content(length: usize) -> u32 {
    with_buffers(length, |bytes, _| match Content::of(bytes) {
        Content::Ascii => 1,
        Content::Binary => 2,
        _ => 0,
    })
}

/// How many bytes from the start all stages but the detector look at.
#[unsafe(no_mangle)]
pub extern "C" fn context_prefix(context: u32) -> usize {
    CONTEXTS.with_borrow(|contexts| {
        contexts.get(context).map_or(0, |given| declared_within(&given.headers, &given.context))
    })
}

/// Whether a malformed sequence is an error.
#[unsafe(no_mangle)]
pub extern "C" fn context_is_fatal(context: u32) -> bool {
    CONTEXTS.with_borrow(|contexts| contexts.get(context).is_some_and(is_fatal))
}

fn is_fatal(given: &Given) -> bool {
    sniff_bytes(&[], &given.headers, &given.context).is_fatal()
}

/// From the lowest bit: encoding (6 bits), source (4), whether it is certain, whether it is
/// isomorphic, whether there is a byte order mark, whether it is UTF-32, length of the label (5), which goes to `output`, whether malformed
/// sequences are an error, how many declarations were refuted (2). Of each of these, its source, its encoding and the
/// length of its label, a byte each, and the label go to `output` behind the first label.
pub fn pack(sniffed: &Sniffed, output: &mut Vec<u8>) -> u32 {
    let label = sniffed.label().unwrap_or_default();
    output.extend_from_slice(label);
    let mut refuted_count = 0;
    for refuted in sniffed.refuted() {
        let label = refuted.label().unwrap_or_default();
        output.extend_from_slice(&[number_of_source(refuted.source) as u8, number_of(refuted.encoding) as u8]);
        output.push(label.len() as u8);
        output.extend_from_slice(label);
        refuted_count += 1;
    }
    number_of(sniffed.encoding)
        | number_of_source(sniffed.source) << 6
        | u32::from(sniffed.confidence == Confidence::Certain) << 10
        | u32::from(sniffed.is_isomorphic()) << 11
        | u32::from(sniffed.bom_length() > 0) << 12
        | u32::from(sniffed.is_utf_32()) << 13
        | (label.len() as u32) << 14
        | u32::from(sniffed.is_fatal()) << 19
        | refuted_count << 20
}

/// The decoding of a number: that of an encoding, behind them UTF-32LE and UTF-32BE; any other is isomorphic.
#[cfg(feature = "whole")]
pub fn decoding(number: u32) -> charsniff::Decoding {
    use charsniff::Decoding;

    match (number as usize).checked_sub(Encoding::ALL.len()) {
        Some(0) => Decoding::Utf32Le,
        Some(1) => Decoding::Utf32Be,
        _ => Encoding::ALL.get(number as usize).map_or(Decoding::Isomorphic, |encoding| Decoding::Encoding(*encoding)),
    }
}

fn number_of_source(source: Source) -> u32 {
    Source::ALL.iter().position(|one| *one == source).unwrap_or_default() as u32
}

//! The pipeline without the detector: verdicts, explanations, labels.

use std::borrow::Cow;

use charsniff::policy::Prescan;
use charsniff::{
    Confidence, Content, Encoding, Explanation, Kind, Outcome, Sniffed, Sniffer, Source, Stage,
    explain as explain_bytes, sniff as sniff_bytes,
};

use crate::context::Given;
use crate::{CONTEXTS, NONE, number_of, with_buffers, with_context};

/// Writes the names that numbers stand for: encodings, sources and contexts, a line each, the names
/// with a tab between them. Returns the length.
#[unsafe(no_mangle)]
pub extern "C" fn names() -> usize {
    with_buffers(0, |_, output| {
        let encodings: Vec<&str> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
        let sources: Vec<&str> = Source::ALL.iter().map(|source| source.as_str()).collect();
        let contexts: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
        let lines = [encodings, sources, contexts].map(|names| names.join("\t"));
        output.extend_from_slice(lines.join("\n").as_bytes());
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

/// The verdict on the input buffer's bytes, packed as [`pack`] says, its label in the output buffer. `stages`: 0 all; 1 all
/// but the detector; 2 the same, and [`NONE`] if the detector has to look at all of the resource.
#[unsafe(no_mangle)]
pub extern "C" fn sniff(context: u32, length: usize, stages: u32) -> u32 {
    let packed = with_context(context, length, |given, bytes, output| {
        let context = if stages == 0 { &given.context } else { given.without_detector() };
        let sniffed = sniff_bytes(bytes, &given.headers, context);
        if stages == 2 && given.awaits_detector(&sniffed) { NONE } else { pack(&sniffed, output) }
    });
    packed.unwrap_or(NONE)
}

/// The same for the start of a resource, where declarations are read as a browser does. [`NONE`] if
/// more of it has to be looked at.
#[unsafe(no_mangle)]
pub extern "C" fn sniff_start(context: u32, length: usize) -> u32 {
    let packed = with_context(context, length, |given, bytes, output| {
        match Sniffer::new(&given.headers, given.without_detector()).push(bytes) {
            (_, Some(sniffed)) if !given.awaits_detector(&sniffed) => pack(&sniffed, output),
            _ => NONE,
        }
    });
    packed.unwrap_or(NONE)
}

/// Whether the detector finds nothing in the input buffer's bytes: they are ASCII, and nothing in
/// them may be UTF-16 or ISO-2022-JP.
#[unsafe(no_mangle)]
pub extern "C" fn is_plain(length: usize) -> bool {
    with_buffers(length, |bytes, _| {
        let (blocks, rest) = bytes.as_chunks();
        blocks.iter().all(is_plain_block) && rest.iter().all(is_plain_byte)
    })
}

fn is_plain_byte(byte: &u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' '..=b'\x7F')
}

#[cfg(target_feature = "simd128")]
fn is_plain_block(block: &[u8; 64]) -> bool {
    use core::arch::wasm32::{
        i8x16_lt, i8x16_min, i8x16_splat, u8x16_lt, u8x16_min, u8x16_splat, u8x16_sub, v128_any_true, v128_load,
        v128_or,
    };

    // Bytes above 7F are negative, and thus less than a tab. The difference of a byte below 0E wraps around.
    let (mut least, mut least_behind) = (i8x16_splat(i8::MAX), u8x16_splat(u8::MAX));
    for part in block.as_chunks::<16>().0 {
        // SAFETY: a part has the sixteen bytes that are loaded.
        let bytes = unsafe { v128_load(part.as_ptr().cast()) };
        least = i8x16_min(least, bytes);
        least_behind = u8x16_min(least_behind, u8x16_sub(bytes, u8x16_splat(b'\r' + 1)));
    }
    let others = u8x16_splat(b' ' - (b'\r' + 1));
    !v128_any_true(v128_or(i8x16_lt(least, i8x16_splat(b'\t' as i8)), u8x16_lt(least_behind, others)))
}

#[cfg(not(target_feature = "simd128"))]
fn is_plain_block(block: &[u8; 8]) -> bool {
    // The highest bit of a byte's sum is set if the byte is at least the given one. Bytes above 7F may carry into the next
    // one, but the block is not plain then.
    let bytes = u64::from_le_bytes(*block);
    let each = |byte: u8| u64::from_le_bytes([byte; 8]);
    let are_at_least = |byte: u8| bytes.wrapping_add(each(0x80 - byte));
    let are_other_controls = are_at_least(b'\r' + 1) & !are_at_least(b' ');
    (bytes | !are_at_least(b'\t') | are_other_controls) & each(0x80) == 0
}

/// Writes the explanation of the verdict, and what kind of content the bytes are, as JSON. Returns
/// the length. `detected` is what the detector found, a number or [`NONE`]; its remark stands behind
/// the bytes, which are `length` less `remark_length`. Where the detector is in this module, it needs no telling.
#[unsafe(no_mangle)]
pub extern "C" fn explain(context: u32, length: usize, detected: u32, remark_length: usize) -> usize {
    let written = with_context(context, length, |given, input, output| {
        let (bytes, remark) = input.split_at(input.len().saturating_sub(remark_length));
        let mut explanation = explain_bytes(bytes, &given.headers, &given.context);
        if !cfg!(feature = "detector") {
            let remark = String::from_utf8_lossy(remark).into_owned();
            add_detected(&mut explanation, Encoding::ALL.get(detected as usize).copied(), remark);
        }
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

/// Adds what the detector found to an explanation that was made without it.
fn add_detected(explanation: &mut Explanation, detected: Option<Encoding>, remark: String) {
    let Explanation { sniffed, stages, platform, .. } = explanation;
    let report = &mut stages[Stage::Detector as usize];
    (report.encoding, report.remark) = (detected, Some(Cow::Owned(remark)));
    let Some(encoding) = detected else { return };
    report.outcome = match is_behind_detector(sniffed) {
        _ if !report.consulted => Outcome::Ignored,
        false => Outcome::TooLate,
        true => Outcome::Decided,
    };
    for sniffed in [Some(sniffed), platform.as_mut()].into_iter().flatten() {
        if report.consulted && is_behind_detector(sniffed) {
            *sniffed = sniffed.with_detected(encoding);
        }
    }
    let is_decided = report.outcome == Outcome::Decided;
    for later in &mut stages[Stage::Detector as usize + 1..] {
        if is_decided && later.outcome == Outcome::Decided {
            later.outcome = Outcome::TooLate;
        }
    }
}

/// Whether the verdict is that of a stage behind the detector.
fn is_behind_detector(sniffed: &Sniffed) -> bool {
    matches!(sniffed.source, Source::Locale | Source::Default) && sniffed.confidence == Confidence::Tentative
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

impl Given {
    /// Whether the verdict is that of a stage behind the detector, which was not asked.
    fn awaits_detector(&self, sniffed: &Sniffed) -> bool {
        is_behind_detector(sniffed) && self.context.policy().detector && !self.said.is_detector_off
    }

    /// How many bytes from the start all stages but the detector look at. As a browser reads, that is
    /// as much as a browser's head may have.
    fn prefix(&self) -> usize {
        const BOM: usize = 3;
        const HEAD: usize = 1 << 20;
        let decided_before =
            matches!(sniff_bytes(&[], &self.headers, &self.context).source, Source::Override | Source::Transport);
        let limit = self.said.prescan_limit.unwrap_or(1024);
        match self.context.policy().prescan {
            _ if decided_before => BOM,
            Prescan::Never => BOM,
            _ if self.said.reads_as_browser => HEAD.max(limit),
            _ => BOM.max(limit),
        }
    }

    /// Whether a malformed sequence is an error.
    fn is_fatal(&self) -> bool {
        sniff_bytes(&[], &self.headers, &self.context).is_fatal()
    }
}

/// How many bytes from the start all stages but the detector look at.
#[unsafe(no_mangle)]
pub extern "C" fn context_prefix(context: u32) -> usize {
    CONTEXTS.with_borrow(|contexts| contexts.get(context).map_or(0, Given::prefix))
}

/// Whether a malformed sequence is an error.
#[unsafe(no_mangle)]
pub extern "C" fn context_is_fatal(context: u32) -> bool {
    CONTEXTS.with_borrow(|contexts| contexts.get(context).is_some_and(Given::is_fatal))
}

/// From the lowest bit: encoding (6 bits), source (4), whether it is certain, whether it is
/// isomorphic, length of the byte order mark (2), length of the label (5), which goes to `output`, whether malformed
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
        | (sniffed.bom_length() as u32) << 12
        | (label.len() as u32) << 14
        | u32::from(sniffed.is_fatal()) << 19
        | refuted_count << 20
}

fn number_of_source(source: Source) -> u32 {
    Source::ALL.iter().position(|one| *one == source).unwrap_or_default() as u32
}

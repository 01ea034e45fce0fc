//! The fuzz targets and their helpers: contexts with random facts, and both crates side by side.

use std::sync::LazyLock;

use arbitrary::{Arbitrary, Unstructured};
use charsniff::{Context, Decoder, DecoderResult, Detection, Encoding, Kind, Level, Sniffed, StringType};

pub mod declarations;
pub mod decode;
pub mod detector;
pub mod encode;
pub mod headers;
pub mod levels;
pub mod pieces;
pub mod places;
pub mod repair;
pub mod smuggled;
pub mod sniff;
pub mod stream;
pub mod warc;

/// A target: its name, and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 12] = [
    ("declarations", declarations::run),
    ("decode", decode::run),
    ("detector", detector::run),
    ("encode", encode::run),
    ("headers", headers::run),
    ("levels", levels::run),
    ("places", places::run),
    ("repair", repair::run),
    ("smuggled", smuggled::run),
    ("sniff", sniff::run),
    ("stream", stream::run),
    ("warc", warc::run),
];

/// A label of an encoding, or something that looks like a label.
#[derive(Debug)]
pub struct Label(pub String);

impl<'a> Arbitrary<'a> for Label {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Label> {
        let encoding = u.choose(&Encoding::ALL)?;
        Ok(Label(if u.ratio(3, 4)? { (*u.choose(encoding.labels())?).to_owned() } else { u.arbitrary()? }))
    }
}

/// Any encoding.
pub fn encoding(u: &mut Unstructured<'_>) -> arbitrary::Result<Encoding> {
    u.choose(&Encoding::ALL).copied()
}

/// The encoding of `encoding_rs` with the same name.
pub fn peer(encoding: Encoding) -> &'static encoding_rs::Encoding {
    static PEERS: LazyLock<[&'static encoding_rs::Encoding; Encoding::ALL.len()]> = LazyLock::new(|| {
        let peer = |encoding: Encoding| encoding_rs::Encoding::for_label(encoding.name().as_bytes());
        Encoding::ALL.map(|encoding| peer(encoding).expect("the names are the standard's"))
    });
    PEERS[encoding as usize]
}

/// One of this machine's levels other than the portable one; the portable one if there is no other.
pub fn level(number: u8) -> Level {
    static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
        let all = [Level::Avx2, Level::Avx512, Level::Neon];
        let here: Vec<Level> =
            all.into_iter().filter(|&level| Encoding::Utf8.new_decoder_at_level(level).is_some()).collect();
        if here.is_empty() { vec![Level::Portable] } else { here }
    });
    LEVELS[usize::from(number) % LEVELS.len()]
}

/// Fails unless the text is UTF-8. The compiler may take that for granted of a `str`, so this looks at its bytes.
pub fn assert_is_utf8(text: &str) {
    assert!(std::str::from_utf8(std::hint::black_box(text.as_bytes())).is_ok(), "not UTF-8: {:x?}", text.as_bytes());
}

/// Fails unless the text and the number of errors are those of UTF-32.
pub fn assert_is_utf_32(sniffed: &Sniffed, body: &[u8], text: &str, errors: usize) {
    let value = if sniffed.name() == "UTF-32LE" { u32::from_le_bytes } else { u32::from_be_bytes };
    let units = body.chunks(4).map(|unit| unit.try_into().ok().and_then(|unit| char::from_u32(value(unit))));
    assert!(
        units.clone().map(|unit| unit.unwrap_or('\u{FFFD}')).eq(text.chars()),
        "{sniffed}: {}",
        body.escape_ascii()
    );
    assert_eq!(units.filter(Option::is_none).count(), errors, "{sniffed}: {}", body.escape_ascii());
}

/// Decodes two pieces with `room` bytes of output a call. Gives the text, and for each error how many
/// bytes were read, its length, and how many bytes were read after it.
pub fn in_pieces(mut decoder: Decoder, bytes: &[u8], split: usize, room: usize) -> (Vec<u8>, Vec<(usize, u8, u8)>) {
    let (mut text, mut errors, mut read) = (Vec::new(), Vec::new(), 0);
    let mut buffer = vec![0; room];
    for (end, last) in [(split, false), (bytes.len(), true)] {
        loop {
            let (result, r, w) = decoder.decode_to_utf8_without_replacement(&bytes[read..end], &mut buffer, last);
            text.extend_from_slice(&buffer[..w]);
            read += r;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => assert!(r > 0 || w > 0),
                DecoderResult::Malformed(length, after) => errors.push((read, length, after)),
            }
        }
    }
    (text, errors)
}

/// A context of any row with random facts.
pub fn context(u: &mut Unstructured<'_>) -> arbitrary::Result<Context> {
    let kind = *u.choose(Kind::ALL)?;
    with_facts(Context::of(kind), u)
}

/// The context with random facts.
pub fn with_facts(mut context: Context, u: &mut Unstructured<'_>) -> arbitrary::Result<Context> {
    if u.ratio(1, 8)? {
        context = context.override_encoding(&Label::arbitrary(u)?.0);
    }
    if u.ratio(1, 8)? {
        context = context.reference_charset(&Label::arbitrary(u)?.0);
    }
    if u.ratio(1, 8)? {
        context = context.parent(encoding(u)?, u.arbitrary()?);
    }
    if u.ratio(1, 8)? {
        context = context.history(encoding(u)?).document(encoding(u)?).style_sheet(encoding(u)?);
    }
    if u.ratio(1, 8)? {
        context = context.locale(<&str>::arbitrary(u)?).url(<&str>::arbitrary(u)?);
    }
    if u.ratio(1, 8)? {
        context = context.tld(<&str>::arbitrary(u)?).mime_type(<&str>::arbitrary(u)?);
    }
    if u.ratio(1, 8)? {
        context = context.string_type(*u.choose(&[StringType::Utf8, StringType::Bmp, StringType::Teletex])?);
    }
    if u.ratio(1, 8)? {
        context = context.default_encoding(encoding(u)?);
    }
    // Detection is slow, and has a target of its own.
    context = context.detection(match u.int_in_range(0..=31)? {
        0 => Detection::Full,
        1 => Detection::Legacy,
        _ => Detection::Off,
    });
    if u.ratio(1, 4)? {
        context = context.prescan_limit(u.int_in_range(0..=4096)?).detection_ceiling(u.int_in_range(0..=4096)?);
    }
    Ok(context
        .truncated(u.ratio(1, 8)?)
        .detect_iso_2022_jp(u.ratio(1, 8)?)
        .fatal(u.arbitrary()?)
        .ignore_bom(u.arbitrary()?))
}

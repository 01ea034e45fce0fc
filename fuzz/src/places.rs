//! Text in any encoding with one place that may be malformed, near a threshold and in a text whose length is near one:
//! whole, in two pieces at every level, as UTF-16, as a stream and by the drop-in for `encoding_rs`, against `encoding_rs`
//! and the standard library.

use arbitrary::Unstructured;
use charsniff::{Context, Encoding, Level, StreamDecoder};

use crate::pieces::{MALFORMED, character, near, run_of};

/// Bytes that begin something in at least one encoding.
const LEADS: [u8; 24] = [
    0x80, 0x81, 0x8E, 0x8F, 0xA0, 0xA1, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xF8, 0xFC, 0xFE,
    0xFF, 0x0E, 0x0F, 0x1B, 0xD8,
];

/// Bytes that can follow one.
const TRAILS: [u8; 16] =
    [0x80, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBC, 0xBF, 0x30, 0x40, b'$', b'(', b'B', b'<', 0x7F, 0xFF];

/// How many places beside each other an input tries.
const PLACES: usize = 16;

/// Text of one character up to the place, then of another one.
struct Text {
    encoding: Encoding,
    before: Vec<u8>,
    /// One to five bytes.
    sequence: Vec<u8>,
    behind: Vec<u8>,
    length: usize,
}

impl Text {
    fn arbitrary(u: &mut Unstructured<'_>) -> arbitrary::Result<Text> {
        // Most of what has been wrong was in UTF-8.
        let encoding = if u.arbitrary()? { Encoding::Utf8 } else { crate::encoding(u)? };
        let length = match u.int_in_range(0..=7)? {
            0 => near(u, 11)?,
            1..=3 => near(u, 9)?,
            4 | 5 => u.int_in_range(2048..=4200)?,
            _ => u.int_in_range(0..=2048)?,
        };
        let sequence = if u.ratio(3, 4)? {
            u.choose(&MALFORMED)?.to_vec()
        } else {
            let mut sequence = vec![if u.ratio(3, 4)? { *u.choose(&LEADS)? } else { u.arbitrary()? }];
            for _ in 0..u.int_in_range(0..=3)? {
                sequence.push(*u.choose(&TRAILS)?);
            }
            sequence
        };
        let (before, behind) = (character(u, encoding)?, character(u, encoding)?);
        Ok(Text { encoding, before, sequence, behind, length })
    }

    /// The bytes with the sequence at this place. The characters before end there.
    fn at(&self, place: usize) -> Vec<u8> {
        let mut bytes = vec![b'a'; place % self.before.len()];
        bytes.extend_from_slice(&run_of(&self.before, place - bytes.len()));
        bytes.extend_from_slice(&self.sequence);
        bytes.extend_from_slice(&run_of(&self.behind, self.length.saturating_sub(bytes.len())));
        bytes
    }
}

/// What is asked, with a level's number, a split that many bytes behind the place, and room for output.
struct Question {
    which: u8,
    level: u8,
    offset: usize,
    room: usize,
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let _ = check(&mut u);
}

fn check(u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let text = Text::arbitrary(u)?;
    let place = match u.int_in_range(0..=3)? {
        0 => u.int_in_range(0..=text.length)?,
        1 => text.length.saturating_sub(near(u, 3)?),
        _ => near(u, 8)?,
    };
    let question = Question {
        which: u.int_in_range(0..=5)?,
        level: u.arbitrary()?,
        offset: u.int_in_range(0..=4)?,
        room: u.int_in_range(0..=255)?,
    };
    for place in place..place + PLACES {
        if place <= text.length {
            ask(&question, text.encoding, &text.at(place), place);
        }
    }
    Ok(())
}

fn ask(question: &Question, encoding: Encoding, bytes: &[u8], place: usize) {
    let split = (place + question.offset).min(bytes.len());
    let room = if question.room < 128 { bytes.len() * 3 + 16 } else { question.room };
    let level = question.level;
    let peer = crate::peer(encoding);
    match question.which {
        0 => {
            let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
            crate::assert_is_utf8(&text);
            let theirs = peer.decode_without_bom_handling(bytes);
            assert!((&text, had_errors) == (&theirs.0, theirs.1), "{encoding}: {}", bytes.escape_ascii());
            if encoding == Encoding::Utf8 {
                let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
                assert_eq!(Encoding::utf8_valid_up_to(bytes), valid);
            }
        }
        1 => {
            let level = if level < 64 { Level::Portable } else { crate::level(level) };
            let Some(decoder) = encoding.new_decoder_at_level(level) else { return };
            let found = crate::decode::ours(decoder, bytes, split, room);
            assert!(
                found == crate::decode::theirs(encoding, bytes),
                "{encoding} {level:?} {split} {room}: {}",
                bytes.escape_ascii()
            );
        }
        2 => {
            let Some(decoder) = encoding.new_decoder_at_level(crate::level(level)) else { return };
            let (text, _) = peer.decode_without_bom_handling(bytes);
            let found = crate::levels::utf16_in_pieces(decoder, bytes, split, room);
            assert!(found.iter().copied().eq(text.encode_utf16()), "{encoding} to UTF-16: {}", bytes.escape_ascii());
        }
        3 => {
            let context = Context::text().lossy(true).ignore_bom(true);
            let mut stream = StreamDecoder::new(format!("text/plain; charset={encoding}"), &context);
            let mut text = String::new();
            let (start, end) = bytes.split_at(split);
            let _ = stream.push(start, &mut text);
            let _ = stream.push(end, &mut text);
            let Ok(sniffed) = stream.finish(&mut text) else { panic!("no error is fatal") };
            crate::assert_is_utf8(&text);
            let body = &bytes[sniffed.bom_length()..];
            let theirs = crate::peer(sniffed.encoding).decode_without_bom_handling(body);
            assert!((&*text, stream.errors() > 0) == (&*theirs.0, theirs.1), "{encoding}: {}", bytes.escape_ascii());
        }
        which => drop_in(encoding, bytes, split, which == 4),
    }
}

/// The drop-in gives what `encoding_rs` gives.
fn drop_in(encoding: Encoding, bytes: &[u8], split: usize, whole: bool) {
    let peer = crate::peer(encoding);
    let Some(ours) = drop_in::Encoding::for_label(encoding.name().as_bytes()) else { panic!("no {encoding}") };
    if whole {
        let (text, used, had_errors) = ours.decode(bytes);
        crate::assert_is_utf8(&text);
        let theirs = peer.decode(bytes);
        assert!((&text, used.name(), had_errors) == (&theirs.0, theirs.1.name(), theirs.2), "{}", bytes.escape_ascii());
        assert_eq!(drop_in::Encoding::utf8_valid_up_to(bytes), encoding_rs::Encoding::utf8_valid_up_to(bytes));
        assert_eq!(drop_in::Encoding::ascii_valid_up_to(bytes), encoding_rs::Encoding::ascii_valid_up_to(bytes));
        assert_eq!(
            drop_in::Encoding::iso_2022_jp_ascii_valid_up_to(bytes),
            encoding_rs::Encoding::iso_2022_jp_ascii_valid_up_to(bytes)
        );
        assert_eq!(drop_in::mem::utf8_latin1_up_to(bytes), encoding_rs::mem::utf8_latin1_up_to(bytes));
        assert_eq!(drop_in::mem::is_utf8_latin1(bytes), encoding_rs::mem::is_utf8_latin1(bytes));
        let (mut units, mut theirs) = (vec![0; bytes.len() + 1], vec![0; bytes.len() + 1]);
        let length = encoding_rs::mem::convert_utf8_to_utf16(bytes, &mut theirs);
        assert_eq!(drop_in::mem::convert_utf8_to_utf16(bytes, &mut units), length);
        assert!(units[..length] == theirs[..length], "{}", bytes.escape_ascii());
        return;
    }
    let mut decoder = ours.new_decoder();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(0));
    let mut had_errors = false;
    for (part, last) in [(&bytes[..split], false), (&bytes[split..], true)] {
        let (result, read, errors) = decoder.decode_to_string(part, &mut text, last);
        assert!(result == drop_in::CoderResult::InputEmpty && read == part.len());
        had_errors |= errors;
    }
    crate::assert_is_utf8(&text);
    let theirs = peer.decode(bytes);
    assert!((&*text, had_errors) == (&*theirs.0, theirs.2), "{encoding}: {}", bytes.escape_ascii());
}

//! UTF-32, which the crawler's reading reads and no other. The bytes of `fixtures/utf-32.tsv`, and what they are read as,
//! are Python's (`tools/utf_32.py`).

use charsniff::{
    Confidence, Content, Context, Encoding, HealthCheck, Kind, Outcome, Reading, Rule, Source, Stage, StreamDecoder,
    TextUnit, claims, declarations, decode, explain, health, lint, sniff, try_decode,
};

struct Row {
    encoding: String,
    name: String,
    content_type: String,
    bytes: Vec<u8>,
    text: String,
}

impl Row {
    fn context(&self) -> Context {
        Context::for_mime_type(&self.content_type).reading(Reading::Crawler)
    }

    /// The length of the byte order mark.
    fn mark(&self) -> usize {
        if self.name == "xml" || self.name == "xml in html" { 0 } else { 4 }
    }

    /// What browsers take the mark for.
    fn utf_16(&self) -> Encoding {
        if self.encoding == "UTF-32LE" { Encoding::Utf16Le } else { Encoding::Utf16Be }
    }

    fn errors(&self) -> usize {
        self.text.matches('\u{FFFD}').count()
    }
}

fn rows() -> Vec<Row> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/utf-32.tsv");
    let rows = std::fs::read_to_string(file).unwrap();
    let row = |line: &str| {
        let [encoding, name, content_type, bytes, text] = line.split('\t').collect::<Vec<_>>()[..] else { panic!() };
        let digits = bytes.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
        Row {
            encoding: encoding.into(),
            name: name.into(),
            content_type: content_type.into(),
            bytes: digits.map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect(),
            text: serde_json::from_str(text).unwrap(),
        }
    };
    let rows: Vec<Row> = rows.lines().skip(1).map(row).collect();
    assert_eq!(rows.len(), 34);
    rows
}

#[test]
fn the_verdict_says_it_and_the_text_is_pythons() {
    for row in rows() {
        let (bytes, header, context) = (&row.bytes, &*row.content_type, row.context());
        let decoded = decode(bytes, header, &context);
        let sniffed = &decoded.sniffed;
        assert_eq!(decoded.text, row.text, "{} {}", row.encoding, row.name);
        assert_eq!((sniffed.name(), decoded.errors), (&*row.encoding, row.errors()), "{}", row.name);
        assert!(sniffed.is_utf_32() && !sniffed.is_isomorphic());
        assert_eq!((sniffed.encoding, sniffed.bom_length()), (row.utf_16(), row.mark()));
        let source = if row.mark() > 0 { Source::Bom } else { Source::XmlDeclaration };
        assert_eq!(sniffed.source, source, "{}", row.name);
        // As everywhere, what refutes a header is tentative.
        let refuted: Vec<Source> = sniffed.refuted().map(|refuted| refuted.source).collect();
        let lies = row.name == "xml";
        assert_eq!(refuted, if lies { vec![Source::Transport] } else { vec![] }, "{}", row.name);
        let confidence = if lies { Confidence::Tentative } else { Confidence::Certain };
        assert_eq!(sniffed.confidence, confidence);
        assert_eq!(sniffed.to_string(), format!("{} {confidence} {source}", row.encoding));

        assert_eq!(Content::of(bytes), Content::Text, "{}", row.name);
        assert_eq!(*sniffed, sniff(bytes, header, &context));
        assert_eq!(try_decode(bytes, header, &context).unwrap(), decoded);
        let (mut text, mut units) = (String::from("> "), vec![0]);
        assert_eq!(sniffed.append_to_string(bytes, &mut text), row.errors());
        assert_eq!(sniffed.append_to_utf16(bytes, &mut units), row.errors());
        let units = String::from_utf16(&units[1..]).unwrap();
        assert_eq!((text, units), (format!("> {}", row.text), row.text.clone()));

        let explanation = explain(bytes, header, &context);
        assert_eq!((explanation.sniffed, explanation.platform.unwrap().is_utf_32()), (*sniffed, false));
        let stage = explanation.stage(if row.mark() > 0 { Stage::Bom } else { Stage::Prescan });
        assert_eq!((stage.outcome, stage.offset, stage.encoding), (Outcome::Decided, Some(0), Some(row.utf_16())));
        assert!(stage.remark.as_ref().unwrap().starts_with("UTF-32"), "{stage:?}");
        assert!(explanation.to_string().starts_with(&row.encoding), "{explanation}");

        // No declaration in it, and no header, is right.
        let declared = claims(bytes, header, &context);
        assert_eq!(declared.meta, None);
        assert!(declared.header.iter().all(|header| header.is_refuted(bytes, sniffed)));
    }
}

#[test]
fn chunks_of_any_size_give_the_same() {
    for row in rows() {
        let whole = decode(&row.bytes, &*row.content_type, &row.context());
        let read = |chunks: &mut dyn Iterator<Item = &[u8]>| {
            let (mut stream, mut text) = (StreamDecoder::new(&*row.content_type, &row.context()), String::new());
            chunks.for_each(|chunk| stream.push(chunk, &mut text).unwrap());
            let sniffed = stream.finish(&mut text).unwrap();
            (text, sniffed, stream.errors())
        };
        let expected = (row.text.clone(), whole.sniffed, whole.errors);
        for at in 0..=row.bytes.len() {
            let (one, other) = row.bytes.split_at(at);
            assert_eq!(read(&mut [one, b"", other].into_iter()), expected, "{} split at {at}", row.name);
        }
        for size in [1, 2, 3, 5, 63, 64, 65] {
            assert_eq!(read(&mut row.bytes.chunks(size)), expected, "{} in chunks of {size}", row.name);
        }
        // A verdict that was made before; what is decided early stays.
        for at in [0, 4, 40] {
            let (head, rest) = row.bytes.split_at(at.min(row.bytes.len()));
            let mut text = String::new();
            let mut stream = StreamDecoder::with_verdict(whole.sniffed, head, (), &row.context(), &mut text).unwrap();
            stream.push(rest, &mut text).unwrap();
            stream.finish(&mut text).unwrap();
            assert_eq!(text, row.text, "{} after {at}", row.name);
        }
    }
}

/// The start of a stream may be UTF-16 with a U+0000 until there is a unit that UTF-32 does not have.
#[test]
fn a_stream_waits_until_it_can_tell() {
    let utf_16: Vec<u8> = "\u{FEFF}\0ab".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for context in [Context::text(), Context::text().override_encoding("koi8-r"), Context::classic_script()] {
        let context = context.reading(Reading::Crawler);
        let whole = decode(&utf_16, (), &context);
        assert_eq!((whole.sniffed.is_utf_32(), &*whole.text), (false, "\0ab"));
        for row in rows().iter().filter(|row| row.mark() > 0) {
            assert_eq!(sniff(&row.bytes, (), &context).name(), row.encoding, "{}", row.name);
        }
        for bytes in rows().iter().map(|row| &row.bytes).chain([&utf_16]) {
            let whole = decode(bytes, (), &context);
            let (mut stream, mut text) = (StreamDecoder::new((), &context), String::new());
            bytes.chunks(1).for_each(|byte| stream.push(byte, &mut text).unwrap());
            assert_eq!((stream.finish(&mut text).unwrap(), text), (whole.sniffed, whole.text.into_owned()));
        }
    }
}

#[test]
fn long_texts_are_read_to_their_end() {
    for row in rows().iter().filter(|row| row.mark() > 0) {
        let bytes = [&row.bytes[..4], &row.bytes[4..].repeat(5_000)].concat();
        let python = |text: &str, times| text.repeat(times);
        let whole = decode(&bytes, (), &row.context());
        // A unit that is cut is one only at the end.
        let is_cut = row.bytes.len() % 4 > 0;
        assert!(is_cut || whole.text == python(&row.text, 5_000), "{}", row.name);
        let (mut stream, mut text) = (StreamDecoder::new((), &row.context()), String::new());
        bytes.chunks(1_001).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
        assert_eq!(stream.finish(&mut text).unwrap(), whole.sniffed);
        assert_eq!((stream.errors(), text), (whole.errors, whole.text.into_owned()));
    }
}

#[test]
fn each_character_has_its_four_bytes() {
    for row in rows() {
        let sniffed = sniff(&row.bytes, (), &row.context());
        let bytes = [&row.bytes[..], &row.bytes[row.mark()..].repeat(200)].concat();
        let positions = sniffed.positions(&bytes, TextUnit::Scalar);
        for character in (0..sniffed.decode(&bytes).text.chars().count()).step_by(1 + bytes.len() / 1_000) {
            let start = row.mark() + 4 * character;
            let end = bytes.len().min(start + 4);
            assert_eq!(positions.byte_range(character..character + 1), start..end, "{} {character}", row.name);
            assert!((start..end).all(|byte| positions.text_offset(byte) == character), "{} {character}", row.name);
        }
    }
}

#[test]
fn what_is_wrong_is_counted_and_has_a_place() {
    for row in rows() {
        let crawlers = sniff(&row.bytes, (), &row.context());
        let found = health(&row.bytes, &crawlers);
        let mut check = HealthCheck::new(&crawlers);
        row.bytes.chunks(3).for_each(|chunk| check.push(chunk));
        assert_eq!(check.finish(), found);
        let first = row.text.chars().position(|c| c == '\u{FFFD}');
        assert_eq!((found.malformed, found.first_error), (row.errors(), first.map(|at| row.mark() + 4 * at)));
        assert_eq!((found.is_utf32, found.is_misread_utf8), (true, false), "{}", row.name);
        assert!(!found.is_well(), "{} {found}: browsers do not read it", row.name);

        // As browsers read it, it is not well; nor may an author write it.
        let context = Context::for_mime_type(&row.content_type);
        assert_eq!(health(&row.bytes, &sniff(&row.bytes, (), &context)).is_utf32, row.mark() > 0, "{}", row.name);
        for reading in [Reading::Standard, Reading::Crawler] {
            let findings = lint(&row.bytes, (), &context.clone().reading(reading)).findings;
            let rules: Vec<_> = findings.iter().map(|finding| (finding.rule, finding.range.clone())).collect();
            assert_eq!(rules, [(Rule::Utf32, 0..row.mark())], "{}", row.name);
        }
    }
}

#[test]
fn declarations_in_it_are_found_in_their_place() {
    let all = rows();
    let page = all.iter().find(|row| row.name == "page" && row.encoding == "UTF-32BE").unwrap();
    let found = declarations(&page.bytes, &*page.content_type, &page.context());
    let summary: Vec<_> = found.iter().map(|found| (found.source, found.range.clone(), found.counts)).collect();
    let tag = |text: &str| {
        let start = 4 + 4 * page.text.find(text).unwrap();
        Some(start..start + 4 * text.len())
    };
    assert_eq!(
        summary,
        [
            (Source::Bom, Some(0..4), true),
            (Source::Transport, None, false),
            (Source::Meta, tag("<meta charset=utf-8>"), false)
        ]
    );
}

#[test]
fn no_other_reading_reads_it() {
    for row in rows() {
        for reading in [Reading::Standard, Reading::Chromium, Reading::Firefox] {
            for &kind in Kind::ALL {
                let context = Context::of(kind).reading(reading);
                let (sniffed, other) = (sniff(&row.bytes, (), &context), sniff(&row.bytes[..2], (), &context));
                assert!(!sniffed.is_utf_32(), "{} {kind}", row.name);
                if row.mark() > 0 && row.encoding == "UTF-32LE" {
                    // The mark of UTF-16.
                    assert_eq!((sniffed, sniffed.bom_length()), (other, other.bom_length()), "{} {kind}", row.name);
                }
            }
        }
        // Nor does a place that decodes UTF-8 only or no resource at all.
        for kind in [Kind::TextDecoder, Kind::DocumentCookie, Kind::HeaderValue] {
            assert!(!sniff(&row.bytes, (), &Context::of(kind).reading(Reading::Crawler)).is_utf_32());
        }
    }
}

#[test]
fn binary_data_is_no_utf_32() {
    let zeroes = [0; 4096];
    let cursor = [&b"\0\0\x02\0\x01\0\x20\x20\0\0"[..], &[0x80; 90]].concat();
    let marked = [&b"\xFF\xFE\0\0"[..], &[0xAB; 60]].concat();
    let numbers: Vec<u8> = (0..1000_u32).flat_map(u32::to_le_bytes).collect();
    let tag = [&b"<\0\0\0"[..], &numbers].concat();
    for bytes in [&zeroes[..], &cursor, &marked, &numbers, &tag, b"\0\0\xFE", b"\0\0\xFE\xFF\xFF\xFF\xFF\xFF"] {
        for context in [Context::html(), Context::xml(), Context::text()] {
            assert!(!sniff(bytes, (), &context.reading(Reading::Crawler)).is_utf_32(), "{bytes:x?}");
        }
    }
    // Where no XML is read, its declaration says nothing.
    let xml = rows().into_iter().find(|row| row.name == "xml").unwrap();
    assert!(!sniff(&xml.bytes, (), &Context::css().reading(Reading::Crawler)).is_utf_32());
}

#[cfg(feature = "detector")]
#[test]
fn the_detector_has_no_number_for_it() {
    for row in rows() {
        let sniffed = sniff(&row.bytes, (), &row.context());
        assert_eq!(sniffed.likelihood(&row.bytes, &row.context()), None);
        assert_eq!(sniffed.candidates(&row.bytes, &row.context()), []);
    }
}

/// A few texts may be read again from UTF-32: nothing is repaired, and nothing panics.
#[test]
fn repairs_leave_it_alone() {
    for row in rows() {
        let decoded = decode(&row.bytes, (), &row.context().repair(true));
        assert_eq!((&*decoded.text, decoded.repairs.len()), (&*row.text, 0), "{}", row.name);
    }
}

#[cfg(feature = "encode")]
#[test]
fn it_is_edited_and_converted() {
    use charsniff::{Edit, convert};

    for row in rows() {
        let mut edit = Edit::new(&row.bytes, &*row.content_type, &row.context());
        assert_eq!((edit.text(), edit.sniffed().name()), (&*row.text, &*row.encoding));
        let at = row.text.find('ß').unwrap_or(row.text.len());
        edit.replace(at..at, "😀火").unwrap();
        let edited = edit.write().unwrap();
        let read = decode(&edited.bytes, &*row.content_type, &row.context());
        assert_eq!((read.sniffed.name(), &*read.text), (&*row.encoding, &*edit.edited_text().unwrap()), "{}", row.name);
        // What was not touched stays, also what is malformed.
        let start = row.mark() + 4 * row.text[..at].chars().count();
        assert_eq!(edited.bytes[..start.min(row.bytes.len())], row.bytes[..start.min(row.bytes.len())]);
        assert!(edited.bytes.ends_with(row.bytes.get(start..).unwrap_or_default()), "{}", row.name);

        let converted = convert(&row.bytes, &*row.content_type, &row.context(), Encoding::Utf8).unwrap();
        assert_eq!((converted.sniffed.name(), converted.malformed), (&*row.encoding, row.errors()));
        let text = converted.bytes.as_slice();
        let header = converted.header.as_deref().unwrap_or(&row.content_type);
        let again = decode(text, header, &Context::for_mime_type(&row.content_type));
        let relabelled = row.text.replace("encoding='utf-32'", "encoding='UTF-8'");
        let expected = [relabelled.clone(), relabelled.replace("charset=utf-8", "charset=UTF-8")];
        assert_eq!(again.sniffed.encoding, Encoding::Utf8, "{}", row.name);
        assert!(row.text.starts_with("<") || row.text.starts_with("@") || expected.contains(&again.text.into_owned()));
    }
    // A mark that is inserted where there was none would be one.
    for xml in rows().iter().filter(|row| row.name == "xml") {
        let mut edit = Edit::new(&xml.bytes, (), &xml.context());
        edit.replace(0..0, "\u{FEFF}").unwrap();
        assert!(edit.write().is_err(), "{}", xml.encoding);
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_verdict_round_trips() {
    for row in rows() {
        let explanation = explain(&row.bytes, (), &row.context());
        let json = serde_json::to_string(&explanation).unwrap();
        assert!(json.starts_with(&format!(r#"{{"encoding":"{}","#, row.encoding)), "{json}");
        assert_eq!(serde_json::from_str::<charsniff::Explanation>(&json).unwrap(), explanation);
        let sniffed = sniff(&row.bytes, (), &row.context());
        let read: charsniff::Sniffed = serde_json::from_str(&serde_json::to_string(&sniffed).unwrap()).unwrap();
        assert_eq!((read, read.bom_length()), (sniffed, row.mark()));
        assert_eq!(read.decode(&row.bytes).text, row.text);
    }
}

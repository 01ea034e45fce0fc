//! `Edit`: outside the changes not one byte differs, and the result is read as the edited text.

use std::ops::Range;

use charsniff::{Context, Edit, EditError, Encoding, Fallback, Positions, TextUnit, declarations};

/// [xorshift64](https://www.jstatsoft.org/article/view/v008i14).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n.max(1)
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}

/// What another implementation encodes; nothing if it would be read otherwise.
fn encoded(encoding: Encoding, text: &str) -> Option<Vec<u8>> {
    match encoding {
        Encoding::Utf16Le => return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        Encoding::Utf16Be => return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        _ => {}
    }
    let peer = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
    let (bytes, _, had_unmappables) = peer.encode(text);
    let is_same = !had_unmappables && peer.decode_without_bom_handling(&bytes).0 == text;
    is_same.then(|| bytes.into_owned())
}

/// Some characters that an encoding has.
fn alphabet(encoding: Encoding, random: &mut Random) -> Vec<String> {
    let mut all: Vec<String> = ["a", "<", "\r\n", "\n", "\\", "~", "0", " "].map(String::from).into();
    while all.len() < 60 {
        let c = char::from_u32(
            [0x80, 0x3000, 0x4E00, 0xAC00, 0x400, 0x10000][random.below(6)] + random.below(0x400) as u32,
        );
        if let Some(c) = c.filter(|c| encoded(encoding, &c.to_string()).is_some()) {
            all.push(c.into());
        } else if random.below(20) == 0 {
            all.push("b".into());
        }
    }
    all
}

fn text(alphabet: &[String], most: usize, random: &mut Random) -> String {
    (0..random.below(most)).map(|_| random.of(alphabet)).collect()
}

/// Bytes that are no text in some encoding, and all escape sequences.
const ODD: [&[u8]; 16] = [
    b"\xFF",
    b"\x81",
    b"\xE2\x82",
    b"\x1B$B",
    b"\x1B(B",
    b"\x1B(J",
    b"\x1B(I",
    b"\x1B",
    b"\x1B$",
    b"\x80\x80",
    b"\x00\xD8",
    b"\xEF\xBB\xBF",
    b"\x88\x62",
    b"\x81\x30\x81",
    b"\xA4",
    b"\x0E",
];

fn file(encoding: Encoding, alphabet: &[String], is_malformed: bool, random: &mut Random) -> Vec<u8> {
    let mut file = Vec::new();
    if random.below(4) == 0 && (encoding.is_utf_16() || encoding == Encoding::Utf8) {
        file.extend(encoded(encoding, "\u{FEFF}").unwrap());
    }
    for _ in 0..random.below(8) {
        match random.below(4) {
            0 if is_malformed => file.extend(random.of(&ODD)),
            1 if is_malformed => file.extend((0..random.below(6)).map(|_| random.below(256) as u8)),
            _ => file.extend(encoded(encoding, &text(alphabet, 12, random)).unwrap_or_default()),
        }
    }
    file
}

/// How many bytes there are between the places at which `Edit` keeps the state of the decoder.
const STRIDE: usize = 4096;

/// Many such files, one behind the other.
fn long_file(encoding: Encoding, alphabet: &[String], is_malformed: bool, random: &mut Random) -> Vec<u8> {
    let length = STRIDE + random.below(2 * STRIDE);
    let mut long = Vec::new();
    while long.len() < length {
        long.extend(file(encoding, alphabet, is_malformed, random));
    }
    long
}

/// The boundaries of characters; in a long file those near the places at which states are kept.
fn places(text: &str, positions: &Positions<'_>) -> Vec<usize> {
    let all = || text.char_indices().map(|(at, _)| at).chain([text.len()]);
    if positions.byte_offset(text.len()) < STRIDE {
        return all().collect();
    }
    let states = [1, 2].map(|n| positions.text_offset(n * STRIDE));
    all().filter(|at| states.iter().any(|state| state.abs_diff(*at) < 24)).collect()
}

/// Ranges that do not touch.
fn ranges(mut places: Vec<usize>, random: &mut Random) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for _ in 0..random.below(4) {
        if places.is_empty() {
            break;
        }
        let start = random.below(places.len());
        let end = (start + random.below(4)).min(places.len() - 1);
        ranges.push(places[start]..places[end]);
        places.drain(..=end);
    }
    ranges
}

/// Where `part` is in `whole` from `from` on.
fn find(whole: &[u8], part: &[u8], from: usize) -> Option<usize> {
    (from..=whole.len().checked_sub(part.len())?).find(|at| whole[*at..].starts_with(part)).map(|at| at + part.len())
}

#[test]
fn outside_the_changes_not_one_byte_differs() {
    let cases: usize = std::env::var("EDIT_CASES").map_or(500, |cases| cases.parse().unwrap());
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut written, mut refused) = (0, 0);
    for encoding in Encoding::ALL.into_iter().filter(|encoding| *encoding != Encoding::Replacement) {
        let alphabet = alphabet(encoding, &mut random);
        let context = Context::html().override_encoding(encoding.name());
        for case in 0..cases {
            let is_malformed = case % 2 == 1;
            let is_long = case % 32 >= 30;
            let file = if is_long { long_file } else { file }(encoding, &alphabet, is_malformed, &mut random);
            let mut edit = Edit::new(&file, (), &context);
            let read_as = edit.sniffed().encoding;
            let positions = edit.sniffed().positions(&file, TextUnit::Utf8);
            let original = edit.text().to_owned();
            let mut changes = Vec::new();
            for range in ranges(places(&original, &positions), &mut random) {
                let with = text(&alphabet, 5, &mut random);
                edit.replace(range.clone(), &with).unwrap();
                // What changes nothing may divide the two characters of a sequence of Big5.
                if original[range.clone()] != with {
                    changes.push((range, with));
                }
            }
            let what = || format!("{read_as} {file:02X?} {original:?} {changes:?}");
            // What lies between the changes, and what another implementation encodes for these.
            let expected = || -> Vec<u8> {
                let (mut expected, mut done) = (Vec::new(), 0);
                for (range, with) in &changes {
                    let start =
                        if range.start == original.len() { file.len() } else { positions.byte_offset(range.start) };
                    let end = if range.is_empty() { start } else { positions.byte_range(range.clone()).end };
                    expected.extend(&file[done..start]);
                    expected.extend(encoded(read_as, with).unwrap());
                    done = end;
                }
                expected.extend(&file[done..]);
                expected
            };
            let text = edit.edited_text().unwrap();
            let mark = edit.sniffed().bom_length();
            let edited = match edit.write() {
                Ok(edited) => edited,
                // An empty file or one with a mark may be read in another encoding, which lacks characters.
                Err(EditError::Unmappable(_)) if read_as != encoding => continue,
                // Two escape sequences in a row are malformed, too.
                Err(error @ (EditError::Unmappable(_) | EditError::ReadOtherwise(_)))
                    if is_malformed || original.contains('\u{FFFD}') =>
                {
                    // It is refused because it would be read otherwise, from there on.
                    if let EditError::ReadOtherwise(at) = error
                        && read_as != Encoding::Iso2022Jp
                        && let bytes = expected()
                        && Encoding::for_bom(&bytes) == Encoding::for_bom(&file)
                    {
                        let (read, _) = read_as.decode_without_bom_handling(&bytes[mark..]);
                        let same = read.bytes().zip(text.bytes()).take_while(|(one, other)| one == other).count();
                        assert_ne!(read, text, "{}", what());
                        let boundary = (0..=same).rev().find(|at| text.is_char_boundary(*at));
                        assert_eq!(Some(at), boundary, "{}", what());
                    }
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{error} {}", what()),
            };
            let body = &edited.bytes[mark..];
            assert_eq!(read_as.decode_without_bom_handling(body).0, text, "{}", what());
            let (mut at, mut done) = (0, 0);
            for end in changes.iter().map(|(range, _)| range.start).chain([original.len()]) {
                let kept = &file[positions.byte_range(done..end)];
                at = find(&edited.bytes, kept, at).unwrap_or_else(|| panic!("{kept:02X?} {}", what()));
                done = changes.iter().find(|(range, _)| range.start == end).map_or(end, |(range, _)| range.end);
            }
            if read_as != Encoding::Iso2022Jp {
                assert_eq!(edited.bytes, expected(), "{}", what());
            }
            written += 1;
        }
    }
    println!("{written} written, {refused} refused");
    assert!(refused * 10 < written, "{written} {refused}");
}

#[test]
fn escape_sequences_are_written_where_they_are_needed() {
    let context = Context::html().override_encoding("iso-2022-jp");
    let file = b"a\x1B$B2P@1\x1B(Bb";
    for (range, with, expected) in [
        // Text in the state of the place needs none.
        (1..1, "c", &b"ac\x1B$B2P@1\x1B(Bb"[..]),
        (4..4, "星", b"a\x1B$B2P@1@1\x1B(Bb"),
        (4..4, "c", b"a\x1B$B2P\x1B(Bc\x1B$B@1\x1B(Bb"),
        (7..7, "火", b"a\x1B$B2P@12P\x1B(Bb"),
        // What returns to ASCII is behind the change.
        (1..7, "", b"a\x1B(Bb"),
        (1..7, "c", b"ac\x1B(Bb"),
        (7..8, "", b"a\x1B$B2P@1\x1B(B"),
        (8..8, "火", b"a\x1B$B2P@1\x1B(Bb\x1B$B2P\x1B(B"),
    ] {
        let mut edit = Edit::new(file, (), &context);
        edit.replace(range.clone(), with).unwrap();
        let edited = edit.write().unwrap();
        assert_eq!(edited.bytes, expected, "{range:?} {with} {}", edited.bytes.escape_ascii());
    }
}

#[test]
fn an_escape_sequence_that_is_an_error_is_a_character() {
    // Two in a row are U+FFFD, and what is inserted behind that is read behind it.
    let context = Context::html().override_encoding("iso-2022-jp");
    let mut edit = Edit::new(b"a\x1B(B\x1B$B2P\x1B(B", (), &context);
    assert_eq!(edit.text(), "a\u{FFFD}火");
    edit.replace(4..4, "星").unwrap();
    assert_eq!(edit.write().unwrap().bytes, b"a\x1B(B\x1B$B@1\x1B$B2P\x1B(B");
}

#[test]
fn a_mark_that_would_appear_is_an_error() {
    let mut edit = Edit::new(b"a\xFE\xFF", "text/html; charset=latin1", &Context::html());
    edit.replace(0..1, "").unwrap();
    assert_eq!(edit.write(), Err(EditError::ReadOtherwise(0)));
}

#[test]
fn what_the_encoding_lacks_is_written_as_asked() {
    let page = "<meta charset=shift_jis>\r\n<p>".as_bytes();
    let mut edit = Edit::new(page, (), &Context::html());
    edit.replace(29..29, "a¥→😀").unwrap();
    let Err(EditError::Unmappable(lacking)) = edit.write() else { panic!("written") };
    assert_eq!((lacking.character, lacking.offset, lacking.line, lacking.column), ('¥', 29, 2, 5));
    let with = |fallback| String::from_utf8_lossy(&edit.write_with(fallback).unwrap().bytes[29..]).into_owned();
    // The arrow is in Shift_JIS.
    assert_eq!(with(Fallback::NumericReference), "a&#165;\u{FFFD}\u{FFFD}&#128512;");
    let converted = edit.write_with(Fallback::Utf8).unwrap();
    assert_eq!(converted.bytes, "<meta charset=UTF-8>\r\n<p>a¥→😀".as_bytes());
    assert!(declarations(&converted.bytes, (), &Context::html())[0].counts);
    let nothing = |_| None;
    assert!(edit.write_with(Fallback::Transliterate(&nothing)).is_err());
}

/// A line: its parts, each in an encoding, and the words that are inserted into it.
#[cfg(feature = "detector")]
#[derive(Clone)]
struct Line {
    parts: Vec<(Encoding, String)>,
    words: &'static [&'static str],
}

/// Texts that are recognised beside others, and words of the same language.
#[cfg(feature = "detector")]
const TEXTS: [(&[Encoding], &[&str], &[&str]); 5] = [
    (
        &[Encoding::Windows1252],
        &["Die größte Brücke führt über den Fluß", "Müller wohnt in der schönen Straße", "Öffnungszeiten für Gäste"],
        &["für", "größer", "Mädchen", "schön", "ab", "Tür"],
    ),
    (
        &[Encoding::Windows1251, Encoding::Koi8R],
        &["Дорога ведёт через мост на площадь", "Сегодня хорошая погода в городе", "Новая книга лежит на столе"],
        &["дом", "река", "новый", "город", "ok"],
    ),
    (
        &[Encoding::Gbk, Encoding::Gb18030],
        &["更新了项目的文档和说明", "今天天气很好我们去公园散步", "道路通往城市最大的广场"],
        &["我们", "文档", "城市", "x", "今天"],
    ),
    (
        &[Encoding::ShiftJis, Encoding::EucJp],
        &["今日は天気がいいので公園を散歩しましょう", "道は橋を渡って町の広場へ続いている", "新しい本を読みました"],
        &["公園", "本を", "の", "x", "しました"],
    ),
    (
        &[Encoding::EucKr],
        &["오늘은 날씨가 좋으니 공원에서 산책합시다", "새로운 책을 읽었습니다", "도시에서 가장 큰 광장"],
        &["오늘", "공원", "책을", "x"],
    ),
];

/// A file in one encoding with lines or words in another one: legacy lines in UTF-8, lines in UTF-8 in a legacy file, words.
#[cfg(feature = "detector")]
fn mixed(random: &mut Random) -> (Encoding, Vec<Line>) {
    let (encodings, texts, words) = random.of(&TEXTS);
    let legacy = random.of(encodings);
    let is_utf_8 = random.below(2) == 0;
    let base = if is_utf_8 { Encoding::Utf8 } else { legacy };
    let other = if is_utf_8 { legacy } else { Encoding::Utf8 };
    let count = 4 + random.below(8);
    let foreign = random.below(count);
    let lines = (0..count).map(|number| {
        let text = format!("{number} {}", random.of(texts));
        let is_foreign = number == foreign || random.below(4) == 0;
        if is_foreign && is_utf_8 && legacy.is_single_byte() && random.below(2) == 0 {
            // A word in another line.
            let word = random.of(words).to_owned();
            let parts = vec![(base, text + " "), (other, word), (base, " ok".into())];
            return Line { parts, words };
        }
        Line { parts: vec![(if is_foreign { other } else { base }, text)], words }
    });
    (base, lines.collect())
}

#[cfg(feature = "detector")]
#[test]
fn in_mixed_files_each_line_keeps_its_encoding() {
    let cases: usize = std::env::var("EDIT_CASES").map_or(300, |cases| cases.parse().unwrap());
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut edits, mut files, mut in_another, mut refused, mut unread) = (0, 0, 0, 0, 0);
    for _ in 0..cases {
        let (base, lines) = mixed(&mut random);
        let end = random.of(&["\n", "\r\n"]);
        let bytes_of = |lines: &[Line]| -> Vec<u8> {
            let line = |line: &Line| {
                let parts = line.parts.iter().flat_map(|(encoding, text)| encoded(*encoding, text).unwrap());
                parts.chain(end.bytes()).collect::<Vec<u8>>()
            };
            lines.iter().flat_map(line).collect()
        };
        let text_of = |line: &Line| line.parts.iter().map(|(_, text)| text.as_str()).collect::<String>() + end;
        let file = bytes_of(&lines);
        let header = format!("text/plain; charset={}", base.name());
        let context = Context::text().repair(true);
        let mut edit = Edit::new(&file, header.as_str(), &context);
        let original: String = lines.iter().map(text_of).collect();
        if edit.text() != original {
            // Too little text to be recognised.
            unread += 1;
            continue;
        }
        let mut edited_lines = lines.clone();
        let mut start = 0;
        for line in &mut edited_lines {
            let length = text_of(line).len();
            if random.below(2) == 0 {
                let part = random.below(line.parts.len());
                let before: usize = line.parts[..part].iter().map(|(_, text)| text.len()).sum();
                let has_word = line.parts.len() > 1;
                let text = &mut line.parts[part].1;
                let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
                // Of a word that stands in another line, the inside.
                let inside = if has_word { 1..places.len() - 1 } else { 0..places.len() };
                if inside.is_empty() {
                    start += length;
                    continue;
                }
                let from = inside.start + random.below(inside.len());
                let to = (from + random.below(3)).min(inside.end - 1);
                let with = random.of(line.words);
                let range = places[from]..places[to];
                edit.replace(start + before + range.start..start + before + range.end, with).unwrap();
                text.replace_range(range, with);
                edits += 1;
            }
            start += length;
        }
        let expected = bytes_of(&edited_lines);
        let text: String = edited_lines.iter().map(text_of).collect();
        let what = || format!("{base} {original:?} {text:?}");
        assert_eq!(edit.edited_text().unwrap(), text, "{}", what());
        match edit.write() {
            Ok(edited) => {
                let decoded = charsniff::decode(&edited.bytes, header.as_str(), &context);
                assert_eq!(decoded.text, text, "{}", what());
                if edited.bytes != expected {
                    in_another += 1;
                }
                files += 1;
            }
            Err(EditError::ReadOtherwise(_)) => refused += 1,
            Err(error) => panic!("{error} {}", what()),
        }
    }
    println!(
        "{edits} edits, {files} files written, {in_another} in another encoding, {refused} refused, {unread} not read"
    );
    assert!(
        files * 10 > cases * 7 && refused * 20 < cases && in_another * 50 < cases,
        "{files} {refused} {in_another}"
    );
}

/// A line or a word in another encoding is edited in that, and nothing around it changes.
#[cfg(feature = "detector")]
#[test]
fn text_in_a_foreign_line_is_written_as_the_line_is() {
    let context = Context::text().repair(true);
    let japanese = ["今日は天気がいいので公園を散歩しましょう\n", "道は橋を渡って町の広場へ続いている\n"];
    let in_legacy = |text: &str| encoded(Encoding::ShiftJis, text).unwrap();
    // A line in UTF-8 in Shift_JIS: at its start, inside, at its end.
    let file = [in_legacy(japanese[0]), japanese[1].as_bytes().to_vec(), in_legacy(japanese[0])].concat();
    for at in ["", "道は橋を", "道は橋を渡って町の広場へ続いている"] {
        let mut edit = Edit::new(&file, "text/plain; charset=shift_jis", &context);
        let place = japanese[0].len() + at.len();
        edit.replace(place..place, "本").unwrap();
        let line = japanese[1].replacen(at, &format!("{at}本"), 1);
        let expected = [in_legacy(japanese[0]), line.as_bytes().to_vec(), in_legacy(japanese[0])].concat();
        assert_eq!(edit.write().unwrap().bytes, expected, "{at}");
    }
    // A change of several lines is written as the first of them is; what is left of the others stays.
    let mut edit = Edit::new(&file, "text/plain; charset=shift_jis", &context);
    let first = japanese[0].len();
    edit.replace(first - "しましょう\n".len()..first + "道は".len(), "した\n").unwrap();
    let expected = [
        in_legacy(&japanese[0].replace("しましょう", "した")),
        japanese[1].as_bytes()["道は".len()..].to_vec(),
        in_legacy(japanese[0]),
    ];
    assert_eq!(edit.write().unwrap().bytes, expected.concat());
    // Without repair, the line is no text.
    assert!(!Edit::new(&file, "text/plain; charset=shift_jis", &Context::text()).text().contains(japanese[1]));
}

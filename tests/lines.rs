//! Which lines of a text are in which encoding.
#![cfg(all(feature = "detector", feature = "encode"))]

use Encoding::*;
use charsniff::{Context, Encoding, LineRange, Reading, sniff};

fn context() -> Context {
    Context::text().reading(Reading::Crawler)
}

fn lines(bytes: &[u8]) -> Vec<LineRange> {
    sniff(bytes, (), &context()).lines(bytes, &context())
}

fn mixed(bytes: &[u8]) -> Option<Vec<LineRange>> {
    sniff(bytes, (), &context()).mixed_lines(bytes, &context())
}

/// Each line in its encoding.
fn text(lines: &[(Encoding, &str)]) -> Vec<u8> {
    lines.iter().flat_map(|(encoding, line)| [&*encoding.encode(line).0, b"\n"].concat()).collect()
}

fn places(ranges: &[LineRange]) -> Vec<(usize, usize, Encoding)> {
    ranges.iter().map(|lines| (lines.first, lines.last, lines.encoding)).collect()
}

const GERMAN: &str = "Grüße aus Köln, schöne Bäume für Fußgänger";
const RUSSIAN: &str = "Добавлены новые проверки и исправлены старые ошибки";
const CHINESE: &str = "更新了项目的文档，请检查路径。";

#[test]
fn ranges_cover_the_text() {
    let bytes = text(&[(Utf8, "plain"), (Windows1251, RUSSIAN), (Utf8, "plain"), (Utf8, GERMAN), (Gbk, CHINESE)]);
    let ranges = lines(&bytes);
    assert_eq!(places(&ranges), [(1, 3, Windows1251), (4, 4, Utf8), (5, 5, Gbk)]);
    assert_eq!(mixed(&bytes), Some(ranges.clone()));
    let parts: Vec<&[u8]> = ranges.iter().map(|lines| &bytes[lines.bytes.clone()]).collect();
    assert_eq!(parts.concat(), bytes);
    assert_eq!(Gbk.decode_without_bom_handling(parts[2]).0, format!("{CHINESE}\n"));
    // Whatever the line ends, and without the last one.
    let returns: Vec<u8> = bytes.iter().map(|byte| if *byte == b'\n' { b'\r' } else { *byte }).collect();
    assert_eq!(lines(&returns), ranges);
    assert_eq!(places(&lines(bytes.trim_ascii_end())), places(&ranges));
}

#[test]
fn a_text_in_one_encoding_has_no_mixed_lines() {
    for encoding in [Utf8, Windows1252, Macintosh, Iso8859_15] {
        let bytes = text(&[(encoding, GERMAN), (encoding, "naïve"), (encoding, "é"), (encoding, "Ã©")]);
        assert_eq!(mixed(&bytes), None, "{encoding}");
    }
    // Some of these words are valid UTF-8.
    let words =
        ["一直", "使液态水", "系统", "我们", "系统一直", "文件", "中国人民", "没有找到"].map(|word| (Gbk, word));
    let bytes = text(&words);
    assert!(bytes.split(|byte| *byte == b'\n').any(|word| !word.is_empty() && std::str::from_utf8(word).is_ok()));
    assert_eq!(mixed(&bytes), None);
    // One character, in a text in a single-byte encoding.
    assert_eq!(mixed(&text(&[(Windows1252, GERMAN), (Utf8, "é")])), None);
    assert!(mixed(&text(&[(Windows1252, GERMAN), (Utf8, "éé")])).is_some());
    for bytes in [&b""[..], b"plain\n", b"\xEF\xBB\xBFGr\xC3\xBC\xC3\x9Fe\nGr\xFC\xDFe\n"] {
        assert_eq!(mixed(bytes), None);
    }
}

#[test]
fn lines_that_are_not_utf_8_are_in_one_encoding_unless_that_is_refuted() {
    // The third line by itself would be in Shift_JIS.
    let russian = (Ibm866, RUSSIAN);
    let bytes = text(&[(Utf8, GERMAN), russian, (Ibm866, "около 401"), russian, russian, russian]);
    assert_eq!(places(&mixed(&bytes).unwrap()), [(1, 1, Utf8), (2, 6, Ibm866)]);
    // Of a few lines, less proves it where UTF-8 is among them.
    let short = [(Windows1251, "Привет"), (Utf8, "Привет"), (ShiftJis, "日本語")]
        .map(|(encoding, word)| (encoding, format!("/{word}")));
    let bytes = text(&short.each_ref().map(|(encoding, line)| (*encoding, line.as_str())));
    assert_eq!(places(&mixed(&bytes).unwrap()), [(1, 1, Windows1251), (2, 2, Utf8), (3, 3, ShiftJis)]);
    let bytes = text(&[(Koi8R, RUSSIAN), (Windows1251, "Привет"), (Windows1251, RUSSIAN), (Windows1251, RUSSIAN)]);
    assert_eq!(places(&mixed(&bytes).unwrap()), [(1, 1, Koi8R), (2, 4, Windows1251)]);
    // One line in another encoding among many is no proof, except for who asks for each.
    let many: Vec<_> = (0..9).map(|at| if at == 4 { (Koi8R, RUSSIAN) } else { (Windows1251, RUSSIAN) }).collect();
    let bytes = text(&many);
    assert_eq!(mixed(&bytes), None);
    assert_eq!(places(&lines(&bytes)), [(1, 4, Windows1251), (5, 5, Koi8R), (6, 9, Windows1251)]);
    let two: Vec<_> = (0..9).map(|at| if at / 2 == 2 { (Koi8R, RUSSIAN) } else { (Windows1251, RUSSIAN) }).collect();
    assert_eq!(places(&mixed(&text(&two)).unwrap())[1], (5, 6, Koi8R));
}

#[test]
fn a_long_text_is_judged_on_request_only() {
    for (length, is_mixed) in [(200, true), (201, false)] {
        let bytes = text(&[(Utf8, GERMAN), (Windows1251, RUSSIAN)].repeat(length));
        assert_eq!(mixed(&bytes).is_some(), is_mixed, "{length}");
        assert_eq!(lines(&bytes).len(), 2 * length);
    }
}

#[test]
fn what_the_context_says_of_the_detector_counts() {
    let bytes = text(&[(Iso8859_5, "Да"), (Utf8, RUSSIAN)]);
    let context = context().only([Iso8859_5, Utf8]);
    let found = sniff(&bytes, (), &context).lines(&bytes, &context);
    assert_eq!(places(&found), [(1, 1, Iso8859_5), (2, 2, Utf8)]);
    assert_ne!(places(&lines(&bytes))[0].2, Iso8859_5);
    let context = self::context().prefer([Iso8859_15]);
    let found = sniff(b"caf\xE9", (), &context).lines(b"caf\xE9", &context);
    assert_eq!(places(&found), [(1, 1, Iso8859_15)]);
}

#[test]
fn texts_without_lines_of_bytes_are_in_one_encoding() {
    let utf_16 = b"\xFF\xFEa\0\n\0\xFC\0";
    let [all] = &lines(utf_16)[..] else { panic!("several") };
    assert_eq!((all.first, all.last, all.encoding, all.bytes.clone()), (1, 2, Utf16Le, 2..8));
    assert_eq!(mixed(utf_16), None);
    assert_eq!((lines(b""), lines(b"\xFF\xFE")), (vec![], vec![]));
    assert_eq!(lines(b"a\nb")[0].bytes, 0..3);
    let bytes = "é\né\n".as_bytes();
    let context = context().override_encoding("x-user-defined");
    let sniffed = sniff(bytes, (), &context);
    assert_eq!(places(&sniffed.lines(bytes, &context)), [(1, 2, XUserDefined)]);
}

//! `--decode` and `--lines`: the text.

use super::KOI8_R;
use super::run::run;

#[test]
fn text_is_written_as_utf_8() {
    run(["--decode", "--health"], KOI8_R).fails(2, "--health goes with --json --decode");
    run(["--decode", "--explain"], KOI8_R).fails(2, "--explain goes with --json --decode");
    let text = run(["--decode"], KOI8_R);
    assert_eq!((text.text(), text.status), ("<meta charset=koi8-r><p>Марс", Some(0)));
    run(["--decode", "-c", "xml", "--reading", "standard"], b"<a>\xFF").fails(1, "malformed UTF-8 at byte 3");
    assert_eq!(
        run(["--decode", "-c", "xml"], b"<a>\xC3\xA9 \xFF\xC3\xA9 \xC3\xA9 \xC3\xA9 \xC3\xA9").text(),
        "<a>é \u{FFFD}é é é é"
    );
    let line = &run(["--json", "--decode"], KOI8_R).json()[0];
    assert_eq!((&line["encoding"], &line["text"]), (&"KOI8-R".into(), &"<meta charset=koi8-r><p>Марс".into()));
}

#[test]
fn text_is_written_in_other_encodings() {
    let text = "\u{FEFF}aé€\u{1F600}";
    let encode = |label: &str, text: &str| run(["--encode", label], text.as_bytes());
    let utf_16 = |to_bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
    assert_eq!(encode("utf-16le", text).out, utf_16(u16::to_le_bytes));
    assert_eq!(encode("utf-16", text).out, utf_16(u16::to_le_bytes));
    assert_eq!(encode("UTF-16BE", text).out, utf_16(u16::to_be_bytes));
    assert_eq!(encode("utf-8", text).out, text.as_bytes());
    assert_eq!(encode("latin1", text).out, b"&#65279;a\xE9\x80&#128512;");
    // The encoder keeps its state between chunks, and returns to the initial state at the end.
    let long = "火星".repeat(200_000);
    let bytes = encode("iso-2022-jp", &long).out;
    assert_eq!(bytes, *charsniff::Encoding::Iso2022Jp.encode(&long).0);
    let run = run(["--encode", "gbk"], b"caf\xC3\xA9\xC3");
    run.fails(1, "standard input: malformed UTF-8 at byte 5 (1 byte)");
}

/// A log that three programs wrote: the lines, and the encoding of each.
fn log() -> (Vec<u8>, String) {
    let lines = [
        ("utf-8", "Обновлена документация проекта\n"),
        ("utf-8", "plain\n"),
        ("windows-1251", "Исправлена ошибка в расчётах\n"),
        ("windows-1251", "да\n"),
        ("utf-8", "ё\n"),
        ("koi8-r", "Добавлены новые проверки и исправлены старые ошибки\n"),
    ];
    let bytes = lines.iter().flat_map(|(label, line)| {
        encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(line).0.into_owned()
    });
    (bytes.collect(), lines.map(|(_, line)| line).concat())
}

#[test]
fn lines_say_which_encoding_each_is_in() {
    let (bytes, text) = log();
    let list = run(["--lines"], &bytes);
    let expected = "\
UTF-8                 1 - 2        -
windows-1251          3 - 4        -
UTF-8                 5 - 5        -
KOI8-R                6 - 6        -
";
    assert_eq!((list.text(), list.status), (expected, Some(0)));
    let decoded = run(["--lines", "--decode"], &bytes);
    assert_eq!(decoded.text(), text);
    assert!(decoded.err.contains("standard input: lines 3 to 4: windows-1251\n"), "{}", decoded.err);
    let line = run(["--lines", "--decode", "--json"], &bytes).json().remove(0);
    assert_eq!((&line["text"], &line["lines"][3]["encoding"]), (&text.as_str().into(), &"KOI8-R".into()));
    assert_eq!((&line["lines"][1]["first"], &line["lines"][1]["last"]), (&3.into(), &4.into()));

    // Lines of ASCII are what they stand among, and a text of one encoding is that.
    assert_eq!(run(["--lines"], "a\nb\nä\n".as_bytes()).text(), "UTF-8                 1 - 3        -\n");
    assert!(run(["--lines"], b"a\rGr\xF6\xDFe\r").text().starts_with("windows-1252          1 - 2 "));
    assert!(run(["--lines"], b"\xFF\xFEa\0\n\0b\0").text().starts_with("UTF-16LE              1 - 2 "));
    assert_eq!(run(["--lines", "--decode"], b"\xFF\xFE\0\0a\0\0\0\n\0\0\0").text(), "a\n");
    run(["--lines"], b"\x89PNG\r\n\x1A\n\0\0\0\r").fails(1, "binary data, no text");
    run(["--lines"], "ä\n".repeat(3 << 20).as_bytes()).fails(1, "longer than 8 MiB, too long for --lines");
    run(["--lines", "--repair"], b"").fails(2, "--repair");
}

#[test]
fn health_and_repair_tell_lines_in_several_encodings() {
    let (bytes, _) = log();
    let said = "its lines are in several encodings: UTF-8 (1 to 2), windows-1251 (3 to 4), UTF-8 (5), KOI8-R (6); --lines --decode reads them\n";
    let health = run(["--health"], &bytes);
    assert!(health.text().contains(&format!("  {said}")) && health.status == Some(3), "{}", health.text());
    let repair = run(["--repair"], &bytes);
    assert!(repair.err.contains(said), "{}", repair.err);
    let line = run(["--json", "--health"], &bytes).json().remove(0);
    assert_eq!((&line["lines"][1]["first"], &line["lines"][1]["encoding"]), (&3.into(), &"windows-1251".into()));

    // German in UTF-8 beside Chinese: all of it is valid GBK, and repair reads it.
    let chinese = encoding_rs::GBK.encode("更新了项目的文档\n找不到文件，请检查路径。\n").0.into_owned();
    let german = "Grüße aus Köln, schöne Bäume\nDie Straße ist für Fußgänger gesperrt.\n";
    let repair = run(["--repair"], &[german.as_bytes(), &chinese].concat());
    assert!(repair.text().starts_with(german) && repair.err.contains("malformed (UTF-8)"), "{}", repair.err);

    // What repair reads right is told once, and files in one encoding are well, also if words of theirs are UTF-8 by chance.
    let mended = run(["--health"], &["日本語のテキスト\n".as_bytes(), b"\x93\xfa\x96\x7b\x8c\xea\x82\xcc\n"].concat());
    assert!(mended.text().contains("malformed (Shift_JIS)") && !mended.text().contains("several"), "{}", mended.text());
    let words = encoding_rs::GBK.encode("一直\n使液态水\n我们\n系统一直\n文件\n中国人民\n没有找到\n").0.into_owned();
    for (bytes, encoding) in [(&words[..], "GBK"), (b"Gr\xF6\xDFe\nna\xEFve\n", "windows-1252")] {
        let health = run(["--health"], bytes);
        assert!(health.text().starts_with(encoding) && health.text().contains("well"), "{}", health.text());
    }
}

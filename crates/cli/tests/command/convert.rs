//! `--convert`, `--write-back`, `--lint`, and what `--decode` and `--encode` say.

use std::fs;

use super::run::{folder, run};

#[test]
fn a_page_is_converted_in_place_with_its_declaration() {
    let page = folder("convert").join("page.html");
    fs::write(&page, b"<meta charset=gbk>\xD6\xD0").unwrap();
    let path = page.as_os_str();
    let done = run(["--convert".as_ref(), "-o".as_ref(), path, path], b"");
    assert_eq!((done.status, done.err.as_str()), (Some(0), ""));
    assert_eq!(fs::read(&page).unwrap(), "<meta charset=UTF-8>中".as_bytes());
    let done = run(["--convert".as_ref(), "--to".as_ref(), "big5".as_ref(), path], b"");
    assert_eq!(done.out, b"<meta charset=Big5>\xA4\xA4");
    run(["--convert", "--to", "replacement"], b"").fails(2, "nothing can be written");
    run(["--to", "gbk"], b"").fails(2, "--convert");
}

#[test]
fn a_header_that_is_needed_is_told() {
    let done = run(["--convert", "--content-type", "text/html; charset=gbk"], b"<meta charset=gbk>");
    assert_eq!(done.status, Some(0));
    assert_eq!(done.err, "charsniff: standard input: needs the header 'Content-Type: text/html; charset=UTF-8'\n");
}

#[test]
fn decode_says_that_a_label_is_false() {
    let done = run(["--decode"], b"<meta charset=gbk>\xD6\xD0");
    assert_eq!(done.text(), "<meta charset=gbk>中");
    assert!(done.err.contains("still declares gbk; --convert changes that"), "{}", done.err);
    assert_eq!(run(["--decode"], b"<meta charset=utf-8>").err, "");
}

#[test]
fn a_changed_text_is_written_back() {
    let folder = folder("write-back");
    let (file, text) = (folder.join("a.txt"), folder.join("a.utf8"));
    let original = b"caf\xE9\r\nna\xEFve \x81\x8D and some more words, dont chang\xE9 them\r\n";
    fs::write(&file, original).unwrap();
    let decoded = run(["--decode".as_ref(), file.as_os_str()], b"").out;
    let edited = String::from_utf8(decoded).unwrap().replace("café", "thé");
    fs::write(&text, &edited).unwrap();
    let (path, edited_path) = (file.as_os_str(), text.as_os_str());
    let done = run(["--write-back".as_ref(), path, edited_path, "-o".as_ref(), path], b"");
    assert_eq!((done.status, done.err.as_str()), (Some(0), ""));
    let expected = [b"th\xE9".as_slice(), &original[4..]].concat();
    assert_eq!(fs::read(&file).unwrap(), expected);

    fs::write(&text, edited.replace("thé", "→")).unwrap();
    let lacking = run(["--write-back".as_ref(), path, edited_path, "-o".as_ref(), path], b"");
    assert_eq!(lacking.status, Some(1));
    assert!(lacking.err.contains("has no U+2192 (line 1, column 1, byte 0)"), "{}", lacking.err);
    // The file is left as it was.
    assert_eq!(fs::read(&file).unwrap(), expected);
    let escaped = run(["--unmappable".as_ref(), "escape".as_ref(), "--write-back".as_ref(), path, edited_path], b"");
    assert!(escaped.out.starts_with(b"\\u2192\r\n"), "{}", escaped.out.escape_ascii());
    run(["--write-back", "a", "b", "c"], b"").fails(2, "no other input");
}

#[test]
fn references_are_written_where_they_are_read() {
    assert_eq!(run(["--encode", "latin1"], "→".as_bytes()).out, b"&#8594;");
    let plain = run(["--encode", "latin1", "-c", "text-document"], "a\n→".as_bytes());
    plain.fails(1, "windows-1252 has no U+2192 (line 2, column 1, byte 2)");
    let xml = run(["--encode", "iso-2022-jp", "-c", "xml"], "火♥".as_bytes());
    assert_eq!(xml.out, b"\x1B$B2P\x1B(B&#9829;");
}

#[test]
fn utf_16_begins_with_a_mark() {
    assert_eq!(run(["--encode", "utf-16be"], b"a").out, b"\xFE\xFF\0a");
    assert_eq!(run(["--encode", "utf-16le"], "\u{FEFF}a".as_bytes()).out, b"\xFF\xFEa\0");
    let read = run(["--json"], b"\xFE\xFF\0a");
    assert_eq!(read.json()[0]["encoding"], "UTF-16BE");
}

#[test]
fn lint_says_what_is_wrong_where() {
    let page = b"<meta charset=utf8>\n\xFF";
    let done = run(["--lint"], page);
    assert_eq!(done.status, Some(3));
    let expected = "-:1:15: warning: \"utf8\" is called UTF-8 (bytes 14-18) [not-the-preferred-name]\n\
                    -:2:1: error: [FF] is malformed UTF-8 (bytes 20-21) [malformed]\n";
    assert_eq!(done.text(), expected);
    let json = &run(["--lint", "--json"], page).json()[0];
    assert_eq!(json["path"], "-");
    assert_eq!(
        (&json["findings"][0]["rule"], &json["findings"][0]["convert-mends"]),
        (&"not-the-preferred-name".into(), &true.into())
    );
    let well = run(["--lint"], b"<meta charset=utf-8>");
    assert_eq!((well.status, well.text()), (Some(0), ""));
    run(["--lint", "--decode"], b"").fails(2, "cannot be used with");
}

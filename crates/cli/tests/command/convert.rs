//! `--convert`, `--write-back`, `--lint`, and what `--decode` and `--encode` say.

use std::ffi::OsStr;
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
fn what_is_no_page_gets_no_declaration() {
    let mail = folder("convert-mail").join("a.eml");
    fs::write(&mail, b"Subject: x\n\nGr\xF6\xDFe f\xFCr alle M\xE4dchen\n").unwrap();
    let done = run(["--convert".as_ref(), mail.as_os_str()], b"");
    assert_eq!((done.status, done.text()), (Some(0), "Subject: x\n\nGröße für alle Mädchen\n"));
    assert!(done.err.contains("it needs the header 'Content-Type: text/plain; charset=UTF-8'"), "{}", done.err);
    assert_eq!(run(["--convert"], b"a;b\n1;2\n").text(), "a;b\n1;2\n");
    assert_eq!(run(["--convert"], b"<p>a").text(), "<meta charset=\"UTF-8\"><p>a");
    assert_eq!(run(["--lint", "--reading", "standard"], b"a;b\n").text(), "");
}

#[test]
fn the_only_copy_of_malformed_sequences_is_kept() {
    let folder = folder("convert-malformed");
    let (page, other) = (folder.join("a.html"), folder.join("b.html"));
    let bytes = ["<meta charset=utf-8>Größe und Maß, größer ".as_bytes(), b"\xE2\x82<"].concat();
    for task in ["--convert", "--decode", "--repair"] {
        fs::write(&page, &bytes).unwrap();
        let done = run([task.as_ref(), "-o".as_ref(), page.as_os_str(), page.as_os_str()], b"");
        assert_eq!(done.status, Some(1), "{task}");
        assert!(done.err.contains("a.html: malformed sequences that would be lost: 1; "), "{task}: {}", done.err);
        assert!(done.err.contains("the output file is left as it was"), "{task}: {}", done.err);
        assert_eq!(fs::read(&page).unwrap(), bytes, "{task}");
        assert_eq!(run([task.as_ref(), "-o".as_ref(), other.as_os_str(), page.as_os_str()], b"").status, Some(0));
        assert!(fs::read_to_string(&other).unwrap().contains("größer \u{FFFD}<"), "{task}");
    }
    let page_name = page.as_os_str();
    let repaired = || run(["--decode".as_ref(), "--repair".as_ref(), "-o".as_ref(), page_name, page_name], b"");
    fs::write(&page, &bytes).unwrap();
    assert_eq!(repaired().status, Some(1));
    assert_eq!(fs::read(&page).unwrap(), bytes);
    // What can be repaired is not lost.
    fs::write(&page, ["<meta charset=utf-8>Größe und Maß, ".as_bytes(), b"gr\xF6\xDFer"].concat()).unwrap();
    assert_eq!(repaired().status, Some(0));
    assert!(fs::read_to_string(&page).unwrap().ends_with("Maß, größer"));
}

#[test]
fn a_header_that_is_needed_is_told() {
    let done = run(["--convert", "--content-type", "text/html; charset=gbk"], b"<meta charset=gbk>");
    assert_eq!(done.status, Some(0));
    assert_eq!(
        done.err,
        "charsniff: standard input: on the Web it needs the header 'Content-Type: text/html; charset=UTF-8'\n"
    );
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
    let piped =
        |original: &OsStr, edited: &OsStr, stdin: &[u8]| run(["--write-back".as_ref(), original, edited], stdin);
    assert_eq!(piped(path, "-".as_ref(), edited.as_bytes()).out, expected);
    fs::write(&text, &edited).unwrap();
    assert_eq!(piped("-".as_ref(), edited_path, original).out, expected);
    piped("-".as_ref(), "-".as_ref(), original).fails(2, "only one of ORIGINAL and EDITED can be standard input");
    piped(path, "-".as_ref(), b"a\xFF").fails(1, "standard input: malformed UTF-8 at byte 1");
    fs::write(&text, b"th\xE9").unwrap();
    run(["--write-back".as_ref(), path, edited_path], b"").fails(1, "a.utf8: malformed UTF-8 at byte 2");
}

/// A line in UTF-8 in a file in Shift_JIS keeps that, and so does what is inserted in it.
#[test]
fn a_mixed_file_is_written_back() {
    let folder = folder("write-back-mixed");
    let [path, edited_path] = ["log.txt", "edited.txt"].map(|name| folder.join(name));
    let legacy = b"\x8D\xA1\x93\xFA\x82\xCD\x93\x56\x8B\x43\x82\xAA\x82\xA2\x82\xA2\r\n";
    let file = [&legacy[..], "道は橋を渡って町の広場へ\r\n".as_bytes(), legacy].concat();
    fs::write(&path, &file).unwrap();
    let header = ["-H", "Content-Type: text/plain; charset=shift_jis"].map(OsStr::new);
    let decode = ["--decode".as_ref(), "--repair".as_ref(), header[0], header[1], path.as_os_str()];
    let text = run(decode, b"").text().to_owned();
    assert_eq!(text, "今日は天気がいい\r\n道は橋を渡って町の広場へ\r\n今日は天気がいい\r\n");
    fs::write(&edited_path, text.replace("町", "村と町").replacen("今日", "日", 1)).unwrap();
    let back = ["--write-back".as_ref(), path.as_os_str(), edited_path.as_os_str(), "--repair".as_ref()];
    let written = run(back.into_iter().chain(header), b"");
    let expected = [&legacy[2..], "道は橋を渡って村と町の広場へ\r\n".as_bytes(), legacy].concat();
    assert_eq!((written.status, written.out), (Some(0), expected));
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
    let page = b"<meta charset=utf8>\nf\xC3\xBCr Stra\xC3\x9Fen \xFF";
    let done = run(["--lint"], page);
    assert_eq!(done.status, Some(3));
    let expected = "-:1:15: warning: \"utf8\" is called UTF-8 (bytes 14-18) [not-the-preferred-name]\n\
                    -:2:13: error: [FF] is malformed UTF-8 (bytes 34-35) [malformed]\n";
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

#[test]
fn lint_writes_one_sarif_log() {
    let folder = folder("sarif");
    let [bad, well, many] = ["a b:é.html", "well.html", "many.html"].map(|name| folder.join(name));
    fs::write(&bad, b"<meta charset=utf8>\nf\xC3\xBCr Stra\xC3\x9Fen \xFF").unwrap();
    fs::write(&well, b"<meta charset=utf-8>").unwrap();
    fs::write(&many, format!("<meta charset=utf-8>{}", "\u{E000}".repeat(101))).unwrap();
    let paths = [bad.as_os_str(), well.as_os_str(), many.as_os_str()];
    let done = run(["--lint".as_ref(), "--sarif".as_ref(), paths[0], paths[1], paths[2]], b"");
    assert_eq!(done.status, Some(3));
    let log: serde_json::Value = serde_json::from_slice(&done.out).unwrap();
    assert_eq!((&log["version"], log["runs"].as_array().unwrap().len()), (&"2.1.0".into(), 1));
    let run_of_tool = &log["runs"][0];
    assert_eq!(run_of_tool["invocations"][0]["executionSuccessful"], true);
    let rules: Vec<_> =
        run_of_tool["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    assert_eq!(rules.len(), charsniff::Rule::ALL.len());
    let results = run_of_tool["results"].as_array().unwrap();
    assert_eq!(results.len(), 2 + 100 + 1);
    assert!(results[..102].iter().all(|result| rules.contains(&&result["ruleId"])));
    let place = &results[1]["locations"][0]["physicalLocation"];
    let name = place["artifactLocation"]["uri"].as_str().unwrap();
    assert!(name.starts_with("file:///") && name.ends_with("/a%20b%3A%C3%A9.html"), "{name}");
    assert_eq!(
        place["region"],
        serde_json::json!({"startLine": 2, "startColumn": 13, "byteOffset": 34, "byteLength": 1})
    );
    assert_eq!((&results[1]["ruleId"], &results[1]["level"]), (&"malformed".into(), &"error".into()));
    assert_eq!(
        (&results[102]["level"], &results[102]["message"]["text"]),
        (&"note".into(), &"and 1 more findings".into())
    );

    let none = run(["--lint", "--sarif", "missing.html"], b"");
    assert_eq!(none.status, Some(1));
    let empty: serde_json::Value =
        serde_json::from_slice(&run(["--lint", "--sarif"], b"<meta charset=utf-8>").out).unwrap();
    assert_eq!(empty["runs"][0]["results"], serde_json::json!([]));
    run(["--lint", "--sarif", "--json"], b"").fails(2, "cannot be used with");
    run(["--sarif"], b"").fails(2, "--lint");
}

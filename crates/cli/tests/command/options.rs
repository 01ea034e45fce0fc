//! The options: what the command prints, and how it fails.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use super::run::{folder, run};

const KOI8_R: &[u8] = b"<meta charset=koi8-r><p>\xED\xC1\xD2\xD3";

#[test]
fn one_line_per_input() {
    let folder = folder("a-line-an-input");
    std::fs::write(folder.join("a.html"), KOI8_R).unwrap();
    std::fs::write(folder.join("b.css"), "@charset \"big5\";").unwrap();
    std::fs::create_dir(folder.join("c")).unwrap();
    std::fs::write(folder.join("c/d.json"), "{}").unwrap();
    let run = run([&folder], b"");
    assert_eq!(run.status, Some(0), "{}", run.err);
    let lines: Vec<Vec<&str>> = run.text().lines().map(|line| line.split_whitespace().take(3).collect()).collect();
    let expected =
        [["KOI8-R", "tentative", "meta"], ["Big5", "tentative", "at-charset"], ["UTF-8", "tentative", "default"]];
    assert_eq!(lines, expected);
}

/// The example in README: `printf INPUT | charsniff ARGUMENTS`, and what it prints.
#[test]
fn the_example_in_the_readme_is_what_the_command_prints() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let (_, example) = readme.split_once("```console\n$ printf '").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let (command, output) = example.split_once('\n').unwrap();
    let (input, arguments) = command.split_once("' | charsniff ").unwrap();
    // Words outside quotes, and what is between quotes, in turn.
    let parts = arguments.split('\'').enumerate();
    let arguments = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    let run = run(arguments, input.as_bytes());
    assert_eq!((run.text().trim_end(), run.status), (output.trim_end(), Some(0)), "{}", run.err);
}

#[test]
fn json_has_the_keys_in_order() {
    let run = run(["--json", "--reading", "standard"], KOI8_R);
    let start = r#"{"path":"-","encoding":"KOI8-R","confidence":"tentative","source":"meta","bom":false,"label":"koi8-r","probability":0."#;
    assert!(run.text().starts_with(start), "{}", run.text());
    assert!(
        run.text().contains(r#","context":"html","content":"text","#) && run.text().ends_with("}]}\n"),
        "{}",
        run.text()
    );
    let keys = ["label", "probability", "margin", "runner-up", "language", "script", "context", "candidates"];
    let places = keys.map(|key| run.text().find(&format!("\"{key}\":")).unwrap());
    assert!(places.is_sorted(), "{}", run.text());
    assert_eq!(run.status, Some(0));
}

#[test]
fn headers_and_facts_count() {
    let of = |arguments: &[&str]| run(arguments, KOI8_R).json()[0]["encoding"].clone();
    assert_eq!(of(&["--json", "-H", "content-type: text/html;charset=gbk", "--reading", "standard"]), "GBK");
    assert_eq!(of(&["--json", "-H", "content-type: text/html;charset=gbk"]), "KOI8-R");
    assert_eq!(of(&["--json", "--content-type", "text/html;charset=gbk", "--override", "euc-kr"]), "EUC-KR");
    assert_eq!(of(&["--json", "-c", "fetch-json", "--reading", "standard"]), "UTF-8");
}

#[test]
fn the_fallback_counts_where_the_bytes_say_nothing() {
    let of = |arguments: &[&str], bytes| {
        let line = run(arguments.iter().chain(&["--json"]), bytes).json().remove(0);
        (line["encoding"].clone(), line["source"].clone())
    };
    let fallback = ["--fallback", "iso-8859-2"];
    assert_eq!(of(&fallback, b"a"), ("ISO-8859-2".into(), "default".into()));
    assert_eq!(of(&["--default", "iso-8859-2"], b""), ("ISO-8859-2".into(), "default".into()));
    assert_eq!(of(&fallback, KOI8_R), ("KOI8-R".into(), "meta".into()));
    assert_eq!(of(&fallback, "Größe".as_bytes()), ("UTF-8".into(), "detector".into()));
    run(["--fallback", "klingon"], b"").fails(2, "--fallback: \"klingon\" names no encoding");
}

#[test]
fn the_file_name_gives_the_mime_type() {
    let folder = folder("the-name-tells-the-mime-type");
    std::fs::write(folder.join("a.html"), KOI8_R).unwrap();
    let path = folder.join("a.html").into_os_string().into_string().unwrap();
    let of = |row| run(["--json", "-c", row, &path], b"").json()[0]["source"].clone();
    assert_eq!((of("view-source"), of("xhr-text")), ("meta".into(), "detector".into()));
}

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
fn explain_shows_every_stage() {
    let run = run(["--explain"], KOI8_R);
    for &stage in charsniff::Stage::PIPELINE {
        assert!(run.text().contains(stage.as_str()), "{}", run.text());
    }
    let line = &super::run::run(["--explain", "--json"], KOI8_R).json()[0];
    assert_eq!(line["stages"].as_array().unwrap().len(), 9);
    assert_eq!(line["stages"][3]["offset"], 14);
}

#[test]
fn explain_lists_all_declarations() {
    let page = b"<meta charset=koi8-r><meta charset=gbk><p>\xED\xC1\xD2\xD3";
    let listed = run(["--explain", "--reading", "standard"], page);
    // A stage has the first.
    let line = "  declaration: meta \"gbk\" at byte 35 → GBK; an earlier declaration comes first\n";
    assert!(listed.text().contains(line), "{}", listed.text());
    assert_eq!(listed.text().matches("declaration:").count(), 1);
    let line = &run(["--explain", "--json", "--reading", "standard"], page).json()[0];
    let labels = line["declarations"].as_array().unwrap().iter().map(|found| found["label"].as_str().unwrap());
    assert_eq!(labels.collect::<Vec<_>>(), ["koi8-r", "gbk"]);
    assert!(!run(["--explain"], KOI8_R).text().contains("declaration:"));
}

/// `--as-crawlers-need` is the former name of `--reading crawler`.
#[test]
fn as_crawlers_need_is_the_crawlers_reading() {
    let page = b"<meta charset=cp-1251><p>\xCC\xE0\xF0\xF1";
    assert_eq!(run(["--json", "--as-crawlers-need"], page).json(), run(["--json", "--reading=crawler"], page).json());
}

#[test]
fn health_is_reported_on_request() {
    let page = "<meta charset=utf-8>Ã©".as_bytes();
    assert_eq!(run(["--json", "--health"], page).json()[0]["health"]["doubly-encoded"], 1);
    assert!(run(["--health"], page).text().contains("1 doubly encoded"));
    assert!(run(["--health"], KOI8_R).text().contains("well"));
}

#[test]
fn health_problems_have_their_own_exit_status() {
    let page = b"<meta charset=utf-8>\xC3\xA9\xFF";
    for (options, page, status) in [
        (&["--health"][..], &page[..], 3),
        (&["--health", "--json"], page, 3),
        (&["--health", "--explain"], page, 3),
        (&["--health", "--json", "--decode"], page, 3),
        (&["--json", "--decode"], page, 0),
        (&["--health"], KOI8_R, 0),
        // The status of a failed input takes precedence.
        (&["--health", "-", "none.html"], page, 1),
    ] {
        let run = run(options, page);
        assert_eq!(run.status, Some(status), "{options:?}: {}", run.err);
    }
    let body = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\nÃ©";
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{body}\r\n\r\n",
        body.len()
    );
    assert_eq!(run(["--health"], record.as_bytes()).status, Some(3));
    assert_eq!(run(["--json"], record.as_bytes()).status, Some(0));
    // The same bytes as one resource.
    let line = &run(["--json", "--no-crawl"], record.as_bytes()).json()[0];
    assert_eq!((&line["path"], line.get("url")), (&"-".into(), None));
}

#[test]
fn content_tells_binary_data_and_ascii_from_text() {
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10";
    for (bytes, content) in [(&png[..], "binary"), (b"plain", "ascii"), (KOI8_R, "text")] {
        assert_eq!(run(["--json"], bytes).json()[0]["content"], content);
        let line = run(["-"], bytes);
        let line: Vec<&str> = line.text().split_whitespace().collect();
        // How likely, the runner-up, the language, and what the bytes are.
        assert_eq!(line[6], content);
        match content {
            "binary" => assert_eq!(line[3..6], ["-", "-", "-"]),
            "ascii" => assert_eq!(line[3..6], ["1.000", "-", "-"]),
            _ => assert!(line[3].starts_with("0.") && line[3].len() == 5 && line[4] != "-", "{line:?}"),
        }
        assert!(run(["--explain"], bytes).text().contains(&format!("content: {content}")));
    }
    assert!(run(["-"], png).text().starts_with("-  "), "{}", run(["-"], png).text());
    run(["--decode"], png).fails(1, "standard input: binary data, no text; --override LABEL");
    assert_eq!(run(["--json", "--decode"], png).json()[0].get("text"), None);
    // There is no text whose health could be checked, although 81 is a C1 control in windows-1252.
    let png = &[png, &b"\x81"[..]].concat();
    for options in [&["--health"][..], &["--health", "--explain"]] {
        let run = run(options, png);
        assert_eq!((run.status, run.text().contains("C1")), (Some(0), false), "{}", run.text());
    }
    let line = run(["--health", "--json"], png);
    assert_eq!((line.status, line.json()[0].get("health")), (Some(0), None));
    // If the user names the encoding, that is used.
    let decoded = run(["--decode", "--override", "latin1"], png);
    assert_eq!((decoded.text().chars().count(), decoded.status), (png.len(), Some(0)));
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

#[test]
fn contexts_and_labels_are_listed() {
    let contexts = run(["--contexts"], b"");
    let ids: Vec<&str> = contexts.text().lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(ids, charsniff::Kind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>());
    let labels = run(["--labels"], b"");
    assert_eq!(labels.text().lines().count(), charsniff::Encoding::ALL.len());
    assert!(labels.text().lines().any(|line| line.starts_with("Shift_JIS ") && line.contains(" sjis")));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(run(["--completions", shell], b"").text().contains("reading"), "{shell}");
    }
    let manual = run(["--manual"], b"");
    assert!(
        manual.text().contains(".TH charsniff 1") && manual.text().contains("\\-\\-no\\-crawl"),
        "{}",
        manual.text()
    );
    run(["--manual", "a.html"], b"").fails(2, "cannot be used with");
}

#[test]
fn locales_and_threads_in_the_forms_of_operating_systems() {
    let locale = |tag: &str| run(["--json", "--locale", tag], b"").json()[0]["encoding"].clone();
    assert_eq!(
        (locale("ja"), locale("zh_TW.UTF-8"), locale("zh-Hans-CN")),
        ("Shift_JIS".into(), "Big5".into(), "GBK".into())
    );
    let crawl = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/crawl.warc.gz")
        .into_os_string()
        .into_string()
        .unwrap();
    let lines = run(["--threads", "1", &crawl], b"").out;
    assert_eq!(lines, run([&crawl], b"").out);
    assert!(!lines.is_empty());
}

#[test]
fn empty_input_is_accepted() {
    let run = run(["--json"], b"");
    assert_eq!((run.json()[0]["encoding"].as_str(), run.status), (Some("UTF-8"), Some(0)));
}

#[test]
fn a_header_of_a_megabyte() {
    let folder = folder("a-header-of-a-megabyte");
    let header = "text/html; charset=".to_owned() + &"x".repeat(1 << 20);
    // A command line cannot be so long, so the header is in a crawl.
    let response = format!("HTTP/1.1 200 OK\r\nContent-Type: {header}\r\n\r\n<meta charset=gbk>");
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{response}\r\n\r\n",
        response.len()
    );
    std::fs::write(folder.join("a.warc"), record).unwrap();
    let run = run([folder.join("a.warc")], b"");
    assert_eq!((run.json()[0]["encoding"].as_str(), run.status), (Some("GBK"), Some(0)), "{}", run.err);
    let long = "x".repeat(100_000);
    super::run::run(["-H", &long], b"").fails(2, "no colon");
    super::run::run(["--override", &long], b"").fails(2, "names no encoding");
}

#[test]
fn wrong_command_lines() {
    run(["--context", "HTML"], b"").fails(2, "invalid value 'HTML' for '--context <CONTEXT>'");
    run(["--override", "nonsense"], b"").fails(2, "--override: \"nonsense\" names no encoding (see --labels)");
    let explained = run(["--explain", "--context", "classic-script", "--reference", "nonsense"], b"");
    assert!(explained.status == Some(0) && explained.text().contains("\"nonsense\"; names no encoding"));
    run(["--parent", "utf8x"], b"").fails(2, "--parent");
    run(["--jsn"], b"").fails(2, "unexpected argument '--jsn' found; tip: a similar argument exists: '--json'");
    run(["--json", "--encode", "gbk"], b"").fails(2, "cannot be used with");
    for locale in ["!!", "", "C", "japanese language"] {
        run(["--locale", locale], b"").fails(2, "is no language tag");
    }
    for url in ["not a url", "example.jp", "", "mailto:a@example.jp", "http://", "file:///a", "http://a.jp:99999/"] {
        run(["--url", url], b"").fails(2, "is no absolute URL with a host");
    }
    for tld in ["co jp", "", ".", "jp..x.-"] {
        run(["--tld", tld], b"").fails(2, "is no top-level domain");
    }
    for header in ["Content-Type", ": text/html", " :"] {
        run(["--header", header], b"").fails(2, "it takes 'Name: value'");
    }
    for number in ["0", "-1", "x"] {
        let run = run(["--threads", number], b"");
        run.fails(2, &format!("invalid value '{number}' for '--threads <NUMBER>'"));
        assert_eq!((run.err.matches("--help").count(), run.err.lines().count()), (1, 1), "{}", run.err);
    }
    run(["--encode", "replacement"], b"").fails(2, "nothing can be written in it");
    let detections: Vec<&str> = charsniff::Detection::ALL.iter().map(|detection| detection.as_str()).collect();
    let possible = format!("'--detection <HOW>'; [possible values: {}]", detections.join(", "));
    run(["--detection", "much"], b"").fails(2, &possible);
    run(["--fatal"], b"").fails(2, "--fatal goes with --context text-decoder");
    run(["-c", "html", "--string-type", "bmp"], b"").fails(2, "--string-type goes with --context x500-string");
    run(["--label", "none", "-c", "text-decoder"], b"").fails(2, "--label: \"none\" names no encoding");
    // As `new TextDecoder(label)`.
    for label in charsniff::Encoding::Replacement.labels() {
        run(["--label", label, "-c", "text-decoder"], b"").fails(2, &format!("--label: RangeError: {label:?}"));
    }
}

#[test]
fn candidates_of_the_detector() {
    let page = b"<p>\xCC\xE0\xF0\xF1";
    let of = |options: &[&str]| run(options.iter().copied().chain(["--json"]), page).json()[0]["encoding"].clone();
    assert_eq!(of(&[]), "windows-1251");
    assert_eq!(of(&["--only", "big5,koi8-r"]), "KOI8-R");
    assert_eq!(of(&["--only", "big5", "--only", "koi8-r"]), "KOI8-R");
    assert_ne!(of(&["--except", "cp1251,koi8-u"]), "windows-1251");
    assert_eq!(of(&["--prefer", "iso-8859-5,windows-1251"]), "windows-1251");
    run(["--only", "big5,none"], b"").fails(2, "--only: \"none\" names no encoding");
}

#[test]
fn a_top_level_domain_may_be_written_with_dots() {
    // אל in windows-1255. Without an Israeli host, another encoding is likelier.
    let page = b"\xE0\xEC";
    let of = |tld: &str| run(["--json", "--tld", tld], page).json()[0]["encoding"].clone();
    assert_ne!(of("il"), of("fr"));
    for tld in [".il", "il.", "co.il"] {
        assert_eq!(of(tld), of("il"), "{tld}");
    }
}

#[test]
fn help_and_version_are_no_failures() {
    let help = run(["--help"], b"");
    assert_eq!((help.status, help.err.as_str()), (Some(0), ""));
    assert!(help.text().contains("--reading") && help.text().lines().all(|line| line.chars().count() <= 100));
    let version = run(["--version"], b"");
    assert_eq!(version.text().trim_end(), concat!("charsniff ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn contexts_have_options_of_their_own() {
    let decode = |options: &[&str], bytes: &[u8]| run(["--decode", "-c"].iter().chain(options), bytes);
    assert_eq!(decode(&["text-decoder", "--label", "koi8-r"], b"\xED").text(), "М");
    assert_eq!(decode(&["text-decoder", "--ignore-bom"], b"\xEF\xBB\xBFa").text(), "\u{FEFF}a");
    assert_eq!(decode(&["text-decoder"], b"\xEF\xBB\xBFa\xFF").text(), "a\u{FFFD}");
    decode(&["text-decoder", "--fatal"], b"a\xFF").fails(1, "standard input: malformed UTF-8 at byte 1");
    // What the caller names is decoded, binary or not.
    let image = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR";
    assert_eq!(decode(&["text-decoder", "--label", "koi8-r"], image).text(), "┴PNG\r\n\u{1A}\n\0\0\0\rIHDR");
    assert_eq!(decode(&["text-decoder", "--label", "utf-8"], b"\0\0\x01\0a\0").text(), "\0\0\u{1}\0a\0");
    assert!(run(["-c", "text-decoder", "--label", "koi8-r"], image).text().starts_with("KOI8-R"));
    decode(&["text-document"], image).fails(1, "binary data, no text");
    assert_eq!(decode(&["x500-string", "--string-type", "bmp"], b"\x04\x1C").text(), "М");
}

#[test]
fn a_path_stays_in_its_line() {
    let folder = folder("a-path-stays-in-its-line");
    std::fs::write(folder.join("a\n\x1B[2Jb.html"), KOI8_R).unwrap();
    let line = run([&folder], b"");
    assert_eq!(
        (line.text().lines().count(), line.text().contains("a\\n\\033[2Jb.html'")),
        (1, true),
        "{}",
        line.text()
    );
    let table = run(["--explain".as_ref(), folder.as_os_str()], b"");
    assert!(table.text().contains("a\\n\\033[2Jb.html': KOI8-R"), "{}", table.text());
    // JSON has its own escapes.
    let json = &run(["--json".as_ref(), folder.as_os_str()], b"").json()[0];
    assert!(json["path"].as_str().unwrap().ends_with("a\n\x1B[2Jb.html"));
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_read_once() {
    let folder = folder("a-pipe-with-a-name");
    let pipe = folder.join("page.html");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, KOI8_R).unwrap()
    });
    let run = run(["--json".as_ref(), pipe.as_os_str()], b"");
    writer.join().unwrap();
    assert_eq!((run.json()[0]["encoding"].as_str(), run.status), (Some("KOI8-R"), Some(0)), "{}", run.err);
}

#[test]
fn unreadable_inputs_are_reported_and_the_rest_is_processed() {
    let folder = folder("what-cannot-be-read");
    std::fs::write(folder.join("a.html"), KOI8_R).unwrap();
    let run = run([folder.join("none.html"), folder.join("a.html")], b"");
    run.fails(1, "none.html: No such file");
    assert!(run.text().starts_with("KOI8-R"));
    let nowhere = folder.join("none/out.json");
    super::run::run(["-o".as_ref(), nowhere.as_os_str()], b"a").fails(1, "none/out.json: No such file");
    let none = super::run::run([""], b"");
    none.fails(1, "$'': No such file");
}

#[test]
fn output_goes_to_a_file_compressed_by_its_name() {
    let folder = folder("output-goes-to-a-file");
    let read = |name: &str| {
        let path = folder.join(name);
        let run = run(["--decode".as_ref(), "-o".as_ref(), path.as_os_str()], KOI8_R);
        assert_eq!((run.status, run.text()), (Some(0), ""));
        assert!(run.err.contains("still declares koi8-r"), "{}", run.err);
        std::fs::read(path).unwrap()
    };
    let text = "<meta charset=koi8-r><p>Марс".as_bytes();
    assert_eq!(read("a.txt"), text);
    assert_eq!(zstd::decode_all(&*read("a.zst")).unwrap(), text);
    let mut unzipped = Vec::new();
    flate2::read::GzDecoder::new(&*read("a.gz")).read_to_end(&mut unzipped).unwrap();
    assert_eq!(unzipped, text);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_charsniff"))
        .arg("--decode")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &vec![b'a'; 1 << 20]).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(target_os = "linux")]
#[test]
fn standard_error_may_be_closed() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = |command: &mut Command| command.stdin(Stdio::null()).status().unwrap().code();
    let mut command = Command::new(env!("CARGO_BIN_EXE_charsniff"));
    assert_eq!(status(command.arg("--nonsense").stderr(full())), Some(2));
    let mut command = Command::new(env!("CARGO_BIN_EXE_charsniff"));
    assert_eq!(status(command.arg("-").stdout(full()).stderr(Stdio::null())), Some(1));
    let crawl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/crawl.warc.gz");
    let mut command = Command::new(env!("CARGO_BIN_EXE_charsniff"));
    assert_eq!(status(command.arg(crawl).stdout(Stdio::null()).stderr(full())), Some(0));
}

#[test]
fn a_crawlers_verdict_comes_with_the_platforms() {
    let arguments = ["--content-type", "text/html; charset=windows1251"];
    let verdict = run(arguments, b"a");
    assert!(verdict.text().starts_with("windows-1251"), "{}", verdict.text());
    let line = &run(arguments.iter().chain(&["--json"]), b"a").json()[0];
    assert_eq!((&line["encoding"], &line["label"]), (&"windows-1251".into(), &"windows1251".into()));
    assert_eq!(line["platform"]["encoding"], "windows-1252");
    let table = run(arguments.iter().chain(&["--explain"]), b"a");
    assert!(table.text().contains("departs from the platform"), "{}", table.text());
    assert!(run(arguments.iter().chain(&["--reading", "standard"]), b"a").text().starts_with("windows-1252"));
    let error = run(["--reading", "lynx"], b"a").err;
    assert!(error.contains("crawler") && error.contains("firefox"), "{error}");
}

#[test]
fn repairs_are_listed() {
    let page = &["<meta charset=utf-8><p>un café, l’été ".as_bytes(), b"caf\xE9 ", "NicolÃ¡s it\u{92}s".as_bytes()]
        .concat()[..];
    let repaired = "<meta charset=utf-8><p>un café, l’été café Nicolás it’s";
    let without = run(["--decode"], page);
    assert!(without.text().contains("caf\u{FFFD} NicolÃ¡s"));
    assert_eq!((run(["--decode", "--repair"], page).text(), without.status), (repaired, Some(0)));
    let list = "\
  bytes 46 to 47, malformed (windows-1252): \u{FFFD} became é
  bytes 53 to 57, doubly-encoded (windows-1252): Ã¡ became á
  bytes 61 to 63, c1-control (windows-1252): \\u{92} became ’
";
    for options in [&["--repair", "--health"], &["--repair", "--explain"]] {
        let run = run(options, page);
        assert!(run.text().contains(list), "{}", run.text());
    }
    let line = &run(["--json", "--decode", "--repair"], page).json()[0];
    assert_eq!((&line["text"], &line["repair"]), (&repaired.into(), &true.into()));
    let repair = serde_json::json!({
        "bytes": { "start": 53, "end": 57 }, "damage": "doubly-encoded", "encodings": ["windows-1252"], "was": "Ã¡", "became": "á",
    });
    assert_eq!((&line["repairs"][1], line["repairs"].as_array().map(Vec::len)), (&repair, Some(3)));
    assert_eq!(run(["--json"], page).json()[0].get("repairs"), None);
    assert_eq!(run(["--json", "--repair"], KOI8_R).json()[0]["repairs"], serde_json::json!([]));
}

#[test]
fn repair_prints_the_right_text_and_says_what_was_wrong() {
    let page = "MÃ¼ller hat fÃ¼r â‚¬ 5".as_bytes();
    let repaired = run(["--repair", "-c", "text-document"], page);
    assert_eq!((repaired.text(), repaired.status), ("Müller hat für € 5", Some(0)));
    let kind = "doubly-encoded (windows-1252): Ã¼ became ü";
    assert_eq!(repaired.err, format!("charsniff: standard input: in 3 places, the first: bytes 1 to 5, {kind}\n"));
    let well = run(["--repair"], KOI8_R);
    assert_eq!(well.text(), "<meta charset=koi8-r><p>Марс");
    assert!(well.err.starts_with("charsniff: standard input: KOI8-R, nothing to repair\n"), "{}", well.err);
    // A character that was cut off cannot come back.
    let cut = run(["--repair", "-c", "text-document"], &["Größe und Maß, größer ".as_bytes(), b"\xE2\x82"].concat());
    assert!(cut.err.ends_with("1 malformed sequences could not be repaired and are U+FFFD\n"), "{}", cut.err);
    for (text, mark) in [("Herr M?ller", "1 ?"), ("Mï¿½ller, f\u{FFFD}r", "2 U+FFFD")] {
        let lost = run(["--repair", "-c", "text-document"], text.as_bytes());
        let told = format!("{mark} stand for characters that an earlier program lost: no repair");
        assert!(lost.err.contains(&told) && !lost.err.contains("nothing to repair"), "{}", lost.err);
        assert_eq!(run(["--health", "-c", "text-document"], text.as_bytes()).status, Some(3));
    }
    run(["--repair"], b"\x89PNG\r\n\x1A\n\0\0\0\r").fails(1, "binary data, no text");
}

#[test]
fn health_names_the_damage_that_repair_would_repair() {
    // Russian that was read as windows-1251: the signs of health know only windows-1252.
    let page = "Привет, как дела? РџСЂРёРІРµС‚, РєР°Рє РґРµР»Р°?".as_bytes();
    let text = run(["--health", "-c", "text-document"], page);
    assert!(
        text.text().contains("places, the first: bytes 31 to 56, doubly-encoded (windows-1251): "),
        "{}",
        text.text()
    );
    assert!(!text.text().contains("well"), "{}", text.text());
    assert_eq!(text.status, Some(3));
    let line = run(["--health", "--json", "-c", "text-document"], page);
    assert_eq!(line.status, Some(3));
    let damage = &line.json()[0]["damage"][0];
    assert_eq!((&damage["damage"], &damage["encodings"][0]), (&"doubly-encoded".into(), &"windows-1251".into()));
    assert_eq!((&damage["count"], &damage["first"]["became"]), (&3.into(), &"Привет".into()));
    assert_eq!(run(["--health", "--json"], KOI8_R).json()[0].get("damage"), None);
}

#[test]
fn json_has_all_candidates() {
    let line = run(["--json", "-c", "text-document"], b"\xCC\xE0\xF0\xF1").json().remove(0);
    let candidates = line["candidates"].as_array().unwrap();
    assert!(candidates.len() > 2, "{line}");
    assert_eq!(
        (&candidates[0]["encoding"], &candidates[1]["encoding"]),
        (&line["encoding"], &line["runner-up"]["encoding"])
    );
    assert_eq!(run(["--json", "-c", "header-value"], b"\xCC").json()[0].get("candidates"), None);
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
    assert!(run(["--lines"], b"\xFF\xFEa\0\n\0b\0").text().starts_with("UTF-16LE              1 - 1 "));
    run(["--lines"], b"\x89PNG\r\n\x1A\n\0\0\0\r").fails(1, "binary data, no text");
    run(["--lines"], "ä\n".repeat(3 << 20).as_bytes()).fails(1, "longer than 8 MiB, too long for --lines");
    run(["--lines", "--repair"], b"").fails(2, "--repair");
}

#[test]
fn long_inputs_are_not_repaired() {
    let page = "<p>NicolÃ¡s".repeat(1 << 20);
    for options in [&["--repair"][..], &["--repair", "--decode"], &["--repair", "--json", "--decode"]] {
        run(options, page.as_bytes()).fails(1, "longer than 8 MiB, too long for --repair");
    }
}

//! What is known of an input, and its verdict: as a line, as JSON and explained.

use std::path::Path;

use super::KOI8_R;
use super::run::{folder, run};

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
    // שם in windows-1255, which is likelier on an Israeli host.
    let page = b"\xF9\xED";
    let of = |tld: &str| run(["--json", "--tld", tld], page).json()[0]["probability"].clone();
    assert_ne!(of("il"), of("fr"));
    for tld in [".il", "il.", "co.il"] {
        assert_eq!(of(tld), of("il"), "{tld}");
    }
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

//! Options that are wrong, and those that list something.

use std::path::Path;

use super::run::run;

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
    for (number, problem) in [
        ("0", "it must be at least 1"),
        ("-1", "it must be digits only"),
        ("x", "it must be digits only"),
        ("", "it must be digits only"),
        ("+5", "it must be digits only"),
        ("99999999999999999999999", "it is too large"),
    ] {
        let run = run(["--threads", number], b"");
        run.fails(2, &format!("invalid value '{number}' for '--threads <NUMBER>': {problem}"));
        assert_eq!((run.err.matches("--help").count(), run.err.lines().count()), (1, 1), "{}", run.err);
    }
    for option in ["--record-bytes", "--body-bytes", "--ahead-bytes", "--prescan-limit"] {
        run([option, "64k"], b"")
            .fails(2, &format!("invalid value '64k' for '{option} <BYTES>': it must be digits only"));
    }
    run(["--to", "gbk"], b"").fails(2, "--to goes with --convert");
    run(["--sarif", "--json", "--decode"], b"").fails(2, "'--sarif' cannot be used with '--json'");
    run(["--sarif"], b"").fails(2, "--sarif goes with --lint");
    run(["--unmappable", "error"], b"").fails(2, "--unmappable goes with --write-back");
    run(["--ending", "jsonl", "-o", "x"], b"").fails(2, "--ending goes with --out-dir");
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

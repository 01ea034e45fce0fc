//! Invisible characters that change how other text is shown are escaped in all untrusted text.

use super::crawl::{record, sniff};
use super::run::{folder, run};

/// The bidirectional controls, the line and the paragraph separator.
const HIDDEN: &str =
    "\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}";

fn is_shown(text: &str) {
    assert!(!text.contains(|c| HIDDEN.contains(c)), "{text}");
}

#[test]
fn bidirectional_controls_in_paths_are_escaped() {
    let folder = folder("hidden-paths");
    let path = folder.join(format!("a{HIDDEN}“é”.html"));
    std::fs::write(&path, b"<meta charset=koi8-r>\xED").unwrap();
    let plain = run([&path], b"");
    is_shown(plain.text());
    assert!(plain.text().contains(r"a\330\234\342\200\216") && plain.text().contains("“é”.html"), "{}", plain.text());
    let json = run(["--json".as_ref(), path.as_os_str()], b"");
    is_shown(json.text());
    assert!(json.text().contains(r"a\u061c\u200e\u200f\u2028") && json.text().contains("“é”.html"), "{}", json.text());
    assert_eq!(json.json()[0]["path"], path.to_str().unwrap());
    let missing = run([folder.join(format!("b{HIDDEN}.html"))], b"");
    missing.fails(1, r"b\330\234");
    is_shown(&missing.err);
}

#[test]
fn bidirectional_controls_in_urls_labels_and_errors_are_escaped() {
    let folder = folder("hidden-urls");
    let url = format!("http://a.example/{HIDDEN}");
    let crawl = record(&url, "Content-Type: application/xml\r\n", b"<?xml encoding='utf-8'?>\xFF");
    let decoded = sniff(&folder, "a.warc", &crawl, &["--decode", "--reading", "standard"]);
    assert!(decoded.err.contains(r"http://a.example/\u{61c}\u{200e}"), "{}", decoded.err);
    is_shown(&decoded.err);
    is_shown(decoded.text());
    assert_eq!(decoded.json()[0]["url"], url);
    let page = format!("<meta charset='{HIDDEN}'>");
    for options in [&["--explain"][..], &["--json", "--explain"]] {
        is_shown(run(options, page.as_bytes()).text());
    }
    for option in ["--override", "--context", "--locale", "--url"] {
        let refused = run([option, HIDDEN], b"x");
        is_shown(&refused.err);
        is_shown(refused.text());
    }
}

/// In the text of a page as well, where JSON reads it back as it was.
#[test]
fn bidirectional_controls_in_texts_are_escaped_in_json() {
    let text = format!("عربي {HIDDEN} “quoted” \u{E9}\u{9B}\u{7F} {HIDDEN}end");
    let json = run(["--json", "--decode", "--override", "utf-8"], text.as_bytes());
    is_shown(json.text());
    assert_eq!(json.json()[0]["text"], text);
}

//! `--health` and `--repair`.

use super::KOI8_R;
use super::run::run;

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
fn repairs_are_listed() {
    let page = &["<meta charset=utf-8><p>un café, l’été ".as_bytes(), b"caf\xE9 ", "NicolÃ¡s it\u{92}s".as_bytes()]
        .concat()[..];
    let repaired = "<meta charset=utf-8><p>un café, l’été café Nicolás it’s";
    let without = run(["--decode"], page);
    assert!(without.text().contains("caf\u{FFFD} NicolÃ¡s"));
    assert_eq!((run(["--decode", "--repair"], page).text(), without.status), (repaired, Some(0)));
    let list = "\
  bytes 46 to 47, malformed (windows-1252): \u{FFFD} became é
  bytes 53 to 57, doubly-encoded (UTF-8 read as windows-1252): Ã¡ became á
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
    let kind = "doubly-encoded (UTF-8 read as windows-1252): Ã¼ became ü";
    assert_eq!(repaired.err, format!("charsniff: standard input: in 3 places, the first: bytes 1 to 5, {kind}\n"));
    let well = run(["--repair"], KOI8_R);
    assert_eq!(well.text(), "<meta charset=koi8-r><p>Марс");
    assert!(well.err.starts_with("charsniff: standard input: KOI8-R, nothing to repair\n"), "{}", well.err);
    // A character that was cut off cannot come back.
    let cut = run(["--repair", "-c", "text-document"], &["Größe und Maß, größer ".as_bytes(), b"\xE2\x82"].concat());
    assert!(cut.err.ends_with("malformed sequences that could not be repaired, and are U+FFFD: 1\n"), "{}", cut.err);
    for (text, mark, count) in [("Herr M?ller", "?", 1), ("Mï¿½ller, f\u{FFFD}r", "U+FFFD", 2)] {
        let lost = run(["--repair", "-c", "text-document"], text.as_bytes());
        let told = format!("characters that an earlier program lost, with {mark} in their place: {count}; no repair");
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
        text.text().contains("places, the first: bytes 31 to 56, doubly-encoded (UTF-8 read as windows-1251): "),
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
fn long_inputs_are_not_repaired() {
    let page = "<p>NicolÃ¡s".repeat(1 << 20);
    for options in [&["--repair"][..], &["--repair", "--decode"], &["--repair", "--json", "--decode"]] {
        run(options, page.as_bytes()).fails(1, "longer than 8 MiB, too long for --repair");
    }
}

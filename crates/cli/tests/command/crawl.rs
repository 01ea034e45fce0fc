//! Crawls: each response is read with its own headers and URL, however it is stored. Damage is
//! reported and counted, and the rest is still processed.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

use super::KOI8_R;
use super::run::{Run, folder, run};

/// A record that holds an HTTP response.
pub fn record(url: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let response = [b"HTTP/1.1 200 OK\r\n", headers.as_bytes(), b"\r\n", body].concat();
    let head = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n",
        response.len()
    );
    [head.as_bytes(), &response, b"\r\n\r\n"].concat()
}

pub fn html(n: usize, body: &[u8]) -> Vec<u8> {
    record(&format!("http://a.example/{n}"), "Content-Type: text/html\r\n", body)
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn sniff(folder: &Path, name: &str, crawl: &[u8], options: &[&str]) -> Run {
    let path = folder.join(name);
    std::fs::write(&path, crawl).unwrap();
    run(options.iter().map(AsRef::as_ref).chain([path.as_os_str()]), b"")
}

/// A frame as the WARC specification for zstd requires: with content size and checksum.
pub fn zstd_frame(bytes: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut compressor = zstd::bulk::Compressor::with_dictionary(3, dictionary).unwrap();
    compressor.set_parameter(zstd::zstd_safe::CParameter::ChecksumFlag(true)).unwrap();
    compressor.compress(bytes).unwrap()
}

fn skippable_frame(magic: u32, bytes: &[u8]) -> Vec<u8> {
    [&magic.to_le_bytes(), &(bytes.len() as u32).to_le_bytes(), bytes].concat()
}

/// The paths of the URLs in the output.
pub fn urls(run: &Run) -> Vec<String> {
    let path = |line: &serde_json::Value| line["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    run.json().iter().map(path).collect()
}

/// What is reported as damaged, by the paths of the URLs.
pub fn damaged(run: &Run) -> Vec<(String, String)> {
    let lines = run.json().into_iter().filter(|line| line.get("damaged").is_some());
    lines
        .zip(urls(run))
        .map(|(line, _)| {
            let path = line["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
            let damages = line["damaged"].as_array().unwrap();
            (path, damages.iter().map(|damage| damage.as_str().unwrap()).collect::<Vec<_>>().join("; "))
        })
        .collect()
}

#[test]
fn the_fixture_crawl() {
    let crawl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/crawl.warc.gz");
    let run = run([&crawl], b"");
    assert_eq!(run.status, Some(0), "{}", run.err);
    let lines = run.json();
    assert!(lines.len() >= 20, "{} lines", lines.len());
    let binary = lines.iter().filter(|line| line["content"] == "binary").count();
    let counts = format!("{} texts, ", lines.len() - binary);
    assert!(run.err.contains(&counts) && run.err.contains(&format!("; {binary} binary; ")), "{}", run.err);
    assert!(run.err.contains("0 broken"), "{}", run.err);
    let pages = crawl.with_file_name("pages");
    let mut compared = 0;
    for line in &lines {
        let keys = line.as_object().unwrap().keys().map(String::as_str);
        let of_text = ["probability", "margin", "runner-up", "language", "script", "header-refuted", "meta-refuted"];
        let keys: Vec<&str> = keys.filter(|key| *key != "refuted" && !of_text.contains(key)).collect();
        assert_eq!(line["probability"].is_number(), line["content"] != "binary", "{line}");
        let of_record = ["url", "file", "offset", "length", "record-id", "warc-type", "date", "digest", "status"];
        let declared = ["mime-type", "declared-header", "declared-meta"];
        let of_verdict = ["encoding", "confidence", "source", "bom", "label", "platform", "context", "content"];
        assert_eq!(keys, [&of_record[..], &declared, &of_verdict].concat());
        assert_eq!((&line["status"], &line["date"]), (&200.into(), &"2026-01-01T00:00:00Z".into()));
        assert!(line["record-id"].as_str().unwrap().starts_with("<urn:uuid:"), "{line}");
        // The result is the same as for the page itself, however its body is stored, except for the
        // headers.
        let page = pages.join(line["url"].as_str().unwrap().rsplit('/').next().unwrap());
        if page.is_file() && line["source"] != "transport" {
            let alone = &super::run::run(["--json".as_ref(), "--tld=com".as_ref(), page.as_os_str()], b"").json()[0];
            for key in ["encoding", "confidence", "source", "bom", "label"] {
                assert_eq!(line[key], alone[key], "{}: {key}", page.display());
            }
            compared += 1;
        }
    }
    println!("{} responses, {compared} of them compared with their pages", lines.len());
}

#[test]
fn headers_mime_type_and_url_count() {
    let folder = folder("crawl-headers");
    let crawl = [
        record("http://a.example/1", "content-type: text/html; charset=Big5\r\n", KOI8_R),
        record("http://a.example/2", "Content-Type: application/json\r\n", KOI8_R),
        record("http://a.example/3.css?x", "", b"@charset \"gbk\";"),
        record("http://a.example/4", "Content-Type: text/html\r\nContent-Type: text/html;charset=euc-kr\r\n", KOI8_R),
        record(
            "http://a.example/5",
            "Content-Type: text/html; charset=\r\n folded; charset=x\r\nbad name: y\r\n",
            KOI8_R,
        ),
    ];
    let run = sniff(&folder, "a.warc", &crawl.concat(), &[]);
    let encodings: Vec<_> = run.json().iter().map(|line| line["encoding"].as_str().unwrap().to_owned()).collect();
    // The bytes refute the headers, and the meta stands.
    assert_eq!(encodings, ["KOI8-R", "KOI8-R", "GBK", "KOI8-R", "KOI8-R"]);
    let refuted: Vec<_> = run.json().iter().map(|line| line["refuted"][0]["label"].clone()).collect();
    assert_eq!(
        refuted,
        ["Big5".into(), serde_json::Value::Null, serde_json::Value::Null, "euc-kr".into(), serde_json::Value::Null]
    );
    assert_eq!(run.status, Some(0), "{}", run.err);
    // The words have two bytes and fit several encodings. The top-level domain decides some of
    // them.
    let of = |tld: &str| -> Vec<serde_json::Value> {
        let words = (0xA1..=0xFE).map(|byte: u8| [b"wi".as_slice(), &[byte, byte.wrapping_mul(7) | 0xC0]].concat());
        let url = format!("http://a.example.{tld}/");
        let crawl: Vec<u8> = words.flat_map(|word| record(&url, "Content-Type: text/html\r\n", &word)).collect();
        sniff(&folder, "b.warc", &crawl, &[]).json().into_iter().map(|line| line["encoding"].clone()).collect()
    };
    let in_france = of("fr");
    assert!(["gr", "jp", "kr", "cn", "ru"].into_iter().any(|tld| of(tld) != in_france));
}

#[test]
fn codings_of_bodies_are_removed() {
    let folder = folder("crawl-codings");
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(KOI8_R).unwrap();
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
    deflate.write_all(KOI8_R).unwrap();
    // Brotli without compression: the window, a meta-block of 29 literal bytes, an empty last one.
    let length = KOI8_R.len() as u32 - 1;
    let bits = (length << 4 | 1 << 20).to_le_bytes();
    let brotli = [&bits[..3], KOI8_R, b"\x03"].concat();
    let chunked = |body: &[u8]| [format!("{:x};ext\r\n", body.len()).as_bytes(), body, b"\r\n0\r\n\r\n"].concat();
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("Content-Encoding: gzip\r\n", gzip(KOI8_R)),
        ("Content-Encoding: GZIP\r\nTransfer-Encoding: chunked\r\n", chunked(&gzip(KOI8_R))),
        ("Content-Encoding: deflate\r\n", zlib.finish().unwrap()),
        ("Content-Encoding: deflate\r\n", deflate.finish().unwrap()),
        ("Content-Encoding: br\r\n", brotli),
        ("Content-Encoding: zstd\r\n", zstd::encode_all(KOI8_R, 0).unwrap()),
        ("Content-Encoding: gzip, zstd\r\n", zstd::encode_all(&*gzip(KOI8_R), 0).unwrap()),
        // Stored without the codings that the headers still name.
        ("Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n", KOI8_R.to_vec()),
        ("Content-Encoding: gzip\r\n", KOI8_R.to_vec()),
    ];
    let crawl: Vec<u8> =
        cases.iter().flat_map(|(headers, body)| gzip(&record("http://a.example/", headers, body))).collect();
    let run = sniff(&folder, "a.warc.gz", &crawl, &["--decode"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    let lines = run.json();
    assert_eq!(lines.len(), cases.len());
    for (line, (headers, _)) in lines.iter().zip(&cases) {
        assert_eq!(line["text"], "<meta charset=koi8-r><p>Марс", "{headers}");
    }
}

#[test]
fn zstd_may_hold_a_crawl_with_a_dictionary_or_without() {
    let folder = folder("crawl-zstd");
    let records: Vec<Vec<u8>> = (0..200).map(|n| html(n, KOI8_R)).collect();
    let frames = |dictionary: &[u8]| -> Vec<u8> {
        let frame = |record: &Vec<u8>| zstd_frame(record, dictionary);
        // Frames with other contents are skipped.
        records.iter().flat_map(|record| [frame(record), skippable_frame(0x184D_2A50, b"else")].concat()).collect()
    };
    let dictionary = zstd::dict::from_samples(&records, 4096).unwrap();
    let with = |dictionary_frame: &[u8]| [skippable_frame(0x184D_2A5D, dictionary_frame), frames(&dictionary)].concat();
    let crawls = [
        frames(b""),
        zstd::encode_all(&*records.concat(), 3).unwrap(),
        with(&dictionary),
        with(&zstd_frame(&dictionary, b"")),
    ];
    let expected: Vec<String> = (0..200).map(|n| n.to_string()).collect();
    for (n, crawl) in crawls.iter().enumerate() {
        // Recognized by its name, by its bytes, and from a pipe.
        for run in [sniff(&folder, "a.warc.zst", crawl, &[]), sniff(&folder, "a", crawl, &[]), run(["-"], crawl)] {
            assert_eq!((urls(&run), run.status), (expected.clone(), Some(0)), "{n}: {}", run.err);
            assert!(run.err.contains("0 broken"), "{n}: {}", run.err);
        }
    }
    // The offsets are those of the frames.
    let offsets: Vec<u64> = run(["-"], &crawls[2]).json().iter().map(|line| line["offset"].as_u64().unwrap()).collect();
    assert!(offsets.iter().all(|&offset| crawls[2][offset as usize..].starts_with(b"\x28\xB5\x2F\xFD")));
    assert!(offsets.is_sorted_by(|a, b| a < b));
}

#[test]
fn a_damaged_dictionary_is_an_error() {
    let folder = folder("crawl-zstd-refused");
    let records: Vec<Vec<u8>> = (0..200).map(|n| html(n, KOI8_R)).collect();
    let dictionary = zstd::dict::from_samples(&records, 4096).unwrap();
    let frame = zstd_frame(&records[0], &dictionary);
    let without = sniff(&folder, "a.warc.zst", &frame, &[]);
    assert_eq!(without.status, Some(1));
    assert!(without.err.contains("zstd member: corrupt after 0 bytes (Dictionary mismatch)"), "{}", without.err);
    let bomb = zstd::encode_all(&*vec![0; 9 << 20], 19).unwrap();
    for (dictionary_frame, words) in [
        (skippable_frame(0x184D_2A5D, &dictionary[..dictionary.len() - 1])[..2000].to_vec(), "is cut short"),
        ([&0x184D_2A5Du32.to_le_bytes()[..], &[0xFF; 4], &frame].concat(), "is longer than 8 MiB"),
        (skippable_frame(0x184D_2A5D, &bomb), "unpacks to more than 8 MiB"),
        (skippable_frame(0x184D_2A5D, &bomb[..bomb.len() / 2]), "is damaged"),
    ] {
        sniff(&folder, "a.warc.zst", &dictionary_frame, &[]).fails(1, words);
    }
}

#[test]
fn standard_input_may_be_a_crawl() {
    let crawl: Vec<u8> = (0..50).flat_map(|n| html(n, KOI8_R)).collect();
    let members: Vec<u8> = (0..50).flat_map(|n| gzip(&html(n, KOI8_R))).collect();
    let expected: Vec<String> = (0..50).map(|n| n.to_string()).collect();
    for bytes in [&crawl, &gzip(&crawl), &members] {
        let run = run(["--decode"], bytes);
        assert_eq!((urls(&run), run.status), (expected.clone(), Some(0)), "{}", run.err);
        assert!(run.err.starts_with("50 texts"), "{}", run.err);
        assert!(run.json().iter().all(|line| line["file"] == "-" && line["text"] == "<meta charset=koi8-r><p>Марс"));
    }
    // Something that only looks like a crawl is a resource with all of its bytes.
    for bytes in [gzip(KOI8_R), gzip(b""), b"\x1F\x8B".to_vec(), b"WARC".to_vec(), b"\x5D\x2A\x4D\x18x".to_vec()] {
        let run = run(["--decode", "--override=x-user-defined"], &bytes);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        assert!(run.text().chars().map(|c| c as u32 as u8).eq(bytes));
    }
    // --encode reads anything as text.
    let text = run(["--encode", "koi8-r"], &crawl[..30]);
    assert_eq!((text.out.as_slice(), text.status), (&crawl[..30], Some(0)));
}

#[test]
fn one_gzip_member_may_hold_all() {
    let folder = folder("crawl-one-member");
    let crawl: Vec<u8> = (0..300).flat_map(|n| html(n, KOI8_R)).collect();
    let run = sniff(&folder, "a.warc.gz", &gzip(&crawl), &[]);
    assert_eq!((run.json().len(), run.status), (300, Some(0)), "{}", run.err);
    // In order, although many threads work on it.
    let expected: Vec<String> = (0..300).map(|n| n.to_string()).collect();
    assert_eq!(urls(&run), expected);
}

#[test]
fn crawls_are_recognized_by_their_bytes_also_in_folders() {
    let folder = folder("crawl-folder");
    std::fs::write(folder.join("a"), html(1, KOI8_R)).unwrap();
    std::fs::write(folder.join("b"), gzip(&html(2, KOI8_R))).unwrap();
    std::fs::write(folder.join("c.gz"), gzip(KOI8_R)).unwrap();
    let run = run(["--json".as_ref(), folder.as_os_str()], b"");
    let lines = run.json();
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert_eq!(
        [&lines[0]["url"], &lines[1]["url"], &lines[2]["url"]],
        ["http://a.example/1", "http://a.example/2", ""]
            .map(|url| if url.is_empty() { serde_json::Value::Null } else { url.into() })
            .each_ref()
    );
    assert!(run.err.contains("2 texts"));
    // The records of a crawl can be told apart in the output, the texts of files cannot.
    let refused = super::run::run(["--decode".as_ref(), folder.as_os_str()], b"");
    refused.fails(1, "is a folder");
    std::fs::remove_file(folder.join("c.gz")).unwrap();
    let texts = super::run::run(["--decode".as_ref(), folder.as_os_str()], b"");
    assert_eq!((texts.json().len(), texts.status), (2, Some(0)));
}

#[test]
fn long_bodies_are_cut() {
    const MOST: usize = 64 << 20;
    let folder = folder("crawl-bombs");
    let bomb = zstd::encode_all(&*[b"<meta charset=koi8-r>".as_slice(), &vec![b'a'; MOST]].concat(), 3).unwrap();
    let nested = (0..6).fold(KOI8_R.to_vec(), |body, _| gzip(&body));
    let crawl = [
        html(1, KOI8_R),
        record("http://a.example/2", "Content-Encoding: zstd\r\n", &bomb),
        html(3, KOI8_R),
        record("http://a.example/4", &format!("Content-Encoding: gzip{}\r\n", ", gzip".repeat(5)), &nested),
        html(5, KOI8_R),
    ];
    let verdicts = sniff(&folder, "a.warc", &crawl.concat(), &[]);
    let texts = sniff(&folder, "a.warc", &crawl.concat(), &["--decode"]);
    for run in [&verdicts, &texts] {
        assert_eq!(
            (urls(run), run.status),
            (["1", "2", "3", "4", "5"].map(String::from).to_vec(), Some(1)),
            "{}",
            run.err
        );
        assert_eq!(damaged(run)[0].1, format!("body: cut at the limit of {MOST} bytes"));
        assert!(damaged(run)[1].1.contains("6 content codings, one on another"), "{:?}", damaged(run));
        let lines = run.json();
        assert_eq!((&lines[1]["encoding"], &lines[1]["truncated"]), (&"KOI8-R".into(), &true.into()));
        assert!(lines[0].get("truncated").is_none());
    }
    assert_eq!(texts.json()[1]["text"].as_str().unwrap().len(), MOST);
}

#[test]
fn headers_on_the_command_line_are_not_for_crawls() {
    let folder = folder("crawl-no-headers");
    sniff(&folder, "a.warc", &html(1, KOI8_R), &["-H", "Content-Type: text/html"]).fails(1, "--header is for files");
    std::fs::write(folder.join("b.html"), KOI8_R).unwrap();
    let run = run(["--content-type=text/html;charset=gbk".as_ref(), folder.as_os_str()], b"");
    run.fails(1, "a.warc: the responses of a crawl have headers of their own");
    assert!(run.text().starts_with("KOI8-R "), "{}", run.text());
}

#[test]
fn control_characters_in_urls_are_escaped() {
    let crawl =
        record("http://a.example/\u{9B}2J", "Content-Type: application/xml\r\n", b"<?xml encoding='utf-8'?>\xFF");
    // A crawler reads malformed XML; by the standard it is an error.
    let run = sniff(&folder("crawl-control"), "a.warc", &crawl, &["--decode", "--reading", "standard"]);
    assert!(run.err.contains("http://a.example/\\u{9b}2J: "), "{}", run.err);
    assert!(!run.err.contains('\u{9B}'));
}

#[test]
fn the_summary_has_shares_and_refuted_declarations() {
    let folder = folder("crawl-summary");
    let russian = "Марс — четвёртая по удалённости от Солнца планета Солнечной системы";
    let cyrillic = encoding_rs::WINDOWS_1251.encode(russian).0;
    let chinese = encoding_rs::GBK.encode("火星是离太阳第四近的行星，也是太阳系中仅次于水星的第二小的行星").0;
    let hebrew = encoding_rs::ISO_8859_8.encode("מאדים הוא כוכב הלכת הרביעי במרחקו מהשמש").0;
    let crawl = [
        record("http://a.example.ru/1", "Content-Type: text/html; charset=koi8-r\r\n", &cyrillic),
        record("http://a.example.ru/2", "Content-Type: text/html\r\n", &cyrillic),
        record("http://a.example.ru/3", "Content-Type: text/html; charset=utf-8\r\n", b"a\xFFb\xE4\xBD"),
        // These are what the detector would call otherwise, but the same text.
        record("http://a.example.cn/4", "Content-Type: text/html; charset=gb18030\r\n", &chinese),
        record("http://a.example.il/5", "Content-Type: text/html; charset=iso-8859-8\r\n", &hebrew),
    ];
    let unchecked = sniff(&folder, "a.warc", &crawl.concat(), &[]).err;
    let err = sniff(&folder, "a.warc", &crawl.concat(), &["--health"]).err;
    // Only a check of the texts finds out how many bytes cannot be decoded.
    assert_eq!(err.replace("undecodable bytes: 3\n", ""), unchecked);
    for words in [
        "5 texts",
        "windows-1251",
        "20.0 %",
        "detector",
        "certain",
        "4 texts declare an encoding: 4 in the header, 0 in themselves, 0 in both, of which 0 agree",
        "1 are refuted by the bytes, 25.0 %",
        "KOI8-R in the header, windows-1251 in fact: 1",
        "undecodable bytes: 3",
    ] {
        assert!(err.contains(words), "{words}: {err}");
    }
}

#[test]
fn without_the_stages_a_line_is_the_same() {
    let crawl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/crawl.warc.gz");
    let lines = |options: &[&str]| {
        let run = run(options.iter().map(OsStr::new).chain([crawl.as_os_str()]), b"");
        run.json()
    };
    for options in [&[][..], &["--reading", "standard"], &["--detection", "legacy"], &["--detection", "off"]] {
        let mut explained = lines(&[&["--explain"], options].concat());
        assert!(explained.len() > 50, "{}", explained.len());
        for line in &mut explained {
            assert!(line.as_object_mut().unwrap().remove("stages").is_some());
            assert!(line.as_object_mut().unwrap().remove("declarations").is_some());
        }
        assert_eq!(lines(options), explained, "{options:?}");
    }
}

#[test]
fn a_member_that_is_cut_is_reported_once() {
    let folder = folder("crawl-cut-member");
    let member = gzip(&record("http://a.example/", "", &KOI8_R.repeat(100)));
    let run = sniff(&folder, "a.warc.gz", &member[..member.len() - 9], &[]);
    let lines = run.json();
    let damaged = lines[0]["damaged"].as_array().unwrap();
    assert_eq!(damaged.len(), 1, "{damaged:?}");
    assert!(damaged[0].as_str().unwrap().starts_with("gzip member: ends too early"), "{damaged:?}");
}

/// Lines wait for the lines before them, so an extremely long label in a page must not take up memory.
#[test]
fn labels_are_cut_in_lines_of_a_crawl() {
    let folder = folder("crawl-labels");
    let page = [b"<meta charset=", &b"x".repeat(5000)[..], b">"].concat();
    let run = sniff(&folder, "a.warc", &record("http://a.example/", "", &page), &["--explain"]);
    let lines = run.json();
    let labels = lines[0]["stages"].as_array().unwrap().iter().filter_map(|stage| stage["label"].as_str());
    assert_eq!(labels.map(str::len).max(), Some(256));
}

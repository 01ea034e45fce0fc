//! Crawls through the real command: every response with its own headers and URL, however it is
//! stored; what is broken is told and counted, and the rest is still done.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use run::{Run, folder, run};

mod run;

const KOI8_R: &[u8] = b"<meta charset=koi8-r><p>\xED\xC1\xD2\xD3";

/// A record that holds an HTTP response.
fn record(url: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let response = [b"HTTP/1.1 200 OK\r\n", headers.as_bytes(), b"\r\n", body].concat();
    let head = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n",
        response.len()
    );
    [head.as_bytes(), &response, b"\r\n\r\n"].concat()
}

fn html(n: usize, body: &[u8]) -> Vec<u8> {
    record(&format!("http://a.example/{n}"), "Content-Type: text/html\r\n", body)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn sniff(folder: &Path, name: &str, crawl: &[u8], options: &[&str]) -> Run {
    let path = folder.join(name);
    std::fs::write(&path, crawl).unwrap();
    run(options.iter().map(AsRef::as_ref).chain([path.as_os_str()]), b"")
}

/// The paths of the URLs that came out.
fn urls(run: &Run) -> Vec<String> {
    let path = |line: &serde_json::Value| line["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    run.json().iter().map(path).collect()
}

#[test]
fn the_fixture_crawl() {
    let crawl = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/crawl.warc.gz");
    let run = run([&crawl], b"");
    assert_eq!(run.status, Some(0), "{}", run.err);
    let lines = run.json();
    assert!(lines.len() >= 20, "{} lines", lines.len());
    assert!(run.err.contains(&format!("{} HTTP responses", lines.len())), "{}", run.err);
    assert!(run.err.contains("0 broken"), "{}", run.err);
    let pages = crawl.with_file_name("pages");
    let mut compared = 0;
    for line in &lines {
        let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["url", "path", "offset", "encoding", "confidence", "source", "bom", "label"]);
        // The same as of the page on its own, whatever way its body is stored, but for its headers.
        let page = pages.join(line["url"].as_str().unwrap().rsplit('/').next().unwrap());
        if page.is_file() && line["source"] != "transport" {
            let alone = &self::run::run(["--json".as_ref(), "--tld=com".as_ref(), page.as_os_str()], b"").json()[0];
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
    assert_eq!(encodings, ["Big5", "UTF-8", "GBK", "EUC-KR", "KOI8-R"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    // Three bytes that may be many things: the top-level domain tips the balance.
    let of = |tld: &str| {
        let crawl = record(&format!("http://a.example.{tld}/"), "Content-Type: text/html\r\n", b"wi\xE1\xE2\xE3");
        sniff(&folder, "b.warc", &crawl, &[]).json()[0]["encoding"].as_str().unwrap().to_owned()
    };
    assert_ne!(of("il"), of("fr"));
}

#[test]
fn bodies_lose_their_codings() {
    let folder = folder("crawl-codings");
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(KOI8_R).unwrap();
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
    deflate.write_all(KOI8_R).unwrap();
    // Brotli, uncompressed: window, a meta-block of 29 bytes as they are, an empty last one.
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
        // Stored without the codings that the headers still tell of.
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
fn broken_bodies_are_told_and_the_rest_is_done() {
    let folder = folder("crawl-broken-bodies");
    let gzipped = gzip(KOI8_R);
    let broken: [(&str, &[u8]); 5] = [
        ("Content-Encoding: gzip\r\n", &gzipped[..20]),
        ("Content-Encoding: compress\r\n", KOI8_R),
        ("Transfer-Encoding: chunked\r\n", b"5\r\nabc"),
        ("Transfer-Encoding: chunked\r\n", b"3\r\nabc\r\nxyz"),
        ("Content-Encoding: br\r\n", b"\xFF\xFF\xFF\xFF\xFF"),
    ];
    for (headers, body) in broken {
        let crawl = [html(1, KOI8_R), record("http://a.example/2", headers, body), html(3, KOI8_R)].concat();
        let run = sniff(&folder, "a.warc", &crawl, &[]);
        assert_eq!((urls(&run), run.status), (vec!["1".into(), "3".into()], Some(1)), "{headers}{}", run.err);
        assert!(run.err.contains("2 HTTP responses") && run.err.contains("1 broken"), "{}", run.err);
        assert!(run.err.lines().next().unwrap().contains("http://a.example/2"), "{}", run.err);
    }
}

/// Three records, of which `damage` may spoil the second: the first and third come out.
fn second_is_broken(name: &str, is_gzip: bool, damage: impl Fn(&mut Vec<u8>)) {
    let pack = |record: Vec<u8>| if is_gzip { gzip(&record) } else { record };
    // Bytes that do not compress, so that there is something to cut.
    let noise: Vec<u8> = (0..5000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let [first, mut second, third] = [(1, KOI8_R), (2, &noise), (3, KOI8_R)].map(|(n, body)| pack(html(n, body)));
    damage(&mut second);
    let run = sniff(&folder(&format!("crawl-{name}-{is_gzip}")), "a.warc", &[first, second, third].concat(), &[]);
    assert_eq!(urls(&run), ["1", "3"], "{name}: {}", run.err);
    assert_eq!(run.status, Some(1), "{name}");
    assert!(run.err.contains("2 HTTP responses") && run.err.contains(" 1 broken"), "{name}: {}", run.err);
}

fn replace(bytes: &mut Vec<u8>, from: &[u8], to: &[u8]) {
    let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
    bytes.splice(at..at + from.len(), to.iter().copied());
}

#[test]
fn a_broken_record_does_not_hide_the_next() {
    second_is_broken("no-length", false, |record| replace(record, b"Content-Length", b"Content-Measure"));
    second_is_broken("long", false, |record| replace(record, b"Content-Length: ", b"Content-Length: 1"));
    second_is_broken("endless", false, |record| replace(record, b"Content-Length: ", b"Content-Length: 99999999999"));
    second_is_broken("no-number", false, |record| replace(record, b"Content-Length: ", b"Content-Length: x"));
    second_is_broken("no-start", false, |record| replace(record, b"WARC/1.1", b"JUNK"));
    second_is_broken("no-http", false, |record| replace(record, b"HTTP/1.1 200", b"HTML/1.1 200"));
    second_is_broken("cut", false, |record| record.truncate(record.len() - 1000));
}

#[test]
fn a_broken_gzip_member_does_not_hide_the_next() {
    second_is_broken("cut-early", true, |member| member.truncate(30));
    second_is_broken("cut-late", true, |member| member.truncate(member.len() - 1));
    second_is_broken("cut-middle", true, |member| member.truncate(member.len() / 2));
    second_is_broken("flipped", true, |member| {
        let at = member.len() / 2;
        member[at] ^= 0x10;
    });
    second_is_broken("checksum", true, |member| {
        let at = member.len() - 6;
        member[at] ^= 1;
    });
    second_is_broken("long", true, |member| {
        *member = {
            let mut record = html(2, KOI8_R);
            replace(&mut record, b"Content-Length: ", b"Content-Length: 1");
            gzip(&record)
        }
    });
}

#[test]
fn a_crawl_that_ends_too_early() {
    let folder = folder("crawl-ends-early");
    let whole = [gzip(&html(1, KOI8_R)), gzip(&html(2, KOI8_R))].concat();
    for cut in 1..60 {
        let run = sniff(&folder, "a.warc.gz", &whole[..whole.len() - cut], &[]);
        assert_eq!((urls(&run), run.status), (vec!["1".into()], Some(1)), "{cut}: {}", run.err);
    }
}

#[test]
fn one_gzip_member_may_hold_all() {
    let folder = folder("crawl-one-member");
    let crawl: Vec<u8> = (0..300).flat_map(|n| html(n, KOI8_R)).collect();
    let run = sniff(&folder, "a.warc.gz", &gzip(&crawl), &[]);
    assert_eq!((run.json().len(), run.status), (300, Some(0)), "{}", run.err);
    // In order, although many work at it.
    let expected: Vec<String> = (0..300).map(|n| n.to_string()).collect();
    assert_eq!(urls(&run), expected);
}

#[test]
fn a_crawl_is_known_by_its_bytes_and_a_folder_may_hold_some() {
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
    assert!(run.err.contains("2 HTTP responses"));
    // Crawls have bounds between texts, other files have not.
    let refused = self::run::run(["--decode".as_ref(), folder.as_os_str()], b"");
    refused.fails(1, "is a folder");
    std::fs::remove_file(folder.join("c.gz")).unwrap();
    let texts = self::run::run(["--decode".as_ref(), folder.as_os_str()], b"");
    assert_eq!((texts.json().len(), texts.status), (2, Some(0)));
}

#[test]
fn the_summary_tells_shares_and_disagreements() {
    let folder = folder("crawl-summary");
    let russian = "Марс — четвёртая по удалённости от Солнца планета Солнечной системы";
    let cyrillic = encoding_rs::WINDOWS_1251.encode(russian).0;
    let crawl = [
        record("http://a.example.ru/1", "Content-Type: text/html; charset=koi8-r\r\n", &cyrillic),
        record("http://a.example.ru/2", "Content-Type: text/html\r\n", &cyrillic),
        record("http://a.example.ru/3", "Content-Type: text/html; charset=utf-8\r\n", b"a\xFFb\xE4\xBD"),
    ];
    let err = sniff(&folder, "a.warc", &crawl.concat(), &[]).err;
    for words in [
        "3 HTTP responses",
        "windows-1251",
        "33.3 %",
        "detector",
        "certain",
        "2 disagree",
        "KOI8-R declared, windows-1251 detected: 1",
        "undecodable bytes: 3",
    ] {
        assert!(err.contains(words), "{words}: {err}");
    }
}

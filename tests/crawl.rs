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

/// A frame as the WARC specification for zstd wants them: with content size and checksum.
fn zstd_frame(bytes: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut compressor = zstd::bulk::Compressor::with_dictionary(3, dictionary).unwrap();
    compressor.set_parameter(zstd::zstd_safe::CParameter::ChecksumFlag(true)).unwrap();
    compressor.compress(bytes).unwrap()
}

fn skippable_frame(magic: u32, bytes: &[u8]) -> Vec<u8> {
    [&magic.to_le_bytes(), &(bytes.len() as u32).to_le_bytes(), bytes].concat()
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
        assert_eq!(
            keys,
            ["url", "path", "offset", "encoding", "confidence", "source", "bom", "label", "context", "content"]
        );
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
    // Two bytes that may be many things: the top-level domain tips the balance.
    let of = |tld: &str| {
        let crawl = record(&format!("http://a.example.{tld}/"), "Content-Type: text/html\r\n", b"wi\xDD\xEC");
        sniff(&folder, "b.warc", &crawl, &[]).json()[0]["encoding"].as_str().unwrap().to_owned()
    };
    assert_ne!(of("gr"), of("fr"));
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
fn a_broken_zstd_frame_does_not_hide_the_next() {
    let noise: Vec<u8> = (0..5000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage); 4] = [
        ("cut", |frame| frame.truncate(frame.len() / 2)),
        ("cut-late", |frame| frame.truncate(frame.len() - 1)),
        ("flipped", |frame| {
            let at = frame.len() / 2;
            frame[at] ^= 0x10;
        }),
        ("checksum", |frame| *frame.last_mut().unwrap() ^= 1),
    ];
    for (name, damage) in damages {
        let [first, mut second, third] =
            [(1, KOI8_R), (2, &noise), (3, KOI8_R)].map(|(n, body)| zstd_frame(&html(n, body), b""));
        damage(&mut second);
        let crawl = [first, second, third].concat();
        let from_file = sniff(&folder("crawl-zstd-broken"), "a.warc.zst", &crawl, &[]);
        for run in [from_file, run(["-"], &crawl)] {
            assert_eq!((urls(&run), run.status), (vec!["1".into(), "3".into()], Some(1)), "{name}: {}", run.err);
            assert!(run.err.contains("zstd: ") && run.err.contains(" 1 broken"), "{name}: {}", run.err);
        }
    }
}

#[test]
fn zstd_may_hold_a_crawl_with_a_dictionary_or_without() {
    let folder = folder("crawl-zstd");
    let records: Vec<Vec<u8>> = (0..200).map(|n| html(n, KOI8_R)).collect();
    let frames = |dictionary: &[u8]| -> Vec<u8> {
        let frame = |record: &Vec<u8>| zstd_frame(record, dictionary);
        // Frames that hold something else are skipped.
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
        // Known by its name, by its bytes, and from a pipe.
        for run in [sniff(&folder, "a.warc.zst", crawl, &[]), sniff(&folder, "a", crawl, &[]), run(["-"], crawl)] {
            assert_eq!((urls(&run), run.status), (expected.clone(), Some(0)), "{n}: {}", run.err);
            assert!(run.err.contains("0 broken"), "{n}: {}", run.err);
        }
    }
    // The offsets are the frames'.
    let offsets: Vec<u64> = run(["-"], &crawls[2]).json().iter().map(|line| line["offset"].as_u64().unwrap()).collect();
    assert!(offsets.iter().all(|&offset| crawls[2][offset as usize..].starts_with(b"\x28\xB5\x2F\xFD")));
    assert!(offsets.is_sorted_by(|a, b| a < b));
}

#[test]
fn a_dictionary_that_is_of_no_use_is_refused_with_a_reason() {
    let folder = folder("crawl-zstd-refused");
    let records: Vec<Vec<u8>> = (0..200).map(|n| html(n, KOI8_R)).collect();
    let dictionary = zstd::dict::from_samples(&records, 4096).unwrap();
    let frame = zstd_frame(&records[0], &dictionary);
    let without = sniff(&folder, "a.warc.zst", &frame, &[]);
    assert_eq!(without.status, Some(1));
    assert!(without.err.contains("zstd: Dictionary mismatch"), "{}", without.err);
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
        assert!(run.err.starts_with("50 HTTP responses"), "{}", run.err);
        assert!(run.json().iter().all(|line| line["path"] == "-" && line["text"] == "<meta charset=koi8-r><p>Марс"));
    }
    // What only looks like one is a resource, all of whose bytes are there.
    for bytes in [gzip(KOI8_R), gzip(b""), b"\x1F\x8B".to_vec(), b"WARC".to_vec(), b"\x5D\x2A\x4D\x18x".to_vec()] {
        let run = run(["--decode", "--override=x-user-defined"], &bytes);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        assert!(run.text().chars().map(|c| c as u32 as u8).eq(bytes));
    }
    // --encode reads text, whatever it says.
    let text = run(["--encode", "koi8-r"], &crawl[..30]);
    assert_eq!((text.out.as_slice(), text.status), (&crawl[..30], Some(0)));
}

#[test]
fn damage_in_a_pipe_does_not_hide_what_follows() {
    // More than is kept of a pipe, before and behind.
    let mut state = 1u32;
    let noise = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as u8
    });
    let noise: Vec<u8> = noise.take(6 << 20).collect();
    let mut long = html(2, KOI8_R);
    replace(&mut long, b"Content-Length: ", b"Content-Length: 1");
    let crawl = [html(0, &noise), html(1, KOI8_R), long, html(3, KOI8_R), html(4, &noise)].concat();
    for (n, bytes) in [crawl.clone(), crawl[..crawl.len() - 1000].to_vec()].iter().enumerate() {
        let run = run(["-"], bytes);
        assert_eq!(urls(&run)[..3], ["0", "1", "3"], "{}", run.err);
        assert_eq!((run.json().len(), run.status), (4 - n, Some(1)), "{}", run.err);
        assert!(run.err.contains(&format!("{} broken", 1 + n)), "{}", run.err);
    }
    let members: Vec<Vec<u8>> = (0..5).map(|n| gzip(&html(n, &noise[..1 << 20]))).collect();
    let cut: [&[u8]; 5] = [&members[0], &members[1][..1 << 19], &members[2], &members[3], &members[4]];
    let run = run(["-"], &cut.concat());
    assert_eq!((urls(&run), run.status), (["0", "2", "3", "4"].map(String::from).to_vec(), Some(1)), "{}", run.err);
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
fn bodies_may_unpack_to_more_than_is_looked_at() {
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
        assert_eq!((urls(run), run.status), (["1", "2", "3", "5"].map(String::from).to_vec(), Some(1)), "{}", run.err);
        assert!(run.err.contains("6 content codings, one on another"), "{}", run.err);
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
    assert!(run.text().starts_with("GBK "), "{}", run.text());
}

#[test]
fn urls_say_nothing_to_a_terminal() {
    let crawl = record("http://a.example/\u{9B}2J", "Content-Encoding: compress\r\n", KOI8_R);
    let run = sniff(&folder("crawl-control"), "a.warc", &crawl, &[]);
    assert!(run.err.contains("http://a.example/\\u{9b}2J: content coding"), "{}", run.err);
    assert!(!run.err.contains('\u{9B}'));
}

#[test]
fn the_summary_tells_shares_and_disagreements() {
    let folder = folder("crawl-summary");
    let russian = "Марс — четвёртая по удалённости от Солнца планета Солнечной системы";
    let cyrillic = encoding_rs::WINDOWS_1251.encode(russian).0;
    let chinese = encoding_rs::GBK.encode("火星是离太阳第四近的行星，也是太阳系中仅次于水星的第二小的行星").0;
    let hebrew = encoding_rs::ISO_8859_8.encode("מאדים הוא כוכב הלכת הרביעי במרחקו מהשמש").0;
    let crawl = [
        record("http://a.example.ru/1", "Content-Type: text/html; charset=koi8-r\r\n", &cyrillic),
        record("http://a.example.ru/2", "Content-Type: text/html\r\n", &cyrillic),
        record("http://a.example.ru/3", "Content-Type: text/html; charset=utf-8\r\n", b"a\xFFb\xE4\xBD"),
        // Of these two, the detector answers the other of a pair that reads them alike.
        record("http://a.example.cn/4", "Content-Type: text/html; charset=gb18030\r\n", &chinese),
        record("http://a.example.il/5", "Content-Type: text/html; charset=iso-8859-8\r\n", &hebrew),
    ];
    let err = sniff(&folder, "a.warc", &crawl.concat(), &[]).err;
    for words in [
        "5 HTTP responses",
        "windows-1251",
        "20.0 %",
        "detector",
        "certain",
        "2 disagree",
        "KOI8-R declared, windows-1251 detected: 1",
        "undecodable bytes: 3",
    ] {
        assert!(err.contains(words), "{words}: {err}");
    }
}

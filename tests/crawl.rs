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
    let binary = lines.iter().filter(|line| line["content"] == "binary").count();
    let counts = format!("{} texts, ", lines.len() - binary);
    assert!(run.err.contains(&counts) && run.err.contains(&format!("; {binary} binary; ")), "{}", run.err);
    assert!(run.err.contains("0 broken"), "{}", run.err);
    let pages = crawl.with_file_name("pages");
    let mut compared = 0;
    for line in &lines {
        let keys: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        let of_record = ["url", "path", "offset", "length", "record-id", "date", "status", "mime-type"];
        let of_verdict = ["encoding", "confidence", "source", "bom", "label", "platform", "context", "content"];
        assert_eq!(keys, [&of_record[..], &of_verdict].concat());
        assert_eq!((&line["status"], &line["date"]), (&200.into(), &"2026-01-01T00:00:00Z".into()));
        assert!(line["record-id"].as_str().unwrap().starts_with("<urn:uuid:"), "{line}");
        // The same as of the page on its own, whatever way its body is stored, but for its headers.
        let page = pages.join(line["url"].as_str().unwrap().rsplit('/').next().unwrap());
        if page.is_file() && line["source"] != "transport" {
            let alone = &self::run::run(
                ["--json".as_ref(), "--as-crawlers-need".as_ref(), "--tld=com".as_ref(), page.as_os_str()],
                b"",
            )
            .json()[0];
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
    // Of many words of two bytes that may be many things, the top-level domain decides some.
    let of = |tld: &str| -> Vec<serde_json::Value> {
        let words = (0xA1..=0xFE).map(|byte: u8| [b"wi".as_slice(), &[byte, byte.wrapping_mul(7) | 0xC0]].concat());
        let url = format!("http://a.example.{tld}/");
        let crawl: Vec<u8> = words.flat_map(|word| record(&url, "Content-Type: text/html\r\n", &word)).collect();
        sniff(&folder, "b.warc", &crawl, &[]).json().into_iter().map(|line| line["encoding"].clone()).collect()
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

/// What is wrong, by the URLs' paths.
fn damaged(run: &Run) -> Vec<(String, String)> {
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
fn what_comes_of_damaged_bodies_is_delivered_with_what_is_wrong() {
    let folder = folder("crawl-damaged-bodies");
    // Long enough that half of it tells something.
    let text: String = (0..2000).map(|n| format!("<p>{n} Марс {}", n * n)).collect();
    let text = format!("<meta charset=koi8-r>{text}");
    let page = encoding_rs::KOI8_R.encode(&text).0.into_owned();
    let gzipped = gzip(&page);
    let with = |bytes: &[u8], more: &[u8]| [bytes, more].concat();
    let spoilt = |at: usize| {
        let mut bytes = gzipped.clone();
        bytes[at] ^= 0x55;
        bytes
    };
    let chunked: Vec<u8> = page
        .chunks(500)
        .flat_map(|chunk| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat())
        .collect();
    let brotli = {
        let mut bytes = Vec::new();
        let mut chunks = page.chunks(60_000).peekable();
        // Uncompressed meta-blocks, the first behind the window's size.
        while let Some(chunk) = chunks.next() {
            assert!(chunks.peek().is_none());
            let length = chunk.len() as u32 - 1;
            bytes.extend_from_slice(&(length << 4 | 1 << 20).to_le_bytes()[..3]);
            bytes.extend_from_slice(chunk);
        }
        bytes.push(3);
        bytes
    };
    let zstd = zstd_frame(&page, b"");
    let (is_gzip, is_chunked) = ("Content-Encoding: gzip\r\n", "Transfer-Encoding: chunked\r\n");
    // How much must come at least, of 1; whether the crawl is well all the same.
    let cases: Vec<(&str, &str, Vec<u8>, f64, &str)> = vec![
        ("nuls", is_gzip, with(&gzipped, &[0; 100]), 1.0, "gzip body: other bytes follow its"),
        ("crlf", is_gzip, with(&gzipped, b"\r\n"), 1.0, "gzip body: other bytes follow its"),
        ("comment", is_gzip, with(&gzipped, b"<!-- 0.1 s -->"), 1.0, "gzip body: other bytes follow its"),
        ("two", is_gzip, with(&gzipped, &gzipped), 2.0, ""),
        ("crc", is_gzip, spoilt(gzipped.len() - 6), 1.0, "gzip body: wrong checksum"),
        ("length", is_gzip, spoilt(gzipped.len() - 1), 1.0, "gzip body: wrong checksum"),
        ("no-footer", is_gzip, gzipped[..gzipped.len() - 8].to_vec(), 1.0, "gzip body: ends too early"),
        ("half", is_gzip, gzipped[..gzipped.len() / 2].to_vec(), 0.4, "gzip body: ends too early"),
        ("spoilt", is_gzip, spoilt(gzipped.len() / 2), 0.4, "gzip body: "),
        ("zstd-half", "Content-Encoding: zstd\r\n", zstd[..zstd.len() - 5].to_vec(), 0.0, "zstd body: ends too early"),
        (
            "zstd-crc",
            "Content-Encoding: zstd\r\n",
            {
                let mut zstd = zstd.clone();
                *zstd.last_mut().unwrap() ^= 1;
                zstd
            },
            0.0,
            "zstd body: wrong checksum",
        ),
        ("zstd-more", "Content-Encoding: zstd\r\n", with(&zstd, b"\r\n"), 1.0, "zstd body: other bytes follow its"),
        ("br", "Content-Encoding: br\r\n", brotli.clone(), 1.0, ""),
        ("br-half", "Content-Encoding: br\r\n", brotli[..brotli.len() / 2].to_vec(), 0.49, "br body: ends too early"),
        ("br-more", "Content-Encoding: br\r\n", with(&brotli, b"\r\n"), 1.0, "br body: other bytes follow its"),
        (
            "deflate-half",
            "Content-Encoding: deflate\r\n",
            gzipped[10..gzipped.len() / 2].to_vec(),
            0.4,
            "deflate body: ends too early",
        ),
        ("chunks", is_chunked, with(&chunked, b"0\r\n\r\n"), 1.0, ""),
        ("trailer", is_chunked, with(&chunked, b"0\r\nA: b\r\n\r\n"), 1.0, ""),
        ("no-last-chunk", is_chunked, chunked.clone(), 1.0, "chunked body: ends too early"),
        ("cut-chunk", is_chunked, chunked[..chunked.len() / 2].to_vec(), 0.49, "chunked body: ends too early"),
        ("garbage", is_chunked, with(&chunked, b"xyz\r\nabc"), 1.0, "chunked body: corrupt after"),
        ("more", is_chunked, with(&chunked, b"0\r\n\r\nxyz"), 1.0, "chunked body: other bytes follow its"),
        ("unknown", "Content-Encoding: compress\r\n", page.clone(), 1.0, "content coding \"compress\" is not known"),
    ];
    for (name, headers, body, least, words) in &cases {
        let crawl = [html(1, KOI8_R), record("http://a.example/2", headers, body), html(3, KOI8_R)].concat();
        let run = sniff(&folder, "a.warc", &crawl, &["--decode"]);
        assert_eq!(urls(&run), ["1", "2", "3"], "{name}: {}", run.err);
        let line = &run.json()[1];
        let got = line["text"].as_str().unwrap();
        assert!(got.len() as f64 >= text.len() as f64 * least, "{name}: {} of {} bytes", got.len(), text.len());
        // What is spoilt may show only later.
        let sure = got.len().min(text.len() * if *name == "spoilt" { 4 } else { 10 } / 10);
        assert!(text.as_bytes().starts_with(&got.as_bytes()[..sure]), "{name}");
        let damaged = damaged(&run);
        assert_eq!(damaged.iter().any(|(_, damage)| damage.contains(words)), !words.is_empty(), "{name}: {damaged:?}");
        assert_eq!(damaged.is_empty(), words.is_empty(), "{name}: {damaged:?}");
        // More bytes than belong there are no loss.
        let is_well = words.is_empty() || words.contains("other bytes");
        assert_eq!(run.status, Some(i32::from(!is_well)), "{name}: {}", run.err);
        assert!(run.err.contains("3 texts") && run.err.contains(" 0 broken"), "{}", run.err);
        assert!(run.err.contains(&format!("{} damaged", u8::from(!is_well))), "{name}: {}", run.err);
    }
}

/// How a second record of three that was spoilt comes out.
enum Comes {
    /// With its body, or the start of it.
    Damaged(&'static str),
    /// Only as a message.
    Broken,
}

/// Three records, of which `damage` may spoil the second: the first and third come out, and of the
/// second what can be read.
fn second_is_broken(name: &str, is_gzip: bool, comes: Comes, damage: impl Fn(&mut Vec<u8>)) {
    let pack = |record: Vec<u8>| if is_gzip { gzip(&record) } else { record };
    // Bytes that do not compress, so that there is something to cut.
    let noise: Vec<u8> = (0..5000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let [first, mut second, third] = [(1, KOI8_R), (2, &noise), (3, KOI8_R)].map(|(n, body)| pack(html(n, body)));
    damage(&mut second);
    let crawl = [first, second, third].concat();
    let from_file = sniff(&folder(&format!("crawl-{name}-{is_gzip}")), "a.warc", &crawl, &[]);
    for run in [from_file, run(["-"], &crawl)] {
        assert_eq!(run.status, Some(1), "{name}");
        match comes {
            Comes::Damaged(words) => {
                assert_eq!(urls(&run), ["1", "2", "3"], "{name}: {}", run.err);
                let damaged = damaged(&run);
                assert_eq!((damaged.len(), damaged[0].0.as_str()), (1, "2"), "{name}: {damaged:?}");
                assert!(damaged[0].1.contains(words), "{name}: {damaged:?}");
                assert!(run.err.contains("1 damaged; 0 broken"), "{name}: {}", run.err);
            }
            Comes::Broken => {
                assert_eq!(urls(&run), ["1", "3"], "{name}: {}", run.err);
                assert!(run.err.contains("0 damaged; 1 broken"), "{name}: {}", run.err);
                assert!(run.err.starts_with("charsniff: ") && run.err.contains("record at byte "), "{}", run.err);
            }
        }
    }
}

fn replace(bytes: &mut Vec<u8>, from: &[u8], to: &[u8]) {
    let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
    bytes.splice(at..at + from.len(), to.iter().copied());
}

#[test]
fn a_broken_record_does_not_hide_the_next() {
    let broken =
        |name, words, damage: &dyn Fn(&mut Vec<u8>)| second_is_broken(name, false, Comes::Damaged(words), damage);
    broken("no-length", "no Content-Length", &|record| replace(record, b"Content-Length", b"Content-Measure"));
    broken("long", "another length", &|record| replace(record, b"Content-Length: ", b"Content-Length: 1"));
    broken("endless", "another length", &|record| replace(record, b"Content-Length: ", b"Content-Length: 99999999999"));
    broken("no-number", "no Content-Length", &|record| replace(record, b"Content-Length: ", b"Content-Length: x"));
    broken("short", "another length", &|record| replace(record, b"Content-Length: 5", b"Content-Length: 4"));
    broken("no-http", "HTTP head: corrupt", &|record| replace(record, b"HTTP/1.1 200", b"HTML/1.1 200"));
    broken("cut", "another length", &|record| record.truncate(record.len() - 1000));
    second_is_broken("no-start", false, Comes::Broken, |record| replace(record, b"WARC/1.1", b"JUNK"));
}

#[test]
fn a_broken_gzip_member_does_not_hide_the_next() {
    let broken =
        |name, words, damage: &dyn Fn(&mut Vec<u8>)| second_is_broken(name, true, Comes::Damaged(words), damage);
    second_is_broken("cut-early", true, Comes::Broken, |member| member.truncate(30));
    broken("cut-late", "gzip member: ", &|member| member.truncate(member.len() - 1));
    broken("cut-middle", "gzip member: ", &|member| member.truncate(member.len() / 2));
    broken("flipped", "gzip member: ", &|member| {
        let at = member.len() / 2;
        member[at] ^= 0x10;
    });
    broken("checksum", "gzip member: wrong checksum", &|member| {
        let at = member.len() - 6;
        member[at] ^= 1;
    });
    for (name, from, to) in
        [("long", "Content-Length: ", "Content-Length: 1"), ("short", "Content-Length: 72", "Content-Length: 12")]
    {
        broken(name, "another length", &|member| {
            let mut record = html(2, KOI8_R);
            replace(&mut record, from.as_bytes(), to.as_bytes());
            *member = gzip(&record);
        });
    }
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
            // Of a frame that is one block nothing comes; more frames follow in any case.
            assert_eq!((urls(&run).last().unwrap().as_str(), run.status), ("3", Some(1)), "{name}: {}", run.err);
            assert_eq!(urls(&run)[0], "1");
            let damages: Vec<String> = damaged(&run).into_iter().map(|(_, damage)| damage).collect();
            assert!(
                damages.join("").contains("zstd member: ") || run.err.contains("zstd member: "),
                "{name}: {}",
                run.err
            );
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
        assert_eq!(
            (urls(&run), run.status),
            (["0", "1", "2", "3", "4"].map(String::from).to_vec(), Some(1)),
            "{}",
            run.err
        );
        assert!(run.err.contains(&format!("{} damaged; 0 broken", 1 + n)), "{}", run.err);
    }
    let members: Vec<Vec<u8>> = (0..5).map(|n| gzip(&html(n, &noise[..1 << 20]))).collect();
    let cut: [&[u8]; 5] = [&members[0], &members[1][..1 << 19], &members[2], &members[3], &members[4]];
    let run = run(["-"], &cut.concat());
    assert_eq!(
        (urls(&run), run.status),
        (["0", "1", "2", "3", "4"].map(String::from).to_vec(), Some(1)),
        "{}",
        run.err
    );
    assert_eq!(damaged(&run).len(), 1);
}

#[test]
fn a_crawl_that_ends_too_early() {
    let folder = folder("crawl-ends-early");
    let whole = [gzip(&html(1, KOI8_R)), gzip(&html(2, KOI8_R))].concat();
    for cut in 1..60 {
        let run = sniff(&folder, "a.warc.gz", &whole[..whole.len() - cut], &[]);
        assert_eq!((urls(&run)[0].as_str(), run.status), ("1", Some(1)), "{cut}: {}", run.err);
        // What is cut off of the second is told, whether its header is there or not.
        let is_told = damaged(&run).len() == 1 && run.err.contains("1 damaged; 0 broken");
        assert!(is_told || run.err.contains("0 damaged; 1 broken"), "{cut}: {}", run.err);
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
    assert!(run.err.contains("2 texts"));
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
        assert_eq!(
            (urls(run), run.status),
            (["1", "2", "3", "4", "5"].map(String::from).to_vec(), Some(1)),
            "{}",
            run.err
        );
        assert!(damaged(run)[0].1.contains("6 content codings, one on another"), "{:?}", damaged(run));
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
    let crawl =
        record("http://a.example/\u{9B}2J", "Content-Type: application/xml\r\n", b"<?xml encoding='utf-8'?>\xFF");
    // To a crawler malformed XML is text; by the standard it is an error.
    let run = sniff(&folder("crawl-control"), "a.warc", &crawl, &["--decode", "--as-standard"]);
    assert!(run.err.contains("http://a.example/\\u{9b}2J: "), "{}", run.err);
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
        "5 texts",
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

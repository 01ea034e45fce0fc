//! Damaged crawls: whatever can be read is delivered, damage is reported and counted, and the rest is still processed.

use super::KOI8_R;
use super::crawl::{damaged, gzip, html, record, sniff, urls, zstd_frame};
use super::run::{folder, run};

#[test]
fn damaged_bodies_are_delivered_with_a_description() {
    let folder = folder("crawl-damaged-bodies");
    // Long enough that half of it is still evidence.
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
        // Uncompressed meta-blocks, the first after the size of the window.
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
    // The share of the body that must be delivered at least, and whether the crawl counts as well.
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
        // Wrong bytes may be noticed only later.
        let sure = got.len().min(text.len() * if *name == "spoilt" { 4 } else { 10 } / 10);
        assert!(text.as_bytes().starts_with(&got.as_bytes()[..sure]), "{name}");
        let damaged = damaged(&run);
        assert_eq!(damaged.iter().any(|(_, damage)| damage.contains(words)), !words.is_empty(), "{name}: {damaged:?}");
        assert_eq!(damaged.is_empty(), words.is_empty(), "{name}: {damaged:?}");
        // Extra bytes are not a loss.
        let is_well = words.is_empty() || words.contains("other bytes");
        assert_eq!(run.status, Some(i32::from(!is_well)), "{name}: {}", run.err);
        assert!(run.err.contains("3 texts") && run.err.contains(" 0 broken"), "{}", run.err);
        assert!(run.err.contains(&format!("{} damaged", u8::from(!is_well))), "{name}: {}", run.err);
    }
}

/// The required outcome for the damaged second record of three.
enum Comes {
    /// It is delivered with its body, or the start of it.
    Damaged(&'static str),
    /// There is only a message.
    Broken,
}

/// Damages the second of three records. The first and the third must be delivered, and the readable part of the
/// second.
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
    broken("no-http", "HTTP head: corrupt", &|record| replace(record, b"HTTP/1.1 200", b"HTML/1.1 no "));
    broken("cut", "another length", &|record| record.truncate(record.len() - 1000));
    broken("no-start", "record: corrupt after 0 bytes (its header)", &|record| replace(record, b"WARC/1.1", b"JUNK"));
    second_is_broken("no-header", false, Comes::Broken, |record| {
        replace(record, b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI", b"JUNK")
    });
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
            // Nothing can be read of a frame with a single block. More frames follow anyway.
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
fn damage_in_a_pipe_does_not_hide_what_follows() {
    // More bytes than are kept of a pipe, before and after.
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
        // What is cut off from the second record is reported, whether or not its header is there.
        let is_told = damaged(&run).len() == 1 && run.err.contains("1 damaged; 0 broken");
        assert!(is_told || run.err.contains("0 damaged; 1 broken"), "{cut}: {}", run.err);
    }
}

#[test]
fn damage_of_a_record_without_a_page_is_told() {
    let folder = folder("crawl-damaged-request");
    let head = "WARC/1.1\r\nWARC-Type: request\r\nWARC-Target-URI: http://a.example/0\r\nContent-Length: 5\r\n\r\nGET /\r\n\r\n";
    let mut request = gzip(head.as_bytes());
    let end = request.len();
    request[end - 6] ^= 1;
    let run = sniff(&folder, "a.warc.gz", &[request, gzip(&html(1, KOI8_R))].concat(), &[]);
    assert_eq!((urls(&run), run.status), (vec!["1".to_owned()], Some(1)));
    assert!(run.err.contains("request at byte 0: http://a.example/0: gzip member: wrong checksum"), "{}", run.err);
    assert!(run.err.contains("1 damaged"), "{}", run.err);
}

#[test]
fn limits_of_crawls_are_options_and_what_they_cut_is_damage() {
    let folder = folder("crawl-limits");
    let crawl = [html(1, &[KOI8_R, &[b'x'; 5000]].concat()), html(2, KOI8_R)].concat();
    for (option, message) in [
        ("--body-bytes", "body: cut at the limit of 300 bytes"),
        ("--record-bytes", "record: cut at the limit of 300 bytes"),
    ] {
        let run = sniff(&folder, "a.warc", &crawl, &["--decode", option, "300", "--ahead-bytes", "1"]);
        assert_eq!((damaged(&run), run.status), (vec![("1".to_owned(), message.to_owned())], Some(1)));
        assert_eq!(run.json()[0]["truncated"], true);
        assert_eq!(run.json().len(), 2);
    }
    assert_eq!(sniff(&folder, "a.warc", &crawl, &[]).status, Some(0));
}

#[test]
fn a_file_that_is_named_like_a_crawl_and_is_none() {
    let folder = folder("crawl-none");
    let none = sniff(&folder, "a.warc", b"<!doctype html><p>x</p>", &[]);
    assert_eq!((none.status, none.text()), (Some(1), ""));
    assert!(none.err.contains("a.warc: no WARC or ARC record in the file: it starts with"), "{}", none.err);
    let arc =
        b"http://a.example/ 192.0.2.1 20010203040506 text/html 44\nHTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>\n";
    for (name, crawl) in [("a.arc", arc.to_vec()), ("a.arc.gz", gzip(arc))] {
        let run = sniff(&folder, name, &crawl, &[]);
        assert_eq!((run.json().len(), run.status), (1, Some(0)), "{}", run.err);
        let line = &run.json()[0];
        assert_eq!((&line["warc-type"], &line["ip-address"]), (&"response".into(), &"192.0.2.1".into()));
    }
}

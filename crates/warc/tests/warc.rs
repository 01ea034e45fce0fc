//! The library's reader of crawls: many threads, bounded memory, several files in one stream,
//! skipped data, and the positions of records.

use std::io::{self, Cursor, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use charsniff::{Content, Encoding, Kind};
use charsniff_warc::{Entry, Error, Fault, Layer, Limits, RecordDamage, RecordKind, Records};
use flate2::Compression;
use flate2::write::GzEncoder;

fn record(kind: &str, url: &str, content_type: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{url}>\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n\
         WARC-Target-URI: {url}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn response(n: usize, headers: &str, body: &[u8]) -> Vec<u8> {
    let block = [format!("HTTP/1.1 200 OK\r\n{headers}\r\n").as_bytes(), body].concat();
    record("response", &format!("http://a.example/{n}"), "application/http; msgtype=response", &block)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn lz4(bytes: &[u8]) -> Vec<u8> {
    let info = lz4_flex::frame::FrameInfo::new().content_checksum(true);
    let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn records(crawl: Vec<u8>) -> Records {
    Records::new(Cursor::new(crawl)).unwrap()
}

fn number(entry: &Entry) -> usize {
    let Entry::Page(page) = entry else { panic!("{entry:?}") };
    page.url.rsplit('/').next().unwrap().parse().unwrap()
}

#[test]
fn results_come_in_order_from_any_number_of_threads() {
    let crawl: Vec<u8> = (0..1000).flat_map(|n| gzip(&response(n, "", &vec![b'a'; n % 7 * 1000]))).collect();
    for threads in [0, 1, 2, 7] {
        let numbers = records(crawl.clone()).map_pages(threads, |entry| number(&entry));
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>().unwrap();
        assert!(numbers.into_iter().eq(0..1000), "{threads} threads");
    }
}

/// However slowly results are taken, the unpacked bytes that wait are bounded.
#[test]
fn the_size_of_what_waits_is_bounded() {
    const BODY: usize = 1 << 20;
    const AHEAD: usize = 8 << 20;
    let bomb = gzip(&vec![b'a'; BODY]);
    let crawl: Vec<u8> = (0..300).flat_map(|n| response(n, "Content-Encoding: gzip\r\n", &bomb)).collect();
    for threads in [2, 4] {
        let limits = Limits::default().ahead_bytes(AHEAD);
        let held = Arc::new(AtomicUsize::new(0));
        let (counted, mut most) = (held.clone(), 0);
        let bodies = records(crawl.clone()).limits(limits).map_pages(threads, move |entry| {
            counted.fetch_add(1, Ordering::SeqCst);
            number(&entry)
        });
        for (n, number) in bodies.enumerate() {
            assert_eq!(number.unwrap(), n);
            most = most.max(held.fetch_sub(1, Ordering::SeqCst));
            // Gives the other threads time to run as far ahead as they may.
            std::thread::yield_now();
        }
        assert!(most <= AHEAD / BODY + threads, "{most} bodies of a megabyte at {threads} threads");
    }
}

/// A thread that waits for its turn is woken.
#[test]
fn threads_that_wait_for_their_turn_get_it() {
    let bomb = gzip(&vec![b'a'; 1 << 16]);
    let crawl: Vec<u8> = (0..400).flat_map(|n| response(n, "Content-Encoding: gzip\r\n", &bomb)).collect();
    for round in 0..40 {
        // So few bytes may wait that every thread has to wait for its turn.
        let limits = Limits::default().ahead_bytes(1 << (round % 20));
        let pages = records(crawl.clone()).limits(limits).map_pages(2 + round % 3, |entry| number(&entry));
        for (n, number) in pages.enumerate() {
            assert_eq!(number.unwrap(), n);
        }
    }
}

#[test]
fn long_bodies_are_unpacked_one_at_a_time() {
    const BODY: usize = 5 << 20;
    // A part that does not compress, so that each thread reads one record in its turn.
    let mut state = 1u32;
    let noise = (0..(1 << 20) + 1000).map(|_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as u8
    });
    let bomb = gzip(&noise.chain(std::iter::repeat(b'a')).take(BODY).collect::<Vec<u8>>());
    let crawl: Vec<u8> = (0..20).flat_map(|n| response(n, "Content-Encoding: gzip\r\n", &bomb)).collect();
    let (held, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (at_work, counted) = (held.clone(), most.clone());
    let lengths = records(crawl).map_pages(4, move |entry| {
        counted.fetch_max(at_work.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let Entry::Page(page) = entry else { panic!() };
        // Gives the other threads time to begin.
        std::thread::sleep(std::time::Duration::from_millis(5));
        let length = page.into_body().len();
        at_work.fetch_sub(1, Ordering::SeqCst);
        length
    });
    assert_eq!(lengths.map(Result::unwrap).collect::<Vec<_>>(), vec![BODY; 20]);
    assert_eq!(most.load(Ordering::SeqCst), 1);
}

#[test]
fn limits_cut() {
    let limits = Limits::default().record_bytes(1000).body_bytes(500);
    let bomb = gzip(&[b'a'; 5000]);
    let crawl = [
        response(1, "", &[b'b'; 5000]),
        response(2, "Content-Encoding: gzip\r\n", &bomb),
        response(3, "", &[b'c'; 100]),
    ];
    let pages: Vec<_> =
        records(crawl.concat()).limits(limits).map(|record| record.unwrap().into_page(&limits).unwrap()).collect();
    let lengths: Vec<_> = pages
        .iter()
        .map(|page| {
            let damage: Vec<String> = page.damage.iter().map(ToString::to_string).collect();
            assert_eq!(page.damage.iter().any(RecordDamage::is_loss), page.is_truncated);
            (page.body().len(), page.is_truncated, damage.join(", "))
        })
        .collect();
    let (record, body) = ("record: cut at the limit of 1000 bytes", "body: cut at the limit of 500 bytes");
    let expected =
        [(500, true, format!("{record}, {body}")), (500, true, body.to_owned()), (100, false, String::new())];
    assert_eq!(lengths, expected);
}

#[test]
fn a_file_without_a_byte_is_an_error() {
    let empty = gzip(b"");
    let skippable = b"\x50\x2A\x4D\x18\x04\0\0\0else".to_vec();
    let crawls = [(vec![], "it is empty"), (b"\r\n\r\n".to_vec(), "it is empty")];
    let packed = [(empty.clone(), "it is empty, unpacked"), (empty.repeat(3), "it is empty, unpacked")];
    for (crawl, message) in crawls.into_iter().chain(packed).chain([(skippable, "it is empty")]) {
        let mut results: Vec<_> = records(crawl.clone()).map_pages(2, |entry| number(&entry)).collect();
        let error = results.pop().unwrap().unwrap_err();
        assert!(results.is_empty() && error.kind() == io::ErrorKind::InvalidData, "{crawl:?}: {error}");
        assert!(error.to_string().contains(message), "{crawl:?}: {error}");
    }
    // Members without a byte are nothing wrong where there are others.
    for crawl in [[empty.clone(), gzip(&response(1, "", b"a"))], [gzip(&response(1, "", b"a")), empty]] {
        let numbers: Result<Vec<_>, _> = records(crawl.concat()).map_pages(1, |entry| number(&entry)).collect();
        assert_eq!(numbers.unwrap(), [1]);
    }
}

/// A member may be damaged so that more comes out of it, and line ends may be where the record should end.
#[test]
fn a_record_that_is_not_all_of_its_member_is_marked() {
    let page = response(1, "", &b"line\r\n\r\n".repeat(100));
    let shifted = [&page[..page.len() - 104], b"line\r\n\r\nline", &page[page.len() - 104..]].concat();
    let crawl = [gzip(&response(0, "", b"a")), gzip(&shifted), gzip(&response(2, "", b"a"))].concat();
    let all: Vec<_> = records(crawl).collect();
    let damage = |n: usize| all[n].as_ref().unwrap().damage.clone();
    let length = page.len() - page.windows(4).position(|end| end == b"\r\n\r\n").unwrap() - 8;
    assert_eq!(all[1].as_ref().unwrap().block.len(), length);
    assert_eq!(damage(1), [RecordDamage::new(Layer::Record, Fault::WrongLength, length as u64)]);
    assert!(all[2].is_err() && damage(0).is_empty() && damage(3).is_empty());
}

#[test]
fn a_body_shorter_than_its_length_is_told() {
    let short = |length: &str| format!("body: ends too early, after 3 bytes (Content-Length is {length})");
    let cases = [
        ("Content-Length: 2304\r\n", short("2304")),
        ("content-length: 4, 4\r\nContent-Length: 4\r\n", short("4")),
        ("Content-Encoding: identity\r\nContent-Length: 4\r\n", short("4")),
        ("Content-Length: 3\r\n", String::new()),
        // Shorter than what there is: the crawler removed a coding, and the header that named it.
        ("Content-Length: 2\r\n", String::new()),
        // These are no length.
        ("Content-Length: 9\r\nContent-Length: 4\r\n", String::new()),
        ("Content-Length: +9\r\n", String::new()),
        ("Content-Length: 99999999999999999999\r\n", String::new()),
        // The length is that of the coded body, which is not what is stored.
        ("Content-Length: 9\r\nContent-Encoding: gzip\r\n", String::new()),
        ("Content-Length: 9\r\nTransfer-Encoding: chunked\r\n", String::new()),
    ];
    for (headers, expected) in cases {
        let page = records(response(1, headers, b"abc")).next().unwrap().unwrap();
        let page = page.into_page(&Limits::default()).unwrap();
        let damage: Vec<String> = page.damage.iter().map(ToString::to_string).collect();
        assert_eq!((page.is_truncated, damage.join("; ")), (!expected.is_empty(), expected), "{headers}");
        assert_eq!(page.body(), b"abc");
    }
    let not_modified = b"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n";
    let crawl = record("response", "http://a.example/", "application/http", not_modified);
    let page = records(crawl).next().unwrap().unwrap().into_page(&Limits::default()).unwrap();
    assert!(!page.is_truncated && page.damage.is_empty());
    // The crawler says that it cut the body: that is known, and no damage.
    let mut crawl = response(1, "Content-Length: 9\r\n", b"abc");
    let field = b"WARC-Truncated: length\r\n";
    crawl.splice(10..10, field.iter().copied());
    let page = records(crawl).next().unwrap().unwrap().into_page(&Limits::default()).unwrap();
    assert_eq!((page.is_truncated, page.damage), (true, vec![]));
}

#[test]
fn a_panic_continues_where_the_result_is_requested() {
    let crawl: Vec<u8> = (0..100).flat_map(|n| response(n, "", b"")).collect();
    for threads in [1, 3] {
        let crawl = crawl.clone();
        let caught = std::panic::catch_unwind(move || {
            let lines = records(crawl).map_pages(threads, |entry| assert_ne!(number(&entry), 50));
            lines.map(Result::unwrap).count()
        });
        assert!(caught.is_err(), "{threads} threads");
    }
}

/// A pipe that never ends, or that fails.
struct Pipe {
    record: Vec<u8>,
    left: Option<usize>,
}

impl Read for Pipe {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match &mut self.left {
            Some(0) => return Err(io::Error::other("the pipe broke")),
            Some(left) => *left -= 1,
            None => {}
        }
        (&*self.record).read(room)
    }
}

#[test]
fn an_endless_crawl_may_be_dropped() {
    for threads in [1, 2] {
        let endless = Pipe { record: response(7, "", b"a"), left: None };
        let mut numbers = Records::new(endless).unwrap().map_pages(threads, |entry| number(&entry));
        assert!(numbers.by_ref().take(1000).all(|number| number.unwrap() == 7));
    }
}

#[test]
fn a_broken_pipe_is_an_error_after_the_records_before_it() {
    for threads in [1, 2] {
        let broken = Pipe { record: response(7, "", b"a"), left: Some(100) };
        let results: Vec<_> = Records::new(broken).unwrap().map_pages(threads, |entry| number(&entry)).collect();
        let (last, others) = results.split_last().unwrap();
        assert_eq!(last.as_ref().unwrap_err().to_string(), "the pipe broke");
        assert!(others.len() >= 99 && others.iter().all(Result::is_ok), "{} results", others.len());
    }
}

#[test]
fn several_files_may_be_joined_in_one_stream() {
    let plain = [response(1, "", b"a"), response(2, "", b"b")].concat();
    let members = [gzip(&response(3, "", b"c")), gzip(&response(4, "", b"d"))].concat();
    let one_member = gzip(&[response(5, "", b"e"), response(6, "", b"f")].concat());
    let frames = zstd::encode_all(&*response(7, "", b"g"), 0).unwrap();
    let with_dictionary = |dictionary: &[u8], n| {
        let mut compressor = zstd::bulk::Compressor::with_dictionary(3, dictionary).unwrap();
        let frame = compressor.compress(&response(n, "", b"h")).unwrap();
        [&0x184D_2A5Du32.to_le_bytes(), &(dictionary.len() as u32).to_le_bytes()[..], dictionary, &frame].concat()
    };
    let samples: Vec<Vec<u8>> = (0..200).map(|n| response(n, "Content-Type: text/html\r\n", b"h")).collect();
    let one = zstd::dict::from_samples(&samples, 2048).unwrap();
    let other = zstd::dict::from_samples(&samples[100..], 1024).unwrap();
    let dictionaries = [with_dictionary(&one, 8), with_dictionary(&other, 9)].concat();
    let plain_again = response(10, "", b"i");
    for joined in [
        [&*plain, &members, &one_member, &frames, &dictionaries, &plain_again].concat(),
        // Padded with NULs, as on a tape.
        [&*plain, &members, &[0; 700], &one_member, b"\r\n", &frames, &dictionaries, &plain_again].concat(),
    ] {
        let numbers: Vec<usize> = records(joined).map_pages(1, |entry| number(&entry)).map(Result::unwrap).collect();
        assert!(numbers.iter().copied().eq(1..=10), "{numbers:?}");
    }
}

#[test]
fn resources_and_conversions_are_pages_and_other_records_are_reported() {
    let koi8_r = b"<meta charset=koi8-r>\xED";
    let crawl = [
        record("warcinfo", "", "application/warc-fields", b"a: b"),
        record("resource", "http://a.example/a", "text/html", koi8_r),
        record("resource", "ftp://a.example/b.css", "text/css; charset=gbk", b"\xBB\xF0"),
        record("conversion", "http://a.example/c", "text/plain", "Марс".as_bytes()),
        record("metadata", "http://a.example/a", "application/warc-fields", b"a: b"),
        record("revisit", "http://a.example/a", "application/http; msgtype=response", b"HTTP/1.1 304 Same\r\n\r\n"),
        record("response", "dns:a.example", "text/dns", b"20260101000000\na.example. 300 IN A 127.0.0.1\n"),
    ];
    let mut kinds = Vec::new();
    let mut texts = Vec::new();
    for record in records(crawl.concat()) {
        let record = record.unwrap();
        kinds.push(record.kind);
        let Some(page) = record.into_page(&Limits::default()) else { continue };
        let decoded = page.decode(&page.context());
        texts.push((page.kind, page.status, decoded.sniffed.encoding, decoded.text.into_owned()));
    }
    use RecordKind::{Conversion, Metadata, Resource, Response, Revisit, Warcinfo};
    assert_eq!(kinds, [Warcinfo, Resource, Resource, Conversion, Metadata, Revisit, Response]);
    let expected = [
        (Resource, Encoding::Koi8R, "<meta charset=koi8-r>М"),
        (Resource, Encoding::Gbk, "火"),
        (Conversion, Encoding::Utf8, "Марс"),
    ];
    assert_eq!(texts, expected.map(|(kind, encoding, text)| (kind, None, encoding, text.to_owned())));
}

#[test]
fn offsets_and_lengths_find_records_again() {
    let all: Vec<Vec<u8>> = (0..20).map(|n| response(n, "", &vec![b'a'; n * 5000])).collect();
    let read = |crawl: &[u8]| records(crawl.to_vec()).map(Result::unwrap).collect::<Vec<_>>();
    let again = |bytes: &[u8], n: usize| {
        let record = &read(bytes)[0];
        assert_eq!(record.url, format!("http://a.example/{n}"));
        assert!(record.damage.is_empty());
    };
    let plain = all.concat();
    let members: Vec<u8> = all.iter().flat_map(|record| gzip(record)).collect();
    let frames: Vec<u8> = all.iter().flat_map(|record| zstd::encode_all(&**record, 0).unwrap()).collect();
    for crawl in [&plain, &members, &frames] {
        let mut end = 0;
        for (n, record) in read(crawl).iter().enumerate() {
            assert_eq!((record.offset, record.offset_in_member), (end, None));
            end += record.length;
            again(&crawl[record.offset as usize..end as usize], n);
        }
        assert_eq!(end, crawl.len() as u64);
    }
    // Two members, each with half of the records.
    let shared = [gzip(&all[..10].concat()), gzip(&all[10..].concat())].concat();
    for (n, record) in read(&shared).iter().enumerate() {
        let mut member = Vec::new();
        flate2::read::GzDecoder::new(&shared[record.offset as usize..]).read_to_end(&mut member).unwrap();
        let start = record.offset_in_member.unwrap() as usize;
        again(&member[start..start + record.length as usize], n);
    }
}

#[test]
fn a_record_may_hold_a_crawl() {
    let inner = [response(8, "", b"a"), response(9, "", b"b")].concat();
    let headers = format!("Content-Type: application/warc\r\nContent-Length: {}\r\n", inner.len());
    let crawl = [response(1, &headers, &inner), response(2, "", b"")].concat();
    let limits = Limits::default().record_bytes(150);
    for limits in [Limits::default(), limits] {
        let numbers: Vec<usize> =
            records(crawl.clone()).limits(limits).map_pages(1, |entry| number(&entry)).map(Result::unwrap).collect();
        assert_eq!(numbers, [1, 2]);
    }
}

#[test]
fn binary_data_is_recognized_by_mime_type_and_bytes() {
    for (headers, body, content) in [
        ("Content-Type: image/png\r\n", &b"text"[..], Content::Binary),
        ("Content-Type: application/pdf\r\n", b"%PDF-1.7", Content::Binary),
        ("Content-Type: text/html\r\n", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", Content::Binary),
        ("Content-Type: font/woff\r\n", b"text", Content::Binary),
        ("Content-Type: video/mp4\r\n", b"text", Content::Binary),
        ("Content-Type: audio/mpeg\r\n", b"text", Content::Binary),
        ("Content-Type: audio/mpegurl\r\n", b"text", Content::Ascii),
        ("Content-Type: application/epub+zip\r\n", b"text", Content::Binary),
        ("Content-Type: application/gzip\r\n", b"text", Content::Binary),
        ("Content-Type: application/x-rar-compressed\r\n", b"text", Content::Binary),
        ("Content-Type: application/wasm\r\n", b"text", Content::Binary),
        ("Content-Type: application/x-tar\r\n", b"text", Content::Ascii),
        ("Content-Type: image/svg+xml\r\n", b"<svg>", Content::Ascii),
        ("Content-Type: application/octet-stream\r\n", "Марс".as_bytes(), Content::Text),
    ] {
        let record = records(response(1, headers, body)).next().unwrap().unwrap();
        assert_eq!(record.into_page(&Limits::default()).unwrap().content(), content, "{headers}");
    }
}

#[test]
fn a_type_that_says_nothing_leaves_the_extension() {
    for (headers, url, kind) in [
        ("Content-Type: application/octet-stream\r\n", "http://a.example/a.css?b.js", Kind::CssFromDocument),
        ("Content-Type: binary/octet-stream\r\n", "http://a.example/page", Kind::Html),
        ("Content-Type: text/plain\r\n", "http://a.example/a.css", Kind::TextDocument),
    ] {
        let crawl = String::from_utf8(response(1, headers, b"a")).unwrap().replace("http://a.example/1", url);
        let page = records(crawl.into_bytes()).next().unwrap().unwrap().into_page(&Limits::default()).unwrap();
        assert_eq!((page.url.as_str(), page.context().kind()), (url, kind));
    }
}

/// Every record claims a length of many megabytes. Nevertheless each byte is read and looked at
/// only a few times.
#[test]
fn false_lengths_cost_linear_time() {
    let record = |n: usize| {
        let record = String::from_utf8(response(n, "", b"a")).unwrap();
        record.replace("Content-Length: ", "Content-Length: 999999")
    };
    let crawl: String = (0..100_000).map(record).collect();
    for crawl in [crawl.clone().into_bytes(), gzip(crawl.as_bytes())] {
        let mut expected = 0;
        for record in records(crawl) {
            let record = record.unwrap();
            assert_eq!(record.url, format!("http://a.example/{expected}"));
            assert!(record.block.starts_with(b"HTTP/1.1 200 OK\r\n\r\na"));
            assert_eq!(record.damage.len(), 1);
            expected += 1;
        }
        assert_eq!(expected, 100_000);
    }
}

/// RecordDamage at any position hides no record before or after it, and nothing panics. A damaged
/// record in a member of its own is as long as that member.
#[test]
fn damage_anywhere_hides_no_other_record() {
    // The packed form of bytes that do not compress contains what precedes them as it is.
    let noise: Vec<u8> = (0..300u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let body = |n: usize| [format!("<p>{n} {}", n * 77).as_bytes(), &noise].concat();
    let pages: Vec<Vec<u8>> = (0..4).map(|n| response(n, "", &body(n))).collect();
    type Pack = fn(&[u8]) -> Vec<u8>;
    let pack: [(&str, Pack); 4] = [
        ("plain", <[u8]>::to_vec),
        ("gzip", gzip),
        ("zstd", |bytes| zstd::encode_all(bytes, 0).unwrap()),
        ("lz4", lz4),
    ];
    let mut measured = 0;
    for (name, pack) in pack {
        let packed: Vec<Vec<u8>> = pages.iter().map(|page| pack(page)).collect();
        let [before, middle, rest @ ..] = packed.as_slice() else { unreachable!() };
        for at in 0..middle.len() {
            let mut spoilt = middle.clone();
            spoilt[at] ^= 0x41;
            for damaged in [&spoilt[..], &middle[..at]] {
                let crawl = [&before[..], damaged, &rest.concat()].concat();
                let mut seen = Vec::new();
                for record in records(crawl) {
                    match record {
                        Ok(record) => {
                            if record.url.ends_with("/1") && name != "plain" && record.offset_in_member.is_none() {
                                let place = (record.offset, record.length);
                                assert_eq!(place, (before.len() as u64, damaged.len() as u64), "{name} at {at}");
                                measured += 1;
                            }
                            // What comes out of a damaged member may be any URL.
                            if name == "plain" || record.damage.is_empty() {
                                seen.push(record.info.url);
                            }
                        }
                        Err(Error::Broken { .. }) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
                for n in [0, 2, 3] {
                    let url = format!("http://a.example/{n}");
                    assert_eq!(seen.iter().filter(|&seen| *seen == url).count(), 1, "{name} at {at}: {seen:?}");
                }
            }
        }
    }
    assert!(measured > 100, "{measured}");
}

/// Brotli for HTTP has windows of at most 16 MiB. A body that asks for a larger one, by an extension that decoders
/// also know, is damaged, and takes no such memory.
#[test]
fn brotli_with_a_large_window_is_no_content_coding() {
    let text = b"<p>within a window of 32 MiB";
    // As RFC 7932 has it: window bits, a meta-block of the text as it is, an empty last one.
    let stream = |window: u64, window_bits: u32| {
        let block = window | (text.len() as u64 - 1) << (window_bits + 3) | 1 << (window_bits + 19);
        let length = (window_bits as usize + 20).div_ceil(8);
        [&block.to_le_bytes()[..length], text, b"\x03"].concat()
    };
    let body = |packed: &[u8]| {
        let record = records(response(1, "Content-Encoding: br\r\n", packed)).next().unwrap().unwrap();
        let page = record.into_page(&Limits::default()).unwrap();
        (page.body() == text, page.damage.len())
    };
    assert_eq!(body(&stream(0, 1)), (true, 0));
    // The extension's marker, 10001000, and 25 bits in six.
    let (marker, bits) = (0b0001_0001, 25 << 8);
    assert_eq!(body(&stream(marker | bits, 14)), (false, 1));
}

#[test]
fn errors_become_io_errors() {
    let broken = Error::Broken { offset: 7, reason: "no WARC record starts here".to_owned() };
    let error = io::Error::from(broken);
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    assert_eq!(error.to_string(), "record at byte 7: no WARC record starts here");
    let error = io::Error::from(Error::from(io::Error::from(io::ErrorKind::NotFound)));
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

#[cfg(feature = "serde")]
#[test]
fn values_are_serialized() {
    use charsniff_warc::{Fault, Layer};

    let damage = RecordDamage::new(Layer::Coding("gzip"), Fault::CutShort, 12);
    let json = serde_json::to_string(&damage).unwrap();
    assert_eq!(json, r#"{"layer":{"coding":"gzip"},"fault":"cut-short","after":12}"#);
    assert_eq!(serde_json::from_str::<Fault>(r#""trailing-bytes""#).unwrap(), Fault::TrailingBytes);
    assert_eq!(serde_json::to_value(RecordKind::Warcinfo).unwrap(), RecordKind::Warcinfo.as_str());
    let limits: Limits = serde_json::from_str(r#"{"body-bytes":5}"#).unwrap();
    assert_eq!(limits, Limits::default().body_bytes(5));
}

//! Inputs other than well-formed WARC files: ARC, LZ4, records as some writers make them; damage between records; and
//! files that are not crawls.

use std::io::{Cursor, Write};

use charsniff_warc::{Entry, Error, Fault, Layer, Limits, RecordDamage, RecordKind, Records};

fn record(kind: &str, url: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{url}>\r\nWARC-Target-URI: {url}\r\n\
         Content-Type: application/http; msgtype={kind}\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn response(n: usize, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    record("response", &format!("http://a.example/{n}"), block.as_bytes())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn lz4(info: lz4_flex::frame::FrameInfo, bytes: &[u8]) -> Vec<u8> {
    let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn records(crawl: Vec<u8>) -> Records {
    Records::new(Cursor::new(crawl)).unwrap()
}

/// The URLs and bodies of the pages, where nothing is wrong.
fn pages(crawl: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let pages = records(crawl).filter_map(|record| record.unwrap().into_page(&Limits::default()));
    let page = |page: charsniff_warc::Page| {
        assert!(page.damage.is_empty(), "{}: {:?}", page.url, page.damage);
        (page.url.clone(), page.into_body())
    };
    pages.map(page).collect()
}

/// An ARC file of three records, as in the description of the format.
const ARC: &str = "filedesc://IA-000001.arc 0.0.0.0 19960923142103 text/plain 78\n1 0 Alexa Internet!!!\n\
    URL IP-address Archive-date Content-type Archive-length\n\n\
    http://a.example/a page 192.0.2.1 19961104142103 text/html 55\n\
    HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>to the end\n\
    \ndns:a.example 192.0.2.7 19961104142104 text/dns 21\n19961104142104\na. IN\n\
    \nftp://a.example/b 192.0.2.1 19961104142105 text/plain 4\nMars\n";

/// A member that does not start with a record continues the one before.
#[test]
fn a_record_may_be_in_several_members() {
    let (first, second) = (response(1, "<p>first"), response(2, "<p>second"));
    let expected = pages([&first[..], &second].concat());
    let block = first.len() - "<p>first\r\n\r\n".len();
    for at in block..first.len() {
        let crawl = [gzip(&first[..at]), gzip(&first[at..]), gzip(&second)].concat();
        assert_eq!(pages(crawl), expected, "{at}");
    }
}

#[test]
fn arc_files_are_read_whole_and_packed() {
    for (name, crawl) in [("plain", ARC.as_bytes().to_vec()), ("gzip", gzip(ARC.as_bytes()))] {
        let read: Vec<_> = records(crawl).map(Result::unwrap).collect();
        let seen: Vec<_> = read
            .iter()
            .map(|record| {
                assert!(record.damage.is_empty(), "{name}: {:?}", record.damage);
                (record.kind, record.url.as_str(), record.date.as_deref(), record.block.len())
            })
            .collect();
        let expected = [
            (RecordKind::Warcinfo, "filedesc://IA-000001.arc", Some("1996-09-23T14:21:03Z"), 78),
            (RecordKind::Response, "http://a.example/a page", Some("1996-11-04T14:21:03Z"), 55),
            (RecordKind::Response, "dns:a.example", Some("1996-11-04T14:21:04Z"), 21),
            (RecordKind::Resource, "ftp://a.example/b", Some("1996-11-04T14:21:05Z"), 4),
        ];
        assert_eq!(seen, expected, "{name}");
        assert_eq!(read[1].ip_address.as_deref(), Some("192.0.2.1"));
        let pages: Vec<_> = read.into_iter().filter_map(|record| record.into_page(&Limits::default())).collect();
        let pages: Vec<_> = pages.iter().map(|page| (page.status, page.mime_type(), page.body())).collect();
        let html = (Some(200), Some("text/html".to_owned()), &b"<p>to the end\n"[..]);
        assert_eq!(pages, [html, (None, Some("text/plain".to_owned()), b"Mars")]);
    }
}

/// A member each, as `.arc.gz` files are, version 2 of the header, and a record cut out of a file.
#[test]
fn arc_records_in_members_of_their_own() {
    let record = |n: usize| {
        format!(
            "http://a.example/{n} 192.0.2.1 20010101000000 text/html 200 sum - 12345678 f.arc 24\nHTTP/1.0 200 OK\n\n<p>{n:04}"
        )
    };
    let crawl: Vec<u8> = (0..50).flat_map(|n| gzip(record(n).as_bytes())).collect();
    let expected: Vec<_> =
        (0..50).map(|n| (format!("http://a.example/{n}"), format!("<p>{n:04}").into_bytes())).collect();
    assert_eq!(pages(crawl), expected);
    let (first, last) = (gzip(record(0).as_bytes()), gzip(record(1).as_bytes()));
    let seen: Vec<_> = records([&first[..], b"garbage", &last].concat()).collect();
    assert!(
        matches!(seen[..], [Ok(_), Err(Error::Broken { offset, .. }), Ok(_)] if offset == first.len() as u64),
        "{seen:?}"
    );
}

#[test]
fn damage_in_an_arc_file_hides_no_other_record() {
    let record = |n: usize, length: usize| {
        format!("http://a.example/{n} 192.0.2.1 20010101000000 text/html {length}\nHTTP/1.0 200 OK\n\n<p>{n:04}\n")
    };
    let good = record(1, 24);
    for middle in [record(2, 10), record(2, 10_000), record(2, 24).replace("192", "no address"), "text\n".repeat(10)] {
        let crawl = [&good, &middle, &record(3, 24)].map(|part| part.as_str()).concat();
        let seen: Vec<_> = records(crawl.into_bytes()).collect();
        let told = seen.iter().filter(|one| one.as_ref().map_or(true, |record| !record.damage.is_empty())).count();
        assert_eq!(told, 1, "{middle}: {seen:?}");
        let whole = seen.iter().flatten().filter(|record| record.damage.is_empty());
        assert!(whole.map(|record| record.url.as_str()).eq(["http://a.example/1", "http://a.example/3"]), "{middle}");
    }
}

#[test]
fn lz4_frames_of_every_kind() {
    use lz4_flex::frame::{BlockMode, BlockSize, FrameInfo};
    let body = "<p>Mars </p>".repeat(30_000);
    let all: Vec<Vec<u8>> = (0..4).map(|n| response(n, &body)).collect();
    for info in [
        FrameInfo::new(),
        FrameInfo::new().block_mode(BlockMode::Linked).block_size(BlockSize::Max64KB),
        FrameInfo::new().block_checksums(true).content_checksum(true).block_size(BlockSize::Max256KB),
    ] {
        let frames: Vec<Vec<u8>> = all.iter().map(|record| lz4(info.clone(), record)).collect();
        let read = pages(frames.concat());
        assert!(read.iter().all(|(_, read)| read == body.as_bytes()) && read.len() == 4);
        // A reader that gives a byte at a time ends a piece anywhere.
        struct Slow(Cursor<Vec<u8>>);
        impl std::io::Read for Slow {
            fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
                let length = room.len().min(7);
                self.0.read(&mut room[..length])
            }
        }
        let slow = Records::new(Slow(Cursor::new(frames.concat()))).unwrap();
        assert_eq!(slow.map(|record| record.unwrap().block.len()).sum::<usize>(), 4 * (body.len() + 68));
        // A wrong checksum, and a block that claims to be longer than blocks are.
        let mut spoilt = frames.concat();
        let at = frames[0].len() + 12;
        spoilt[at..at + 4].fill(0xFF);
        let seen: Vec<_> = records(spoilt).collect();
        assert!(seen.iter().flatten().filter(|record| record.damage.is_empty()).count() >= 3, "{seen:?}");
        assert!(seen.iter().any(|one| one.as_ref().map_or(true, |record| !record.damage.is_empty())));
    }
}

#[test]
fn lines_may_end_with_two_carriage_returns() {
    let body = "Mars\r\nMars";
    let record = String::from_utf8(response(1, body)).unwrap();
    let (head, block) = record.split_once("\r\n\r\nHTTP").unwrap();
    let record = format!("{}\r\r\n\r\r\nHTTP{block}", head.replace("\r\n", "\r\r\n"));
    let crawl = [record.as_bytes(), b"garbage", record.as_bytes(), &gzip(record.as_bytes())].concat();
    let read: Vec<_> = records(crawl).filter_map(Result::ok).collect();
    assert_eq!(read.len(), 3);
    for record in read {
        assert_eq!((record.url.as_str(), record.damage.len()), ("http://a.example/1", 0));
        assert_eq!(record.into_page(&Limits::default()).unwrap().body(), body.as_bytes());
    }
    // In the HTTP response.
    let block = b"HTTP/1.1 200 OK\r\r\nContent-Type: text/plain\r\r\n\r\r\nMars";
    let page = records(self::record("response", "http://a.example/", block)).next().unwrap().unwrap();
    let page = page.into_page(&Limits::default()).unwrap();
    assert_eq!((page.body(), page.mime_type().as_deref()), (&b"Mars"[..], Some("text/plain")));
}

#[test]
fn a_status_makes_a_response_whatever_the_protocol_is_called() {
    for (line, status) in [("HTTPX/1.1 200 OK", 200), ("ICY 404 No", 404), ("HTTP/1.1 200 OK", 200)] {
        let block = format!("{line}\r\nContent-Type: text/html; charset=koi8-r\r\n\r\nMars");
        let page = records(record("response", "http://a.example/", block.as_bytes())).next().unwrap().unwrap();
        let page = page.into_page(&Limits::default()).unwrap();
        assert_eq!((page.status, page.body(), page.headers.len()), (Some(status), &b"Mars"[..], 1), "{line}");
        assert!(page.damage.is_empty());
    }
    // Text is not taken for a head.
    for block in ["On 200 things and more\r\n", "<p>x</p>\r\n\r\ny", "a 20 b\r\n\r\ny"] {
        let page = records(record("response", "http://a.example/", block.as_bytes())).next().unwrap().unwrap();
        let page = page.into_page(&Limits::default()).unwrap();
        assert_eq!((page.status, page.body()), (None, block.as_bytes()));
        assert_eq!(page.damage[0].to_string(), "HTTP head: corrupt after 0 bytes");
    }
}

/// The first of several fields counts, in a record's header and in that of a response.
#[test]
fn the_first_of_several_fields_counts() {
    let head = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Type: request\r\nWARC-Target-URI: http://a.example/1\r\n\
        WARC-Target-URI: http://a.example/2\r\nWARC-Record-ID: <urn:1>\r\nWARC-Record-ID: <urn:2>\r\n\
        WARC-Date: 2026\r\nWARC-Date: 2027\r\nWARC-IP-Address: 192.0.2.1\r\nWARC-IP-Address: 192.0.2.2\r\n\
        WARC-Payload-Digest: sha1:A\r\nWARC-Payload-Digest: sha1:B\r\nContent-Type: application/http\r\n\
        Content-Type: text/plain\r\nContent-Length: 74\r\nContent-Length: 5\r\n\r\n";
    let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Type: text/plain\r\n\r\nMars";
    let crawl = format!("{head}{block}\r\n\r\n");
    let record = records(crawl.into_bytes()).next().unwrap().unwrap();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!((record.kind, record.warc_type.clone()), (RecordKind::Response, some("response")));
    assert_eq!(
        (record.url.as_str(), record.id.clone(), record.date.clone()),
        ("http://a.example/1", some("<urn:1>"), some("2026"))
    );
    assert_eq!((record.ip_address.clone(), record.payload_digest.clone()), (some("192.0.2.1"), some("sha1:A")));
    assert_eq!((record.block.len(), record.damage.len()), (block.len(), 0));
    let page = record.into_page(&Limits::default()).unwrap();
    assert_eq!((page.header("content-type"), page.body()), (Some(&b"text/html"[..]), &b"Mars"[..]));
    assert_eq!(
        (page.info.warc_type, page.info.ip_address, page.info.payload_digest),
        (some("response"), some("192.0.2.1"), some("sha1:A"))
    );
}

/// The error names the kind of file; it is neither an empty record nor nothing.
#[test]
fn a_file_without_records_is_an_error() {
    let html = b"<!doctype html><title>no crawl</title>";
    let not_a_record = gzip(html);
    for (bytes, message) in [
        (&html[..], "it starts with \"<!doctype html><\""),
        (&not_a_record, "it starts with \"<!doctype html><\", unpacked"),
        (
            b"PK\x03\x04rest of a ZIP archive, which is long",
            "a ZIP archive; the WARC files of a WACZ are in its folder archive/",
        ),
        (b"BZh91AY&SY and so on and so on", "a bzip2 file"),
        (b"\x1F\x8B\x08\0\0\0\0\0\0\x03\xFF\xFF\xFF\xFF", "gzip member: corrupt after 0 bytes"),
        (b"\0\0\0", "it starts with \"\\0\\0\\0\""),
    ] {
        let mut read = records(bytes.to_vec());
        let Some(Err(Error::Io(error))) = read.next() else { panic!("{message}") };
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
        assert_eq!(error.to_string(), format!("no WARC or ARC record in the file: {message}"));
        assert!(read.next().is_none());
    }
    // With a record somewhere, the garbage is reported and passed over.
    let crawl = [&html[..], &response(1, "x")].concat();
    let kinds: Vec<bool> = records(crawl).map(|record| record.is_ok()).collect();
    assert_eq!(kinds, [false, true]);
}

/// RecordDamage of any length at the end of a request and at the start of the response after it: the response is delivered,
/// or its loss is reported, and the records after it are delivered.
#[test]
fn damage_between_two_records_hides_none_of_them_silently() {
    let request = record("request", "http://a.example/1", b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n");
    let (before, first, last) = (response(0, "a"), response(1, "Mars"), response(2, "b"));
    let recovered = (0..first.len().min(150)).step_by(3).flat_map(|to| [(0, to), (4, to), (30, to)]);
    let mut whole = 0;
    for (pack, name) in [(<[u8]>::to_vec as fn(&[u8]) -> Vec<u8>, "plain"), (gzip, "members")] {
        for (from, to) in recovered.clone() {
            let (mut spoilt_request, mut spoilt) = (pack(&request), pack(&first));
            let end = spoilt_request.len();
            let to = to.min(spoilt.len());
            spoilt_request[end - from..].fill(b'#');
            spoilt[..to].fill(b'#');
            let crawl = [&pack(&before)[..], &spoilt_request, &spoilt, &pack(&last)].concat();
            let (mut seen, mut is_told) = (Vec::new(), false);
            for entry in records(crawl).map_pages(1, |entry| entry) {
                match entry.unwrap() {
                    Entry::Page(page) => {
                        is_told |= page.damage.iter().any(RecordDamage::is_loss);
                        seen.push(page.info.url);
                    }
                    Entry::Other(record) => is_told |= record.damage.iter().any(RecordDamage::is_loss),
                    _ => is_told = true,
                }
            }
            let has = |n| seen.iter().any(|url| *url == format!("http://a.example/{n}"));
            assert!(has(0) && has(2), "{name}, {from} and {to}: {seen:?}");
            assert!(to == 0 && from == 0 || is_told, "{name}, {from} and {to}: {seen:?}");
            whole += usize::from(has(1) && to > 0);
        }
    }
    // The fields that are left of a header are enough.
    assert!(whole >= 15, "{whole} responses with a damaged header were delivered");
}

/// Many false starts of members between a damaged member and a good record. Unpacking each false start would go on to
/// the end of the file.
#[test]
fn false_starts_of_members_hide_no_record() {
    // A gzip header whose file name does not end; an empty stored block; a zstd frame whose first block is long.
    let starts: [&[u8]; 3] =
        [b"\x1F\x8B\x08\x08", b"\x1F\x8B\x08\0\0\0\0\0\0\0\0\0\0\xFF\xFF", b"\x28\xB5\x2F\xFD\0\x58\xFC\xFF\x0F"];
    for start in starts {
        let mut damaged = gzip(&response(1, "a"));
        let end = damaged.len();
        damaged[end - 12] ^= 0x55;
        let crawl = [damaged, start.repeat(100_000 / start.len()), gzip(&response(2, "b"))].concat();
        let urls: Vec<String> = records(crawl).filter_map(Result::ok).map(|record| record.info.url).collect();
        assert!(urls.iter().any(|url| url == "http://a.example/2"), "{start:?}: {urls:?}");
    }
}

/// A member that is not compressed shows its records in the bytes of the file, too: they are not given again.
#[test]
fn records_in_a_damaged_member_are_given_once() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(&[response(1, "<p>first"), response(2, "<p>second"), response(3, "<p>third")].concat()).unwrap();
    let mut member = encoder.finish().unwrap();
    let checksum = member.len() - 8;
    member[checksum] ^= 1;
    let crawl = [member, gzip(&response(4, "<p>fourth"))].concat();
    let pages = records(crawl).filter_map(|record| record.unwrap().into_page(&Limits::default()));
    let urls: Vec<String> = pages.map(|page| page.url.clone()).collect();
    assert_eq!(urls, [1, 2, 3, 4].map(|n| format!("http://a.example/{n}")));
}

/// A response with these headers and this body.
fn response_with(headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{headers}\r\n");
    record("response", "http://a.example/", &[head.as_bytes(), body].concat())
}

/// The only page of a crawl.
fn page(crawl: Vec<u8>, limits: Limits) -> charsniff_warc::Page {
    let mut records = records(crawl).limits(limits);
    let page = records.next().unwrap().unwrap().into_page(&limits).unwrap();
    assert!(records.next().is_none());
    page
}

#[test]
fn a_chunked_body_is_kept_up_to_where_it_is_cut() {
    let chunks = [&b"first"[..], b"a chunk that is longer than fifteen bytes", b"3"];
    let (mut body, mut kept) = (Vec::new(), vec![0]);
    for chunk in chunks {
        body.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        kept.resize(body.len() + 1, *kept.last().unwrap());
        body.extend_from_slice(chunk);
        kept.extend((1..=chunk.len()).map(|length| kept.last().unwrap() + length).collect::<Vec<_>>());
        body.extend_from_slice(b"\r\n");
        kept.resize(body.len() + 1, *kept.last().unwrap());
    }
    let (text, is_whole) = (chunks.concat(), body.len() + b"0\r\n".len());
    body.extend_from_slice(b"0\r\n\r\n");
    kept.resize(body.len() + 1, text.len());
    // Without a line that begins a chunk, the crawler has stored the body without the coding.
    for cut in b"5\r\n".len()..=body.len() {
        let page = page(response_with("Transfer-Encoding: chunked\r\n", &body[..cut]), Limits::default());
        assert_eq!(page.body(), &text[..kept[cut]], "cut at {cut}");
        let damage: Vec<String> = page.damage.iter().map(ToString::to_string).collect();
        let expected = format!("chunked body: ends too early, after {} bytes", kept[cut]);
        assert_eq!(damage, if cut < is_whole { vec![expected] } else { vec![] }, "cut at {cut}");
    }
}

#[test]
fn a_packed_body_is_kept_up_to_where_it_is_cut() {
    // Stored blocks, so that each byte of the text is there as soon as it has been read.
    let text: Vec<u8> = (0..3000).map(|n| b'a' + (n % 25) as u8).collect();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(&text).unwrap();
    let body = encoder.finish().unwrap();
    let text_at = body.windows(26).position(|bytes| *bytes == text[..26]).unwrap();
    for cut in (text_at..text_at + text.len()).step_by(97) {
        let page = page(response_with("Content-Encoding: gzip\r\n", &body[..cut]), Limits::default());
        assert_eq!(page.body(), &text[..cut - text_at], "cut at {cut}");
        assert_eq!(page.damage, [RecordDamage::new(Layer::Coding("gzip"), Fault::CutShort, (cut - text_at) as u64)]);
    }
}

#[test]
fn only_what_is_longer_than_a_limit_is_cut() {
    const LENGTH: usize = 3000;
    let text = vec![b'a'; LENGTH];
    let chunked = [format!("{LENGTH:x}\r\n").as_bytes(), &text, b"\r\n0\r\n\r\n"].concat();
    let zlib = {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(&text).unwrap();
        encoder.finish().unwrap()
    };
    let bodies = [
        ("", text.clone()),
        ("Transfer-Encoding: chunked\r\n", chunked),
        ("Content-Encoding: gzip\r\n", gzip(&text)),
        ("Content-Encoding: deflate\r\n", zlib),
        ("Content-Encoding: zstd\r\n", zstd::encode_all(&text[..], 3).unwrap()),
    ];
    for (headers, body) in bodies {
        for limit in [LENGTH - 1, LENGTH, LENGTH + 1] {
            let page = page(response_with(headers, &body), Limits::default().body_bytes(limit));
            let is_cut = limit < LENGTH;
            let damage = is_cut.then(|| RecordDamage::new(Layer::Body, Fault::Limit, limit as u64));
            assert_eq!(page.damage, Vec::from_iter(damage), "{headers}{limit}");
            assert_eq!((page.body().len(), page.is_truncated), (limit.min(LENGTH), is_cut), "{headers}{limit}");
        }
    }
    // What follows the last byte of a body is still checked.
    let mut spoilt = gzip(&text);
    let checksum = spoilt.len() - 8;
    spoilt[checksum] ^= 1;
    let page = page(response_with("Content-Encoding: gzip\r\n", &spoilt), Limits::default().body_bytes(LENGTH));
    assert_eq!(page.damage, [RecordDamage::new(Layer::Coding("gzip"), Fault::Checksum, LENGTH as u64)]);
    // The limit of records is for what follows the header.
    let block = b"HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>abc";
    let warc = record("response", "http://a.example/", block);
    let arc =
        [format!("http://a.example/ 192.0.2.1 20010101000000 text/html {}\n", block.len()).as_bytes(), block].concat();
    for crawl in [warc.clone(), [&warc[..], &warc].concat(), arc.clone(), [&arc[..], b"\n", &arc].concat()] {
        for limit in [block.len() - 1, block.len(), block.len() + 1] {
            let is_cut = limit < block.len();
            for record in records(crawl.clone()).limits(Limits::default().record_bytes(limit)) {
                let record = record.unwrap();
                assert_eq!((record.block.len(), record.is_truncated), (limit.min(block.len()), is_cut), "{limit}");
                let damage = is_cut.then(|| RecordDamage::new(Layer::Record, Fault::Limit, limit as u64));
                assert_eq!(record.damage, Vec::from_iter(damage), "{limit}");
            }
        }
    }
}

#[test]
fn five_codings_are_removed_and_six_are_an_attack() {
    let mut body = b"<p>text".to_vec();
    for count in 1..=6 {
        body = gzip(&body);
        let page = page(
            response_with(&format!("Content-Encoding: gzip{}\r\n", ", gzip".repeat(count - 1)), &body),
            Limits::default(),
        );
        let is_removed = count <= 5;
        assert_eq!(page.body(), if is_removed { b"<p>text" } else { &body[..] }, "{count}");
        assert_eq!(page.damage.is_empty(), is_removed, "{count}");
    }
}

#[test]
fn a_head_has_at_most_1024_fields_and_any_of_them_may_continue_in_the_next_line() {
    for (others, counts) in [(1022, true), (1023, false)] {
        let headers = "A: b\r\n".repeat(others) + "X-Last: seen\r\n";
        let page = page(response_with(&headers, b"text"), Limits::default());
        assert_eq!(page.header("x-last").is_some(), counts, "{others}");
    }
    for space in [" ", "\t", " \t "] {
        let page = page(response_with(&format!("X-Last: a\r\n{space}b\r\n"), b"text"), Limits::default());
        assert_eq!(page.header("x-last"), Some(&b"a b"[..]), "{space:?}");
    }
}

#[test]
fn an_arc_record_is_kept_up_to_where_the_file_is_cut() {
    let block = b"HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>Mars\n<p>Venus";
    let head = format!("http://a.example/ 192.0.2.1 20010101000000 text/html {}\n", block.len());
    let crawl = [head.as_bytes(), block].concat();
    for cut in head.len() + 1..crawl.len() {
        let record = records(crawl[..cut].to_vec()).next().unwrap().unwrap();
        let length = cut - head.len();
        assert_eq!(record.block, block[..length], "cut at {cut}");
        assert_eq!(record.damage, [RecordDamage::new(Layer::Record, Fault::CutShort, length as u64)], "cut at {cut}");
    }
}

/// A line in a block that looks like a header is one only if the length is wrong, also at the limit.
#[test]
fn an_arc_record_as_long_as_the_limit_may_quote_a_header() {
    let header = |length: usize| format!("http://a.example/ 192.0.2.1 20010101000000 text/html {length}\n");
    let block = format!("HTTP/1.0 200 OK\n\n<p>\n{}<p>", header(3));
    let crawl = header(block.len()) + &block;
    let limits = Limits::default().record_bytes(block.len());
    let records: Vec<_> = records(crawl.into_bytes()).limits(limits).map(Result::unwrap).collect();
    assert_eq!(records.len(), 1);
    assert_eq!((&records[0].block[..], &records[0].damage[..]), (block.as_bytes(), &[][..]));
}

#[test]
fn a_body_may_have_several_members() {
    let frame = |bytes: &[u8]| zstd::encode_all(bytes, 3).unwrap();
    for (coding, body) in [
        ("gzip", [gzip(b"<p>first"), gzip(b""), gzip(b"<p>second")].concat()),
        ("zstd", [frame(b"<p>first"), frame(b""), frame(b"<p>second")].concat()),
    ] {
        let page = page(response_with(&format!("Content-Encoding: {coding}\r\n"), &body), Limits::default());
        assert_eq!(page.body(), b"<p>first<p>second", "{coding}");
        assert!(page.damage.is_empty(), "{coding}: {:?}", page.damage);
    }
}

/// Many crawlers keep the header of a coding that they have removed.
#[test]
fn a_body_that_starts_as_text_has_no_coding() {
    for byte in [b'\t', b'\n', b'\r'].into_iter().chain(b' '..=b'~') {
        for coding in ["gzip", "deflate", "br", "zstd"] {
            let body = [&[byte; 20][..], b"text"].concat();
            let page = page(response_with(&format!("Content-Encoding: {coding}\r\n"), &body), Limits::default());
            assert_eq!((page.body(), &page.damage[..]), (&body[..], &[][..]), "{coding} {byte:02X}");
        }
    }
}

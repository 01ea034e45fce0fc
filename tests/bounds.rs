//! Bounds that hold for any input: how much memory the library uses, and how far it reads.

#[path = "support/stride.rs"]
mod stride;

use charsniff::{
    Confidence, Context, Decoder, Detection, Encoding, Kind, MetaScanner, Reading, Sniffed, Sniffer, Source,
    StreamDecoder, sniff,
};

/// The sizes that the documentation of these types states, in bytes on 64-bit machines.
#[cfg(target_pointer_width = "64")]
#[test]
fn sizes_are_as_documented() {
    assert_eq!(size_of::<Encoding>(), 1);
    assert_eq!(size_of::<Option<Encoding>>(), 1);
    assert_eq!(size_of::<(Confidence, Source)>(), 2);
    assert_eq!(size_of::<Sniffed>(), 120);
    assert_eq!(size_of::<Decoder>(), 32);
    #[cfg(feature = "encode")]
    assert_eq!(size_of::<charsniff::Encoder>(), 32);
    assert_eq!(size_of::<Context>(), 160);
}

/// The number of open elements, templates and formatting elements is bounded. The debug output
/// contains all of them.
#[test]
fn a_scanner_keeps_no_more_than_a_bound() {
    for unit in [
        "<marquee><i><template>",
        "<template>",
        "<table><td><b>",
        "<b><i><template><p>",
        "<svg><desc><marquee>",
        "<object></p>",
    ] {
        let mut scanner = MetaScanner::new(true);
        assert_eq!(scanner.scan(unit.repeat(5_000_000 / unit.len()).as_bytes(), false), None);
        let kept = format!("{scanner:?}").len();
        assert!(kept < 1 << 20, "{unit}: {kept}");
    }
}

/// Pages that give no verdict for as long as possible.
fn pages() -> Vec<Vec<u8>> {
    let long = |unit: &[u8]| unit.repeat(4000 / unit.len());
    vec![
        long(b"x"),
        long(b"<"),
        long(b"<!--"),
        long(b"<meta "),
        long(b"<meta charset"),
        long(b"<?xml "),
        long(b"<?xml version='1.0' "),
        long(b"@charset \""),
        [b"@charset \"".to_vec(), long(b"a")].concat(),
        long(b"\xEF\xBB"),
        long(b"\xFE"),
        long(b"\xE9\xE8"),
        long(b"\x1B$B\x1B(B"),
        long(b"<meta http-equiv=content-type content='charset"),
    ]
}

#[test]
fn a_sniffer_holds_back_no_more_than_the_limit() {
    for kind in Kind::ALL.iter().step_by(stride::stride().min(5)) {
        for limit in [0, 1, 100, 1024] {
            let context = Context::of(*kind).prescan_limit(limit);
            // A byte order mark has three bytes.
            let most = limit.max(3);
            for page in pages() {
                for size in [1, 1000, page.len()] {
                    let mut sniffer = Sniffer::new((), &context);
                    let mut stream = StreamDecoder::new((), &context);
                    let mut text = String::new();
                    for chunk in page.chunks(size) {
                        let (taken, sniffed) = sniffer.push(chunk);
                        assert!(sniffer.held().len() <= most, "{kind:?}, limit {limit}: {}", sniffer.held().len());
                        assert!(taken == chunk.len() || sniffed.is_some(), "{kind:?}: neither bytes nor a verdict");
                        // In some contexts malformed input is an error, which does not matter here.
                        let _ = stream.push(chunk, &mut text);
                        assert!(stream.held() <= most, "{kind:?}, limit {limit}: stream {}", stream.held());
                    }
                }
            }
        }
    }
}

/// As a browser, the whole head of a page is read, up to 1 MiB.
#[test]
fn a_browsers_reading_holds_back_at_most_one_mebibyte() {
    const MOST: usize = 1 << 20;
    let heads: [&[u8]; 9] = [
        b"<",
        b"<!--",
        b"<style>",
        b"<script><!--<script>",
        b"<title><meta charset=gbk>",
        b"<link a='",
        b"<meta ",
        b"<!doctype html public '",
        b"<?xml version='1.0' ",
    ];
    for (kind, head) in [Kind::Html, Kind::XhrHtml, Kind::Xml].into_iter().flat_map(|k| heads.map(|head| (k, head))) {
        let page: Vec<u8> = head.iter().copied().chain(b" x".repeat(MOST)).collect();
        let context = Context::of(kind).reading(Reading::Chromium);
        for size in [1400, 300_000, page.len()] {
            let (mut sniffer, mut stream, mut text) =
                (Sniffer::new((), &context), StreamDecoder::new((), &context), String::new());
            let mut most = 0;
            for chunk in page.chunks(size) {
                let _ = sniffer.push(chunk);
                let _ = stream.push(chunk, &mut text);
                most = most.max(sniffer.held().len()).max(stream.held());
            }
            assert!(most <= MOST, "{kind:?}, {}: {most} bytes are held back", head.escape_ascii());
            assert_eq!(sniffer.finish(false), sniff(&page, (), &context));
            assert_eq!(stream.sniffed(), Some(sniffer.finish(false)));
        }
    }
    // A declaration that ends at the limit counts; one that ends a byte later does not.
    let meta = b"<meta charset=koi8-r>";
    for (spaces, source) in [(MOST - meta.len(), Source::Meta), (MOST - meta.len() + 1, Source::Default)] {
        let page = [&b" ".repeat(spaces), &meta[..], b" \xE9"].concat();
        let context = Context::html().reading(Reading::Chromium).detection(Detection::Off);
        assert_eq!(sniff(&page, (), &context).source, source);
        for size in [777, page.len()] {
            let (mut sniffer, mut found) = (Sniffer::new((), &context), None);
            for chunk in page.chunks(size) {
                found = found.or(sniffer.push(chunk).1);
            }
            assert_eq!(found.map(|sniffed| sniffed.source), Some(source), "chunks of {size}");
        }
    }
    // A higher limit of the prescan applies.
    let page = [&b" ".repeat(MOST), &meta[..]].concat();
    let context = Context::html().reading(Reading::Chromium).prescan_limit(2 * MOST);
    assert_eq!(sniff(&page, (), &context).source, Source::Meta);
}

/// If no detector is consulted, bytes after the limit change nothing.
#[test]
fn no_stage_reads_past_the_limit() {
    let behind: [&[u8]; 7] = [
        b"",
        b">",
        b"-->",
        b"' charset=koi8-r>",
        b"<meta charset=koi8-r>",
        b"\" encoding='koi8-r'?>",
        b"koi8-r\";\xE9\xC9\xFF\0",
    ];
    let more = [
        &b"<meta charset=koi8-r>"[..],
        b"<meta charset=koi8-r ",
        b"<meta charset='koi8-r",
        b"<?xml version='1.0' encoding='koi8-r'?>",
        b"@charset \"koi8-r\";",
        b"<!-- --><meta http-equiv=content-type content=a;charset=koi8-r>",
    ];
    for kind in Kind::ALL {
        for page in pages().iter().map(Vec::as_slice).chain(more) {
            // The byte order mark, of three bytes, is not subject to the prescan's limit.
            for limit in (3..page.len().min(70)).chain([1024]) {
                let context = Context::of(*kind).prescan_limit(limit).detection(Detection::Off);
                let Some(start) = page.get(..limit) else { continue };
                let verdict = sniff(start, (), &context);
                for behind in behind.into_iter().chain([&page[limit..]]) {
                    let whole = [start, behind].concat();
                    assert_eq!(
                        sniff(&whole, (), &context),
                        verdict,
                        "{kind:?}, limit {limit}: {}",
                        whole[..70.min(whole.len())].escape_ascii()
                    );
                }
            }
        }
    }
}

/// A byte order mark is recognized whatever the limit and the chunks.
#[test]
fn a_limit_hides_no_byte_order_mark() {
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"] {
        let page = [mark, b"\0a\0b\0c"].concat();
        for limit in 0..6 {
            let context = Context::html().prescan_limit(limit);
            let whole = sniff(&page, (), &context);
            assert_eq!(whole.source, Source::Bom);
            for size in 1..=page.len() {
                let mut sniffer = Sniffer::new((), &context);
                for chunk in page.chunks(size) {
                    let _ = sniffer.push(chunk);
                }
                assert_eq!(sniffer.finish(false), whole, "limit {limit}, chunks of {size}");
            }
        }
    }
}

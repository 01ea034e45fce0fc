//! How much memory hostile records take: an allocator measures the peak.

use std::io::{Cursor, Write};
use std::sync::Mutex;

use charsniff_warc::{Limits, Records};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// One test measures at a time.
static MEASURING: Mutex<()> = Mutex::new(());

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A record of 64 KB in a crawl names 16 million codings. Reading it takes no more than a few times the 32 MB of the
/// unpacked record: nothing is allocated for each coding.
#[test]
fn a_list_of_codings_takes_no_more_memory_than_its_record() {
    let _measuring = MEASURING.lock();
    for name in ["Content-Encoding", "Transfer-Encoding"] {
        let list = "a,".repeat(16 << 20);
        let block = format!("HTTP/1.1 200 OK\r\n{name}: {list}\r\n\r\nMars");
        let head = "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: ";
        let record = format!("{head}{}\r\n\r\n{block}\r\n\r\n", block.len());
        let crawl = gzipped(record.as_bytes());
        assert!(crawl.len() < 100_000, "{} bytes", crawl.len());
        let length = block.len();
        drop((list, block, record));

        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let record = Records::new(Cursor::new(crawl)).unwrap().next().unwrap().unwrap();
        let page = record.into_page(&Limits::default()).unwrap();
        let peak = MEMORY.peak_usage() - before;
        println!("{name}: {} MB at the peak, {} MB in the record", peak >> 20, length >> 20);
        assert_eq!(page.body(), b"Mars");
        assert!(peak < 5 * length, "{name}: {peak} bytes for a record of {length}");
    }
}

/// A record of some kilobytes has a body that is damaged all over. Reading and repairing the page takes eight times the
/// longer of body and text, beside what repair takes for any text.
#[test]
fn the_repair_of_a_page_takes_a_few_times_its_body() {
    const LENGTH: usize = 4 << 20;
    const ANY: usize = 3 << 20;
    let _measuring = MEASURING.lock();
    let mut repairs = 0;
    for (unit, charset) in [
        ("Ã© ".as_bytes(), "utf-8"),
        ("Ã©".as_bytes(), "utf-8"),
        ("ÃƒÂ© ".as_bytes(), "utf-8"),
        (b"\xE9a", "utf-8"),
        (b"\xE9\xC3\xA9", "utf-8"),
        (b"\xE9", "windows-1252"),
        (b"\xC3\xA9", "windows-1252"),
    ] {
        let body = gzipped(&unit.repeat(LENGTH / unit.len()));
        let head =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={charset}\r\nContent-Encoding: gzip\r\n\r\n");
        let mut crawl = b"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\n".to_vec();
        write!(crawl, "Content-Length: {}\r\n\r\n{head}", head.len() + body.len()).unwrap();
        crawl.extend([&body[..], b"\r\n\r\n"].concat());
        assert!(crawl.len() < LENGTH / 100, "{} bytes", crawl.len());

        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let record = Records::new(Cursor::new(crawl)).unwrap().next().unwrap().unwrap();
        let page = record.into_page(&Limits::default()).unwrap();
        let decoded = page.decode(&page.context().repair(true));
        let (peak, longest) = (MEMORY.peak_usage() - before, decoded.text.len().max(page.body().len()));
        let unit = unit.escape_ascii();
        println!("{unit} as {charset}: {} MB at the peak, {} MB of body or text", peak >> 20, longest >> 20);
        assert!(page.body().len() > LENGTH - 8, "{unit} as {charset}: the body is whole");
        repairs += decoded.repairs.len() + decoded.unlisted_repairs;
        assert!(peak <= 8 * longest + ANY, "{unit} as {charset}: {peak} bytes for {longest}");
    }
    // Each word of the first and the third.
    assert!(repairs >= LENGTH / 5 + LENGTH / 9, "{repairs} repairs");
}

//! How much memory hostile records take: an allocator measures the peak.

use std::io::{Cursor, Write};

use charsniff_warc::{Limits, Records};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A record of 64 KB in a crawl names 16 million codings. Reading it takes no more than a few times the 32 MB of the
/// unpacked record: nothing is allocated for each coding.
#[test]
fn a_list_of_codings_takes_no_more_memory_than_its_record() {
    for name in ["Content-Encoding", "Transfer-Encoding"] {
        let list = "a,".repeat(16 << 20);
        let block = format!("HTTP/1.1 200 OK\r\n{name}: {list}\r\n\r\nMars");
        let head = "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: ";
        let record = format!("{head}{}\r\n\r\n{block}\r\n\r\n", block.len());
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(record.as_bytes()).unwrap();
        let crawl = encoder.finish().unwrap();
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

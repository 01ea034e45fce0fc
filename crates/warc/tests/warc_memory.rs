//! What hostile records take of memory. A global allocator measures the peak.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{Cursor, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use charsniff_warc::{Limits, Records};

struct Measuring;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every method calls the system's allocator.
unsafe impl GlobalAlloc for Measuring {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(NOW.fetch_add(layout.size(), Ordering::SeqCst) + layout.size(), Ordering::SeqCst);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::SeqCst);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static MEASURING: Measuring = Measuring;

/// 64 KB of a crawl name 16 million codings. Reading the record takes what its 32 MB take, a few
/// times: nothing is made of each coding.
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

        let before = NOW.load(Ordering::SeqCst);
        PEAK.store(before, Ordering::SeqCst);
        let record = Records::new(Cursor::new(crawl)).unwrap().next().unwrap().unwrap();
        let page = record.into_page(&Limits::default()).unwrap();
        let peak = PEAK.load(Ordering::SeqCst) - before;
        println!("{name}: {} MB at the peak, {} MB in the record", peak >> 20, length >> 20);
        assert_eq!(page.body(), b"Mars");
        assert!(peak < 5 * length, "{name}: {peak} bytes for a record of {length}");
    }
}

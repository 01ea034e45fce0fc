//! Labelled input costs no allocation, in any context: counted by a global allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use charsniff::{Context, Encoding, Kind, StringType, decode, sniff};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations<R>(work: impl FnOnce() -> R) -> (usize, R) {
    let before = ALLOCATIONS.get();
    let result = work();
    (ALLOCATIONS.get() - before, result)
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| Box::new(1)).0, 1);
}

#[test]
fn sniffing_labelled_input_allocates_nothing() {
    let long = format!("text/html;x={};charset=koi8-r", "y".repeat(1 << 14));
    let headers: Vec<Vec<(&str, &str)>> = vec![
        vec![],
        vec![("content-type", "text/html; charset=\"koi8-r\"")],
        vec![("Content-Type", "text/html; charset=koi8-r"), ("Content-Type", "text/html"), ("Server", "x")],
        vec![("Content-Disposition", "attachment; filename*=koi8-r'ru'%CD")],
        vec![("content-type", &long)],
    ];
    let pages: [&[u8]; 4] = [
        b"\xEF\xBB\xBFabc",
        b"<!doctype html><!-- x --><html lang=ru><meta http-equiv=content-type content='text/html; charset=koi8-r'>",
        b"<?xml version='1.0' encoding='koi8-r'?><a/>",
        b"@charset \"koi8-r\"; a { }",
    ];
    for &kind in Kind::ALL {
        for headers in &headers {
            for page in pages {
                let contexts = [
                    Context::of(kind).mime_type("text/html"),
                    Context::of(kind).override_encoding("koi8-r"),
                    Context::of(kind).reference_charset("koi8-r").parent(Encoding::Koi8R, true).locale("ru"),
                    Context::of(kind).string_type(StringType::Bmp),
                ];
                for context in contexts {
                    let (count, sniffed) = allocations(|| sniff(page, headers, &context));
                    // ASCII without a label is no evidence, so that the detector costs nothing either.
                    assert_eq!(count, 0, "{kind:?} {sniffed} {headers:.100?}");
                }
            }
        }
    }
}

#[test]
fn text_that_is_there_already_is_borrowed() {
    let pages: [(&[u8], &str); 4] = [
        ("Žluťoučký kůň".as_bytes(), "text/html; charset=utf-8"),
        (b"plain ASCII", "text/html; charset=gb18030"),
        (b"plain ASCII", "text/html; charset=iso-2022-jp"),
        (b"\xEF\xBB\xBFplain", "text/html; charset=big5"),
    ];
    for (page, content_type) in pages {
        let context = Context::html();
        let (count, decoded) = allocations(|| decode(page, content_type, &context));
        assert_eq!(count, 0, "{decoded:?}");
    }
}

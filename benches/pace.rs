//! Processor time a page, of the work that each artefact of a release is measured with (`tools/pace/run.py`): this is
//! what they are compared with.
//!
//!     cargo bench --bench pace -- pages FILE       writes the pages, and FILE.warc, a crawl of them
//!     cargo bench --bench pace -- decode FILE      nanoseconds a page: sniffed and decoded to a text of its own
//!     cargo bench --bench pace -- utf16 FILE       the same, decoded to UTF-16
//!     cargo bench --bench pace -- codec FILE       decoded by the name of the encoding
//!
//! The pages are made of the sentences in `fixtures/detector`, in the encodings and with the declarations that pages on
//! the Web have. In FILE each has three fields: the value of Content-Type, the name of the encoding, the body. A field is
//! its length in bytes, in four bytes with the lowest first, and the bytes.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use charsniff::{CoderResult, Context, Encoding, Reading, sniff};
use rustix::time::{ClockId, clock_gettime};

const PAGES: usize = 100;
const PAGE_BYTES: usize = 20_000;
/// The fastest round counts: the others were disturbed.
const ROUNDS: usize = 30;

/// Languages, and the encoding of pages in them that are not in UTF-8.
const LANGUAGES: [(&str, Encoding); 16] = [
    ("ar", Encoding::Windows1256),
    ("cs", Encoding::Windows1250),
    ("de", Encoding::Windows1252),
    ("el", Encoding::Iso8859_7),
    ("en", Encoding::Windows1252),
    ("fr", Encoding::Windows1252),
    ("he", Encoding::Windows1255),
    ("ja", Encoding::ShiftJis),
    ("ko", Encoding::EucKr),
    ("pl", Encoding::Iso8859_2),
    ("ru", Encoding::Windows1251),
    ("th", Encoding::Windows874),
    ("tr", Encoding::Windows1254),
    ("vi", Encoding::Windows1258),
    ("zh", Encoding::Gbk),
    ("zh-Hant", Encoding::Big5),
];

/// Where a page says its encoding.
#[derive(Clone, Copy)]
enum Declared {
    Header,
    Meta,
    Nowhere,
}

/// How many of a hundred pages say so where, and whether they are in UTF-8: as in `bindings/python/benches/table.py`.
const MIX: [(usize, Declared, bool); 6] = [
    (56, Declared::Header, true),
    (20, Declared::Meta, true),
    (8, Declared::Nowhere, true),
    (7, Declared::Header, false),
    (6, Declared::Meta, false),
    (3, Declared::Nowhere, false),
];

struct Page {
    content_type: String,
    encoding: Encoding,
    body: Vec<u8>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["pages", file] => write(&pages(), file),
        ["decode", file] => {
            let context = Context::html().reading(Reading::Crawler);
            measure(&read(file), |page| {
                sniff(&page.body, page.content_type.as_str(), &context).decode(&page.body).text.into_owned().len()
            });
        }
        ["utf16", file] => {
            let context = Context::html().reading(Reading::Crawler);
            measure(&read(file), |page| {
                utf_16(&page.body, sniff(&page.body, page.content_type.as_str(), &context).encoding).len()
            });
        }
        ["codec", file] => measure(&read(file), |page| page.encoding.decode(&page.body).0.len()),
        // `cargo bench` runs every benchmark without arguments.
        _ => println!("skipped: say `pages FILE`, `decode FILE`, `utf16 FILE` or `codec FILE`"),
    }
}

fn pages() -> Vec<Page> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/detector/sentences");
    let kinds = MIX.iter().flat_map(|&(count, declared, is_utf_8)| (0..count).map(move |_| (declared, is_utf_8)));
    let page = |(number, (declared, is_utf_8)): (usize, (Declared, bool))| {
        let (language, legacy) = LANGUAGES[number % LANGUAGES.len()];
        let encoding = if is_utf_8 { Encoding::Utf8 } else { legacy };
        let text = fs::read_to_string(folder.join(format!("{language}.txt"))).expect("sentences");
        let (meta, content_type) = match declared {
            Declared::Header => (String::new(), format!("text/html; charset={encoding}")),
            Declared::Meta => (format!("<meta charset={encoding}>"), "text/html".to_owned()),
            Declared::Nowhere => (String::new(), "text/html".to_owned()),
        };
        let mut page = format!("<!doctype html><html lang={language}><head>{meta}<title>x</title></head><body>\n");
        // Each page starts elsewhere in the text.
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        for line in lines.iter().cycle().skip(number % lines.len()) {
            page += &format!("<p class=\"text\">{line}</p>\n");
            if page.len() > PAGE_BYTES {
                break;
            }
        }
        Page { content_type, encoding, body: encoding.encode(&page).0.into_owned() }
    };
    let pages: Vec<Page> = kinds.enumerate().map(page).collect();
    assert_eq!(pages.len(), PAGES);
    pages
}

fn write(pages: &[Page], file: &str) {
    let (mut packed, mut crawl) = (Vec::new(), Vec::new());
    for (number, page) in pages.iter().enumerate() {
        for field in [page.content_type.as_bytes(), page.encoding.name().as_bytes(), &page.body] {
            packed.extend(u32::try_from(field.len()).expect("a short page").to_le_bytes());
            packed.extend(field);
        }
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {}\r\n\r\n", page.content_type);
        let record = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/{number}\r\n\
             WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n\
             Content-Length: {}\r\n\r\n{head}",
            head.len() + page.body.len(),
        );
        crawl.extend(record.as_bytes());
        crawl.extend(&page.body);
        crawl.extend(b"\r\n\r\n");
    }
    fs::write(file, packed).expect("a file");
    fs::write(format!("{file}.warc"), crawl).expect("a file");
}

fn read(file: &str) -> Vec<Page> {
    let packed = fs::read(file).expect("a file of pages");
    let mut rest = packed.as_slice();
    let mut pages = Vec::new();
    let mut field = || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (field, after) = after.split_at(u32::from_le_bytes(*length) as usize);
        rest = after;
        Some(field.to_vec())
    };
    while let Some(content_type) = field() {
        let encoding = Encoding::for_label(&field().expect("an encoding")).expect("an encoding");
        let body = field().expect("a body");
        pages.push(Page { content_type: String::from_utf8(content_type).expect("ASCII"), encoding, body });
    }
    pages
}

fn utf_16(bytes: &[u8], encoding: Encoding) -> Vec<u16> {
    let mut decoder = encoding.new_decoder();
    let mut units = vec![0; decoder.max_utf16_buffer_length(bytes.len()).expect("a short page")];
    let (result, _, written, _) = decoder.decode_to_utf16(bytes, &mut units, true);
    assert_eq!(result, CoderResult::InputEmpty);
    units.truncate(written);
    units
}

fn measure(pages: &[Page], mut work: impl FnMut(&Page) -> usize) {
    let mut fastest = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = processor_time();
        for page in pages {
            black_box(work(black_box(page)));
        }
        fastest = fastest.min(processor_time() - start);
    }
    println!("{}", fastest.as_nanos() / pages.len() as u128);
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

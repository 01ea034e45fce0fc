//! The time to search a whole page for a declaration, beside the time to decode it, in one process,
//! in turns.
//!
//!     cargo bench --bench late
//!
//! The pages are the first 100,000 bytes, up to a tag, of those of `benches/pages.rs`: once without a declaration, and
//! once with one at the end, for which every token must be read.

mod language;
#[path = "decode/measure.rs"]
mod measure;
mod pages;
mod text;

use std::hint::black_box;

use charsniff::{Encoding, MetaScanner};

const LENGTH: usize = 100_000;

/// The encodings that the corpus's languages used before UTF-8.
const LEGACY: [(&str, Encoding); 9] = [
    ("de", Encoding::Windows1252),
    ("fr", Encoding::Windows1252),
    ("cs", Encoding::Windows1250),
    ("ru", Encoding::Windows1251),
    ("el", Encoding::Windows1253),
    ("ja", Encoding::ShiftJis),
    ("ko", Encoding::EucKr),
    ("zh_cn", Encoding::Gbk),
    ("zh_tw", Encoding::Big5),
];

fn scan(page: &[u8]) -> bool {
    MetaScanner::new(true).scan(page, true).is_some()
}

fn main() {
    let pages: Vec<_> = pages::files().into_iter().filter(|path| pages::is_page(path)).collect();
    println!("| page | scan | decode | scan / decode | with a declaration at the end | scan / decode |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let mut costs = Vec::new();
    for (language, legacy) in LEGACY {
        let Some(page) = pages.iter().find(|path| language::language(path) == language) else { continue };
        // It is still a meta, but not a declaration.
        let text = text::text(page).replace("charset", "charxet");
        for encoding in [Encoding::Utf8, legacy] {
            let theirs: &encoding_rs::Encoding = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
            let mut page = theirs.encode(&text).0.into_owned();
            page.truncate(LENGTH);
            page.truncate(page.iter().rposition(|&byte| byte == b'>').map_or(0, |end| end + 1));
            let declared = [page.as_slice(), b"</script></style></title></noscript>--><meta charset=big5>"].concat();
            assert!(!scan(&page) && scan(&declared));
            let time = |page: &[u8]| {
                measure::best_of(25, &mut || _ = black_box(scan(black_box(page))), &mut || {
                    _ = black_box(encoding.decode_without_bom_handling(black_box(page)))
                })
            };
            let (scanned, decoded) = time(&page);
            let (walked, decoded_too) = time(&declared);
            let cost = scanned.as_secs_f64() / decoded.as_secs_f64();
            costs.push(cost);
            println!(
                "| {language} {encoding} | {:.1} µs | {:.1} µs | {cost:.2} | {:.0} µs | {:.1} |",
                scanned.as_secs_f64() * 1e6,
                decoded.as_secs_f64() * 1e6,
                walked.as_secs_f64() * 1e6,
                walked.as_secs_f64() / decoded_too.as_secs_f64(),
            );
        }
    }
    let (mean, _) = measure::mean_and_least(&costs);
    let most = costs.iter().copied().fold(0.0, f64::max);
    println!("\nscanning takes {mean:.2} of the time of decoding (geometric mean), {most:.2} at most");
}

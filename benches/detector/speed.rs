//! Speed on whole pages from which the declarations were removed, in time of the processor.

use std::hint::black_box;
use std::time::{Duration, Instant};

use charsniff::{Context, sniff};
use encoding_rs::Encoding;
use rustix::time::{ClockId, clock_gettime};

use crate::corpus::Page;

/// The legacy encodings that were used for a language.
fn legacy_encodings(language: &str) -> &'static [&'static str] {
    match language {
        "ar" => &["windows-1256"],
        "cs" => &["windows-1250", "iso-8859-2"],
        "de" | "de-edit" | "en" | "fr" | "pt" => &["windows-1252"],
        "el" => &["windows-1253"],
        "he" => &["windows-1255"],
        "ja" => &["shift_jis", "euc-jp"],
        "ko" => &["euc-kr"],
        "ru" => &["windows-1251", "koi8-r"],
        "th" => &["windows-874"],
        "tr" => &["windows-1254"],
        "vi" => &["windows-1258"],
        "zh_cn" => &["gbk"],
        "zh_tw" => &["big5"],
        _ => &[],
    }
}

/// The page with misspelled declarations, so that only a detector can find the encoding.
fn without_declarations(text: &str) -> String {
    text.replace("charset", "chars_t").replace("encoding", "encod_ng")
}

/// The processor's time of this thread, on which other programs have little influence.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The shortest of several runs, which chance influences least.
pub fn fastest(mut run: impl FnMut()) -> Duration {
    let started = Instant::now();
    let mut best = Duration::MAX;
    let mut runs = 0;
    while runs < 3 || (started.elapsed() < Duration::from_millis(60) && runs < 200) {
        let start = processor_time();
        run();
        best = best.min(processor_time() - start);
        runs += 1;
    }
    best
}

/// The ratios of a group, for their geometric mean and minimum.
struct Group {
    name: &'static str,
    ratios: Vec<f64>,
}

pub fn measure(pages: &[Page]) {
    println!("\nThe whole page, ms per MB, charsniff and chardetng\n");
    println!("| page | encoding | kB | charsniff | chardetng | ratio | same answer |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut groups = ["legacy .html", "legacy .txt", "UTF-8"].map(|name| Group { name, ratios: Vec::new() });
    let context = Context::html();
    for page in pages {
        let text = without_declarations(&page.text);
        let legacy = legacy_encodings(&page.language).iter();
        for (name, group) in legacy.map(|name| (*name, usize::from(!page.is_html))).chain([("utf-8", 2)]) {
            let Some(encoding) = Encoding::for_label(name.as_bytes()) else { continue };
            let (bytes, ..) = encoding.encode(&text);
            if bytes.is_ascii() {
                continue;
            }
            let our_time = fastest(|| {
                black_box(sniff(black_box(&bytes), (), &context));
            });
            let their_time = fastest(|| {
                black_box(super::accuracy::chardetng(black_box(&bytes), false, None));
            });
            let same =
                sniff(&bytes, (), &context).encoding.name() == super::accuracy::chardetng(&bytes, false, None).name();
            let per_mb = |time: Duration| time.as_secs_f64() * 1e3 / (bytes.len() as f64 / 1e6);
            let ratio = their_time.as_secs_f64() / our_time.as_secs_f64();
            groups[group].ratios.push(ratio);
            println!(
                "| {}.{} | {} | {} | {:.3} | {:.1} | {ratio:.1} | {} |",
                page.language,
                if page.is_html { "html" } else { "txt" },
                encoding.name(),
                bytes.len() / 1000,
                per_mb(our_time),
                per_mb(their_time),
                if same { "yes" } else { "no" },
            );
        }
    }
    println!("\n| group | geometric mean of ratios | lowest |");
    println!("| --- | --- | --- |");
    for Group { name, ratios } in groups {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
        let lowest = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        println!("| {name} | {mean:.1} | {lowest:.1} |");
    }
    long_pages(pages);
}

/// Pages of more than a megabyte, made from the longest pages.
fn long_pages(pages: &[Page]) {
    println!("\n| long page | encoding | MB | ms per MB |");
    println!("| --- | --- | --- | --- |");
    for page in pages.iter().filter(|page| page.is_html) {
        let text = without_declarations(&page.text);
        for name in legacy_encodings(&page.language) {
            let Some(encoding) = Encoding::for_label(name.as_bytes()) else { continue };
            let (bytes, ..) = encoding.encode(&text);
            let bytes = bytes.repeat(1 + 1_000_000 / bytes.len());
            let time = fastest(|| {
                black_box(sniff(black_box(&bytes), (), &Context::html()));
            });
            let megabytes = bytes.len() as f64 / 1e6;
            println!(
                "| {}.html | {} | {megabytes:.2} | {:.3} |",
                page.language,
                encoding.name(),
                time.as_secs_f64() * 1e3 / megabytes
            );
        }
    }
}

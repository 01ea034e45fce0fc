//! The cold start of a short page: the first call of a new process, which sniffs and decodes 20 KB, beside encoding_rs
//! with a prescan written by hand; in UTF-8, and in the legacy encoding of the page's language. Then the cost of
//! `Positions`: a page decoded with and without them.
//!
//!     cargo bench -p charsniff --bench documents
//!
//! The pages are those of `benches/pages.rs`. All times are the thread's own, so that other
//! programs matter little.

mod pages;
mod text;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use charsniff::{Context, TextUnit, decode};
use rustix::time::{ClockId, clock_gettime};

/// How often each is measured, in turns. The least time counts.
const ROUNDS: u32 = 15;

/// How much of a page the cold start is about, in bytes.
const START: usize = 20_000;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--cold") {
        return cold_start(&arguments[at + 1..]);
    }
    let paths: Vec<_> = pages::files().into_iter().filter(|path| pages::is_page(path)).collect();
    cold_starts(&paths);
    positions(&paths);
}

/// How long the thread has run.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn time(call: &mut dyn FnMut()) -> Duration {
    let start = now();
    call();
    now() - start
}

fn in_turns(ours: &mut dyn FnMut(), theirs: &mut dyn FnMut()) -> (Duration, Duration) {
    let rounds = (0..ROUNDS).map(|_| (time(ours), time(theirs)));
    rounds.fold((Duration::MAX, Duration::MAX), |best, round| (best.0.min(round.0), best.1.min(round.1)))
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn ratio((ours, theirs): (Duration, Duration)) -> f64 {
    ours.as_secs_f64() / theirs.as_secs_f64()
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// The label of a `charset=` in the first 1,024 bytes: what programs without a prescan write.
fn charset_by_hand(page: &[u8]) -> &'static encoding_rs::Encoding {
    let head = &page[..page.len().min(1024)];
    let at = memchr::memmem::find(head, b"charset=").map_or(head.len(), |at| at + b"charset=".len());
    let rest = head[at..].strip_prefix(b"\"").unwrap_or(&head[at..]);
    let end = rest.iter().position(|byte| b"\"' >/;".contains(byte)).unwrap_or(rest.len());
    encoding_rs::Encoding::for_label(&rest[..end]).unwrap_or(encoding_rs::WINDOWS_1252)
}

fn legacy(page: &str) -> &'static str {
    match page {
        "ar" => "windows-1256",
        "cs" => "windows-1250",
        "el" => "windows-1253",
        "he" => "windows-1255",
        "ja" => "shift_jis",
        "ko" => "euc-kr",
        "ru" => "windows-1251",
        "th" => "windows-874",
        "tr" => "windows-1254",
        "vi" => "windows-1258",
        "zh_cn" => "gbk",
        "zh_tw" => "big5",
        _ => "windows-1252",
    }
}

/// The start of a page in an encoding.
fn start(path: &Path, label: &str) -> Vec<u8> {
    let page = text::text(path);
    let declared = if page.contains("charset=EUC-KR") { "EUC-KR" } else { "UTF-8" };
    let page = page.replacen(declared, label, 1);
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
    let mut bytes = encoding.encode(&page).0.into_owned();
    bytes.truncate(START);
    bytes
}

/// Prints how long the first call of this process takes, in nanoseconds. The page was made by another process: making it
/// here would load the other's code and tables.
fn cold_start(arguments: &[String]) {
    let [whose, path] = arguments else { return println!("--cold ours|theirs PATH") };
    let page = std::fs::read(path).expect("a page");
    let taken = match whose.as_str() {
        "ours" => time(&mut || drop(black_box(decode(black_box(&page), (), &Context::html())))),
        _ => time(&mut || drop(black_box(charset_by_hand(black_box(&page)).decode(&page)))),
    };
    println!("{}", taken.as_nanos());
}

fn cold_starts(paths: &[PathBuf]) {
    println!("| page | encoding | cold start: charsniff | by hand | ratio |");
    println!("| --- | --- | ---: | ---: | ---: |");
    let this = std::env::current_exe().expect("a program");
    let page = std::env::temp_dir().join(format!("charsniff-cold-{}", std::process::id()));
    let run = |whose: &str| {
        let output = Command::new(&this).args(["--cold", whose]).arg(&page).output().expect("it runs");
        Duration::from_nanos(String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number"))
    };
    let mut ratios = [Vec::new(), Vec::new()];
    for path in paths {
        for (label, ratios) in ["utf-8", legacy(&name(path))].into_iter().zip(&mut ratios) {
            std::fs::write(&page, start(path, label)).expect("a folder for temporary files");
            let mut times = [Vec::new(), Vec::new()];
            for _ in 0..ROUNDS {
                times[0].push(run("ours"));
                times[1].push(run("theirs"));
            }
            let [ours, theirs] = times.map(|mut times| {
                times.sort();
                times[times.len() / 2]
            });
            let (ours, theirs, ratio) = (ours.as_secs_f64() * 1e6, theirs.as_secs_f64() * 1e6, ratio((ours, theirs)));
            println!("| {} | {label} | {ours:.0} µs | {theirs:.0} µs | {ratio:.2} |", name(path));
            ratios.push(ratio);
        }
    }
    let _ = std::fs::remove_file(&page);
    let [utf8, legacy] = ratios.map(|ratios| geometric_mean(&ratios));
    println!("\ngeometric means: UTF-8 {utf8:.2}, legacy {legacy:.2}\n");
}

fn positions(paths: &[PathBuf]) {
    println!("| page | encoding | decoded | `Positions` made | of decoding |");
    println!("| --- | --- | ---: | ---: | ---: |");
    for path in paths {
        for label in ["utf-8", legacy(&name(path))] {
            let page = text::text(path);
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
            let page = encoding.encode(&page).0;
            let context = Context::text_decoder(charsniff::Encoding::for_label(label.as_bytes()).expect("a label"));
            let sniffed = charsniff::sniff(&page, (), &context);
            let times =
                in_turns(&mut || drop(black_box(sniffed.positions(black_box(&page), TextUnit::Utf8))), &mut || {
                    drop(black_box(sniffed.decode(black_box(&page))))
                });
            let (made, decoded) = (times.0.as_secs_f64() * 1e6, times.1.as_secs_f64() * 1e6);
            println!("| {} | {label} | {decoded:.0} µs | {made:.0} µs | {:.2} |", name(path), ratio(times));
        }
    }
}

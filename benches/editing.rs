//! What an edit, a conversion and lint take beside a decode of the same page.
//!
//!     cargo bench --bench editing --features diff,nfc
//!
//! Each number is the shortest of many runs, divided by that of the decode.

use std::hint::black_box;
use std::time::{Duration, Instant};

use charsniff::{Context, Edit, Encoding, convert, declarations, lint, sniff};

/// How long a page is, in bytes of UTF-8.
const LENGTH: usize = 1 << 20;
/// How long each case is repeated.
const LONG: Duration = Duration::from_millis(1500);

fn shortest(mut work: impl FnMut()) -> f64 {
    let (start, mut shortest) = (Instant::now(), f64::INFINITY);
    while start.elapsed() < LONG {
        let before = Instant::now();
        work();
        shortest = shortest.min(before.elapsed().as_secs_f64());
    }
    shortest
}

fn main() {
    println!(
        "| page | decode | edit, 1 change | edit, 1,000 changes | edit by difference | convert | declarations | lint |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (encoding, line) in [
        (Encoding::Utf8, "<p>The road leads over the bridge to the largest square of the town.</p>\r\n"),
        (Encoding::Utf8, "<p>Дорога ведёт через мост на самую большую площадь города.</p>\r\n"),
        (Encoding::Windows1252, "<p>Die Straße führt über die Brücke zum größten Platz der Stadt.</p>\r\n"),
        (Encoding::ShiftJis, "<p>道は橋を渡って町の一番大きな広場へ続いている。</p>\r\n"),
        (Encoding::Iso2022Jp, "<p>道は橋を渡って町の一番大きな広場へ続いている。</p>\r\n"),
    ] {
        let head = format!("<!DOCTYPE html><meta charset={}>", encoding.name());
        let page = head + &line.repeat(LENGTH / line.len());
        let (bytes, _, _) = encoding.encode(&page);
        let context = Context::html();
        let decode = shortest(|| {
            black_box(sniff(&bytes, (), &context).decode(&bytes));
        });
        // A letter is inserted behind `<p>` of each nth line.
        let places =
            |count: usize| page.match_indices("<p>").step_by(LENGTH / line.len() / count).map(|(at, _)| at + 3);
        let edit = |count: usize| {
            let places: Vec<usize> = places(count).collect();
            shortest(|| {
                let mut edit = Edit::new(&bytes, (), &context);
                for at in &places {
                    edit.replace(*at..*at, "x").expect("a place in the text");
                }
                black_box(edit.write().expect("a letter of ASCII"));
            })
        };
        let edited = page.replacen("<p>", "<p>x", 1);
        let by_difference = shortest(|| {
            let mut edit = Edit::new(&bytes, (), &context);
            edit.set_text(&edited);
            black_box(edit.write().expect("a letter of ASCII"));
        });
        let converted = shortest(|| {
            black_box(convert(&bytes, (), &context, Encoding::Utf8).expect("UTF-8 has every character"));
        });
        let declared = shortest(|| {
            black_box(declarations(&bytes, (), &context));
        });
        let linted = shortest(|| {
            black_box(lint(&bytes, (), &context));
        });
        let (one, many) = (edit(1), edit(1000));
        let name = if encoding == Encoding::Utf8 && line.is_ascii() { "ASCII" } else { encoding.name() };
        print!("| {name} | {:.2} ms |", decode * 1e3);
        for time in [one, many, by_difference, converted, declared, linted] {
            print!(" {:.1} |", time / decode);
        }
        println!();
    }
}

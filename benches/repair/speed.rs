//! What repair costs where there is nothing to repair, and where there is.

use std::hint::black_box;
use std::time::Instant;

use charsniff::{Context, Encoding, decode};

use crate::saved;

pub fn print() {
    let mut clean = Vec::new();
    let mut doubly = Vec::new();
    for (name, page) in saved::pages() {
        let Ok(text) = String::from_utf8(page) else { continue };
        if name.ends_with(".html") {
            doubly.push((
                name.clone(),
                Encoding::Windows1252.decode_without_bom_handling(text.as_bytes()).0.into_owned(),
            ));
            clean.push((name, text));
        }
    }
    clean.sort();
    doubly.sort();
    for (kind, pages) in [("clean", &clean), ("encoded twice", &doubly)] {
        for (name, page) in pages {
            let time = |context: &Context| {
                let mut best = u128::MAX;
                for _ in 0..7 {
                    let start = Instant::now();
                    black_box(decode(black_box(page.as_bytes()), "text/html; charset=utf-8", context));
                    best = best.min(start.elapsed().as_nanos());
                }
                best as f64 / page.len() as f64
            };
            let (without, with) = (time(&Context::html()), time(&Context::html().repair(true)));
            println!("{kind} {name}: {} bytes, {without:.3} ns a byte without, {with:.3} with", page.len());
        }
    }
}

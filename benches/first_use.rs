//! The cost of the first use of an encoding, when its tables are built: the time of a first and of
//! a second short text, and the bytes that stay allocated.
//!
//!     cargo bench --bench first_use

use std::hint::black_box;
use std::time::{Duration, Instant};

use charsniff::Encoding;

fn main() {
    println!("| encoding | first (µs) | second (µs) | tables (bytes) |");
    println!("| --- | ---: | ---: | ---: |");
    // The first use of any encoding finds out the instruction sets of the machine.
    decode(Encoding::Utf8, "é".as_bytes());
    encode(Encoding::Utf8, "é");
    let texts = [
        (Encoding::Windows1251, "Марс"),
        (Encoding::Windows1252, "café"),
        (Encoding::Windows1253, "Άρης"),
        (Encoding::Big5, "火星"),
        (Encoding::EucKr, "화성"),
        (Encoding::Gb18030, "火星"),
        (Encoding::ShiftJis, "火星"),
        (Encoding::EucJp, "火星"),
        (Encoding::Iso2022Jp, "火星"),
    ];
    let bytes = texts.map(|(encoding, text)| encoding_rs_bytes(encoding, text));
    for ((encoding, _), bytes) in texts.iter().zip(&bytes) {
        row(&format!("{encoding}, decoding"), || decode(*encoding, bytes));
    }
    // Characters of four bytes in gb18030, or of a second table in the others.
    row("gb18030, four bytes", || decode(Encoding::Gb18030, b"\x81\x30\x86\x30"));
    row("Big5, plane 2", || decode(Encoding::Big5, b"\x88\xA8\x87\x40\x87\x50"));
    row("EUC-JP, JIS X 0212", || decode(Encoding::EucJp, b"\x8F\xB0\xA1"));
    for (encoding, text) in texts {
        row(&format!("{encoding}, encoding"), || encode(encoding, text));
    }
}

fn row(name: &str, mut work: impl FnMut()) {
    let mut first = Duration::ZERO;
    let stay = allocation_counter::measure(|| first = time(&mut work)).bytes_current;
    let second = time(work);
    println!("| {name} | {:.1} | {:.2} | {stay} |", micros(first), micros(second));
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn micros(duration: Duration) -> f64 {
    duration.as_nanos() as f64 / 1000.0
}

fn decode(encoding: Encoding, bytes: &[u8]) {
    let mut room = [0; 64];
    let _ = black_box(encoding.new_decoder().decode_to_utf8(black_box(bytes), &mut room, true));
}

fn encode(encoding: Encoding, text: &str) {
    let mut room = [0; 64];
    let _ = black_box(encoding.new_encoder().encode_from_utf8(black_box(text), &mut room, true));
}

/// Bytes made without our tables.
fn encoding_rs_bytes(encoding: Encoding, text: &str) -> Vec<u8> {
    encoding_rs::Encoding::for_label(encoding.name().as_bytes())
        .map_or_else(Vec::new, |peer| peer.encode(text).0.into())
}

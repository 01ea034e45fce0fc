//! Nanoseconds of processor time a page, of a program that uses `encoding_rs`: `drop_in FILE`. See benches/pace.rs.

use std::hint::black_box;
use std::time::Duration;

use encoding_rs::Encoding;
use rustix::time::{ClockId, clock_gettime};

const ROUNDS: usize = 30;

fn main() {
    let packed = std::fs::read(std::env::args().nth(1).expect("FILE")).expect("a file of pages");
    let mut fields = Vec::new();
    let mut rest = packed.as_slice();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (field, after) = after.split_at(u32::from_le_bytes(*length) as usize);
        fields.push(field);
        rest = after;
    }
    let mut fastest = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = processor_time();
        for page in fields.chunks(3) {
            let encoding = Encoding::for_label(page[1]).expect("an encoding");
            black_box(encoding.decode(black_box(page[2])));
        }
        fastest = fastest.min(processor_time() - start);
    }
    println!("{}", fastest.as_nanos() / (fields.len() / 3) as u128);
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

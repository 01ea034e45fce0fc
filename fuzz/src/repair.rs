//! Repair of damaged text that repeats: the memory that it takes is at most a few times the text.

use allocation_counter::measure;
use arbitrary::Unstructured;
use charsniff::{Context, decode};

use crate::pieces::{PIECES, run_of};

/// What damage looks like.
const DAMAGE: [&[u8]; 12] = [
    "Ã© ".as_bytes(),
    "ÃƒÂ© ".as_bytes(),
    "Ð¼Ð¸Ñ\u{80} ".as_bytes(),
    "â€™".as_bytes(),
    b"\xC2\x92",
    b"\xE9a",
    b"caf\xE9 ",
    b"\xC3\xA9t\xE9 ",
    b"\xE9",
    b"\x89\xCE\x90\xAF ",
    b"\xC3\xC2\xA9",
    b" ",
];

/// How many bytes of memory a byte of the input or of the text may take at the same time, beside `FIXED`.
const TIMES: usize = 8;

/// What tables, a sample for the detector and the list of repairs take, whatever the input.
const FIXED: usize = 3 << 20;

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let _ = check(&mut u);
}

fn check(u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let mut context = Context::html().repair(true);
    if u.ratio(1, 2)? {
        context = context.override_encoding(&u.arbitrary::<crate::Label>()?.0);
    }
    let length = 1usize << u.int_in_range(4..=18)?;
    let mut unit = Vec::new();
    while !u.is_empty() && unit.len() < 64 {
        match u.arbitrary::<u8>()? {
            byte @ 0..=159 => unit.extend_from_slice(DAMAGE[usize::from(byte) % DAMAGE.len()]),
            byte @ 160..=223 => unit.extend_from_slice(PIECES[usize::from(byte - 160)]),
            _ => unit.push(u.arbitrary()?),
        }
    }
    let page: Vec<u8> = if unit.is_empty() { Vec::new() } else { run_of(&unit, length) };
    let mut text = 0;
    let used = measure(|| text = decode(&page, (), &context).text.len());
    let most = FIXED + TIMES * page.len().max(text);
    assert!(used.bytes_max <= most as u64, "{} bytes for {} of {}", used.bytes_max, page.len(), unit.escape_ascii());
    Ok(())
}

//! The escape sequences of [ISO-2022-JP](https://encoding.spec.whatwg.org/#iso-2022-jp-decoder): which one is in force at
//! a place.

/// The escape sequence in force at the start.
pub(super) const ASCII: [u8; 3] = *b"\x1B(B";

/// The escape sequence at the start of `bytes`.
fn at(bytes: &[u8]) -> Option<[u8; 3]> {
    match bytes {
        [0x1B, b'(', last @ (b'B' | b'J' | b'I'), ..] => Some([0x1B, b'(', *last]),
        [0x1B, b'$', b'@' | b'B', ..] => Some(*b"\x1B$B"),
        _ => None,
    }
}

/// Whether `bytes` start with an escape sequence.
pub(super) fn starts(bytes: &[u8]) -> bool {
    at(bytes).is_some()
}

/// Where the escape sequences begin that stand directly before `end`.
pub(super) fn run_before(bytes: &[u8], mut end: usize) -> usize {
    while let Some(start) = end.checked_sub(3)
        && bytes.get(start..end).is_some_and(starts)
    {
        end = start;
    }
    end
}

/// The escape sequence in force after `bytes`, if it was `before`. Linear.
pub(super) fn after(bytes: &[u8], before: [u8; 3]) -> [u8; 3] {
    let mut last = before;
    for start in memchr::memchr_iter(0x1B, bytes) {
        last = at(&bytes[start..]).unwrap_or(last);
    }
    last
}

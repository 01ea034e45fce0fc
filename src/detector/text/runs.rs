//! Runs of one character: lines that are drawn with it.

use alloc::vec::Vec;

/// The maximum length in bytes of a run of one character in a sample. Longer ones, such as lines drawn with characters,
/// are no more evidence, and would outweigh the letters.
const LONGEST_RUN: usize = 4;

/// Whether five bytes start with a byte above 7F, and each equals the byte two places before: one character of a byte, or of
/// two.
fn is_run([first, second, third, fourth, fifth]: [u8; LONGEST_RUN + 1]) -> bool {
    // The second byte of a character is 40 at least.
    (first >= 0x80) & (second >= 0x40) & (first == third) & (second == fourth) & (first == fifth)
}

/// Adds `piece` to `text`, with runs of one character shortened by an even number of bytes, since two of them may be a
/// character.
pub(crate) fn extend_without_runs(text: &mut Vec<u8>, piece: &[u8]) {
    // Few pieces have one. Without branches and with the bytes side by side, many are compared at once.
    let from = |place: usize| piece.get(place..).unwrap_or_default();
    let pairs = piece.iter().zip(from(1)).zip(from(2).iter().zip(from(3))).zip(from(LONGEST_RUN));
    if !pairs.fold(false, |any, (((a, b), (c, d)), e)| any | is_run([*a, *b, *c, *d, *e])) {
        text.extend_from_slice(piece);
        return;
    }
    let mut rest = piece;
    while let Some(at) = rest.windows(LONGEST_RUN + 1).position(|run| run.try_into().is_ok_and(is_run)) {
        let others = rest[at..].iter().zip(&rest[at + 2..]);
        let length = 2 + others.take_while(|(byte, other)| byte == other).count();
        let kept = LONGEST_RUN - length % 2;
        text.extend_from_slice(&rest[..at + kept]);
        rest = &rest[at + length..];
    }
    text.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::extend_without_runs;

    #[test]
    fn runs_of_one_character_are_short() {
        for (piece, expected) in [
            (&b"\xCD\xCD\xCD\xCD"[..], &b"\xCD\xCD\xCD\xCD"[..]),
            (b"\xCD\xCD\xCD\xCD\xCD", b"\xCD\xCD\xCD"),
            (b"\xBA\xCD\xCD\xCD\xCD\xCD\xCD\xBA\xBA", b"\xBA\xCD\xCD\xCD\xCD\xBA\xBA"),
            (b"======", b"======"),
            (b"\xA3\xAA\xA3\xAA\xA3\xAA\xA3\xAA \xA3\xAA\xA3\xAA", b"\xA3\xAA\xA3\xAA \xA3\xAA\xA3\xAA"),
            (b"\x81\x7C\x81\x7C\x81\x7C\x81\x40", b"\x81\x7C\x81\x40"),
            (b"\xE9 \xE9 \xE9 \xE9", b"\xE9 \xE9 \xE9 \xE9"),
        ] {
            let mut text = Vec::new();
            extend_without_runs(&mut text, piece);
            assert_eq!(text, expected);
        }
    }
}

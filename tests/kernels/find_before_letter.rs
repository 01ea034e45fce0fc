//! The search for a byte before a letter, such as the start of a tag, which is internal.

#[path = "../../src/simd/search.rs"]
mod search;

/// It finds a start at every place of inputs of every length, and nothing else.
fn finds_every_start(find: impl Fn(&[u8], u8, u8) -> Option<usize>) {
    for length in 0..600 {
        let mut bytes = b"<n-m< p".repeat(100);
        bytes.truncate(length);
        assert_eq!(find(&bytes, b'<', b'm'), None, "{length}");
        for at in (0..length.saturating_sub(1)).step_by(if length % 64 < 3 { 1 } else { 37 }) {
            let before = [bytes[at], bytes[at + 1]];
            for letter in *b"mM" {
                (bytes[at], bytes[at + 1]) = (b'<', letter);
                assert_eq!(find(&bytes, b'<', b'm'), Some(at), "{length}");
            }
            [bytes[at], bytes[at + 1]] = before;
        }
    }
}

#[test]
fn every_level_finds_every_start() {
    finds_every_start(search::baseline);
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has the features.
            finds_every_start(|bytes, byte, letter| unsafe { search::avx2(bytes, byte, letter) });
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: as above.
            finds_every_start(|bytes, byte, letter| unsafe { search::avx512(bytes, byte, letter) });
        }
    }
}

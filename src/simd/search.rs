//! Finds a byte that is followed by a letter, many bytes at once.
//!
//! The input and the input shifted by one byte are compared block by block: the first with the byte, the second
//! with the letter. There are no intrinsics: the compiler vectorizes the same code for each level.

/// Where the first `byte` is that is followed by the lowercase letter `letter`, in either case.
#[inline(always)]
fn find<const CHUNK: usize>(bytes: &[u8], byte: u8, letter: u8) -> Option<usize> {
    let is_pair = |(one, next): (&u8, &u8)| (*one == byte) & (next | 0x20 == letter);
    let mut at = 0;
    while let Some(ones) = bytes.get(at..).and_then(<[u8]>::first_chunk::<CHUNK>)
        && let Some(nexts) = bytes.get(at + 1..).and_then(<[u8]>::first_chunk::<CHUNK>)
        && !ones.iter().zip(nexts).fold(false, |any, pair| any | is_pair(pair))
    {
        at += CHUNK;
    }
    let rest = bytes.get(at..)?;
    rest.iter().zip(rest.get(1..)?).position(is_pair).map(|found| at + found)
}

/// With the target's baseline only.
pub(super) fn baseline(bytes: &[u8], byte: u8, letter: u8) -> Option<usize> {
    find::<64>(bytes, byte, letter)
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[target_feature(enable = "avx2")]
pub(super) fn avx2(bytes: &[u8], byte: u8, letter: u8) -> Option<usize> {
    find::<128>(bytes, byte, letter)
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn avx512(bytes: &[u8], byte: u8, letter: u8) -> Option<usize> {
    find::<256>(bytes, byte, letter)
}

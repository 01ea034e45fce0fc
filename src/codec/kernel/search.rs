//! Finds the start of a tag, many bytes at once.
//!
//! The input and the input shifted by one byte are compared block by block: the first with `<`, the second
//! with the letter. There are no intrinsics: the compiler vectorizes the same code for each level.

/// Where the first `<` is that is followed by the lowercase letter `initial`, in either case.
#[inline(always)]
fn find<const CHUNK: usize>(bytes: &[u8], initial: u8) -> Option<usize> {
    let is_start = |(one, next): (&u8, &u8)| (*one == b'<') & (next | 0x20 == initial);
    let mut at = 0;
    while let Some(ones) = bytes.get(at..).and_then(<[u8]>::first_chunk::<CHUNK>)
        && let Some(nexts) = bytes.get(at + 1..).and_then(<[u8]>::first_chunk::<CHUNK>)
        && !ones.iter().zip(nexts).fold(false, |any, pair| any | is_start(pair))
    {
        at += CHUNK;
    }
    let rest = bytes.get(at..)?;
    rest.iter().zip(rest.get(1..)?).position(is_start).map(|found| at + found)
}

/// With the target's baseline only.
pub(super) fn baseline(bytes: &[u8], initial: u8) -> Option<usize> {
    find::<64>(bytes, initial)
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[target_feature(enable = "avx2")]
pub(super) fn avx2(bytes: &[u8], initial: u8) -> Option<usize> {
    find::<128>(bytes, initial)
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn avx512(bytes: &[u8], initial: u8) -> Option<usize> {
    find::<256>(bytes, initial)
}

//! Kernels for SSE2, which every x86-64 has.
//!
//! It cannot look up or compress bytes, so only three kernels gain. ASCII: whole blocks are told by
//! one mask, and the mask says where the first other byte is. UTF-8: tests by leads. UTF-16: lanes
//! of 16 bits instead of 32. The rest is the portable kernels'.

use core::arch::x86_64::*;

use super::vectors::Sse2;
use super::{Kernels, by_leads, portable};

mod utf16;

pub(super) static KERNELS: Kernels = Kernels {
    // SAFETY: this is compiled only where SSE2 is there, here and below.
    ascii: |src, dst| unsafe { ascii(src, dst) },
    utf8,
    utf8_valid_up_to,
    // SAFETY: as above.
    utf16: |src, dst, big_endian| unsafe {
        match big_endian {
            true => utf16::utf16::<true>(src, dst),
            false => utf16::utf16::<false>(src, dst),
        }
    },
    iso_2022_jp: |src, dst, pairs, from| portable::iso_2022_jp(src, dst, pairs, from, KERNELS.ascii),
    ..portable::KERNELS
};

/// The bytes of a vector.
const WIDTH: usize = 16;

/// Copies until a byte has its highest bit set.
#[target_feature(enable = "sse2")]
fn ascii(src: &[u8], dst: &mut [u8]) -> usize {
    let mut at = 0;
    let (from, _) = src.as_chunks::<WIDTH>();
    let (to, _) = dst.as_chunks_mut::<WIDTH>();
    for (from, to) in from.iter().zip(to) {
        // SAFETY: the array is as long as the vector.
        let v = unsafe { _mm_loadu_si128(from.as_ptr().cast()) };
        // SAFETY: as above.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), v) };
        let others = _mm_movemask_epi8(v);
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at += WIDTH;
    }
    at + portable::ascii(&src[at..], &mut dst[at..])
}

// SAFETY: as above.
const SSE2: Sse2 = unsafe { Sse2::new() };

fn utf8(src: &[u8], dst: &mut [u8]) -> usize {
    by_leads::copy_from_start(SSE2, src, dst).unwrap_or_else(|| portable::utf8::copy(src, dst))
}

fn utf8_valid_up_to(src: &[u8]) -> usize {
    by_leads::valid_from_start(SSE2, src).unwrap_or_else(|| portable::utf8::valid_up_to(src))
}

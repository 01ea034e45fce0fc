//! Encoding with AVX-512 and VBMI2, 64 bytes at a time.
//!
//! A page is one vector, so that `vpermb` looks up all characters of a page at once, by the last
//! byte of their UTF-8 and in the lane of their first. A text keeps to few pages: there are two
//! or three in 64 bytes. Then one byte-compress leaves out the lanes of all other bytes:
//!
//! ```text
//! UTF-8     D0 9C D0 B0 D1 80 D1 81 20       М а р с
//! page D0   CC .. E0 .. .. .. .. .. ..
//! page D1   .. .. .. .. F0 .. F1 .. ..
//! kept      CC    E0    F0    F1    20
//! ```

use core::arch::x86_64::*;

use super::{EncodeKernels, portable};
use crate::codec::kernel::avx512::{WIDTH, load, load_some, store, store_some};
use crate::codec::pages::Pages;

/// Only for machines that have what [`Level::Avx512`](super::Level::Avx512) names, which
/// [`EncodeKernels::at`] sees to.
pub(super) static KERNELS: EncodeKernels = EncodeKernels {
    // SAFETY: as above.
    single_byte: |src, dst, pages| unsafe { single_byte(src, dst, pages) },
    double_byte: portable::double_byte,
};

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn single_byte(src: &[u8], dst: &mut [u8], pages: &Pages<u8>) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    // Blocks whose characters end in sight, at most two bytes behind.
    while let (Some(bytes), Some(room)) =
        (src[read..].first_chunk::<{ WIDTH + 2 }>(), dst[written..].first_chunk_mut::<WIDTH>())
    {
        let shifted = |i| load_some(&bytes[i..]);
        let block = encode(shifted(0), shifted(1), shifted(2), bytes, pages);
        store(room, block.bytes);
        written += block.length;
        read += block.stop.min(WIDTH);
        if block.stop < WIDTH {
            return (read, written);
        }
    }
    // The last block may have ended inside of a character, which is written.
    while let Some(0x80..=0xBF) = src.get(read) {
        read += 1;
    }
    while read < src.len() {
        let bytes = &src[read..];
        let n = bytes.len().min(WIDTH);
        let shifted = |i| load_some(bytes.get(i..).unwrap_or_default());
        let block = encode(load_some(&bytes[..n]), shifted(1), shifted(2), bytes, pages);
        let stop = block.stop.min(n);
        // Lanes behind the end hold zeroes, which count as characters.
        let length = block.length - if block.stop < WIDTH { 0 } else { WIDTH - n };
        let Some(room) = dst[written..].get_mut(..length) else {
            let (r, w) = portable::single_byte(bytes, &mut dst[written..], pages);
            return (read + r, written + w);
        };
        store_some(room, block.bytes);
        written += length;
        read += stop;
        if block.stop < n {
            return (read, written);
        }
        while let Some(0x80..=0xBF) = src.get(read) {
            read += 1;
        }
    }
    (read, written)
}

/// What 64 bytes of UTF-8 are encoded as.
struct Block {
    bytes: __m512i,
    length: usize,
    /// The lane of the first character that is not among `bytes`; 64 if all are.
    stop: usize,
}

/// Encodes the characters that start in `v`; `second` and `third` are their second and third
/// bytes, lane by lane, and `src` has all of them one after another.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn encode(v: __m512i, second: __m512i, third: __m512i, src: &[u8], pages: &Pages<u8>) -> Block {
    let high = _mm512_movepi8_mask(v);
    if high == 0 {
        return Block { bytes: v, length: WIDTH, stop: WIDTH };
    }
    let starts = _mm512_cmpge_epi8_mask(v, _mm512_set1_epi8(-0x40));
    let leads = high & starts;
    let mut bytes = v;
    let mut left = leads;
    let mut none = 0;
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        let Some(&[lead, next]) = src.get(lane..).and_then(|bytes| bytes.first_chunk()) else { break };
        let mut same = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(lead as i8));
        let mut page = usize::from(lead & 0x1F);
        let mut last = second;
        if lead >= 0xE0 {
            same &= _mm512_cmpeq_epi8_mask(second, _mm512_set1_epi8(next as i8));
            page = usize::from(lead & 0xF) << 6 | usize::from(next & 0x3F);
            last = third;
        }
        let units = pages.page(page);
        let Some(units) = units.filter(|_| lead < 0xF0) else {
            none = same;
            break;
        };
        bytes = _mm512_mask_permutexvar_epi8(bytes, same, last, load(units));
        left &= !same;
    }
    none |= leads & _mm512_testn_epi8_mask(bytes, bytes);
    let stop = none.trailing_zeros() as usize;
    let kept = (starts | !high) & _bzhi_u64(!0, stop as u32);
    Block { bytes: _mm512_maskz_compress_epi8(kept, bytes), length: kept.count_ones() as usize, stop }
}

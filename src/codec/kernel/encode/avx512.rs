//! Encoding with AVX-512 and VBMI2, 64 bytes at a time.
//!
//! A page is one vector, so that `vpermb` looks up all characters of a page at once, by the last
//! byte of their UTF-8 and in the lane of their first; `vpermi2b` those of two. Nearly all that a
//! single-byte encoding has is in four pages of Latin, four of its script, and one of punctuation,
//! which stay in registers; what is left is looked up page by page. Then one byte-compress leaves
//! out the lanes of all other bytes:
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
    let tables = Tables::new(pages);
    let (mut read, mut written) = (0, 0);
    while read < src.len() {
        let bytes = &src[read..];
        // The characters that start in a block end at most two bytes behind it.
        let (vectors, n) = match bytes.first_chunk::<{ WIDTH + 2 }>() {
            Some(bytes) => ([load_some(bytes), load_some(&bytes[1..]), load_some(&bytes[2..])], WIDTH),
            None => {
                let n = bytes.len().min(WIDTH);
                let shifted = |i| load_some(bytes.get(i..).unwrap_or_default());
                ([load_some(&bytes[..n]), shifted(1), shifted(2)], n)
            }
        };
        // One call, so that the compiler makes it part of the loop and the tables stay in registers.
        let block = encode(vectors, bytes, &tables);
        // Lanes behind the end hold zeroes, which count as characters.
        let (taken, length) = match block.stop {
            stop if stop < n => (stop, block.length),
            _ => (n, block.length - (WIDTH - n)),
        };
        if let Some(room) = dst[written..].first_chunk_mut() {
            store(room, block.bytes);
        } else if let Some(room) = dst[written..].get_mut(..length) {
            store_some(room, block.bytes);
        } else {
            // The last block may have ended inside of a character, which is written.
            let inside = bytes.iter().take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
            let (r, w) = portable::single_byte(&bytes[inside..], &mut dst[written..], pages);
            return (read + inside + r, written + w);
        }
        written += length;
        read += taken;
        if taken < n {
            break;
        }
    }
    (read, written)
}

/// Four pages that follow one another, the first a multiple of four.
struct Window([__m512i; 4]);

impl Window {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn new(pages: &Pages<u8>, numbers: [usize; 4]) -> Window {
        let page = |i: usize| load_some(pages.page(numbers[i]).map_or(&[], |page| page));
        Window([page(0), page(1), page(2), page(3)])
    }

    /// `pair`: the low two bits say which page; `last`: the low six bits say which unit.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn look_up(&self, pair: __m512i, last: __m512i) -> __m512i {
        // Where the bit of the third operand is set, the first, else the second.
        const SELECT: i32 = 0b1110_0100;
        let odd = _mm512_slli_epi16::<6>(pair);
        let i = _mm512_ternarylogic_epi64::<SELECT>(odd, last, _mm512_set1_epi8(0x40));
        let [a, b, c, d] = self.0;
        let upper = _mm512_test_epi8_mask(pair, _mm512_set1_epi8(2));
        _mm512_mask_mov_epi8(_mm512_permutex2var_epi8(a, i, b), upper, _mm512_permutex2var_epi8(c, i, d))
    }
}

/// What stays in registers.
struct Tables<'a> {
    pages: &'a Pages<u8>,
    /// U+0100 to U+017F, U+0080 to U+00FF: leads C4, C5, C2 and C3.
    latin: Window,
    script: Window,
    /// The first two bytes of the script's first page; of two-byte characters, the first byte.
    script_lead: u8,
    script_middle: Option<u8>,
    /// U+2000 to U+203F.
    punctuation: __m512i,
}

impl<'a> Tables<'a> {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn new(pages: &'a Pages<u8>) -> Tables<'a> {
        let script = pages.script;
        let is_short = script < 0x800 / WIDTH;
        Tables {
            pages,
            latin: Window::new(pages, [4, 5, 2, 3]),
            script: Window::new(pages, [script, script + 1, script + 2, script + 3]),
            script_lead: if is_short { 0xC0 | script as u8 } else { 0xE0 | (script >> 6) as u8 },
            script_middle: (!is_short).then_some(0x80 | script as u8 & 0x3F),
            punctuation: load_some(pages.page(0x2000 / WIDTH).map_or(&[], |page| page)),
        }
    }
}

/// What 64 bytes of UTF-8 are encoded as.
struct Block {
    bytes: __m512i,
    length: usize,
    /// The lane of the first character that is not among `bytes`; 64 if all are.
    stop: usize,
}

/// Encodes the characters that start in the first vector; the others have their second and third
/// bytes, lane by lane, and `src` all of them one after another.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn encode([v, second, third]: [__m512i; 3], src: &[u8], tables: &Tables) -> Block {
    let high = _mm512_movepi8_mask(v);
    if high == 0 {
        return Block { bytes: v, length: WIDTH, stop: WIDTH };
    }
    let starts = _mm512_cmpge_epi8_mask(v, _mm512_set1_epi8(-0x40));
    let leads = high & starts;

    let latin = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8(0xC2_u8 as i8)), _mm512_set1_epi8(4));
    let bytes = _mm512_mask_mov_epi8(v, latin, tables.latin.look_up(v, second));

    let four = _mm512_set1_epi8(!3);
    let lead = _mm512_set1_epi8(tables.script_lead as i8);
    let (script, units) = match tables.script_middle {
        None => (_mm512_cmpeq_epi8_mask(_mm512_and_si512(v, four), lead), tables.script.look_up(v, second)),
        Some(middle) => {
            let middle = _mm512_cmpeq_epi8_mask(_mm512_and_si512(second, four), _mm512_set1_epi8(middle as i8));
            (_mm512_cmpeq_epi8_mask(v, lead) & middle, tables.script.look_up(second, third))
        }
    };
    // Of two-byte characters, those of the Latin pages are looked up.
    let script = script & !latin;
    let bytes = _mm512_mask_mov_epi8(bytes, script, units);

    let punctuation = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(0xE2_u8 as i8))
        & _mm512_cmpeq_epi8_mask(second, _mm512_set1_epi8(0x80_u8 as i8));
    let mut bytes = _mm512_mask_permutexvar_epi8(bytes, punctuation, third, tables.punctuation);

    let mut left = leads & !(latin | script | punctuation);
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
        let units = tables.pages.page(page).filter(|units| lead < 0xF0 && units[..] != [0; WIDTH]);
        let Some(units) = units else {
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

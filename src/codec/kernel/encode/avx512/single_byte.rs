//! One byte for each character.
//!
//! A page is one vector, so that `vpermb` looks up all characters of a page at once: by the last byte of their
//! UTF-8, in the lane of their first byte. `vpermi2b` does that for two pages. Nearly all characters of a
//! single-byte encoding are in four pages of Latin, four of its script, and one of punctuation. These stay in
//! registers. The rest is looked up page by page. Then one byte-compress removes the lanes of all other bytes:
//!
//! ```text
//! UTF-8     D0 9C D0 B0 D1 80 D1 81 20       М а р с
//! page D0   CC .. E0 .. .. .. .. .. ..
//! page D1   .. .. .. .. F0 .. F1 .. ..
//! kept      CC    E0    F0    F1    20
//! ```

use core::arch::x86_64::*;

use super::portably;
use crate::codec::data::pages::Pages;
use crate::codec::kernel::avx512::{WIDTH, ascii_blocks, compress, load_some, store_some};
use crate::codec::kernel::encode::portable;
use crate::codec::kernel::vector::{load, store};

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u8], pages: &Pages<u8>) -> (usize, usize) {
    let Some(tables) = Tables::new(pages) else {
        return portable::single_byte(src, dst, pages);
    };
    let (mut read, mut written) = (0, 0);
    loop {
        let ascii = ascii_blocks(&src[read..], &mut dst[written..]);
        read += ascii;
        written += ascii;
        // Blocks with other characters than ASCII follow one another.
        for _ in 0..4 {
            if read == src.len() {
                return (read, written);
            }
            let bytes = &src[read..];
            // A character that starts in a block ends at most two bytes after it.
            let (vectors, n) = match bytes.first_chunk::<{ WIDTH + 2 }>() {
                Some(bytes) => ([load_some(bytes), load_some(&bytes[1..]), load_some(&bytes[2..])], WIDTH),
                None => {
                    let n = bytes.len().min(WIDTH);
                    let shifted = |i| load_some(bytes.get(i..).unwrap_or_default());
                    ([load_some(&bytes[..n]), shifted(1), shifted(2)], n)
                }
            };
            let Units { units, starts, missing } = units(vectors, bytes, &tables, pages);
            let kept = _bzhi_u64(starts, n as u32);
            // A branch, so that the next block does not wait for this count.
            if missing != 0 {
                let stop = missing.trailing_zeros();
                return match put(units, _bzhi_u64(kept, stop), &mut dst[written..]) {
                    Some(length) => (read + stop as usize, written + length),
                    None => portably(src, dst, pages, read, written),
                };
            }
            match put(units, kept, &mut dst[written..]) {
                Some(length) => written += length,
                None => return portably(src, dst, pages, read, written),
            }
            read += n;
        }
    }
}

/// The units of the characters that start in a vector.
struct Units {
    /// Each is in the lane of its character's first byte.
    units: __m512i,
    /// The lanes in which a character starts.
    starts: u64,
    /// Those of them whose character cannot be encoded.
    missing: u64,
}

/// Looks up the characters that start in a vector. `bytes` are those of the vector and after it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn units(vectors: [__m512i; 3], bytes: &[u8], tables: &Tables, pages: &Pages<u8>) -> Units {
    let high = _mm512_movepi8_mask(vectors[0]);
    if high == 0 {
        return Units { units: vectors[0], starts: !0, missing: 0 };
    }
    let starts = _mm512_cmpge_epi8_mask(vectors[0], _mm512_set1_epi8(-0x40));
    let leads = high & starts;
    let (found, mut units) = tables.look_up(vectors);
    let left = leads & !found;
    if left != 0 {
        units = look_up_page_by_page(vectors, bytes, units, left, pages);
    }
    Units { units, starts, missing: leads & _mm512_testn_epi8_mask(units, units) }
}

/// Writes the lanes `kept` one after another: their number, or `None` if they do not fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn put(units: __m512i, kept: u64, dst: &mut [u8]) -> Option<usize> {
    let length = kept.count_ones() as usize;
    let units = compress(kept, units);
    match dst.first_chunk_mut() {
        Some(room) => store(room, units),
        None => store_some(dst.get_mut(..length)?, units),
    }
    Some(length)
}

/// Looks up the characters that start in the lanes `left`, up to the first that cannot be encoded. The lanes of
/// characters without a unit hold 0.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn look_up_page_by_page(
    [first, second, third]: [__m512i; 3],
    src: &[u8],
    mut units: __m512i,
    mut left: u64,
    pages: &Pages<u8>,
) -> __m512i {
    // The windows have left the first byte in these lanes.
    units = _mm512_mask_mov_epi8(units, left, _mm512_setzero_si512());
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        let Some(&[lead, next]) = src.get(lane..).and_then(|bytes| bytes.first_chunk()) else { break };
        let mut same = _mm512_cmpeq_epi8_mask(first, _mm512_set1_epi8(lead as i8));
        let mut page = usize::from(lead & 0x1F);
        let mut last = second;
        if lead >= 0xE0 {
            same &= _mm512_cmpeq_epi8_mask(second, _mm512_set1_epi8(next as i8));
            page = usize::from(lead & 0xF) << 6 | usize::from(next & 0x3F);
            last = third;
        }
        let page = pages.page(page).filter(|page| lead < 0xF0 && page[..] != [0; WIDTH]);
        // What follows a character that cannot be encoded is not needed.
        let Some(page) = page else { break };
        units = _mm512_mask_permutexvar_epi8(units, same, last, load(page));
        left &= !same;
    }
    units
}

/// Four adjacent pages, the first of which has a number divisible by four.
struct Window([__m512i; 4]);

impl Window {
    #[inline(always)]
    fn new([a, b, c, d]: [&[u8; WIDTH]; 4]) -> Window {
        Window([load(a), load(b), load(c), load(d)])
    }

    /// `pair`: the low two bits select the page; `last`: the low six bits select the unit.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn look_up(&self, pair: __m512i, last: __m512i) -> __m512i {
        // Bits of the first operand where the third has ones, else bits of the second.
        const THIRD_CHOOSES: i32 = 0b1110_0100;
        let odd = _mm512_slli_epi16::<6>(pair);
        let i = _mm512_ternarylogic_epi64::<THIRD_CHOOSES>(odd, last, _mm512_set1_epi8(0x40));
        let [a, b, c, d] = self.0;
        let upper = _mm512_test_epi8_mask(pair, _mm512_set1_epi8(2));
        _mm512_mask_mov_epi8(_mm512_permutex2var_epi8(a, i, b), upper, _mm512_permutex2var_epi8(c, i, d))
    }
}

/// The pages that stay in registers.
struct Tables {
    /// U+0100 to U+017F, U+0080 to U+00FF: lead bytes C4, C5, C2 and C3.
    latin: Window,
    script: Window,
    /// The first two bytes of the UTF-8 of the script's first page; only the first if its characters have two.
    script_lead: u8,
    script_middle: Option<u8>,
    /// U+2000 to U+203F.
    punctuation: __m512i,
}

impl Tables {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn new(pages: &Pages<u8>) -> Option<Tables> {
        let (units, _) = pages.units.as_chunks();
        let [_, l0, l1, l2, l3, s0, s1, s2, s3, punctuation] = units.first_chunk()?;
        let script = pages.script;
        let is_short = script < 0x800 / WIDTH;
        Some(Tables {
            latin: Window::new([l0, l1, l2, l3]),
            script: Window::new([s0, s1, s2, s3]),
            script_lead: if is_short { 0xC0 | script as u8 } else { 0xE0 | (script >> 6) as u8 },
            script_middle: (!is_short).then_some(0x80 | script as u8 & 0x3F),
            punctuation: load(punctuation),
        })
    }

    /// For each lane, the unit of the character that starts there if the windows or the punctuation have it, else its
    /// first byte: (which lanes have a unit, lanes).
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn look_up(&self, [first, second, third]: [__m512i; 3]) -> (u64, __m512i) {
        let byte = |byte: u8| _mm512_set1_epi8(byte as i8);
        let latin = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(first, byte(0xC2)), byte(4));
        let units = _mm512_mask_mov_epi8(first, latin, self.latin.look_up(first, second));

        let (script, of_script) = match self.script_middle {
            None => {
                let script = _mm512_cmpeq_epi8_mask(_mm512_and_si512(first, byte(!3)), byte(self.script_lead));
                (script, self.script.look_up(first, second))
            }
            Some(middle) => {
                let middle = _mm512_cmpeq_epi8_mask(_mm512_and_si512(second, byte(!3)), byte(middle));
                (_mm512_cmpeq_epi8_mask(first, byte(self.script_lead)) & middle, self.script.look_up(second, third))
            }
        };
        let units = _mm512_mask_mov_epi8(units, script, of_script);

        let punctuation = _mm512_cmpeq_epi8_mask(first, byte(0xE2)) & _mm512_cmpeq_epi8_mask(second, byte(0x80));
        let units = _mm512_mask_permutexvar_epi8(units, punctuation, third, self.punctuation);
        (latin | script | punctuation, units)
    }
}

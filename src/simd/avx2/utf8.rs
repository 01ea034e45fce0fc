//! UTF-8: validate and copy in one pass. Long input is for [`by_leads`](super::super::by_leads).
//!
//! The test is the one of Keiser and Lemire ([`utf8_table`](super::super::utf8_table)).

use super::super::by_leads::{self, BACK, Leads, Window};
use super::super::{utf8_automaton, utf8_valid_up_to_from};
use super::*;

/// From this length on, the tests by leads are faster.
const LONG: usize = 2048;

/// A vector, and the bytes before it on which its first bytes depend.
type Reach = [u8; BACK + WIDTH];

/// A block, and the bytes before it on which its first bytes depend.
type BlockReach = [u8; BACK + size_of::<Block>()];

/// Copies the valid, whole characters that fit: their length.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    if n >= LONG {
        return copy_long(src, dst);
    }
    let (Some(end), Some(from), Some(to)) = (src.last_chunk(), src.first_chunk(), dst.first_chunk_mut()) else {
        return portable::utf8::copy(src, dst);
    };
    let first = load(from);
    store(to, first);
    let mut check = Check::new();
    if !check.first(first) {
        return utf8_valid_up_to_from(src, 0);
    }
    let mut at = WIDTH;
    while let Some(reach) = src[at - BACK..].first_chunk()
        && let Some(to) = dst[at..].first_chunk_mut()
    {
        let vectors = load_block_of(reach);
        // Stored after the check: on some processors its loads would wait for a store to the same place in
        // another page.
        let valid = check.block(reach, vectors);
        store_block(to, vectors);
        if !valid {
            return utf8_valid_up_to_from(src, at);
        }
        at += to.len();
    }
    dst[at..].copy_from_slice(&src[at..]);
    check.last(src, at, end)
}

/// The length of the valid, whole characters.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(in super::super) fn valid_up_to(src: &[u8]) -> usize {
    if src.len() >= LONG {
        return long_valid_up_to(src);
    }
    let (Some(end), Some(first)) = (src.last_chunk(), src.first_chunk()) else {
        return portable::utf8::valid_up_to(src);
    };
    let mut check = Check::new();
    if !check.first(load(first)) {
        return utf8_valid_up_to_from(src, 0);
    }
    let mut at = WIDTH;
    while let Some(reach) = src[at - BACK..].first_chunk() {
        if !check.block(reach, load_block_of(reach)) {
            return utf8_valid_up_to_from(src, at);
        }
        at += size_of::<Block>();
    }
    check.last(src, at, end)
}

/// [`by_leads::copy`]. Not inlined, so that it has the features of AVX2 for AVX-512 too.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn copy_long(src: &[u8], dst: &mut [u8]) -> usize {
    by_leads::copy(src, dst, |window| leads_of(window))
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn long_valid_up_to(src: &[u8]) -> usize {
    by_leads::valid_up_to(src, |window| leads_of(window))
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn leads_of(window: &Window) -> Option<Leads> {
    by_leads::leads_of(window)
}

#[inline(always)]
fn load_block_of(reach: &BlockReach) -> [__m256i; 4] {
    let [_, _, _, block @ ..] = reach;
    load_block(block)
}

struct Check {
    /// Whether the vector before the current one is ASCII, so that no character continues from it.
    previous_is_ascii: bool,
}

impl Check {
    #[inline(always)]
    fn new() -> Check {
        Check { previous_is_ascii: true }
    }

    /// Whether the first vector has no error. Here and below, a character may be cut off at its end; the next
    /// call sees that.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn first(&mut self, v: __m256i) -> bool {
        self.previous_is_ascii = _mm256_movemask_epi8(v) == 0;
        // Zeroes before it, for `valignr` to shift in.
        let back = _mm256_permute2x128_si256::<0x08>(v, v);
        let any = errors(
            v,
            [_mm256_alignr_epi8::<15>(v, back), _mm256_alignr_epi8::<14>(v, back), _mm256_alignr_epi8::<13>(v, back)],
        );
        _mm256_testz_si256(any, any) != 0
    }

    /// Whether the next four vectors have no error.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn block(&mut self, reach: &BlockReach, v: [__m256i; 4]) -> bool {
        if self.previous_is_ascii && is_ascii(v) {
            return true;
        }
        self.half::<0>(reach, [v[0], v[1]]) && self.half::<{ 2 * WIDTH }>(reach, [v[2], v[3]])
    }

    /// Whether the two vectors from `AT` on have no error. They are tested apart from the other two, since in text
    /// with a few accents every other pair of vectors is ASCII.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn half<const AT: usize>(&mut self, reach: &BlockReach, v: [__m256i; 2]) -> bool {
        if self.previous_is_ascii && _mm256_movemask_epi8(_mm256_or_si256(v[0], v[1])) == 0 {
            return true;
        }
        let errors = |v, at: usize| match reach[at..].first_chunk() {
            Some(reach) => errors(v, before(reach)),
            None => v,
        };
        let any = _mm256_or_si256(errors(v[0], AT), errors(v[1], AT + WIDTH));
        self.previous_is_ascii = _mm256_movemask_epi8(v[1]) == 0;
        _mm256_testz_si256(any, any) != 0
    }

    /// Whether a vector has no error.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn vector(&mut self, reach: &Reach) -> bool {
        let [_, _, _, vector @ ..] = reach;
        let v = load(vector);
        let is_ascii = _mm256_movemask_epi8(v) == 0;
        if self.previous_is_ascii && is_ascii {
            return true;
        }
        let any = errors(v, before(reach));
        self.previous_is_ascii = is_ascii;
        _mm256_testz_si256(any, any) != 0
    }

    /// How far `src` is valid; from `at` on there is less than a block.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn last(mut self, src: &[u8], mut at: usize, end: &Reach) -> usize {
        while let Some(reach) = src[at - BACK..].first_chunk() {
            if !self.vector(reach) {
                return utf8_valid_up_to_from(src, at);
            }
            at += WIDTH;
        }
        // The last vector overlaps what was checked.
        if self.vector(end) && utf8_automaton::is_whole(src) { src.len() } else { utf8_valid_up_to_from(src, at) }
    }
}

/// The bytes one, two and three before each byte of the vector. Loading them is cheaper than shifting them in.
#[inline(always)]
fn before(reach: &Reach) -> [__m256i; 3] {
    let [_, _, one_back @ .., _] = reach;
    let [_, two_back @ .., _, _] = reach;
    let [three_back @ .., _, _, _] = reach;
    [load(one_back), load(two_back), load(three_back)]
}

/// Nonzero in each lane of `v` whose byte is invalid after the bytes one, two and three before it.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn errors(v: __m256i, [one_back, two_back, three_back]: [__m256i; 3]) -> __m256i {
    use super::super::utf8_table::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};

    let nibble = _mm256_set1_epi8(0xF);
    let high = |v| _mm256_and_si256(_mm256_srli_epi16::<4>(v), nibble);
    let look_up = |table: &[u8; 16], nibbles| _mm256_shuffle_epi8(twice(table), nibbles);
    let wrong = _mm256_and_si256(
        _mm256_and_si256(look_up(&FIRST_HIGH, high(one_back)), look_up(&FIRST_LOW, _mm256_and_si256(one_back, nibble))),
        look_up(&SECOND_HIGH, high(v)),
    );
    // By the tables, a third or fourth byte is wrong by its highest bit: two continuation bytes in a row. It
    // is right exactly where a lead two or three bytes before sets that bit here too.
    let third = _mm256_subs_epu8(two_back, _mm256_set1_epi8((0xE0u8 - 0x80) as i8));
    let fourth = _mm256_subs_epu8(three_back, _mm256_set1_epi8((0xF0u8 - 0x80) as i8));
    let expected = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(0x80u8 as i8));
    _mm256_xor_si256(expected, wrong)
}

//! UTF-8, 64 bytes at a time: validate and copy in one pass.
//!
//! The test is the portable kernel's: a byte must continue a character exactly where a lead before
//! it calls for that. The fewer leads are allowed, the fewer instructions say so, and text rarely
//! needs all: so there are five tests for five ranges of leads, and as long as one of them finds
//! nothing wrong, it goes on, which costs no branch that is hard to predict. A block with other
//! leads gets the widest test; where there are many such blocks, the test that they need goes on.

use core::arch::x86_64::*;

use super::super::{portable, utf8_valid_up_to_from};
use super::WIDTH;

/// What is looked at together.
const BLOCK: usize = 4 * WIDTH;

/// How far before a byte its lead is at most.
const BACK: usize = 3;

/// What is shorter is done before it is clear which test goes on.
const SHORT: usize = 4 * BLOCK;

/// A block and what is before it.
type Window = [u8; BACK + BLOCK];

/// After how many bytes another test is chosen, by what they were.
const STRETCH: usize = 8 * BLOCK;

/// How long [`Leads::C2ToEf`] goes on before [`Leads::E1ToEf`] is tried again, which takes less.
const LONG: usize = 4 * STRETCH;

/// The leads that a test allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Leads {
    C2ToDf,
    C2ToEc,
    E1ToEf,
    C2ToEf,
    C2ToF4,
}

impl Leads {
    /// By the greatest byte: of those from ED on, [`Leads::E1ToEf`], which may not be enough.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn up_to(most: __m128i) -> Leads {
        let has = |least: u8| !are_ascii(_mm_subs_epu8(most, splat(least - 0x80)));
        match [has(0xE0), has(0xED), has(0xF0)] {
            [false, ..] => Leads::C2ToDf,
            [_, false, _] => Leads::C2ToEc,
            [.., false] => Leads::E1ToEf,
            _ => Leads::C2ToF4,
        }
    }
}

/// Copies as far as it is valid and whole characters fit.
#[target_feature(enable = "sse2")]
pub(super) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    if n < SHORT {
        return portable::utf8::copy(src, dst);
    }
    dst[..BACK].copy_from_slice(&src[..BACK]);
    walk(src, |at, block| {
        if let Some(to) = dst[at..].first_chunk_mut::<BLOCK>() {
            store(to, block);
        }
    })
}

/// How far it is valid.
#[target_feature(enable = "sse2")]
pub(super) fn valid_up_to(src: &[u8]) -> usize {
    match src.len() {
        ..SHORT => portable::utf8::valid_up_to(src),
        _ => walk(src, |_, _| ()),
    }
}

/// How far what is not [`SHORT`] is valid; `each` gets what is looked at and where it is, before
/// that is tested, and some of it twice.
#[inline]
#[target_feature(enable = "sse2")]
fn walk(src: &[u8], mut each: impl FnMut(usize, [__m128i; 4])) -> usize {
    const { assert!(SHORT >= size_of::<Window>()) };
    let (Some(last), Some(first)) = (src.len().checked_sub(BLOCK), src.first_chunk()) else { return 0 };
    if !portable::utf8::may_start(&src[..BACK]) {
        return utf8_valid_up_to_from(src, 0);
    }
    each(BACK, block(first));
    let Some(mut leads) = needed(first) else {
        return utf8_valid_up_to_from(src, BACK);
    };
    // From here on, blocks are where cache lines are, but for the last.
    let mut at = last.min(src[BACK..].as_ptr().align_offset(BLOCK).saturating_add(BACK));
    let mut failed_up_to = 0;
    loop {
        let end = (at + STRETCH).min(last + 1);
        let most;
        (at, most) = match leads {
            Leads::C2ToDf => run::<0xC2, 0xDF>(src, at, end, &mut each),
            Leads::C2ToEc => run::<0xC2, 0xEC>(src, at, end, &mut each),
            Leads::E1ToEf => run::<0xE1, 0xEF>(src, at, end, &mut each),
            Leads::C2ToEf => run::<0xC2, 0xEF>(src, at, end, &mut each),
            Leads::C2ToF4 => run::<0xC2, 0xF4>(src, at, end, &mut each),
        };
        if at < end {
            let needed = src[at - BACK..].first_chunk().and_then(|window| {
                each(at, block(window));
                needed(window)
            });
            let Some(needed) = needed else {
                return utf8_valid_up_to_from(src, at);
            };
            // The block before needed another test too, or one not long ago did; one of its own
            // among others changes nothing.
            let is_next = at == failed_up_to;
            at += BLOCK;
            if is_next || needed > Leads::C2ToDf && at - failed_up_to <= STRETCH {
                leads = needed;
            }
            failed_up_to = at;
        } else {
            leads = match Leads::up_to(most) {
                Leads::C2ToEc if leads == Leads::E1ToEf => leads,
                Leads::E1ToEf if leads == Leads::C2ToEf && at - failed_up_to < LONG => leads,
                // Markup between texts.
                _ if are_ascii(most) => leads,
                needed => needed,
            };
        }
        if at == last + BLOCK {
            return if portable::utf8::is_whole(src) { src.len() } else { utf8_valid_up_to_from(src, src.len()) };
        }
        // The last block is as much as there is, and may begin in the one before.
        at = at.min(last);
    }
}

/// Goes on until `end` or before a block that the test does not find right: where that is, and
/// the greatest of the bytes, apart from ASCII.
#[inline]
#[target_feature(enable = "sse2")]
fn run<const LEAST: u8, const MOST: u8>(
    src: &[u8],
    mut at: usize,
    end: usize,
    each: &mut impl FnMut(usize, [__m128i; 4]),
) -> (usize, __m128i) {
    let mut most = splat(0);
    if !sees_leads_of::<LEAST, MOST>(&src[at - BACK..at]) {
        return (at, most);
    }
    while at < end
        && let Some(window) = src[at - BACK..].first_chunk()
    {
        let block = block(window);
        // At once, so that nothing is kept in registers for it.
        each(at, block);
        let greatest = greatest(block);
        if are_ascii(greatest) && window[BACK - 1].is_ascii() {
            at = ascii(src, at + BLOCK, each);
            continue;
        }
        if !is_right::<LEAST, MOST>(window) {
            break;
        }
        most = _mm_max_epu8(most, greatest);
        at += BLOCK;
    }
    (at, most)
}

/// Goes on before a block that is not ASCII, or not whole: where that is.
#[inline]
#[target_feature(enable = "sse2")]
fn ascii(src: &[u8], mut at: usize, each: &mut impl FnMut(usize, [__m128i; 4])) -> usize {
    while let Some(window) = src[at - BACK..].first_chunk() {
        let block = block(window);
        if !are_ascii(greatest(block)) {
            break;
        }
        each(at, block);
        at += BLOCK;
    }
    at
}

/// Whether a test sees what the bytes before a block call for: there may be leads among them that
/// another test has allowed.
#[inline]
fn sees_leads_of<const LEAST: u8, const MOST: u8>(before: &[u8]) -> bool {
    before.iter().all(|byte| *byte < 0xC0 || (LEAST..=MOST).contains(byte))
}

/// The test that a block needs, if nothing is wrong in it.
#[target_feature(enable = "sse2")]
fn needed(window: &Window) -> Option<Leads> {
    if !is_right::<0xC2, 0xF4>(window) {
        return None;
    }
    Some(match Leads::up_to(_mm_max_epu8(greatest(block(window)), load(window, 0))) {
        Leads::E1ToEf if !is_right::<0xE1, 0xEF>(window) => Leads::C2ToEf,
        leads => leads,
    })
}

/// Whether each byte of the block may follow those before it, and leads are in `LEAST..=MOST`.
#[inline]
#[target_feature(enable = "sse2")]
fn is_right<const LEAST: u8, const MOST: u8>(window: &Window) -> bool {
    // Where the highest bit is set, something is wrong.
    let mut wrong = _mm_subs_epu8(greatest(block(window)), splat(MOST - 0x7F));
    let mut others = splat(0);
    // Where the third highest bit is set, a second byte is wrong.
    let mut seconds = splat(0);
    for at in [0, WIDTH, 2 * WIDTH, 3 * WIDTH] {
        let (third_last, second_last) = (load(window, at), load(window, at + 1));
        let (last, v) = (load(window, at + 2), load(window, at + 3));
        // The highest bit is set where a lead calls for this byte.
        let mut is_called_for = match LEAST {
            0xE0.. => _mm_subs_epu8(_mm_max_epu8(second_last, last), splat(0xE0 - 0x80)),
            _ => _mm_subs_epu8(last, splat(0xC0 - 0x80)),
        };
        if LEAST < 0xE0 && MOST >= 0xE0 {
            is_called_for = _mm_or_si128(is_called_for, _mm_subs_epu8(second_last, splat(0xE0 - 0x80)));
        }
        if MOST >= 0xF0 {
            is_called_for = _mm_or_si128(is_called_for, _mm_subs_epu8(third_last, splat(0xF0 - 0x80)));
        }
        // Zero at leads, else the byte. What is not below C0 is a lead that is not allowed.
        let other = _mm_subs_epu8(_mm_sub_epi8(v, splat(LEAST)), splat(0u8.wrapping_sub(LEAST)));
        others = _mm_max_epu8(others, other);
        wrong = _mm_or_si128(wrong, _mm_xor_si128(is_called_for, other));
        match (LEAST <= 0xE0 && 0xE0 <= MOST, LEAST <= 0xED && 0xED <= MOST) {
            (true, true) => wrong = _mm_or_si128(wrong, narrowed::<0xE0, 0xED, 0xA0>(last, v)),
            (true, false) => seconds = _mm_or_si128(seconds, _mm_subs_epu8(_mm_cmpeq_epi8(last, splat(0xE0)), v)),
            (false, true) => seconds = _mm_or_si128(seconds, _mm_and_si128(v, _mm_cmpeq_epi8(last, splat(0xED)))),
            (false, false) => {}
        }
        if MOST >= 0xF0 {
            wrong = _mm_or_si128(wrong, narrowed::<0xF0, 0xF4, 0x90>(last, v));
        }
    }
    wrong = _mm_or_si128(wrong, _mm_subs_epu8(others, splat(0xC0 - 0x80)));
    are_ascii(_mm_or_si128(wrong, _mm_slli_epi16::<2>(seconds)))
}

/// All ones where a byte less than `BORDER` follows `LOW`, or one that is not less follows `HIGH`.
#[inline]
#[target_feature(enable = "sse2")]
fn narrowed<const LOW: u8, const HIGH: u8, const BORDER: u8>(last: __m128i, v: __m128i) -> __m128i {
    let is_less = _mm_cmpgt_epi8(splat(BORDER), v);
    let wrong = _mm_and_si128(is_less, splat(LOW ^ HIGH));
    _mm_cmpeq_epi8(_mm_xor_si128(last, wrong), splat(HIGH))
}

#[inline]
#[target_feature(enable = "sse2")]
fn block(window: &Window) -> [__m128i; 4] {
    let at = |at| load(window, BACK + at);
    [at(0), at(WIDTH), at(2 * WIDTH), at(3 * WIDTH)]
}

/// The greatest of a block's bytes, in 16 columns.
#[inline]
#[target_feature(enable = "sse2")]
fn greatest([a, b, c, d]: [__m128i; 4]) -> __m128i {
    _mm_max_epu8(_mm_max_epu8(a, b), _mm_max_epu8(c, d))
}

#[inline]
#[target_feature(enable = "sse2")]
fn load(window: &Window, at: usize) -> __m128i {
    let bytes: &[u8; WIDTH] = window[at..].first_chunk().unwrap_or(&[0; WIDTH]);
    // SAFETY: the array is as long as the vector.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// From the first vector to the last: an array would be written from its end, which takes twice as
/// long where vectors lie across cache lines.
#[inline]
#[target_feature(enable = "sse2")]
fn store(to: &mut [u8; BLOCK], block: [__m128i; 4]) {
    for (to, v) in to.as_chunks_mut::<WIDTH>().0.iter_mut().zip(block) {
        // SAFETY: the array is as long as the vector.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), v) };
    }
}

#[inline]
#[target_feature(enable = "sse2")]
fn splat(byte: u8) -> __m128i {
    _mm_set1_epi8(byte.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn are_ascii(v: __m128i) -> bool {
    _mm_movemask_epi8(v) == 0
}

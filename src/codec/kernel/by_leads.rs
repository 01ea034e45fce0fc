//! UTF-8, four vectors at a time: validate and copy in one pass.
//!
//! The test is the portable kernel's: a byte must continue a character exactly where a lead before
//! it calls for that. The fewer leads are allowed, the fewer instructions say so, and text rarely
//! needs all: so there are five tests for five sets of leads, and as long as one of them finds
//! nothing wrong, it goes on, which costs no branch that is hard to predict. A block with other
//! leads gets the widest test; where there are many such blocks, the test that they need goes on.

use super::vectors::Vectors;
use super::{portable, utf8_valid_up_to_from};

/// How far before a byte its lead is at most.
pub(super) const BACK: usize = 3;

/// What must not be longer apart for another test to go on: that many blocks that are not ASCII.
const NEAR: usize = 8;

/// After how many of them without such a block the test is chosen anew.
const LONG: usize = 24;

/// Where blocks start: whole vectors are then in a cache line each.
const CACHE_LINE: usize = 64;

/// The leads that a test allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leads {
    C2ToDf,
    C2ToEc,
    E1ToEf,
    C2ToEf,
    C2ToF4,
}

impl Leads {
    /// By the greatest byte: of those from ED on, [`Leads::E1ToEf`], which may not be enough.
    #[inline(always)]
    fn up_to<S: Vectors>(simd: S, most: S::Vector) -> Leads {
        let has = |least: u8| !simd.are_ascii(simd.saturating_sub(most, simd.splat(least - 0x80)));
        match [has(0xE0), has(0xED), has(0xF0)] {
            [false, ..] => Leads::C2ToDf,
            [_, false, _] => Leads::C2ToEc,
            [.., false] => Leads::E1ToEf,
            _ => Leads::C2ToF4,
        }
    }
}

/// Copies as far as it is valid and whole characters fit; nothing that is shorter than a window.
#[inline(always)]
pub(super) fn copy<S: Vectors>(simd: S, src: &[u8], dst: &mut [u8]) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    if let (Some(from), Some(to)) = (src.first_chunk::<BACK>(), dst.first_chunk_mut()) {
        *to = *from;
    }
    valid_up_to(simd, src, |at, block| simd.store(&mut dst[at..], block))
}

/// How far it is valid, nothing if it is shorter than a window; `each` gets what is looked at and
/// where it is, before that is tested, and some of it twice.
#[inline(always)]
pub(super) fn valid_up_to<S: Vectors>(simd: S, src: &[u8], mut each: impl FnMut(usize, [S::Vector; 4])) -> usize {
    let size = 4 * S::WIDTH;
    let (Some(last), Some(first)) = (src.len().checked_sub(size), simd.first_window(src)) else { return 0 };
    if !portable::utf8::may_start(&src[..BACK]) {
        return utf8_valid_up_to_from(src, 0);
    }
    each(BACK, block(simd, first));
    let mut leads = Leads::C2ToEc;
    if !is_right::<S, 0xC2, 0xEC>(simd, first) {
        let Some(needed) = simd.leads_of(first) else {
            return utf8_valid_up_to_from(src, BACK);
        };
        leads = needed;
    }
    let mut at = last.min(src[BACK..].as_ptr().align_offset(CACHE_LINE.min(size)).saturating_add(BACK));
    // Until the test is chosen anew.
    let mut left = LONG;
    let mut most = simd.splat(0);
    loop {
        let mut run = Run { simd, src, last, at, left, most };
        match leads {
            Leads::C2ToDf => run.go_on::<0xC2, 0xDF>(&mut each),
            Leads::C2ToEc => run.go_on::<0xC2, 0xEC>(&mut each),
            Leads::E1ToEf => run.go_on::<0xE1, 0xEF>(&mut each),
            Leads::C2ToEf => run.go_on::<0xC2, 0xEF>(&mut each),
            Leads::C2ToF4 => run.go_on::<0xC2, 0xF4>(&mut each),
        }
        Run { at, left, most, .. } = run;
        if at <= last && left > 0 {
            let needed = simd.first_window(&src[at - BACK..]).and_then(|window| {
                each(at, block(simd, window));
                simd.leads_of(window)
            });
            let Some(needed) = needed else {
                return utf8_valid_up_to_from(src, at);
            };
            // One such block among others changes nothing.
            if LONG - left <= NEAR {
                leads = if needed > leads { needed } else { Leads::C2ToEf };
                most = simd.splat(0);
            }
            left = LONG;
            at += size;
        } else if left == 0 {
            leads = match Leads::up_to(simd, most) {
                Leads::C2ToEc if leads == Leads::E1ToEf => leads,
                needed => needed,
            };
            left = LONG;
            most = simd.splat(0);
        }
        if at == last + size {
            return if portable::utf8::is_whole(src) { src.len() } else { utf8_valid_up_to_from(src, src.len()) };
        }
        // The last block is as much as there is, and may begin in the one before.
        at = at.min(last);
    }
}

/// The test that a block needs, if nothing is wrong in it.
#[inline(always)]
pub(super) fn leads_of<S: Vectors>(simd: S, window: &S::Window) -> Option<Leads> {
    if !is_right::<S, 0xC2, 0xF4>(simd, window) {
        return None;
    }
    let most = simd.max(greatest(simd, block(simd, window)), simd.load(window, 0));
    Some(match Leads::up_to(simd, most) {
        Leads::E1ToEf if !is_right::<S, 0xE1, 0xEF>(simd, window) => Leads::C2ToEf,
        leads => leads,
    })
}

/// Blocks that a test goes through.
struct Run<'a, S: Vectors> {
    simd: S,
    src: &'a [u8],
    /// Where the last block may start.
    last: usize,
    at: usize,
    /// How many blocks that are not ASCII are still to be tested.
    left: usize,
    /// The greatest of their bytes.
    most: S::Vector,
}

impl<S: Vectors> Run<'_, S> {
    /// Goes on before a block that the test does not find right, or up to the end.
    #[inline(always)]
    fn go_on<const LEAST: u8, const MOST: u8>(&mut self, each: &mut impl FnMut(usize, [S::Vector; 4])) {
        let Run { simd, src, last, mut at, mut left, mut most } = *self;
        // There may be leads before the block that another test has allowed, which this one does not see.
        let is_seen = |byte: &u8| *byte < 0xC0 || (LEAST..=MOST).contains(byte);
        if !src[at - BACK..at].iter().all(is_seen) {
            return;
        }
        while left > 0
            && let Some(window) = simd.first_window(&src[at - BACK..])
        {
            let block = block(simd, window);
            // At once, so that nothing is kept in registers for it.
            each(at, block);
            let greatest = greatest(simd, block);
            if simd.are_ascii(greatest) && src[at - 1].is_ascii() {
                at = ascii(simd, src, at + 4 * S::WIDTH, each);
                continue;
            }
            if !is_right::<S, LEAST, MOST>(simd, window) {
                break;
            }
            most = simd.max(most, greatest);
            at += 4 * S::WIDTH;
            left -= 1;
        }
        *self = Run { simd, src, last, at, left, most };
    }
}

/// Goes on before a block that is not ASCII, or not whole: where that is.
#[inline(always)]
fn ascii<S: Vectors>(simd: S, src: &[u8], mut at: usize, each: &mut impl FnMut(usize, [S::Vector; 4])) -> usize {
    while let Some(window) = simd.first_window(&src[at - BACK..]) {
        let block = block(simd, window);
        if !simd.are_ascii(greatest(simd, block)) {
            break;
        }
        each(at, block);
        at += 4 * S::WIDTH;
    }
    at
}

/// Whether each byte of the block may follow those before it, and leads are in `LEAST..=MOST`.
#[inline(always)]
fn is_right<S: Vectors, const LEAST: u8, const MOST: u8>(simd: S, window: &S::Window) -> bool {
    // Where the highest bit is set, something is wrong.
    let mut wrong = simd.saturating_sub(greatest(simd, block(simd, window)), simd.splat(MOST - 0x7F));
    let mut wrong_seconds = simd.no_wrong_seconds();
    // Of what is from C0 on, the least, as a distance from there.
    let mut least = simd.splat(0xFF);
    for vector in 0..4 {
        let at = vector * S::WIDTH;
        let (third_last, second_last) = (simd.load(window, at), simd.load(window, at + 1));
        let (last, v) = (simd.load(window, at + 2), simd.load(window, at + BACK));
        // The highest bit is set from a lead on.
        let from = |lead: u8, v| simd.saturating_sub(v, simd.splat(lead - 0x80));
        // And where a lead calls for this byte.
        let mut is_called_for = match LEAST {
            0xE0.. => from(0xE0, simd.max(second_last, last)),
            _ => from(0xC0, last),
        };
        if LEAST < 0xE0 && MOST >= 0xE0 {
            is_called_for = simd.or(is_called_for, from(0xE0, second_last));
        }
        if MOST >= 0xF0 {
            is_called_for = simd.or(is_called_for, from(0xF0, third_last));
        }
        wrong = simd.or(wrong, simd.xor(is_called_for, simd.are_continuations(v)));
        least = simd.min(least, simd.sub(v, simd.splat(0xC0)));
        wrong_seconds = match (LEAST <= 0xE0 && 0xE0 <= MOST, LEAST <= 0xED && 0xED <= MOST) {
            (true, true) => simd.add_wrong_seconds::<0xE0, 0xED, 0xA0>(wrong_seconds, last, v),
            (true, false) => simd.add_wrong_seconds::<0xE0, 0, 0xA0>(wrong_seconds, last, v),
            (false, true) => simd.add_wrong_seconds::<0, 0xED, 0xA0>(wrong_seconds, last, v),
            (false, false) => wrong_seconds,
        };
        if MOST >= 0xF0 {
            wrong_seconds = simd.add_wrong_seconds::<0xF0, 0xF4, 0x90>(wrong_seconds, last, v);
        }
    }
    // The highest bit is set up to what is less than `LEAST`.
    let too_low = simd.saturating_sub(simd.splat(0x7F + (LEAST - 0xC0)), least);
    simd.are_right(simd.or(wrong, too_low), wrong_seconds)
}

#[inline(always)]
fn block<S: Vectors>(simd: S, window: &S::Window) -> [S::Vector; 4] {
    let at = |vector| simd.load(window, BACK + vector * S::WIDTH);
    [at(0), at(1), at(2), at(3)]
}

/// The greatest of a block's bytes, by columns.
#[inline(always)]
fn greatest<S: Vectors>(simd: S, [a, b, c, d]: [S::Vector; 4]) -> S::Vector {
    simd.max(simd.max(a, b), simd.max(c, d))
}

//! UTF-8, four vectors at a time: validate and copy in one pass.
//!
//! A byte must continue a character exactly where a lead before it calls for that, and some leads
//! narrow down what may follow them. The fewer leads are allowed, the fewer instructions say so, and
//! text rarely needs all: so there are five tests for five sets of leads, the widest by tables where
//! there are look-ups. As long as one finds nothing wrong it goes on, which costs no branch that is
//! hard to predict. A block with other leads gets the widest test; where there are many such blocks,
//! the test that they need goes on. Now and then the test is chosen anew, by what there was.

use super::vectors::Vectors;
use super::{portable, utf8_valid_up_to_from};

/// How far before a byte its lead is at most.
pub(super) const BACK: usize = 3;

/// Another test goes on if no more blocks than these were right, ASCII not counted, since the last one
/// that needed another.
const NEAR: usize = 8;

/// After how many right blocks, ASCII not counted, the test is chosen anew.
const REVIEW_AFTER: usize = 24;

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

/// Copies as far as it is valid and whole characters fit. The first `checked` bytes, [`BACK`] at least,
/// are known to be valid but for a character that may go on behind them, and are there already; behind
/// them there is a block at least.
#[inline(always)]
pub(super) fn copy<S: Vectors>(simd: S, src: &[u8], dst: &mut [u8], checked: usize) -> usize {
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let room = dst.as_mut_ptr();
    valid_up_to(simd, src, checked, |at, block| unsafe { simd.store(room.add(at), block) })
}

/// How far it is valid, with `checked` as above; `each` gets what is looked at and where it is, before
/// that is tested, and some of it twice.
#[inline(always)]
pub(super) fn valid_up_to<S: Vectors>(
    simd: S,
    src: &[u8],
    checked: usize,
    mut each: impl FnMut(usize, [S::Vector; 4]),
) -> usize {
    let size = 4 * S::WIDTH;
    let window = |at: usize| at.checked_sub(BACK).and_then(|start| simd.first_window(&src[start..]));
    let (Some(last), Some(first)) = (src.len().checked_sub(size), window(checked)) else {
        return utf8_valid_up_to_from(src, checked);
    };
    each(checked, block(simd, first));
    let Some(mut leads) = simd.leads_of(first) else {
        return utf8_valid_up_to_from(src, checked);
    };
    let mut at = last.min(checked + src[checked..].as_ptr().align_offset(CACHE_LINE).min(size));
    // How many blocks there were since one that needed another test, and how many are left until the
    // test is chosen anew.
    let (mut since, mut left) = (0, NEAR);
    // How many [`Leads::C2ToEf`] gets: more each time that [`Leads::E1ToEf`] was not enough behind it.
    let mut patience = REVIEW_AFTER;
    let mut most = simd.splat(0);
    loop {
        let mut run = Run { simd, src, at, left, most };
        match leads {
            Leads::C2ToDf => run.go_on::<0xC2, 0xDF>(&mut each),
            Leads::C2ToEc => run.go_on::<0xC2, 0xEC>(&mut each),
            Leads::E1ToEf => run.go_on::<0xE1, 0xEF>(&mut each),
            Leads::C2ToEf => run.go_on::<0xC2, 0xEF>(&mut each),
            Leads::C2ToF4 => run.go_on::<0xC2, 0xF4>(&mut each),
        }
        since += left - run.left;
        Run { at, left, most, .. } = run;
        let chosen = leads;
        if at <= last && left > 0 {
            let needed = window(at).and_then(|window| {
                each(at, block(simd, window));
                simd.leads_of(window)
            });
            let Some(needed) = needed else {
                return utf8_valid_up_to_from(src, at);
            };
            if since <= NEAR {
                leads = match leads {
                    Leads::E1ToEf if needed <= Leads::C2ToEf => Leads::C2ToEf,
                    _ => leads.max(needed),
                };
            }
            if chosen == Leads::E1ToEf && leads == Leads::C2ToEf {
                patience *= 2;
            }
            since = 0;
            at += size;
            most = simd.splat(0);
        } else if left == 0 {
            leads = match Leads::up_to(simd, most) {
                Leads::C2ToEc if leads == Leads::E1ToEf => leads,
                needed => needed,
            };
        }
        if left == 0 || leads != chosen {
            left = if leads == Leads::C2ToEf { patience } else { REVIEW_AFTER };
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
    let most = greatest(simd, block(simd, window));
    if !is_right::<S, 0xC2, 0xF4>(simd, window, most) {
        return None;
    }
    Some(match Leads::up_to(simd, simd.max(most, simd.load(window, 0))) {
        Leads::E1ToEf => Leads::C2ToEf,
        leads => leads,
    })
}

/// Blocks that a test goes through.
struct Run<'a, S: Vectors> {
    simd: S,
    src: &'a [u8],
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
        let Run { simd, src, mut at, mut left, mut most } = *self;
        if !sees_leads_of::<LEAST, MOST>(&src[at - BACK..at]) {
            return;
        }
        let Some(last) = src.len().checked_sub(4 * S::WIDTH) else { return };
        while left > 0 && at <= last {
            let window = unsafe { &*src.as_ptr().add(at - BACK).cast::<S::Window>() };
            let block = block(simd, window);
            // At once, so that nothing is kept in registers for it.
            each(at, block);
            let greatest = greatest(simd, block);
            if !simd.are_ascii(greatest) || !src[at - 1].is_ascii() {
                most = simd.max(most, greatest);
                if !is_right::<S, LEAST, MOST>(simd, window, most) {
                    break;
                }
                left -= 1;
            }
            at += 4 * S::WIDTH;
        }
        *self = Run { simd, src, at, left, most };
    }
}

/// Whether a test sees what the bytes before a block call for: there may be leads among them that
/// another test has allowed.
#[inline(always)]
fn sees_leads_of<const LEAST: u8, const MOST: u8>(before: &[u8]) -> bool {
    before.iter().all(|byte| *byte < 0xC0 || (LEAST..=MOST).contains(byte))
}

/// Whether each byte of the block may follow those before it, and leads are in `LEAST..=MOST`.
#[inline(always)]
fn is_right<S: Vectors, const LEAST: u8, const MOST: u8>(simd: S, window: &S::Window, most: S::Vector) -> bool {
    if LEAST == 0xC2
        && MOST >= 0xF0
        && let Some(is_right) = is_right_by_tables(simd, window)
    {
        return is_right;
    }
    // Where the highest bit is set, something is wrong.
    let mut wrong = simd.saturating_sub(most, simd.splat(MOST - 0x7F));
    let mut wrong_seconds = simd.no_wrong_seconds();
    // The least lead's distance from C0, if there is one.
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
        let by_kind = simd.by_kind(v);
        wrong = simd.or(wrong, simd.xor(is_called_for, by_kind));
        least = simd.min(least, by_kind);
        // Both, and below F0 and F4, only where there are no tables.
        wrong_seconds = match (LEAST <= 0xE0 && 0xE0 <= MOST, LEAST <= 0xED && 0xED <= MOST) {
            (true, true) => simd.add_wrong_seconds::<0xE0, 0xED, 0xA0>(wrong_seconds, last, by_kind),
            (true, false) => simd.add_wrong_seconds::<0xE0, 0, 0xA0>(wrong_seconds, last, by_kind),
            (false, true) => simd.add_wrong_seconds::<0, 0xED, 0xA0>(wrong_seconds, last, by_kind),
            (false, false) => wrong_seconds,
        };
        if MOST >= 0xF0 {
            wrong_seconds = simd.add_wrong_seconds::<0xF0, 0xF4, 0x90>(wrong_seconds, last, by_kind);
        }
    }
    // The highest bit is set up to what is less than `LEAST`.
    let too_low = simd.saturating_sub(simd.splat(0x7F + (LEAST - 0xC0)), least);
    simd.are_right(simd.or(wrong, too_low), wrong_seconds)
}

/// The same by look-ups, which do not depend on leads, if there are any.
#[inline(always)]
fn is_right_by_tables<S: Vectors>(simd: S, window: &S::Window) -> Option<bool> {
    let mut any = simd.splat(0);
    for vector in 0..4 {
        let load = |back| simd.load(window, vector * S::WIDTH + BACK - back);
        any = simd.or(any, simd.errors(load(0), [load(1), load(2), load(3)])?);
    }
    Some(simd.are_zero(any))
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

#[cfg(test)]
mod tests {
    use super::super::vectors::{Avx2, Avx512, Sse2, Vectors};
    use super::super::{Kernels, portable};
    use super::BACK;
    use crate::Level;

    /// Every test by leads finds what is wrong, at every place of a block, behind text of any leads and
    /// before text of any others, and copies what is right.
    #[test]
    fn every_width_tells_what_is_wrong() {
        const CUT: [&[u8]; 16] = [
            b"",
            b"\xC3\xC3\xA9",
            b"\xE6\xE6\xBC\xA2",
            b"\x80",
            b"\xC3",
            b"\xDC",
            b"\xC0\x80",
            b"\xC1\xBF",
            b"\xE0",
            b"\xE0\x9F\xBF",
            b"\xE6\xBC",
            b"\xED\xA0\x80",
            b"\xEF\xBF",
            b"\xF0\x8F\xBF\xBF",
            b"\xF4\x90\x80\x80",
            b"\xF5\x80\x80\x80",
        ];
        const FILLERS: [&str; 10] = [
            "a",
            "\u{E9}",
            "\u{7FF}a",
            "\u{800}",
            "\u{1000}",
            "\u{6F22}",
            "\u{D7FF}",
            "\u{E000}",
            "\u{FF01}bc\u{E9}",
            "\u{1F600}",
        ];
        fn hold<S: Vectors>(simd: S, level: Level, text: &[u8], room: usize) {
            if !portable::utf8::may_start(&text[..BACK]) {
                return;
            }
            let valid = |text: &[u8]| core::str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len);
            assert_eq!(simd.valid_up_to(text, BACK), valid(text), "{level:?} {text:02X?}");
            let mut buffer = vec![0xA5; text.len() + 1];
            buffer[..BACK].copy_from_slice(&text[..BACK]);
            let copied = simd.copy(text, &mut buffer[..room], BACK);
            assert_eq!(copied, valid(&text[..room]), "{level:?} {room} {text:02X?}");
            assert!(buffer[..copied] == text[..copied], "{level:?} {room} {text:02X?}");
            assert!(buffer[room..].iter().all(|byte| *byte == 0xA5), "{level:?} {room} {text:02X?}");
        }
        for (i, before) in FILLERS.into_iter().enumerate() {
            for (j, behind) in FILLERS.into_iter().enumerate() {
                for (k, cut) in CUT.into_iter().enumerate() {
                    // In ASCII all places, else other ones for each.
                    let step = if i + j == 0 { 1 } else { 61 };
                    for place in (0..1024).skip((i + 10 * j + 100 * k) % step).step_by(step) {
                        let before = before.as_bytes().iter().cycle().take(place);
                        let behind = behind.as_bytes().iter().cycle().take(264 + (7 * place + k) % 300);
                        let text: Vec<u8> = before.chain(cut).chain(behind).copied().collect();
                        let room = text.len() - place % 4;
                        // SAFETY: they are made where the machine has them.
                        unsafe {
                            hold(Sse2::new(), Level::Sse2, &text, room);
                            if Kernels::at(Level::Avx2).is_some() {
                                hold(Avx2::new(), Level::Avx2, &text, room);
                            }
                            if Kernels::at(Level::Avx512).is_some() {
                                hold(Avx512::new(), Level::Avx512, &text, room);
                            }
                        }
                    }
                }
            }
        }
    }
}

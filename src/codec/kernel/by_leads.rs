//! UTF-8, a block of four rows at a time: validate and copy in one pass.
//!
//! A byte must continue a character exactly where a lead before it calls for that, and some leads
//! narrow down what may follow them. The fewer leads are allowed, the fewer instructions say so, and
//! text rarely needs all: so there are five tests for five sets of leads, the widest by tables where
//! there are look-ups. As long as one finds nothing wrong it goes on, which costs no branch that is
//! hard to predict. A block with other leads gets the widest test; where there are many such blocks,
//! the test that they need goes on. Now and then the test is chosen anew, by what there was.
//!
//! The tests are written once, for [`Bytes`]: a vector of an instruction set, or one byte, of which
//! compilers make vectors ([`portable::utf8`]).

use core::ops::Range;

use super::{portable, utf8_valid_up_to_from};

/// How far before a byte its lead is at most.
pub(super) const BACK: usize = 3;

/// Another test goes on if no more blocks than these were right, ASCII not counted, since the last one
/// that needed another.
const NEAR: usize = 8;

/// After how many right blocks, ASCII not counted, the test is chosen anew.
const REVIEW_AFTER: usize = 32;

/// By how many blocks.
const REVIEWED: usize = 4;

/// Where blocks start: whole vectors are then in a cache line each.
const CACHE_LINE: usize = 64;

/// The leads that a test allows, by the greatest, and then by how many. What a block needs is never
/// [`Leads::E1ToEf`], which is tried where [`Leads::C2ToEf`] was enough.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leads {
    C2ToDf,
    C2ToEc,
    E1ToEf,
    C2ToEf,
    C2ToF4,
}

impl Leads {
    /// By the greatest of these bytes. Of ED to EF it is [`Leads::E1ToEf`], although there may be leads
    /// of two bytes too.
    #[inline(always)]
    fn up_to(bytes: &[u8]) -> Leads {
        match bytes.iter().fold(0, |most: u8, byte| most.max(*byte)) {
            ..0xE0 => Leads::C2ToDf,
            0xE0..0xED => Leads::C2ToEc,
            0xED..0xF0 => Leads::E1ToEf,
            0xF0.. => Leads::C2ToF4,
        }
    }
}

/// Blocks of bytes, with an instruction set or without.
///
/// # Safety
/// `Block` is `[u8; SIZE]`, and `Window` is `[u8; BACK + SIZE]`.
pub(super) unsafe trait Blocks: Copy {
    /// The bytes of a block.
    type Block;

    /// The same, and [`BACK`] before them.
    type Window: AsRef<[u8]> + 'static;

    /// The bytes of a block.
    const SIZE: usize;

    /// Copies a block to the `room` for it, and tests it by [`is_right`] unless it is ASCII and nothing
    /// goes on in it. `N` is one, or zero where nothing is copied: known when compiling, so that nothing
    /// branches on it.
    fn test<const LEAST: u8, const MOST: u8, const N: usize>(
        self,
        window: &Self::Window,
        room: [&mut Self::Block; N],
    ) -> Found;

    /// [`copy`] with the instruction set's features.
    fn copy(self, src: &[u8], dst: &mut [u8], checked: usize) -> usize;

    /// [`valid_up_to`] with them.
    fn valid_up_to(self, src: &[u8], checked: usize) -> usize;

    /// [`leads_of`] with them; not inlined, since it is rare.
    fn leads_of(self, window: &Self::Window) -> Option<Leads>;
}

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Ascii,
    Right,
    Wrong,
}

/// Bytes that are tested at once, and what is done to each of them. A value of such a type is proof
/// that the machine can do it.
pub(super) trait Bytes: Copy {
    type Vector: Copy;

    /// The same byte everywhere.
    fn splat(self, byte: u8) -> Self::Vector;

    /// The greater bytes, here and below unsigned.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    fn min(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The differences, or zero where they are negative.
    fn saturating_sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The signed sums of bytes and 40 hex, saturated. Continuation bytes come from C0 on, so that
    /// they alone have the highest bit set; leads from 0 to 3F; ASCII between.
    fn by_kind(self, v: Self::Vector) -> Self::Vector;

    /// What [`add_wrong_seconds`](Self::add_wrong_seconds) starts from.
    fn no_wrong_seconds(self) -> Self::Vector;

    /// Adds to `wrong` where a continuation byte follows `LOW` and is less than `BORDER`, or follows
    /// `HIGH` and is not. Where another byte follows them, the result may be either, since that is wrong
    /// anyway. `BORDER` is 90 or A0; with A0, `LOW` or `HIGH` may be zero, for none.
    fn add_wrong_seconds<const LOW: u8, const HIGH: u8, const BORDER: u8>(
        self,
        wrong: Self::Vector,
        last: Self::Vector,
        by_kind: Self::Vector,
    ) -> Self::Vector;

    /// Whether nothing is wrong in either: where the highest bit is set, and in what was added.
    fn are_right(self, wrong: Self::Vector, wrong_seconds: Self::Vector) -> bool;

    /// Not zero where `v` cannot follow the bytes that are one, two and three before it, if there are
    /// tables of 16 to look bytes up in.
    fn errors(self, _v: Self::Vector, _before: [Self::Vector; BACK]) -> Option<Self::Vector> {
        None
    }

    /// Whether all bits are zero.
    fn are_zero(self, v: Self::Vector) -> bool;
}

/// Copies as far as it is valid and whole characters fit; `None` where there is no block, or an error in
/// the first bytes.
#[inline(always)]
pub(super) fn copy_from_start<B: Blocks>(blocks: B, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    if src.len().min(dst.len()) < BACK + B::SIZE || !portable::utf8::may_start(&src[..BACK]) {
        return None;
    }
    dst[..BACK].copy_from_slice(&src[..BACK]);
    Some(blocks.copy(src, dst, BACK))
}

/// How far it is valid, or `None` as above.
#[inline(always)]
pub(super) fn valid_from_start<B: Blocks>(blocks: B, src: &[u8]) -> Option<usize> {
    let is_long = src.len() >= BACK + B::SIZE && portable::utf8::may_start(&src[..BACK]);
    is_long.then(|| blocks.valid_up_to(src, BACK))
}

/// Copies as far as it is valid and whole characters fit. The first `checked` bytes, [`BACK`] at least,
/// are known to be valid but for a character that may go on behind them, and are there already; a block
/// fits behind them.
#[inline(always)]
pub(super) fn copy<B: Blocks>(blocks: B, src: &[u8], dst: &mut [u8], checked: usize) -> usize {
    let n = src.len().min(dst.len());
    go_through(blocks, &src[..n], [&mut dst[..n]], checked)
}

/// How far it is valid, with `checked` as above.
#[inline(always)]
pub(super) fn valid_up_to<B: Blocks>(blocks: B, src: &[u8], checked: usize) -> usize {
    go_through(blocks, src, [], checked)
}

/// Block by block: with the test that was chosen as long as it finds nothing wrong, then the block that it
/// is not enough for, and again. The last block is as much as there is, and may begin in the one before.
#[inline(always)]
fn go_through<B: Blocks, const N: usize>(blocks: B, src: &[u8], room: [&mut [u8]; N], checked: usize) -> usize {
    assert!(checked >= BACK && checked + B::SIZE <= src.len());
    let first = checked - BACK;
    let mut pass = Pass::new(blocks, src, room);
    let Some(mut leads) = pass.leads_at(first) else {
        return utf8_valid_up_to_from(src, checked);
    };
    let last = pass.last;
    let mut at = last.min(first + src[checked..].as_ptr().align_offset(CACHE_LINE).min(B::SIZE));
    // How many blocks there were since one that needed another test, and how many are left until the
    // test is chosen anew.
    let (mut since, mut left) = (0, NEAR);
    // How many [`Leads::C2ToEf`] gets: more each time that [`Leads::E1ToEf`] was not enough behind it.
    let mut patience = REVIEW_AFTER;
    loop {
        let count = left;
        (at, left) = match leads {
            Leads::C2ToDf => pass.go_on::<0xC2, 0xDF>(at, left),
            Leads::C2ToEc => pass.go_on::<0xC2, 0xEC>(at, left),
            Leads::E1ToEf => pass.go_on::<0xE1, 0xEF>(at, left),
            Leads::C2ToEf => pass.go_on::<0xC2, 0xEF>(at, left),
            Leads::C2ToF4 => pass.go_on::<0xC2, 0xF4>(at, left),
        };
        since += count - left;
        let chosen = leads;
        if at <= last && left > 0 {
            let Some(needed) = pass.leads_at(at) else {
                return utf8_valid_up_to_from(src, at + BACK);
            };
            if since <= NEAR {
                leads = match leads {
                    Leads::E1ToEf if needed <= Leads::C2ToEf => Leads::C2ToEf,
                    _ => leads.max(needed),
                };
            }
            if chosen == Leads::E1ToEf && leads == Leads::C2ToEf {
                patience = patience.saturating_mul(2);
            }
            since = 0;
            at += B::SIZE;
        } else if left == 0 {
            let end = at + BACK;
            leads = match Leads::up_to(&src[end.saturating_sub(REVIEWED * B::SIZE)..end]) {
                Leads::C2ToEc if leads == Leads::E1ToEf => leads,
                needed => needed,
            };
        }
        if left == 0 || leads != chosen {
            left = if leads == Leads::C2ToEf { patience } else { REVIEW_AFTER };
        }
        if at == last + B::SIZE {
            return if portable::utf8::is_whole(src) { src.len() } else { utf8_valid_up_to_from(src, src.len()) };
        }
        at = at.min(last);
    }
}

/// What a block needs, if it is right; `room` is for what [`Blocks::test`] copies.
#[inline(always)]
pub(super) fn leads_of<B: Blocks, const N: usize>(
    blocks: B,
    window: &B::Window,
    room: [&mut B::Block; N],
) -> Option<Leads> {
    if blocks.test::<0xC2, 0xF4, N>(window, room) == Found::Wrong {
        return None;
    }
    // A length that is known would have it unrolled, byte by byte.
    Some(match Leads::up_to(core::hint::black_box(window.as_ref())) {
        Leads::E1ToEf => Leads::C2ToEf,
        leads => leads,
    })
}

/// A way through `src`. A place is where a window starts: [`BACK`] bytes before a block.
struct Pass<'a, B, const N: usize> {
    blocks: B,
    src: &'a [u8],
    /// One as long as `src`, or none.
    room: [&'a mut [u8]; N],
    /// The place of the last block.
    last: usize,
}

impl<'a, B: Blocks, const N: usize> Pass<'a, B, N> {
    #[inline(always)]
    fn new(blocks: B, src: &'a [u8], room: [&'a mut [u8]; N]) -> Pass<'a, B, N> {
        assert!(src.len() >= BACK + B::SIZE && room.iter().all(|room| room.len() == src.len()));
        Pass { blocks, src, room, last: src.len() - (BACK + B::SIZE) }
    }

    /// The window at `at`, and the room for its block.
    #[inline(always)]
    fn window(&mut self, at: usize) -> (&'a B::Window, [&mut B::Block; N]) {
        assert!(at <= self.last);
        // SAFETY: up to the last place there is a window, which is an array of bytes.
        let window = unsafe { &*self.src.as_ptr().add(at).cast::<B::Window>() };
        // SAFETY: room is as long if there is any, and a block is a window without the first bytes.
        let room =
            self.room.each_mut().map(|room| unsafe { &mut *room.as_mut_ptr().add(at + BACK).cast::<B::Block>() });
        (window, room)
    }

    /// Copies the block at `at` if there is room, and tells what it needs, if it is right.
    #[inline(always)]
    fn leads_at(&mut self, at: usize) -> Option<Leads> {
        let block = at + BACK..at + BACK + B::SIZE;
        for room in &mut self.room {
            room[block.clone()].copy_from_slice(&self.src[block.clone()]);
        }
        self.blocks.leads_of(self.window(at).0)
    }

    /// Goes on with a test, before a block that is not right, or behind the last one, or until `left`
    /// blocks that are not ASCII were right: the place, and how many are left.
    #[inline(always)]
    fn go_on<const LEAST: u8, const MOST: u8>(&mut self, mut at: usize, mut left: usize) -> (usize, usize) {
        if !sees_leads_of::<LEAST, MOST>(&self.src[at..at + BACK]) {
            return (at, left);
        }
        let (blocks, last) = (self.blocks, self.last);
        while left > 0 && at <= last {
            let (window, room) = self.window(at);
            match blocks.test::<LEAST, MOST, N>(window, room) {
                Found::Ascii => {}
                Found::Right => left -= 1,
                Found::Wrong => break,
            }
            at += B::SIZE;
        }
        (at, left)
    }
}

/// Whether a test sees what the bytes before a block call for: there may be leads among them that
/// another test has allowed.
#[inline(always)]
fn sees_leads_of<const LEAST: u8, const MOST: u8>(before: &[u8]) -> bool {
    before.iter().all(|byte| *byte < 0xC0 || (LEAST..=MOST).contains(byte))
}

/// Whether bytes of rows may follow those before them, and leads are in `LEAST..=MOST`; `greatest` is the
/// greatest of the bytes, which tells what is above `MOST`. `load` is told the row, and how far before its
/// bytes others are, which is [`BACK`] at most.
#[inline(always)]
pub(super) fn is_right<B: Bytes, const LEAST: u8, const MOST: u8>(
    bytes: B,
    rows: Range<usize>,
    load: impl Fn(usize, usize) -> B::Vector,
    greatest: B::Vector,
) -> bool {
    if LEAST == 0xC2
        && MOST >= 0xF0
        && let Some(is_right) = is_right_by_tables(bytes, rows.clone(), &load)
    {
        return is_right;
    }
    // Where the highest bit is set, something is wrong.
    let mut wrong = bytes.saturating_sub(greatest, bytes.splat(MOST - 0x7F));
    let mut wrong_seconds = bytes.no_wrong_seconds();
    // The least lead's distance from C0, if there is one.
    let mut least = bytes.splat(0xFF);
    for row in rows {
        let [by_kind, last, second_last, third_last] =
            [bytes.by_kind(load(row, 0)), load(row, 1), load(row, 2), load(row, 3)];
        // The highest bit is set from a lead on.
        let from = |lead: u8, v| bytes.saturating_sub(v, bytes.splat(lead - 0x80));
        // And where a lead calls for this byte.
        let mut is_called_for = match LEAST {
            0xE0.. => from(0xE0, bytes.max(second_last, last)),
            _ => from(0xC0, last),
        };
        if LEAST < 0xE0 && MOST >= 0xE0 {
            is_called_for = bytes.or(is_called_for, from(0xE0, second_last));
        }
        if MOST >= 0xF0 {
            is_called_for = bytes.or(is_called_for, from(0xF0, third_last));
        }
        wrong = bytes.or(wrong, bytes.xor(is_called_for, by_kind));
        least = bytes.min(least, by_kind);
        wrong_seconds = match (LEAST <= 0xE0 && 0xE0 <= MOST, LEAST <= 0xED && 0xED <= MOST) {
            (true, true) => bytes.add_wrong_seconds::<0xE0, 0xED, 0xA0>(wrong_seconds, last, by_kind),
            (true, false) => bytes.add_wrong_seconds::<0xE0, 0, 0xA0>(wrong_seconds, last, by_kind),
            (false, true) => bytes.add_wrong_seconds::<0, 0xED, 0xA0>(wrong_seconds, last, by_kind),
            (false, false) => wrong_seconds,
        };
        if MOST >= 0xF0 {
            wrong_seconds = bytes.add_wrong_seconds::<0xF0, 0xF4, 0x90>(wrong_seconds, last, by_kind);
        }
    }
    // The highest bit is set where the least lead is below `LEAST`.
    let too_low = bytes.saturating_sub(bytes.splat(0x7F + (LEAST - 0xC0)), least);
    bytes.are_right(bytes.or(wrong, too_low), wrong_seconds)
}

/// The same by look-ups, which do not depend on leads, if there are any.
#[inline(always)]
fn is_right_by_tables<B: Bytes>(
    bytes: B,
    rows: Range<usize>,
    load: &impl Fn(usize, usize) -> B::Vector,
) -> Option<bool> {
    let mut any = bytes.splat(0);
    for row in rows {
        any = bytes.or(any, bytes.errors(load(row, 0), [load(row, 1), load(row, 2), load(row, 3)])?);
    }
    Some(bytes.are_zero(any))
}

#[cfg(test)]
mod tests {
    use super::super::portable::utf8::Rows;
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    use super::super::vectors::{Avx2, Avx512};
    use super::super::{Kernels, portable};
    use super::{BACK, Blocks};
    use crate::Level;

    /// What there is on this machine. All copy and say how far the text is valid.
    fn hold_all(text: &[u8], room: usize) {
        hold(Rows, Level::Portable, text, room);
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        // SAFETY: they are made where the machine has them.
        unsafe {
            if Kernels::at(Level::Avx2).is_some() {
                hold(Avx2::new(), Level::Avx2, text, room);
            }
            if Kernels::at(Level::Avx512).is_some() {
                hold(Avx512::new(), Level::Avx512, text, room);
            }
        }
    }

    fn hold<B: Blocks>(blocks: B, level: Level, text: &[u8], room: usize) {
        if !portable::utf8::may_start(&text[..BACK]) {
            return;
        }
        let valid = |text: &[u8]| core::str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len);
        assert_eq!(blocks.valid_up_to(text, BACK), valid(text), "{level:?} {text:02X?}");
        let mut buffer = vec![0xA5; text.len() + 1];
        buffer[..BACK].copy_from_slice(&text[..BACK]);
        let copied = blocks.copy(text, &mut buffer[..room], BACK);
        assert_eq!(copied, valid(&text[..room]), "{level:?} {room} {text:02X?}");
        assert!(buffer[..copied] == text[..copied], "{level:?} {room} {text:02X?}");
        assert!(buffer[room..].iter().all(|byte| *byte == 0xA5), "{level:?} {room} {text:02X?}");
    }

    /// Every test by leads finds what is wrong, at every place of a block, behind text of any leads and
    /// before text of any others, and copies what is right.
    #[test]
    fn every_width_tells_what_is_wrong() {
        const CUT: [&[u8]; 18] = [
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
            b"\xF0\x9F",
            b"\xF0\x9F\x98",
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
                        hold_all(&text, room);
                    }
                }
            }
        }
    }

    /// However often [`Leads::E1ToEf`] was not enough: twice as much each time is soon too much for a
    /// number.
    #[test]
    fn patience_may_be_lost_often() {
        // Both rare characters twice near each other, so that another test goes on.
        let mut text = String::new();
        for _ in 0..70 {
            for rare in ["\u{E9}", "\u{E9}", "\u{1F600}", "\u{1F600}"] {
                text.push_str(rare);
                text.extend(core::iter::repeat_n('\u{FF01}', 100));
            }
            text.extend(core::iter::repeat_n('\u{FF01}', 4000));
        }
        hold_all(text.as_bytes(), text.len());
    }

    /// A character that is cut off in the last bytes of the one block that another test was needed for.
    #[test]
    fn a_test_sees_what_another_has_allowed() {
        for (filler, cut) in [("\u{E9}", "\u{1F600}"), ("\u{E9}", "\u{6F22}"), ("\u{6F22}", "\u{1F600}")] {
            for length in 1..cut.len() {
                for behind in ["a", filler] {
                    for count in 3000..3300 {
                        let mut text = filler.repeat(count / filler.len()).into_bytes();
                        text.extend(&cut.as_bytes()[..length]);
                        text.extend(behind.repeat(1000).bytes());
                        hold_all(&text, text.len());
                    }
                }
            }
        }
    }
}

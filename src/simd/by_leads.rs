//! Long UTF-8, a block of four rows at a time: validate and copy in one pass.
//!
//! A byte has to be a continuation byte exactly where a lead byte before it requires one. After some lead
//! bytes (E0, ED, F0, F4) the second byte is restricted further. The fewer lead bytes a test allows, the
//! fewer instructions it takes, and most text has few different ones. So there are five tests, for five sets
//! of lead bytes.
//!
//! The chosen test is used as long as it finds nothing wrong, so that its branch is well predicted. A block
//! that fails is tested again by the widest test. Where that happens often, the test that such blocks need is
//! chosen. From time to time the choice is reviewed, by the lead bytes of the last few blocks.
//!
//! A block is tested column by column. There are no intrinsics: the compiler vectorizes whole rows, for each level that
//! calls these functions.

use super::{utf8_automaton, utf8_valid_up_to_from};

/// A lead byte is at most this many bytes before a byte of its character.
pub(super) const BACK: usize = 3;

/// If a block fails after no more than this many others passed (blocks of ASCII do not count), the test that
/// it needs is chosen.
const NEAR: usize = 8;

/// The choice is reviewed after this many blocks that passed (blocks of ASCII do not count).
const REVIEW_AFTER: usize = 32;

/// The review looks at this many blocks.
const REVIEWED: usize = 4;

/// Blocks are aligned to this, so that a vector does not cross cache lines.
const CACHE_LINE: usize = 64;

/// The lead bytes that a test allows, ordered by the greatest of them, and then by how many there are.
///
/// [`Leads::E1ToEf`] is the test of text without characters of two bytes, as in Chinese and Japanese. It is
/// tried in place of [`Leads::C2ToEf`], which takes more instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leads {
    C2ToDf,
    C2ToEc,
    E1ToEf,
    C2ToEf,
    C2ToF4,
}

impl Leads {
    /// The set for the greatest of these bytes. For ED to EF it is [`Leads::E1ToEf`], although there may be lead
    /// bytes of two-byte characters too.
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

/// The length of a row: a vector of AVX2, and two of smaller ones.
const ROW: usize = 32;

/// The length of a block.
const SIZE: usize = 4 * ROW;

type Block = [u8; SIZE];

/// A block, and the [`BACK`] bytes before it.
pub(super) type Window = [u8; BACK + SIZE];

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Ascii,
    Right,
    Wrong,
}

/// [`leads_of`], compiled for the level.
pub(super) trait LeadsOf: Fn(&Window) -> Option<Leads> {}

impl<F: Fn(&Window) -> Option<Leads>> LeadsOf for F {}

/// The least length that [`copy`] and [`valid_up_to`] take. Shorter input has no whole window.
pub(super) const SHORTEST: usize = BACK + SIZE;

/// Copies the valid, whole characters that fit: their length. `src` and `dst` have at least [`SHORTEST`] bytes.
#[inline(always)]
pub(super) fn copy(src: &[u8], dst: &mut [u8], leads_of: impl LeadsOf) -> usize {
    let n = src.len().min(dst.len());
    dst[..BACK].copy_from_slice(&src[..BACK]);
    go_through(&src[..n], [&mut dst[..n]], leads_of)
}

/// The length of the valid, whole characters. `src` has at least [`SHORTEST`] bytes.
#[inline(always)]
pub(super) fn valid_up_to(src: &[u8], leads_of: impl LeadsOf) -> usize {
    go_through(src, [], leads_of)
}

/// Goes through `src` block by block: with the chosen test while it passes, then with the widest test for the
/// block that failed, and so on. The last block ends where the input does, and may overlap the one before.
///
/// A window tests the bytes of its block, by the bytes before each. So the bytes before the first block are tested here,
/// and the windows leave none out: no caller has to test anything.
#[inline(always)]
fn go_through<const N: usize>(src: &[u8], room: [&mut [u8]; N], leads_of: impl LeadsOf) -> usize {
    let mut pass = Pass::new(src, room);
    if !utf8_automaton::may_start(&src[..BACK]) {
        return utf8_valid_up_to_from(src, 0);
    }
    let Some(mut leads) = pass.leads_at(0, &leads_of) else {
        return utf8_valid_up_to_from(src, BACK);
    };
    let last = pass.last;
    let mut at = last.min(src[BACK..].as_ptr().align_offset(CACHE_LINE).min(SIZE));
    // How many blocks have passed since the last one that failed.
    let mut passed = 0;
    // How many more may pass before the choice is reviewed.
    let mut left = NEAR;
    // How long `C2ToEf` is kept: twice as long each time that `E1ToEf` was tried after it and failed.
    let mut patience = REVIEW_AFTER;
    loop {
        let count = left;
        (at, left) = match leads {
            Leads::C2ToDf => pass.test_blocks::<0xC2, 0xDF>(at, left),
            Leads::C2ToEc => pass.test_blocks::<0xC2, 0xEC>(at, left),
            Leads::E1ToEf => pass.test_blocks::<0xE1, 0xEF>(at, left),
            Leads::C2ToEf => pass.test_blocks::<0xC2, 0xEF>(at, left),
            Leads::C2ToF4 => pass.test_blocks::<0xC2, 0xF4>(at, left),
        };
        passed += count - left;
        let chosen = leads;
        if at <= last && left > 0 {
            let Some(needed) = pass.leads_at(at, &leads_of) else {
                return utf8_valid_up_to_from(src, at + BACK);
            };
            if passed <= NEAR {
                leads = match leads {
                    Leads::E1ToEf if needed <= Leads::C2ToEf => Leads::C2ToEf,
                    _ => leads.max(needed),
                };
            }
            if chosen == Leads::E1ToEf && leads == Leads::C2ToEf {
                patience = patience.saturating_mul(2);
            }
            passed = 0;
            at += SIZE;
        } else if left == 0 {
            let end = at + BACK;
            leads = match Leads::up_to(&src[end.saturating_sub(REVIEWED * SIZE)..end]) {
                Leads::C2ToEc if leads == Leads::E1ToEf => leads,
                needed => needed,
            };
        }
        if left == 0 || leads != chosen {
            left = if leads == Leads::C2ToEf { patience } else { REVIEW_AFTER };
        }
        if at == last + SIZE {
            return if utf8_automaton::is_whole(src) { src.len() } else { utf8_valid_up_to_from(src, src.len()) };
        }
        at = at.min(last);
    }
}

/// The set that a block needs, or `None` if it is malformed. Rare, so a level calls it in a function of its own.
#[inline(always)]
pub(super) fn leads_of(window: &Window) -> Option<Leads> {
    // The copy is not needed. But without it, the compiler would unroll the loop byte by byte.
    if test::<0xC2, 0xF4, 1>(window, [&mut [0; _]]) == Found::Wrong {
        return None;
    }
    // Hides the length from the compiler, which would unroll the loop byte by byte.
    Some(match Leads::up_to(core::hint::black_box(window)) {
        Leads::E1ToEf => Leads::C2ToEf,
        leads => leads,
    })
}

/// Goes through `src`. A place is where a window starts: [`BACK`] bytes before its block.
struct Pass<'a, const N: usize> {
    src: &'a [u8],
    /// One slice as long as `src`, or none.
    room: [&'a mut [u8]; N],
    /// The place of the last block.
    last: usize,
}

impl<'a, const N: usize> Pass<'a, N> {
    #[inline(always)]
    fn new(src: &'a [u8], room: [&'a mut [u8]; N]) -> Pass<'a, N> {
        assert!(src.len() >= SHORTEST && room.iter().all(|room| room.len() == src.len()));
        Pass { src, room, last: src.len() - SHORTEST }
    }

    /// The window at `at`, and the room for its block.
    #[inline(always)]
    fn window(&mut self, at: usize) -> (&'a Window, [&mut Block; N]) {
        assert!(at <= self.last);
        // SAFETY: at all places up to the last there is a whole window, and it is an array of bytes.
        let window = unsafe { &*self.src.as_ptr().add(at).cast::<Window>() };
        // SAFETY: `room` is as long as `src`, and a block is a window without its first bytes.
        let room = self.room.each_mut().map(|room| unsafe { &mut *room.as_mut_ptr().add(at + BACK).cast::<Block>() });
        (window, room)
    }

    /// Copies the block at `at` if there is room, and returns the set that it needs, or `None` if it is
    /// malformed.
    #[inline(always)]
    fn leads_at(&mut self, at: usize, leads_of: &impl LeadsOf) -> Option<Leads> {
        let block = at + BACK..at + BACK + SIZE;
        for room in &mut self.room {
            room[block.clone()].copy_from_slice(&self.src[block.clone()]);
        }
        leads_of(self.window(at).0)
    }

    /// Tests block by block, until one fails, or the last one has passed, or `left` blocks other than ASCII have
    /// passed: the place, and how many of them are left.
    #[inline(always)]
    fn test_blocks<const LEAST: u8, const MOST: u8>(&mut self, mut at: usize, mut left: usize) -> (usize, usize) {
        if !sees_leads_of::<LEAST, MOST>(&self.src[at..at + BACK]) {
            return (at, left);
        }
        let last = self.last;
        while left > 0 && at <= last {
            let (window, room) = self.window(at);
            match test::<LEAST, MOST, N>(window, room) {
                Found::Ascii => {}
                Found::Right => left -= 1,
                Found::Wrong => break,
            }
            at += SIZE;
        }
        (at, left)
    }
}

/// Whether a test sees the lead bytes before a block. They may have been allowed by another test.
#[inline(always)]
fn sees_leads_of<const LEAST: u8, const MOST: u8>(before: &[u8]) -> bool {
    before.iter().all(|byte| *byte < 0xC0 || (LEAST..=MOST).contains(byte))
}

/// Copies a block to `room`, and tests it by [`is_right`], unless it is ASCII and no character continues into it. `N`
/// is 1, or 0 where nothing is copied. It is a constant, so that there is no branch.
#[inline(always)]
fn test<const LEAST: u8, const MOST: u8, const N: usize>(window: &Window, mut room: [&mut Block; N]) -> Found {
    let [_, _, last, block @ ..] = window;
    let mut greatest = [0; ROW];
    for column in 0..ROW {
        let row = |row: usize| block[row * ROW + column];
        greatest[column] = row(0).max(row(1)).max(row(2).max(row(3)));
        for room in &mut room {
            for i in 0..4 {
                room[i * ROW + column] = row(i);
            }
        }
    }
    if greatest.is_ascii() && last.is_ascii() {
        return Found::Ascii;
    }
    let mut wrong = false;
    for column in 0..ROW {
        let load = |row, back| window[row * ROW + column + BACK - back];
        wrong |= !is_right::<LEAST, MOST>(load, greatest[column]);
    }
    if wrong { Found::Wrong } else { Found::Right }
}

/// Tests whether the bytes of a column may follow the bytes before them, and whether all lead bytes are in
/// `LEAST..=MOST`. `greatest` is the greatest of the bytes; it shows what is above `MOST`. `load` loads the byte of a
/// row, or one up to [`BACK`] before it.
#[inline(always)]
fn is_right<const LEAST: u8, const MOST: u8>(load: impl Fn(usize, usize) -> u8, greatest: u8) -> bool {
    // A highest bit that is set means an error.
    let mut wrong = greatest.saturating_sub(MOST - 0x7F);
    // Here a set bit 5 means an error.
    let mut wrong_seconds = 0;
    // The distance of the least lead byte from C0.
    let mut least: u8 = 0xFF;
    for row in 0..4 {
        let [byte, last, second_last, third_last] = [load(row, 0), load(row, 1), load(row, 2), load(row, 3)];
        // Continuation bytes become C0 to FF, and only they have the highest bit set then. C0 and up become 00 to 3F.
        // ASCII becomes 40 to 7F.
        let by_kind = byte.cast_signed().saturating_add(0x40).cast_unsigned();
        // The highest bit is set in bytes from this lead byte on.
        let from = |lead: u8, byte: u8| byte.saturating_sub(lead - 0x80);
        // The highest bit is set where a lead byte requires a continuation byte.
        let mut is_expected = match LEAST {
            0xE0.. => from(0xE0, second_last.max(last)),
            _ => from(0xC0, last),
        };
        if LEAST < 0xE0 && MOST >= 0xE0 {
            is_expected |= from(0xE0, second_last);
        }
        if MOST >= 0xF0 {
            is_expected |= from(0xF0, third_last);
        }
        wrong |= is_expected ^ by_kind;
        least = least.min(by_kind);
        // Below A0, bit 5 is clear in continuation bytes, and set from there on. Where a byte other than a
        // continuation byte follows, the result does not matter: that is an error anyway.
        let (has_e0, has_ed) = (LEAST <= 0xE0 && 0xE0 <= MOST, LEAST <= 0xED && 0xED <= MOST);
        wrong_seconds |= match (has_e0, has_ed) {
            (true, true) => wrong_second::<0xE0, 0xED, 0xA0>(last, by_kind),
            (true, false) => mask(last == 0xE0) & !by_kind,
            (false, true) => mask(last == 0xED) & by_kind,
            (false, false) => 0,
        };
        if MOST >= 0xF0 {
            wrong_seconds |= wrong_second::<0xF0, 0xF4, 0x90>(last, by_kind);
        }
    }
    // The highest bit is set where the least lead byte is below `LEAST`.
    let too_low = (0x7F + (LEAST - 0xC0)).saturating_sub(least);
    (wrong | too_low | wrong_seconds << 2).is_ascii()
}

/// FF where a continuation byte below `BORDER` follows `LOW`, or one from `BORDER` on follows `HIGH`.
#[inline(always)]
fn wrong_second<const LOW: u8, const HIGH: u8, const BORDER: u8>(last: u8, by_kind: u8) -> u8 {
    let is_less = mask(by_kind.cast_signed() < (BORDER + 0x40).cast_signed());
    mask(last ^ (is_less & (LOW ^ HIGH)) == HIGH)
}

/// FF if `is`, else 0.
const fn mask(is: bool) -> u8 {
    if is { 0xFF } else { 0 }
}

//! Long UTF-8, a block of four rows at a time: validate and copy in one pass.
//!
//! A byte has to be a continuation byte exactly where a lead byte before it requires one. After some lead
//! bytes (E0, ED, F0, F4) the second byte is restricted further. The fewer lead bytes a test allows, the
//! fewer instructions it takes, and most text has few different ones. So there are five tests, for five sets
//! of lead bytes. The widest one uses tables where the machine can look up bytes.
//!
//! The chosen test is used as long as it finds nothing wrong, so that its branch is well predicted. A block
//! that fails is tested again by the widest test. Where that happens often, the test that such blocks need is
//! chosen. From time to time the choice is reviewed, by the lead bytes of the last few blocks.
//!
//! The tests are written once, for [`Bytes`]: a vector of an instruction set, or a single byte, which the
//! compiler vectorizes (`portable/utf8.rs`).

use core::ops::Range;

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

/// How an instruction set, or plain Rust, tests blocks of bytes.
///
/// # Safety
/// `Block` is `[u8; SIZE]`, and `Window` is `[u8; BACK + SIZE]`.
pub(super) unsafe trait Blocks: Copy {
    /// A block.
    type Block;

    /// A block, and the [`BACK`] bytes before it.
    type Window: AsRef<[u8]> + 'static;

    /// The length of a block.
    const SIZE: usize;

    /// Copies a block to `room`, and tests it by [`is_right`], unless it is ASCII and no character continues into
    /// it. `N` is 1, or 0 where nothing is copied. It is a constant, so that there is no branch.
    fn test<const LEAST: u8, const MOST: u8, const N: usize>(
        self,
        window: &Self::Window,
        room: [&mut Self::Block; N],
    ) -> Found;

    /// [`copy`], compiled with the features of the instruction set.
    fn copy(self, src: &[u8], dst: &mut [u8], checked: usize) -> usize;

    /// [`valid_up_to`], compiled with the features of the instruction set.
    fn valid_up_to(self, src: &[u8], checked: usize) -> usize;

    /// [`leads_of`], compiled with the features of the instruction set. Not inlined, since it is rare.
    fn leads_of(self, window: &Self::Window) -> Option<Leads>;
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Ascii,
    Right,
    Wrong,
}

/// The operations of the tests, on the bytes of a vector, or on a single byte. A value of such a type is proof
/// that the machine has the instructions.
pub(super) trait Bytes: Copy {
    type Vector: Copy;

    /// A vector of this byte.
    fn splat(self, byte: u8) -> Self::Vector;

    /// The greater of each two bytes. Bytes are unsigned here, in `min` and in `saturating_sub`.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    fn min(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// The differences, or 0 where they would be negative.
    fn saturating_sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Adds 40 (hex) to each byte, signed and saturating. Continuation bytes become C0 to FF, and only they have
    /// the highest bit set then. C0 and up become 00 to 3F. ASCII becomes 40 to 7F.
    fn by_kind(self, v: Self::Vector) -> Self::Vector;

    /// The start value for [`add_wrong_seconds`](Self::add_wrong_seconds).
    fn no_wrong_seconds(self) -> Self::Vector;

    /// Adds to `wrong` where a continuation byte below `BORDER` follows `LOW`, or one from `BORDER` on follows
    /// `HIGH`. `last` are the bytes before those of `by_kind`. Where a byte other than a continuation byte follows,
    /// the result does not matter: that is an error anyway. `BORDER` is 90 or A0 (hex). With A0, `LOW` or `HIGH`
    /// may be 0, which stands for none.
    fn add_wrong_seconds<const LOW: u8, const HIGH: u8, const BORDER: u8>(
        self,
        wrong: Self::Vector,
        last: Self::Vector,
        by_kind: Self::Vector,
    ) -> Self::Vector;

    /// Whether nothing is wrong: no highest bit is set in `wrong`, and nothing was added to `wrong_seconds`.
    fn are_right(self, wrong: Self::Vector, wrong_seconds: Self::Vector) -> bool;

    /// Nonzero in each lane of `v` whose byte is invalid after the bytes one, two and three before it. `None` if
    /// the level cannot look bytes up in tables of 16.
    fn errors(self, _v: Self::Vector, _before: [Self::Vector; BACK]) -> Option<Self::Vector> {
        None
    }

    /// Whether all bits are zero.
    fn are_zero(self, v: Self::Vector) -> bool;
}

/// Copies the valid, whole characters that fit: their length. `None` if the input is shorter than a block, or
/// has an error in the first bytes.
#[inline(always)]
pub(super) fn copy_from_start<B: Blocks>(blocks: B, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    if src.len().min(dst.len()) < BACK + B::SIZE || !utf8_automaton::may_start(&src[..BACK]) {
        return None;
    }
    dst[..BACK].copy_from_slice(&src[..BACK]);
    Some(blocks.copy(src, dst, BACK))
}

/// The length of the valid, whole characters. `None` if the input is shorter than a block, or has an error in
/// the first bytes.
#[inline(always)]
pub(super) fn valid_from_start<B: Blocks>(blocks: B, src: &[u8]) -> Option<usize> {
    let is_long = src.len() >= BACK + B::SIZE && utf8_automaton::may_start(&src[..BACK]);
    is_long.then(|| blocks.valid_up_to(src, BACK))
}

/// Copies the valid, whole characters that fit: their length. The first `checked` bytes are valid and have been
/// copied, except that their last character may continue after them. They are at least [`BACK`] bytes, and a
/// block fits after them.
#[inline(always)]
pub(super) fn copy<B: Blocks>(blocks: B, src: &[u8], dst: &mut [u8], checked: usize) -> usize {
    let n = src.len().min(dst.len());
    go_through(blocks, &src[..n], [&mut dst[..n]], checked)
}

/// The length of the valid, whole characters. `checked` is as for [`copy`].
#[inline(always)]
pub(super) fn valid_up_to<B: Blocks>(blocks: B, src: &[u8], checked: usize) -> usize {
    go_through(blocks, src, [], checked)
}

/// Goes through `src` block by block: with the chosen test while it passes, then with the widest test for the
/// block that failed, and so on. The last block ends where the input does, and may overlap the one before.
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
    // How many blocks have passed since the last one that failed.
    let mut passed = 0;
    // How many more may pass before the choice is reviewed.
    let mut left = NEAR;
    // How long `C2ToEf` is kept: twice as long each time that `E1ToEf` was tried after it and failed.
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
        passed += count - left;
        let chosen = leads;
        if at <= last && left > 0 {
            let Some(needed) = pass.leads_at(at) else {
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
            return if utf8_automaton::is_whole(src) { src.len() } else { utf8_valid_up_to_from(src, src.len()) };
        }
        at = at.min(last);
    }
}

/// The set that a block needs, or `None` if it is malformed. `room` is for [`Blocks::test`].
#[inline(always)]
pub(super) fn leads_of<B: Blocks, const N: usize>(
    blocks: B,
    window: &B::Window,
    room: [&mut B::Block; N],
) -> Option<Leads> {
    if blocks.test::<0xC2, 0xF4, N>(window, room) == Found::Wrong {
        return None;
    }
    // Hides the length from the compiler, which would unroll the loop byte by byte.
    Some(match Leads::up_to(core::hint::black_box(window.as_ref())) {
        Leads::E1ToEf => Leads::C2ToEf,
        leads => leads,
    })
}

/// Goes through `src`. A place is where a window starts: [`BACK`] bytes before its block.
struct Pass<'a, B, const N: usize> {
    blocks: B,
    src: &'a [u8],
    /// One slice as long as `src`, or none.
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
        // SAFETY: at all places up to the last there is a whole window, and it is an array of bytes.
        let window = unsafe { &*self.src.as_ptr().add(at).cast::<B::Window>() };
        // SAFETY: `room` is as long as `src`, and a block is a window without its first bytes.
        let room =
            self.room.each_mut().map(|room| unsafe { &mut *room.as_mut_ptr().add(at + BACK).cast::<B::Block>() });
        (window, room)
    }

    /// Copies the block at `at` if there is room, and returns the set that it needs, or `None` if it is
    /// malformed.
    #[inline(always)]
    fn leads_at(&mut self, at: usize) -> Option<Leads> {
        let block = at + BACK..at + BACK + B::SIZE;
        for room in &mut self.room {
            room[block.clone()].copy_from_slice(&self.src[block.clone()]);
        }
        self.blocks.leads_of(self.window(at).0)
    }

    /// Tests block by block, until one fails, or the last one has passed, or `left` blocks other than ASCII have
    /// passed: the place, and how many of them are left.
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

/// Whether a test sees the lead bytes before a block. They may have been allowed by another test.
#[inline(always)]
fn sees_leads_of<const LEAST: u8, const MOST: u8>(before: &[u8]) -> bool {
    before.iter().all(|byte| *byte < 0xC0 || (LEAST..=MOST).contains(byte))
}

/// Tests whether the bytes of some rows may follow the bytes before them, and whether all lead bytes are in
/// `LEAST..=MOST`. `greatest` is the greatest of the bytes; it shows what is above `MOST`. `load` loads a row,
/// or the bytes up to [`BACK`] before it.
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
    // A highest bit that is set means an error.
    let mut wrong = bytes.saturating_sub(greatest, bytes.splat(MOST - 0x7F));
    let mut wrong_seconds = bytes.no_wrong_seconds();
    // The distance of the least lead byte from C0.
    let mut least = bytes.splat(0xFF);
    for row in rows {
        let [by_kind, last, second_last, third_last] =
            [bytes.by_kind(load(row, 0)), load(row, 1), load(row, 2), load(row, 3)];
        // The highest bit is set in bytes from this lead byte on.
        let from = |lead: u8, v| bytes.saturating_sub(v, bytes.splat(lead - 0x80));
        // The highest bit is set where a lead byte requires a continuation byte.
        let mut is_expected = match LEAST {
            0xE0.. => from(0xE0, bytes.max(second_last, last)),
            _ => from(0xC0, last),
        };
        if LEAST < 0xE0 && MOST >= 0xE0 {
            is_expected = bytes.or(is_expected, from(0xE0, second_last));
        }
        if MOST >= 0xF0 {
            is_expected = bytes.or(is_expected, from(0xF0, third_last));
        }
        wrong = bytes.or(wrong, bytes.xor(is_expected, by_kind));
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
    // The highest bit is set where the least lead byte is below `LEAST`.
    let too_low = bytes.saturating_sub(bytes.splat(0x7F + (LEAST - 0xC0)), least);
    bytes.are_right(bytes.or(wrong, too_low), wrong_seconds)
}

/// [`is_right`] for all lead bytes, by tables. `None` if there are no tables.
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
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    use super::super::avx2::by_leads::Avx2;
    use super::super::portable::utf8::Rows;
    use super::super::{Kernels, Level, utf8_automaton};
    use super::{BACK, Blocks};

    /// Tests all that this machine can run: each copies, and returns how far the text is valid.
    fn check_all(text: &[u8], room: usize) {
        check(Rows, Level::Portable, text, room);
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        if Kernels::at(Level::Avx2).is_some() {
            // SAFETY: the machine has these kernels.
            check(unsafe { Avx2::new() }, Level::Avx2, text, room);
        }
    }

    fn check<B: Blocks>(blocks: B, level: Level, text: &[u8], room: usize) {
        if !utf8_automaton::may_start(&text[..BACK]) {
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

    /// Every test finds errors at every place of a block, after text with any lead bytes and before text with any
    /// others, and copies what is valid.
    #[test]
    fn every_test_finds_errors_and_copies_what_is_valid() {
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
            for (j, after) in FILLERS.into_iter().enumerate() {
                for (k, cut) in CUT.into_iter().enumerate() {
                    // In ASCII at all places, elsewhere at a different choice of places each.
                    let step = if i + j == 0 { 1 } else { 61 };
                    for place in (0..1024).skip((i + 10 * j + 100 * k) % step).step_by(step) {
                        let before = before.as_bytes().iter().cycle().take(place);
                        let after = after.as_bytes().iter().cycle().take(264 + (7 * place + k) % 300);
                        let text: Vec<u8> = before.chain(cut).chain(after).copied().collect();
                        let room = text.len() - place % 4;
                        check_all(&text, room);
                    }
                }
            }
        }
    }

    /// [`Leads::E1ToEf`] may fail any number of times. The number that is doubled each time does not overflow.
    #[test]
    fn patience_may_be_lost_often() {
        // Both rare characters twice, close to each other, so that another test is chosen.
        let mut text = String::new();
        for _ in 0..70 {
            for rare in ["\u{E9}", "\u{E9}", "\u{1F600}", "\u{1F600}"] {
                text.push_str(rare);
                text.extend(core::iter::repeat_n('\u{FF01}', 100));
            }
            text.extend(core::iter::repeat_n('\u{FF01}', 4000));
        }
        check_all(text.as_bytes(), text.len());
    }

    /// A character is cut off at the end of the only block that needed another test.
    #[test]
    fn a_test_sees_what_another_has_allowed() {
        for (filler, cut) in [("\u{E9}", "\u{1F600}"), ("\u{E9}", "\u{6F22}"), ("\u{6F22}", "\u{1F600}")] {
            for length in 1..cut.len() {
                for after in ["a", filler] {
                    for count in 3000..3300 {
                        let mut text = filler.repeat(count / filler.len()).into_bytes();
                        text.extend(&cut.as_bytes()[..length]);
                        text.extend(after.repeat(1000).bytes());
                        check_all(&text, text.len());
                    }
                }
            }
        }
    }
}

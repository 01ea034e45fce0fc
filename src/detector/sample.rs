//! The sample: the part of a page that the detector scores. It holds bytes above 7F and the ASCII
//! bytes around them.

use alloc::vec::Vec;

use crate::detector::text::runs::extend_without_runs;

/// The number of ASCII bytes that are kept before and after a run of bytes above 7F: a word or two, whose letters are
/// evidence of the language.
const MARGIN: usize = 14;

/// A piece of this length is cut after the next byte above 7F, so that a small sample of a long text takes
/// little time.
const LONG_PIECE: usize = 128;

/// The number of bytes that are tested together where most are ASCII.
const STRIDE: usize = 32;

/// The position of the first byte above 7F.
fn first_non_ascii(bytes: &[u8]) -> Option<usize> {
    let (strides, _) = bytes.as_chunks();
    let at = STRIDE * strides.iter().take_while(|stride| is_ascii(stride)).count();
    bytes[at..].iter().position(|byte| !byte.is_ascii()).map(|n| at + n)
}

/// How many bytes are counted at once; the sum must fit in a byte.
const COUNTED: usize = 4 * STRIDE;
const _: () = assert!(COUNTED < 256);

/// What follows the first `count` bytes above 7F; `None` if there are fewer.
#[cfg_attr(target_family = "wasm", inline(never))]
fn after_non_ascii(bytes: &[u8], mut count: usize) -> Option<&[u8]> {
    let (parts, mut rest) = bytes.as_chunks::<COUNTED>();
    for (n, part) in parts.iter().enumerate() {
        let (words, _) = part.as_chunks();
        // One number for each place in a word, then their sum: processors without AVX2 may have no `count_ones`.
        let places = words.iter().map(|word| (u64::from_ne_bytes(*word) & 0x8080_8080_8080_8080) >> 7).sum::<u64>();
        let in_part = (places.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
        if in_part >= count {
            rest = &bytes[n * COUNTED..];
            break;
        }
        count -= in_part;
    }
    let Some(nth) = count.checked_sub(1) else { return Some(rest) };
    let at = rest.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()).map(|(at, _)| at).nth(nth)?;
    rest.get(at + 1..)
}

fn is_ascii(stride: &[u8; STRIDE]) -> bool {
    // Words of eight bytes, four at a time: no early exit inside, so that it becomes a few vector
    // instructions where there are some.
    let (words, _) = stride.as_chunks();
    words.iter().fold(0, |all, word| all | u64::from_ne_bytes(*word)) & 0x8080_8080_8080_8080 == 0
}

/// The pieces of `bytes` that have bytes above 7F, each with the ASCII bytes around it. All bytes
/// outside the pieces are ASCII. A long piece comes in several parts.
pub(crate) struct Pieces<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether the next part continues the piece.
    is_cut: bool,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Pieces<'a> {
        Pieces { bytes, at: 0, is_cut: false }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (start, mut end) = if self.is_cut {
            (self.at, self.at)
        } else {
            let first = self.at + first_non_ascii(self.bytes.get(self.at..)?)?;
            (first.saturating_sub(MARGIN).max(self.at), first + 1)
        };
        let mut ascii = 0;
        self.is_cut = false;
        for byte in self.bytes.get(end..).unwrap_or_default() {
            if ascii == 2 * MARGIN {
                break;
            }
            // No branch, since it would often be mispredicted.
            ascii = (ascii + 1) & usize::from(byte >> 7).wrapping_sub(1);
            end += 1;
            if end - start >= LONG_PIECE && ascii == 0 {
                self.is_cut = true;
                break;
            }
        }
        end -= ascii.saturating_sub(MARGIN);
        self.at = end;
        Some(&self.bytes[start..end])
    }
}

/// A set of bytes from 80 to FF. Bit 0 of the first word stands for byte 80.
#[derive(Clone, Copy)]
pub(crate) struct HighBytes([u64; 2]);

impl HighBytes {
    /// The bytes above 7F that `bytes` has.
    pub(crate) fn of(bytes: &[u8]) -> HighBytes {
        let mut set = HighBytes([0; 2]);
        set.insert_all(bytes);
        set
    }

    /// The bytes in the set, as indices into tables that start with byte 80.
    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        let HighBytes([mut low, mut high]) = self;
        core::iter::from_fn(move || {
            let (word, start) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
            let lowest = word.trailing_zeros();
            *word &= word.wrapping_sub(1);
            (lowest < u64::BITS).then_some(start + lowest as usize)
        })
    }

    /// Whether two tables, which start with byte 80, say the same of them.
    pub(crate) fn are_same_in(self, one: &[u8; 128], other: &[u8; 128]) -> bool {
        self.indices().all(|high| one[high] == other[high])
    }

    /// Adds the bytes above 7F that `bytes` has.
    fn insert_all(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.insert(*byte));
    }

    /// Adds a byte above 7F. Whether it was not there.
    pub(crate) fn is_new(&mut self, byte: u8) -> bool {
        let before = self.0;
        self.insert(byte);
        self.0 != before
    }

    /// Adds a byte, unless it is ASCII.
    pub(crate) fn insert(&mut self, byte: u8) {
        // No branch: of ASCII, the highest bit is 0.
        self.0[usize::from(byte >> 6 & 1)] |= u64::from(byte >> 7) << (byte & 0x3F);
    }
}

/// The first pieces of a page, up to a number of bytes. A line break stands before each piece, in
/// place of the ASCII that was left out.
pub(crate) struct Sample<'a> {
    page: &'a [u8],
    pieces: Pieces<'a>,
    /// The rest of the last piece, which did not fit.
    rest: &'a [u8],
    pub(crate) text: Vec<u8>,
    /// The bytes above 7F that the sample has.
    pub(crate) high_bytes: HighBytes,
    /// How many bytes of the page the sample has.
    pub(crate) size: usize,
    /// The length up to which the text has grown.
    pub(crate) length: usize,
    /// Whether all pieces of the page are in the sample.
    pub(crate) is_whole: bool,
    signs: Signs,
}

/// Pieces of the rest of a page that have a byte above 7F, or two neighbouring ones, that the sample does not have.
pub(crate) struct NewBytes {
    /// The pieces. A line break stands before each.
    pub(crate) text: Vec<u8>,
    /// The bytes above 7F that the page has.
    pub(crate) high_bytes: HighBytes,
    /// How many bytes of the page the text has.
    pub(crate) size: usize,
}

/// So many different pairs of bytes above 7F show that a sample is in another script than Latin. Of 10,131 texts in Latin
/// script, only Vietnamese ones have more than six pairs; of 2,291 texts in other scripts, 96 % have ten.
const PAIRS_OF_ANOTHER_SCRIPT: usize = 10;

/// The number of bytes at the start of a sample in which these pairs are counted.
pub(crate) const SCRIPT_SAMPLE: usize = 96;

/// The maximum length of a piece with new bytes.
const NEW_PIECE: usize = 96;

/// No more such pieces are taken once they have this many bytes together.
const MOST_NEW: usize = 2048;

/// [`Sample::elsewhere`] skips this many bytes above 7F of the rest of the page, then takes a piece. ASCII is not counted,
/// since its length must not change the answer.
const PLACES_IN_THE_REST: [usize; 3] = [4096, 512, 0];

/// The number of pieces that [`Sample::elsewhere`] takes from the sample itself.
const PLACES_IN_THE_SAMPLE: usize = 3;

/// The maximum length in bytes of such a piece, from its first byte above 7F on.
const PIECE_ELSEWHERE: usize = 48;

impl<'a> Sample<'a> {
    /// An empty sample of `page`.
    pub(crate) fn new(page: &'a [u8]) -> Sample<'a> {
        Sample {
            page,
            pieces: Pieces::new(page),
            rest: &[],
            text: Vec::new(),
            high_bytes: HighBytes::of(&[]),
            size: 0,
            length: 0,
            is_whole: false,
            signs: Signs([0; 64]),
        }
    }

    /// The length of the page.
    pub(crate) fn page_length(&self) -> usize {
        self.page.len()
    }

    /// Makes the text `length` bytes long, or as long as there are pieces; a little shorter, where that
    /// would cut a word.
    // Called from several places: inlined there, it would make programs larger.
    #[inline(never)]
    pub(crate) fn grow(&mut self, length: usize) {
        self.length = length;
        self.text.reserve(length.min(self.page.len()).saturating_sub(self.text.len()));
        let mut is_after_gap = false;
        while !self.is_whole {
            if self.rest.is_empty() {
                let continues = self.pieces.is_cut;
                let Some(piece) = self.pieces.next() else {
                    self.is_whole = true;
                    break;
                };
                if self.signs.are_enough(piece) {
                    is_after_gap = true;
                    continue;
                }
                if !continues || core::mem::take(&mut is_after_gap) {
                    self.text.push(b'\n');
                }
                self.rest = piece;
            }
            let room = length.saturating_sub(self.text.len());
            let cut = if self.rest.len() <= room { self.rest.len() } else { piece_end(self.rest, room) };
            let (taken, rest) = self.rest.split_at(cut);
            extend_without_runs(&mut self.text, taken);
            self.high_bytes.insert_all(taken);
            self.size += cut;
            self.rest = rest;
            if !rest.is_empty() {
                break;
            }
        }
    }

    /// Pieces from the rest of the page and from the sample from the byte `from` on; the last ones first, since they are
    /// the least like the start.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn elsewhere(&self, from: usize) -> Sample<'a> {
        let mut elsewhere = Sample::new(&[]);
        if self.text.len() >= LONG_PIECE {
            let rest = self.page.get(self.pieces.at..).unwrap_or_default();
            for place in PLACES_IN_THE_REST {
                elsewhere.add_piece(after_non_ascii(rest, place).unwrap_or_default());
            }
            let text = self.text.get(from..).unwrap_or_default();
            for place in text.chunks(text.len() / PLACES_IN_THE_SAMPLE + 1).rev() {
                elsewhere.add_piece(place);
            }
        }
        elsewhere
    }

    /// Adds the first piece of `bytes` that begins at a character.
    fn add_piece(&mut self, bytes: &[u8]) {
        // A space or control is never inside a character.
        let start = bytes.iter().position(|byte| *byte <= b' ').unwrap_or(bytes.len());
        let Some(piece) = Pieces::new(&bytes[start..]).next() else { return };
        let ascii = first_non_ascii(piece).unwrap_or(0);
        let piece = &piece[..ascii + piece_end(&piece[ascii..], PIECE_ELSEWHERE)];
        self.text.push(b'\n');
        self.text.extend_from_slice(piece);
        self.high_bytes.insert_all(piece);
        self.size += piece.len();
        self.length = self.text.len();
    }

    /// Puts another sample of the page before this one.
    pub(crate) fn put_first(&mut self, mut other: Sample<'a>) {
        other.text.append(&mut self.text);
        self.text = other.text;
        self.high_bytes.insert_all(&self.text);
        self.size += other.size;
        self.length = self.length.max(self.text.len());
    }

    /// Whether the text is in another script than Latin: its start has so many different pairs of bytes above
    /// 7F. In Latin script, letters above 7F are seldom neighbours, except in Vietnamese. A pair of two bytes
    /// below C0 does not count, since such bytes are signs in the most common encodings.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn is_in_another_script(&self) -> bool {
        let mut pairs = Vec::with_capacity(PAIRS_OF_ANOTHER_SCRIPT);
        for pair in self.text.get(..SCRIPT_SAMPLE).unwrap_or(&self.text).windows(2) {
            if let &[a, b] = pair
                && a >= 0x80
                && b >= 0x80
                && (a >= 0xC0 || b >= 0xC0)
                && a != b
                && !pairs.contains(&[a, b])
            {
                pairs.push([a, b]);
                if pairs.len() == PAIRS_OF_ANOTHER_SCRIPT {
                    return true;
                }
            }
        }
        false
    }

    /// The pieces of the rest of the page that have new bytes, which are the most likely to change the answer, such
    /// as a foreign name in the last third of an English page. In another script than Latin, most pairs of neighbours
    /// are new, which is no evidence, so only single bytes count there.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn new_bytes(&self, is_latin: bool) -> NewBytes {
        let mut new = NewBytes { text: Vec::new(), high_bytes: self.high_bytes, size: 0 };
        // By byte: whether it is ASCII or occurred before.
        let mut is_known = [false; 256];
        is_known[..0x80].fill(true);
        for high in new.high_bytes.indices() {
            is_known[0x80 + high] = true;
        }
        let start = self.pieces.at - self.rest.len();
        let mut pairs = Pairs::of(&self.text);
        let mut at = start;
        while is_latin && let Some(n) = self.page.get(at..).and_then(first_pair) {
            at += n;
            if pairs.insert(&self.page[at..]) {
                at = new.take(self.page, at, &mut is_known, &mut pairs);
            } else {
                at += 2;
            }
        }
        at = start;
        while let Some(n) = self.page.get(at..).and_then(|rest| first_unknown(rest, &is_known)) {
            at = new.take(self.page, at + n, &mut is_known, &mut pairs);
        }
        new
    }
}

impl NewBytes {
    /// Adds the piece of `page` around the byte at `at`. Returns the position after it.
    fn take(&mut self, page: &[u8], at: usize, is_known: &mut [bool; 256], pairs: &mut Pairs) -> usize {
        let before = &page[at.saturating_sub(NEW_PIECE)..at];
        let ascii_from = before.iter().rposition(|byte| byte.is_ascii()).map_or(0, |last| last + 1);
        let run_start = at - (before.len() - ascii_from);
        let ascii = page[run_start.saturating_sub(MARGIN)..run_start].iter().rev().take_while(|byte| byte.is_ascii());
        let start = run_start - ascii.count();
        let is_high = |byte: &&u8| !byte.is_ascii();
        let run_end = at + page[at..].iter().take_while(is_high).count();
        let end = page.len().min(run_end + MARGIN).min(start + NEW_PIECE).max(at + 1);
        let piece = &page[start..end];
        if self.text.len() < MOST_NEW {
            self.text.push(b'\n');
            self.text.extend_from_slice(piece);
            self.size += piece.len();
        }
        self.high_bytes.insert_all(piece);
        pairs.insert_all(piece);
        for byte in piece {
            is_known[usize::from(*byte)] = true;
        }
        // Not inside a run: characters of two bytes would be cut.
        end.max(run_end)
    }
}

/// How often each byte from 80 to BF was a [sign](is_sign) in a piece of the sample.
struct Signs([u8; 64]);

/// How often the same sign is kept: most signs are the same byte in all encodings of Windows, so they are no evidence
/// of the script, and a page in English is full of them.
const MOST_SIGNS: u8 = 2;

impl Signs {
    /// Whether `piece` has no bytes above 7F but signs that the sample has often enough. Counts those in `piece`.
    fn are_enough(&mut self, piece: &[u8]) -> bool {
        let mut are_enough = true;
        let mut at = 0;
        while let Some(n) = piece.get(at..).and_then(first_non_ascii) {
            at += n;
            if !is_sign(piece, at) {
                return false;
            }
            if let Some(count) = self.0.get_mut(usize::from(piece[at] & 0x7F)) {
                are_enough &= *count >= MOST_SIGNS;
                *count = count.saturating_add(1);
            }
            at += 1;
        }
        are_enough
    }
}

/// Whether the byte at `at` looks like a sign in the encodings of Windows: its neighbours are ASCII or signs, and it
/// is not inside a word, except for dashes, and for ’ before the ending of an English word.
fn is_sign(text: &[u8], at: usize) -> bool {
    let neighbour = |at: Option<usize>| at.and_then(|at| text.get(at)).copied().unwrap_or(b' ');
    let (before, after) = (neighbour(at.checked_sub(1)), neighbour(Some(at + 1)));
    let is_inside = before.is_ascii_alphabetic() && after.is_ascii_alphabetic();
    let may_be = |byte: u8| byte.is_ascii() || may_be_sign(byte);
    may_be(before)
        && may_be(after)
        && match text[at] {
            0x92 => !is_inside || matches!(after, b's' | b't' | b'd' | b'm' | b'r' | b'l' | b'v'),
            0x96 | 0x97 | 0xA0 | 0xAD => true,
            byte => may_be(byte) && !is_inside,
        }
}

/// Whether a byte is a sign in the encodings of Windows.
pub(crate) fn may_be_sign(byte: u8) -> bool {
    matches!(byte, 0x80 | 0x82 | 0x84..=0x87 | 0x89 | 0x8B | 0x91..=0x99 | 0x9B)
        || matches!(byte, 0xA0 | 0xA6 | 0xA7 | 0xA9 | 0xAB..=0xAE | 0xB0 | 0xB1 | 0xB6 | 0xB7 | 0xBB)
}

/// A set of pairs of neighbouring bytes above 7F.
struct Pairs([u64; 256]);

impl Pairs {
    /// The pairs that `text` has.
    fn of(text: &[u8]) -> Pairs {
        let mut pairs = Pairs([0; 256]);
        pairs.insert_all(text);
        pairs
    }

    fn insert_all(&mut self, text: &[u8]) {
        for pair in text.windows(2) {
            self.insert(pair);
        }
    }

    /// Adds the pair at the start of `text`, if there is one. Returns whether it is new.
    fn insert(&mut self, text: &[u8]) -> bool {
        let &[first, second, ..] = text else { return false };
        if first & second < 0x80 {
            return false;
        }
        let index = usize::from(first & 0x7F) << 7 | usize::from(second & 0x7F);
        let (word, bit) = (&mut self.0[index / 64], 1 << (index % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// The position of the first two neighbouring bytes above 7F.
#[cfg_attr(target_family = "wasm", inline(never))]
fn first_pair(bytes: &[u8]) -> Option<usize> {
    let is_pair = |pair: &[u8]| pair[0] & pair[1] >= 0x80;
    // Words of eight bytes, without an early exit inside, as above.
    let word = |bytes: &[u8; 8]| u64::from_ne_bytes(*bytes);
    let mut at = 0;
    while let Some(stride) = bytes.get(at..at + STRIDE + 1) {
        let (firsts, seconds) = (stride[..STRIDE].as_chunks().0, stride[1..].as_chunks().0);
        let any = firsts.iter().zip(seconds).fold(0, |any, (first, second)| any | word(first) & word(second));
        if any & 0x8080_8080_8080_8080 != 0 {
            break;
        }
        at += STRIDE;
    }
    bytes[at..].windows(2).position(is_pair).map(|n| at + n)
}

/// The position of the first byte that is not known. ASCII is known.
#[cfg_attr(target_family = "wasm", inline(never))]
fn first_unknown(bytes: &[u8], is_known: &[bool; 256]) -> Option<usize> {
    let (strides, _) = bytes.as_chunks::<STRIDE>();
    // No early exit inside a word, since it is rare.
    let is_known_word = |word: &[u8; 8]| {
        u64::from_ne_bytes(*word) & 0x8080_8080_8080_8080 == 0
            || word.iter().fold(true, |all, byte| all & is_known[usize::from(*byte)])
    };
    let are_known = |stride: &&[u8; STRIDE]| is_ascii(stride) || stride.as_chunks().0.iter().all(is_known_word);
    let at = STRIDE * strides.iter().take_while(are_known).count();
    bytes[at..].iter().position(|byte| !is_known[usize::from(*byte)]).map(|n| at + n)
}

/// Where to cut a piece of which at most `room` bytes are wanted: before a space or control if it
/// has one, since that is never inside a character.
fn piece_end(piece: &[u8], room: usize) -> usize {
    let room = room.min(piece.len());
    let cut = piece[..room].iter().rposition(|byte| *byte <= b' ').unwrap_or(room);
    if cut == 0 { room } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in_another_script(text: &[u8]) -> bool {
        let mut sample = Sample::new(text);
        sample.grow(SCRIPT_SAMPLE);
        sample.is_in_another_script()
    }

    #[test]
    fn scripts_by_neighbours() {
        // Russian in windows-1251 and KOI8-R, Greek, Japanese in EUC-JP, Korean.
        assert!(is_in_another_script(b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?"));
        assert!(is_in_another_script(b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?"));
        assert!(is_in_another_script(b"\xCA\xE1\xEB\xE7\xEC\xDD\xF1\xE1, \xF4\xE9 \xEA\xDC\xED\xE5\xE9\xF2;"));
        assert!(is_in_another_script(b"\xB2\xF1\xBC\xD2\xB0\xC6\xC6\xE2\xA4\xC8\xA5\xCB\xA5\xE5\xA1\xBC\xA5\xB9"));
        assert!(is_in_another_script(b"\xB4\xEB\xC7\xD1\xB9\xCE\xB1\xB9 \xC1\xA4\xBA\xCE \xB9\xDF\xC7\xA5"));
        // French and Czech, non-breaking spaces beside signs, lines of signs.
        assert!(!is_in_another_script(b"L\x92\xE9t\xE9 \xE0 la plage, d\xE9j\xE0 cr\xE9\xE9e, \xAB\xA0o\xF9\xA0\xBB"));
        assert!(!is_in_another_script(
            b"P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1belsk\xE9 \xF3dy"
        ));
        assert!(!is_in_another_script(b"\xA0\xB7\xA0\xAB\xA0\xBB\xA0\x95\xA0\x97\xA0\xA9\xA0\xAE\xA0\x99\xA0\xB6"));
        assert!(!is_in_another_script(&[0xFF; 96]));
    }

    #[test]
    fn what_follows_bytes_above_7f() {
        // Also a part that is entirely above 7F, and a rest.
        for from in [0, 127, 128, 256, 399, 400] {
            let mut page = [b'x'; 3 * COUNTED + 16];
            for at in [0, 31, 32, 127, 128, 129, 255, 256, 383, 399].into_iter().chain(from..(from + COUNTED).min(400))
            {
                page[at] = 0xE9;
            }
            let places: Vec<usize> = (0..page.len()).filter(|at| page[*at] == 0xE9).collect();
            for count in 0..=places.len() + 1 {
                let expected = if count == 0 { Some(0) } else { places.get(count - 1).map(|at| at + 1) };
                let found = after_non_ascii(&page, count).map(|rest| page.len() - rest.len());
                assert_eq!(found, expected, "{count} from {from}");
            }
        }
    }

    #[test]
    fn ascii_between_pieces_does_not_change_them() {
        let russian = include_bytes!("../../fixtures/pages/ru-pismo.html");
        let elsewhere = |gap: usize| {
            let page = [&russian[..], &b"x".repeat(gap), russian, russian].concat();
            let mut sample = Sample::new(&page);
            sample.grow(256);
            sample.elsewhere(0).text
        };
        assert!(!elsewhere(64).is_empty());
        for gap in [96, 1000, 10_000] {
            assert_eq!(elsewhere(gap), elsewhere(64), "{gap} bytes");
        }
    }

    #[test]
    fn a_sample_that_grows_is_the_one_taken_at_once() {
        let page = include_bytes!("../../fixtures/pages/ru-pismo.html").repeat(3);
        for step in [1, 7, 64, 500] {
            let mut sample = Sample::new(&page);
            for length in (0..3000).step_by(step) {
                sample.grow(length);
            }
            sample.grow(page.len() * 2);
            let mut at_once = Sample::new(&page);
            at_once.grow(page.len() * 2);
            assert!(sample.is_whole && at_once.is_whole);
            assert_eq!((sample.text, sample.size), (at_once.text, at_once.size), "steps of {step}");
        }
    }
}

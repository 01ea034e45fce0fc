//! Text in a legacy encoding that was read as another: `Ïðèâåò` for `Привет`, the bytes of windows-1251 read as
//! windows-1252. Its characters, in the encoding that it was read as, are the original bytes; the detector judges all
//! of these bytes at once. Characters that the encoding lacks were written later, and stay.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::misreading::Table;
use super::{Change, CodePage, Damage, console, oddness};
use crate::Encoding;

/// The encodings that text is read as, those of Western and Central European systems, and their indexes in
/// [`MISREADINGS`](super::misreading::MISREADINGS).
pub(super) const READ_AS: [(usize, Encoding); 2] = [(0, Encoding::Windows1252), (1, Encoding::Windows1250)];

/// How many bytes of the text the detector judges.
const SAMPLE: usize = 64 * 1024;

// There are two proofs. The first: text in another script, misread, has words of accented letters alone, which no language
// has. Signs alone, such as `×÷`, may also be characters of two bytes, which need the second proof.

/// The first proof takes so many characters above U+007F.
const LEAST_OF_SCRIPT: usize = 4;

/// It takes so many where words stay, since a file that tests programs may quote a word.
const LEAST_BESIDE_WORDS: usize = 6;

/// In per cent: how many of them must be in words of accented letters alone.
const LEAST_SHARE: usize = 80;

/// The least probability that the detector must give.
const PROBABILITY_OF_SCRIPT: f32 = 0.5;

/// The second proof takes so many characters above U+007F.
const LEAST: usize = 3;

/// It takes so many characters of two bytes, since a few of them are common in some encoding.
const LEAST_OF_TWO_BYTES: usize = 6;

/// The least probability that the detector must give for the second proof.
const PROBABILITY: f32 = 0.2;

/// How many times as likely as before the text must become. Of 46,000 clean texts in 433 languages, those that come closest
/// would become 1,200 times as likely, or have hardly any probability, since no model knows them.
const TIMES: f32 = 20_000.0;

/// Dashes, quotation marks and other signs that a program may have put in later.
const SIGNS: fn(char) -> bool = |c| matches!(c, '\u{2013}'..='\u{2122}');

/// In a text that is not misread as a whole, how many lines are judged one by one, at most.
const MOST_LINES: usize = 1_000;

/// At most one character in so many may stay because the bytes of its line are malformed in the original encoding.
const ONE_STAYS_OF: usize = 10;

/// What the detector says of bytes.
#[derive(Clone, Copy)]
pub(crate) struct Guessed {
    pub(crate) encoding: Encoding,
    /// From 0 to 1.
    pub(crate) probability: f32,
    /// How many times as likely it is as the encoding that the text was read as.
    pub(crate) times: f32,
}

/// Says which encoding bytes are in that were read as the given one; `None` if they are in that one, or in none.
pub(crate) type Judge<'a> = &'a dyn Fn(&[u8], Encoding) -> Option<Guessed>;

/// A text as it was meant to be, and its encodings: those that it was read as, the last one first, then the one that it
/// is in.
pub(super) struct Misread {
    pub(super) text: String,
    encodings: Vec<CodePage>,
}

impl Misread {
    /// `None` without proof. Linear in `text`.
    pub(super) fn of(text: &str, judge: Judge<'_>) -> Option<Misread> {
        let (read_as, encoding, text) = undone(text, judge)?;
        Some(Misread { text, encodings: [read_as, encoding].into() })
    }

    /// The same of [text of a console](console).
    pub(super) fn of_console(text: &str) -> Option<Misread> {
        let (read_as, meant, text) = console::undone(text)?;
        Some(Misread { text, encodings: [read_as, meant].into() })
    }

    /// The same after repairs that undid `before`.
    pub(super) fn behind(self, before: impl IntoIterator<Item = CodePage>) -> Misread {
        Misread { encodings: before.into_iter().chain(self.encodings).collect(), ..self }
    }

    /// The lines of `text` that change, in order.
    pub(super) fn changes<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Change> + 'a {
        let became = lines(&self.text).map(|line| &self.text[line]);
        lines(text).zip(became).filter(|(line, became)| text[line.clone()] != **became).map(|(line, became)| Change {
            part: line,
            damage: Damage::Misread,
            encodings: self.encodings.clone(),
            became: became.into(),
        })
    }
}

/// The lines that were misread, of a text of several lines that was not misread as a whole: those in the letters of another
/// script. Each line is judged by itself. Linear.
pub(super) fn of_lines<'a>(text: &'a str, judge: Judge<'a>) -> impl Iterator<Item = Change> + 'a {
    let has_lines = !text.is_ascii() && text.contains(['\n', '\r']);
    let all = has_lines.then(|| lines(text)).into_iter().flatten();
    let table = Table::get();
    let may_be_misread = move |line: &Range<usize>| {
        let text = &text[line.clone()];
        // Nearly all accented letters are below U+0180, so that in UTF-8 they begin with such a byte.
        let letters = text.bytes().filter(|byte| matches!(byte, 0xC2..=0xC5)).count();
        let are_letters = letters >= LEAST_OF_SCRIPT;
        are_letters
            && READ_AS
                .iter()
                .any(|(index, _)| Bytes { text, index: *index, signs_stay: false, table }.accented().is_of_script())
    };
    all.filter(may_be_misread).take(MOST_LINES).filter_map(move |line| {
        let (read_as, encoding, became) = undone(&text[line.clone()], judge)?;
        let CodePage::Encoding(is_in) = encoding else { return None };
        let encodings = [read_as, encoding].into();
        has_another_script(is_in).then_some(Change { part: line, damage: Damage::Misread, encodings, became })
    })
}

/// The lines of a text, without their ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split(['\n', '\r']).map(move |line| {
        let at = start;
        start += line.len() + 1;
        at..at + line.len()
    })
}

/// The encoding that the text was read as, the one that it is in, and the text as it was meant to be.
fn undone(text: &str, judge: Judge<'_>) -> Option<(CodePage, CodePage, String)> {
    if text.is_ascii() {
        return None;
    }
    let mut is_doubly_encoded = false;
    let likely = READ_AS.iter().filter_map(|(index, read_as)| {
        let all = Bytes { text, index: *index, signs_stay: false, table: Table::get() };
        let accented = all.accented();
        let guessed = all.guessed(accented, *read_as, judge);
        // If it has no signs that only one of the two encodings has, doubly encoded text looks like other bytes.
        is_doubly_encoded |= guessed.is_some_and(|guessed| guessed.encoding == Encoding::Utf8);
        let meant = all.meant(accented, *read_as, guessed);
        // KOI8-R has other signs in the bytes of dashes and quotation marks.
        let is_all = |meant: &&Meant| meant.stayed == 0 && !matches!(meant.encoding, Encoding::Koi8R | Encoding::Koi8U);
        if meant.as_ref().filter(is_all).is_some() || !text.contains(SIGNS) {
            return meant;
        }
        let with_signs = Bytes { signs_stay: true, ..all };
        let accented = with_signs.accented();
        with_signs.meant(accented, *read_as, with_signs.guessed(accented, *read_as, judge)).or(meant)
    });
    let best = likely.reduce(|one, other| if other.probability > one.probability { other } else { one });
    best.filter(|_| !is_doubly_encoded).map(|meant| (meant.read_as.into(), meant.encoding.into(), meant.text))
}

/// A text in the encoding that the detector takes its bytes for.
struct Meant {
    read_as: Encoding,
    encoding: Encoding,
    probability: f32,
    text: String,
    /// How many characters above U+007F stayed what they were.
    stayed: usize,
}

/// The bytes that were read as parts of a text.
#[derive(Clone, Copy)]
struct Bytes<'a> {
    text: &'a str,
    /// The index of what they were read as.
    index: usize,
    /// Whether [`SIGNS`] stay.
    signs_stay: bool,
    table: &'a Table,
}

impl<'a> Bytes<'a> {
    /// The byte that was read as a character; `None` if there is none.
    fn byte(self, c: char) -> Option<u8> {
        if c.is_ascii() {
            return Some(c as u8);
        }
        let byte = self.table.of(c).bytes.get(self.index).copied();
        byte.filter(|byte| *byte != 0 && !(self.signs_stay && SIGNS(c)))
    }

    /// Whether a word has letters that are no bytes: then all of it stays.
    fn stays(self, word: &str) -> bool {
        word.chars().any(|c| self.byte(c).is_none() && oddness::is_alphabetic(c))
    }

    /// What stays: characters that are no bytes, and the words that have such letters.
    fn kept(self) -> impl Iterator<Item = Range<usize>> + 'a {
        words(self.text).flat_map(move |(start, word)| {
            let is_whole = self.stays(word);
            let stays = word.char_indices().filter(move |(at, c)| match is_whole {
                true => *at == 0,
                false => self.byte(*c).is_none(),
            });
            stays.map(move |(at, c)| start + at..start + if is_whole { word.len() } else { at + c.len_utf8() })
        })
    }

    /// The parts of the text that were bytes, at most one line each.
    fn parts(self) -> impl Iterator<Item = Range<usize>> + 'a {
        let end = self.text.len();
        let mut rest = 0;
        let parts = self
            .kept()
            .chain(core::iter::once(end..end))
            .map(move |kept| core::mem::replace(&mut rest, kept.end)..kept.start);
        parts.flat_map(move |part| {
            lines(&self.text[part.clone()]).map(move |line| part.start + line.start..part.start + line.end)
        })
    }

    fn of(self, part: Range<usize>) -> impl Iterator<Item = u8> + 'a {
        self.text[part].chars().filter_map(move |c| self.byte(c))
    }

    /// What the detector says of the bytes. Linear in the first [`SAMPLE`] of them.
    fn guessed(self, accented: Accented, read_as: Encoding, judge: Judge<'_>) -> Option<Guessed> {
        if !accented.may_be_misread() {
            return None;
        }
        let sample: Vec<u8> = self.parts().flat_map(|part| self.of(part).chain([b'\n'])).take(SAMPLE).collect();
        judge(&sample, read_as)
    }

    /// The text as it was meant to be, if there is proof. Linear.
    fn meant(self, accented: Accented, read_as: Encoding, guessed: Option<Guessed>) -> Option<Meant> {
        let guessed = guessed.filter(|guessed| is_proved(accented, *guessed, read_as))?;
        let (mut became, mut rest, mut stayed) = (String::with_capacity(self.text.len()), 0, 0);
        for part in self.parts() {
            became.push_str(&self.text[rest..part.start]);
            rest = part.end;
            let was = &self.text[part.clone()];
            match meant(&self.of(part).collect::<Vec<u8>>(), guessed.encoding) {
                Some(text) => became.push_str(&text),
                None => {
                    became.push_str(was);
                    stayed += was.chars().filter(|c| !c.is_ascii()).count();
                }
            }
        }
        became.push_str(&self.text[rest..]);
        let Guessed { encoding, probability, .. } = guessed;
        let is_meant = became != self.text && stayed * ONE_STAYS_OF <= accented.all;
        is_meant.then_some(Meant { read_as, encoding, probability, text: became, stayed })
    }

    /// Counts the characters above U+007F that are bytes, in the words that are not kept.
    fn accented(self) -> Accented {
        let mut counts = Accented::default();
        for (_, word) in words(self.text) {
            if self.stays(word) {
                counts.words_stay = true;
                continue;
            }
            let is_accented = |c: char| !c.is_ascii() && self.byte(c).is_some();
            let others = word.chars().filter(|c| is_accented(*c)).count();
            let neighbours = word.chars().zip(word.chars().skip(1));
            counts.pairs += neighbours.filter(|(one, other)| is_accented(*one) && is_accented(*other)).count();
            counts.all += others;
            counts.in_words += if others >= 2 && !word.contains(|c: char| c.is_ascii()) { others } else { 0 };
        }
        counts
    }
}

/// The words that are not ASCII alone, and where they start.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    core::iter::from_fn(move || {
        let at = rest + text.as_bytes().get(rest..)?.iter().position(|byte| !byte.is_ascii())?;
        let start = text[rest..at].rfind(is_between_words).map_or(rest, |before| rest + before + 1);
        rest = text[at..].find(is_between_words).map_or(text.len(), |length| at + length);
        Some((start, &text[start..rest]))
    })
}

/// Whether a character is ASCII and no letter.
fn is_between_words(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_alphabetic()
}

/// How many characters above U+007F a text has; how many of them are in words of at least two such characters and no
/// others; and whether there are words that stay.
#[derive(Clone, Copy, Default)]
struct Accented {
    all: usize,
    in_words: usize,
    words_stay: bool,
    /// How many of the characters are followed by another one.
    pairs: usize,
}

impl Accented {
    /// Whether a line is words of accented letters alone, and long enough to be judged by itself.
    fn is_of_script(self) -> bool {
        self.all >= LEAST_BESIDE_WORDS && self.in_words * 100 >= self.all * LEAST_SHARE
    }

    /// Whether to ask the detector. Beside words that stay, accented letters that stand alone are taken as right.
    fn may_be_misread(self) -> bool {
        self.all >= LEAST && (!self.words_stay || self.pairs * 3 >= self.all)
    }
}

/// The text of the bytes, if it has neither malformed sequences nor C1 controls.
fn meant(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let text = encoding.decode_without_bom_handling_or_fail(bytes).ok()?;
    let is_control = |c: char| matches!(c, '\u{80}'..='\u{9F}');
    (!text.contains(is_control)).then(|| text.into_owned())
}

/// Whether a single-byte encoding is for another script than Latin.
fn has_another_script(encoding: Encoding) -> bool {
    use Encoding::*;
    matches!(
        encoding,
        Windows1251 | Koi8R | Koi8U | Ibm866 | Iso8859_7 | Windows1253 | Windows1255 | Windows1256 | Windows874
    )
}

fn is_proved(
    Accented { all, in_words, words_stay, .. }: Accented,
    Guessed { encoding, probability, times }: Guessed,
    read_as: Encoding,
) -> bool {
    use Encoding::*;
    let has_script = has_another_script(encoding);
    let is_another = match encoding {
        // Many languages have the letters of Western and Central Europe in both.
        Windows1250 | Windows1254 => read_as == Windows1252,
        _ => matches!(encoding, ShiftJis | EucJp | Gbk | Gb18030 | Big5 | EucKr),
    };
    if !has_script && !is_another {
        return false;
    }
    let is_of_script = has_script
        && all >= if words_stay { LEAST_BESIDE_WORDS } else { LEAST_OF_SCRIPT }
        && in_words * 100 >= all * LEAST_SHARE
        && probability >= PROBABILITY_OF_SCRIPT;
    let least = if encoding.is_single_byte() { LEAST } else { LEAST_OF_TWO_BYTES };
    is_of_script || all >= least && probability >= PROBABILITY && times >= TIMES
}

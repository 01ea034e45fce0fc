//! [`Sniffed::lines`] and [`Sniffed::mixed_lines`]: which lines of a text are in which encoding, if several programs
//! wrote it.

use alloc::vec::Vec;
use core::ops::Range;

use super::likelihood::detector;
use super::sniffed::Sniffed;
use crate::detector::guess::Guess;
use crate::repair::oddness;
use crate::{Context, Encoding};

/// Consecutive lines in one encoding.
///
/// ```
/// use charsniff::{Context, Encoding, sniff};
/// let (log, context) = (b"Gr\xFC\xDFe aus K\xF6ln\nGr\xC3\xBC\xC3\x9Fe\n", Context::text());
/// let lines = &sniff(log, (), &context).lines(log, &context)[1];
/// assert_eq!((lines.first, lines.last, lines.encoding), (2, 2, Encoding::Utf8));
/// assert_eq!(&log[lines.bytes.clone()], "Grüße\n".as_bytes());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct LineRange {
    /// The number of the first line, from 1.
    pub first: usize,
    /// The number of the last line.
    pub last: usize,
    /// The encoding.
    pub encoding: Encoding,
    /// Where they are in the resource, in bytes, with their line ends.
    pub bytes: Range<usize>,
}

/// From this probability on, a line is read in its own encoding, if the text is in several.
const CLEAR: f32 = 0.9;

/// From this probability on, a line proves that the text is in several.
const PROOF: f32 = 0.99;

/// How many lines with bytes above 7F [`Sniffed::mixed_lines`] judges at most.
const MOST_LINES: usize = 400;

/// How many characters beyond ASCII a line needs so that it is not valid UTF-8 by chance; and how many beside lines in
/// encodings in which that is not rare: one in fifty Chinese words of two characters is valid UTF-8 in GBK.
const LEAST_CHARACTERS: [usize; 2] = [2, 3];

/// One line in so many proves that a text is in several legacy encodings. In a text in one encoding, one line in a hundred
/// may look like another one.
const ONE_LINE_OF: usize = 10;

/// If there are more lines than this, it takes at least two.
const FEW: usize = 4;

impl Sniffed {
    /// Which lines of a text are in which encoding, for a text that several programs wrote. `bytes` and `context` must
    /// be those that the verdict was made from.
    ///
    /// A line that is valid UTF-8 is in UTF-8. Any other line is in its own encoding if that is clear, else in the one
    /// that all such lines together are in. The context's candidates and hints for the detector count. Lines of ASCII
    /// belong to the lines before them. A line ends with a line feed, or with a carriage return if the text has no line
    /// feed. The text begins after the byte order mark. In UTF-16, UTF-32, ISO-2022-JP, x-user-defined and replacement,
    /// all lines are in the verdict's encoding.
    ///
    /// A line may look like another encoding by chance: [`mixed_lines`](Self::mixed_lines) asks for proof. Linear in
    /// the length of the bytes; a line costs as much as [`detect`](crate::detect).
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let log = b"\xC4\xEE\xE1\xE0\xE2\xEB\xE5\xED\xFB\nplain\n\xD0\x9F\xD1\x80\xD0\xB8\n";
    /// let context = Context::text();
    /// let lines = sniff(log, (), &context).lines(log, &context);
    /// assert_eq!((lines[0].encoding, lines[0].last), (Encoding::Windows1251, 2));
    /// assert_eq!((lines[1].encoding, lines[1].first), (Encoding::Utf8, 3));
    /// ```
    #[must_use]
    pub fn lines(&self, bytes: &[u8], context: &Context) -> Vec<LineRange> {
        let start = self.bom_length().min(bytes.len());
        let body = &bytes[start..];
        if !self.has_lines() {
            let last = split(self.decode(bytes).text.as_bytes()).count();
            let all = LineRange { first: 1, last, encoding: self.encoding, bytes: start..bytes.len() };
            return if last == 0 { Vec::new() } else { alloc::vec![all] };
        }
        let lines = beyond_ascii(body);
        let found = self.encodings(&lines, context, |_| 1).0;
        ranges(body, start, &found, self.encoding)
    }

    /// As [`lines`](Self::lines), for a text that may be in one encoding or in several: `None` if it is in one, if
    /// lines may look like another encoding by chance, or if it has more than 400 lines with bytes above 7F.
    ///
    /// A line in UTF-8 proves several encodings if it has two characters above U+007F of one script, or three where the
    /// other lines are in an encoding in which words are often valid UTF-8, such as GBK. Several legacy encodings are
    /// proved if one line in ten (and at least two if there are more than four) is in another encoding than most lines,
    /// with a probability of 0.99; encodings that are nearly the same count as one. Up to four lines beside lines in
    /// UTF-8 need a probability of only 0.9. Without such a proof, all lines that are not UTF-8 are in one encoding. Of
    /// 3,968 published files in one encoding, none is said to be in several.
    ///
    /// Linear in the length of the bytes; a line costs as much as [`detect`](crate::detect).
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let context = Context::text();
    /// let mixed = |text: &[u8]| sniff(text, (), &context).mixed_lines(text, &context);
    /// let lines = mixed(b"Gr\xFC\xDFe\nGr\xC3\xBC\xC3\x9Fe\n").expect("UTF-8 after windows-1252");
    /// assert_eq!(lines.iter().map(|lines| lines.encoding).collect::<Vec<_>>(), [Encoding::Windows1252, Encoding::Utf8]);
    /// assert_eq!(mixed(b"Gr\xFC\xDFe\nna\xEFve\n"), None);
    /// ```
    #[must_use]
    pub fn mixed_lines(&self, bytes: &[u8], context: &Context) -> Option<Vec<LineRange>> {
        if self.bom_length() > 0 || !self.has_lines() {
            return None;
        }
        let lines = beyond_ascii(bytes);
        if !(2..=MOST_LINES).contains(&lines.len()) {
            return None;
        }
        let least = |lines: usize| if lines <= FEW { 1 } else { lines.div_ceil(ONE_LINE_OF).max(2) };
        let (found, are_several) = self.encodings(&lines, context, least);
        // If there are lines in UTF-8, only they can prove it.
        let are_mixed = if found.contains(&Encoding::Utf8) { has_utf_8(&lines, &found) } else { are_several };
        are_mixed.then(|| ranges(bytes, 0, &found, self.encoding))
    }

    /// Whether lines can be in encodings of their own: ASCII is ASCII everywhere in the verdict's encoding.
    fn has_lines(&self) -> bool {
        self.encoding.is_ascii_compatible() && self.encoding != Encoding::XUserDefined && !self.is_isomorphic()
    }

    /// The encodings of lines beyond ASCII, and whether those that are not UTF-8 are in several: at least `least` of
    /// them (which gets their number) are surely in another encoding than most.
    fn encodings(&self, lines: &[&[u8]], context: &Context, least: impl Fn(usize) -> usize) -> (Vec<Encoding>, bool) {
        let preferred = context.facts.candidates.as_deref().copied().unwrap_or_default();
        let detector =
            detector(context).prefer(Encoding::ALL.into_iter().filter(|encoding| preferred.prefers(*encoding)));
        let fits = |guess: &Guess| guess.encoding.is_ascii_compatible();
        let legacy: Vec<&[u8]> = lines.iter().copied().filter(|line| !is_utf_8(line)).collect();
        let own = |line: &&[u8]| detector.detect(line).filter(|guess| fits(guess) && guess.probability >= CLEAR);
        let own: Vec<Option<Guess>> = legacy.iter().map(own).collect();
        // A few lines beside lines in UTF-8 need less: it is known that the text is in several encodings.
        let is_known = (1..=FEW).contains(&legacy.len()) && legacy.len() < lines.len();
        let proof = if is_known { CLEAR } else { PROOF };
        let mut counts = [0; Encoding::ALL.len()];
        for guess in own.iter().flatten().filter(|guess| guess.probability >= proof) {
            counts[like(guess.encoding) as usize] += 1;
        }
        let by_count = |[first, second]: [usize; 2], count| [first.max(count), second.max(first.min(count))];
        let [_, second] = counts.into_iter().fold([0, 0], by_count);
        let are_several = second >= least(legacy.len());
        let is_unclear = |own: &Option<Guess>| !are_several || own.is_none();
        let unclear = legacy.iter().zip(&own).filter(|(_, own)| is_unclear(own)).map(|(line, _)| *line);
        let together = detector.detect_all(&unclear.collect::<Vec<_>>()).filter(fits);
        let together = together.map_or(self.encoding, |guess| guess.encoding);
        let mut of_legacy =
            own.iter().map(|own| own.as_ref().filter(|_| are_several).map_or(together, |own| own.encoding));
        let mut of = |line: &[u8]| if is_utf_8(line) { Encoding::Utf8 } else { of_legacy.next().unwrap_or(together) };
        (lines.iter().map(|line| of(line)).collect(), are_several)
    }
}

/// The lines with their ends: line feeds, or carriage returns if there are none.
fn split(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    text.split_inclusive(move |byte| *byte == end)
}

fn beyond_ascii(text: &[u8]) -> Vec<&[u8]> {
    split(text).filter(|line| !line.is_ascii()).collect()
}

fn is_utf_8(line: &[u8]) -> bool {
    core::str::from_utf8(line).is_ok()
}

/// Whether some lines are in UTF-8 and others are not, and not by chance.
fn has_utf_8(lines: &[&[u8]], found: &[Encoding]) -> bool {
    let mut others = found.iter().filter(|encoding| **encoding != Encoding::Utf8).peekable();
    if others.peek().is_none() {
        return false;
    }
    let is_often_utf_8 =
        |encoding: &Encoding| !encoding.is_single_byte() || matches!(encoding, Encoding::Ibm866 | Encoding::Windows874);
    let least = LEAST_CHARACTERS[usize::from(others.any(is_often_utf_8))];
    lines.iter().any(|line| core::str::from_utf8(line).is_ok_and(|text| characters(text) >= least))
}

/// The best known of the encodings that are nearly the same: only a few letters tell which of them a line is in.
fn like(encoding: Encoding) -> Encoding {
    use Encoding::*;
    match encoding {
        Iso8859_2 | Iso8859_16 => Windows1250,
        Iso8859_15 | Macintosh => Windows1252,
        Iso8859_7 => Windows1253,
        Iso8859_8 | Iso8859_8I => Windows1255,
        Iso8859_13 | Iso8859_4 => Windows1257,
        XMacCyrillic => Windows1251,
        Koi8U => Koi8R,
        Gb18030 => Gbk,
        _ => encoding,
    }
}

/// How many characters beyond ASCII a text has, 0 if they are of several scripts, as they are by chance.
fn characters(text: &str) -> usize {
    let beyond = || text.chars().filter(|c| !c.is_ascii());
    let mut scripts = beyond().filter_map(oddness::script);
    let first = scripts.next();
    if scripts.all(|script| Some(script) == first) { beyond().count() } else { 0 }
}

/// The lines of a text that begins at `start`. `found` has the encodings of the lines beyond ASCII; `otherwise` is the
/// encoding if there are none.
fn ranges(body: &[u8], start: usize, found: &[Encoding], otherwise: Encoding) -> Vec<LineRange> {
    let (mut found, mut encoding) = (found.iter(), *found.first().unwrap_or(&otherwise));
    let mut ranges: Vec<LineRange> = Vec::new();
    let mut end = start;
    for (number, line) in (1..).zip(split(body)) {
        let start = end;
        end += line.len();
        if !line.is_ascii() {
            encoding = *found.next().unwrap_or(&encoding);
        }
        match ranges.last_mut() {
            Some(before) if before.encoding == encoding => {
                before.last = number;
                before.bytes.end = end;
            }
            _ => ranges.push(LineRange { first: number, last: number, encoding, bytes: start..end }),
        }
    }
    ranges
}

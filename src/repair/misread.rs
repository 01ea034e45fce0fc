//! Text in a legacy encoding that was read as another: `Ïðèâåò` for `Привет`, the bytes of windows-1251 read as
//! windows-1252. All of a text is that, or nothing: its characters are bytes of the encoding that it was read as, and the
//! detector says what these bytes are.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::misreading::{MISREADINGS, Table};
use super::{Change, Damage};
use crate::Encoding;

/// The indexes in [`MISREADINGS`] of the encodings that text is read as: those of Western and Central European systems.
const READ_AS: [usize; 2] = [0, 1];

/// How many readings of a text are undone at most, one after the other.
const MOST_READINGS: usize = 2;

/// In how many bytes the detector judges the text.
const SAMPLE: usize = 64 * 1024;

/// A text of bytes in another script is read as words of accented letters alone, which no language has. Of so many
/// characters above U+007F at least, so many hundredths stand in such words, and the detector has at least this confidence.
/// Signs alone, such as `×÷`, may also be characters of two bytes, which need the other proof.
const LEAST_OF_SCRIPT: usize = 4;
const LEAST_SHARE: usize = 80;
const CONFIDENCE_OF_SCRIPT: f32 = 0.5;

/// Any other text must be so many times as likely as it is now. Of 46,000 clean texts in 433 languages, those that come near
/// are 1,200 times as likely, or have hardly any confidence, since no model knows them.
const LEAST: usize = 3;
/// Of characters of two bytes, few are always common somewhere.
const LEAST_OF_TWO_BYTES: usize = 6;
const CONFIDENCE: f32 = 0.2;
const TIMES: f32 = 20_000.0;

/// What the detector says of bytes.
#[derive(Clone, Copy)]
pub(crate) struct Guessed {
    pub(crate) encoding: Encoding,
    /// From 0 to 1.
    pub(crate) confidence: f32,
    /// How many times as likely it is as the encoding that was asked about.
    pub(crate) times: f32,
}

/// Says what bytes are that were read as an encoding; `None` if they are in that, or in none.
pub(crate) type Judge<'a> = &'a dyn Fn(&[u8], Encoding) -> Option<Guessed>;

/// A text as it was meant to be, and the encodings that it was read as, the last one first, before the one that it is in.
pub(super) struct Misread {
    pub(super) text: String,
    encodings: Vec<Encoding>,
}

impl Misread {
    /// `None` without proof. Linear in `text`.
    pub(super) fn of(text: &str, judge: Judge<'_>) -> Option<Misread> {
        let mut misread: Option<Misread> = None;
        for _ in 0..MOST_READINGS {
            let text = misread.as_ref().map_or(text, |misread| &misread.text);
            let Some((read_as, encoding, text)) = undone(text, judge) else { break };
            let mut encodings = misread.map_or_else(Vec::new, |misread| misread.encodings);
            encodings.pop();
            encodings.extend([read_as, encoding]);
            misread = Some(Misread { text, encodings });
        }
        misread
    }

    /// The same after repairs that undid `before`.
    pub(super) fn behind(self, before: impl IntoIterator<Item = Encoding>) -> Misread {
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

/// The lines of a text, without their ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split(['\n', '\r']).map(move |line| {
        let at = start;
        start += line.len() + 1;
        at..at + line.len()
    })
}

/// The encoding that the text was read as, the one that it is in, and the text in that.
fn undone(text: &str, judge: Judge<'_>) -> Option<(Encoding, Encoding, String)> {
    let table = Table::get();
    let likeliest = |index: &usize| {
        let bytes = bytes(text, *index, table)?;
        let read_as = MISREADINGS[*index].0;
        let sample = bytes.get(..SAMPLE).unwrap_or(&bytes);
        let guessed = judge(sample, read_as).filter(|guessed| is_proved(text, *guessed, read_as))?;
        let meant = meant(&bytes, guessed.encoding).filter(|meant| meant != text)?;
        Some((read_as, guessed, meant))
    };
    if text.is_ascii() {
        return None;
    }
    let likely = READ_AS.iter().filter_map(likeliest);
    let best = likely.reduce(|one, other| if other.1.confidence > one.1.confidence { other } else { one });
    best.map(|(read_as, guessed, meant)| (read_as, guessed.encoding, meant))
}

/// The bytes that were read as `text`; `None` if it has other characters.
fn bytes(text: &str, index: usize, table: &Table) -> Option<Vec<u8>> {
    let byte = |c: char| if c.is_ascii() { c as u8 } else { table.of(c).bytes[index] };
    let is_byte = |c: char| c.is_ascii() || table.of(c).bytes[index] != 0;
    text.chars().all(is_byte).then(|| text.chars().map(byte).collect())
}

/// The text of the bytes, if it has neither malformed sequences nor C1 controls.
fn meant(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let text = encoding.decode_without_bom_handling_or_fail(bytes).ok()?;
    let is_control = |c: char| matches!(c, '\u{80}'..='\u{9F}');
    (!text.contains(is_control)).then(|| text.into_owned())
}

fn is_proved(text: &str, Guessed { encoding, confidence, times }: Guessed, read_as: Encoding) -> bool {
    use Encoding::*;
    let is_of_bytes = matches!(
        encoding,
        Windows1251 | Koi8R | Koi8U | Ibm866 | Iso8859_7 | Windows1253 | Windows1255 | Windows1256 | Windows874
    );
    let is_another = match encoding {
        // Many languages have the letters of Western and Central Europe in both.
        Windows1250 | Windows1254 => read_as == Windows1252,
        _ => matches!(encoding, ShiftJis | EucJp | Gbk | Gb18030 | Big5 | EucKr),
    };
    if !is_of_bytes && !is_another {
        return false;
    }
    let (all, in_words) = accented(text);
    let is_of_script = is_of_bytes
        && all >= LEAST_OF_SCRIPT
        && in_words * 100 >= all * LEAST_SHARE
        && confidence >= CONFIDENCE_OF_SCRIPT;
    let least = if encoding.is_single_byte() { LEAST } else { LEAST_OF_TWO_BYTES };
    is_of_script || all >= least && confidence >= CONFIDENCE && times >= TIMES
}

/// How many characters above U+007F a text has, and how many of them stand in words of two and more that have no others.
fn accented(text: &str) -> (usize, usize) {
    let (mut all, mut in_words) = (0, 0);
    for word in text.split(|c: char| c.is_ascii() && !c.is_ascii_alphabetic()) {
        let (ascii, others) = word.chars().fold((0, 0), |(ascii, others), c| match c.is_ascii() {
            true => (ascii + 1, others),
            false => (ascii, others + 1),
        });
        all += others;
        in_words += if ascii == 0 && others >= 2 { others } else { 0 };
    }
    (all, in_words)
}

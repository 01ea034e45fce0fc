//! `--lines`: which lines of a text are in which encoding, where several programs wrote it; and whether a text has such lines, for
//! `--health` and `--repair`.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;

use serde::Serialize;

use super::json::to_bytes;
use crate::failure::Failure;
use crate::input::Resource;
use crate::line::complain;
use crate::name::JsonPath;
use crate::settings::Settings;
use charsniff::{Content, Context, Detector, Encoding, Reading, Sniffed};

/// With this probability, a line is in another encoding than the others that are not UTF-8.
const CLEAR: f32 = 0.99;

/// Lines that follow each other, counted from 1, in one encoding. Lines of ASCII belong to those before them.
#[derive(Serialize)]
struct Lines {
    first: usize,
    last: usize,
    encoding: Encoding,
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    path: JsonPath,
    lines: &'a [Lines],
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// Lists the lines, with `json` in JSON. With `text`, writes the text and tells the lines.
pub fn write(
    resource: &Resource,
    [json, text]: [bool; 2],
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let bytes = &resource.head;
    let sniffed = charsniff::sniff(bytes, &settings.headers, context);
    if super::text::is_no_text(Content::of(bytes), &sniffed) {
        return Err(super::text::no_text(resource));
    }
    if !resource.is_whole() {
        return Err(super::text::too_long(resource, "lines"));
    }
    let body = bytes.get(sniffed.bom_length()..).unwrap_or_default();
    // In other encodings, bytes of ASCII are no lines.
    let has_lines = !(sniffed.encoding.is_utf_16() || sniffed.encoding == Encoding::Iso2022Jp);
    let list = if has_lines { split(body) } else { vec![body] };
    let detector = settings.detector().map_err(Failure::Input)?;
    let encodings = match has_lines {
        true => encodings(&list, &own(&list, &detector), &detector, sniffed.encoding),
        false => vec![sniffed.encoding],
    };
    let ranges = ranges(&list, &encodings);
    let decoded = text.then(|| {
        let pieces = list.iter().zip(&encodings);
        pieces.map(|(line, encoding)| encoding.decode_without_bom_handling(line).0).collect::<String>()
    });
    if json {
        out.write_all(&to_bytes(&Line { path: resource.name.to_json(), lines: &ranges, text: decoded.as_deref() }))?;
        out.write_all(b"\n")?;
        return Ok(());
    }
    if let Some(decoded) = decoded {
        out.write_all(decoded.as_bytes())?;
        out.flush()?;
    }
    for Lines { first, last, encoding } in ranges {
        match text {
            true => complain(&resource.name.complaint(&format_args!("lines {first} to {last}: {encoding}"))),
            false => writeln!(out, "{encoding:<14}  {first:>7} - {last:<7}  {}", resource.name)?,
        }
    }
    Ok(())
}

/// The lines with their ends: line feeds, or carriage returns if there are none.
fn split(text: &[u8]) -> Vec<&[u8]> {
    let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    text.split_inclusive(|byte| *byte == end).collect()
}

/// So many lines beyond ASCII are judged at most where nobody asked for it.
const MOST_LINES: usize = 400;

/// How many characters beyond ASCII a line in UTF-8 has that is this not by chance, and how many among lines in encodings where
/// that is not rare: of Chinese words of two characters, one in fifty is valid UTF-8 in GBK.
const LEAST_CHARACTERS: [usize; 2] = [2, 3];

/// In a file in one encoding, a line in a hundred may look like another one; a line in this many does not, and of more lines than a
/// few, two do not.
const ONE_LINE_OF: usize = 10;
const FEW: usize = 4;

/// Which lines are in which encoding, in a text that has several. In JSON, a list.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Several(Vec<Lines>);

impl Several {
    /// `None` for a text in one encoding, or if `repaired` is what it should read. Linear.
    pub fn of(
        resource: &Resource,
        sniffed: &Sniffed,
        repaired: &str,
        settings: &Settings,
    ) -> Result<Option<Several>, Failure> {
        let is_of_bytes = sniffed.encoding.is_ascii_compatible() && sniffed.encoding != Encoding::XUserDefined;
        if sniffed.bom_length() > 0 || !resource.is_whole() || !is_of_bytes {
            return Ok(None);
        }
        let list = split(&resource.head);
        let beyond: Vec<&[u8]> = list.iter().filter(|line| !line.is_ascii()).copied().collect();
        if !(2..=MOST_LINES).contains(&beyond.len()) {
            return Ok(None);
        }
        let detector = settings.detector().map_err(Failure::Input)?;
        let own = own(&beyond, &detector);
        let unclear = beyond.iter().zip(&own).filter(|(_, own)| own.is_none()).map(|(line, _)| *line);
        let together =
            detector.detect_all(&unclear.collect::<Vec<_>>()).map_or(sniffed.encoding, |guess| guess.encoding);
        let found: Vec<Encoding> = own.iter().map(|own| own.unwrap_or(together)).collect();
        if !are_several(&beyond, &own, &found) {
            return Ok(None);
        }
        let mut of_beyond = found.iter();
        let mut of = |line: &&[u8]| if line.is_ascii() { None } else { of_beyond.next().copied() };
        let encodings: Vec<_> = list.iter().map(|line| of(line).unwrap_or(Encoding::Utf8)).collect();
        let read = |(line, encoding): (&&[u8], &Encoding)| {
            let context = Context::text().reading(Reading::Crawler).override_encoding(encoding.name()).repair(true);
            charsniff::decode(line, (), &context).text.into_owned()
        };
        let is_read = list.iter().zip(&encodings).map(read).collect::<String>() == repaired;
        Ok((!is_read).then(|| Several(ranges(&list, &encodings))))
    }
}

/// Whether lines beyond ASCII are in several encodings, and not by chance. `own`: those that are clear.
fn are_several(lines: &[&[u8]], own: &[Option<Encoding>], found: &[Encoding]) -> bool {
    let others = || found.iter().filter(|encoding| **encoding != Encoding::Utf8);
    if others().count() == 0 {
        return false;
    }
    if others().count() < found.len() {
        let may_be_utf_8 = |encoding: &Encoding| {
            !encoding.is_single_byte() || matches!(encoding, Encoding::Ibm866 | Encoding::Windows874)
        };
        let least = LEAST_CHARACTERS[usize::from(others().any(may_be_utf_8))];
        return lines.iter().any(|line| characters(std::str::from_utf8(line).unwrap_or_default()) >= least);
    }
    let mut counts = BTreeMap::new();
    own.iter().flatten().for_each(|encoding| *counts.entry(like(*encoding).name()).or_insert(0) += 1);
    let mut counts: Vec<usize> = counts.into_values().collect();
    counts.sort_unstable_by(|one, other| other.cmp(one));
    counts.get(1).is_some_and(|second| second * ONE_LINE_OF >= found.len() && (*second > 1 || found.len() <= FEW))
}

/// The best known of the encodings that are nearly the same: which one a line is in hangs on few of its letters.
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
    let mut scripts = text.chars().filter_map(script);
    let first = scripts.next();
    let is_of_one = scripts.all(|script| Some(script) == first);
    if is_of_one { text.chars().filter(|c| !c.is_ascii()).count() } else { 0 }
}

/// The script of a character beyond ASCII, by its first letter: one that has several blocks, or the block; `None` for signs, which
/// stand in all of them.
fn script(c: char) -> Option<u32> {
    match u32::from(c) {
        0..=0xBF | 0x2010..=0x27BF | 0x3000..=0x3004 | 0x3008..=0x3020 | 0xFE00..=0xFE0F | 0x1F000.. => None,
        0xC0..=0x24F | 0x1E00..=0x1EFF => Some(0xC0),
        0x370..=0x3FF | 0x1F00..=0x1FFF => Some(0x370),
        0x400..=0x52F => Some(0x400),
        0x590..=0x5FF => Some(0x590),
        0x600..=0x6FF | 0xFB50..=0xFEFC => Some(0x600),
        0x3005..=0x30FF | 0x3400..=0x9FFF | 0xAC00..=0xD7A3 | 0xFF01..=0xFF9F => Some(0x3005),
        other => Some(other & !0x7F),
    }
}

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its lines are in several encodings: ")?;
        for (at, Lines { first, last, encoding }) in self.0.iter().take(MOST_NAMED).enumerate() {
            write!(f, "{}{encoding} ({first}", if at == 0 { "" } else { ", " })?;
            if last > first {
                write!(f, " to {last}")?;
            }
            write!(f, ")")?;
        }
        write!(f, "{}; --lines --decode reads them", if self.0.len() > MOST_NAMED { " and so on" } else { "" })
    }
}

/// How many places are named.
const MOST_NAMED: usize = 6;

/// The encoding of each line by itself: UTF-8 if it is that, else its own if that is clear.
fn own(lines: &[&[u8]], detector: &Detector) -> Vec<Option<Encoding>> {
    let own = |line: &[u8]| {
        let guess = detector.detect(line).filter(|guess| guess.probability >= CLEAR)?;
        guess.encoding.is_ascii_compatible().then_some(guess.encoding)
    };
    let is_utf_8 = |line: &[u8]| std::str::from_utf8(line).is_ok();
    lines.iter().map(|line| if is_utf_8(line) { Some(Encoding::Utf8) } else { own(line) }).collect()
}

/// The encoding of each line: its own if that is clear; else the one of all other lines together if
/// that is, or the one of the nearest line before it, or behind it, that has one.
fn encodings(lines: &[&[u8]], own: &[Option<Encoding>], detector: &Detector, of_all: Encoding) -> Vec<Encoding> {
    let unclear: Vec<&[u8]> = lines.iter().zip(own).filter(|(_, own)| own.is_none()).map(|(line, _)| *line).collect();
    let together = detector.detect_all(&unclear);
    let is_clear = together.as_ref().is_some_and(|guess| guess.probability >= CLEAR);
    let together = together.map_or(of_all, |guess| guess.encoding);
    let is_other = |encoding: &Encoding| *encoding != Encoding::Utf8;
    let mut near = own.iter().flatten().copied().find(is_other).filter(|_| !is_clear);
    own.iter()
        .map(|own| {
            if !is_clear {
                near = own.filter(is_other).or(near);
            }
            own.or(near).unwrap_or(together)
        })
        .collect()
}

/// Lines of the same encoding that follow each other.
fn ranges(lines: &[&[u8]], encodings: &[Encoding]) -> Vec<Lines> {
    let mut ranges: Vec<Lines> = Vec::new();
    let mut is_ascii_so_far = true;
    for (number, (line, encoding)) in (1..).zip(lines.iter().zip(encodings)) {
        let is_ascii = line.is_ascii();
        match ranges.last_mut() {
            Some(before) if is_ascii || before.encoding == *encoding || is_ascii_so_far => {
                before.last = number;
                if !is_ascii {
                    before.encoding = *encoding;
                }
            }
            _ => ranges.push(Lines { first: number, last: number, encoding: *encoding }),
        }
        is_ascii_so_far &= is_ascii;
    }
    ranges
}

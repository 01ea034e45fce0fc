//! `--lines`: which lines of a text are in which encoding, where several programs wrote it.

use std::io::Write;

use serde::Serialize;

use super::json::to_bytes;
use crate::failure::Failure;
use crate::input::Resource;
use crate::line::complain;
use crate::name::JsonPath;
use crate::settings::Settings;
use charsniff::{Content, Context, Detector, Encoding};

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
    let encodings = if has_lines { encodings(&list, &detector, sniffed.encoding) } else { vec![sniffed.encoding] };
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

/// The encoding of each line: UTF-8 if it is that; else its own if that is clear; else the one of all other lines together if
/// that is, or the one of the nearest line before it, or behind it, that has one.
fn encodings(lines: &[&[u8]], detector: &Detector, of_all: Encoding) -> Vec<Encoding> {
    let own = |line: &[u8]| {
        let guess = detector.detect(line).filter(|guess| guess.probability >= CLEAR)?;
        guess.encoding.is_ascii_compatible().then_some(guess.encoding)
    };
    let is_utf_8 = |line: &[u8]| std::str::from_utf8(line).is_ok();
    let own: Vec<_> = lines.iter().map(|line| if is_utf_8(line) { Some(Encoding::Utf8) } else { own(line) }).collect();
    let unclear: Vec<&[u8]> = lines.iter().zip(&own).filter(|(_, own)| own.is_none()).map(|(line, _)| *line).collect();
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

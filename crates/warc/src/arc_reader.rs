//! Reads the records of the ARC format, of which `arc` knows the headers.

use std::io;

use super::arc::{MOST_LINE, parse};
use super::damage::{Fault, Layer, RecordDamage};
use super::record::Record;
use super::source::{LOOKAHEAD, RECORD_START, Source};

/// The record that starts here, if it is one of the ARC format. Its block is cut at `record_bytes`.
///
/// Its length is right if a line end, the end of the file, a member or a header follows so many
/// bytes. Otherwise the block ends where the next header starts.
pub fn read(source: &mut Source, record_bytes: usize) -> io::Result<Option<Record>> {
    let start = line_end(source, 0)?;
    let Some((mut record, length)) = parse(&source.bytes()[..start]) else { return Ok(None) };
    source.set_arc();
    let most = start.saturating_add(record_bytes);
    let told = length.map(|length| usize::try_from(length).unwrap_or(usize::MAX).saturating_add(start));
    let is_right = match told {
        Some(told) if told <= most => source.fill(told)?.len() >= told && ends_at(source, told)?,
        _ => false,
    };
    let next = if is_right { None } else { next_header(source, start, most)? };
    let there = source.bytes().len();
    let (end, fault) = match (told, next) {
        (Some(told), None) if told > most && there >= most => (most, Some(Fault::Limit)),
        (Some(told), None) if told > there => (there, Some(Fault::CutShort)),
        (Some(told), None) => (told, None),
        (_, Some(next)) => (next, Some(Fault::WrongLength)),
        (None, None) => (there.min(most), Some(Fault::WrongLength)),
    };
    let block = &source.bytes()[start..end];
    record.block = if next.is_some() { block.strip_suffix(b"\n").unwrap_or(block) } else { block }.to_vec();
    source.consume(end);
    if let Some(fault) = fault {
        let damage = source.take_damage().filter(|_| fault == Fault::CutShort);
        let here = RecordDamage::new(Layer::Record, fault, record.block.len() as u64);
        let reason = length.is_none().then(|| "no length".to_owned());
        record.damage.push(damage.unwrap_or_else(|| here.because(reason)));
        record.is_truncated = fault == Fault::Limit;
    }
    if fault == Some(Fault::Limit) {
        source.skip(told.unwrap_or(end).saturating_sub(end) as u64, true)?;
    }
    source.skip_line_ends()?;
    record.damage.extend(source.take_damage());
    Ok(Some(record))
}

/// The position after the line at `from`, or after as much of it as a header may have.
fn line_end(source: &mut Source, from: usize) -> io::Result<usize> {
    let mut searched = from;
    loop {
        let bytes = source.bytes();
        let line = bytes.get(searched..).and_then(|bytes| memchr::memchr(b'\n', bytes));
        if let Some(end) = line {
            return Ok(searched + end + 1);
        }
        searched = bytes.len();
        if searched.saturating_sub(from) > MOST_LINE || !source.more()? {
            return Ok(searched);
        }
    }
}

/// Whether a record ends at `end`.
fn ends_at(source: &mut Source, end: usize) -> io::Result<bool> {
    match source.fill(end + LOOKAHEAD)?.get(end).copied() {
        None | Some(b'\n') => Ok(true),
        Some(_) if source.may_start(end) => Ok(true),
        Some(_) => {
            let line_end = line_end(source, end)?;
            Ok(parse(&source.bytes()[end..line_end]).is_some())
        }
    }
}

/// The position of the next header from the start of a line on, if it is before `most`.
fn next_header(source: &mut Source, from: usize, most: usize) -> io::Result<Option<usize>> {
    let mut at = from;
    while at < most {
        let end = line_end(source, at)?;
        if parse(&source.bytes()[at..end]).is_some() {
            return Ok(Some(at));
        }
        if end == at {
            break;
        }
        at = end;
    }
    Ok(None)
}

/// Skips bytes that are no record, up to the next header.
pub fn skip_to_header(source: &mut Source) -> io::Result<()> {
    loop {
        let end = line_end(source, 0)?;
        source.consume(end);
        let next = line_end(source, 0)?;
        let line = &source.bytes()[..next];
        if line.is_empty() || line.starts_with(RECORD_START) || parse(line).is_some() {
            return Ok(());
        }
    }
}

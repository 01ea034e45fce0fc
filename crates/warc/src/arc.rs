//! Records of the [ARC format](https://archive.org/web/researcher/ArcFileFormat.php), which came
//! before WARC.
//!
//! Their header is one line: URL, address, date, MIME type and length; in version 2, five more
//! fields before the length. The first record describes the file.

use std::io;
use std::net::IpAddr;

use super::damage::{Damage, Fault, Layer};
use super::fields::Fields;
use super::record::Record;
use super::records::Records;
use super::source::{LOOKAHEAD, RECORD_START};

/// The start of the first record.
pub const FILE_START: &[u8] = b"filedesc://";
/// The maximum length of a header, in bytes.
pub const MOST_LINE: usize = 64 * 1024;

/// The record of a header, and the length of its block if the header says it. The fields are those
/// that a WARC file would have. `line` may end with its line end.
pub fn parse(line: &[u8]) -> Option<(Record, Option<u64>)> {
    let line = line.trim_ascii_end();
    if !has_scheme(line) || line.len() > MOST_LINE {
        return None;
    }
    // URLs may contain spaces; all other fields are words.
    let words: Vec<&[u8]> = line.rsplitn(10, |&byte| byte == b' ').collect();
    let (length, mime_type, date, address, url) = match *words {
        [length, _, _, _, _, _, mime_type, date, address, url] if is_place(date, address, line) => {
            (length, mime_type, date, address, url.len() + 1)
        }
        [length, mime_type, date, address, ref url @ ..] if is_place(date, address, line) => {
            (length, mime_type, date, address, url.iter().map(|word| word.len() + 1).sum::<usize>())
        }
        _ => return None,
    };
    let url = line.get(..url.checked_sub(1)?)?;
    let length = str::from_utf8(length).ok().and_then(|length| length.parse::<u64>().ok());
    let is_http = url.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"http"));
    let is_dns = url.starts_with(b"dns:");
    let (kind, content_type): (&[u8], &[u8]) = match is_http {
        _ if line.starts_with(FILE_START) => (b"warcinfo", mime_type),
        true => (b"response", b"application/http; msgtype=response"),
        false if is_dns => (b"response", mime_type),
        false => (b"resource", mime_type),
    };
    let mut fields = Fields::new();
    let mut add = |name: &str, value: &[u8]| fields.push((name.to_owned(), value.to_vec()));
    add("WARC-Type", kind);
    add("WARC-Target-URI", url);
    add("WARC-Date", &iso(date).unwrap_or(date.to_vec()));
    add("WARC-IP-Address", address);
    add("Content-Type", content_type);
    Some((Record::of(fields), length))
}

/// Whether these are the date and the address of a header.
fn is_place(date: &[u8], address: &[u8], line: &[u8]) -> bool {
    let is_address =
        || str::from_utf8(address).is_ok_and(|address| address == "-" || address.parse::<IpAddr>().is_ok());
    date.len() >= 8 && date.iter().all(u8::is_ascii_digit) && (line.starts_with(FILE_START) || is_address())
}

/// A date of 14 digits as WARC writes it.
fn iso(date: &[u8]) -> Option<Vec<u8>> {
    let (date, time) = date.first_chunk::<14>().filter(|_| date.len() == 14)?.split_at(8);
    let (date, time) = (str::from_utf8(date).ok()?, str::from_utf8(time).ok()?);
    let (year, month, day) = (&date[..4], &date[4..6], &date[6..]);
    Some(format!("{year}-{month}-{day}T{}:{}:{}Z", &time[..2], &time[2..4], &time[4..]).into_bytes())
}

/// Whether this is the start of a URL, as far as that is to be seen.
pub fn has_scheme(start: &[u8]) -> bool {
    let scheme = start.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
    start.first().is_some_and(u8::is_ascii_alphabetic) && start.get(scheme) == Some(&b':')
}

impl Records {
    /// The record that starts here, if it is one of the ARC format.
    ///
    /// Its length is right if a line end, the end of the file, a member or a header follows so many
    /// bytes. Otherwise the block ends where the next header starts.
    pub(super) fn read_arc(&mut self) -> io::Result<Option<Record>> {
        let start = self.line_end(0)?;
        let Some((mut record, length)) = parse(&self.source.bytes()[..start]) else { return Ok(None) };
        self.source.set_arc();
        let most = start.saturating_add(self.bounds().record_bytes);
        let told = length.map(|length| usize::try_from(length).unwrap_or(usize::MAX).saturating_add(start));
        let is_right = match told {
            Some(told) if told <= most => self.source.fill(told)?.len() >= told && self.ends_at(told)?,
            _ => false,
        };
        let next = if is_right { None } else { self.next_header(start, most)? };
        let there = self.source.bytes().len();
        let (end, fault) = match (told, next) {
            (Some(told), None) if told > most && there >= most => (most, Some(Fault::Limit)),
            (Some(told), None) if told > there => (there, Some(Fault::CutShort)),
            (Some(told), None) => (told, None),
            (_, Some(next)) => (next, Some(Fault::WrongLength)),
            (None, None) => (there.min(most), Some(Fault::WrongLength)),
        };
        let block = &self.source.bytes()[start..end];
        record.block = if next.is_some() { block.strip_suffix(b"\n").unwrap_or(block) } else { block }.to_vec();
        self.source.consume(end);
        if let Some(fault) = fault {
            let damage = self.source.take_damage().filter(|_| fault == Fault::CutShort);
            let here = Damage::new(Layer::Record, fault, record.block.len() as u64);
            let reason = length.is_none().then(|| "no length".to_owned());
            record.damage.push(damage.unwrap_or_else(|| here.because(reason)));
            record.is_truncated = fault == Fault::Limit;
        }
        if fault == Some(Fault::Limit) {
            self.skip(told.unwrap_or(end).saturating_sub(end) as u64, true)?;
        }
        self.source.skip_line_ends()?;
        record.damage.extend(self.source.take_damage());
        Ok(Some(record))
    }

    /// The position after the line at `from`, or after as much of it as a header may have.
    fn line_end(&mut self, from: usize) -> io::Result<usize> {
        let mut searched = from;
        loop {
            let bytes = self.source.bytes();
            let line = bytes.get(searched..).and_then(|bytes| memchr::memchr(b'\n', bytes));
            if let Some(end) = line {
                return Ok(searched + end + 1);
            }
            searched = bytes.len();
            if searched.saturating_sub(from) > MOST_LINE || !self.source.more()? {
                return Ok(searched);
            }
        }
    }

    /// Whether a record ends at `end`.
    fn ends_at(&mut self, end: usize) -> io::Result<bool> {
        match self.source.fill(end + LOOKAHEAD)?.get(end).copied() {
            None | Some(b'\n') => Ok(true),
            Some(_) if self.source.may_start(end) => Ok(true),
            Some(_) => {
                let line_end = self.line_end(end)?;
                Ok(parse(&self.source.bytes()[end..line_end]).is_some())
            }
        }
    }

    /// The position of the next header from the start of a line on, if it is before `most`.
    fn next_header(&mut self, from: usize, most: usize) -> io::Result<Option<usize>> {
        let mut at = from;
        while at < most {
            let end = self.line_end(at)?;
            if parse(&self.source.bytes()[at..end]).is_some() {
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
    pub(super) fn skip_to_header(&mut self) -> io::Result<()> {
        loop {
            let end = self.line_end(0)?;
            self.source.consume(end);
            let next = self.line_end(0)?;
            let line = &self.source.bytes()[..next];
            if line.is_empty() || line.starts_with(RECORD_START) || parse(line).is_some() {
                return Ok(());
            }
        }
    }
}

//! Records of the [ARC format](https://archive.org/web/researcher/ArcFileFormat.php), which came
//! before WARC.
//!
//! Their header is one line: URL, address, date, MIME type and length; in version 2, five more
//! fields before the length. The first record describes the file.

use std::net::IpAddr;

use super::fields::Fields;
use super::record::Record;

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

/// Whether this is the start of a URL, as far as these bytes can tell.
pub fn has_scheme(start: &[u8]) -> bool {
    let scheme = start.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
    start.first().is_some_and(u8::is_ascii_alphabetic) && start.get(scheme) == Some(&b':')
}

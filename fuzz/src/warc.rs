//! Crawls: for any bytes, records are in order and within the file. If nothing is damaged, the
//! sizes of the reads do not matter. (How much is read before damage depends on them.)

use std::io::{self, Read};

use charsniff_warc::{Error, Limits, Record, Records};

/// Headers of bodies with codings.
const CODINGS: [&str; 6] = [
    "",
    "Content-Encoding: gzip\r\n",
    "Content-Encoding: deflate\r\n",
    "Content-Encoding: br\r\n",
    "Content-Encoding: zstd\r\n",
    "Transfer-Encoding: chunked\r\nContent-Encoding: gzip, br\r\n",
];

fn limits() -> Limits {
    Limits::default().record_bytes(4096).body_bytes(4096).ahead_bytes(4096)
}

/// A reader that returns few bytes at a time.
struct Pieces {
    bytes: Vec<u8>,
    at: usize,
    length: usize,
}

impl Read for Pieces {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let n = self.length.min(room.len()).min(self.bytes.len() - self.at);
        room[..n].copy_from_slice(&self.bytes[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// The first byte says whether the rest is a crawl or a body in one, with which coding, and how
/// many bytes are read at a time.
pub fn run(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let crawl = match CODINGS.get(usize::from(first % 8)) {
        Some(coding) => response(coding, rest),
        None => rest.to_vec(),
    };
    let whole = read(&crawl, crawl.len().max(1));
    if whole.iter().all(|record| record.as_ref().is_ok_and(|record| record.damage.is_empty())) {
        assert_eq!(format!("{whole:?}"), format!("{:?}", read(&crawl, 1 + usize::from(first / 8))));
    }

    let mut end = 0;
    for record in whole.into_iter().flatten() {
        assert!(record.offset <= crawl.len() as u64 && record.block.len() <= limits().record_bytes);
        if record.offset_in_member.is_none() {
            assert!(record.offset >= end, "{record:?} before {end}");
            end = record.offset + record.length;
            assert!(end <= crawl.len() as u64, "{record:?}");
        }
        if let Some(page) = record.into_page(&limits()) {
            assert!(page.body().len() <= limits().body_bytes);
        }
    }
}

/// A record with a response.
fn response(coding: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{coding}\r\n");
    let length = head.len() + body.len();
    let record = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n\
         Content-Type: application/http\r\nContent-Length: {length}\r\n\r\n{head}"
    );
    [record.as_bytes(), body, b"\r\n\r\n"].concat()
}

/// Reads a crawl with reads of `length` bytes. The reader itself does not fail.
fn read(crawl: &[u8], length: usize) -> Vec<Result<Record, Error>> {
    let pieces = Pieces { bytes: crawl.to_vec(), at: 0, length };
    match Records::new(pieces) {
        Ok(records) => records.limits(limits()).collect(),
        Err(error) => vec![Err(Error::Io(error))],
    }
}

//! The search for the next record after damage or unknown bytes, and how a record is recognized.

use std::io;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::Source;
use super::packed::{Next, is_gzip, is_member};
use crate::arc;
use crate::codec::{Codec, GZIP_START, ZSTD_START};
use crate::fields;
use crate::lz4::{self, LZ4_START};
use crate::progress::State;
use crate::raw::KEPT;
use crate::record::Record;

/// The start of a record.
pub const RECORD_START: &[u8] = b"WARC/";
/// How many bytes [`is_record`] and the recognition of a member need.
pub const LOOKAHEAD: usize = 24;

/// The maximum length of the header of an uncompressed record that is found after damaged members,
/// in bytes.
const MOST_HEAD: usize = 8 * 1024;

/// How many bytes may be read again after damaged members, in addition to four times the length of
/// the file.
const RETRIES: u64 = 256 * 1024 * 1024;
/// How many bytes of a possible gzip member or zstd frame are needed at most to see whether it starts with a record:
/// a header with a file name and the codes of the first block, or a block.
const GZIP_ATTEMPT: usize = 1024;
const ZSTD_ATTEMPT: usize = 128 * 1024 + 32;
/// How many bytes may be unpacked in such attempts, in addition to 256 times the length of the file.
const ATTEMPTS: u64 = 4 * 1024 * 1024 * 1024;

/// What the search for records after damage has cost so far.
#[derive(Default)]
pub(super) struct Spent {
    /// How many bytes were read again.
    retried: u64,
    /// How many bytes were unpacked in attempts.
    attempted: u64,
}

impl Source {
    /// After damage or unknown bytes, goes to the next record in the file or in a member.
    ///
    /// A member that is cut short seems to continue with the start of the next one. Therefore the
    /// search starts right after the first byte of the damaged member. How many bytes are read again
    /// for this, over the whole file, is bounded.
    pub fn find_next(&mut self) -> io::Result<()> {
        let met = self.raw.at();
        let was_plain = match &mut self.packed {
            None => {
                self.raw.consume(1);
                true
            }
            Some(packed) => {
                let broken = packed.members.last().filter(|_| matches!(packed.next, Next::Broken(_)));
                let retry = broken.map(|member| member.offset + 1);
                packed.clear();
                retry.into_iter().for_each(|start| self.retry_from(start));
                false
            }
        };
        loop {
            if !self.find_start(met)? {
                return Ok(());
            }
            if is_record(self.raw.bytes()) {
                if was_plain || self.is_plain_record()? {
                    self.packed = None;
                    return Ok(());
                }
            } else if self.begins_with_record()? && self.open_member()? {
                return Ok(());
            }
            self.raw.consume(1);
        }
    }

    /// Whether a member starts here that begins with a record. Nothing is taken: however many false
    /// starts there are, the search goes on after the first byte of each.
    fn begins_with_record(&mut self) -> io::Result<bool> {
        let is_arc = self.is_arc;
        let start = self.raw.fill(LOOKAHEAD)?;
        if start.starts_with(LZ4_START) {
            // A name of the ARC format may be long; its start will do.
            let bytes = self.raw.fill(GZIP_ATTEMPT)?;
            return Ok(lz4::begins_with(bytes, |bytes| begins_record(bytes, is_arc)));
        }
        let most = if start.starts_with(GZIP_START) { GZIP_ATTEMPT } else { ZSTD_ATTEMPT };
        if self.spent.attempted > self.raw.at().saturating_mul(256).saturating_add(ATTEMPTS) {
            return Ok(false);
        }
        let mut codec = match self.decoders.codec.take() {
            _ if most == GZIP_ATTEMPT => Codec::gzip(),
            // It may have a dictionary, which would take long to read for each false start.
            Some(mut codec @ Codec::Zstd(..)) => {
                codec.restart();
                codec
            }
            _ => self.decoders.zstd()?,
        };
        let bytes = self.raw.fill(most)?;
        let bytes = &bytes[..bytes.len().min(most)];
        let mut room = [0; LOOKAHEAD];
        let (mut read, mut written) = (0, 0);
        while written < room.len() && read < bytes.len() {
            let progress = codec.run(&bytes[read..], &mut room[written..]);
            read += progress.read;
            written += progress.written;
            if !matches!(progress.state, State::Running) || progress.read == 0 && progress.written == 0 {
                break;
            }
        }
        self.spent.attempted += read as u64;
        self.decoders.codec = Some(codec);
        Ok(begins_record(&room[..written], is_arc))
    }

    /// Whether the record at the current position of the file is not compressed. The packed bytes of
    /// a damaged member may contain the header of a record, or most of it: a short zstd frame does.
    /// Therefore something must follow where the record ends, according to its length.
    fn is_plain_record(&mut self) -> io::Result<bool> {
        let bytes = self.raw.fill(MOST_HEAD)?;
        let bytes = &bytes[..bytes.len().min(MOST_HEAD)];
        let next = find_record(&bytes[1..]).map_or(bytes.len(), |next| next + 1);
        let Some(head) = fields::head_end(&bytes[..next], 0) else { return Ok(false) };
        let (_, length) = Record::parse(&bytes[..head]);
        let Some(end) = length.and_then(|length| usize::try_from(length).ok()?.checked_add(head)) else {
            return Ok(false);
        };
        if end > KEPT {
            return Ok(false);
        }
        let bytes = self.raw.fill(end + 4 + LOOKAHEAD)?;
        let Some(rest) = bytes.get(end..) else { return Ok(false) };
        let rest = &rest[rest.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count()..];
        Ok(rest.is_empty() || rest.starts_with(RECORD_START) || is_member(rest))
    }

    /// Goes back to the byte at `start`, unless too many bytes were read again already.
    fn retry_from(&mut self, start: u64) {
        let again = self.raw.at().saturating_sub(start);
        if self.spent.retried + again <= self.raw.at().saturating_mul(4).saturating_add(RETRIES) {
            self.spent.retried += again;
            self.raw.go_back_to(start);
        }
    }

    /// Goes to the next position where a member may start or, from `met` on, an uncompressed
    /// record. The bytes before `met` belong to a member.
    fn find_start(&mut self, met: u64) -> io::Result<bool> {
        loop {
            let at = self.raw.at();
            let bytes = self.raw.fill(LOOKAHEAD)?;
            if bytes.is_empty() {
                return Ok(false);
            }
            let searched = if bytes.len() < LOOKAHEAD { bytes.len() } else { bytes.len() - LOOKAHEAD + 1 };
            let mut found = STARTS.iter().flat_map(|starts| starts.find_iter(bytes)).map(|found| found.start());
            let found = found.find(|&n| {
                let start = &bytes[n..];
                match start.starts_with(RECORD_START) {
                    true => at + n as u64 >= met && is_record(start),
                    false => !start.starts_with(GZIP_START) || is_gzip(start),
                }
            });
            let found = found.filter(|&n| n < searched);
            self.raw.consume(found.unwrap_or(searched));
            if found.is_some() {
                return Ok(true);
            }
        }
    }
}

/// The possible starts of a record or a member. Dictionaries are not searched for. `None` never occurs: an automaton
/// of so few patterns can always be built.
static STARTS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new([RECORD_START, GZIP_START, ZSTD_START, LZ4_START]).ok());

/// Whether a member that begins so has a record.
pub(super) fn begins_record(start: &[u8], is_arc: bool) -> bool {
    start.starts_with(RECORD_START) || is_arc && arc::has_scheme(start)
}

/// Whether the bytes look like the first line of a record and the start of the second line.
pub fn is_record(bytes: &[u8]) -> bool {
    let Some([_, b'.', _, rest @ ..]) = bytes.strip_prefix(RECORD_START) else { return false };
    let ends: [&[u8]; 3] = [b"\r\n", b"\n", b"\r\r\n"];
    let Some(line) = ends.iter().find_map(|end| rest.strip_prefix(*end)) else { return false };
    let starts = |name: &[u8]| line.len() >= name.len() && line[..name.len()].eq_ignore_ascii_case(name);
    starts(b"WARC-") || starts(b"Content-")
}

/// The position of the first record in `bytes` whose start can be seen completely.
pub fn find_record(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, RECORD_START).find(|&at| is_record(&bytes[at..]))
}

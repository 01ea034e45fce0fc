//! [`Source`]: the bytes of a crawl, unpacked from gzip members or zstd frames if it is compressed.

use std::io::{self, Read};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, LazyLock};

use aho_corasick::AhoCorasick;
use zstd::stream::raw::Decoder;

use super::arc;
use super::codec::{Codec, GZIP_START, State, Step, ZSTD_START};
use super::damage::{Damage, Fault, Layer};
use super::fields;
use super::lz4::{self, LZ4_START};
use super::raw::{KEPT, Raw};
use super::record::Record;
use super::window::{Member, Members, Window};

/// The start of a record.
pub const RECORD_START: &[u8] = b"WARC/";
/// How many bytes [`is_record`] and the recognition of a member need.
pub const LOOKAHEAD: usize = 24;

/// The start of a [dictionary
/// frame](https://iipc.github.io/warc-specifications/specifications/warc-zstd/#dictionary-frame-format),
/// which a zstd file may begin with.
const DICTIONARY_START: &[u8] = b"\x5D\x2A\x4D\x18";
/// The maximum length of a dictionary, packed or unpacked: what the specification requires.
const MOST_DICTIONARY_BYTES: u64 = 8 * 1024 * 1024;

/// The maximum length of the header of an uncompressed record that is found behind damaged members,
/// in bytes.
const MOST_HEAD: usize = 8 * 1024;

/// How many bytes are unpacked at a time, at least.
const ROOM: usize = 64 * 1024;
/// How many bytes may be read again after damaged members, in addition to four times the length of
/// the file.
const RETRIES: u64 = 256 * 1024 * 1024;
/// What may be the start of a gzip member or of a zstd frame is unpacked until a record shows, which
/// takes no more than this: a header with a file name and the codes of the first block; a block.
const GZIP_ATTEMPT: usize = 1024;
const ZSTD_ATTEMPT: usize = 128 * 1024 + 32;
/// How many bytes may be unpacked in such attempts, in addition to 256 times the length of the file.
const ATTEMPTS: u64 = 4 * 1024 * 1024 * 1024;

/// The unpacked bytes of a crawl, in order. Any number of bytes can be looked at before they are
/// taken.
///
/// After damage no more bytes come until [`find_next`](Self::find_next) has found the next record.
pub struct Source {
    raw: Raw,
    mode: Mode,
    /// The last one, which is used again for members of the same kind.
    codec: Option<Codec>,
    dictionary: Vec<u8>,
    unpacked: Window,
    members: Members,
    damage: Option<Damage>,
    /// How many bytes were read again.
    retried: u64,
    /// How many bytes were unpacked in attempts.
    attempted: u64,
    /// Whether the file has records of the ARC format.
    is_arc: bool,
}

/// Where in the file the next bytes come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// From the file itself, which is not compressed at this point.
    Plain,
    /// From the next member: the one before was unpacked to its end.
    Between,
    /// From a member.
    Inside,
    /// From nowhere: a member was abandoned because of damage.
    Broken,
}

/// The position of a record.
#[derive(Clone, Copy)]
pub struct Place {
    /// The position in the file of the record, or of its member.
    pub offset: u64,
    /// Its position in the unpacked bytes.
    at: u64,
    /// The position of its member in the unpacked bytes.
    member_at: u64,
}

impl Source {
    pub fn new(raw: Raw) -> Source {
        Source {
            raw,
            mode: Mode::Plain,
            codec: None,
            dictionary: Vec::new(),
            unpacked: Window::default(),
            members: Members::default(),
            damage: None,
            retried: 0,
            attempted: 0,
            is_arc: false,
        }
    }

    /// How many bytes of the file were read, for another thread.
    pub fn position(&self) -> Arc<AtomicU64> {
        self.raw.position()
    }

    /// All bytes of the file, if no more were read than are kept.
    pub fn into_reader(self) -> impl Read + Send {
        self.raw.into_reader()
    }

    /// The bytes that were read and not taken.
    pub fn bytes(&self) -> &[u8] {
        match self.mode {
            Mode::Plain => self.raw.bytes(),
            _ => self.unpacked.unread(),
        }
    }

    /// Takes `length` bytes.
    pub fn consume(&mut self, length: usize) {
        match self.mode {
            Mode::Plain => self.raw.consume(length),
            _ => self.unpacked.consume(length),
        }
    }

    /// Reads until at least `length` bytes are there, or up to the end or to damage. Returns the
    /// bytes.
    pub fn fill(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.bytes().len() < length && self.more()? {}
        Ok(self.bytes())
    }

    /// Reads more bytes. Returns false at the end, at damage, and before bytes with another
    /// compression.
    pub fn more(&mut self) -> io::Result<bool> {
        if self.mode == Mode::Plain {
            return self.raw.more();
        }
        while self.damage.is_none()
            && (self.mode == Mode::Inside || self.mode == Mode::Between && self.open_member()?)
        {
            let is_file_end = self.raw.bytes().is_empty() && !self.raw.more()?;
            let Some(codec) = &mut self.codec else { return Ok(false) };
            let Step { read, written, state } = codec.run(self.raw.bytes(), self.unpacked.room(ROOM, 0));
            let layer = Layer::Member(codec.name());
            self.raw.consume(read);
            self.unpacked.grow(written);
            let end = self.unpacked.end();
            match state {
                State::End => self.mode = Mode::Between,
                State::Broken(fault, reason) => self.damage = Some(Damage::new(layer, fault, end).because(reason)),
                State::Running if is_file_end && written == 0 => {
                    self.damage = Some(Damage::new(layer, Fault::CutShort, end));
                }
                State::Running => {}
            }
            if let Some(member) = self.members.last_mut() {
                if self.mode == Mode::Between || self.damage.is_some() {
                    member.end = Some(self.raw.at());
                }
                if let Some(damage) = &mut self.damage {
                    damage.after -= member.at;
                    self.mode = Mode::Broken;
                }
            }
            if written > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Opens the compressed member that follows, if there is one.
    fn open_member(&mut self) -> io::Result<bool> {
        loop {
            let start = self.raw.fill(LOOKAHEAD)?;
            if is_skippable(start) {
                self.raw.skip_frame()?;
            } else if start.starts_with(DICTIONARY_START) {
                self.open_dictionary()?;
            } else {
                break;
            }
        }
        let offset = self.raw.at();
        let start = self.raw.bytes();
        if self.damage.is_some() {
            return Ok(false);
        } else if start.starts_with(GZIP_START) {
            match &mut self.codec {
                Some(codec @ Codec::Gzip(_)) => codec.restart(),
                _ => self.codec = Some(Codec::gzip()),
            }
        } else if start.starts_with(ZSTD_START) {
            match &mut self.codec {
                Some(codec @ Codec::Zstd(..)) => codec.restart(),
                _ => self.codec = Some(self.zstd()?),
            }
        } else if start.starts_with(LZ4_START) {
            self.codec = Some(Codec::lz4());
        } else {
            return Ok(false);
        }
        self.mode = Mode::Inside;
        self.members.push(Member { at: self.unpacked.end(), offset, end: None });
        Ok(true)
    }

    /// Reads the dictionary that follows. If it is damaged at the start of the file, that is an
    /// error, since nothing can be read without it.
    fn open_dictionary(&mut self) -> io::Result<()> {
        let offset = self.raw.at();
        match read_dictionary(&mut self.raw) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData && offset > 0 => {
                let damage = Damage::new(Layer::Member("zstd"), Fault::Corrupt, 0);
                self.damage = Some(damage.because(Some(error.to_string())));
                // Skip a byte, so that the damaged dictionary is not found again.
                self.raw.consume(1);
            }
            dictionary => self.dictionary = dictionary?,
        }
        self.codec = Some(self.zstd()?);
        self.mode = Mode::Between;
        Ok(())
    }

    fn zstd(&self) -> io::Result<Codec> {
        Ok(Codec::zstd(Decoder::with_dictionary(&self.dictionary)?))
    }

    /// Takes the line ends that follow. Returns their number.
    pub fn skip_line_ends(&mut self) -> io::Result<usize> {
        let mut lines = 0;
        loop {
            let bytes = self.fill(1)?;
            let length = bytes.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
            lines += bytes[..length].iter().filter(|&&byte| byte == b'\n').count();
            self.consume(length);
            if length == 0 {
                return Ok(lines);
            }
        }
    }

    /// Recognizes how the following bytes are compressed. Called where a record may start, since files
    /// with different compression may be joined.
    pub fn adapt(&mut self) -> io::Result<()> {
        if self.mode == Mode::Plain {
            let start = self.raw.fill(LOOKAHEAD)?;
            if is_member(start) {
                (self.unpacked, self.members) = Default::default();
                self.open_member()?;
            }
        } else if self.fill(1)?.is_empty() && self.damage.is_none() {
            // Files from tapes are padded with NULs.
            while let Some(b'\0' | b'\r' | b'\n') = self.raw.fill(1)?.first() {
                self.raw.consume(1);
            }
            if self.raw.fill(LOOKAHEAD)?.starts_with(RECORD_START) {
                self.mode = Mode::Plain;
            }
        }
        Ok(())
    }

    /// Whether all bytes were taken.
    pub fn is_end(&mut self) -> io::Result<bool> {
        let is_taken = self.fill(1)?.is_empty() && self.damage.is_none() && self.mode != Mode::Broken;
        Ok(is_taken && self.raw.fill(1)?.is_empty())
    }

    /// The damage of the current member, once everything that came out of it was taken. It is
    /// returned only once. `None` if nothing came out: the damage is then that of the next record.
    pub fn take_damage(&mut self) -> Option<Damage> {
        let is_taken = self.members.last_mut().is_some_and(|member| member.at < self.unpacked.at());
        if is_taken && self.unpacked.unread().is_empty() { self.damage.take() } else { None }
    }

    /// Why unpacking stopped.
    pub fn damage(&self) -> Option<&Damage> {
        self.damage.as_ref()
    }

    /// The position of the next byte.
    pub fn place(&mut self) -> Place {
        let at = self.unpacked.at();
        // Bytes that no member holds.
        let is_outside = self.unpacked.unread().is_empty() && self.mode == Mode::Between && self.damage.is_none();
        match self.mode {
            Mode::Plain => Place { offset: self.raw.at(), at: self.raw.at(), member_at: 0 },
            _ => match self.members.at(at).filter(|_| !is_outside) {
                Some(member) => Place { offset: member.offset, at, member_at: member.at },
                None => Place { offset: self.raw.at(), at, member_at: at },
            },
        }
    }

    /// The length in the file of a record that started at `place` and ends here. If it shares its
    /// member with others, the length of the unpacked record and its position in the unpacked
    /// member.
    pub fn length_since(&self, place: Place) -> (u64, Option<u64>) {
        if self.mode == Mode::Plain {
            return (self.raw.at().saturating_sub(place.offset), None);
        }
        let end = self.unpacked.at();
        let next = self.members.behind(end.saturating_sub(1)).next();
        let is_all_taken = self.unpacked.unread().is_empty() || next.is_some_and(|next| next.at == end);
        if place.at == place.member_at
            && is_all_taken
            && let Some(end) = self.members.before(end).and_then(|last| last.end)
        {
            return (end - place.offset, None);
        }
        (end - place.at, Some(place.at - place.member_at))
    }

    /// From now on, members may have records of the ARC format.
    pub fn set_arc(&mut self) {
        self.is_arc = true;
    }

    pub fn is_arc(&self) -> bool {
        self.is_arc
    }

    /// Whether the records are compressed.
    pub fn is_compressed(&self) -> bool {
        self.mode != Mode::Plain
    }

    /// Whether a record may start `at` bytes from here: there is the start of a record, or that of
    /// a member.
    pub fn may_start(&self, at: usize) -> bool {
        let start = self.bytes().get(at..).unwrap_or_default();
        start.starts_with(RECORD_START)
            || match self.mode {
                Mode::Plain => is_member(start),
                _ => {
                    let at = self.unpacked.at() + at as u64;
                    self.members.behind(at.saturating_sub(1)).next().is_some_and(|next| next.at == at)
                }
            }
    }

    /// The distance to the first member that starts with a record, if it is less than `to`. Members
    /// before the position `checked` do not start with one; `checked` is updated.
    pub fn member_with_record(&mut self, checked: &mut u64, to: usize) -> io::Result<Option<usize>> {
        if self.mode == Mode::Plain {
            return Ok(None);
        }
        let to = self.unpacked.at().saturating_add(to as u64);
        *checked = (*checked).max(self.unpacked.at());
        loop {
            let next = self.members.behind(*checked).next().map(|member| member.at);
            let Some(next) = next.filter(|&at| at < to) else { return Ok(None) };
            let start = (next - self.unpacked.at()) as usize;
            let is_arc = self.is_arc;
            if self.fill(start + LOOKAHEAD)?.get(start..).is_some_and(|bytes| begins_record(bytes, is_arc)) {
                return Ok(Some(start));
            }
            *checked = next;
        }
    }

    /// After damage or unknown bytes, goes to the next record in the file or in a member.
    ///
    /// A member that is cut short seems to continue with the start of the next one. Therefore the
    /// search starts right after the first byte of the damaged member. How many bytes are read again
    /// for this, over the whole file, is bounded.
    pub fn find_next(&mut self) -> io::Result<()> {
        let met = self.raw.at();
        let before = self.mode;
        if before == Mode::Plain {
            self.raw.consume(1);
        } else if before == Mode::Broken
            && let Some(member) = self.members.last_mut()
        {
            let start = member.offset + 1;
            self.retry_from(start);
        }
        loop {
            self.damage = None;
            self.unpacked.clear();
            self.members.clear();
            if self.mode != Mode::Plain {
                self.mode = Mode::Between;
            }
            if !self.find_start(met)? {
                return Ok(());
            }
            if is_record(self.raw.bytes()) {
                if before == Mode::Plain || self.is_plain_record()? {
                    self.mode = Mode::Plain;
                    return Ok(());
                }
            } else if self.begins_with_record()? && self.open_member()? {
                return Ok(());
            }
            self.raw.consume(1);
        }
    }

    /// Whether a member starts here that begins with a record. Nothing is taken: however many false
    /// starts there are, the search goes on behind the first byte of each.
    fn begins_with_record(&mut self) -> io::Result<bool> {
        let is_arc = self.is_arc;
        let start = self.raw.fill(LOOKAHEAD)?;
        if start.starts_with(LZ4_START) {
            // A name of the ARC format may be long; its start will do.
            let bytes = self.raw.fill(GZIP_ATTEMPT)?;
            return Ok(lz4::begins_with(bytes, |bytes| begins_record(bytes, is_arc)));
        }
        let most = if start.starts_with(GZIP_START) { GZIP_ATTEMPT } else { ZSTD_ATTEMPT };
        if self.attempted > self.raw.at().saturating_mul(256).saturating_add(ATTEMPTS) {
            return Ok(false);
        }
        let mut codec = match self.codec.take() {
            _ if most == GZIP_ATTEMPT => Codec::gzip(),
            // It may have a dictionary, which would take long to read for each false start.
            Some(mut codec @ Codec::Zstd(..)) => {
                codec.restart();
                codec
            }
            _ => self.zstd()?,
        };
        let bytes = self.raw.fill(most)?;
        let bytes = &bytes[..bytes.len().min(most)];
        let mut room = [0; LOOKAHEAD];
        let (mut read, mut written) = (0, 0);
        while written < room.len() && read < bytes.len() {
            let step = codec.run(&bytes[read..], &mut room[written..]);
            read += step.read;
            written += step.written;
            if !matches!(step.state, State::Running) || step.read == 0 && step.written == 0 {
                break;
            }
        }
        self.attempted += read as u64;
        self.codec = Some(codec);
        self.mode = Mode::Between;
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
        if self.retried + again <= self.raw.at().saturating_mul(4).saturating_add(RETRIES) {
            self.retried += again;
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

/// What a record or a member may start with, where dictionaries are not searched for. So few
/// patterns are never refused.
static STARTS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new([RECORD_START, GZIP_START, ZSTD_START, LZ4_START]).ok());

fn is_member(start: &[u8]) -> bool {
    is_gzip(start) || is_zstd(start) || start.starts_with(LZ4_START)
}

/// Whether a member that begins so has a record.
fn begins_record(start: &[u8], is_arc: bool) -> bool {
    start.starts_with(RECORD_START) || is_arc && arc::has_scheme(start)
}

fn is_gzip(start: &[u8]) -> bool {
    const FLAGS: u8 = 0x1F;
    start.starts_with(GZIP_START) && start.get(3).is_some_and(|&flags| flags & !FLAGS == 0)
}

fn is_zstd(start: &[u8]) -> bool {
    start.starts_with(ZSTD_START) || start.starts_with(DICTIONARY_START) || is_skippable(start)
}

/// Whether a skippable frame starts here.
fn is_skippable(start: &[u8]) -> bool {
    matches!(start, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..]) && !start.starts_with(DICTIONARY_START)
}

/// Whether the bytes look like the first line of a record and the start of the second.
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

/// The dictionary in a dictionary frame, where it may be compressed with zstd itself.
fn read_dictionary(raw: &mut Raw) -> io::Result<Vec<u8>> {
    let refused = |message: &str| io::Error::new(io::ErrorKind::InvalidData, format!("the dictionary frame {message}"));
    let is_cut = || refused("is cut short");
    let head = raw.take(8)?.ok_or_else(is_cut)?;
    let length = head.last_chunk().map_or(0, |length| u32::from_le_bytes(*length));
    if u64::from(length) > MOST_DICTIONARY_BYTES {
        return Err(refused("is longer than 8 MiB"));
    }
    let mut dictionary = raw.take(length as usize)?.ok_or_else(is_cut)?;
    if dictionary.starts_with(ZSTD_START) {
        let mut unpacked = Vec::new();
        let decoder = zstd::stream::read::Decoder::with_buffer(&*dictionary)?;
        let result = decoder.take(MOST_DICTIONARY_BYTES + 1).read_to_end(&mut unpacked);
        result.map_err(|error| refused(&format!("is damaged: {error}")))?;
        dictionary = unpacked;
        if dictionary.len() as u64 > MOST_DICTIONARY_BYTES {
            return Err(refused("unpacks to more than 8 MiB"));
        }
    }
    Ok(dictionary)
}

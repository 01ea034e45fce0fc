//! [`Source`]: the bytes of a crawl, unpacked from gzip members or zstd frames if it is compressed.

use std::io::{self, Read};
use std::mem;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, LazyLock};

use aho_corasick::AhoCorasick;
use zstd::stream::raw::Decoder;

use super::arc;
use super::codec::{Codec, GZIP_START, ZSTD_START};
use super::damage::{Damage, Fault, Layer};
use super::fields;
use super::lz4::{self, LZ4_START};
use super::raw::{KEPT, Raw};
use super::record::Record;
use super::step::{State, Step};
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
    /// `None` where the file is not compressed: the bytes are those of the file itself.
    packed: Option<Packed>,
    decoders: Decoders,
    spent: Spent,
    /// Whether the file has records of the ARC format.
    is_arc: bool,
}

/// What came out of members, at a place where the file is compressed.
#[derive(Default)]
struct Packed {
    unpacked: Window,
    members: Members,
    next: Next,
}

/// Where the bytes after those that are unpacked come from.
#[derive(Default)]
enum Next {
    /// From the next member: the one before was unpacked to its end.
    #[default]
    Member,
    /// From the member that was opened last.
    Inside,
    /// From nowhere: the member that was opened last is damaged. `None` once the damage was told.
    Broken(Option<Damage>),
    /// From the next member, once it was told that a dictionary before it is damaged.
    BrokenDictionary(Damage),
}

/// What members are unpacked with.
#[derive(Default)]
struct Decoders {
    /// The last one, which is used again for members of the same kind.
    codec: Option<Codec>,
    dictionary: Vec<u8>,
}

/// What the search for records behind damage has cost so far.
#[derive(Default)]
struct Spent {
    /// How many bytes were read again.
    retried: u64,
    /// How many bytes were unpacked in attempts.
    attempted: u64,
}

impl Packed {
    /// Why unpacking stopped.
    fn damage(&self) -> Option<&Damage> {
        match &self.next {
            Next::Broken(damage) => damage.as_ref(),
            Next::BrokenDictionary(damage) => Some(damage),
            Next::Member | Next::Inside => None,
        }
    }

    /// Whether more may come out of a member, without a search.
    fn may_go_on(&self) -> bool {
        matches!(self.next, Next::Member | Next::Inside)
    }

    /// Drops what is unpacked and was not taken.
    fn clear(&mut self) {
        self.unpacked.clear();
        self.members.clear();
        self.next = Next::Member;
    }

    /// Unpacks some bytes of `raw` with the codec of the member that was opened last. Returns how
    /// many came out of it.
    fn unpack(&mut self, raw: &mut Raw, codec: &mut Codec) -> io::Result<usize> {
        let is_file_end = raw.bytes().is_empty() && !raw.more()?;
        let Step { read, written, state } = codec.run(raw.bytes(), self.unpacked.room(ROOM, 0));
        raw.consume(read);
        self.unpacked.grow(written);
        let fault = match state {
            State::Running if is_file_end && written == 0 => Some((Fault::CutShort, None)),
            State::Running => return Ok(written),
            State::Broken(fault, reason) => Some((fault, reason)),
            State::End => None,
        };
        let after = self.unpacked.end() - self.members.last().map_or(0, |member| member.at);
        self.next = match fault {
            Some((fault, reason)) => {
                Next::Broken(Some(Damage::new(Layer::Member(codec.name()), fault, after).because(reason)))
            }
            None => Next::Member,
        };
        if let Some(member) = self.members.last_mut() {
            member.end = Some(raw.at());
        }
        Ok(written)
    }
}

impl Decoders {
    fn zstd(&self) -> io::Result<Codec> {
        Ok(Codec::zstd(Decoder::with_dictionary(&self.dictionary)?))
    }

    /// Prepares the decoder of the member that starts so. Returns false if none does.
    fn prepare(&mut self, start: &[u8]) -> io::Result<bool> {
        match &mut self.codec {
            Some(codec @ Codec::Gzip(_)) if start.starts_with(GZIP_START) => codec.restart(),
            Some(codec @ Codec::Zstd(..)) if start.starts_with(ZSTD_START) => codec.restart(),
            _ if start.starts_with(GZIP_START) => self.codec = Some(Codec::gzip()),
            _ if start.starts_with(ZSTD_START) => self.codec = Some(self.zstd()?),
            _ if start.starts_with(LZ4_START) => self.codec = Some(Codec::lz4()),
            _ => return Ok(false),
        }
        Ok(true)
    }
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
        Source { raw, packed: None, decoders: Decoders::default(), spent: Spent::default(), is_arc: false }
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
        match &self.packed {
            None => self.raw.bytes(),
            Some(packed) => packed.unpacked.unread(),
        }
    }

    /// Takes `length` bytes.
    pub fn consume(&mut self, length: usize) {
        match &mut self.packed {
            None => self.raw.consume(length),
            Some(packed) => packed.unpacked.consume(length),
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
        loop {
            let Some(packed) = &mut self.packed else { return self.raw.more() };
            match (&packed.next, &mut self.decoders.codec) {
                (Next::Inside, Some(codec)) => {
                    if packed.unpack(&mut self.raw, codec)? > 0 {
                        return Ok(true);
                    }
                }
                (Next::Member, _) => {
                    if !self.open_member()? {
                        return Ok(false);
                    }
                }
                _ => return Ok(false),
            }
        }
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
        if self.damage().is_some() || !self.decoders.prepare(self.raw.bytes())? {
            return Ok(false);
        }
        let offset = self.raw.at();
        let packed = self.packed.get_or_insert_default();
        packed.next = Next::Inside;
        packed.members.push(Member { at: packed.unpacked.end(), offset, end: None });
        Ok(true)
    }

    /// Reads the dictionary that follows. If it is damaged at the start of the file, that is an
    /// error, since nothing can be read without it.
    fn open_dictionary(&mut self) -> io::Result<()> {
        let offset = self.raw.at();
        let next = match read_dictionary(&mut self.raw) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData && offset > 0 => {
                // Skip a byte, so that the damaged dictionary is not found again.
                self.raw.consume(1);
                let damage = Damage::new(Layer::Member("zstd"), Fault::Corrupt, 0);
                Next::BrokenDictionary(damage.because(Some(error.to_string())))
            }
            dictionary => {
                self.decoders.dictionary = dictionary?;
                Next::Member
            }
        };
        self.decoders.codec = Some(self.decoders.zstd()?);
        self.packed.get_or_insert_default().next = next;
        Ok(())
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
        if self.packed.is_none() {
            if is_member(self.raw.fill(LOOKAHEAD)?) {
                self.open_member()?;
            }
        } else if self.fill(1)?.is_empty() && self.damage().is_none() {
            // Files from tapes are padded with NULs.
            while let Some(b'\0' | b'\r' | b'\n') = self.raw.fill(1)?.first() {
                self.raw.consume(1);
            }
            if self.raw.fill(LOOKAHEAD)?.starts_with(RECORD_START) {
                self.packed = None;
            }
        }
        Ok(())
    }

    /// Whether all bytes were taken.
    pub fn is_end(&mut self) -> io::Result<bool> {
        let is_taken = self.fill(1)?.is_empty() && self.packed.as_ref().is_none_or(Packed::may_go_on);
        Ok(is_taken && self.raw.fill(1)?.is_empty())
    }

    /// The damage of the current member, once everything that came out of it was taken. It is
    /// returned only once. `None` if nothing came out: the damage is then that of the next record.
    pub fn take_damage(&mut self) -> Option<Damage> {
        let packed = self.packed.as_mut()?;
        let is_taken = packed.members.last().is_some_and(|member| member.at < packed.unpacked.at());
        if !is_taken || !packed.unpacked.unread().is_empty() {
            return None;
        }
        if let Next::Broken(damage) = &mut packed.next {
            return damage.take();
        }
        match mem::take(&mut packed.next) {
            Next::BrokenDictionary(damage) => Some(damage),
            next => {
                packed.next = next;
                None
            }
        }
    }

    /// Why unpacking stopped.
    pub fn damage(&self) -> Option<&Damage> {
        self.packed.as_ref()?.damage()
    }

    /// The position of the next byte.
    pub fn place(&mut self) -> Place {
        let Some(packed) = &mut self.packed else {
            return Place { offset: self.raw.at(), at: self.raw.at(), member_at: 0 };
        };
        let at = packed.unpacked.at();
        // Bytes that no member holds.
        let is_outside = packed.unpacked.unread().is_empty() && matches!(packed.next, Next::Member);
        match packed.members.at(at).filter(|_| !is_outside) {
            Some(member) => Place { offset: member.offset, at, member_at: member.at },
            None => Place { offset: self.raw.at(), at, member_at: at },
        }
    }

    /// The length in the file of a record that started at `place` and ends here. If it shares its
    /// member with others, the length of the unpacked record and its position in the unpacked
    /// member.
    pub fn length_since(&self, place: Place) -> (u64, Option<u64>) {
        let Some(packed) = &self.packed else {
            return (self.raw.at().saturating_sub(place.offset), None);
        };
        let end = packed.unpacked.at();
        let next = packed.members.behind(end.saturating_sub(1)).next();
        let is_all_taken = packed.unpacked.unread().is_empty() || next.is_some_and(|next| next.at == end);
        if place.at == place.member_at
            && is_all_taken
            && let Some(end) = packed.members.before(end).and_then(|last| last.end)
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
        self.packed.is_some()
    }

    /// Whether a record may start `at` bytes from here: there is the start of a record, or that of
    /// a member.
    pub fn may_start(&self, at: usize) -> bool {
        let start = self.bytes().get(at..).unwrap_or_default();
        start.starts_with(RECORD_START)
            || match &self.packed {
                None => is_member(start),
                Some(packed) => {
                    let at = packed.unpacked.at() + at as u64;
                    packed.members.behind(at.saturating_sub(1)).next().is_some_and(|next| next.at == at)
                }
            }
    }

    /// The distance to the first member that starts with a record, if it is less than `to`. Members
    /// before the position `checked` do not start with one; `checked` is updated.
    pub fn member_with_record(&mut self, checked: &mut u64, to: usize) -> io::Result<Option<usize>> {
        let is_arc = self.is_arc;
        let Some(packed) = &self.packed else { return Ok(None) };
        let at = packed.unpacked.at();
        let to = at.saturating_add(to as u64);
        *checked = (*checked).max(at);
        loop {
            let next = self.packed.as_ref().and_then(|packed| packed.members.behind(*checked).next());
            let Some(next) = next.map(|member| member.at).filter(|&at| at < to) else { return Ok(None) };
            let start = (next - at) as usize;
            if self.fill(start + LOOKAHEAD)?.get(start..).is_some_and(|bytes| begins_record(bytes, is_arc)) {
                return Ok(Some(start));
            }
            *checked = next;
        }
    }

    /// Skips the rest of a record that is too long to be kept. Returns whether it is complete: unless
    /// its length is confirmed, it ends where another record starts.
    pub fn skip(&mut self, mut left: u64, is_confirmed: bool) -> io::Result<bool> {
        let mut checked = 0;
        while left > 0 {
            let bytes = self.fill(LOOKAHEAD)?;
            if bytes.is_empty() {
                return Ok(false);
            }
            let sure = if bytes.len() < LOOKAHEAD { bytes.len() } else { bytes.len() - LOOKAHEAD + 1 };
            let length = sure.min(usize::try_from(left).unwrap_or(usize::MAX));
            let next = if is_confirmed { None } else { find_record(bytes).filter(|&at| at < length) };
            let next = self.member_with_record(&mut checked, next.unwrap_or(length))?.or(next);
            self.consume(next.unwrap_or(length));
            if next.is_some() {
                return Ok(false);
            }
            left -= length as u64;
        }
        Ok(true)
    }

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
            let step = codec.run(&bytes[read..], &mut room[written..]);
            read += step.read;
            written += step.written;
            if !matches!(step.state, State::Running) || step.read == 0 && step.written == 0 {
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

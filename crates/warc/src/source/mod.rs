//! [`Source`]: the bytes of a crawl, unpacked from gzip members or zstd frames if it is compressed.

mod packed;
mod search;
mod whole;

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use self::packed::{DICTIONARY_START, Decoders, Next, Packed, is_member, is_skippable, read_dictionary};
pub use self::search::{LOOKAHEAD, RECORD_START, find_record};
use self::search::{Spent, begins_record};
use super::damage::{Fault, Layer, RecordDamage};
use super::raw::Raw;
use super::window::Member;

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
            let Decoders { codec, whole, .. } = &mut self.decoders;
            match (&packed.next, codec) {
                (Next::Inside, Some(codec)) => {
                    if packed.unpack(&mut self.raw, codec, whole)? > 0 {
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
                let damage = RecordDamage::new(Layer::Member("zstd"), Fault::Corrupt, 0);
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
    pub fn take_damage(&mut self) -> Option<RecordDamage> {
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
    pub fn damage(&self) -> Option<&RecordDamage> {
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

    /// Whether bytes follow in the member that `place` is the start of, and no record starts with them.
    pub fn has_leftovers(&mut self, place: Place) -> io::Result<bool> {
        if !self.is_compressed() || self.is_arc || place.at != place.member_at {
            return Ok(false);
        }
        let rest = self.fill(LOOKAHEAD)?;
        let is_left = !rest.is_empty() && !rest.starts_with(RECORD_START);
        Ok(is_left && self.place().member_at == place.member_at)
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
}

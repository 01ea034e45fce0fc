//! [`Packed`]: the unpacked bytes of gzip members, zstd frames and LZ4 frames, and how each is recognized.

use std::io::{self, Read};

use zstd::stream::raw::Decoder;

use crate::codec::{Codec, GZIP_START, ZSTD_START};
use crate::damage::{Fault, Layer, RecordDamage};
use crate::lz4::LZ4_START;
use crate::progress::{Progress, State};
use crate::raw::Raw;
use crate::window::{Members, Window};

use super::whole::Whole;

/// The start of a [dictionary
/// frame](https://iipc.github.io/warc-specifications/specifications/warc-zstd/#dictionary-frame-format),
/// which a zstd file may begin with.
pub(super) const DICTIONARY_START: &[u8] = b"\x5D\x2A\x4D\x18";
/// The maximum length of a dictionary, packed or unpacked: what the specification requires.
const MOST_DICTIONARY_BYTES: u64 = 8 * 1024 * 1024;

/// How many bytes are unpacked at a time, at least.
const ROOM: usize = 64 * 1024;

/// The unpacked bytes, while the file is compressed at the current position.
#[derive(Default)]
pub(super) struct Packed {
    pub(super) unpacked: Window,
    pub(super) members: Members,
    pub(super) next: Next,
}

/// The source of the bytes after the unpacked ones.
#[derive(Default)]
pub(super) enum Next {
    /// The next member: the one before was unpacked to its end.
    #[default]
    Member,
    /// The member that was opened last.
    Inside,
    /// None: the member that was opened last is damaged. `Broken(None)` once the damage was reported.
    Broken(Option<RecordDamage>),
    /// The next member, once it was reported that a dictionary before it is damaged.
    BrokenDictionary(RecordDamage),
}

/// The decoders of members.
#[derive(Default)]
pub(super) struct Decoders {
    /// The last one, which is used again for members of the same kind.
    pub(super) codec: Option<Codec>,
    pub(super) whole: Whole,
    pub(super) dictionary: Vec<u8>,
}

impl Packed {
    /// Why unpacking stopped.
    pub(super) fn damage(&self) -> Option<&RecordDamage> {
        match &self.next {
            Next::Broken(damage) => damage.as_ref(),
            Next::BrokenDictionary(damage) => Some(damage),
            Next::Member | Next::Inside => None,
        }
    }

    /// Whether more may come out of a member, without a search.
    pub(super) fn may_go_on(&self) -> bool {
        matches!(self.next, Next::Member | Next::Inside)
    }

    /// Drops what is unpacked and was not taken.
    pub(super) fn clear(&mut self) {
        self.unpacked.clear();
        self.members.clear();
        self.next = Next::Member;
    }

    /// Unpacks some bytes of `raw` with the codec of the member that was opened last. Returns how
    /// many came out of it.
    pub(super) fn unpack(&mut self, raw: &mut Raw, codec: &mut Codec, whole: &mut Whole) -> io::Result<usize> {
        let is_start = self.members.last().is_some_and(|member| member.offset == raw.at());
        let at_once = match codec {
            Codec::Gzip(_) if is_start => whole.unpack(raw, &mut self.unpacked),
            _ => None,
        };
        let is_file_end = raw.bytes().is_empty() && !raw.more()?;
        let Progress { read, written, state } = at_once.unwrap_or_else(|| {
            if is_start {
                codec.restart();
            }
            codec.run(raw.bytes(), self.unpacked.room(ROOM, 0))
        });
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
                Next::Broken(Some(RecordDamage::new(Layer::Member(codec.name()), fault, after).because(reason)))
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
    pub(super) fn zstd(&self) -> io::Result<Codec> {
        Ok(Codec::zstd(Decoder::with_dictionary(&self.dictionary)?))
    }

    /// Has a decoder for the member that starts so. Returns false if none does.
    pub(super) fn prepare(&mut self, start: &[u8]) -> io::Result<bool> {
        match &mut self.codec {
            Some(Codec::Gzip(_)) if start.starts_with(GZIP_START) => {}
            Some(Codec::Zstd(..)) if start.starts_with(ZSTD_START) => {}
            _ if start.starts_with(GZIP_START) => self.codec = Some(Codec::gzip()),
            _ if start.starts_with(ZSTD_START) => self.codec = Some(self.zstd()?),
            _ if start.starts_with(LZ4_START) => self.codec = Some(Codec::lz4()),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

pub(super) fn is_member(start: &[u8]) -> bool {
    is_gzip(start) || is_zstd(start) || start.starts_with(LZ4_START)
}

pub(super) fn is_gzip(start: &[u8]) -> bool {
    const FLAGS: u8 = 0x1F;
    start.starts_with(GZIP_START) && start.get(3).is_some_and(|&flags| flags & !FLAGS == 0)
}

fn is_zstd(start: &[u8]) -> bool {
    start.starts_with(ZSTD_START) || start.starts_with(DICTIONARY_START) || is_skippable(start)
}

/// Whether a skippable frame starts here.
pub(super) fn is_skippable(start: &[u8]) -> bool {
    matches!(start, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..]) && !start.starts_with(DICTIONARY_START)
}

/// The dictionary in a dictionary frame, where it may be compressed with zstd itself.
pub(super) fn read_dictionary(raw: &mut Raw) -> io::Result<Vec<u8>> {
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

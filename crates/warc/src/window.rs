//! Buffers of bytes that were read ahead.

use std::collections::VecDeque;

/// By how much a buffer grows at least, in bytes, so that bytes are seldom moved to its front.
const LEAST: usize = 256 * 1024;

/// A buffer of a stream: the bytes that were read and not taken yet, and before them some that were
/// taken, to which one can go back.
#[derive(Default)]
pub struct Window {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// The position of the next byte in the stream.
    at: u64,
}

impl Window {
    /// The bytes that were not taken.
    pub fn unread(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// The position of the next byte in the stream.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// The position in the stream of the end of the bytes that were read.
    pub fn end(&self) -> u64 {
        self.at + (self.end - self.start) as u64
    }

    /// Takes `length` bytes, or as many as there are.
    pub fn consume(&mut self, length: usize) {
        let length = length.min(self.end - self.start);
        self.start += length;
        self.at += length as u64;
    }

    /// Goes back by `length` bytes, or as far as taken bytes are still there.
    pub fn go_back(&mut self, length: u64) {
        let length = usize::try_from(length).unwrap_or(usize::MAX).min(self.start);
        self.start -= length;
        self.at -= length as u64;
    }

    /// Drops the bytes that were not taken.
    pub fn clear(&mut self) {
        self.consume(self.end - self.start);
    }

    /// Makes room for at least `length` more bytes. The last `kept` of the taken bytes stay.
    ///
    /// Bytes are moved to the front only if at least as many were taken since the last move. So moving
    /// costs no more than reading.
    pub fn room(&mut self, length: usize, kept: usize) -> &mut [u8] {
        if self.bytes.len() - self.end < length {
            let from = self.start.saturating_sub(kept);
            if from >= self.end - from {
                self.bytes.copy_within(from..self.end, 0);
                self.start -= from;
                self.end -= from;
            }
            if self.bytes.len() - self.end < length {
                let more = length.max(self.bytes.len() / 2).max(LEAST);
                self.bytes.reserve_exact(more);
                self.bytes.resize(self.end + more, 0);
            }
        }
        &mut self.bytes[self.end..]
    }

    /// Adds the first `length` bytes of the room, which the caller has written.
    pub fn grow(&mut self, length: usize) {
        self.end = (self.end + length).min(self.bytes.len());
    }
}

/// The place of a compressed member: a gzip member or a zstd frame.
pub struct Member {
    /// The position of its first byte in the unpacked bytes.
    pub at: u64,
    /// Its position in the file.
    pub offset: u64,
    /// Its end in the file, once known.
    pub end: Option<u64>,
}

/// The members whose bytes were not all taken, in order.
#[derive(Default)]
pub struct Members(VecDeque<Member>);

impl Members {
    /// Adds a member. If nothing came out of the last one, it is removed.
    pub fn push(&mut self, member: Member) {
        if self.0.back().is_some_and(|last| last.at == member.at) {
            self.0.pop_back();
        }
        self.0.push_back(member);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn last(&self) -> Option<&Member> {
        self.0.back()
    }

    pub fn last_mut(&mut self) -> Option<&mut Member> {
        self.0.back_mut()
    }

    /// The member of the byte at `at`. Earlier members are forgotten.
    pub fn at(&mut self, at: u64) -> Option<&Member> {
        while self.0.get(1).is_some_and(|next| next.at <= at) {
            self.0.pop_front();
        }
        self.0.front()
    }

    /// The members that start after `at`.
    pub fn behind(&self, at: u64) -> impl Iterator<Item = &Member> {
        self.0.range(self.0.partition_point(|member| member.at <= at)..)
    }

    /// The last member that starts before `end`.
    pub fn before(&self, end: u64) -> Option<&Member> {
        self.0.get(self.0.partition_point(|member| member.at < end).checked_sub(1)?)
    }
}

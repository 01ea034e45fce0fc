//! Bytes that were read ahead.

use std::collections::VecDeque;

/// The bytes of a stream that were read and not yet taken, and some that were.
#[derive(Default)]
pub struct Window {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// Where in the stream the next byte stands.
    at: u64,
}

impl Window {
    /// What was not yet taken.
    pub fn unread(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Where in the stream the next byte stands.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Where in the stream the bytes that were read end.
    pub fn end(&self) -> u64 {
        self.at + (self.end - self.start) as u64
    }

    /// Takes bytes; no more than there are.
    pub fn consume(&mut self, length: usize) {
        let length = length.min(self.end - self.start);
        self.start += length;
        self.at += length as u64;
    }

    /// Gives taken bytes back, as far as they are still there; how many.
    pub fn go_back(&mut self, length: u64) -> usize {
        let length = usize::try_from(length).unwrap_or(usize::MAX).min(self.start);
        self.start -= length;
        self.at -= length as u64;
        length
    }

    /// Drops what was not yet taken.
    pub fn clear(&mut self) {
        self.consume(self.end - self.start);
    }

    /// Room for at least `length` more bytes; of those that were taken, `kept` stay.
    ///
    /// What moves is no more than what was taken since it moved last, so that moving costs each
    /// byte no more than reading it.
    pub fn room(&mut self, length: usize, kept: usize) -> &mut [u8] {
        if self.bytes.len() - self.end < length {
            let from = self.start.saturating_sub(kept);
            if from >= self.end - from {
                self.bytes.copy_within(from..self.end, 0);
                self.start -= from;
                self.end -= from;
            }
            if self.bytes.len() - self.end < length {
                let more = length.max(self.bytes.len() / 2);
                self.bytes.reserve_exact(more);
                self.bytes.resize(self.end + more, 0);
            }
        }
        &mut self.bytes[self.end..]
    }

    /// So many bytes were written into the room.
    pub fn grow(&mut self, length: usize) {
        self.end = (self.end + length).min(self.bytes.len());
    }
}

/// A compressed member (a gzip member or zstd frame) whose bytes are in the window of what was
/// unpacked.
pub struct Member {
    /// Where its first byte stands in what is unpacked.
    pub at: u64,
    /// Where it starts in the file.
    pub offset: u64,
    /// Where it ends in the file, once that is known.
    pub end: Option<u64>,
}

/// The members whose bytes have not all been taken, in order.
#[derive(Default)]
pub struct Members(VecDeque<Member>);

impl Members {
    /// Adds the next; it takes the place of one that held nothing.
    pub fn push(&mut self, member: Member) {
        if self.0.back().is_some_and(|last| last.at == member.at) {
            self.0.pop_back();
        }
        self.0.push_back(member);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn last_mut(&mut self) -> Option<&mut Member> {
        self.0.back_mut()
    }

    /// The member of the byte that stands at `at`; those before are forgotten.
    pub fn at(&mut self, at: u64) -> Option<&Member> {
        while self.0.get(1).is_some_and(|next| next.at <= at) {
            self.0.pop_front();
        }
        self.0.front()
    }

    /// Those that start behind `at`.
    pub fn behind(&self, at: u64) -> impl Iterator<Item = &Member> {
        self.0.range(self.0.partition_point(|member| member.at <= at)..)
    }

    /// The last that starts before `end`.
    pub fn before(&self, end: u64) -> Option<&Member> {
        self.0.get(self.0.partition_point(|member| member.at < end).checked_sub(1)?)
    }
}

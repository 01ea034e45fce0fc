//! Which encodings may be the answer, and which ones the caller prefers.

use super::model::PER_NAT;
use crate::Encoding;

/// The cost of every encoding that is not preferred, if some are: as much as the priors of common and rare
/// encodings differ.
const NOT_PREFERRED: u32 = 4 * PER_NAT;

/// A set of encodings: bit `n` stands for the encoding at index `n` in [`Encoding::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Set(u64);

impl Set {
    fn insert_all(&mut self, encodings: impl IntoIterator<Item = Encoding>) {
        for encoding in encodings {
            self.0 |= 1 << encoding as u32;
        }
    }

    fn has(self, encoding: Encoding) -> bool {
        self.0 >> encoding as u32 & 1 != 0
    }
}

/// Which encodings may be the answer. By default all may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidates {
    /// If given, no others may be the answer.
    only: Option<Set>,
    /// These may not.
    except: Set,
    preferred: Set,
}

impl Candidates {
    pub(super) fn allow_only(&mut self, encodings: impl IntoIterator<Item = Encoding>) {
        self.only.get_or_insert_default().insert_all(encodings);
    }

    pub(super) fn leave_out(&mut self, encodings: impl IntoIterator<Item = Encoding>) {
        self.except.insert_all(encodings);
    }

    pub(super) fn prefer(&mut self, encodings: impl IntoIterator<Item = Encoding>) {
        self.preferred.insert_all(encodings);
    }

    /// Whether `encoding` may be the answer.
    pub(super) fn allow(self, encoding: Encoding) -> bool {
        self.only.is_none_or(|only| only.has(encoding)) && !self.except.has(encoding)
    }

    /// Whether the caller asks for `encoding` by name.
    pub(super) fn name(self, encoding: Encoding) -> bool {
        self.only.is_some_and(|only| only.has(encoding)) || self.prefers(encoding)
    }

    pub(super) fn prefers(self, encoding: Encoding) -> bool {
        self.preferred.has(encoding) && self.allow(encoding)
    }

    /// The cost of `encoding` for not being preferred.
    pub(super) fn cost(self, encoding: Encoding) -> u32 {
        if self.preferred == Set::default() || self.preferred.has(encoding) { 0 } else { NOT_PREFERRED }
    }

    /// The answer where the bytes say nothing: a preferred encoding, else `first` if it may be the answer, else
    /// the first that may.
    pub(super) fn or_first_allowed(self, first: Encoding) -> Option<Encoding> {
        let preferred = Encoding::ALL.into_iter().find(|encoding| self.prefers(*encoding));
        let allowed = || [first].into_iter().chain(Encoding::ALL).find(|encoding| self.allow(*encoding));
        preferred.or_else(allowed)
    }
}

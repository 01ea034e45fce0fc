//! Which encodings may be the detector's answer, and which ones the caller prefers.

use crate::Encoding;

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
    pub(crate) fn allow_only(&mut self, encodings: impl IntoIterator<Item = Encoding>) {
        self.only.get_or_insert_default().insert_all(encodings);
    }

    pub(crate) fn leave_out(&mut self, encodings: impl IntoIterator<Item = Encoding>) {
        self.except.insert_all(encodings);
    }

    pub(crate) fn prefer(&mut self, encodings: impl IntoIterator<Item = Encoding>) {
        self.preferred.insert_all(encodings);
    }
}

impl Candidates {
    /// Whether `encoding` may be the answer.
    pub(crate) fn allow(self, encoding: Encoding) -> bool {
        self.only.is_none_or(|only| only.has(encoding)) && !self.except.has(encoding)
    }

    /// Whether the caller asks for `encoding` by name.
    pub(crate) fn name(self, encoding: Encoding) -> bool {
        self.only.is_some_and(|only| only.has(encoding)) || self.prefers(encoding)
    }

    pub(crate) fn prefers(self, encoding: Encoding) -> bool {
        self.preferred.has(encoding) && self.allow(encoding)
    }
}

/// Questions of the detector.
#[cfg(feature = "detector")]
impl Candidates {
    /// Whether others are preferred to `encoding`.
    pub(crate) fn prefer_others(self, encoding: Encoding) -> bool {
        self.preferred != Set::default() && !self.preferred.has(encoding)
    }

    /// The answer where the bytes say nothing: a preferred encoding, else `first` if it may be the answer, else the first
    /// that may. A preference for UTF-16 or ISO-2022-JP does not count here: their bytes never say nothing.
    pub(crate) fn or_first_allowed(self, first: Encoding) -> Option<Encoding> {
        let shows = |encoding: Encoding| encoding.is_utf_16() || encoding == Encoding::Iso2022Jp;
        let mut preferred = Encoding::ALL.into_iter().filter(|encoding| self.prefers(*encoding));
        let allowed = || [first].into_iter().chain(Encoding::ALL).find(|encoding| self.allow(*encoding));
        preferred.find(|encoding| !shows(*encoding)).or_else(allowed)
    }
}

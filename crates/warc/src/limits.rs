//! [`Limits`]: how much of a crawl is held in memory.

/// How much of a crawl is held in memory.
///
/// [`Records`](super::Records) holds one record. [`Records::map_pages`](super::Records::map_pages) also holds what it has read ahead, what
/// each thread works on (a body of at most 4 MiB), and one longer body.
///
/// ```
/// use charsniff_warc::Limits;
/// let limits = Limits::default().body_bytes(1 << 20);
/// assert_eq!((limits.body_bytes, limits.record_bytes, limits.ahead_bytes), (1 << 20, 64 << 20, 32 << 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", default))]
#[must_use = "a method that changes a limit returns the limits with it"]
#[non_exhaustive]
pub struct Limits {
    /// The maximum length of a record, in bytes. Longer ones are cut. 64 MiB by default.
    pub record_bytes: usize,
    /// The maximum length of a body without its codings, in bytes. Longer ones are cut. 64 MiB
    /// by default.
    pub body_bytes: usize,
    /// How many bytes of records, bodies and results may wait. While more are waiting, no further record is read. 32
    /// MiB by default.
    pub ahead_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        const MIB: usize = 1024 * 1024;
        Limits { record_bytes: 64 * MIB, body_bytes: 64 * MIB, ahead_bytes: 32 * MIB }
    }
}

/// Each method takes a number of bytes.
impl Limits {
    /// Changes the maximum [length of a record](Self#structfield.record_bytes).
    pub const fn record_bytes(self, record_bytes: usize) -> Limits {
        Limits { record_bytes, ..self }
    }

    /// Changes the maximum [length of a body](Self#structfield.body_bytes).
    pub const fn body_bytes(self, body_bytes: usize) -> Limits {
        Limits { body_bytes, ..self }
    }

    /// Changes [how much may wait](Self#structfield.ahead_bytes).
    pub const fn ahead_bytes(self, ahead_bytes: usize) -> Limits {
        Limits { ahead_bytes, ..self }
    }
}

//! Reads crawls: the records of WARC files, and the Web resources in them.
//!
//! [`Records`] reads the records of a file or a pipe, in order. [`Record::into_page`] turns one
//! into a [`Page`], with headers and body. [`Records::map_pages`] does both on many threads, in
//! bounded memory, calls a function with each, and returns the results in order.
//!
//! Damaged records are delivered as far as they can be read, and [`Damage`] says what is wrong.
//! Reading then continues with the next record.
//!
//! ```
//! use charsniff_warc::{Entry, Records};
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/small.warc.gz");
//! let texts = Records::open(path)?.map_pages(2, |entry| match entry {
//!     Entry::Page(page) => Some(page.decode(&page.context()).text.into_owned()),
//!     _ => None,
//! });
//! let mut bytes = 0;
//! for text in texts {
//!     bytes += text?.map_or(0, |text| text.len());
//! }
//! assert!(bytes > 100);
//! # Ok::<(), std::io::Error>(())
//! ```

mod arc;
mod body;
mod codec;
mod damage;
mod fields;
mod http;
mod lz4;
mod page;
mod parallel;
mod raw;
mod record;
mod records;
mod source;
mod window;

pub use damage::{Damage, Fault, Layer};
pub use page::Page;
pub use parallel::{Entry, MapPages};
pub use record::{Record, RecordKind};
pub use records::{Error, Records, is_warc};

/// How much of a crawl is held in memory.
///
/// [`Records`] holds one record. [`Records::map_pages`] also holds what it has read ahead, what
/// each thread works on (a body of at most 4 MiB), and one longer body.
///
/// ```
/// use charsniff_warc::Limits;
/// let limits = Limits::default().body_bytes(1 << 20);
/// assert_eq!((limits.body_bytes, limits.record_bytes, limits.ahead_bytes), (1 << 20, 64 << 20, 32 << 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a method that changes a limit returns the limits with it"]
#[non_exhaustive]
pub struct Limits {
    /// The maximum length of a record, in bytes. Longer ones are cut. 64 MiB by default.
    pub record_bytes: usize,
    /// The maximum length of a body without its codings, in bytes. Longer ones are cut. 64 MiB
    /// by default.
    pub body_bytes: usize,
    /// How many bytes of records, bodies and results may wait. While there are more, no further
    /// record is read. 32 MiB by default.
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

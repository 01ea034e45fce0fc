//! Crawls: the records of WARC files, and the Web resources in them.
//!
//! [`Records`] reads the records of a file or a pipe, in order; [`Record::into_page`] makes a
//! [`Page`] of one, with headers and body; [`Records::map_pages`] does both and what else is to do
//! on many threads, in bounded memory, and gives the results in order.
//!
//! What is damaged is delivered as far as it can be read, and [`Damage`] says what is wrong; then
//! the next record is found.
//!
//! ```
//! use charsniff::warc::{Entry, Records};
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/crawl.warc.gz");
//! let texts = Records::open(path)?.map_pages(2, |entry| match entry {
//!     Entry::Page(page) => page.decode(&page.context()).ok().map(|decoded| decoded.text.into_owned()),
//!     _ => None,
//! });
//! let mut bytes = 0;
//! for text in texts {
//!     bytes += text?.map_or(0, |text| text.len());
//! }
//! assert!(bytes > 10_000);
//! # Ok::<(), std::io::Error>(())
//! ```

mod body;
mod codec;
mod damage;
mod fields;
mod http;
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
/// [`Records`] holds one record. [`Records::map_pages`] also holds what it reads ahead, what each
/// thread works at (a body of at most 4 MiB), and one body that is longer.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long a record may be, in bytes: longer ones are cut. 64 MiB unless told.
    pub record_bytes: usize,
    /// How long a body may become, in bytes, when its codings are undone: longer ones are cut. 64
    /// MiB unless told.
    pub body_bytes: usize,
    /// How many bytes of records, bodies and results of theirs may wait: when there are more, no
    /// further record is read. 32 MiB unless told.
    pub ahead_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        const MIB: usize = 1024 * 1024;
        Limits { record_bytes: 64 * MIB, body_bytes: 64 * MIB, ahead_bytes: 32 * MIB }
    }
}

//! Reads crawls: the records of WARC files, and the Web resources in them.
//!
//! [`Records`] reads the records of a file or a pipe, in order. [`Record::into_page`] turns one
//! into a [`Page`], with headers and body. [`Records::map_pages`] does both on many threads, in
//! bounded memory, calls a function with each, and returns the results in order.
//!
//! Damaged records are delivered as far as they can be read, and [`RecordDamage`] says what is wrong.
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
//!
//! With the feature `serde`, [`Limits`], [`RecordKind`] and [`Fault`] are serialized and deserialized; [`RecordDamage`] and
//! [`Layer`] are only serialized, since the names of codings in them are `'static`.

mod arc;
mod arc_reader;
mod bodies;
mod body;
mod codec;
mod damage;
mod fields;
mod http;
mod limits;
mod lz4;
mod page;
mod parallel;
mod progress;
mod raw;
mod record;
mod records;
mod source;
mod window;

pub use bodies::Bodies;
pub use damage::{Fault, Layer, RecordDamage};
pub use limits::Limits;
pub use page::Page;
pub use parallel::{Entry, MapPages};
pub use record::{Record, RecordInfo, RecordKind};
pub use records::{Error, Records, is_warc};

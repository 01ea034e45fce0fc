//! The HTTP responses of a crawl, out of a WARC file.

mod codec;
mod raw;
mod records;
mod response;
mod source;

pub use raw::Raw;
pub use records::{MOST_BYTES, Record, Records, Response, is_warc};
pub use response::{Message, Refused};

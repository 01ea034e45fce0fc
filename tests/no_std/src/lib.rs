//! A program without `std`. It compiles only if the library needs no more than `alloc`, also for
//! targets that have no `std` (`tools/machines.sh no_std`).

#![no_std]

extern crate alloc;

use alloc::string::String;

use charsniff::{Context, Encoding, Sniffed, decode, sniff};

/// The verdict on a page.
pub fn verdict(page: &[u8], content_type: &str) -> Sniffed {
    sniff(page, content_type, &Context::html())
}

/// The text of a page.
pub fn text(page: &[u8]) -> String {
    decode(page, (), &Context::html()).text.into_owned()
}

/// The length of a text in an encoding.
pub fn bytes(text: &str) -> usize {
    Encoding::Gb18030.encode(text).0.len()
}

//! A user without `std`: it compiles only if the library needs no more than `alloc`, even where
//! the target has no `std` at all (`tests/machines.sh no_std`).

#![no_std]

extern crate alloc;

use alloc::string::String;

use charsniff::{Context, Encoding, Sniffed, decode, sniff};

/// What a page is in.
pub fn verdict(page: &[u8], content_type: &str) -> Sniffed {
    sniff(page, content_type, &Context::html())
}

/// Its text.
pub fn text(page: &[u8]) -> String {
    decode(page, (), &Context::html()).map(|decoded| decoded.text.into_owned()).unwrap_or_default()
}

/// Text as bytes.
pub fn bytes(text: &str) -> usize {
    Encoding::Gb18030.encode(text).0.len()
}

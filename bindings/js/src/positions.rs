//! Which bytes a character of a text comes from, and the way back.

use std::cell::RefCell;

use charsniff::{Positions, TextUnit};

use crate::pipeline::decoding;
use crate::slab::Slab;
use crate::with_buffers;

thread_local! {
    static POSITIONS: RefCell<Slab<Positions<'static>>> = const { RefCell::new(Slab::new()) };
}

fn with<R: Default>(positions: u32, work: impl FnOnce(&Positions<'static>) -> R) -> R {
    POSITIONS.with_borrow(|all| all.get(positions).map(work).unwrap_or_default())
}

/// The positions in the input buffer's bytes, decoded as [`decoding`] says, behind a byte order mark of `mark` bytes. Offsets in the text count units of UTF-16.
#[unsafe(no_mangle)]
pub extern "C" fn positions_new(encoding: u32, mark: usize, length: usize) -> u32 {
    with_buffers(length, |bytes, _| {
        let positions = Positions::of_body(decoding(encoding), bytes, mark, TextUnit::Utf16);
        POSITIONS.with_borrow_mut(|all| all.insert(positions.into_owned()))
    })
}

/// Where the bytes of the character at an offset of the text start.
#[unsafe(no_mangle)]
pub extern "C" fn positions_byte_offset(positions: u32, text_offset: usize) -> usize {
    with(positions, |positions| positions.byte_offset(text_offset))
}

/// Where the bytes of the characters that a range of the text touches end.
#[unsafe(no_mangle)]
pub extern "C" fn positions_byte_end(positions: u32, start: usize, end: usize) -> usize {
    with(positions, |positions| positions.byte_range(start..end).end)
}

/// Where the character that a byte belongs to stands in the text.
#[unsafe(no_mangle)]
pub extern "C" fn positions_text_offset(positions: u32, byte_offset: usize) -> usize {
    with(positions, |positions| positions.text_offset(byte_offset))
}

/// Frees positions.
#[unsafe(no_mangle)]
pub extern "C" fn positions_free(positions: u32) {
    POSITIONS.with_borrow_mut(|all| all.remove(positions));
}

//! The loops that encode: UTF-8 to the bytes of a legacy encoding through its page table.

mod portable;

use super::Level;
use crate::codec::pages::Pages;

/// The encoding kernels of one level. A kernel reads valid UTF-8 from its start and stops before
/// a character that it does not handle or that does not surely fit: (read, written).
pub(crate) struct EncodeKernels {
    pub(crate) level: Level,
    /// An encoding of one byte a character; stops before characters of four bytes and U+0000.
    pub(crate) single_byte: fn(src: &[u8], dst: &mut [u8], pages: &Pages<u8>) -> (usize, usize),
    /// An encoding of one or two bytes a character; stops before characters of four bytes and
    /// U+0000.
    pub(crate) double_byte: fn(src: &[u8], dst: &mut [u8], pages: &Pages<u16>) -> (usize, usize),
}

impl EncodeKernels {
    /// The kernels that go with `level`: its own or those of the next one below.
    pub(crate) fn of(_level: Level) -> &'static EncodeKernels {
        &portable::KERNELS
    }
}

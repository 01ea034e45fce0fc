//! charsniff's C interface: thin functions over the library's items, in their order.
//!
//! Types have their C names. `unsafe` is only where C passes pointers; [`ffi`] turns these into slices and references.
//! Panics end in [`ffi::guarded`].

#![allow(non_camel_case_types)]
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![warn(missing_docs)]

pub mod coder;
pub mod context;
pub mod detect;
pub mod encoding;
mod ffi;
pub mod kind;
pub mod meta;
pub mod repair;
pub mod sniff;
pub mod stream;

use std::ffi::c_char;

/// A header field. Both strings are NUL-terminated. A field with a NULL string is ignored.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct charsniff_header {
    /// Its name, in any case.
    pub name: *const c_char,
    /// Its value.
    pub value: *const c_char,
}

/// Text or bytes that the caller owns, to be freed with `charsniff_string_free`.
#[repr(C)]
pub struct charsniff_string {
    /// `length` bytes, followed by a NUL; never NULL once a function has filled it. The bytes may contain NUL too.
    pub data: *mut c_char,
    /// How many bytes.
    pub length: usize,
}

/// Text that belongs to an object.
#[repr(C)]
pub struct charsniff_view {
    /// `length` bytes, not followed by a NUL; NULL if there are none.
    pub data: *const c_char,
    /// How many bytes.
    pub length: usize,
}

/// Frees a string and sets it to NULL. Does nothing for NULL and for a string whose data is NULL.
///
/// # Safety
///
/// `string` is NULL or points at a string that a function has filled or that is all zeroes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_string_free(string: *mut charsniff_string) {
    // SAFETY: the caller's promise.
    if let Some(string) = unsafe { string.as_mut() } {
        // SAFETY: as above; it is emptied here, so nothing is freed twice.
        unsafe { ffi::free_string(string) };
    }
}

/// The version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_version() -> *const c_char {
    const VERSION: &std::ffi::CStr =
        match std::ffi::CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// The result of a call of a decoder, an encoder or a whole conversion.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum charsniff_result {
    /// All of the input was read.
    CHARSNIFF_INPUT_EMPTY = 0,
    /// The next output does not fit: call again with more room and the rest of the input.
    CHARSNIFF_OUTPUT_FULL = 1,
    /// A malformed sequence of `malformed_length` bytes, after which `malformed_after` more bytes were read.
    CHARSNIFF_MALFORMED = 2,
    /// The encoding lacks the character `unmappable`, which was read.
    CHARSNIFF_UNMAPPABLE = 3,
    /// The input must be UTF-8, but is not, from the position up to which it was read.
    CHARSNIFF_NOT_UTF_8 = 4,
    /// The object is NULL or was finished, or charsniff has a bug.
    CHARSNIFF_FAILED = 5,
}

//! Finds the declarations that an HTML parser would act on.

use std::ffi::c_char;

use library::MetaScanner;

use crate::encoding::{self, charsniff_encoding};
use crate::ffi;

/// Finds the `<meta>` declarations that an HTML parser would act on, anywhere in a page.
pub struct charsniff_meta_scanner(MetaScanner);

/// A `<meta>` that names an encoding. Positions are bytes from the start of the page.
#[repr(C)]
pub struct charsniff_meta_declaration {
    /// The encoding that the label names.
    pub encoding: charsniff_encoding,
    /// Whether only tags that belong in a head came before it.
    pub in_head: bool,
    /// Where the tag starts.
    pub tag_start: usize,
    /// Where the tag ends, after its `>`.
    pub tag_end: usize,
    /// Where the label starts.
    pub label_start: usize,
    /// Where the label ends.
    pub label_end: usize,
}

/// A scanner at the start of a page. `scripting` says whether the contents of `noscript` are text, as in browsers.
/// Free it with `charsniff_meta_scanner_free`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_meta_scanner_new(scripting: bool) -> *mut charsniff_meta_scanner {
    ffi::guarded(std::ptr::null_mut(), || ffi::give(charsniff_meta_scanner(MetaScanner::new(scripting))))
}

/// A scanner for the declarations that count in a reading. A browser's ("chromium", "firefox") and a crawler's
/// ("crawler") are those that begin in the first `limit` bytes (1,024 in both browsers), and later ones in the head; by
/// the standard ("standard") all count. NULL if there is no such reading. Free it with `charsniff_meta_scanner_free`.
///
/// # Safety
///
/// `reading` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_meta_scanner_for_reading(
    reading: *const c_char,
    limit: usize,
) -> *mut charsniff_meta_scanner {
    // SAFETY: the caller's promise.
    let reading = unsafe { ffi::text(reading) };
    ffi::guarded(std::ptr::null_mut(), || match reading.map(|reading| reading.parse()) {
        Some(Ok(reading)) => ffi::give(charsniff_meta_scanner(MetaScanner::for_reading(reading, limit))),
        _ => std::ptr::null_mut(),
    })
}

/// The next declaration in `bytes`, which are the bytes of the page from `charsniff_meta_scanner_position` on. `last`
/// says whether the page ends with them. Returns whether there is one, and fills `*declaration` with it. Pass the
/// bytes after the new position again.
///
/// # Safety
///
/// `scanner` is NULL or a scanner that was not freed; `bytes` points at `length` bytes or is NULL; `declaration` is
/// NULL or points at a declaration, which need not be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_meta_scanner_scan(
    scanner: *mut charsniff_meta_scanner,
    bytes: *const u8,
    length: usize,
    last: bool,
    declaration: *mut charsniff_meta_declaration,
) -> bool {
    // SAFETY: the caller's promise.
    let (scanner, bytes) = unsafe { (scanner.as_mut(), ffi::slice(bytes, length)) };
    let found = ffi::guarded(None, || scanner?.0.scan(bytes, last));
    let Some(found) = found else { return false };
    let filled = charsniff_meta_declaration {
        encoding: encoding::number(Some(found.encoding)),
        in_head: found.in_head,
        tag_start: found.tag.start,
        tag_end: found.tag.end,
        label_start: found.label_range.start,
        label_end: found.label_range.end,
    };
    // SAFETY: the caller's promise.
    unsafe { ffi::put(declaration, filled) };
    true
}

/// How many bytes of the page were scanned.
///
/// # Safety
///
/// `scanner` is NULL or a scanner that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_meta_scanner_position(scanner: *const charsniff_meta_scanner) -> usize {
    // SAFETY: the caller's promise.
    unsafe { scanner.as_ref() }.map_or(0, |scanner| scanner.0.position())
}

/// Whether no declaration after the position can count.
///
/// # Safety
///
/// `scanner` is NULL or a scanner that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_meta_scanner_is_over(scanner: *const charsniff_meta_scanner) -> bool {
    // SAFETY: the caller's promise.
    unsafe { scanner.as_ref() }.is_none_or(|scanner| scanner.0.is_over())
}

/// Frees a scanner. Does nothing for NULL.
///
/// # Safety
///
/// `scanner` is NULL or came from a function that makes one, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_meta_scanner_free(scanner: *mut charsniff_meta_scanner) {
    // SAFETY: the caller's promise.
    unsafe { ffi::take(scanner) };
}

//! Converts C's arguments to Rust's, and results back. The contract is always the same: a pointer is NULL, or it is
//! valid for what it is declared to point at during the call, and nobody else writes there meanwhile.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{charsniff_header, charsniff_string, charsniff_view};

/// Calls `work`; returns `otherwise` if it panics, which would be a bug in the library.
///
/// The objects that it was working on stay in some valid state, from which every call is defined.
pub(crate) fn guarded<R>(otherwise: R, work: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(otherwise)
}

/// # Safety
///
/// As the module says, of `length` items.
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, length: usize) -> &'a [T] {
    if pointer.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(pointer, length) }
}

/// # Safety
///
/// As the module says, of `length` items, and nobody else reads them meanwhile.
pub(crate) unsafe fn slice_mut<'a, T>(pointer: *mut T, length: usize) -> &'a mut [T] {
    if pointer.is_null() || length == 0 {
        return &mut [];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(pointer, length) }
}

/// # Safety
///
/// As the module says, of bytes up to a NUL.
pub(crate) unsafe fn string<'a>(pointer: *const c_char) -> Option<&'a [u8]> {
    // SAFETY: the caller's promise.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_bytes())
}

/// The same as text. Bytes that are not UTF-8 are replaced; no name or label contains any.
///
/// # Safety
///
/// As the module says, of bytes up to a NUL.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Option<std::borrow::Cow<'a, str>> {
    // SAFETY: the caller's promise.
    unsafe { string(pointer) }.map(String::from_utf8_lossy)
}

/// # Safety
///
/// As the module says, of `count` headers and their strings.
pub(crate) unsafe fn headers<'a>(pointer: *const charsniff_header, count: usize) -> Vec<(&'a [u8], &'a [u8])> {
    // SAFETY: the caller's promise.
    let headers = unsafe { slice(pointer, count) };
    // SAFETY: the caller's promise.
    headers.iter().filter_map(|header| unsafe { Some((string(header.name)?, string(header.value)?)) }).collect()
}

/// Passes an object to the caller.
pub(crate) fn give<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// Takes an object back and drops it.
///
/// # Safety
///
/// `pointer` is NULL or came from [`give`], and was not taken back.
pub(crate) unsafe fn take<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// Writes through a pointer that may be NULL.
///
/// # Safety
///
/// As the module says. The old value is not read.
pub(crate) unsafe fn put<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: the caller's promise.
        unsafe { pointer.write(value) };
    }
}

/// Bytes that the caller must free.
pub(crate) fn owned(bytes: impl Into<Vec<u8>>) -> charsniff_string {
    let mut bytes = bytes.into();
    let length = bytes.len();
    bytes.push(0);
    let bytes = Box::into_raw(bytes.into_boxed_slice());
    charsniff_string { data: bytes.cast(), length }
}

/// # Safety
///
/// `string` came from [`owned`], or its data is NULL.
pub(crate) unsafe fn free_string(string: &mut charsniff_string) {
    let data = std::mem::replace(&mut string.data, std::ptr::null_mut());
    let length = std::mem::replace(&mut string.length, 0);
    if !data.is_null() {
        // SAFETY: `owned` made it of a box of as many bytes and a NUL.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(data.cast::<u8>(), length + 1)) });
    }
}

pub(crate) fn view(bytes: &[u8]) -> charsniff_view {
    let data = if bytes.is_empty() { std::ptr::null() } else { bytes.as_ptr().cast() };
    charsniff_view { data, length: bytes.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_here() {
        let mut work = vec![1, 2];
        let result = guarded(7, || {
            work.push(3);
            std::hint::black_box(None::<u8>).expect("a fault of the library")
        });
        assert_eq!((result, work.len()), (7, 3));
    }

    #[test]
    fn strings_are_freed_once() {
        let mut string = owned("a\0b");
        assert_eq!(string.length, 3);
        // SAFETY: `owned` made it; the second time its data is NULL.
        unsafe {
            assert_eq!(*string.data.add(3), 0);
            free_string(&mut string);
            assert!(string.data.is_null() && string.length == 0);
            free_string(&mut string);
        }
    }
}

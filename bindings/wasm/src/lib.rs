//! charsniff's C interface as one module of WebAssembly, for hosts without a C compiler: Go, the JVM.
//!
//! The module exports every function of `charsniff.h`, laid out as for a C compiler of wasm32, and two more:
//! [`malloc`] and [`free`], by which the host makes room for what it passes. It imports nothing.

#![deny(clippy::undocumented_unsafe_blocks)]

use std::alloc::{Layout, alloc, dealloc};

// Nothing of it is called here: its exported functions are those of the module.
use charsniff_c as _;

/// As much as anything of C's in wasm32 needs.
const ALIGN: usize = 8;

/// The length stands in front of what [`malloc`] returns, in as much room as keeps the alignment.
const HEAD: usize = ALIGN;

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEAD)?, ALIGN).ok()
}

/// Room for `size` bytes, aligned to 8. 0 if there is no more memory.
#[unsafe(no_mangle)]
pub extern "C" fn malloc(size: usize) -> *mut u8 {
    let Some(layout) = layout(size) else { return std::ptr::null_mut() };
    // SAFETY: the size is not 0; what is written and skipped lies in the room that was allocated.
    unsafe {
        let room = alloc(layout);
        if room.is_null() {
            return room;
        }
        room.cast::<usize>().write(size);
        room.add(HEAD)
    }
}

/// Frees what [`malloc`] returned. Does nothing for 0.
///
/// # Safety
///
/// `pointer` is 0 or came from [`malloc`], and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(pointer: *mut u8) {
    if pointer.is_null() {
        return;
    }
    // SAFETY: by the caller's promise `malloc` wrote the size in front of it, from which it had the layout.
    unsafe {
        let room = pointer.sub(HEAD);
        if let Some(layout) = layout(room.cast::<usize>().read()) {
            dealloc(room, layout);
        }
    }
}

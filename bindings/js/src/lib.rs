//! The functions that this package's JavaScript calls in WebAssembly. They take and return numbers; bytes are passed
//! in two buffers.
//!
//! Three modules are built from it. Without a feature it is the core: the pipeline up to the detector. JavaScript loads the
//! others when they are first needed: `whole` has all of the pipeline, decoders, encoders and streams, and `editing` that and
//! what repairs, edits, converts and checks. `whole` then takes the place of the core.
//!
//! Before a call JavaScript writes its bytes to the [`input`] buffer; results other than a number are in the
//! [`output`] buffer. Contexts, scanners and decoders stay here and are referred to by handles, which are never 0.

mod context;
#[cfg(feature = "whole")]
mod detector;
#[cfg(feature = "editing")]
mod editing;
mod facts;
#[cfg(feature = "whole")]
mod hints;
mod pipeline;
#[cfg(feature = "whole")]
mod positions;
mod scanner;
mod slab;
#[cfg(feature = "whole")]
mod whole;

use std::cell::RefCell;

use charsniff::Encoding;

use context::Given;
use slab::Slab;

/// How much room a buffer keeps when a large input is done with, in bytes.
const KEPT: usize = 1 << 20;

/// The result if there is no such thing, or it is not known yet.
const NONE: u32 = u32::MAX;

struct Buffers {
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static BUFFERS: RefCell<Buffers> = const { RefCell::new(Buffers { input: Vec::new(), output: Vec::new() }) };
    static CONTEXTS: RefCell<Slab<Given>> = const { RefCell::new(Slab::new()) };
}

/// Calls `work` with the first `length` bytes of the input buffer and the output buffer, emptied.
fn with_buffers<R>(length: usize, work: impl FnOnce(&[u8], &mut Vec<u8>) -> R) -> R {
    BUFFERS.with_borrow_mut(|Buffers { input, output }| {
        output.clear();
        work(input.get(..length).unwrap_or(input), output)
    })
}

/// The same, with a context.
fn with_context<R>(handle: u32, length: usize, work: impl FnOnce(&Given, &[u8], &mut Vec<u8>) -> R) -> Option<R> {
    CONTEXTS.with_borrow(|contexts| {
        let given = contexts.get(handle)?;
        Some(with_buffers(length, |input, output| work(given, input, output)))
    })
}

/// The input buffer, with room for `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|Buffers { input, .. }| {
        if input.len() > KEPT && length <= KEPT {
            *input = Vec::new();
        }
        if input.len() < length {
            *input = vec![0; length];
        }
        input.as_mut_ptr()
    })
}

/// The output buffer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    BUFFERS.with_borrow(|buffers| buffers.output.as_ptr())
}

/// How much stands in the output buffer.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    BUFFERS.with_borrow(|buffers| buffers.output.len())
}

/// The encoding's place in the standard's table.
fn number_of(encoding: Encoding) -> u32 {
    encoding as u32
}

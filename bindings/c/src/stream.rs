//! The text of a resource that arrives in chunks.

use std::ffi::c_char;

use library::{Change, DecodeError, StreamDecoder};

use crate::context::{charsniff_context, given};
use crate::ffi;
use crate::sniff::{NO_VERDICT, charsniff_sniffed, verdict};
use crate::{charsniff_header, charsniff_result, charsniff_view};

/// A resource that arrives in chunks. Bytes are held until the verdict is known, then decoded as they arrive.
pub struct charsniff_stream {
    stream: StreamDecoder,
    /// The text of the last call.
    text: String,
    error: Option<DecodeError>,
    /// Whether the resource is at its end.
    is_finished: bool,
}

/// A stream for one resource. NULL if the context is. Free it with `charsniff_stream_free`.
///
/// # Safety
///
/// `headers` points at `header_count` headers or is NULL; `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_new(
    headers: *const charsniff_header,
    header_count: usize,
    context: *const charsniff_context,
) -> *mut charsniff_stream {
    ffi::guarded(std::ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let (headers, context) = unsafe { (ffi::headers(headers, header_count), given(context)) };
        context.map_or(std::ptr::null_mut(), |context| {
            let stream = StreamDecoder::new(&headers, context);
            ffi::give(charsniff_stream { stream, text: String::new(), error: None, is_finished: false })
        })
    })
}

impl charsniff_stream {
    /// [`Self::next`] of a stream that is not finished.
    fn call<R>(
        &mut self,
        write: impl FnOnce(&mut StreamDecoder, &mut String) -> Result<R, DecodeError>,
    ) -> (charsniff_result, charsniff_view) {
        if self.is_finished { (charsniff_result::CHARSNIFF_FAILED, ffi::view(&[])) } else { self.next(write) }
    }

    /// Lets the stream append text, and returns the result and a view of the text.
    fn next<R>(
        &mut self,
        write: impl FnOnce(&mut StreamDecoder, &mut String) -> Result<R, DecodeError>,
    ) -> (charsniff_result, charsniff_view) {
        self.text.clear();
        let Self { stream, text, error, .. } = self;
        let result = ffi::guarded(charsniff_result::CHARSNIFF_FAILED, || match write(stream, text) {
            Ok(_) => charsniff_result::CHARSNIFF_INPUT_EMPTY,
            Err(found) if found.is_after_end() => charsniff_result::CHARSNIFF_FAILED,
            Err(found) => {
                *error = Some(found);
                charsniff_result::CHARSNIFF_MALFORMED
            }
        });
        (result, ffi::view(self.text.as_bytes()))
    }
}

/// Takes the next bytes, and sets `*text` to the text that is known by now, in UTF-8. It belongs to the stream and is
/// valid until the next call with it. Returns `CHARSNIFF_INPUT_EMPTY`; in contexts in which malformed sequences are
/// errors, `CHARSNIFF_MALFORMED` from the first one on; `CHARSNIFF_FAILED` after `charsniff_stream_finish`, since a stream
/// is for one resource.
///
/// # Safety
///
/// `stream` is NULL or a stream that was not freed; `bytes` points at `length` bytes or is NULL; `text` is NULL or
/// points at a view, which need not be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_push(
    stream: *mut charsniff_stream,
    bytes: *const u8,
    length: usize,
    text: *mut charsniff_view,
) -> charsniff_result {
    // SAFETY: the caller's promise.
    let (stream, bytes) = unsafe { (stream.as_mut(), ffi::slice(bytes, length)) };
    let (result, view) = match stream {
        Some(stream) => stream.call(|stream, text| stream.push(bytes, text)),
        None => (charsniff_result::CHARSNIFF_FAILED, ffi::view(&[])),
    };
    // SAFETY: the caller's promise.
    unsafe { ffi::put(text, view) };
    result
}

/// Decides by the bytes so far, for a caller who cannot wait any longer. More bytes may follow. Otherwise like
/// `charsniff_stream_push`.
///
/// # Safety
///
/// As for `charsniff_stream_push`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_decide(
    stream: *mut charsniff_stream,
    text: *mut charsniff_view,
) -> charsniff_result {
    // SAFETY: the caller's promise.
    let (result, view) = match unsafe { stream.as_mut() } {
        Some(stream) => stream.call(|stream, text| stream.decide(text)),
        None => (charsniff_result::CHARSNIFF_FAILED, ffi::view(&[])),
    };
    // SAFETY: the caller's promise.
    unsafe { ffi::put(text, view) };
    result
}

/// Ends the resource, and sets `*text` to the rest of its text, which is empty when it is called again. Otherwise like
/// `charsniff_stream_push`.
///
/// # Safety
///
/// As for `charsniff_stream_push`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_finish(
    stream: *mut charsniff_stream,
    text: *mut charsniff_view,
) -> charsniff_result {
    // SAFETY: the caller's promise.
    let (result, view) = match unsafe { stream.as_mut() } {
        Some(stream) => {
            let given = stream.next(|stream, text| stream.finish(text));
            stream.is_finished = true;
            given
        }
        None => (charsniff_result::CHARSNIFF_FAILED, ffi::view(&[])),
    };
    // SAFETY: the caller's promise.
    unsafe { ffi::put(text, view) };
    result
}

/// What a declaration means for a text that is being read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum charsniff_change {
    /// Nothing: the encoding is certain already, it is UTF-16, or the label names no encoding.
    CHARSNIFF_CHANGE_KEEP = 0,
    /// The declaration names the current encoding, which is now certain.
    CHARSNIFF_CHANGE_CONFIRM = 1,
    /// The rest is in another encoding. What was read so far is the same in both.
    CHARSNIFF_CHANGE_SWITCH = 2,
    /// The resource must be read again from its start, in another encoding.
    CHARSNIFF_CHANGE_START_AGAIN = 3,
}

/// Changes the encoding, as the HTML standard says, when the parser that reads the text has met a `<meta>` with this
/// label. `*text` is set as `charsniff_stream_push` does, to text that was held back.
///
/// On `CHARSNIFF_CHANGE_SWITCH` the stream continues in the other encoding. On `CHARSNIFF_CHANGE_START_AGAIN` it is at
/// the start of the resource again: discard the text, and push all bytes again. `CHARSNIFF_CHANGE_KEEP` is returned before
/// any text was produced, in a context other than a page, and in a browser's or crawler's reading, where late declarations
/// were already considered.
///
/// # Safety
///
/// `stream` is NULL or a stream that was not freed; `label` is NULL or a NUL-terminated string; `text` is NULL or
/// points at a view, which need not be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_change_the_encoding(
    stream: *mut charsniff_stream,
    label: *const c_char,
    text: *mut charsniff_view,
) -> charsniff_change {
    let mut change = charsniff_change::CHARSNIFF_CHANGE_KEEP;
    // SAFETY: the caller's promise.
    let (stream, label) = unsafe { (stream.as_mut(), ffi::string(label)) };
    let view = stream.map_or(ffi::view(&[]), |stream| {
        let (_, view) = stream.next(|stream, text| {
            change = match stream.change_the_encoding(label.unwrap_or_default(), text) {
                Change::Keep => charsniff_change::CHARSNIFF_CHANGE_KEEP,
                Change::Confirm => charsniff_change::CHARSNIFF_CHANGE_CONFIRM,
                Change::Switch { .. } => charsniff_change::CHARSNIFF_CHANGE_SWITCH,
                _ => charsniff_change::CHARSNIFF_CHANGE_START_AGAIN,
            };
            Ok(())
        });
        if change == charsniff_change::CHARSNIFF_CHANGE_START_AGAIN {
            (stream.error, stream.is_finished) = (None, false);
        }
        view
    });
    // SAFETY: the caller's promise.
    unsafe { ffi::put(text, view) };
    change
}

/// Sets `*sniffed` to the verdict. Returns whether there is one yet.
///
/// # Safety
///
/// `stream` is NULL or a stream that was not freed; `sniffed` is NULL or points at a verdict, which need not be
/// initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_sniffed(
    stream: *const charsniff_stream,
    sniffed: *mut charsniff_sniffed,
) -> bool {
    // SAFETY: the caller's promise.
    let found = unsafe { stream.as_ref() }.and_then(|stream| stream.stream.sniffed());
    // SAFETY: the caller's promise.
    unsafe { ffi::put(sniffed, found.map_or(NO_VERDICT, |sniffed| verdict(&sniffed))) };
    found.is_some()
}

/// Whether malformed sequences were replaced by U+FFFD so far.
///
/// # Safety
///
/// `stream` is NULL or a stream that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_had_errors(stream: *const charsniff_stream) -> bool {
    // SAFETY: the caller's promise.
    unsafe { stream.as_ref() }.is_some_and(|stream| stream.stream.errors() > 0)
}

/// After `CHARSNIFF_MALFORMED`: sets `*offset` to the position of the sequence, in bytes from the start of the
/// resource, and `*length` to its length, and returns true. Otherwise returns false.
///
/// # Safety
///
/// `stream` is NULL or a stream that was not freed; the others are NULL or point at a `size_t` each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_error(
    stream: *const charsniff_stream,
    offset: *mut usize,
    length: *mut usize,
) -> bool {
    // SAFETY: the caller's promise.
    let Some(error) = unsafe { stream.as_ref() }.and_then(|stream| stream.error) else { return false };
    // SAFETY: the caller's promise.
    unsafe {
        ffi::put(offset, error.offset);
        ffi::put(length, error.length);
    }
    true
}

/// Frees a stream. Does nothing for NULL.
///
/// # Safety
///
/// `stream` is NULL or came from `charsniff_stream_new`, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_stream_free(stream: *mut charsniff_stream) {
    // SAFETY: the caller's promise.
    unsafe { ffi::take(stream) };
}

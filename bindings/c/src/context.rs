//! Contexts: a row of the table, and facts.

use std::ffi::c_char;

use library::{Context, Encoding, Kind};

use crate::encoding::{self, charsniff_encoding};
use crate::ffi;

/// Where the bytes are going, and what the caller knows about them besides headers.
pub struct charsniff_context(pub(crate) Context);

impl charsniff_context {
    fn change(&mut self, change: impl FnOnce(Context) -> Context) {
        let context = std::mem::replace(&mut self.0, Context::html());
        self.0 = change(context);
    }
}

/// The context; for NULL that of a page.
///
/// # Safety
///
/// `context` is NULL or came from a function that makes one, and was not freed.
pub(crate) unsafe fn or_html(context: *const charsniff_context) -> Context {
    // SAFETY: the caller's promise.
    unsafe { context.as_ref() }.map_or_else(Context::html, |context| context.0.clone())
}

/// The context of a name: "html", "xml", "css-from-document", "classic-script", "text-document", "fetch-json", …; all
/// names are in docs/contexts.md of charsniff. NULL if there is no such context. Free it with
/// `charsniff_context_free`.
///
/// # Safety
///
/// `name` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_new(name: *const c_char) -> *mut charsniff_context {
    // SAFETY: the caller's promise.
    let name = unsafe { ffi::text(name) };
    ffi::guarded(std::ptr::null_mut(), || match name.map(|name| name.parse::<Kind>()) {
        Some(Ok(kind)) => ffi::give(charsniff_context(Context::of(kind))),
        _ => std::ptr::null_mut(),
    })
}

/// The context in which a browser reads a resource of this MIME type. NULL for NULL. Free it with
/// `charsniff_context_free`.
///
/// # Safety
///
/// `mime_type` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_for_mime_type(mime_type: *const c_char) -> *mut charsniff_context {
    // SAFETY: the caller's promise.
    let mime_type = unsafe { ffi::text(mime_type) };
    ffi::guarded(std::ptr::null_mut(), || {
        mime_type
            .map_or(std::ptr::null_mut(), |mime_type| ffi::give(charsniff_context(Context::for_mime_type(&mime_type))))
    })
}

/// Frees a context. Does nothing for NULL.
///
/// # Safety
///
/// `context` is NULL or came from a function that makes one, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_free(context: *mut charsniff_context) {
    // SAFETY: the caller's promise.
    unsafe { ffi::take(context) };
}

/// Adds a fact that is text. Does nothing if the context or the text is NULL.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
unsafe fn add_text(context: *mut charsniff_context, text: *const c_char, add: fn(Context, &str) -> Context) {
    // SAFETY: the caller's promise.
    if let (Some(context), Some(text)) = unsafe { (context.as_mut(), ffi::text(text)) } {
        ffi::guarded((), || context.change(|context| add(context, &text)));
    }
}

/// Adds a fact that is an encoding. Does nothing if the context is NULL or the encoding is not one.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
unsafe fn add_encoding(
    context: *mut charsniff_context,
    encoding: charsniff_encoding,
    add: impl FnOnce(Context, Encoding) -> Context,
) {
    // SAFETY: the caller's promise.
    if let (Some(context), Some(encoding)) = (unsafe { context.as_mut() }, encoding::of(encoding)) {
        ffi::guarded((), || context.change(|context| add(context, encoding)));
    }
}

/// The encoding that the user chose, or XHR's override charset, as a label.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_override_encoding(context: *mut charsniff_context, text: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { add_text(context, text, Context::override_encoding) };
}

/// The label on the reference to the resource: `<script charset>`, `<link charset>`.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_reference_charset(context: *mut charsniff_context, text: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { add_text(context, text, Context::reference_charset) };
}

/// The user's language, such as "ja" or "pt-BR".
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_locale(context: *mut charsniff_context, text: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { add_text(context, text, Context::locale) };
}

/// The top-level domain of the host, such as "jp".
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_tld(context: *mut charsniff_context, text: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { add_text(context, text, Context::tld) };
}

/// The URL of the resource, of which only the top-level domain is used.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_url(context: *mut charsniff_context, text: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { add_text(context, text, Context::url) };
}

/// The encoding that the resource had on an earlier visit.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_history(context: *mut charsniff_context, encoding: charsniff_encoding) {
    // SAFETY: the caller's promise.
    unsafe { add_encoding(context, encoding, Context::history) };
}

/// The encoding of the importing style sheet.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_style_sheet(context: *mut charsniff_context, encoding: charsniff_encoding) {
    // SAFETY: the caller's promise.
    unsafe { add_encoding(context, encoding, Context::style_sheet) };
}

/// The encoding of the referring document.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_document(context: *mut charsniff_context, encoding: charsniff_encoding) {
    // SAFETY: the caller's promise.
    unsafe { add_encoding(context, encoding, Context::document) };
}

/// The encoding of the parent document, and whether that has the same origin.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_parent(
    context: *mut charsniff_context,
    encoding: charsniff_encoding,
    same_origin: bool,
) {
    // SAFETY: the caller's promise.
    unsafe { add_encoding(context, encoding, |context, encoding| context.parent(encoding, same_origin)) };
}

/// How many bytes the prescan may read; 1,024 by default.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_prescan_limit(context: *mut charsniff_context, bytes: usize) {
    // SAFETY: the caller's promise.
    if let Some(context) = unsafe { context.as_mut() } {
        ffi::guarded((), || context.change(|context| context.prescan_limit(bytes)));
    }
}

/// Whether the bytes end before the resource does.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_truncated(context: *mut charsniff_context, truncated: bool) {
    // SAFETY: the caller's promise.
    if let Some(context) = unsafe { context.as_mut() } {
        ffi::guarded((), || context.change(|context| context.truncated(truncated)));
    }
}

/// How far the detector may go: "off", "legacy" (never UTF-8) or "full". Returns false, and changes nothing, for
/// anything else.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `detection` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_detection(
    context: *mut charsniff_context,
    detection: *const c_char,
) -> bool {
    // SAFETY: the caller's promise.
    let (context, detection) = unsafe { (context.as_mut(), ffi::text(detection)) };
    ffi::guarded(false, || match (context, detection.map(|detection| detection.parse())) {
        (Some(context), Some(Ok(detection))) => {
            context.change(|context| context.detection(detection));
            true
        }
        _ => false,
    })
}

/// Reads as a browser does ("chromium", "firefox"): late declarations count, those in comments and scripts do not.
/// Returns false, and changes nothing, for anything else.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `browser` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_as_browser(context: *mut charsniff_context, browser: *const c_char) -> bool {
    // SAFETY: the caller's promise.
    let (context, browser) = unsafe { (context.as_mut(), ffi::text(browser)) };
    ffi::guarded(false, || match (context, browser.map(|browser| browser.parse())) {
        (Some(context), Some(Ok(browser))) => {
            context.change(|context| context.as_browser(browser));
            true
        }
        _ => false,
    })
}

/// Reads as a crawler needs: accepts misspelled labels and headers, and replaces malformed sequences everywhere.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_as_crawlers_need(context: *mut charsniff_context) {
    // SAFETY: the caller's promise.
    if let Some(context) = unsafe { context.as_mut() } {
        ffi::guarded((), || context.change(Context::as_crawlers_need));
    }
}

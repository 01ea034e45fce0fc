//! Contexts: a row of the table, and facts.

use std::ffi::c_char;

use library::{Context, Encoding, Kind};

use crate::encoding::{self, charsniff_encoding};
use crate::ffi;
use crate::kind::{self, CHARSNIFF_NO_KIND, charsniff_kind};
use crate::{charsniff_header, charsniff_string};

/// Where the bytes are going, and what the caller knows about them besides headers.
pub struct charsniff_context(pub(crate) Context);

impl charsniff_context {
    fn change(&mut self, change: impl FnOnce(Context) -> Context) {
        let context = std::mem::replace(&mut self.0, Context::html());
        self.0 = change(context);
    }
}

/// The context; `None` for NULL, which constructors return for an unknown row.
///
/// # Safety
///
/// `context` is NULL or came from a function that makes one, and was not freed.
pub(crate) unsafe fn given<'a>(context: *const charsniff_context) -> Option<&'a Context> {
    // SAFETY: the caller's promise.
    unsafe { context.as_ref() }.map(|context| &context.0)
}

/// The context of a row, such as `CHARSNIFF_KIND_HTML` for a page. NULL if there is no row of this number. Free it with
/// `charsniff_context_free`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_context_of(kind: charsniff_kind) -> *mut charsniff_context {
    ffi::guarded(std::ptr::null_mut(), || match kind::of(kind) {
        Some(kind) => ffi::give(charsniff_context(Context::of(kind))),
        None => std::ptr::null_mut(),
    })
}

/// The context of a row by its name: "html", "xml", "css-from-document", "classic-script", "text-document", "fetch-json", …; all
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

/// The context in which a browser reads a resource that came with these headers. NULL if they do not tell the kind of
/// resource: without a MIME type, and with one such as application/octet-stream, which servers send for files whose type
/// they do not know. Of several Content-Types the one counts that Fetch extracts. Free it with `charsniff_context_free`.
///
/// # Safety
///
/// `headers` points at `header_count` headers or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_for_headers(
    headers: *const charsniff_header,
    header_count: usize,
) -> *mut charsniff_context {
    ffi::guarded(std::ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let headers = unsafe { ffi::headers(headers, header_count) };
        let context = Context::for_headers(&headers);
        context.map_or(std::ptr::null_mut(), |context| ffi::give(charsniff_context(context)))
    })
}

/// The row of `charsniff_context_for_headers`; `CHARSNIFF_NO_KIND` where that is NULL.
///
/// # Safety
///
/// `headers` points at `header_count` headers or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_kind_for_headers(
    headers: *const charsniff_header,
    header_count: usize,
) -> charsniff_kind {
    ffi::guarded(CHARSNIFF_NO_KIND, || {
        // SAFETY: the caller's promise.
        let headers = unsafe { ffi::headers(headers, header_count) };
        Context::for_headers(&headers).map_or(CHARSNIFF_NO_KIND, |context| kind::number(context.kind()))
    })
}

/// The MIME type that Fetch extracts from the headers, without parameters and in lower case, such as "text/html". Fills
/// `*mime_type`, to be freed with `charsniff_string_free`. Returns false, and sets its data to NULL, if there is none.
///
/// # Safety
///
/// `headers` points at `header_count` headers or is NULL; `mime_type` is NULL or points at a string, which need not be
/// initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_extract_mime_type(
    headers: *const charsniff_header,
    header_count: usize,
    mime_type: *mut charsniff_string,
) -> bool {
    let extracted = ffi::guarded(None, || {
        // SAFETY: the caller's promise.
        let headers = unsafe { ffi::headers(headers, header_count) };
        library::extract_mime_type(&headers)
    });
    let is_known = extracted.is_some();
    if !mime_type.is_null() {
        let nothing = charsniff_string { data: std::ptr::null_mut(), length: 0 };
        // SAFETY: the caller's promise.
        unsafe { ffi::put(mime_type, extracted.map_or(nothing, ffi::owned)) };
    }
    is_known
}

/// The context in which a browser reads a file of this name, or a resource at this URL path, judged by its extension.
/// NULL if that is unknown, and for NULL. Free it with `charsniff_context_free`.
///
/// # Safety
///
/// `name` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_for_file_name(name: *const c_char) -> *mut charsniff_context {
    // SAFETY: the caller's promise.
    let name = unsafe { ffi::text(name) };
    ffi::guarded(std::ptr::null_mut(), || {
        let context = name.and_then(|name| Context::for_file_name(&name));
        context.map_or(std::ptr::null_mut(), |context| ffi::give(charsniff_context(context)))
    })
}

/// The context of the Web's `TextDecoder` for an encoding, with the options `charsniff_context_fatal` and
/// `charsniff_context_ignore_bom`: no other encoding is chosen, whatever the bytes or the headers say. A stream with
/// this context is a `TextDecoder` for chunks. NULL if `encoding` is not an encoding. Free it with
/// `charsniff_context_free`.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_context_for_text_decoder(encoding: charsniff_encoding) -> *mut charsniff_context {
    ffi::guarded(std::ptr::null_mut(), || match encoding::of(encoding) {
        Some(encoding) => ffi::give(charsniff_context(Context::text_decoder(encoding))),
        None => std::ptr::null_mut(),
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

/// Changes a context. Does nothing if it is NULL.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
unsafe fn change(context: *mut charsniff_context, change: impl FnOnce(Context) -> Context) {
    // SAFETY: the caller's promise.
    if let Some(context) = unsafe { context.as_mut() } {
        ffi::guarded((), || context.change(change));
    }
}

/// Changes a context as something of this name says. Returns false, and changes nothing, if the context or the name is
/// NULL, or nothing has this name.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `name` is NULL or a NUL-terminated string.
unsafe fn change_by_name<T: std::str::FromStr>(
    context: *mut charsniff_context,
    name: *const c_char,
    change: fn(Context, T) -> Context,
) -> bool {
    // SAFETY: the caller's promise.
    let (context, name) = unsafe { (context.as_mut(), ffi::text(name)) };
    ffi::guarded(false, || match (context, name.map(|name| name.parse())) {
        (Some(context), Some(Ok(named))) => {
            context.change(|context| change(context, named));
            true
        }
        _ => false,
    })
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

/// The MIME type that the caller says the resource has, as XHR's `overrideMimeType()` does: its charset comes before the
/// header's.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_override_mime_type(context: *mut charsniff_context, text: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { add_text(context, text, Context::override_mime_type) };
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

/// The user's locale, a BCP 47 tag such as "ja" or "pt-BR".
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_locale(context: *mut charsniff_context, text: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { add_text(context, text, Context::locale) };
}

/// The top-level domain of the host, such as "jp". Of a longer domain, such as "co.jp", only the last label is used.
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

/// The encoding to use where nothing else decides: HTML's "user-specified default encoding", which comes before that of the
/// locale.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_default_encoding(
    context: *mut charsniff_context,
    encoding: charsniff_encoding,
) {
    // SAFETY: the caller's promise.
    unsafe { add_encoding(context, encoding, Context::default_encoding) };
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

/// The MIME type, used where no Content-Type header comes with the resource and the context reads the bytes by their MIME
/// type, as "text-document" does.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `text` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_mime_type(context: *mut charsniff_context, text: *const c_char) {
    // SAFETY: the caller's promise.
    unsafe { add_text(context, text, Context::mime_type) };
}

/// For the context "x500-string": the type of the string, which names the encoding of its bytes ("utf8", "bmp", "teletex",
/// "ascii"). Returns false, and changes nothing, for anything else.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `string_type` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_string_type(
    context: *mut charsniff_context,
    string_type: *const c_char,
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { change_by_name(context, string_type, Context::string_type) }
}

/// For the context "module-script": the script is a worker's, or is imported by one. This matters only in the reading of
/// Chromium, which reads such scripts by the charset of the header.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_in_worker(context: *mut charsniff_context) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.in_worker(true)) };
}

/// How many bytes from the start the prescan may read; 1,024 by default.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_prescan_limit(context: *mut charsniff_context, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.prescan_limit(bytes)) };
}

/// Whether the bytes end before the resource does.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_truncated(context: *mut charsniff_context, truncated: bool) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.truncated(truncated)) };
}

/// Whether malformed sequences in UTF-8 that are legacy text, and UTF-8 that was encoded twice, are decoded as what they
/// were meant to be. Off by default. `charsniff_decode` and `charsniff_try_decode` repair, streams do not.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_repair(context: *mut charsniff_context, repair: bool) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.repair(repair)) };
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
    unsafe { change_by_name(context, detection, Context::detection) }
}

/// Only these encodings may be the detector's answer, and those of other calls of this function. Declarations count all
/// the same.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `encodings` points at `count` encodings or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_only(
    context: *mut charsniff_context,
    encodings: *const charsniff_encoding,
    count: usize,
) {
    // SAFETY: the caller's promise.
    let encodings = unsafe { encoding::list(encodings, count) };
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.only(encodings)) };
}

/// These encodings may not be the detector's answer.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `encodings` points at `count` encodings or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_except(
    context: *mut charsniff_context,
    encodings: *const charsniff_encoding,
    count: usize,
) {
    // SAFETY: the caller's promise.
    let encodings = unsafe { encoding::list(encodings, count) };
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.except(encodings)) };
}

/// One of these encodings is the detector's answer where the bytes leave the question open.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `encodings` points at `count` encodings or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_prefer(
    context: *mut charsniff_context,
    encodings: *const charsniff_encoding,
    count: usize,
) {
    // SAFETY: the caller's promise.
    let encodings = unsafe { encoding::list(encodings, count) };
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.prefer(encodings)) };
}

/// Whether the detector may answer ISO-2022-JP in HTML too; off by default, since whoever can put escape sequences into a
/// page could change how the rest of it is read.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_detect_iso_2022_jp(context: *mut charsniff_context, allowed: bool) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.detect_iso_2022_jp(allowed)) };
}

/// How many bytes from the start the detector may look at; no limit by default.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_detection_ceiling(context: *mut charsniff_context, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.detection_ceiling(bytes)) };
}

/// Replaces malformed sequences by U+FFFD in every context, also where they would be an error, as in XML.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_lossy(context: *mut charsniff_context) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.lossy(true)) };
}

/// For a `TextDecoder`: whether malformed input is an error. Other contexts have an error mode of their own.
/// `charsniff_context_lossy` takes precedence.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_fatal(context: *mut charsniff_context, fatal: bool) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.fatal(fatal)) };
}

/// For a `TextDecoder`: whether a byte order mark is kept as U+FEFF.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_ignore_bom(context: *mut charsniff_context, ignore_bom: bool) {
    // SAFETY: the caller's promise.
    unsafe { change(context, |context| context.ignore_bom(ignore_bom)) };
}

/// By whose rules the resource is read: "standard" (the default), "chromium", "firefox" or "crawler". Returns false, and
/// changes nothing, for anything else.
///
/// A browser's reading finds late declarations and none in comments and scripts. A crawler's reading does so too, accepts
/// misspelled labels and headers, and replaces malformed sequences everywhere.
///
/// # Safety
///
/// `context` is NULL or a context that was not freed; `reading` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_context_reading(context: *mut charsniff_context, reading: *const c_char) -> bool {
    // SAFETY: the caller's promise.
    unsafe { change_by_name(context, reading, Context::reading) }
}

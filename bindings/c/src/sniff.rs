//! Whole resources: the encoding, the reasons, and the text.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use library::{Confidence, DecodeError, Decoded, Explanation, Outcome, Refuted, Sniffed, Sniffer, Source, Stage};

use crate::context::{charsniff_context, given};
use crate::detect::charsniff_candidate;
use crate::encoding::{self, CHARSNIFF_NO_ENCODING, charsniff_encoding, charsniff_source};
use crate::ffi;
use crate::{charsniff_header, charsniff_result, charsniff_string, charsniff_view};

/// How many refuted declarations a verdict has at most.
pub const CHARSNIFF_MOST_REFUTED: usize = 3;

/// How many bytes of a refuted label are kept: enough for every label of the standard; a misspelled one may be cut.
pub const CHARSNIFF_MOST_LABEL: usize = 23;

/// A declaration that was passed over, since the bytes show another encoding.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct charsniff_refuted {
    /// What declared it.
    pub source: charsniff_source,
    /// The encoding that it names.
    pub encoding: charsniff_encoding,
    /// How many bytes `label` has; 0 for a byte order mark and for an encoding that the caller gave.
    pub label_length: u8,
    /// The label, without the white space around it, not followed by a NUL.
    pub label: [u8; CHARSNIFF_MOST_LABEL],
}

const NOTHING_REFUTED: charsniff_refuted = charsniff_refuted {
    source: u8::MAX,
    encoding: CHARSNIFF_NO_ENCODING,
    label_length: 0,
    label: [0; CHARSNIFF_MOST_LABEL],
};

impl From<Refuted> for charsniff_refuted {
    fn from(claim: Refuted) -> charsniff_refuted {
        let mut filled = charsniff_refuted {
            source: encoding::source_number(claim.source),
            encoding: encoding::number(Some(claim.encoding)),
            ..NOTHING_REFUTED
        };
        for (room, byte) in filled.label.iter_mut().zip(claim.label().unwrap_or_default()) {
            *room = *byte;
            filled.label_length += 1;
        }
        filled
    }
}

/// The verdict on a resource's encoding.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct charsniff_sniffed {
    /// The encoding to decode with; `CHARSNIFF_NO_ENCODING` if the context was NULL, or charsniff has a bug.
    pub encoding: charsniff_encoding,
    /// What decided.
    pub source: charsniff_source,
    /// Whether a declaration later in the resource cannot change it.
    pub is_certain: bool,
    /// Whether each byte is the code point of the same value, as in header values; `encoding` is then windows-1252.
    pub is_isomorphic: bool,
    /// The length in bytes of the byte order mark at the start that is not part of the text: 0, 2, 3 or 4.
    pub bom_length: usize,
    /// How many of `refuted` are set; 0 outside the crawler's reading.
    pub refuted_count: u8,
    /// The declarations that the bytes refute, in the pipeline's order.
    pub refuted: [charsniff_refuted; CHARSNIFF_MOST_REFUTED],
    /// Whether the bytes are UTF-32, which a crawler reads; `encoding` is then UTF-16 in the same byte order.
    pub is_utf32: bool,
}

pub(crate) const NO_VERDICT: charsniff_sniffed = charsniff_sniffed {
    encoding: CHARSNIFF_NO_ENCODING,
    source: u8::MAX,
    is_certain: false,
    is_isomorphic: false,
    bom_length: 0,
    refuted_count: 0,
    refuted: [NOTHING_REFUTED; CHARSNIFF_MOST_REFUTED],
    is_utf32: false,
};

pub(crate) fn verdict(sniffed: &Sniffed) -> charsniff_sniffed {
    let mut refuted = NO_VERDICT.refuted;
    let mut refuted_count = 0;
    for (room, claim) in refuted.iter_mut().zip(sniffed.refuted()) {
        *room = claim.into();
        refuted_count += 1;
    }
    charsniff_sniffed {
        encoding: encoding::number(Some(sniffed.encoding)),
        source: encoding::source_number(sniffed.source),
        is_certain: sniffed.confidence == Confidence::Certain,
        is_isomorphic: sniffed.is_isomorphic(),
        bom_length: sniffed.bom_length(),
        refuted_count,
        refuted,
        is_utf32: sniffed.is_utf_32(),
    }
}

/// The encoding of a resource, how sure that is, and what decided. Fails only for a NULL context, for which the encoding is
/// `CHARSNIFF_NO_ENCODING`: if a context could not be made, no other one is used silently.
///
/// `bytes` is the resource or its start; `headers` may be NULL if there are none. Of the headers, Content-Type and
/// Content-Language are used.
///
/// # Safety
///
/// `bytes` points at `length` bytes or is NULL, `headers` at `header_count` headers or is NULL; `context` is NULL or a
/// context that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_sniff(
    bytes: *const u8,
    length: usize,
    headers: *const charsniff_header,
    header_count: usize,
    context: *const charsniff_context,
) -> charsniff_sniffed {
    ffi::guarded(NO_VERDICT, || {
        // SAFETY: the caller's promise.
        let (bytes, headers, context) =
            unsafe { (ffi::slice(bytes, length), ffi::headers(headers, header_count), given(context)) };
        context.map_or(NO_VERDICT, |context| verdict(&library::sniff(bytes, &headers, context)))
    })
}

/// The verdict of `charsniff_sniff` by the start of a resource, where something declares the encoding and no further byte
/// can change that. Sets `*sniffed` to it and returns true; otherwise returns false, and more of the resource is needed.
/// In a crawler's reading more may always be needed.
///
/// # Safety
///
/// As for `charsniff_sniff`; `sniffed` is NULL or points at a verdict, which need not be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_sniff_start(
    bytes: *const u8,
    length: usize,
    headers: *const charsniff_header,
    header_count: usize,
    context: *const charsniff_context,
    sniffed: *mut charsniff_sniffed,
) -> bool {
    let found = ffi::guarded(None, || {
        // SAFETY: the caller's promise.
        let (bytes, headers, context) =
            unsafe { (ffi::slice(bytes, length), ffi::headers(headers, header_count), given(context)?) };
        // The stages after the declarations judge only the bytes so far, so their verdicts do not count here.
        Sniffer::new(&headers, context).push(bytes).1.filter(|sniffed| sniffed.source < Source::Detector)
    });
    // SAFETY: the caller's promise.
    unsafe { ffi::put(sniffed, found.map_or(NO_VERDICT, |sniffed| verdict(&sniffed))) };
    found.is_some()
}

/// The text of a resource.
#[repr(C)]
pub struct charsniff_decoded {
    /// The text as UTF-8, to be freed with `charsniff_string_free`; its data is NULL if there is an error.
    pub text: charsniff_string,
    /// The verdict that it was decoded by.
    pub sniffed: charsniff_sniffed,
    /// How many malformed sequences were replaced by U+FFFD.
    pub errors: usize,
    /// Of `charsniff_try_decode`, in contexts in which malformed sequences are errors: the position of the first one, in bytes.
    pub error_offset: usize,
    /// Its length, in bytes.
    pub error_length: usize,
}

/// The text of a resource, as the context prescribes: the byte order mark removed, malformed sequences replaced by
/// U+FFFD. Returns `CHARSNIFF_INPUT_EMPTY`; `CHARSNIFF_FAILED` if the context is NULL, or charsniff has a bug. Fills `*decoded`; free its
/// text with `charsniff_string_free`.
///
/// # Safety
///
/// As for `charsniff_sniff`; `decoded` points at a `charsniff_decoded`, which need not be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decode(
    bytes: *const u8,
    length: usize,
    headers: *const charsniff_header,
    header_count: usize,
    context: *const charsniff_context,
    decoded: *mut charsniff_decoded,
) -> charsniff_result {
    // SAFETY: the caller's promise.
    unsafe {
        decode(bytes, length, headers, header_count, context, decoded, |sniffed, bytes| Ok(sniffed.decode(bytes)))
    }
}

/// `charsniff_decode`, in the error mode of the context: in contexts in which malformed sequences are errors, such as
/// "xml" in the standard's reading, the first one gives `CHARSNIFF_MALFORMED`. Fills `*decoded` in either case; free its
/// text with `charsniff_string_free`.
///
/// # Safety
///
/// As for `charsniff_decode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_try_decode(
    bytes: *const u8,
    length: usize,
    headers: *const charsniff_header,
    header_count: usize,
    context: *const charsniff_context,
    decoded: *mut charsniff_decoded,
) -> charsniff_result {
    // SAFETY: the caller's promise.
    unsafe { decode(bytes, length, headers, header_count, context, decoded, Sniffed::try_decode) }
}

/// # Safety
///
/// As for `charsniff_decode`.
pub(crate) unsafe fn decode(
    bytes: *const u8,
    length: usize,
    headers: *const charsniff_header,
    header_count: usize,
    context: *const charsniff_context,
    decoded: *mut charsniff_decoded,
    decode: impl for<'a> FnOnce(&Sniffed, &'a [u8]) -> Result<Decoded<'a>, DecodeError>,
) -> charsniff_result {
    let mut filled = charsniff_decoded {
        text: charsniff_string { data: std::ptr::null_mut(), length: 0 },
        sniffed: NO_VERDICT,
        errors: 0,
        error_offset: 0,
        error_length: 0,
    };
    let result = ffi::guarded(charsniff_result::CHARSNIFF_FAILED, || {
        // SAFETY: the caller's promise.
        let (bytes, headers, context) =
            unsafe { (ffi::slice(bytes, length), ffi::headers(headers, header_count), given(context)) };
        let Some(context) = context else { return charsniff_result::CHARSNIFF_FAILED };
        let sniffed = library::sniff(bytes, &headers, context);
        filled.sniffed = verdict(&sniffed);
        match decode(&sniffed, bytes) {
            Ok(decoded) => {
                filled.errors = decoded.errors;
                filled.text = ffi::owned(decoded.text.into_owned());
                charsniff_result::CHARSNIFF_INPUT_EMPTY
            }
            Err(error) => {
                (filled.error_offset, filled.error_length) = (error.offset, error.length);
                charsniff_result::CHARSNIFF_MALFORMED
            }
        }
    });
    if decoded.is_null() {
        // SAFETY: the string was not given to anyone.
        unsafe { ffi::free_string(&mut filled.text) };
    }
    // SAFETY: the caller's promise.
    unsafe { ffi::put(decoded, filled) };
    result
}

/// A verdict, and what every stage found.
pub struct charsniff_explanation {
    explanation: Explanation,
    text: String,
}

/// How likely a verdict is.
#[repr(C)]
pub struct charsniff_likelihood {
    /// How likely it is that the verdict's encoding gives the right text, from 0 to 1, whichever stage decided.
    pub probability: f32,
    /// How much likelier the verdict is than the runner-up, from -1 to 1: below 0 if the bytes speak against it.
    pub margin: f32,
    /// The likeliest encoding that gives another text; `CHARSNIFF_NO_ENCODING` if none is known.
    pub runner_up: charsniff_candidate,
    /// The language that the text is most likely in, a BCP 47 tag; empty if it is not known. It belongs to the
    /// explanation.
    pub language: charsniff_view,
    /// The script of the language, or of the text, as an ISO 15924 code ("Cyrl"); empty if it is not known. It belongs
    /// to the explanation.
    pub script: charsniff_view,
}

/// What one stage found. Its strings belong to the explanation.
#[repr(C)]
pub struct charsniff_stage_report {
    /// The stage's name, such as "prescan", which stays valid.
    pub stage: *const c_char,
    /// What became of the finding: "decided", "too-late", "refuted", "ignored" or "nothing"; stays valid.
    pub outcome: *const c_char,
    /// Whether the context consults the stage.
    pub consulted: bool,
    /// The encoding that the stage would choose, or `CHARSNIFF_NO_ENCODING`.
    pub encoding: charsniff_encoding,
    /// Whether `label` is set.
    pub has_label: bool,
    /// Whether `offset` is set.
    pub has_offset: bool,
    /// The label, even if it names no encoding.
    pub label: charsniff_view,
    /// Where the label is, in bytes from the start of the resource.
    pub offset: usize,
}

/// The number of stages.
pub const CHARSNIFF_STAGE_COUNT: usize = 9;

/// The verdict of `charsniff_sniff`, and what every stage found. NULL if the context is, or charsniff has a bug. Free
/// it with `charsniff_explanation_free`.
///
/// # Safety
///
/// As for `charsniff_sniff`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_explain(
    bytes: *const u8,
    length: usize,
    headers: *const charsniff_header,
    header_count: usize,
    context: *const charsniff_context,
) -> *mut charsniff_explanation {
    ffi::guarded(std::ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let (bytes, headers, context) =
            unsafe { (ffi::slice(bytes, length), ffi::headers(headers, header_count), given(context)) };
        let Some(context) = context else { return std::ptr::null_mut() };
        let explanation = library::explain(bytes, &headers, context);
        let text = explanation.to_string();
        ffi::give(charsniff_explanation { explanation, text })
    })
}

/// The verdict.
///
/// # Safety
///
/// `explanation` is NULL or an explanation that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_explanation_sniffed(explanation: *const charsniff_explanation) -> charsniff_sniffed {
    // SAFETY: the caller's promise.
    unsafe { explanation.as_ref() }.map_or(NO_VERDICT, |explanation| verdict(&explanation.explanation.sniffed))
}

/// The explanation as a table for people, one row per stage. It belongs to the explanation.
///
/// # Safety
///
/// `explanation` is NULL or an explanation that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_explanation_text(explanation: *const charsniff_explanation) -> charsniff_view {
    // SAFETY: the caller's promise.
    ffi::view(unsafe { explanation.as_ref() }.map_or(&[], |explanation| explanation.text.as_bytes()))
}

/// The explanation as JSON: the fields of docs/json.md, without those of the command's inputs. Fills `*json`, to be freed
/// with `charsniff_string_free`; its data is NULL if the explanation is.
///
/// # Safety
///
/// `explanation` is NULL or an explanation that was not freed; `json` is NULL or points at a string, which need not be
/// initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_explanation_json(
    explanation: *const charsniff_explanation,
    json: *mut charsniff_string,
) {
    if json.is_null() {
        return;
    }
    let nothing = || charsniff_string { data: std::ptr::null_mut(), length: 0 };
    // SAFETY: the caller's promise.
    let explanation = unsafe { explanation.as_ref() };
    let filled = ffi::guarded(None, || serde_json::to_vec(&explanation?.explanation).ok());
    // SAFETY: the caller's promise.
    unsafe { ffi::put(json, filled.map_or_else(nothing, ffi::owned)) };
}

/// Fills `*likelihood` with how likely the verdict is. Returns false, and fills nothing, if that is not known: for binary
/// data.
///
/// # Safety
///
/// `explanation` is NULL or an explanation that was not freed; `likelihood` is NULL or points at one, which need not be
/// initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_explanation_likelihood(
    explanation: *const charsniff_explanation,
    likelihood: *mut charsniff_likelihood,
) -> bool {
    // SAFETY: the caller's promise.
    let explanation = unsafe { explanation.as_ref() };
    let Some(known) = explanation.and_then(|explanation| explanation.explanation.likelihood.as_ref()) else {
        return false;
    };
    let runner_up = known.runner_up;
    let filled = charsniff_likelihood {
        probability: known.probability,
        margin: known.margin(),
        runner_up: charsniff_candidate {
            encoding: encoding::number(runner_up.map(|runner_up| runner_up.encoding)),
            probability: runner_up.map_or(0.0, |runner_up| runner_up.probability),
        },
        language: ffi::view(known.language.as_deref().unwrap_or_default().as_bytes()),
        script: ffi::view(known.script.as_deref().unwrap_or_default().as_bytes()),
    };
    // SAFETY: the caller's promise.
    unsafe { ffi::put(likelihood, filled) };
    true
}

/// Fills `*report` with what a stage found. `stage` counts from 0, in the order of the pipeline. Returns false, and
/// fills nothing, if there is no such stage.
///
/// # Safety
///
/// `explanation` is NULL or an explanation that was not freed; `report` is NULL or points at a report, which need not
/// be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_explanation_stage(
    explanation: *const charsniff_explanation,
    stage: usize,
    report: *mut charsniff_stage_report,
) -> bool {
    static STAGES: OnceLock<Vec<CString>> = OnceLock::new();
    static OUTCOMES: OnceLock<Vec<CString>> = OnceLock::new();
    const ALL: [Outcome; 5] =
        [Outcome::Decided, Outcome::TooLate, Outcome::Refuted, Outcome::Ignored, Outcome::Nothing];
    // SAFETY: the caller's promise.
    let Some(explanation) = (unsafe { explanation.as_ref() }) else { return false };
    let Some(found) = explanation.explanation.stages.get(stage) else { return false };
    let filled = charsniff_stage_report {
        stage: encoding::name_of(&STAGES, Stage::PIPELINE.iter().map(|stage| stage.as_str()), stage),
        outcome: encoding::name_of(
            &OUTCOMES,
            ALL.iter().map(|outcome| outcome.as_str()),
            ALL.iter().position(|outcome| *outcome == found.outcome).unwrap_or(usize::MAX),
        ),
        consulted: found.consulted,
        encoding: encoding::number(found.encoding),
        has_label: found.label.is_some(),
        has_offset: found.offset.is_some(),
        label: ffi::view(found.label.as_deref().unwrap_or_default()),
        offset: found.offset.unwrap_or(0),
    };
    // SAFETY: the caller's promise.
    unsafe { ffi::put(report, filled) };
    true
}

/// Frees an explanation. Does nothing for NULL.
///
/// # Safety
///
/// `explanation` is NULL or came from `charsniff_explain`, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_explanation_free(explanation: *mut charsniff_explanation) {
    // SAFETY: the caller's promise.
    unsafe { ffi::take(explanation) };
}

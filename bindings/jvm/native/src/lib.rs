//! charsniff's C interface for the JVM's native interface: the methods of `org.charsniff.Native`.
//!
//! Objects of the C interface are numbers in Java: their addresses. `org.charsniff.NativeEngine`, the only caller, makes
//! each of them by a function here, passes none after it was freed, and none to two threads at once. Results are written
//! to an array that the caller passes, as C lays their structures out with pointers of 32 bits: that is what the same
//! core as WebAssembly does.
//!
//! Where the JVM fails, for want of memory, an exception is pending in it, and what is returned here does not count.

#![deny(clippy::undocumented_unsafe_blocks)]

use std::ffi::{CStr, CString, c_char};
use std::ptr;

use charsniff_c::charsniff_result::CHARSNIFF_MALFORMED;
use charsniff_c::coder::*;
use charsniff_c::context::*;
use charsniff_c::detect::*;
use charsniff_c::encoding::*;
use charsniff_c::kind::CHARSNIFF_NO_KIND;
use charsniff_c::sniff::*;
use charsniff_c::stream::*;
use charsniff_c::*;
use jni::JNIEnv;
use jni::objects::{JByteArray, JClass, JString, ReleaseMode};
use jni::sys::{jbyteArray, jint, jlong, jstring};

/// Up to this many bytes are read where they lie. The JVM may not move objects meanwhile, so more are copied.
const MOST_PINNED: usize = 1 << 18;

/// A part of an array of Java; `None` if it is not within the array, or there is no memory.
fn with_bytes<T>(
    env: &mut JNIEnv,
    array: &JByteArray,
    offset: jint,
    length: jint,
    work: impl FnOnce(&[u8]) -> T,
) -> Option<T> {
    let (start, count) = (usize::try_from(offset).ok()?, usize::try_from(length).ok()?);
    if count > MOST_PINNED {
        let mut copy = room(env, count)?;
        env.get_byte_array_region(array, offset, &mut copy).ok()?;
        return Some(work(unsigned(&copy)));
    }
    // SAFETY: until `pinned` is dropped, at the end of this function, nothing of the JVM is called.
    let pinned = unsafe { env.get_array_elements_critical(array, ReleaseMode::NoCopyBack) }.ok()?;
    let part = pinned.get(start..start.checked_add(count)?)?;
    Some(work(unsigned(part)))
}

fn unsigned(bytes: &[i8]) -> &[u8] {
    // SAFETY: the two types have the same layout.
    unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
}

fn signed(bytes: &[u8]) -> &[i8] {
    // SAFETY: the two types have the same layout.
    unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
}

/// Zeroes; `None`, and a pending exception, if there is no memory for them.
fn room<T: Clone + Default>(env: &mut JNIEnv, count: usize) -> Option<Vec<T>> {
    let mut room = Vec::new();
    if room.try_reserve_exact(count).is_err() {
        let _ = env.throw_new("java/lang/OutOfMemoryError", format!("charsniff: no room for {count} units"));
        return None;
    }
    room.resize(count, T::default());
    Some(room)
}

/// A new array of Java; NULL if there is no memory.
fn array(env: &mut JNIEnv, bytes: &[u8]) -> jbyteArray {
    env.byte_array_from_slice(bytes).map_or(ptr::null_mut(), |array| array.into_raw())
}

/// Copies all of an array of Java that is short.
fn copy(env: &mut JNIEnv, array: &JByteArray) -> Option<Vec<u8>> {
    env.convert_byte_array(array).ok()
}

/// Writes a result to the start of the caller's array.
fn put(env: &mut JNIEnv, out: &JByteArray, bytes: &[u8]) {
    // It is larger than every result.
    let _ = env.set_byte_array_region(out, 0, signed(bytes));
}

/// As many bytes as an `int` of Java holds; the resource is an array of Java.
fn int(number: usize) -> [u8; 4] {
    i32::try_from(number).unwrap_or(i32::MAX).to_le_bytes()
}

/// A `charsniff_sniffed` with pointers of 32 bits.
fn sniffed_32(sniffed: &charsniff_sniffed) -> Vec<u8> {
    let mut bytes =
        vec![sniffed.encoding, sniffed.source, u8::from(sniffed.is_certain), u8::from(sniffed.is_isomorphic)];
    bytes.extend(int(sniffed.bom_length));
    bytes.push(sniffed.refuted_count);
    for refuted in &sniffed.refuted {
        bytes.extend([refuted.source, refuted.encoding, refuted.label_length]);
        bytes.extend(refuted.label);
    }
    bytes.push(u8::from(sniffed.is_utf32));
    bytes
}

fn candidate(encoding: charsniff_encoding, probability: f32) -> [u8; 8] {
    let [a, b, c, d] = probability.to_le_bytes();
    [encoding, 0, 0, 0, a, b, c, d]
}

/// A `charsniff_guess` with pointers of 32 bits.
fn guess_32(guess: &charsniff_guess) -> Vec<u8> {
    let mut bytes = candidate(guess.encoding, guess.probability).to_vec();
    bytes.extend(int(guess.runner_up_count));
    for runner_up in &guess.runners_up {
        bytes.extend(candidate(runner_up.encoding, runner_up.probability));
    }
    bytes
}

/// What a view shows.
///
/// # Safety
///
/// The object that the view belongs to has not changed.
unsafe fn seen<'a>(data: *const c_char, length: usize) -> &'a [u8] {
    if data.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(data.cast(), length) }
}

/// Gives a string to Java.
fn owned(env: &mut JNIEnv, mut string: charsniff_string) -> jbyteArray {
    // SAFETY: a function of the C interface has filled it.
    let given = array(env, unsafe { seen(string.data, string.length) });
    // SAFETY: the same.
    unsafe { charsniff_string_free(&mut string) };
    given
}

/// Headers as Java passes them: names and values in turn, each followed by a NUL.
struct Headers {
    _texts: Vec<u8>,
    fields: Vec<charsniff_header>,
}

impl Headers {
    fn of(env: &mut JNIEnv, packed: &JByteArray) -> Option<Headers> {
        let texts = if packed.is_null() { Vec::new() } else { copy(env, packed)? };
        let starts: Vec<*const c_char> =
            texts.split_inclusive(|byte| *byte == 0).map(|text| text.as_ptr().cast()).collect();
        let fields = starts.chunks_exact(2).map(|pair| charsniff_header { name: pair[0], value: pair[1] }).collect();
        // Moving the vector does not move what it holds.
        Some(Headers { _texts: texts, fields })
    }
}

fn context(handle: jlong) -> *mut charsniff_context {
    handle as *mut charsniff_context
}

fn stream(handle: jlong) -> *mut charsniff_stream {
    handle as *mut charsniff_stream
}

fn detector(handle: jlong) -> *mut charsniff_detector {
    handle as *mut charsniff_detector
}

fn explanation(handle: jlong) -> *mut charsniff_explanation {
    handle as *mut charsniff_explanation
}

fn text(env: &mut JNIEnv, text: &JString) -> Option<CString> {
    let text: String = env.get_string(text).ok()?.into();
    CString::new(text).ok()
}

/// The version of the core, so that no other one is used with the classes.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_version<'a>(env: JNIEnv<'a>, _: JClass<'a>) -> jstring {
    // SAFETY: the C interface's strings end with a NUL.
    let version = unsafe { CStr::from_ptr(charsniff_version()) };
    env.new_string(version.to_string_lossy()).map_or(ptr::null_mut(), |text| text.into_raw())
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_forLabel<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    label: JString<'a>,
) -> jint {
    let Some(label) = text(&mut env, &label) else { return CHARSNIFF_NO_ENCODING.into() };
    // SAFETY: the label ends with a NUL.
    unsafe { charsniff_encoding_for_label(label.as_ptr()) }.into()
}

/// A context by the name of a row.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_context<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    name: JString<'a>,
) -> jlong {
    let Some(name) = text(&mut env, &name) else { return 0 };
    // SAFETY: the name ends with a NUL.
    unsafe { charsniff_context_new(name.as_ptr()) as jlong }
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_contextForMimeType<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    mime_type: JString<'a>,
) -> jlong {
    let Some(mime_type) = text(&mut env, &mime_type) else { return 0 };
    // SAFETY: the text ends with a NUL.
    unsafe { charsniff_context_for_mime_type(mime_type.as_ptr()) as jlong }
}

/// The number of the row that headers tell.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_kindForHeaders<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    headers: JByteArray<'a>,
) -> jint {
    let Some(headers) = Headers::of(&mut env, &headers) else { return CHARSNIFF_NO_KIND.into() };
    // SAFETY: the headers and their strings are borrowed.
    unsafe { charsniff_kind_for_headers(headers.fields.as_ptr(), headers.fields.len()).into() }
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_contextForTextDecoder(_: JNIEnv, _: JClass, encoding: jint) -> jlong {
    u8::try_from(encoding).map_or(0, |encoding| charsniff_context_for_text_decoder(encoding) as jlong)
}

/// Tells a context a fact that is text. Returns whether there is such a fact.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_tellText<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    fact: JString<'a>,
    value: JString<'a>,
) -> u8 {
    let (Some(fact), Some(value)) = (text(&mut env, &fact), text(&mut env, &value)) else { return 0 };
    let (context, value) = (context(handle), value.as_ptr());
    // SAFETY: the context was not freed, and the text ends with a NUL.
    unsafe {
        match fact.to_bytes() {
            b"reading" => return charsniff_context_reading(context, value).into(),
            b"override-encoding" => charsniff_context_override_encoding(context, value),
            b"override-mime-type" => charsniff_context_override_mime_type(context, value),
            b"reference-charset" => charsniff_context_reference_charset(context, value),
            b"locale" => charsniff_context_locale(context, value),
            b"tld" => charsniff_context_tld(context, value),
            b"url" => charsniff_context_url(context, value),
            b"mime-type" => charsniff_context_mime_type(context, value),
            b"string-type" => return charsniff_context_string_type(context, value).into(),
            b"detection" => return charsniff_context_detection(context, value).into(),
            _ => return 0,
        }
    }
    1
}

/// Tells a context a fact that is a number, a flag or an encoding. Returns whether there is such a fact.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_tellNumber<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    fact: JString<'a>,
    number: jint,
) -> u8 {
    let Some(fact) = text(&mut env, &fact) else { return 0 };
    let context = context(handle);
    let flag = number != 0;
    let count = usize::try_from(number).unwrap_or(0);
    let encoding = u8::try_from(number).unwrap_or(CHARSNIFF_NO_ENCODING);
    // SAFETY: the context was not freed.
    unsafe {
        match fact.to_bytes() {
            b"parent" => charsniff_context_parent(context, encoding, true),
            b"foreign-parent" => charsniff_context_parent(context, encoding, false),
            b"history" => charsniff_context_history(context, encoding),
            b"style-sheet" => charsniff_context_style_sheet(context, encoding),
            b"document" => charsniff_context_document(context, encoding),
            b"default-encoding" => charsniff_context_default_encoding(context, encoding),
            b"in-worker" => charsniff_context_in_worker(context),
            b"prescan-limit" => charsniff_context_prescan_limit(context, count),
            b"truncated" => charsniff_context_truncated(context, flag),
            b"repair" => charsniff_context_repair(context, flag),
            b"lossy" => charsniff_context_lossy(context),
            b"detect-iso-2022-jp" => charsniff_context_detect_iso_2022_jp(context, flag),
            b"detection-ceiling" => charsniff_context_detection_ceiling(context, count),
            b"fatal" => charsniff_context_fatal(context, flag),
            b"ignore-bom" => charsniff_context_ignore_bom(context, flag),
            _ => return 0,
        }
    }
    1
}

/// Tells a context a fact that is encodings. Returns whether there is such a fact.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_tellEncodings<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    fact: JString<'a>,
    encodings: JByteArray<'a>,
) -> u8 {
    let (Some(fact), Some(encodings)) = (text(&mut env, &fact), copy(&mut env, &encodings)) else { return 0 };
    let (context, numbers, count) = (context(handle), encodings.as_ptr(), encodings.len());
    // SAFETY: the context was not freed.
    unsafe {
        match fact.to_bytes() {
            b"only" => charsniff_context_only(context, numbers, count),
            b"except" => charsniff_context_except(context, numbers, count),
            b"prefer" => charsniff_context_prefer(context, numbers, count),
            _ => return 0,
        }
    }
    1
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_freeContext(_: JNIEnv, _: JClass, handle: jlong) {
    // SAFETY: it was not freed before.
    unsafe { charsniff_context_free(context(handle)) };
}

/// Writes a `charsniff_sniffed`.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_sniff<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    bytes: JByteArray<'a>,
    length: jint,
    headers: JByteArray<'a>,
    handle: jlong,
    out: JByteArray<'a>,
) {
    let Some(headers) = Headers::of(&mut env, &headers) else { return };
    let fields = &headers.fields;
    let sniffed = with_bytes(&mut env, &bytes, 0, length, |bytes| {
        // SAFETY: the context was not freed; the rest is borrowed.
        unsafe { charsniff_sniff(bytes.as_ptr(), bytes.len(), fields.as_ptr(), fields.len(), context(handle)) }
    });
    if let Some(sniffed) = sniffed {
        put(&mut env, &out, &sniffed_32(&sniffed));
    }
}

/// The text of [`charsniff_decode`] in UTF-8. Writes the number of errors and the verdict.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_decode<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    bytes: JByteArray<'a>,
    length: jint,
    headers: JByteArray<'a>,
    handle: jlong,
    out: JByteArray<'a>,
) -> jbyteArray {
    let Some((_, decoded)) = decoded(&mut env, &bytes, length, &headers, handle, charsniff_decode) else {
        return ptr::null_mut();
    };
    let mut result = int(decoded.errors).to_vec();
    result.extend(sniffed_32(&decoded.sniffed));
    put(&mut env, &out, &result);
    owned(&mut env, decoded.text)
}

/// Whether [`charsniff_try_decode`] finds something malformed that is an error in this context: then it writes where, and
/// its length.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_malformed<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    bytes: JByteArray<'a>,
    length: jint,
    headers: JByteArray<'a>,
    handle: jlong,
    out: JByteArray<'a>,
) -> u8 {
    let Some((result, mut decoded)) = decoded(&mut env, &bytes, length, &headers, handle, charsniff_try_decode) else {
        return 0;
    };
    // SAFETY: the C interface has filled it.
    unsafe { charsniff_string_free(&mut decoded.text) };
    put(&mut env, &out, &[int(decoded.error_offset), int(decoded.error_length)].concat());
    u8::from(result == CHARSNIFF_MALFORMED)
}

type Decode = unsafe extern "C" fn(
    *const u8,
    usize,
    *const charsniff_header,
    usize,
    *const charsniff_context,
    *mut charsniff_decoded,
) -> charsniff_result;

fn decoded(
    env: &mut JNIEnv,
    bytes: &JByteArray,
    length: jint,
    headers: &JByteArray,
    handle: jlong,
    decode: Decode,
) -> Option<(charsniff_result, charsniff_decoded)> {
    let headers = Headers::of(env, headers)?;
    let fields = &headers.fields;
    with_bytes(env, bytes, 0, length, |bytes| {
        let mut decoded = std::mem::MaybeUninit::uninit();
        // SAFETY: the context was not freed; the rest is borrowed. Both functions fill what the last argument points at.
        unsafe {
            let result = decode(
                bytes.as_ptr(),
                bytes.len(),
                fields.as_ptr(),
                fields.len(),
                context(handle),
                decoded.as_mut_ptr(),
            );
            (result, decoded.assume_init())
        }
    })
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_explain<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    bytes: JByteArray<'a>,
    length: jint,
    headers: JByteArray<'a>,
    handle: jlong,
) -> jlong {
    let Some(headers) = Headers::of(&mut env, &headers) else { return 0 };
    let fields = &headers.fields;
    let explained = with_bytes(&mut env, &bytes, 0, length, |bytes| {
        // SAFETY: the context was not freed; the rest is borrowed.
        unsafe { charsniff_explain(bytes.as_ptr(), bytes.len(), fields.as_ptr(), fields.len(), context(handle)) }
    });
    explained.map_or(0, |explained| explained as jlong)
}

/// Writes a `charsniff_sniffed`.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_explanationSniffed<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    out: JByteArray<'a>,
) {
    // SAFETY: the explanation was not freed.
    let sniffed = unsafe { charsniff_explanation_sniffed(explanation(handle)) };
    put(&mut env, &out, &sniffed_32(&sniffed));
}

/// Writes the numbers of a `charsniff_likelihood`. Returns its language, a NUL, and its script; NULL if there is no
/// likelihood.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_explanationLikelihood<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    out: JByteArray<'a>,
) -> jbyteArray {
    let mut known = std::mem::MaybeUninit::<charsniff_likelihood>::uninit();
    // SAFETY: the explanation was not freed.
    if !unsafe { charsniff_explanation_likelihood(explanation(handle), known.as_mut_ptr()) } {
        return ptr::null_mut();
    }
    // SAFETY: the function has filled it, as it says.
    let known = unsafe { known.assume_init() };
    let mut bytes = [known.probability, known.margin].map(f32::to_le_bytes).concat();
    bytes.extend(candidate(known.runner_up.encoding, known.runner_up.probability));
    put(&mut env, &out, &bytes);
    // SAFETY: the explanation has not changed.
    let [language, script] = [known.language, known.script].map(|view| unsafe { seen(view.data, view.length) });
    array(&mut env, &[language, b"\0", script].concat())
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_explanationText<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
) -> jbyteArray {
    // SAFETY: the explanation was not freed.
    let view = unsafe { charsniff_explanation_text(explanation(handle)) };
    // SAFETY: the explanation has not changed.
    array(&mut env, unsafe { seen(view.data, view.length) })
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_explanationJson<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
) -> jbyteArray {
    let mut json = charsniff_string { data: ptr::null_mut(), length: 0 };
    // SAFETY: the explanation was not freed.
    unsafe { charsniff_explanation_json(explanation(handle), &mut json) };
    owned(&mut env, json)
}

/// Writes a report's flags, its encoding and its offset. Returns the outcome, a NUL, and the label.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_explanationStage<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    stage: jint,
    out: JByteArray<'a>,
) -> jbyteArray {
    let mut report = std::mem::MaybeUninit::<charsniff_stage_report>::uninit();
    let Ok(stage) = usize::try_from(stage) else { return ptr::null_mut() };
    // SAFETY: the explanation was not freed.
    if !unsafe { charsniff_explanation_stage(explanation(handle), stage, report.as_mut_ptr()) } {
        return ptr::null_mut();
    }
    // SAFETY: the function has filled it, as it says.
    let report = unsafe { report.assume_init() };
    let mut bytes = vec![report.consulted.into(), report.encoding, report.has_label.into(), report.has_offset.into()];
    bytes.extend(int(report.offset));
    put(&mut env, &out, &bytes);
    // SAFETY: the outcome ends with a NUL; the explanation has not changed.
    let (outcome, label) = unsafe { (CStr::from_ptr(report.outcome), seen(report.label.data, report.label.length)) };
    array(&mut env, &[outcome.to_bytes_with_nul(), label].concat())
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_freeExplanation(_: JNIEnv, _: JClass, handle: jlong) {
    // SAFETY: it was not freed before.
    unsafe { charsniff_explanation_free(explanation(handle)) };
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_detector(_: JNIEnv, _: JClass) -> jlong {
    charsniff_detector_new() as jlong
}

/// Tells a detector a hint that is text. Returns whether there is such a hint.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_hintText<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    hint: JString<'a>,
    value: JString<'a>,
) -> u8 {
    let (Some(hint), Some(value)) = (text(&mut env, &hint), text(&mut env, &value)) else { return 0 };
    let (detector, value) = (detector(handle), value.as_ptr());
    // SAFETY: the detector was not freed, and the text ends with a NUL.
    unsafe {
        match hint.to_bytes() {
            b"language" => charsniff_detector_language(detector, value),
            b"tld" => charsniff_detector_tld(detector, value),
            b"locale" => charsniff_detector_locale(detector, value),
            _ => return 0,
        }
    }
    1
}

/// Tells a detector a hint that is encodings. Returns whether there is such a hint.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_hintEncodings<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    hint: JString<'a>,
    encodings: JByteArray<'a>,
) -> u8 {
    let (Some(hint), Some(encodings)) = (text(&mut env, &hint), copy(&mut env, &encodings)) else { return 0 };
    let (detector, numbers, count) = (detector(handle), encodings.as_ptr(), encodings.len());
    // SAFETY: the detector was not freed.
    unsafe {
        match hint.to_bytes() {
            b"only" => charsniff_detector_only(detector, numbers, count),
            b"except" => charsniff_detector_except(detector, numbers, count),
            b"prefer" => charsniff_detector_prefer(detector, numbers, count),
            _ => return 0,
        }
    }
    1
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_hintIso2022Jp(_: JNIEnv, _: JClass, handle: jlong, allowed: u8) {
    // SAFETY: the detector was not freed.
    unsafe { charsniff_detector_iso_2022_jp(detector(handle), allowed != 0) };
}

/// Writes the `charsniff_guess` of a detector, which is then freed; of none if `handle` is 0.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_detect<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    bytes: JByteArray<'a>,
    length: jint,
    out: JByteArray<'a>,
) {
    let guess = with_bytes(&mut env, &bytes, 0, length, |bytes| {
        // SAFETY: the detector was not freed.
        unsafe {
            if handle == 0 {
                charsniff_detect(bytes.as_ptr(), bytes.len())
            } else {
                charsniff_detector_detect(detector(handle), bytes.as_ptr(), bytes.len())
            }
        }
    });
    // SAFETY: the same; the caller does not use it again.
    unsafe { charsniff_detector_free(detector(handle)) };
    if let Some(guess) = guess {
        put(&mut env, &out, &guess_32(&guess));
    }
}

/// The text of bytes in an encoding, without a byte order mark being looked for. Writes whether something was malformed.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_text<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    encoding: jint,
    bytes: JByteArray<'a>,
    offset: jint,
    length: jint,
    out: JByteArray<'a>,
) -> jstring {
    let (Ok(number), Ok(count)) = (u8::try_from(encoding), usize::try_from(length)) else { return ptr::null_mut() };
    let decoder = charsniff_decoder_new_without_bom_handling(number);
    // SAFETY: the decoder was not freed.
    let most = unsafe { charsniff_decoder_max_utf16_length(decoder, count) };
    let found = room::<u16>(&mut env, most).and_then(|mut units| {
        let progress = with_bytes(&mut env, &bytes, offset, length, |bytes| {
            // SAFETY: the decoder was not freed; there is room for all of the text.
            unsafe {
                charsniff_decoder_to_utf16(decoder, bytes.as_ptr(), bytes.len(), units.as_mut_ptr(), units.len(), true)
            }
        })?;
        Some((units, progress))
    });
    // SAFETY: it was not freed before.
    unsafe { charsniff_decoder_free(decoder) };
    let Some((units, progress)) = found else { return ptr::null_mut() };
    let Ok(written) = jint::try_from(progress.written) else {
        let _ = env.throw_new("java/lang/OutOfMemoryError", "the text is longer than a String can be");
        return ptr::null_mut();
    };
    put(&mut env, &out, &[progress.had_errors.into()]);
    let raw = env.get_raw();
    // SAFETY: `raw` is the JVM's interface on this thread, whose functions all versions have; as many units were written.
    unsafe { (**raw).NewString.map_or(ptr::null_mut(), |new_string| new_string(raw, units.as_ptr(), written)) }
}

/// The bytes of UTF-8 in an encoding.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_encode<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    encoding: jint,
    utf8: JByteArray<'a>,
) -> jbyteArray {
    let Ok(encoding) = u8::try_from(encoding) else { return ptr::null_mut() };
    let Some(utf8) = copy(&mut env, &utf8) else { return ptr::null_mut() };
    let mut bytes = charsniff_string { data: ptr::null_mut(), length: 0 };
    // SAFETY: all is borrowed.
    unsafe { charsniff_encode(encoding, utf8.as_ptr().cast(), utf8.len(), &mut bytes) };
    owned(&mut env, bytes)
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_stream<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    headers: JByteArray<'a>,
    handle: jlong,
) -> jlong {
    let Some(headers) = Headers::of(&mut env, &headers) else { return 0 };
    // SAFETY: the context was not freed.
    unsafe { charsniff_stream_new(headers.fields.as_ptr(), headers.fields.len(), context(handle)) as jlong }
}

/// Text that a stream has given, in UTF-8. Writes whether something behind it is malformed, which is an error; and if so,
/// where and its length.
///
/// # Safety
///
/// The stream was not freed, and `view` is the last that it gave.
unsafe fn given(
    env: &mut JNIEnv,
    handle: jlong,
    result: charsniff_result,
    view: &charsniff_view,
    out: &JByteArray,
) -> jbyteArray {
    // SAFETY: the caller's promise.
    let text = array(env, unsafe { seen(view.data, view.length) });
    let is_malformed = result == CHARSNIFF_MALFORMED;
    let (mut offset, mut length) = (0, 0);
    if is_malformed {
        // SAFETY: the caller's promise.
        unsafe { charsniff_stream_error(stream(handle), &mut offset, &mut length) };
    }
    put(env, out, &[int(offset), int(length), int(is_malformed.into())].concat());
    text
}

const NOTHING: charsniff_view = charsniff_view { data: ptr::null(), length: 0 };

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_push<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    bytes: JByteArray<'a>,
    offset: jint,
    length: jint,
    out: JByteArray<'a>,
) -> jbyteArray {
    let mut view = NOTHING;
    let result = with_bytes(&mut env, &bytes, offset, length, |bytes| {
        // SAFETY: the stream was not freed.
        unsafe { charsniff_stream_push(stream(handle), bytes.as_ptr(), bytes.len(), &mut view) }
    });
    // SAFETY: nothing was called since.
    result.map_or(ptr::null_mut(), |result| unsafe { given(&mut env, handle, result, &view, &out) })
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_decide<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    out: JByteArray<'a>,
) -> jbyteArray {
    let mut view = NOTHING;
    // SAFETY: the stream was not freed.
    unsafe {
        let result = charsniff_stream_decide(stream(handle), &mut view);
        given(&mut env, handle, result, &view, &out)
    }
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_finish<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    out: JByteArray<'a>,
) -> jbyteArray {
    let mut view = NOTHING;
    // SAFETY: the stream was not freed.
    unsafe {
        let result = charsniff_stream_finish(stream(handle), &mut view);
        given(&mut env, handle, result, &view, &out)
    }
}

/// The text that was held back. Writes the number of the change.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_changeTheEncoding<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    label: JString<'a>,
    out: JByteArray<'a>,
) -> jbyteArray {
    let Some(label) = text(&mut env, &label) else { return ptr::null_mut() };
    let mut view = NOTHING;
    // SAFETY: the stream was not freed; the label ends with a NUL.
    let change = unsafe { charsniff_stream_change_the_encoding(stream(handle), label.as_ptr(), &mut view) };
    put(&mut env, &out, &[change as u8]);
    // SAFETY: nothing was called since.
    array(&mut env, unsafe { seen(view.data, view.length) })
}

/// Whether the verdict is known: then it writes a `charsniff_sniffed`.
#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_streamSniffed<'a>(
    mut env: JNIEnv<'a>,
    _: JClass<'a>,
    handle: jlong,
    out: JByteArray<'a>,
) -> u8 {
    let mut sniffed = std::mem::MaybeUninit::uninit();
    // SAFETY: the stream was not freed; the verdict is filled in either case.
    let (known, sniffed) =
        unsafe { (charsniff_stream_sniffed(stream(handle), sniffed.as_mut_ptr()), sniffed.assume_init()) };
    put(&mut env, &out, &sniffed_32(&sniffed));
    known.into()
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_hadErrors(_: JNIEnv, _: JClass, handle: jlong) -> u8 {
    // SAFETY: the stream was not freed.
    unsafe { charsniff_stream_had_errors(stream(handle)) }.into()
}

#[unsafe(no_mangle)]
pub extern "system" fn Java_org_charsniff_Native_freeStream(_: JNIEnv, _: JClass, handle: jlong) {
    // SAFETY: it was not freed before.
    unsafe { charsniff_stream_free(stream(handle)) };
}

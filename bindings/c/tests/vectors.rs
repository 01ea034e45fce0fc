//! The library's vectors (`fixtures/vectors/README.md`), through the functions that C calls.

use std::ffi::{CStr, CString, c_char};
use std::io::Write;
use std::path::Path;
use std::ptr::null;

use charsniff_c::coder::*;
use charsniff_c::context::*;
use charsniff_c::detect::*;
use charsniff_c::encoding::*;
use charsniff_c::kind::CHARSNIFF_NO_KIND;
use charsniff_c::sniff::*;
use charsniff_c::stream::*;
use charsniff_c::{charsniff_header, charsniff_result, charsniff_string, charsniff_string_free, charsniff_view};
use serde_json::{Value, json};

fn fixtures() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn vectors(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(fixtures().join("vectors").join(name)).unwrap();
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(!all.is_empty());
    all
}

fn octets(value: &Value) -> Vec<u8> {
    match value {
        Value::String(text) => text.chars().map(|c| u8::try_from(c).unwrap()).collect(),
        Value::Array(pieces) => pieces
            .iter()
            .flat_map(|piece| match piece {
                Value::Array(pair) => octets(&pair[0]).repeat(pair[1].as_u64().unwrap() as usize),
                once => octets(once),
            })
            .collect(),
        _ => panic!("{value} is no bytes"),
    }
}

/// Each reading and its answer.
fn by_reading(answers: &Value) -> Vec<(&str, &Value)> {
    let all = answers.as_object().into_iter().flatten();
    all.flat_map(|(names, answer)| {
        let names = if names == "all" { "standard chromium firefox crawler" } else { names };
        names.split(' ').map(move |reading| (reading, answer))
    })
    .collect()
}

fn string(text: &str) -> CString {
    CString::new(text).unwrap()
}

fn encoding_of(label: &str) -> charsniff_encoding {
    // SAFETY: the string outlives the call.
    unsafe { charsniff_encoding_for_label(string(label).as_ptr()) }
}

/// The name that a function returned.
fn name(pointer: *const c_char) -> &'static str {
    // SAFETY: the names of encodings and sources are NUL-terminated and stay valid.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap()
}

/// A context that is freed at the end.
struct Context(*mut charsniff_context);

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: a function made it, and it is freed once.
        unsafe { charsniff_context_free(self.0) };
    }
}

/// The facts that cannot be NULL in C.
const NUMBERS: [&str; 7] =
    ["prescan_limit", "detection_ceiling", "detect_iso_2022_jp", "truncated", "fatal", "ignore_bom", "in_worker"];

impl Context {
    fn new(facts: &Value, reading: &str, headers: &Headers) -> Context {
        let (fields, count) = (headers.pointers.as_ptr(), headers.pointers.len());
        // SAFETY: the strings outlive the calls.
        let context = unsafe {
            match (facts["encoding"].as_str(), facts["context"].as_str()) {
                (Some(label), _) => charsniff_context_for_text_decoder(encoding_of(label)),
                (None, Some(row)) => charsniff_context_new(string(row).as_ptr()),
                (None, None) => {
                    let context = charsniff_context_for_headers(fields, count);
                    assert_eq!(context.is_null(), charsniff_kind_for_headers(fields, count) == CHARSNIFF_NO_KIND);
                    if context.is_null() { charsniff_context_new(c"html".as_ptr()) } else { context }
                }
            }
        };
        assert!(!context.is_null(), "{facts}");
        // SAFETY: the context is not NULL, and the strings outlive the calls.
        unsafe {
            assert!(charsniff_context_reading(context, string(reading).as_ptr()));
            if reading == "firefox" && facts["detection"].is_null() {
                assert!(charsniff_context_detection(context, c"legacy".as_ptr()));
            }
            for (fact, value) in facts.as_object().unwrap() {
                Context::add(context, facts, fact, value);
            }
        }
        Context(context)
    }

    /// # Safety
    ///
    /// `context` is a context that was not freed.
    unsafe fn add(context: *mut charsniff_context, facts: &Value, fact: &str, value: &Value) {
        let string = value.as_str().map(string);
        let label = value.as_str().map_or(CHARSNIFF_NO_ENCODING, encoding_of);
        let text = string.as_ref().map_or(null(), |string| string.as_ptr());
        if value.is_null() && NUMBERS.contains(&fact) {
            return;
        }
        let number = value.as_u64().unwrap_or_default() as usize;
        let is = value == true;
        // SAFETY: the caller's promise; the strings outlive the calls.
        unsafe {
            match fact {
                "context" | "encoding" | "same_origin" => {}
                "override_encoding" => charsniff_context_override_encoding(context, text),
                "override_mime_type" => charsniff_context_override_mime_type(context, text),
                "default_encoding" => charsniff_context_default_encoding(context, label),
                "reference_charset" => charsniff_context_reference_charset(context, text),
                "locale" => charsniff_context_locale(context, text),
                "tld" => charsniff_context_tld(context, text),
                "url" => charsniff_context_url(context, text),
                "mime_type" => charsniff_context_mime_type(context, text),
                "string_type" => assert_eq!(charsniff_context_string_type(context, text), !value.is_null()),
                "detection" => assert_eq!(charsniff_context_detection(context, text), !value.is_null()),
                "parent" => charsniff_context_parent(context, label, facts["same_origin"] != false),
                "history" => charsniff_context_history(context, label),
                "style_sheet" => charsniff_context_style_sheet(context, label),
                "document" => charsniff_context_document(context, label),
                "prescan_limit" => charsniff_context_prescan_limit(context, number),
                "detection_ceiling" => charsniff_context_detection_ceiling(context, number),
                "detect_iso_2022_jp" => charsniff_context_detect_iso_2022_jp(context, is),
                "truncated" => charsniff_context_truncated(context, is),
                "repair" => charsniff_context_repair(context, is),
                "fatal" => charsniff_context_fatal(context, is),
                "ignore_bom" => charsniff_context_ignore_bom(context, is),
                "in_worker" => charsniff_context_in_worker(context),
                _ => panic!("unknown fact {fact}: {value}"),
            }
        }
    }
}

/// Headers, and the strings that they point to.
struct Headers {
    _strings: Vec<[CString; 2]>,
    pointers: Vec<charsniff_header>,
}

impl Headers {
    fn new(pairs: &Value) -> Headers {
        let pairs = pairs.as_array().into_iter().flatten();
        let strings: Vec<[CString; 2]> = pairs.map(|pair| [0, 1].map(|n| string(pair[n].as_str().unwrap()))).collect();
        let pointers =
            strings.iter().map(|[name, value]| charsniff_header { name: name.as_ptr(), value: value.as_ptr() });
        Headers { pointers: pointers.collect(), _strings: strings }
    }
}

fn take(mut filled: charsniff_string) -> String {
    // SAFETY: a function filled it, and it is freed once.
    unsafe {
        let bytes = std::slice::from_raw_parts(filled.data.cast::<u8>(), filled.length).to_vec();
        charsniff_string_free(&mut filled);
        String::from_utf8(bytes).unwrap()
    }
}

/// # Safety
///
/// The view is valid.
unsafe fn view(view: &charsniff_view) -> &str {
    if view.data.is_null() {
        return "";
    }
    // SAFETY: the caller's promise.
    str::from_utf8(unsafe { std::slice::from_raw_parts(view.data.cast(), view.length) }).unwrap()
}

fn whole(bytes: &[u8], headers: &Headers, context: &Context) -> Value {
    let mut decoded = std::mem::MaybeUninit::<charsniff_decoded>::uninit();
    let (at, count) = (headers.pointers.as_ptr(), headers.pointers.len());
    // SAFETY: everything is valid during the call, which fills `decoded`.
    let (result, decoded) = unsafe {
        let result = charsniff_try_decode(bytes.as_ptr(), bytes.len(), at, count, context.0, decoded.as_mut_ptr());
        (result, decoded.assume_init())
    };
    match result {
        charsniff_result::CHARSNIFF_MALFORMED => {
            json!({"error_offset": decoded.error_offset, "error_length": decoded.error_length})
        }
        _ => json!({"text": take(decoded.text), "had_errors": decoded.errors > 0}),
    }
}

fn streamed(bytes: &[u8], size: usize, headers: &Headers, context: &Context) -> Value {
    let mut text = String::new();
    let mut some = charsniff_view { data: null(), length: 0 };
    // SAFETY: the stream is freed at the end, and everything else is valid during the calls.
    unsafe {
        let stream = charsniff_stream_new(headers.pointers.as_ptr(), headers.pointers.len(), context.0);
        let mut result = charsniff_result::CHARSNIFF_INPUT_EMPTY;
        for chunk in bytes.chunks(size) {
            result = charsniff_stream_push(stream, chunk.as_ptr(), chunk.len(), &mut some);
            text += view(&some);
            if result == charsniff_result::CHARSNIFF_MALFORMED {
                break;
            }
        }
        if result == charsniff_result::CHARSNIFF_INPUT_EMPTY {
            result = charsniff_stream_finish(stream, &mut some);
            text += view(&some);
        }
        let (mut offset, mut length) = (0, 0);
        charsniff_stream_error(stream, &mut offset, &mut length);
        let had_errors = charsniff_stream_had_errors(stream);
        charsniff_stream_free(stream);
        match result {
            charsniff_result::CHARSNIFF_MALFORMED => json!({"error_offset": offset, "error_length": length}),
            _ => json!({"text": text, "had_errors": had_errors}),
        }
    }
}

fn verdict(sniffed: &charsniff_sniffed) -> String {
    let named = name(charsniff_encoding_name(sniffed.encoding));
    let encoding = match (sniffed.is_isomorphic, sniffed.is_utf32) {
        (true, _) => "isomorphic".to_owned(),
        (_, true) => named.replace("UTF-16", "UTF-32"),
        _ => named.to_owned(),
    };
    let confidence = if sniffed.is_certain { "certain" } else { "tentative" };
    format!("{encoding} {confidence} {} {}", name(charsniff_source_name(sniffed.source)), sniffed.bom_length)
}

fn refuted(sniffed: &charsniff_sniffed) -> Value {
    let claims = &sniffed.refuted[..sniffed.refuted_count.into()];
    let of = |claim: &charsniff_refuted| {
        let label = claim.label[..claim.label_length.into()].iter().map(|&byte| char::from(byte)).collect::<String>();
        json!({
            "source": name(charsniff_source_name(claim.source)),
            "encoding": name(charsniff_encoding_name(claim.encoding)),
            "label": (!label.is_empty()).then_some(label),
        })
    };
    claims.iter().map(of).collect()
}

/// Prints the number of right answers.
#[expect(clippy::explicit_write, reason = "the harness keeps to itself what `eprintln!` says")]
fn passed(counts: &str) {
    writeln!(std::io::stderr(), "vectors: {counts}").unwrap();
}

#[test]
fn resources() {
    let page = json!({"context": "html"});
    let mut refuted_count = 0;
    let (mut verdicts, mut texts, mut explanations) = (0, 0, 0);
    for vector in vectors("resources.json") {
        let id = &vector["id"];
        let facts = vector.get("facts").unwrap_or(&page);
        let bytes = match vector["file"].as_str() {
            Some(file) => std::fs::read(fixtures().join(file)).unwrap(),
            None => octets(&vector["bytes"]),
        };
        let headers = Headers::new(&vector["headers"]);
        let (at, count) = (headers.pointers.as_ptr(), headers.pointers.len());
        for (reading, expected) in by_reading(&vector["verdicts"]) {
            let context = Context::new(facts, reading, &headers);
            // SAFETY: everything is valid during the call.
            let sniffed = unsafe { charsniff_sniff(bytes.as_ptr(), bytes.len(), at, count, context.0) };
            assert_eq!(verdict(&sniffed), *expected, "{id} as {reading}");
            verdicts += 1;
        }
        for (reading, expected) in by_reading(&vector["texts"]) {
            let context = Context::new(facts, reading, &headers);
            assert_eq!(whole(&bytes, &headers, &context), *expected, "{id} as {reading}");
            for size in [1, 13] {
                let streamed = streamed(&bytes, size, &headers, &context);
                assert_eq!(streamed, *expected, "{id} as {reading}, {size} bytes at a time");
            }
            texts += 1;
        }
        for (reading, expected) in by_reading(&vector["explanations"]) {
            let context = Context::new(facts, reading, &headers);
            let mut json = charsniff_string { data: std::ptr::null_mut(), length: 0 };
            // SAFETY: everything is valid during the calls.
            unsafe {
                let sniffed = charsniff_sniff(bytes.as_ptr(), bytes.len(), at, count, context.0);
                let claims = expected.get("refuted").cloned().unwrap_or_else(|| json!([]));
                assert_eq!(refuted(&sniffed), claims, "{id} as {reading}");
                refuted_count += sniffed.refuted_count;
                let explanation = charsniff_explain(bytes.as_ptr(), bytes.len(), at, count, context.0);
                charsniff_explanation_json(explanation, &mut json);
                charsniff_explanation_free(explanation);
            }
            let found: Value = serde_json::from_str(&take(json)).unwrap();
            assert_eq!(found, *expected, "{id} as {reading}");
            explanations += 1;
        }
    }
    passed(&format!("{verdicts} verdicts, {texts} texts, {explanations} explanations"));
    assert!(refuted_count > 0);
}

#[test]
fn changes() {
    let mut steps = 0;
    for vector in vectors("changes.json") {
        let context = Context::new(&vector["facts"], vector["reading"].as_str().unwrap(), &Headers::new(&Value::Null));
        // SAFETY: the stream is freed at the end, and everything else is valid during the calls.
        unsafe {
            let stream = charsniff_stream_new(null(), 0, context.0);
            for step in vector["steps"].as_array().unwrap() {
                let mut text = charsniff_view { data: null(), length: 0 };
                let mut result = charsniff_result::CHARSNIFF_INPUT_EMPTY;
                match step["step"].as_str().unwrap() {
                    "push" => {
                        let bytes = octets(&step["bytes"]);
                        result = charsniff_stream_push(stream, bytes.as_ptr(), bytes.len(), &mut text);
                    }
                    "decide" => result = charsniff_stream_decide(stream, &mut text),
                    "finish" => result = charsniff_stream_finish(stream, &mut text),
                    _ => {
                        let label = string(step["label"].as_str().unwrap());
                        let change = charsniff_stream_change_the_encoding(stream, label.as_ptr(), &mut text);
                        let names = ["keep", "confirm", "switch", "start-again"];
                        assert_eq!(names[change as usize], step["change"], "{}", vector["id"]);
                    }
                }
                assert_eq!(view(&text), step["text"], "{}: {step}", vector["id"]);
                let is_after_end = result == charsniff_result::CHARSNIFF_FAILED;
                assert_eq!(is_after_end, step["after_end"] == true, "{}: {step}", vector["id"]);
                let (mut offset, mut length) = (0, 0);
                if result == charsniff_result::CHARSNIFF_MALFORMED {
                    assert!(charsniff_stream_error(stream, &mut offset, &mut length));
                    assert_eq!(json!([offset, length]), step["error"], "{}", vector["id"]);
                } else {
                    assert!(step["error"].is_null(), "{}: {step}", vector["id"]);
                }
                let mut sniffed = std::mem::MaybeUninit::uninit();
                let is_known = charsniff_stream_sniffed(stream, sniffed.as_mut_ptr());
                let encoding = is_known.then(|| name(charsniff_encoding_name(sniffed.assume_init().encoding)));
                assert_eq!(json!(encoding), step["encoding"], "{}: {step}", vector["id"]);
                steps += 1;
            }
            charsniff_stream_free(stream);
        }
    }
    passed(&format!("{steps} steps of streams"));
}

#[test]
fn detections() {
    let vectors = vectors("detections.json");
    for vector in &vectors {
        let (id, bytes) = (&vector["id"], octets(&vector["bytes"]));
        // SAFETY: the bytes are valid during the calls.
        let (content, guess) = unsafe {
            (charsniff_content_of(bytes.as_ptr(), bytes.len()), charsniff_detect(bytes.as_ptr(), bytes.len()))
        };
        assert_eq!(["text", "ascii", "binary"][content as usize], vector["content"], "{id}");
        if vector["guess"].is_null() {
            assert_eq!(guess.encoding, CHARSNIFF_NO_ENCODING, "{id}");
            continue;
        }
        let runners_up =
            guess.runners_up[..guess.runner_up_count].iter().map(|other| (other.encoding, other.probability));
        let found: Vec<_> = [(guess.encoding, guess.probability)].into_iter().chain(runners_up).collect();
        let best = json!([vector["guess"]["encoding"], vector["guess"]["probability"]]);
        let expected: Vec<&Value> =
            [&best].into_iter().chain(vector["guess"]["runners_up"].as_array().unwrap()).collect();
        assert_eq!(found.len(), expected.len(), "{id}");
        for ((encoding, probability), expected) in found.into_iter().zip(expected) {
            assert_eq!(name(charsniff_encoding_name(encoding)), expected[0], "{id}");
            assert!((f64::from(probability) - expected[1].as_f64().unwrap()).abs() <= 0.001, "{id}");
        }
    }
    passed(&format!("{} detections", vectors.len()));
}

fn fnv1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Decodes with a decoder, and returns whether anything was replaced.
fn decoded(encoding: charsniff_encoding, bytes: &[u8]) -> (String, bool) {
    // SAFETY: the decoder is freed at the end, and the buffers are valid during the call.
    unsafe {
        let decoder = charsniff_decoder_new_without_bom_handling(encoding);
        let mut room = vec![0; charsniff_decoder_max_utf8_length(decoder, bytes.len())];
        let (at, length) = (room.as_mut_ptr(), room.len());
        let progress = charsniff_decoder_to_utf8(decoder, bytes.as_ptr(), bytes.len(), at, length, true);
        assert_eq!((progress.result, progress.read), (charsniff_result::CHARSNIFF_INPUT_EMPTY, bytes.len()));
        charsniff_decoder_free(decoder);
        room.truncate(progress.written);
        (String::from_utf8(room).unwrap(), progress.had_errors)
    }
}

fn encoded(encoding: charsniff_encoding, text: &str) -> Vec<u8> {
    let mut filled = charsniff_string { data: std::ptr::null_mut(), length: 0 };
    // SAFETY: the text is valid during the call; what it fills is freed once.
    unsafe {
        charsniff_encode(encoding, text.as_ptr().cast(), text.len(), &mut filled);
        let bytes = std::slice::from_raw_parts(filled.data.cast::<u8>(), filled.length).to_vec();
        charsniff_string_free(&mut filled);
        bytes
    }
}

#[test]
fn encodings() {
    let pairs: Vec<u8> =
        (0x80..=0xFF).flat_map(|lead| (0..=0xFF).flat_map(move |trail| [lead, trail, b'\n'])).collect();
    let characters: String = ('\0'..='\u{2FFFF}').collect();
    let vectors = vectors("encodings.json");
    for (number, vector) in vectors.iter().enumerate() {
        let encoding = number as charsniff_encoding;
        assert_eq!(name(charsniff_encoding_name(encoding)), vector["encoding"]);
        assert_eq!(name(charsniff_encoding_name(charsniff_encoding_output(encoding))), vector["output_encoding"]);
        for label in vector["labels"].as_array().unwrap() {
            assert_eq!(encoding_of(label.as_str().unwrap()), encoding, "{label}");
        }
        for case in vector["decode"].as_array().unwrap() {
            let (text, had_errors) = decoded(encoding, &octets(&case["bytes"]));
            assert_eq!((&*text, had_errors), (case["text"].as_str().unwrap(), !case["error"].is_null()), "{case}");
        }
        for case in vector["encode"].as_array().unwrap() {
            assert_eq!(encoded(encoding, case["text"].as_str().unwrap()), octets(&case["bytes"]), "{case}");
        }
        assert_eq!(fnv1a(decoded(encoding, &pairs).0.as_bytes()), vector["pairs"], "{}", vector["encoding"]);
        assert_eq!(fnv1a(&encoded(encoding, &characters)), vector["characters"], "{}", vector["encoding"]);
    }
    passed(&format!("{} encodings", vectors.len()));
}

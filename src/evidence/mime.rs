//! [`MimeClass`]: MIME types, by how the encoding of their resources is found.

use super::extract_mime_type;

/// Groups of MIME types whose encoding is found in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MimeClass {
    Html,
    Xml,
    Css,
    JavaScript,
    Json,
    WebAppManifest,
    WebVtt,
    EventStream,
    M3u8,
    CacheManifest,
    FormUrlEncoded,
    Multipart,
    Text,
}

/// The subtypes of the [JavaScript MIME
/// types](https://mimesniff.spec.whatwg.org/#javascript-mime-type) with `text/` or `application/`.
const JAVASCRIPT: [&[u8]; 4] = [b"javascript", b"ecmascript", b"x-javascript", b"x-ecmascript"];
const TEXT_JAVASCRIPT: [&[u8]; 8] = [
    b"javascript1.0",
    b"javascript1.1",
    b"javascript1.2",
    b"javascript1.3",
    b"javascript1.4",
    b"javascript1.5",
    b"jscript",
    b"livescript",
];

/// Whether two strings are the same but for the case of ASCII letters. One function for all names: the code for each would
/// be larger than a JVM compiles.
#[cfg_attr(target_family = "wasm", inline(never))]
fn equal(one: &[u8], other: &[u8]) -> bool {
    one.eq_ignore_ascii_case(other)
}

impl MimeClass {
    /// The class of the MIME type in the value of a Content-Type, which may be a list.
    pub(crate) fn of_value(value: &str) -> MimeClass {
        extract_mime_type(value).map_or(MimeClass::Text, |essence| MimeClass::of(essence.as_bytes()))
    }

    /// The class of a MIME type without parameters, in any case.
    pub(crate) fn of(essence: &[u8]) -> MimeClass {
        let is = |name: &str| equal(essence, name.as_bytes());
        let ends = |suffix: &str| {
            essence.len().checked_sub(suffix.len()).is_some_and(|at| equal(&essence[at..], suffix.as_bytes()))
        };
        let slash = essence.iter().position(|&byte| byte == b'/').unwrap_or(essence.len());
        let (kind, subtype) = (&essence[..slash], essence.get(slash + 1..).unwrap_or_default());
        let one_of = |names: &[&[u8]]| names.iter().any(|name| equal(subtype, name));
        let is_text = kind.eq_ignore_ascii_case(b"text");

        if is("text/html") {
            MimeClass::Html
        } else if is("text/xml") || is("application/xml") || ends("+xml") {
            MimeClass::Xml
        } else if is("text/css") {
            MimeClass::Css
        } else if (is_text || kind.eq_ignore_ascii_case(b"application")) && one_of(&JAVASCRIPT)
            || is_text && one_of(&TEXT_JAVASCRIPT)
        {
            MimeClass::JavaScript
        } else if is("application/manifest+json") {
            MimeClass::WebAppManifest
        } else if is("application/json") || is("text/json") || ends("+json") {
            MimeClass::Json
        } else if is("text/vtt") {
            MimeClass::WebVtt
        } else if is("text/event-stream") {
            MimeClass::EventStream
        } else if is("application/vnd.apple.mpegurl") || is("application/x-mpegurl") || is("audio/mpegurl") {
            MimeClass::M3u8
        } else if is("text/cache-manifest") {
            MimeClass::CacheManifest
        } else if is("application/x-www-form-urlencoded") {
            MimeClass::FormUrlEncoded
        } else if is("multipart/form-data") {
            MimeClass::Multipart
        } else {
            MimeClass::Text
        }
    }

    /// Whether a text document of this type is UTF-8 by default.
    pub(crate) fn defaults_to_utf8(self) -> bool {
        !matches!(self, MimeClass::Html | MimeClass::Text)
    }
}

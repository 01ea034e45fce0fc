//! [`MimeClass`]: MIME types, by how the encoding of their resources is found.

use super::extract_mime_type;

/// Groups of MIME types whose encoding is found in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MimeClass {
    Html,
    Xml,
    /// A part of an XML document, or a style sheet for one: XML by [RFC 7303](https://www.rfc-editor.org/rfc/rfc7303),
    /// but no [XML MIME type](https://mimesniff.spec.whatwg.org/#xml-mime-type), so that browsers show it as text.
    XmlPart,
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

/// Whether this is a [JavaScript MIME type](https://mimesniff.spec.whatwg.org/#javascript-mime-type).
fn is_javascript(essence: &[u8]) -> bool {
    let slash = essence.iter().position(|byte| *byte == b'/').unwrap_or(0);
    match essence.split_at(slash) {
        (b"text" | b"application", b"/javascript" | b"/ecmascript" | b"/x-javascript" | b"/x-ecmascript") => true,
        (b"text", b"/jscript" | b"/livescript") => true,
        (b"text", subtype) => matches!(subtype.strip_prefix(b"/javascript1."), Some([b'0'..=b'5'])),
        _ => false,
    }
}

impl MimeClass {
    /// The class of the MIME type in a Content-Type value, which may be a list.
    pub(crate) fn of_value(value: &str) -> MimeClass {
        extract_mime_type(value).map_or(MimeClass::Text, |essence| MimeClass::of(essence.as_bytes()))
    }

    /// The class of a MIME type without parameters, in lower case.
    pub(crate) fn of(essence: &[u8]) -> MimeClass {
        match essence {
            b"text/html" => MimeClass::Html,
            b"text/xml" | b"application/xml" => MimeClass::Xml,
            b"application/xml-dtd" | b"application/xml-external-parsed-entity" => MimeClass::XmlPart,
            b"text/xml-external-parsed-entity" | b"text/xsl" => MimeClass::XmlPart,
            b"text/css" => MimeClass::Css,
            b"application/manifest+json" => MimeClass::WebAppManifest,
            b"application/json" | b"text/json" => MimeClass::Json,
            b"text/vtt" => MimeClass::WebVtt,
            b"text/event-stream" => MimeClass::EventStream,
            b"application/vnd.apple.mpegurl" | b"application/x-mpegurl" => MimeClass::M3u8,
            b"audio/mpegurl" | b"audio/x-mpegurl" => MimeClass::M3u8,
            b"text/cache-manifest" => MimeClass::CacheManifest,
            b"application/x-www-form-urlencoded" => MimeClass::FormUrlEncoded,
            b"multipart/form-data" => MimeClass::Multipart,
            _ if essence.ends_with(b"+xml") => MimeClass::Xml,
            _ if essence.ends_with(b"+json") => MimeClass::Json,
            _ if is_javascript(essence) => MimeClass::JavaScript,
            _ => MimeClass::Text,
        }
    }

    /// Whether a text document of this type is UTF-8 by default.
    pub(crate) fn defaults_to_utf8(self) -> bool {
        !matches!(self, MimeClass::Html | MimeClass::XmlPart | MimeClass::Text)
    }
}

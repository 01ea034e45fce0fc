//! The rows of the table of contexts, as numbers with names.

use library::Kind;

/// A row of the table of contexts: one of `charsniff_kind_id`, or `CHARSNIFF_NO_KIND`.
pub type charsniff_kind = u8;

/// No row.
pub const CHARSNIFF_NO_KIND: charsniff_kind = 255;

/// The rows of the table of contexts, in its order; docs/contexts.md of charsniff describes them.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum charsniff_kind_id {
    /// text-decoder
    CHARSNIFF_KIND_TEXT_DECODER = 0,
    /// html
    CHARSNIFF_KIND_HTML = 1,
    /// xhr-html
    CHARSNIFF_KIND_XHR_HTML = 2,
    /// xml
    CHARSNIFF_KIND_XML = 3,
    /// css-from-document
    CHARSNIFF_KIND_CSS_FROM_DOCUMENT = 4,
    /// css-from-css
    CHARSNIFF_KIND_CSS_FROM_CSS = 5,
    /// css-from-link-header
    CHARSNIFF_KIND_CSS_FROM_LINK_HEADER = 6,
    /// text-document
    CHARSNIFF_KIND_TEXT_DOCUMENT = 7,
    /// xhr-text-xml
    CHARSNIFF_KIND_XHR_TEXT_XML = 8,
    /// xhr-text
    CHARSNIFF_KIND_XHR_TEXT = 9,
    /// fetch-text
    CHARSNIFF_KIND_FETCH_TEXT = 10,
    /// view-source
    CHARSNIFF_KIND_VIEW_SOURCE = 11,
    /// clipboard
    CHARSNIFF_KIND_CLIPBOARD = 12,
    /// classic-script
    CHARSNIFF_KIND_CLASSIC_SCRIPT = 13,
    /// module-script
    CHARSNIFF_KIND_MODULE_SCRIPT = 14,
    /// javascript-url
    CHARSNIFF_KIND_JAVASCRIPT_URL = 15,
    /// xhr-json
    CHARSNIFF_KIND_XHR_JSON = 16,
    /// fetch-json
    CHARSNIFF_KIND_FETCH_JSON = 17,
    /// web-app-manifest
    CHARSNIFF_KIND_WEB_APP_MANIFEST = 18,
    /// payment-method-manifest
    CHARSNIFF_KIND_PAYMENT_METHOD_MANIFEST = 19,
    /// push-message
    CHARSNIFF_KIND_PUSH_MESSAGE = 20,
    /// webdriver-json
    CHARSNIFF_KIND_WEBDRIVER_JSON = 21,
    /// source-map
    CHARSNIFF_KIND_SOURCE_MAP = 22,
    /// document-cookie
    CHARSNIFF_KIND_DOCUMENT_COOKIE = 23,
    /// challenge-realm
    CHARSNIFF_KIND_CHALLENGE_REALM = 24,
    /// content-disposition-filename
    CHARSNIFF_KIND_CONTENT_DISPOSITION_FILENAME = 25,
    /// websocket-close-reason
    CHARSNIFF_KIND_WEBSOCKET_CLOSE_REASON = 26,
    /// websocket-text
    CHARSNIFF_KIND_WEBSOCKET_TEXT = 27,
    /// event-stream
    CHARSNIFF_KIND_EVENT_STREAM = 28,
    /// host
    CHARSNIFF_KIND_HOST = 29,
    /// percent-decode
    CHARSNIFF_KIND_PERCENT_DECODE = 30,
    /// decode-uri
    CHARSNIFF_KIND_DECODE_URI = 31,
    /// decode-uri-component
    CHARSNIFF_KIND_DECODE_URI_COMPONENT = 32,
    /// fragment-target
    CHARSNIFF_KIND_FRAGMENT_TARGET = 33,
    /// file-url-path
    CHARSNIFF_KIND_FILE_URL_PATH = 34,
    /// form-urlencoded
    CHARSNIFF_KIND_FORM_URLENCODED = 35,
    /// media-fragment
    CHARSNIFF_KIND_MEDIA_FRAGMENT = 36,
    /// multipart-form-data
    CHARSNIFF_KIND_MULTIPART_FORM_DATA = 37,
    /// parse-manifest
    CHARSNIFF_KIND_PARSE_MANIFEST = 38,
    /// m3u8
    CHARSNIFF_KIND_M3U8 = 39,
    /// webvtt
    CHARSNIFF_KIND_WEBVTT = 40,
    /// x500-string
    CHARSNIFF_KIND_X500_STRING = 41,
    /// mime-type
    CHARSNIFF_KIND_MIME_TYPE = 42,
    /// url-parser
    CHARSNIFF_KIND_URL_PARSER = 43,
    /// data-url
    CHARSNIFF_KIND_DATA_URL = 44,
    /// refresh
    CHARSNIFF_KIND_REFRESH = 45,
    /// header-value
    CHARSNIFF_KIND_HEADER_VALUE = 46,
    /// atob
    CHARSNIFF_KIND_ATOB = 47,
    /// web-transport-env
    CHARSNIFF_KIND_WEB_TRANSPORT_ENV = 48,
}

/// The row of a number; `None` for other numbers.
pub(crate) fn of(kind: charsniff_kind) -> Option<Kind> {
    Kind::ALL.get(usize::from(kind)).copied()
}

/// The number of a row.
pub(crate) fn number(kind: Kind) -> charsniff_kind {
    Kind::ALL.iter().position(|other| *other == kind).map_or(CHARSNIFF_NO_KIND, |place| place as charsniff_kind)
}

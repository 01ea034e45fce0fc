//! The context table: every place of the Web platform that makes text of bytes, a row each.
//! [`policy`](super::policy) says what the columns mean.

use super::policy::*;

/// *UTF-8 decode* and nothing else. Other rows change a few of its columns.
const UTF_8_DECODE: Policy = Policy {
    operation: Operation::Utf8Decode,
    legacy: Legacy::No,
    bom: Bom::Remove,
    override_: Override::Never,
    transport: Transport::Never,
    prescan: Prescan::Never,
    explicit: Explicit::Never,
    implicit: Implicit::Never,
    detector: false,
    locale: false,
    default: DefaultEncoding::Utf8,
    shown_as_text: false,
    change: false,
    error: ErrorMode::Replacement,
    labels: Labels::Standard,
    note: "",
};

/// *UTF-8 decode without BOM*.
const UTF_8_DECODE_WITHOUT_BOM: Policy =
    Policy { operation: Operation::Utf8DecodeWithoutBom, bom: Bom::Keep, ..UTF_8_DECODE };

/// *Decode* by the charset of Content-Type.
const DECODE: Policy = UTF_8_DECODE.by_content_type(DefaultEncoding::Utf8);

/// *Isomorphic decode*.
const ISOMORPHIC_DECODE: Policy = Policy {
    operation: Operation::IsomorphicDecode,
    bom: Bom::Keep,
    default: DefaultEncoding::Isomorphic,
    error: ErrorMode::Impossible,
    ..UTF_8_DECODE
};

/// Writes [`Kind`] and its rows from one list.
macro_rules! contexts {
    ($($kind:ident $id:literal $note:literal = $policy:expr;)+) => {
        /// A place of the Web platform that makes text of bytes: a row of the context table.
        ///
        /// ```
        /// use charsniff::{Context, Kind};
        /// assert_eq!(Context::html().kind(), Kind::Html);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $(
                #[doc = concat!("`", $id, "`")]
                $kind,
            )+
        }

        impl Kind {
            /// Every row, in the table's order.
            ///
            /// ```
            /// use charsniff::Kind;
            /// assert!(Kind::ALL.contains(&Kind::Html) && Kind::ALL.is_sorted());
            /// ```
            pub const ALL: &[Kind] = &[$(Kind::$kind),+];

            /// The row's name, as `--context` takes it.
            ///
            /// ```
            /// assert_eq!(charsniff::Kind::XhrHtml.as_str(), "xhr-html");
            /// ```
            pub const fn as_str(self) -> &'static str {
                match self { $(Kind::$kind => $id,)+ }
            }

            unstable! {
            /// The row itself.
            pub const fn policy(self) -> &'static Policy {
                match self {
                    $(Kind::$kind => const { &Policy { note: $note, ..$policy } },)+
                }
            }
            }

            /// What the row is for, where its name does not say it; may be empty.
            ///
            /// ```
            /// assert_eq!(charsniff::Kind::CssFromCss.note(), "@import");
            /// ```
            pub const fn note(self) -> &'static str {
                self.policy().note
            }
        }
    };
}

contexts! {
    TextDecoder "text-decoder" "ignoreBOM=true keeps U+FEFF, false removes it" = Policy {
        operation: Operation::TextDecoder,
        legacy: Legacy::Yes,
        default: DefaultEncoding::CallersLabel,
        error: ErrorMode::CallersChoice,
        ..UTF_8_DECODE
    };
    Html "html" "the HTML parser, navigated document" = Policy {
        override_: Override::UserOrDefinite,
        prescan: Prescan::Html,
        implicit: Implicit::ParentHistory,
        detector: true,
        locale: true,
        default: DefaultEncoding::Windows1252,
        change: true,
        ..DECODE
    };
    XhrHtml "xhr-html" "XHR document response, HTML; prescan of the first 1024 bytes only" = Policy {
        override_: Override::OverrideCharset,
        prescan: Prescan::HtmlCertain,
        default: DefaultEncoding::Utf8Certain,
        ..DECODE
    };
    Xml "xml" "XML parser: navigate, XSLT, responseXML, document.load" = Policy {
        override_: Override::User,
        prescan: Prescan::Xml,
        error: ErrorMode::Fatal,
        ..DECODE
    };
    CssFromDocument "css-from-document" "<link>, <?xml-stylesheet?>" = Policy {
        prescan: Prescan::Css,
        explicit: Explicit::StyleSheetReference,
        implicit: Implicit::Document,
        ..DECODE
    };
    CssFromCss "css-from-css" "@import" = Policy {
        prescan: Prescan::Css,
        implicit: Implicit::StyleSheet,
        ..DECODE
    };
    CssFromLinkHeader "css-from-link-header" "Link: header" = Policy { prescan: Prescan::Css, ..DECODE };
    TextDocument "text-document" "DOM of a text file; text/css, JavaScript and JSON types default to utf-8" = Policy {
        override_: Override::User,
        prescan: Prescan::ByMimeType,
        shown_as_text: true,
        detector: true,
        locale: true,
        default: DefaultEncoding::Windows1252,
        ..DECODE
    };
    XhrTextXml "xhr-text-xml" "XHR text response whose MIME type is XML and responseType is \"\"" = Policy {
        override_: Override::OverrideCharset,
        prescan: Prescan::Xml,
        ..DECODE
    };
    XhrText "xhr-text" "XHR text response, any other" = Policy { override_: Override::OverrideCharset, ..DECODE };
    FetchText "fetch-text" "fetch package data, text" = UTF_8_DECODE;
    ViewSource "view-source" "" = Policy {
        override_: Override::User,
        prescan: Prescan::ByMimeType,
        shown_as_text: true,
        detector: true,
        locale: true,
        default: DefaultEncoding::ByMimeType,
        ..DECODE
    };
    Clipboard "clipboard" "" = Policy {
        prescan: Prescan::ByMimeType,
        shown_as_text: true,
        detector: true,
        locale: true,
        default: DefaultEncoding::ByMimeTypeAndPlatform,
        ..DECODE
    };
    ClassicScript "classic-script" "" = Policy {
        explicit: Explicit::Script,
        implicit: Implicit::Document,
        ..DECODE
    };
    ModuleScript "module-script" "module, worker, importScripts: every script fetch but the classic one" = UTF_8_DECODE;
    JavascriptUrl "javascript-url" "bytes after percent-decoding" = UTF_8_DECODE;
    XhrJson "xhr-json" "" = UTF_8_DECODE;
    FetchJson "fetch-json" "" = UTF_8_DECODE;
    WebAppManifest "web-app-manifest" "" = UTF_8_DECODE;
    PaymentMethodManifest "payment-method-manifest" "" = UTF_8_DECODE;
    PushMessage "push-message" "PushMessageData text and json" = UTF_8_DECODE;
    WebdriverJson "webdriver-json" "request body" = UTF_8_DECODE;
    SourceMap "source-map" "" = UTF_8_DECODE;
    DocumentCookie "document-cookie" "" = UTF_8_DECODE_WITHOUT_BOM;
    ChallengeRealm "challenge-realm" "a challenge with charset=\"UTF-8\", the only value allowed; one without it is a header-value" = UTF_8_DECODE_WITHOUT_BOM;
    ContentDispositionFilename "content-disposition-filename" "filename*=charset'lang'bytes names its own charset (RFC 8187: utf-8)" = Policy {
        legacy: Legacy::Partial,
        transport: Transport::ExtValue,
        ..UTF_8_DECODE_WITHOUT_BOM
    };
    WebsocketCloseReason "websocket-close-reason" "RFC 6455 fails the connection; the browser API replaces" = Policy {
        error: ErrorMode::Fatal,
        ..UTF_8_DECODE_WITHOUT_BOM
    };
    WebsocketText "websocket-text" "Web Transport Processing text frame" = Policy {
        operation: Operation::TextDecoder,
        ..UTF_8_DECODE
    };
    EventStream "event-stream" "" = UTF_8_DECODE;
    Host "host" "host parser; utf8-fail for the validity check" = UTF_8_DECODE_WITHOUT_BOM;
    PercentDecode "percent-decode" "bytes after percent-decoding" = UTF_8_DECODE_WITHOUT_BOM;
    DecodeUri "decode-uri" "decodeURI; bytes after percent-decoding" = Policy {
        operation: Operation::Utf8DecodeWithoutBomOrFail,
        error: ErrorMode::UriError,
        ..UTF_8_DECODE_WITHOUT_BOM
    };
    DecodeUriComponent "decode-uri-component" "decodeURIComponent; bytes after percent-decoding" = Policy {
        operation: Operation::Utf8DecodeWithoutBomOrFail,
        error: ErrorMode::UriError,
        ..UTF_8_DECODE_WITHOUT_BOM
    };
    FragmentTarget "fragment-target" "the indicated part of the document; bytes after percent-decoding" = UTF_8_DECODE_WITHOUT_BOM;
    FileUrlPath "file-url-path" "bytes after percent-decoding, in the encoding of the platform's file names" = Policy {
        legacy: Legacy::Platform,
        ..UTF_8_DECODE_WITHOUT_BOM
    };
    FormUrlencoded "form-urlencoded" "old servers: decode with the form's encoding" = Policy {
        legacy: Legacy::Partial,
        explicit: Explicit::CharsetField,
        ..UTF_8_DECODE_WITHOUT_BOM
    };
    MediaFragment "media-fragment" "" = Policy {
        operation: Operation::Utf8DecodeWithoutBomOrFail,
        error: ErrorMode::Fatal,
        ..UTF_8_DECODE_WITHOUT_BOM
    };
    MultipartFormData "multipart-form-data" "" = Policy {
        legacy: Legacy::Partial,
        transport: Transport::Part,
        explicit: Explicit::CharsetField,
        ..UTF_8_DECODE_WITHOUT_BOM
    };
    ParseManifest "parse-manifest" "application cache manifest" = UTF_8_DECODE;
    M3u8 "m3u8" "RFC 8216" = UTF_8_DECODE;
    Webvtt "webvtt" "" = UTF_8_DECODE;
    X500String "x500-string" "UTF8String, BMPString (UTF-16BE), TeletexString..." = Policy {
        legacy: Legacy::Partial,
        transport: Transport::StringType,
        default: DefaultEncoding::ByStringType,
        error: ErrorMode::Replacement,
        ..ISOMORPHIC_DECODE
    };
    MimeType "mime-type" "MIME type from bytes" = ISOMORPHIC_DECODE;
    UrlParser "url-parser" "" = ISOMORPHIC_DECODE;
    DataUrl "data-url" "data: URL processor, before the body's own MIME type is applied" = ISOMORPHIC_DECODE;
    Refresh "refresh" "Refresh: header" = ISOMORPHIC_DECODE;
    HeaderValue "header-value" "get, decode, and split" = ISOMORPHIC_DECODE;
    Atob "atob" "bytes after Base64 decoding" = ISOMORPHIC_DECODE;
    WebTransportEnv "web-transport-env" "Web Transport Processing environment variable values" = Policy {
        legacy: Legacy::Partial,
        ..DECODE
    };
}

//! The context table: every place of the Web platform that makes text of bytes, a row each.
//! [`policy`](super::policy) says what the columns mean.

use super::policy::*;

macro_rules! yes_or_no {
    (yes) => {
        true
    };
    (no) => {
        false
    };
}

/// Writes [`Kind`] and its rows from one list.
macro_rules! contexts {
    ($($kind:ident $id:literal $operation:ident
        legacy($legacy:ident) bom($bom:ident) override($override:ident)
        transport($transport:ident) prescan($prescan:ident)
        explicit($explicit:ident) implicit($implicit:ident) detector($detector:ident) locale($locale:ident)
        default($default:ident) change($change:ident) error($error:ident)
        $note:literal)+) => {
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
                    $(Kind::$kind => &Policy {
                        operation: Operation::$operation,
                        legacy: Legacy::$legacy,
                        bom: Bom::$bom,
                        override_: Override::$override,
                        transport: Transport::$transport,
                        prescan: Prescan::$prescan,
                        explicit: Explicit::$explicit,
                        implicit: Implicit::$implicit,
                        detector: yes_or_no!($detector),
                        locale: yes_or_no!($locale),
                        default: DefaultEncoding::$default,
                        change: yes_or_no!($change),
                        error: ErrorMode::$error,
                        labels: Labels::Standard,
                        note: $note,
                    },)+
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
    TextDecoder "text-decoder" TextDecoder
        legacy(Yes) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(CallersLabel) change(no) error(CallersChoice)
        "ignoreBOM=true keeps U+FEFF, false removes it"
    Html "html" Decode
        legacy(Yes) bom(Sniff) override(UserOrDefinite) transport(ContentType) prescan(Html)
        explicit(Never) implicit(ParentHistory) detector(yes) locale(yes)
        default(Windows1252) change(yes) error(Replacement)
        "the HTML parser, navigated document"
    XhrHtml "xhr-html" Decode
        legacy(Yes) bom(Sniff) override(OverrideCharset) transport(ContentType) prescan(HtmlCertain)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8Certain) change(no) error(Replacement)
        "XHR document response, HTML; prescan of the first 1024 bytes only"
    Xml "xml" Decode
        legacy(Yes) bom(Sniff) override(User) transport(ContentType) prescan(Xml)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Fatal)
        "XML parser: navigate, XSLT, responseXML, document.load"
    CssFromDocument "css-from-document" Decode
        legacy(Yes) bom(Sniff) override(Never) transport(ContentType) prescan(Css)
        explicit(StyleSheetReference) implicit(Document) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "<link>, <?xml-stylesheet?>"
    CssFromCss "css-from-css" Decode
        legacy(Yes) bom(Sniff) override(Never) transport(ContentType) prescan(Css)
        explicit(Never) implicit(StyleSheet) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "@import"
    CssFromLinkHeader "css-from-link-header" Decode
        legacy(Yes) bom(Sniff) override(Never) transport(ContentType) prescan(Css)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "Link: header"
    TextDocument "text-document" Decode
        legacy(Yes) bom(Sniff) override(User) transport(ContentType) prescan(ByMimeType)
        explicit(Never) implicit(Never) detector(yes) locale(yes)
        default(Windows1252) change(no) error(Replacement)
        "DOM of a text file; text/css, JavaScript and JSON types default to utf-8"
    XhrTextXml "xhr-text-xml" Decode
        legacy(Yes) bom(Sniff) override(OverrideCharset) transport(ContentType) prescan(Xml)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "XHR text response whose MIME type is XML and responseType is \"\""
    XhrText "xhr-text" Decode
        legacy(Yes) bom(Sniff) override(OverrideCharset) transport(ContentType) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "XHR text response, any other"
    FetchText "fetch-text" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "fetch package data, text"
    ViewSource "view-source" Decode
        legacy(Yes) bom(Sniff) override(User) transport(ContentType) prescan(ByMimeType)
        explicit(Never) implicit(Never) detector(yes) locale(yes)
        default(ByMimeType) change(no) error(Replacement)
        ""
    Clipboard "clipboard" Decode
        legacy(Yes) bom(Sniff) override(Never) transport(ContentType) prescan(ByMimeType)
        explicit(Never) implicit(Never) detector(yes) locale(yes)
        default(ByMimeTypeAndPlatform) change(no) error(Replacement)
        ""
    ClassicScript "classic-script" Decode
        legacy(Yes) bom(Sniff) override(Never) transport(ContentType) prescan(Never)
        explicit(Script) implicit(Document) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    ModuleScript "module-script" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "module, worker, importScripts: every script fetch but the classic one"
    JavascriptUrl "javascript-url" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "bytes after percent-decoding"
    XhrJson "xhr-json" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    FetchJson "fetch-json" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    WebAppManifest "web-app-manifest" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    PaymentMethodManifest "payment-method-manifest" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    PushMessage "push-message" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "PushMessageData text and json"
    WebdriverJson "webdriver-json" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "request body"
    SourceMap "source-map" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    DocumentCookie "document-cookie" Utf8DecodeWithoutBom
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    ChallengeRealm "challenge-realm" Utf8DecodeWithoutBom
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "a challenge with charset=\"UTF-8\", the only value allowed; one without it is a header-value"
    ContentDispositionFilename "content-disposition-filename" Utf8DecodeWithoutBom
        legacy(Partial) bom(Keep) override(Never) transport(ExtValue) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "filename*=charset'lang'bytes names its own charset (RFC 8187: utf-8)"
    WebsocketCloseReason "websocket-close-reason" Utf8DecodeWithoutBom
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Fatal)
        "RFC 6455 fails the connection; the browser API replaces"
    WebsocketText "websocket-text" TextDecoder
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "Web Transport Processing text frame"
    EventStream "event-stream" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    Host "host" Utf8DecodeWithoutBom
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "host parser; utf8-fail for the validity check"
    PercentDecode "percent-decode" Utf8DecodeWithoutBom
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "bytes after percent-decoding"
    DecodeUri "decode-uri" Utf8DecodeWithoutBomOrFail
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(UriError)
        "decodeURI; bytes after percent-decoding"
    DecodeUriComponent "decode-uri-component" Utf8DecodeWithoutBomOrFail
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(UriError)
        "decodeURIComponent; bytes after percent-decoding"
    FragmentTarget "fragment-target" Utf8DecodeWithoutBom
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "the indicated part of the document; bytes after percent-decoding"
    FileUrlPath "file-url-path" Utf8DecodeWithoutBom
        legacy(Platform) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "bytes after percent-decoding, in the encoding of the platform's file names"
    FormUrlencoded "form-urlencoded" Utf8DecodeWithoutBom
        legacy(Partial) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(CharsetField) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "old servers: decode with the form's encoding"
    MediaFragment "media-fragment" Utf8DecodeWithoutBomOrFail
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Fatal)
        ""
    MultipartFormData "multipart-form-data" Utf8DecodeWithoutBom
        legacy(Partial) bom(Keep) override(Never) transport(Part) prescan(Never)
        explicit(CharsetField) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    ParseManifest "parse-manifest" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "application cache manifest"
    M3u8 "m3u8" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "RFC 8216"
    Webvtt "webvtt" Utf8Decode
        legacy(No) bom(Remove) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        ""
    X500String "x500-string" IsomorphicDecode
        legacy(Partial) bom(Keep) override(Never) transport(StringType) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(ByStringType) change(no) error(Replacement)
        "UTF8String, BMPString (UTF-16BE), TeletexString..."
    MimeType "mime-type" IsomorphicDecode
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Isomorphic) change(no) error(Impossible)
        "MIME type from bytes"
    UrlParser "url-parser" IsomorphicDecode
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Isomorphic) change(no) error(Impossible)
        ""
    DataUrl "data-url" IsomorphicDecode
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Isomorphic) change(no) error(Impossible)
        "data: URL processor, before the body's own MIME type is applied"
    Refresh "refresh" IsomorphicDecode
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Isomorphic) change(no) error(Impossible)
        "Refresh: header"
    HeaderValue "header-value" IsomorphicDecode
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Isomorphic) change(no) error(Impossible)
        "get, decode, and split"
    Atob "atob" IsomorphicDecode
        legacy(No) bom(Keep) override(Never) transport(Never) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Isomorphic) change(no) error(Impossible)
        "bytes after Base64 decoding"
    WebTransportEnv "web-transport-env" Decode
        legacy(Partial) bom(Sniff) override(Never) transport(ContentType) prescan(Never)
        explicit(Never) implicit(Never) detector(no) locale(no)
        default(Utf8) change(no) error(Replacement)
        "Web Transport Processing environment variable values"
}

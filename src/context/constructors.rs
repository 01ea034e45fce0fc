//! The constructors of [`Context`]: from a row of the table or a MIME type.

use super::{Context, Facts, Kind};
use crate::Encoding;
use crate::Headers;
use crate::evidence::{MimeClass, extract_mime_type};

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident $kind:ident)+) => {
        /// The most common contexts. [`Context::of`] gives any.
        impl Context {
            $(
                $(#[$doc])*
                ///
                /// ```
                #[doc = concat!("let context = charsniff::Context::", stringify!($name), "();")]
                #[doc = concat!("assert_eq!(context.kind(), charsniff::Kind::", stringify!($kind), ");")]
                /// ```
                pub fn $name() -> Context {
                    Context::of(Kind::$kind)
                }
            )+
        }
    };
}

constructors! {
    /// A page that a browser navigates to, read by the letter of the HTML standard. For the text that a browser shows
    /// or that a crawler needs, choose another [`reading`](Context::reading).
    html Html
    /// An HTML document that `XMLHttpRequest` fetches.
    xhr_html XhrHtml
    /// A document for an XML parser: XHTML, SVG, a feed.
    xml Xml
    /// A style sheet that a document refers to.
    css CssFromDocument
    /// A text file that a browser shows.
    text TextDocument
    /// Text that `XMLHttpRequest` fetches.
    xhr_text XhrText
    /// A classic script.
    classic_script ClassicScript
    /// A module script, or a script that a worker runs or imports.
    module_script ModuleScript
    /// JSON that a program fetches.
    json FetchJson
}

impl Context {
    /// The context of a row of the table, without facts.
    ///
    /// ```
    /// use charsniff::{Context, Kind};
    /// assert_eq!(Context::of(Kind::CssFromDocument), Context::css());
    /// ```
    pub fn of(kind: Kind) -> Context {
        Context { kind, facts: Facts::none() }
    }

    /// The context in which a browser reads a resource of this MIME type. Any value of Content-Type may be given:
    /// parameters are ignored, and of a list the type is used that [`extract_mime_type`](crate::extract_mime_type)
    /// returns. An unknown type is read as text.
    ///
    /// ```
    /// use charsniff::{Context, Kind};
    /// assert_eq!(Context::for_mime_type("Image/SVG+XML; charset=koi8-r").kind(), Kind::Xml);
    /// assert_eq!(Context::for_mime_type("text/markdown").kind(), Kind::TextDocument);
    /// ```
    pub fn for_mime_type(mime_type: &str) -> Context {
        let class = MimeClass::of_value(mime_type);
        let mut context = Context::of(Kind::for_class(class));
        context.facts.mime = Some(class);
        context
    }

    /// The context in which a browser reads a resource that came with these headers. Of several Content-Types the one
    /// is used that [`extract_mime_type`](crate::extract_mime_type) returns.
    ///
    /// `None` if there is no MIME type, or one that does not tell the kind of resource: `application/octet-stream`,
    /// which servers send for files whose type they do not know, `binary/octet-stream` (Amazon S3's),
    /// `application/unknown` and `unknown/unknown`.
    ///
    /// ```
    /// use charsniff::{Context, Kind};
    /// let headers = [("Content-Type", "text/plain"), ("Server", "nginx"), ("Content-Type", "text/css")];
    /// assert_eq!(Context::for_headers(&headers).unwrap().kind(), Kind::CssFromDocument);
    /// assert_eq!(Context::for_headers(()), None);
    /// assert_eq!(Context::for_headers("application/octet-stream"), None);
    /// ```
    pub fn for_headers(headers: impl Headers) -> Option<Context> {
        let essence = extract_mime_type(headers).filter(|essence| !OF_NO_KIND.contains(&essence.as_str()))?;
        Some(Context::for_mime_type(&essence))
    }

    /// A [`TextDecoder`](https://encoding.spec.whatwg.org/#interface-textdecoder) for `encoding`, with
    /// the options [`fatal`](Self::fatal) and [`ignore_bom`](Self::ignore_bom).
    ///
    /// ```
    /// use charsniff::{Context, Encoding, decode};
    /// assert_eq!(decode(b"\xCD", (), &Context::text_decoder(Encoding::Koi8R)).text, "м");
    /// ```
    pub fn text_decoder(encoding: Encoding) -> Context {
        let mut context = Context::of(Kind::TextDecoder);
        context.facts.named = Some(encoding);
        context
    }
}

/// The MIME types of resources whose kind the sender does not know.
const OF_NO_KIND: [&str; 4] =
    ["application/octet-stream", "binary/octet-stream", "application/unknown", "unknown/unknown"];

impl Kind {
    /// The row for a resource of which nothing but its MIME type is known.
    pub(crate) fn for_class(class: MimeClass) -> Kind {
        match class {
            MimeClass::Html => Kind::Html,
            MimeClass::Xml | MimeClass::XmlPart => Kind::Xml,
            MimeClass::Css => Kind::CssFromDocument,
            MimeClass::JavaScript => Kind::ClassicScript,
            MimeClass::Json => Kind::FetchJson,
            MimeClass::WebAppManifest => Kind::WebAppManifest,
            MimeClass::WebVtt => Kind::Webvtt,
            MimeClass::EventStream => Kind::EventStream,
            MimeClass::M3u8 => Kind::M3u8,
            MimeClass::CacheManifest => Kind::ParseManifest,
            MimeClass::FormUrlEncoded => Kind::FormUrlencoded,
            MimeClass::Multipart => Kind::MultipartFormData,
            MimeClass::Text => Kind::TextDocument,
        }
    }
}

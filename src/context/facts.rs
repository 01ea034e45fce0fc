//! What the caller knows about a resource, and the methods of [`Context`] that take it.

use alloc::boxed::Box;

use super::reading::Browser;
use super::{Context, Detection, Kind, Reading, StringType};
use crate::Encoding;
use crate::detector::candidates::Candidates;
use crate::detector::domain;
use crate::encoding::bom::LONGEST_BOM;
#[cfg(charsniff_unstable)]
use crate::encoding::bom::UTF_32_SAMPLE;
use crate::evidence::{MimeClass, parse_mime_type};
use crate::repair::Repairer;

/// How many bytes the HTML standard lets a prescan read.
const PRESCAN_LIMIT: usize = 1024;

/// How many bytes of a head, or of an XML declaration, the readings of browsers and crawlers examine. Browsers have
/// no such limit; it bounds what a stream holds back.
const HEAD_LIMIT: usize = 1 << 20;

/// In the crawler's reading: how many bytes a stream holds back for the detector, and how many are searched for a
/// declaration that browsers ignore.
pub(crate) const CRAWLER_SAMPLE: usize = 16 * 1024;

/// A label that the caller gave, and the encoding that it names, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) raw: Box<[u8]>,
    pub(crate) encoding: Option<Encoding>,
}

impl Label {
    fn new(raw: &[u8]) -> Label {
        Label { raw: raw.into(), encoding: Encoding::for_label(raw) }
    }
}

/// The parent document of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parent {
    pub(crate) encoding: Encoding,
    pub(crate) same_origin: bool,
}

/// What the caller knows about the resource besides its bytes and headers, and how the caller wants
/// it read. Each field has a method of [`Context`], which says what it means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) override_label: Option<Label>,
    /// The charset of XHR's override MIME type.
    pub(crate) override_charset: Option<Box<Label>>,
    pub(crate) string_type: Option<StringType>,
    pub(crate) reference: Option<Label>,
    pub(crate) parent: Option<Parent>,
    pub(crate) history: Option<Encoding>,
    pub(crate) style_sheet: Option<Encoding>,
    pub(crate) document: Option<Encoding>,
    /// The user's default encoding.
    pub(crate) default_encoding: Option<Encoding>,
    pub(crate) locale: Option<Box<str>>,
    pub(crate) tld: Option<Box<str>>,
    pub(crate) mime: Option<MimeClass>,
    /// The encoding of a `TextDecoder`.
    pub(crate) named: Option<Encoding>,
    pub(crate) in_worker: bool,
    pub(crate) truncated: bool,
    pub(crate) prescan_limit: usize,
    pub(crate) reading: Reading,
    pub(crate) detection: Option<Detection>,
    /// Which encodings the detector may answer; by default all. Boxed, since it is rarely set.
    pub(crate) candidates: Option<Box<Candidates>>,
    pub(crate) detect_iso_2022_jp: bool,
    pub(crate) detection_ceiling: Option<usize>,
    pub(crate) fatal: bool,
    pub(crate) lossy: bool,
    pub(crate) ignore_bom: bool,
    /// Repair, if the caller asks for it.
    pub(crate) repair: Option<Repairer>,
}

impl Facts {
    /// No facts.
    pub(super) fn none() -> Facts {
        Facts { prescan_limit: PRESCAN_LIMIT, ..Facts::default() }
    }

    /// How far the detector may go: as the caller chose, else as the reading says.
    pub(crate) fn detection(&self) -> Detection {
        self.detection.unwrap_or(match self.reading {
            Reading::Standard | Reading::Crawler => Detection::Full,
            // Not the browsers' own detectors: a feature that another crate enables must not change an answer.
            Reading::Chromium | Reading::Firefox => Detection::Legacy,
        })
    }

    /// The browser by whose rules declarations and headers are read; `None` for the standard's.
    pub(crate) fn browser(&self) -> Option<Browser> {
        self.reading.browser()
    }

    /// Whether the reading is the crawler's.
    pub(crate) fn is_crawlers(&self) -> bool {
        self.reading == Reading::Crawler
    }

    /// Whether the prescan's limit differs from the standard's.
    pub(crate) fn has_prescan_limit(&self) -> bool {
        self.prescan_limit != PRESCAN_LIMIT
    }

    /// How many bytes the readings of browsers and crawlers search for a declaration.
    pub(crate) fn head_limit(&self) -> usize {
        self.prescan_limit.max(HEAD_LIMIT)
    }

    /// How many bytes from the start a declaration can be in, or a byte order mark. `has_prescan`: declarations count.
    #[cfg(charsniff_unstable)]
    pub(crate) fn declared_within(&self, has_prescan: bool) -> usize {
        match has_prescan {
            false if self.is_crawlers() => UTF_32_SAMPLE,
            false => LONGEST_BOM,
            true if self.browser().is_some() => self.head_limit(),
            true => self.prescan_limit.max(LONGEST_BOM),
        }
    }

    /// How many bytes a stream holds back at most before its verdict, unless it searches a head
    /// ([`Self::head_limit`]).
    pub(crate) fn held_limit(&self) -> usize {
        self.prescan_limit.max(if self.is_crawlers() { CRAWLER_SAMPLE } else { LONGEST_BOM })
    }
}

/// Facts about the resource. One that the context does not consult is ignored.
impl Context {
    /// The encoding that the user chose, a [known definite encoding], or XHR's override charset, as a
    /// label.
    ///
    /// A label that names no encoding is as if absent, with one exception: an XHR override charset
    /// that names none still replaces the charset of Content-Type.
    ///
    /// [known definite encoding]: https://html.spec.whatwg.org/multipage/parsing.html#a-known-definite-encoding
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let sniffed = sniff(b"<meta charset=gbk>", "text/html; charset=big5", &Context::html().override_encoding("koi8-r"));
    /// assert_eq!((sniffed.encoding.name(), sniffed.source), ("KOI8-R", Source::Override));
    /// let context = Context::xhr_text().override_encoding("nonsense");
    /// assert_eq!(sniff(b"", "text/plain; charset=big5", &context).source, Source::Default);
    /// ```
    pub fn override_encoding(mut self, label: &str) -> Context {
        self.facts.override_label = Some(Label::new(label.as_bytes()));
        self
    }

    /// What a page passed to XHR's
    /// [`overrideMimeType`](https://xhr.spec.whatwg.org/#dom-xmlhttprequest-overridemimetype).
    ///
    /// Its charset replaces the header's, even if it names no encoding, like a label given to
    /// [`override_encoding`](Self::override_encoding). If both are given, the charset here is used. Text is read as
    /// [`Kind::XhrTextXml`](crate::Kind::XhrTextXml) if the type is XML, and else as
    /// [`Kind::XhrText`](crate::Kind::XhrText). Only the rows of XHR consult it.
    ///
    /// ```
    /// use charsniff::{Context, Kind, sniff};
    /// let context = Context::xhr_text().override_mime_type("text/plain; charset=big5");
    /// assert_eq!(sniff(b"", "text/plain; charset=gbk", &context).encoding.name(), "Big5");
    /// let context = Context::xhr_text().override_mime_type("image/svg+xml");
    /// assert_eq!(context.kind(), Kind::XhrTextXml);
    /// ```
    pub fn override_mime_type(mut self, value: &str) -> Context {
        let parsed = parse_mime_type(value.as_bytes());
        let is_xml = parsed.as_ref().is_some_and(|mime| MimeClass::of(mime.essence.as_slice()) == MimeClass::Xml);
        if matches!(self.kind, Kind::XhrText | Kind::XhrTextXml) {
            self.kind = if is_xml { Kind::XhrTextXml } else { Kind::XhrText };
        }
        let charset = parsed.and_then(|mime| mime.charset);
        self.facts.override_charset = charset.map(|charset| Box::new(Label::new(charset.as_slice())));
        self
    }

    /// For [`Kind::X500String`](crate::Kind::X500String): the type of the string, which names the
    /// encoding of its bytes.
    ///
    /// ```
    /// use charsniff::{Context, Kind, StringType, decode};
    /// let context = Context::of(Kind::X500String).string_type(StringType::Bmp);
    /// assert_eq!(decode(b"\x04\x1C", (), &context).text, "М");
    /// ```
    pub fn string_type(mut self, string_type: StringType) -> Context {
        self.facts.string_type = Some(string_type);
        self
    }

    /// The label that the reference to the resource carries: `<script charset>`,
    /// `<link charset>`, `<?xml-stylesheet charset?>`, or a form's `_charset_` field. In the
    /// [crawler's reading](crate::Reading::Crawler) also HTML 4's `<a charset>`, on a link to any resource.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let sniffed = sniff(b"alert(1)", (), &Context::classic_script().reference_charset("gbk"));
    /// assert_eq!((sniffed.encoding.name(), sniffed.source), ("GBK", Source::Reference));
    /// ```
    pub fn reference_charset(mut self, label: &str) -> Context {
        self.facts.reference = Some(Label::new(label.as_bytes()));
        self
    }

    /// The encoding of the parent document, for a page in a frame
    /// ([encoding sniffing algorithm], step 6). It is used only if the parent has the same origin,
    /// and never if it is UTF-16.
    ///
    /// [encoding sniffing algorithm]: https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Source, sniff};
    /// assert_eq!(sniff(b"", (), &Context::html().parent(Encoding::Gbk, true)).source, Source::Parent);
    /// assert_eq!(sniff(b"", (), &Context::html().parent(Encoding::Gbk, false)).source, Source::Default);
    /// assert_eq!(sniff(b"", (), &Context::html().parent(Encoding::Utf16Le, true)).source, Source::Default);
    /// ```
    pub fn parent(mut self, encoding: Encoding, same_origin: bool) -> Context {
        self.facts.parent = Some(Parent { encoding, same_origin });
        self
    }

    /// The encoding that the resource had on an earlier visit.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Source, sniff};
    /// assert_eq!(sniff(b"", (), &Context::html().history(Encoding::EucJp)).source, Source::History);
    /// ```
    pub fn history(mut self, encoding: Encoding) -> Context {
        self.facts.history = Some(encoding);
        self
    }

    /// The encoding of the style sheet that imports this one.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Kind, Source, sniff};
    /// let context = Context::of(Kind::CssFromCss).style_sheet(Encoding::EucKr);
    /// assert_eq!(sniff(b"p {}", (), &context).source, Source::StyleSheet);
    /// ```
    pub fn style_sheet(mut self, encoding: Encoding) -> Context {
        self.facts.style_sheet = Some(encoding);
        self
    }

    /// The encoding of the document that refers to the resource.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Source, sniff};
    /// assert_eq!(sniff(b"p {}", (), &Context::css().document(Encoding::EucKr)).source, Source::Document);
    /// ```
    pub fn document(mut self, encoding: Encoding) -> Context {
        self.facts.document = Some(encoding);
        self
    }

    /// The encoding to use where nothing else decides: HTML's [user-specified default
    /// encoding](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm), which comes before
    /// the locale's; or the operating system's encoding, for the clipboard and for file names. Other contexts whose
    /// default is UTF-8 consult it only in the [crawler's reading](crate::Reading::Crawler).
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Source, sniff};
    /// let context = Context::html().locale("ja").default_encoding(Encoding::Windows1250);
    /// let sniffed = sniff(b"<p>", (), &context);
    /// assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Windows1250, Source::Default));
    /// ```
    pub fn default_encoding(mut self, encoding: Encoding) -> Context {
        self.facts.default_encoding = Some(encoding);
        self
    }

    /// The user's locale, a BCP 47 tag such as `ja` or `zh-Hant-TW`, or as the operating system writes it
    /// (`zh_TW.UTF-8`). It decides in the locale stage, and is a hint for the detector.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// assert_eq!(sniff(b"", (), &Context::html().locale("zh-Hant-TW")).encoding, Encoding::Big5);
    /// assert_eq!(sniff(b"", (), &Context::html().locale("en")).encoding, Encoding::Windows1252);
    /// ```
    pub fn locale(mut self, tag: &str) -> Context {
        self.facts.locale = Some(tag.into());
        self
    }

    /// The top-level domain of the host, such as `jp`: a hint for the detector. Of a longer domain, such
    /// as `.co.jp`, only the last label is used.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(b"\xB8\xB5", (), &Context::html().tld("jp")).encoding, Encoding::EucJp);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(b"\xB8\xB5", (), &Context::html().tld("kr")).encoding, Encoding::EucKr);
    /// assert_eq!(Context::html().tld("example.co.jp."), Context::html().tld("jp"));
    /// ```
    pub fn tld(mut self, tld: &str) -> Context {
        self.facts.tld = Some(domain::top_level(tld));
        self
    }

    /// The URL of the resource, of which only the [top-level domain](Self::tld) is used. A URL without a
    /// host, or whose host is an IP address, changes nothing; nor does a path.
    ///
    /// ```
    /// use charsniff::Context;
    /// assert_eq!(Context::html().url("/a//example.jp/"), Context::html());
    /// assert_eq!(Context::html().url("https://user@example.co.jp:8080/a"), Context::html().tld("jp"));
    /// assert_eq!(Context::html().url("http://192.0.2.1/"), Context::html());
    /// ```
    pub fn url(self, url: &str) -> Context {
        match tld_of(url) {
            Some(tld) => self.tld(tld),
            None => self,
        }
    }

    /// The MIME type, used where no Content-Type header comes with the resource and the context reads
    /// the bytes by their MIME type, as [`Context::text`] does.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// assert_eq!(sniff(b"@charset \"gbk\";", (), &Context::text().mime_type("text/css")).source, Source::AtCharset);
    /// ```
    pub fn mime_type(mut self, mime_type: &str) -> Context {
        self.facts.mime = Some(MimeClass::of_value(mime_type));
        self
    }

    /// For [`Kind::ModuleScript`](crate::Kind::ModuleScript): whether the script is a worker's, or is imported
    /// by one with `importScripts`.
    ///
    /// This matters in Chromium's [reading](Self::reading) only, which reads such scripts by the charset
    /// of the header, and as windows-1252 if that names no encoding.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Reading, sniff};
    /// let header = "text/javascript; charset=gbk";
    /// let worker = Context::module_script().in_worker(true);
    /// assert_eq!(sniff(b"", header, &worker).encoding, Encoding::Utf8);
    /// assert_eq!(sniff(b"", header, &worker.reading(Reading::Chromium)).encoding, Encoding::Gbk);
    /// ```
    pub fn in_worker(mut self, in_worker: bool) -> Context {
        self.facts.in_worker = in_worker;
        self
    }

    /// Whether the bytes end before the resource does, perhaps inside a character.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let start = b"\x89\xCE\x90";
    /// assert_ne!(sniff(start, (), &Context::html()).encoding, Encoding::ShiftJis);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(start, (), &Context::html().truncated(true)).encoding, Encoding::ShiftJis);
    /// ```
    pub fn truncated(mut self, truncated: bool) -> Context {
        self.facts.truncated = truncated;
        self
    }
}

/// The top-level domain of a URL's host, if the host is a domain.
fn tld_of(url: &str) -> Option<&str> {
    let authority = authority(url)?;
    let host = authority.rsplit('@').next()?;
    let host = host.split(':').next()?.trim_end_matches('.');
    let (_, tld) = host.rsplit_once('.')?;
    let is_number = tld.bytes().all(|byte| byte.is_ascii_digit()) || tld.starts_with("0x");
    (!is_number).then_some(tld)
}

/// The authority of a URL: the part between `//` and the path, if the URL starts with `//` or with a scheme and `//`.
/// In the Web's schemes any number of slashes and backslashes counts as two.
fn authority(url: &str) -> Option<&str> {
    let url = url.trim_matches(|c: char| c <= ' ');
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    let is_of_the_web =
        |scheme: &str| ["http", "https", "ws", "wss", "ftp"].iter().any(|s| scheme.eq_ignore_ascii_case(s));
    let rest = match url.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) {
        Some((scheme, rest)) if is_of_the_web(scheme) => rest.trim_start_matches(['/', '\\']),
        Some((_, rest)) => rest.strip_prefix("//")?,
        None => url.strip_prefix("//")?,
    };
    rest.split(['/', '?', '#', '\\']).next()
}

//! [`Context`]: where the bytes are going, and what the caller knows about them.

use alloc::boxed::Box;

use crate::encoding::names::named;
use crate::evidence::MimeClass;
use crate::{Browser, Encoding};

mod file_name;
pub mod policy;
mod table;

use policy::Policy;
pub use table::Kind;

/// How many bytes the standards let a prescan read.
pub(crate) const PRESCAN_LIMIT: usize = 1024;

/// How many bytes of a head, or of an XML declaration, are read as browsers do. Browsers read on,
/// but no page means its declaration to stand behind that much, and it bounds what a stream holds.
pub(crate) const MOST_HEAD: usize = 1 << 20;

/// For a crawler: how many bytes a stream holds back for the detector, and how far a declaration
/// that does not count is looked for.
pub(crate) const CRAWLERS_SAMPLE: usize = 16 * 1024;

/// The columns of a worker's script in Chromium.
static CHROMIUMS_WORKER: Policy = Policy {
    operation: policy::Operation::Decode,
    legacy: policy::Legacy::Yes,
    bom: policy::Bom::Sniff,
    transport: policy::Transport::ContentType,
    ..*Kind::ModuleScript.policy()
};

/// How far the detector stage may go.
///
/// ```
/// use charsniff::{Context, Detection, Encoding, sniff};
/// let context = Context::html().detection(Detection::Legacy);
/// assert_ne!(sniff("é".as_bytes(), (), &context).encoding, Encoding::Utf8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Detection {
    /// No detection: the locale, or the row's default, decides.
    Off,
    /// What browsers do on the network: the answer is an encoding that a browser's detector knows,
    /// and never UTF-8.
    Legacy,
    /// Firefox's own detector (`chardetng`) on all of the input, as Firefox uses it on the network:
    /// UTF-8 is never the answer.
    #[cfg(feature = "chardetng")]
    Firefox,
    /// UTF-8 may be the answer too.
    #[default]
    Full,
}

/// The type of an X.500 string ([X.680](https://www.itu.int/rec/T-REC-X.680)), which names the
/// encoding of its bytes.
///
/// ```
/// use charsniff::{Context, Encoding, Kind, StringType, sniff};
/// let context = Context::of(Kind::X500String);
/// assert_eq!(sniff(b"", (), &context.clone().string_type(StringType::Bmp)).encoding, Encoding::Utf16Be);
/// assert!(sniff(b"", (), &context.string_type(StringType::Teletex)).is_isomorphic());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StringType {
    /// UTF8String: UTF-8.
    Utf8,
    /// BMPString: UTF-16BE.
    Bmp,
    /// TeletexString (T61String): isomorphic, as deployed certificates have it.
    Teletex,
    /// NumericString, PrintableString, IA5String, VisibleString: isomorphic.
    Ascii,
}

impl StringType {
    /// The encoding that the type names; `None` is isomorphic.
    pub(crate) const fn encoding(self) -> Option<Encoding> {
        match self {
            StringType::Utf8 => Some(Encoding::Utf8),
            StringType::Bmp => Some(Encoding::Utf16Be),
            StringType::Teletex | StringType::Ascii => None,
        }
    }
}

named! {
    Kind, "context", *Kind::ALL, Kind::id,
    r#"assert_eq!("xhr-html".parse(), Ok(charsniff::Kind::XhrHtml));"#
}

named! {
    Detection, "detection", *Detection::ALL, Detection::as_str,
    r#"assert_eq!("legacy".parse(), Ok(charsniff::Detection::Legacy));"#
}

named! {
    StringType, "string type", StringType::ALL, StringType::as_str,
    r#"assert_eq!("bmp".parse(), Ok(charsniff::StringType::Bmp));"#
}

impl Detection {
    const ALL: &[Detection] = &[
        Detection::Off,
        Detection::Legacy,
        #[cfg(feature = "chardetng")]
        Detection::Firefox,
        Detection::Full,
    ];

    /// The word by which the command calls it.
    ///
    /// ```
    /// assert_eq!(charsniff::Detection::Legacy.as_str(), "legacy");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Detection::Off => "off",
            Detection::Legacy => "legacy",
            #[cfg(feature = "chardetng")]
            Detection::Firefox => "firefox",
            Detection::Full => "full",
        }
    }
}

impl StringType {
    const ALL: [StringType; 4] = [StringType::Utf8, StringType::Bmp, StringType::Teletex, StringType::Ascii];

    /// The word by which the command calls it.
    ///
    /// ```
    /// assert_eq!(charsniff::StringType::Teletex.as_str(), "teletex");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            StringType::Utf8 => "utf8",
            StringType::Bmp => "bmp",
            StringType::Teletex => "teletex",
            StringType::Ascii => "ascii",
        }
    }
}

/// A label that the caller gave, and the encoding it names, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) raw: Box<[u8]>,
    pub(crate) encoding: Option<Encoding>,
}

impl Label {
    fn new(raw: &str) -> Label {
        Label { raw: raw.as_bytes().into(), encoding: Encoding::for_label(raw.as_bytes()) }
    }
}

/// What the caller knows about the resource besides its bytes and headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) override_label: Option<Label>,
    pub(crate) string_type: Option<StringType>,
    pub(crate) reference: Option<Label>,
    pub(crate) parent: Option<(Encoding, bool)>,
    pub(crate) history: Option<Encoding>,
    pub(crate) style_sheet: Option<Encoding>,
    pub(crate) document: Option<Encoding>,
    pub(crate) locale: Option<Box<str>>,
    pub(crate) tld: Option<Box<str>>,
    pub(crate) mime: Option<MimeClass>,
    pub(crate) named: Option<Encoding>,
    pub(crate) fatal: bool,
    pub(crate) lossy: bool,
    pub(crate) ignore_bom: bool,
    pub(crate) prescan_limit: usize,
    pub(crate) truncated: bool,
    pub(crate) detection: Option<Detection>,
    pub(crate) detect_iso_2022_jp: bool,
    pub(crate) detection_ceiling: usize,
    pub(crate) browser: Option<Browser>,
    pub(crate) in_worker: bool,
    pub(crate) as_crawlers_need: bool,
}

impl Facts {
    /// How far the detector may go: the caller's choice, else the mode's.
    pub(crate) fn detection(&self) -> Detection {
        self.detection.unwrap_or(match self.browser {
            None => Detection::Full,
            Some(_) if self.as_crawlers_need => Detection::Full,
            #[cfg(feature = "chardetng")]
            Some(Browser::Firefox) => Detection::Firefox,
            Some(_) => Detection::Legacy,
        })
    }

    /// How many bytes are read for a declaration as browsers do.
    pub(crate) fn most_head(&self) -> usize {
        self.prescan_limit.max(MOST_HEAD)
    }

    /// How many bytes a stream holds back for a verdict, where no declaration needs more: the
    /// prescan's, at least a byte order mark's.
    pub(crate) fn most_held(&self) -> usize {
        self.prescan_limit.max(if self.as_crawlers_need { CRAWLERS_SAMPLE } else { 3 })
    }
}

/// Where the bytes are going, and what the caller knows about them besides headers: a row of the
/// context table ([`Kind`]) and facts.
///
/// A fact that the row does not consult is ignored, and [`explain`](crate::explain) says so.
///
/// ```
/// use charsniff::{Context, Encoding, Source, sniff};
/// let context = Context::css().reference_charset("gbk").document(Encoding::Big5);
/// let sniffed = sniff(b"p::after { content: '\xC4\xE3' }", (), &context);
/// assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Gbk, Source::Reference));
/// ```
///
/// It takes 128 bytes on 64-bit machines, and the text of the labels, the top-level domain and the
/// locale that it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    kind: Kind,
    pub(crate) facts: Facts,
}

/// [`Context::html`]: a page.
///
/// ```
/// use charsniff::Context;
/// assert_eq!(Context::default(), Context::html());
/// ```
impl Default for Context {
    fn default() -> Context {
        Context::html()
    }
}

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident $kind:ident)+) => {
        /// The rows that are asked for most. [`Context::of`] gives any.
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
    /// A page that a browser navigates to.
    html Html
    /// An HTML document that `XMLHttpRequest` makes.
    xhr_html XhrHtml
    /// What an XML parser reads: XHTML, SVG, feeds.
    xml Xml
    /// A style sheet that a document refers to.
    css CssFromDocument
    /// A text file that a browser shows.
    text TextDocument
    /// Text that `XMLHttpRequest` makes.
    xhr_text XhrText
    /// A classic script.
    classic_script ClassicScript
    /// A module script, a worker, or what one imports.
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
        Context {
            kind,
            facts: Facts {
                override_label: None,
                string_type: None,
                reference: None,
                parent: None,
                history: None,
                style_sheet: None,
                document: None,
                locale: None,
                tld: None,
                mime: None,
                named: None,
                fatal: false,
                lossy: false,
                ignore_bom: false,
                prescan_limit: PRESCAN_LIMIT,
                truncated: false,
                detection: None,
                detect_iso_2022_jp: false,
                detection_ceiling: usize::MAX,
                browser: None,
                in_worker: false,
                as_crawlers_need: false,
            },
        }
    }

    /// The context in which a browser reads a resource of this MIME type: `text/html` and
    /// friends, with or without parameters. Unknown types are text.
    ///
    /// ```
    /// use charsniff::{Context, Kind};
    /// assert_eq!(Context::for_mime_type("Image/SVG+XML; charset=koi8-r").kind(), Kind::Xml);
    /// assert_eq!(Context::for_mime_type("text/markdown").kind(), Kind::TextDocument);
    /// ```
    pub fn for_mime_type(mime_type: &str) -> Context {
        let class = MimeClass::of(mime_type.as_bytes());
        let mut context = Context::of(kind_for(class));
        context.facts.mime = Some(class);
        context
    }

    /// A `TextDecoder` for `encoding`; see [`fatal`](Self::fatal), [`ignore_bom`](Self::ignore_bom).
    ///
    /// ```
    /// use charsniff::{Context, Encoding, decode};
    /// assert_eq!(decode(b"\xCD", (), &Context::text_decoder(Encoding::Koi8R)).unwrap().text, "м");
    /// ```
    pub fn text_decoder(encoding: Encoding) -> Context {
        let mut context = Context::of(Kind::TextDecoder);
        context.facts.named = Some(encoding);
        context
    }

    /// The row of the context table.
    ///
    /// ```
    /// use charsniff::{Context, Kind};
    /// assert_eq!(Context::for_mime_type("text/css").kind(), Kind::CssFromDocument);
    /// ```
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The row's columns.
    ///
    /// ```
    /// use charsniff::{Context, policy};
    /// assert_eq!(Context::xml().policy().error, policy::ErrorMode::Fatal);
    /// ```
    pub fn policy(&self) -> &'static Policy {
        if self.is_chromiums_worker() { &CHROMIUMS_WORKER } else { self.kind.policy() }
    }

    /// Whether Chromium reads this by the header's charset, which the standard does not.
    pub(crate) fn is_chromiums_worker(&self) -> bool {
        self.kind == Kind::ModuleScript && self.facts.in_worker && self.facts.browser == Some(Browser::Chromium)
    }

    /// For [`Kind::ModuleScript`]: a worker's script, or one that a worker imports by
    /// `importScripts`, no module of a page. It makes a difference [as Chromium](Self::as_browser)
    /// only, which reads these by the header's charset, and as windows-1252 if that names no
    /// encoding.
    ///
    /// ```
    /// use charsniff::{Browser, Context, Encoding, sniff};
    /// let header = "text/javascript; charset=gbk";
    /// let worker = Context::module_script().in_worker();
    /// assert_eq!(sniff(b"", header, &worker).encoding, Encoding::Utf8);
    /// assert_eq!(sniff(b"", header, &worker.as_browser(Browser::Chromium)).encoding, Encoding::Gbk);
    /// ```
    pub fn in_worker(mut self) -> Context {
        self.facts.in_worker = true;
        self
    }

    /// The encoding that the user chose, that is definite, or that is XHR's override charset, as
    /// a label. One that names no encoding is as if absent, but an XHR override charset that
    /// names none hides the transport's.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let sniffed = sniff(b"<meta charset=gbk>", "text/html; charset=big5", &Context::html().override_encoding("koi8-r"));
    /// assert_eq!((sniffed.encoding.name(), sniffed.source), ("KOI8-R", Source::Override));
    /// let context = Context::xhr_text().override_encoding("nonsense");
    /// assert_eq!(sniff(b"", "text/plain; charset=big5", &context).source, Source::Default);
    /// ```
    pub fn override_encoding(mut self, label: &str) -> Context {
        self.facts.override_label = Some(Label::new(label));
        self
    }

    /// For [`Kind::X500String`]: the type of the string, which names the encoding of its bytes.
    ///
    /// ```
    /// use charsniff::{Context, Kind, StringType, decode};
    /// let context = Context::of(Kind::X500String).string_type(StringType::Bmp);
    /// assert_eq!(decode(b"\x04\x1C", (), &context).unwrap().text, "М");
    /// ```
    pub fn string_type(mut self, string_type: StringType) -> Context {
        self.facts.string_type = Some(string_type);
        self
    }

    /// The label that the reference to the resource carries: `<script charset>`,
    /// `<link charset>`, `<?xml-stylesheet charset?>`, or a form's `_charset_` field.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let sniffed = sniff(b"alert(1)", (), &Context::classic_script().reference_charset("gbk"));
    /// assert_eq!((sniffed.encoding.name(), sniffed.source), ("GBK", Source::Reference));
    /// ```
    pub fn reference_charset(mut self, label: &str) -> Context {
        self.facts.reference = Some(Label::new(label));
        self
    }

    /// The parent document's encoding. It counts only when the parent has the same origin, and
    /// never as UTF-16: a page must not choose how a stranger's page is read.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Source, sniff};
    /// assert_eq!(sniff(b"", (), &Context::html().parent(Encoding::Gbk, true)).source, Source::Parent);
    /// assert_eq!(sniff(b"", (), &Context::html().parent(Encoding::Gbk, false)).source, Source::Default);
    /// assert_eq!(sniff(b"", (), &Context::html().parent(Encoding::Utf16Le, true)).source, Source::Default);
    /// ```
    pub fn parent(mut self, encoding: Encoding, same_origin: bool) -> Context {
        self.facts.parent = Some((encoding, same_origin));
        self
    }

    /// The encoding that the resource had when it was last seen.
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

    /// The user's locale, a BCP 47 tag: `ja`, `zh-Hant-TW`. The locale stage goes by it, and the
    /// detector takes it for a hint.
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

    /// The rightmost label of the host's name, a hint for the detector: `jp`.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(b"\xB9\xE6", (), &Context::html().tld("jp")).encoding, Encoding::EucJp);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(b"\xB9\xE6", (), &Context::html().tld("kr")).encoding, Encoding::EucKr);
    /// ```
    pub fn tld(mut self, tld: &str) -> Context {
        self.facts.tld = Some(tld.to_ascii_lowercase().into());
        self
    }

    /// The resource's URL, for the [`tld`](Self::tld) that its host has; a URL without a host
    /// name has none.
    ///
    /// ```
    /// use charsniff::Context;
    /// assert_eq!(Context::html().url("https://user@example.co.jp:8080/a"), Context::html().tld("jp"));
    /// assert_eq!(Context::html().url("http://192.0.2.1/"), Context::html());
    /// ```
    pub fn url(self, url: &str) -> Context {
        match tld_of(url) {
            Some(tld) => self.tld(tld),
            None => self,
        }
    }

    /// The MIME type, for rows that read "by MIME type", where no Content-Type header comes.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// assert_eq!(sniff(b"@charset \"gbk\";", (), &Context::text().mime_type("text/css")).source, Source::AtCharset);
    /// ```
    pub fn mime_type(mut self, mime_type: &str) -> Context {
        self.facts.mime = Some(MimeClass::of(mime_type.as_bytes()));
        self
    }

    /// How many bytes from the start the prescan may read; 1,024 unless told.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let page = b"<!doctype html><meta charset=gbk>";
    /// assert_eq!(sniff(page, (), &Context::html().prescan_limit(15)).source, Source::Default);
    /// ```
    pub fn prescan_limit(mut self, bytes: usize) -> Context {
        self.facts.prescan_limit = bytes;
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

    /// What that browser ends up with, rather than the standards' letter.
    ///
    /// In HTML a declaration counts where the browser's parser finds it: in the first 1,024 bytes
    /// (or the [limit](Self::prescan_limit)), and behind them in the head. What a head is differs,
    /// and so do details of many [contexts](Kind); `docs/browsers.md` lists them. The detector never
    /// answers UTF-8 ([`Detection::Legacy`], and for Firefox its own detector with the feature `chardetng`;
    /// Chromium's, compact_enc_det, is not imitated). Of a head, and of an XML declaration, 1 MiB is
    /// read, or the limit if that is more: browsers read on, but no page means to be read so.
    ///
    /// A [`detection`](Self::detection) that is asked for, before or after this, is used instead.
    ///
    /// ```
    /// use charsniff::{Browser, Context, Encoding, sniff};
    /// let page = b"<title><meta charset=big5></title><meta charset=gbk charset=koi8&#45;r>";
    /// assert_eq!(sniff(page, (), &Context::html()).encoding, Encoding::Big5);
    /// // Of an attribute that comes twice, Chromium takes the last, Firefox the first.
    /// assert_eq!(sniff(page, (), &Context::html().as_browser(Browser::Chromium)).encoding, Encoding::Koi8R);
    /// assert_eq!(sniff(page, (), &Context::html().as_browser(Browser::Firefox)).encoding, Encoding::Gbk);
    /// ```
    pub fn as_browser(mut self, browser: Browser) -> Context {
        self.facts.browser = Some(browser);
        self
    }

    /// What most people's browser ends up with: [as Chromium](Self::as_browser).
    ///
    /// ```
    /// use charsniff::{Browser, Context};
    /// assert_eq!(Context::html().as_browsers_do(), Context::html().as_browser(Browser::Chromium));
    /// ```
    pub fn as_browsers_do(self) -> Context {
        self.as_browser(Browser::Chromium)
    }

    /// What text a crawler is best served with, rather than what the platform makes of it:
    ///
    /// - declarations are read [as Chromium](Self::as_browser) reads them;
    /// - labels that are none are taken for what they must mean (`utf_8`, `windows1251`,
    ///   `cp-1251`), and so are Content-Type headers with typos (`charset:utf-8`);
    /// - where no declaration counts the detector decides, which may answer UTF-8. A declaration in
    ///   HTML that browsers ignore, in a script or far down in the body, is a hint to it and no more
    ///   (the first one in 16 KiB; streams hold back as much for the detector). In HTML it does not
    ///   answer ISO-2022-JP: the escape sequences would hide or show markup that the same bytes do
    ///   not have in a browser;
    /// - malformed sequences become U+FFFD in every context, XML included ([`lossy`](Self::lossy)).
    ///
    /// A [`detection`](Self::detection) or a [browser](Self::as_browser) that is asked for, before or
    /// after this, is used instead.
    ///
    /// What is found so is tentative. The second verdict never hides the first, Chromium's with the
    /// same detector: [`Explanation::platform`](crate::Explanation::platform) has it, and the remark of a stage
    /// says where the platform finds something else.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, Source, Stage, explain};
    /// let context = Context::html().as_crawlers_need();
    /// let explanation = explain(b"<p>\xCC\xE0\xF0\xF1", "text/html; charset=cp-1251", &context);
    /// assert_eq!(explanation.sniffed.encoding, Encoding::Windows1251);
    /// assert_eq!(explanation.sniffed.source, Source::Transport);
    /// assert_ne!(explanation.platform.unwrap().source, Source::Transport);
    /// let remark = explanation.stage(Stage::Transport).remark.as_deref().unwrap();
    /// assert!(remark.ends_with("the platform finds nothing"));
    /// ```
    pub fn as_crawlers_need(mut self) -> Context {
        self.facts.browser.get_or_insert(Browser::Chromium);
        self.facts.as_crawlers_need = true;
        self
    }

    /// The same, without what only crawlers need; `None` if that is nothing.
    pub(crate) fn as_the_platform(&self) -> Option<Context> {
        self.facts.as_crawlers_need.then(|| {
            let mut context = self.clone();
            context.facts.detection = Some(self.facts.detection());
            context.facts.as_crawlers_need = false;
            context
        })
    }

    /// How far the detector may go; unless told, what [the browser](Self::as_browser) does, if there is
    /// one, else [`Detection::Full`].
    ///
    /// ```
    /// use charsniff::{Context, Detection, Source, sniff};
    /// assert_eq!(sniff("é".as_bytes(), (), &Context::html().detection(Detection::Off)).source, Source::Default);
    /// ```
    pub fn detection(mut self, detection: Detection) -> Context {
        self.facts.detection = Some(detection);
        self
    }

    /// Whether the detector may answer ISO-2022-JP anywhere. Off unless told: whoever can put escape
    /// sequences in a page could change how the rest of it is read. In text that is not read as
    /// HTML, [`as_browsers_do`](Self::as_browsers_do) and [`as_crawlers_need`](Self::as_crawlers_need)
    /// allow it, as browsers do.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let page = b"\x1B$B2P@1\x1B(B";
    /// assert_ne!(sniff(page, (), &Context::html()).encoding, Encoding::Iso2022Jp);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(page, (), &Context::html().detect_iso_2022_jp(true)).encoding, Encoding::Iso2022Jp);
    /// ```
    pub fn detect_iso_2022_jp(mut self, allowed: bool) -> Context {
        self.facts.detect_iso_2022_jp = allowed;
        self
    }

    /// How many bytes the detector may look at; no limit unless told.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let page = "<p>café".as_bytes();
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(page, (), &Context::html()).source, Source::Detector);
    /// assert_eq!(sniff(page, (), &Context::html().detection_ceiling(6)).source, Source::Default);
    /// ```
    pub fn detection_ceiling(mut self, bytes: usize) -> Context {
        self.facts.detection_ceiling = bytes;
        self
    }

    /// For [`Kind::TextDecoder`]: whether malformed input is an error. Other rows have their own
    /// error mode. [`lossy`](Self::lossy) is stronger.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, decode};
    /// assert!(decode(b"\xFF", (), &Context::text_decoder(Encoding::Utf8).fatal(true)).is_err());
    /// ```
    pub fn fatal(mut self, fatal: bool) -> Context {
        self.facts.fatal = fatal;
        self
    }

    /// Malformed sequences become U+FFFD in every context, those too whose error mode is fatal:
    /// malformed XML has a text. [`Decoded::errors`](crate::Decoded::errors) counts them.
    /// [`as_crawlers_need`](Self::as_crawlers_need) implies it.
    ///
    /// ```
    /// use charsniff::{Context, decode};
    /// assert!(decode(b"<a>\xFF</a>", (), &Context::xml()).is_err());
    /// let decoded = decode(b"<a>\xFF</a>", (), &Context::xml().lossy()).unwrap();
    /// assert_eq!((&*decoded.text, decoded.errors), ("<a>\u{FFFD}</a>", 1));
    /// ```
    pub fn lossy(mut self) -> Context {
        self.facts.lossy = true;
        self
    }

    /// For [`Kind::TextDecoder`]: whether a byte order mark is kept as U+FEFF.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, decode};
    /// let context = Context::text_decoder(Encoding::Utf8).ignore_bom(true);
    /// assert_eq!(decode(b"\xEF\xBB\xBFa", (), &context).unwrap().text, "\u{FEFF}a");
    /// ```
    pub fn ignore_bom(mut self, ignore_bom: bool) -> Context {
        self.facts.ignore_bom = ignore_bom;
        self
    }

    /// What becomes of a byte order mark here, the caller's choice included.
    pub(crate) fn bom(&self) -> policy::Bom {
        match self.policy().operation {
            policy::Operation::TextDecoder if self.facts.ignore_bom => policy::Bom::Keep,
            _ => self.policy().bom,
        }
    }

    /// Whether malformed input is an error here, the caller's choice included.
    pub(crate) fn is_fatal(&self) -> bool {
        match self.policy().error {
            _ if self.facts.lossy || self.facts.as_crawlers_need => false,
            policy::ErrorMode::CallersChoice => self.facts.fatal,
            policy::ErrorMode::Fatal | policy::ErrorMode::UriError => true,
            policy::ErrorMode::Replacement | policy::ErrorMode::Impossible => false,
        }
    }
}

/// The row in which a browser reads such a resource when nothing more is known.
fn kind_for(class: MimeClass) -> Kind {
    match class {
        MimeClass::Html => Kind::Html,
        MimeClass::Xml => Kind::Xml,
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

/// The top-level domain of a URL's host, if the host is a name.
fn tld_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("//")?;
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = host.split(':').next()?.trim_end_matches('.');
    let (_, tld) = host.rsplit_once('.')?;
    tld.chars().any(|c| !c.is_ascii_digit()).then_some(tld)
}

//! [Change the
//! encoding](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing),
//! for a declaration that a parser meets after decoding has begun.

use crate::decision::MayChange;
use crate::decision::deciding_label::DecidingLabel;
use crate::detector::claims::decoders_agree;
use crate::encoding::decoding::Decoding;
use crate::{Confidence, Context, Encoding, Headers, MetaScanner, Sniffed, Source, sniff};

/// The effect of a declaration on a text that is being read.
///
/// ```
/// use charsniff::{Change, Context, StreamDecoder};
/// let (mut stream, mut text) = (StreamDecoder::new("text/html; charset=utf-8", &Context::html()), String::new());
/// stream.push(b"<p>", &mut text).unwrap();
/// assert_eq!(stream.change_the_encoding(b"big5", &mut text), Change::Keep);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[must_use = "on `StartAgain` the text so far is wrong"]
#[non_exhaustive]
pub enum Change {
    /// Nothing changes: the encoding is certain already, it is UTF-16, or the label names no encoding.
    Keep,
    /// The declaration names the current encoding, which is now certain.
    Confirm,
    /// The rest is in another encoding. The text so far is the same in both.
    Switch {
        /// The encoding of the rest.
        encoding: Encoding,
        /// How many bytes of the resource decode alike in both: all that were decoded so far.
        agreed: usize,
    },
    /// The resource must be read again from its start, in another encoding.
    StartAgain {
        /// The encoding of the resource.
        encoding: Encoding,
        /// How many bytes at the start decode alike in both, for callers who can keep their text.
        agreed: usize,
    },
}

/// What *change the encoding* needs to know about the bytes that were decoded so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Read {
    /// The number of bytes.
    pub(super) length: usize,
    /// The position of the first byte above 7F.
    non_ascii: Option<usize>,
    /// The position of the first byte that ISO-2022-JP does not decode like ASCII.
    pub(super) escape: Option<usize>,
}

impl Read {
    /// Takes the next bytes. Linear in `bytes` until one is above 7F.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.non_ascii.is_none() {
            let ascii = Encoding::ascii_valid_up_to(bytes);
            self.non_ascii = (ascii < bytes.len()).then_some(self.length + ascii);
            let ascii = &bytes[..ascii];
            let escape = || memchr::memchr3(0x0E, 0x0F, 0x1B, ascii).map(|escape| self.length + escape);
            self.escape = self.escape.or_else(escape);
        }
        self.length += bytes.len();
    }

    /// How many bytes at the start decode alike in both encodings.
    pub(crate) fn agreement(&self, one: Encoding, other: Encoding) -> usize {
        let is_either = |encoding| one == encoding || other == encoding;
        if decoders_agree(one, other) {
            return self.length;
        }
        if is_either(Encoding::Replacement) || one.is_utf_16() || other.is_utf_16() {
            return 0;
        }
        let ascii = self.non_ascii.unwrap_or(self.length);
        match self.escape {
            Some(escape) if is_either(Encoding::Iso2022Jp) => escape.min(ascii),
            _ => ascii,
        }
    }
}

/// The standard's steps. `current` is tentative, `new` is declared, and `read` was decoded so far.
fn change_the_encoding(current: Encoding, new: Encoding, read: &Read) -> Change {
    // 1. A page in UTF-16 is not changed.
    if current.is_utf_16() {
        return Change::Keep;
    }
    // 2. and 3.
    let encoding = new.declared_in_meta();
    // 4.
    if encoding == current {
        return Change::Confirm;
    }
    // 5. and 6.
    let agreed = read.agreement(current, encoding);
    if agreed == read.length { Change::Switch { encoding, agreed } } else { Change::StartAgain { encoding, agreed } }
}

impl Sniffed {
    /// [Changes the
    /// encoding](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing)
    /// when an HTML parser has met a `<meta>` with this label. `read` is everything that was decoded so far, from the
    /// start of the resource, also what is after the `<meta>`.
    ///
    /// Unless the label names no encoding, the verdict becomes certain. If the `<meta>` changes or confirms the
    /// encoding, the verdict's source and encoding become those of the `<meta>`.
    ///
    /// Returns [`Change::Keep`] if the verdict is that of a context in which nothing changes the encoding: any but that
    /// of a page ([`Kind::Html`](crate::Kind::Html)), and a browser's or a crawler's [reading](Context::reading), which
    /// has considered late declarations already. A verdict that was deserialized does not know its context, and may be
    /// changed if it is tentative. Linear in `read`.
    ///
    /// ```
    /// use charsniff::{Change, Context, Detection, Encoding, MetaScanner, sniff};
    /// let page = b"<title>\xCD\xC1\xD2\xD3</title><meta charset=koi8-r>";
    /// let context = Context::html().prescan_limit(20).locale("ru").detection(Detection::Off);
    /// let mut sniffed = sniff(page, (), &context);
    /// assert_eq!(sniffed.encoding, Encoding::Windows1251);
    /// let declaration = MetaScanner::new(true).scan(page, true).unwrap();
    /// let change = sniffed.change_the_encoding(&declaration.label, page);
    /// assert_eq!(change, Change::StartAgain { encoding: Encoding::Koi8R, agreed: 7 });
    /// assert_eq!(sniffed.encoding, Encoding::Koi8R);
    /// ```
    pub fn change_the_encoding(&mut self, label: &[u8], read: &[u8]) -> Change {
        let mut summary = Read::default();
        summary.push(read);
        self.change(label, &summary)
    }

    pub(crate) fn change(&mut self, label: &[u8], read: &Read) -> Change {
        let Some(new) = Encoding::for_label(label).filter(|_| self.may_change.0) else { return Change::Keep };
        let change = change_the_encoding(self.encoding, new, read);
        (self.verdict.confidence, self.may_change) = (Confidence::Certain, MayChange(false));
        if let Change::Switch { encoding, .. } | Change::StartAgain { encoding, .. } = change {
            (self.verdict.encoding, self.decoding) = (encoding, Decoding::Encoding(encoding));
        }
        if change != Change::Keep {
            self.verdict.source = Source::Meta;
            self.label = DecidingLabel::new(label);
        }
        change
    }
}

impl Change {
    /// The change in kebab-case.
    ///
    /// ```
    /// use charsniff::Change;
    /// assert_eq!(Change::Keep.as_str(), "keep");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Change::Keep => "keep",
            Change::Confirm => "confirm",
            Change::Switch { .. } => "switch",
            Change::StartAgain { .. } => "start-again",
        }
    }
}

/// The final encoding of a page: that of [`sniff`](crate::sniff()), changed by the first `<meta>` that a parser of
/// the whole page would act on. Returns the final verdict, and what happened to the first one.
///
/// `bytes` is the whole page. The verdict is that of `sniff` if it is certain at once, in contexts in which nothing
/// changes the encoding, and in the [readings](crate::Reading) of browsers and crawlers, which find late declarations
/// before decoding begins. Linear in `bytes`.
///
/// ```
/// use charsniff::{Change, Confidence, Context, Encoding, sniff_and_change};
/// let page = [b"<title>x</title>".as_slice(), &[b' '; 2000], b"<meta charset=big5>"].concat();
/// let (sniffed, change) = sniff_and_change(&page, (), &Context::html());
/// assert_eq!((sniffed.encoding, sniffed.confidence), (Encoding::Big5, Confidence::Certain));
/// assert_eq!(change, Change::Switch { encoding: Encoding::Big5, agreed: 2035 });
/// ```
pub fn sniff_and_change(bytes: &[u8], headers: impl Headers, context: &Context) -> (Sniffed, Change) {
    let mut sniffed = sniff(bytes, headers, context);
    // In the encoding replacement a page has no tags that a parser could meet.
    let has_tags = sniffed.encoding != Encoding::Replacement;
    if !sniffed.may_change.0 || !has_tags {
        return (sniffed, Change::Keep);
    }
    let change = MetaScanner::new(true).scan(bytes, true).map_or(Change::Keep, |declaration| {
        let read = bytes.get(..declaration.tag.end).unwrap_or(bytes);
        sniffed.change_the_encoding(&declaration.label, read)
    });
    (sniffed, change)
}

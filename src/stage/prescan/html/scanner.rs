//! [`MetaScanner`]: finds the declarations that an HTML parser would act on.

use alloc::boxed::Box;
use core::cell::Cell;
use core::ops::Range;

use super::super::attributes::ends_a_name;
use super::super::meta::{self, Label, Rules};
use super::Browser;
use super::chromium::Flat;
use super::head::Head;
use super::tag::{Tag, TagEnd};
use super::tokenizer::{Construction, Tokenizer};
use super::tree::Tree;
use crate::Encoding;
use crate::context::Reading;
use crate::evidence::misspelled;
use crate::simd::Kernels;

/// A `<meta>` that names an encoding, at a place where an HTML parser would [act on
/// it](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead).
///
/// ```
/// use charsniff::MetaScanner;
/// let page = b"<body><meta charset=latin1>";
/// let found = MetaScanner::new(true).scan(page, true).unwrap();
/// assert_eq!((found.encoding.name(), found.in_head), ("windows-1252", false));
/// assert_eq!((&page[found.tag], &*found.label), (&b"<meta charset=latin1>"[..], &b"latin1"[..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct MetaDeclaration {
    /// The encoding that the label names. [`Change`](crate::Change) says what it means for the
    /// page.
    pub encoding: Encoding,
    /// Where the tag is in the resource, in bytes: from its `<` to after its `>`.
    pub tag: Range<usize>,
    /// The label, with character references decoded: what [`Sniffed::change_the_encoding`](crate::Sniffed::change_the_encoding)
    /// takes.
    #[cfg_attr(feature = "serde", serde(with = "crate::encoding::names::bytes"))]
    pub label: Box<[u8]>,
    /// Where the label is in the resource, in bytes. If it has character references, the whole
    /// value of the attribute.
    pub label_range: Range<usize>,
    /// Whether only tags that belong in a head came before it. If not, it is after `</head>`, in
    /// the body, or in or after a template.
    pub in_head: bool,
}

/// Finds the `<meta>` declarations that an HTML parser would act on, anywhere in a page whose bytes the caller holds.
/// For a page that comes in chunks, see [`MetaStream`](crate::MetaStream).
///
/// A `<meta>` is not found in comments, raw text (`script`, `style`, `title`, `textarea`, `xmp`,
/// `iframe`, `noembed`, `noframes`, `plaintext`, and `noscript` with scripting), attribute values,
/// CDATA sections and framesets. It is found in the head and the body, in tables, templates and
/// `select`, and it ends SVG and MathML. Character references in its attributes are decoded. These
/// are the rules of [tree
/// construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction). Elements
/// nested deeper than 512 are treated as empty.
///
/// The bytes are read as ASCII. That is right for every encoding except UTF-16, which no `<meta>` can change,
/// replacement, in which there are no tags, and ISO-2022-JP after an escape sequence.
///
/// ```
/// use charsniff::{Encoding, MetaScanner};
/// let page = b"<script>'<meta charset=big5>'</script><p>text<meta charset=koi8&#45;r>";
/// let found = MetaScanner::new(true).scan(page, true).unwrap();
/// assert_eq!(found.encoding, Encoding::Koi8R);
/// assert_eq!((found.tag.start, found.in_head), (45, false));
/// assert_eq!((&*found.label, &page[found.label_range]), (&b"koi8-r"[..], &b"koi8&#45;r"[..]));
/// ```
#[derive(Clone, Debug)]
pub struct MetaScanner {
    tokenizer: Tokenizer,
    position: usize,
    rules: Rules,
    /// Returns the encoding that a label names.
    named: fn(&[u8]) -> Option<Encoding>,
}

impl MetaScanner {
    /// A scanner at the start of a page. `scripting` is the parser's [scripting
    /// flag](https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag), which makes the
    /// contents of `noscript` text. In browsers it is on.
    ///
    /// ```
    /// use charsniff::MetaScanner;
    /// let page = b"<noscript><meta charset=big5></noscript>";
    /// assert!(MetaScanner::new(true).scan(page, true).is_none());
    /// assert!(MetaScanner::new(false).scan(page, true).is_some());
    /// ```
    #[must_use]
    pub fn new(scripting: bool) -> MetaScanner {
        MetaScanner::of(Construction::Tree(Tree::new(scripting)), Rules::Parser, usize::MAX)
    }

    /// A scanner for the declarations that count in this [`Reading`]. In the readings of browsers and crawlers these
    /// are the ones that begin in the first `limit` bytes (1,024 in browsers), and later ones in the head; where the
    /// head ends, and what a `<meta>` declares, depends on the browser. In the standard's reading all count, as in
    /// [`new`](Self::new), and `limit` is ignored. Scripting is on.
    ///
    /// ```
    /// use charsniff::{MetaScanner, Reading};
    /// let page = [b"<title>x</title>".as_slice(), &[b' '; 2000], b"<meta charset=big5>"].concat();
    /// assert!(MetaScanner::for_reading(Reading::Chromium, 1024).scan(&page, true).is_some());
    /// let page = [b"<body><title>x</title>".as_slice(), &[b' '; 2000], b"<meta charset=big5>"].concat();
    /// assert!(MetaScanner::for_reading(Reading::Chromium, 1024).scan(&page, true).is_none());
    /// ```
    #[must_use]
    pub fn for_reading(reading: Reading, limit: usize) -> MetaScanner {
        match reading.browser() {
            Some(browser) => MetaScanner::reading_as(browser, limit, true),
            None => MetaScanner::new(true),
        }
    }

    /// A browser's scanner, with or without scripting.
    pub(crate) fn reading_as(browser: Browser, limit: usize, scripting: bool) -> MetaScanner {
        match browser {
            Browser::Chromium => MetaScanner::of(Construction::Flat(Flat::default()), Rules::Chromium, limit),
            Browser::Firefox => MetaScanner::of(Construction::Tree(Tree::new(scripting)), Rules::Firefox, limit),
        }
    }

    /// This scanner, but also accepting misspelled labels.
    pub(crate) fn lenient(self) -> MetaScanner {
        MetaScanner { named: misspelled::encoding_for, ..self }
    }

    /// This scanner, but also finding labels that name no encoding.
    pub(crate) fn with_any_label(self) -> MetaScanner {
        MetaScanner { named: |_| Some(Encoding::Utf8), ..self }
    }

    fn of(construction: Construction, rules: Rules, limit: usize) -> MetaScanner {
        let tokenizer = Tokenizer::new(construction, Head::new(limit));
        MetaScanner { tokenizer, position: 0, rules, named: |label| Encoding::for_label(label) }
    }

    /// Whether no declaration after the [position](Self::position) can count.
    ///
    /// ```
    /// use charsniff::{MetaScanner, Reading};
    /// let mut scanner = MetaScanner::for_reading(Reading::Firefox, 4);
    /// assert!(scanner.scan(b"<title>x</title>", false).is_none() && !scanner.is_over());
    /// assert!(scanner.scan(b"<body>", false).is_none() && scanner.is_over());
    /// ```
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.tokenizer.head.is_behind(self.position)
    }

    /// How many bytes of the page were scanned: where the next call of [`scan`](Self::scan) begins.
    ///
    /// ```
    /// use charsniff::MetaScanner;
    /// let page = b"<p><meta charset=big5>text";
    /// let mut scanner = MetaScanner::new(true);
    /// assert!(scanner.scan(&page[..10], false).is_none());
    /// assert_eq!(scanner.position(), 3);
    /// assert_eq!(scanner.scan(&page[3..], true).unwrap().tag, 3..22);
    /// assert_eq!(scanner.position(), 22);
    /// ```
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Where the head ended, if it did.
    pub(crate) fn head_end(&self) -> Option<usize> {
        self.tokenizer.head.end
    }

    /// The next declaration in `bytes`, which are the bytes of the page from
    /// [`position`](Self::position) on. `last` says whether the page ends with them.
    ///
    /// Afterwards the position is after the declaration found, or at the start of a token that does
    /// not end in `bytes`. Pass those bytes again, with what follows them. With `last`, scanning
    /// stops early when no `<meta>` in the rest can name an encoding. Linear in `bytes`.
    ///
    /// ```
    /// use charsniff::{Encoding, MetaScanner};
    /// let (page, mut scanner) = (b"<meta charset=big5><p><meta charset=gbk>", MetaScanner::new(true));
    /// assert_eq!(scanner.scan(page, true).unwrap().encoding, Encoding::Big5);
    /// assert_eq!(scanner.scan(&page[scanner.position()..], true).unwrap().encoding, Encoding::Gbk);
    /// assert_eq!(scanner.scan(&page[scanner.position()..], true), None);
    /// ```
    pub fn scan(&mut self, bytes: &[u8], last: bool) -> Option<MetaDeclaration> {
        let start = self.position;
        let (encoding, tag, label_range) = self.next(bytes, last)?;
        let found = Tag::new(bytes.get(tag.start - start..tag.end - start)?);
        let (_, (label, _)) = declaration(&found, self.rules, self.named)?;
        let in_head = !self.tokenizer.head.is_over;
        Some(MetaDeclaration { encoding, label: label.into(), label_range, tag, in_head })
    }

    /// As [`scan`](Self::scan), without allocating: the encoding, and where the tag and the label are.
    pub(crate) fn next(&mut self, bytes: &[u8], last: bool) -> Option<(Encoding, Range<usize>, Range<usize>)> {
        let (rules, named) = (self.rules, self.named);
        let wanted = |tag: &Tag<'_>| declaration(tag, rules, named).map(|(encoding, (_, place))| (encoding, place));
        let (tag, (encoding, place)) = self.find(bytes, last, wanted)?;
        let label = within(&tag, place);
        Some((encoding, tag, label))
    }

    /// The encoding that the first declaration in a whole page names, and the place of its label.
    /// If there is none, the place of the first label that names no encoding.
    pub(crate) fn declaration_or_label(&self, page: &[u8]) -> Result<(Encoding, Range<usize>), Option<Range<usize>>> {
        let has_label = Cell::new(false);
        let wanted = |tag: &Tag<'_>| {
            let declaration = declaration(tag, self.rules, self.named).map(|(encoding, (_, place))| (encoding, place));
            has_label.set(has_label.get() || (declaration.is_none() && labels(tag, self.rules).next().is_some()));
            declaration
        };
        if let Some((tag, (encoding, label))) = self.clone().find(page, true, wanted) {
            return Ok((encoding, within(&tag, label)));
        }
        let wanted = |tag: &Tag<'_>| labels(tag, self.rules).next().map(|(_, label)| label);
        let label = has_label.get().then(|| self.clone().find(page, true, wanted)).flatten();
        Err(label.map(|(tag, label)| within(&tag, label)))
    }

    /// The next `<meta>` that counts and for which `wanted` returns something.
    fn find<T>(
        &mut self,
        bytes: &[u8],
        last: bool,
        wanted: impl Fn(&Tag<'_>) -> Option<T>,
    ) -> Option<(Range<usize>, T)> {
        let mut at = 0;
        let found =
            if last { self.jump(bytes, &mut at, &wanted) } else { self.walk(bytes, &mut at, bytes.len(), &wanted) };
        self.position += at;
        found
    }

    /// Reads tokens until a tag that is wanted, or the position `until`.
    fn walk<T>(
        &mut self,
        bytes: &[u8],
        at: &mut usize,
        until: usize,
        wanted: &impl Fn(&Tag<'_>) -> Option<T>,
    ) -> Option<(Range<usize>, T)> {
        while let Some(tag) = self.tokenizer.run(bytes, at, until, self.position) {
            if let Some(found) = wanted(&tag) {
                let end = self.position + *at;
                return Some((end - tag.bytes.len()..end, found));
            }
        }
        None
    }

    /// Searches for `<meta`, and only if that tag is wanted, reads the tokens before it, to see whether it is in raw
    /// text or a comment.
    fn jump<T>(
        &mut self,
        bytes: &[u8],
        at: &mut usize,
        wanted: &impl Fn(&Tag<'_>) -> Option<T>,
    ) -> Option<(Range<usize>, T)> {
        let mut metas = Metas::new(bytes);
        let mut speculation = 0;
        let mut from = *at;
        while let Some(meta) = metas.next(from) {
            // A tag that may turn out to be hidden is read ahead. The total read ahead is less than the bytes passed,
            // so scanning stays linear.
            let allowed = (meta + READ_AHEAD).saturating_sub(speculation).min(READ_AHEAD);
            let ahead = &bytes[meta..bytes.len().min(meta + allowed)];
            let length = TagEnd::default().find(ahead);
            speculation += length.unwrap_or(ahead.len());
            if length.is_some_and(|length| wanted(&Tag::new(&ahead[..length])).is_none()) {
                from = meta + 1;
                continue;
            }
            if let Some(found) = self.walk(bytes, at, meta + 1, wanted) {
                return Some(found);
            }
            if *at <= meta {
                break;
            }
            from = *at;
        }
        None
    }
}

/// The encoding that a `meta` declares, and its label, with its place in the tag. `named` gives the encoding that a label
/// names.
fn declaration<'a>(tag: &Tag<'a>, rules: Rules, named: fn(&[u8]) -> Option<Encoding>) -> Option<(Encoding, Label<'a>)> {
    labels(tag, rules).find_map(|label| Some((named(&label.0)?, label)))
}

/// The labels that count in a `meta`.
fn labels<'a>(tag: &Tag<'a>, rules: Rules) -> impl Iterator<Item = Label<'a>> {
    meta::labels(tag.bytes, &mut tag.attributes(), rules).into_iter().flatten()
}

/// Converts a range in a tag to a range in the page.
fn within(tag: &Range<usize>, place: Range<usize>) -> Range<usize> {
    tag.start + place.start..tag.start + place.end
}

/// How many bytes of a possible `<meta` tag are read ahead.
const READ_AHEAD: usize = 1024;

/// The places where a tag with the searched name may start.
struct Metas<'a> {
    bytes: &'a [u8],
    find_before_letter: fn(&[u8], u8, u8) -> Option<usize>,
    /// What the last search found. No tag starts between where it began and there.
    next: Option<usize>,
}

impl<'a> Metas<'a> {
    fn new(bytes: &'a [u8]) -> Metas<'a> {
        let find_before_letter = Kernels::best().find_before_letter;
        Metas { bytes, find_before_letter, next: find_before_letter(bytes, b'<', b'm') }
    }

    /// The first such place at or after `from`, which never decreases.
    fn next(&mut self, mut from: usize) -> Option<usize> {
        loop {
            let mut next = self.next?;
            if next < from {
                let found = (self.find_before_letter)(self.bytes.get(from..).unwrap_or_default(), b'<', b'm');
                self.next = found.map(|found| from + found);
                next = self.next?;
            }
            if let Some([_, m, e, t, a, end]) = self.bytes.get(next..next + b"<meta>".len())
                && [*m, *e, *t, *a].eq_ignore_ascii_case(b"meta")
                && ends_a_name(*end)
            {
                return Some(next);
            }
            from = next + 1;
        }
    }
}

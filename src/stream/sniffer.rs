//! [`Sniffer`]: sniffs a resource that arrives in chunks.

use alloc::vec::Vec;

use crate::context::Context;
use crate::context::policy::{Bom, Prescan};
use crate::decision::{decide, first_verdict};
use crate::encoding::bom::may_be_utf_32;
use crate::stage::prescan::{html, is_xml_in_utf_16, xml};
use crate::stage::{Case, Stage, Syntax};
use crate::{Encoding, Headers, MetaScanner, Sniffed, Source};

/// Sniffs the encoding of a resource that arrives in chunks. Holds bytes until the verdict is known: at most as many
/// as the prescan may read, or the three bytes of a byte order mark.
///
/// The verdict is known as early as possible: at once if the context does not look at the bytes, else at a
/// declaration, at the limit, or at the end. In a browser's or a crawler's [reading](Context::reading), the head of a
/// page or an XML declaration is held, up to 1 MiB, or up to the prescan's limit if that is larger; in a crawler's,
/// 16 KiB of any resource.
///
/// The verdict does not depend on the chunks. It is that of [`sniff`](crate::sniff()) on a start of the resource,
/// [truncated](Context::truncated) if the resource goes on. Where that start ends follows from the limits and the
/// bytes; more may be held, if they came in the same chunk.
///
/// ```
/// use charsniff::{Context, Encoding, Sniffer};
/// let mut sniffer = Sniffer::new((), &Context::html());
/// assert_eq!(sniffer.push(b"<title>x</title><meta char"), (26, None));
/// let (taken, sniffed) = sniffer.push(b"set=big5>...");
/// assert_eq!(sniffed.unwrap().encoding, Encoding::Big5);
/// assert_eq!((sniffer.held().len(), taken), (38, 12));
/// ```
#[derive(Clone, Debug)]
pub struct Sniffer {
    case: Case<'static>,
    held: Vec<u8>,
    /// The prescan is tried again when this many bytes are held. The number grows, so that the
    /// total cost stays linear for chunks of one byte.
    next_try: usize,
    /// Up to which position an XML declaration was found not to end.
    xml_open_until: usize,
    /// In HTML, in a browser's or a crawler's reading: where the first declaration ends, once it was found.
    declared_until: Option<usize>,
    /// Finds declarations as in a browser's or a crawler's reading, which may need the whole head.
    scanner: Option<MetaScanner>,
    sniffed: Option<Sniffed>,
    /// How many of the held bytes the verdict was made from, unless no byte at all could change it.
    evidence_length: Option<usize>,
}

/// What the bytes held say. It does not depend on how many more are held, so not on the chunks.
enum Look {
    /// More bytes are needed.
    Open,
    /// The verdict: no bytes after those that it needs can change it.
    Settled(Sniffed),
    /// The verdict is made from this many bytes: the number follows from the limits and the bytes, not from how many
    /// more are held.
    Enough(usize),
}

impl Sniffer {
    /// A sniffer for one resource.
    ///
    /// ```
    /// use charsniff::{Context, Sniffer, Source};
    /// let mut sniffer = Sniffer::new("text/html; charset=big5", &Context::html());
    /// assert_eq!(sniffer.finish(false).source, Source::Transport);
    /// ```
    pub fn new(headers: impl Headers, context: &Context) -> Sniffer {
        let case = Case::new(&headers, context).into_owned();
        let scanner = case.reads_html().then(|| html::scanner(&case)).flatten();
        Sniffer {
            case,
            held: Vec::new(),
            next_try: 0,
            xml_open_until: 0,
            declared_until: None,
            scanner,
            sniffed: None,
            evidence_length: None,
        }
    }

    /// Takes bytes from `chunk` as long as the verdict needs them. Returns how many were taken
    /// (they are held), and the verdict once it is known. The other bytes are left for the caller
    /// to decode. All calls together are linear in the bytes taken.
    ///
    /// ```
    /// use charsniff::{Context, Sniffer};
    /// let mut sniffer = Sniffer::new((), &Context::html().prescan_limit(8));
    /// assert_eq!(sniffer.push(b"<title>"), (7, None));
    /// // The limit ends the wait.
    /// let (taken, sniffed) = sniffer.push(b"text");
    /// assert_eq!(taken, 1);
    /// assert!(sniffed.is_some());
    /// ```
    #[must_use = "it says how many bytes were taken"]
    pub fn push(&mut self, chunk: &[u8]) -> (usize, Option<Sniffed>) {
        if self.sniffed.is_some() {
            return (0, self.sniffed);
        }
        let mut taken = self.hold(chunk, if self.scanner.is_some() { self.head_limit() } else { self.limit() });
        if self.held.len() >= self.limit() && self.xml_end().is_none() {
            taken += self.hold(chunk.get(taken..).unwrap_or_default(), self.head_limit());
        }
        self.sniffed = match self.look() {
            Look::Open => None,
            Look::Settled(sniffed) => Some(sniffed),
            Look::Enough(length) => Some(self.decide(length, true)),
        };
        (taken, self.sniffed)
    }

    /// Holds bytes of `chunk` until `most` are held. Returns how many were taken.
    fn hold(&mut self, chunk: &[u8], most: usize) -> usize {
        let taken = chunk.get(..most.saturating_sub(self.held.len())).unwrap_or(chunk);
        self.held.extend_from_slice(taken);
        taken.len()
    }

    /// The verdict on the bytes so far. `truncated` is false if the resource has ended, and true if
    /// the caller cannot wait any longer. Linear in the bytes held.
    ///
    /// ```
    /// use charsniff::{Context, Sniffer, Source};
    /// let mut sniffer = Sniffer::new((), &Context::html());
    /// assert_eq!(sniffer.push(b"<p>caf"), (6, None));
    /// assert_eq!(sniffer.finish(true).source, Source::Default);
    /// ```
    #[must_use]
    pub fn finish(&mut self, truncated: bool) -> Sniffed {
        match self.sniffed {
            Some(sniffed) => sniffed,
            None => {
                let sniffed = self.decide(self.held.len(), truncated);
                *self.sniffed.insert(sniffed)
            }
        }
    }

    /// The bytes taken so far, to be decoded once the verdict is known.
    ///
    /// ```
    /// use charsniff::{Context, Sniffer};
    /// let mut sniffer = Sniffer::new((), &Context::html());
    /// assert_eq!(sniffer.push(b"<p>caf"), (6, None));
    /// assert_eq!(sniffer.held(), b"<p>caf");
    /// ```
    #[must_use]
    pub fn held(&self) -> &[u8] {
        &self.held
    }

    /// Takes the bytes held.
    pub(crate) fn take_held(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.held)
    }

    /// How many of the held bytes the verdict was made from; `None` if no other bytes could have changed it.
    pub(crate) fn evidence_length(&self) -> Option<usize> {
        self.evidence_length
    }

    pub(crate) fn context(&self) -> &Context {
        &self.case.context
    }

    pub(crate) fn case(&self) -> &Case<'static> {
        &self.case
    }

    /// How many bytes the verdict can need, apart from a browser's search of the head.
    pub(crate) fn limit(&self) -> usize {
        self.case.context.facts.held_limit()
    }

    /// How many bytes the verdict can need in a browser's or a crawler's reading.
    fn head_limit(&self) -> usize {
        self.case.context.facts.head_limit()
    }

    /// How many bytes a browser or a crawler needs, however many, to know what an XML declaration says; `None` if more
    /// than are held.
    fn xml_end(&mut self) -> Option<usize> {
        let reads_xml = match self.case.policy.prescan {
            Prescan::Xml => true,
            Prescan::ByMimeType => self.case.bytes_decide() && self.case.syntax() == Ok(Syntax::Xml),
            _ => false,
        };
        let Some(browser) = self.case.context.facts.browser().filter(|_| reads_xml) else { return Some(0) };
        let most = self.head_limit();
        let end = xml::end(&self.held, browser, &mut self.xml_open_until);
        end.or((self.held.len() >= most).then_some(most))
    }

    /// Looks whether the bytes held are enough for a verdict.
    fn look(&mut self) -> Look {
        let policy = self.case.policy;
        if policy.bom != Bom::Keep && Encoding::for_start_of_bom(&self.held).next().is_some() {
            return Look::Open;
        }
        if self.case.reads_utf_32() && may_be_utf_32(&self.held) {
            return Look::Open;
        }
        if policy.prescan == Prescan::Never && !policy.detector {
            return Look::Settled(self.judge(self.held.len(), true));
        }
        if self.scanner.is_none()
            && self.held.len() >= self.limit()
            && let Some(end) = self.xml_end()
        {
            return Look::Enough(self.limit().max(end));
        }
        let evidence = self.case.evidence(&self.held);
        let bytes_decide = evidence.case.bytes_decide();
        let before_the_bytes = match bytes_decide {
            // The header and the environment are claims, which are weighed together with the bytes.
            true => &[Stage::Bom, Stage::Override][..],
            false => &[Stage::Bom, Stage::Override, Stage::Transport],
        };
        if let Some(sniffed) = first_verdict(&evidence, before_the_bytes) {
            return Look::Settled(sniffed);
        }
        if self.scanner.is_some() {
            return self.look_as_a_browser(bytes_decide).map_or(Look::Open, Look::Enough);
        }
        if bytes_decide || policy.prescan == Prescan::Never || self.held.len() < self.next_try {
            return Look::Open;
        }
        let declared = first_verdict(&evidence, &[Stage::Prescan]);
        let is_html = evidence.case.reads_html();
        self.next_try = self.held.len() + self.held.len() / 8 + 1;
        match declared {
            // In HTML an XML declaration counts only if no meta follows.
            Some(declared)
                if declared.source != Source::XmlDeclaration || declared.encoding.is_utf_16() || !is_html =>
            {
                Look::Settled(declared)
            }
            _ => Look::Open,
        }
    }

    /// How many bytes are enough in a browser's or a crawler's reading of HTML: up to a declaration, or to where none
    /// can count any more.
    fn look_as_a_browser(&mut self, bytes_decide: bool) -> Option<usize> {
        let (limit, most) = (self.limit(), self.head_limit());
        let is_utf_16 = is_xml_in_utf_16(&self.held)?;
        let scanner = self.scanner.as_mut()?;
        // In a crawler's reading, the first declaration ends the search, but more bytes are needed to judge it.
        if self.declared_until.is_none() && scanner.next(self.held.get(scanner.position()..)?, false).is_some() {
            self.declared_until = Some(scanner.position());
        }
        let needed = match self.declared_until {
            _ if is_utf_16 => Some(xml::CHROMIUMS_LEAST),
            None => scanner.is_over().then(|| limit.max(scanner.head_end().unwrap_or(0))),
            end => end,
        };
        // The detector judges a declaration by more bytes.
        let needed = needed.map_or(most, |needed| if bytes_decide { needed.max(limit) } else { needed });
        (self.held.len() >= needed).then_some(needed)
    }

    /// The verdict on the first `length` of the bytes held, which are its evidence.
    fn decide(&mut self, length: usize, truncated: bool) -> Sniffed {
        self.evidence_length = Some(length);
        self.judge(length, truncated)
    }

    fn judge(&self, length: usize, truncated: bool) -> Sniffed {
        let mut evidence = self.case.evidence(self.held.get(..length).unwrap_or(&self.held));
        evidence.is_truncated |= truncated;
        decide(&evidence)
    }
}

//! [`Sniffer`]: sniffs a resource that arrives in chunks.

use alloc::vec::Vec;

use crate::context::Context;
use crate::context::policy::{Bom, Policy, Prescan};
use crate::decision::{decide, first_verdict};
use crate::evidence::Metadata;
use crate::stage::prescan::{html, is_xml_in_utf_16, xml};
use crate::stage::{Evidence, Stage};
use crate::{Encoding, Headers, MetaScanner, Sniffed, Source};

/// Sniffs the encoding of a resource that arrives in chunks. Holds bytes until the verdict is known: at most as many
/// as the prescan may read, or the three bytes of a byte order mark.
///
/// The verdict is known as early as possible: at once if the context does not look at the bytes, else at a
/// declaration, at the limit, or at the end. It is the verdict of [`sniff`](crate::sniff()) on the bytes held,
/// [truncated](Context::truncated) if the resource goes on. In a browser's or a crawler's
/// [reading](Context::reading), the head of a page or an XML declaration is held, up to 1 MiB, or up to the prescan's
/// limit if that is larger; in a crawler's, 16 KiB of any resource.
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
    context: Context,
    policy: Policy,
    metadata: Metadata,
    held: Vec<u8>,
    /// The prescan is tried again when this many bytes are held. The number grows, so that the
    /// total cost stays linear for chunks of one byte.
    next_try: usize,
    /// In XML: the declaration does not end before this position. In HTML: the end of the first declaration; 0 if
    /// there is none.
    declared_up_to: usize,
    /// Finds declarations as in a browser's or a crawler's reading, which may need the whole head.
    scanner: Option<MetaScanner>,
    /// How many of the held bytes the verdict is based on, independent of the chunks.
    evidence_length: usize,
    sniffed: Option<Sniffed>,
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
        let policy = context.policy();
        let sniffer = Sniffer {
            context: context.clone(),
            policy,
            metadata: crate::decision::read(&headers, context, &policy),
            held: Vec::new(),
            next_try: 0,
            declared_up_to: 0,
            scanner: None,
            evidence_length: 0,
            sniffed: None,
        };
        let evidence = sniffer.evidence(&[]);
        let scanner = evidence.reads_html().then(|| html::scanner(&evidence)).flatten();
        Sniffer { scanner, ..sniffer }
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
        if self.held.len() >= self.limit() && self.is_in_long_declaration() {
            taken += self.hold(chunk.get(taken..).unwrap_or_default(), self.head_limit());
        }
        self.evidence_length = self.held.len();
        self.sniffed = self.verdict();
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
        let sniffed = self.sniffed.unwrap_or_else(|| self.decide(truncated));
        *self.sniffed.insert(sniffed)
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

    /// How many of the held bytes the verdict is based on.
    pub(crate) fn evidence_length(&self) -> usize {
        self.evidence_length
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    /// What is known about a resource that starts with `bytes`.
    pub(crate) fn evidence<'a>(&'a self, bytes: &'a [u8]) -> Evidence<'a> {
        Evidence::new(bytes, &self.context, &self.policy, &self.metadata)
    }

    /// How many bytes the verdict can need, apart from a browser's search of the head.
    pub(crate) fn limit(&self) -> usize {
        self.context.facts.held_limit()
    }

    /// How many bytes the verdict can need in a browser's or a crawler's reading.
    fn head_limit(&self) -> usize {
        self.context.facts.head_limit()
    }

    /// Whether a browser would need more bytes, however many, to know what an XML declaration says.
    fn is_in_long_declaration(&mut self) -> bool {
        let reads_xml = self.policy.prescan == Prescan::Xml;
        match self.context.facts.browser().filter(|_| reads_xml && self.held.len() < self.head_limit()) {
            Some(browser) => xml::is_open(&self.held, browser, &mut self.declared_up_to),
            None => false,
        }
    }

    /// The verdict, if no further byte can change it.
    fn verdict(&mut self) -> Option<Sniffed> {
        let policy = self.policy;
        let is_full = self.held.len() >= self.limit() && self.scanner.is_none() && !self.is_in_long_declaration();
        if policy.bom != Bom::Keep && Encoding::for_start_of_bom(&self.held).next().is_some() {
            return None;
        }
        let reads_bytes = policy.prescan != Prescan::Never || policy.detector;
        if is_full || !reads_bytes {
            return Some(self.decide(reads_bytes));
        }
        let evidence = self.evidence(&self.held);
        let bytes_decide = evidence.bytes_decide();
        let before_the_bytes = match bytes_decide {
            // The header and the environment are claims, which are weighed together with the bytes.
            true => &[Stage::Bom, Stage::Override][..],
            false => &[Stage::Bom, Stage::Override, Stage::Transport],
        };
        if let Some(sniffed) = first_verdict(&evidence, before_the_bytes) {
            return Some(sniffed);
        }
        if self.scanner.is_some() {
            return self.verdict_as_a_browser(bytes_decide);
        }
        if bytes_decide || policy.prescan == Prescan::Never || self.held.len() < self.next_try {
            return None;
        }
        let declared = first_verdict(&evidence, &[Stage::Prescan]);
        let is_html = evidence.reads_html();
        self.next_try = self.held.len() + self.held.len() / 8 + 1;
        let declared = declared?;
        // In HTML an XML declaration counts only if no meta follows.
        (declared.source != Source::XmlDeclaration || declared.encoding.is_utf_16() || !is_html).then_some(declared)
    }

    /// The verdict of a browser's or a crawler's reading, once a declaration was found or none can count any more.
    fn verdict_as_a_browser(&mut self, bytes_decide: bool) -> Option<Sniffed> {
        let (limit, is_full) = (self.limit(), self.held.len() >= self.head_limit());
        let is_utf_16 = is_xml_in_utf_16(&self.held)?;
        let scanner = self.scanner.as_mut()?;
        // In a crawler's reading, the first declaration ends the search, but more bytes are needed to judge it.
        if self.declared_up_to == 0 && scanner.scan(self.held.get(scanner.position()..)?, false).is_some() {
            self.declared_up_to = scanner.position();
        }
        let is_declared = is_utf_16 || self.declared_up_to > 0;
        let is_enough = match is_declared {
            true => !bytes_decide || self.held.len() >= limit,
            false => scanner.is_over() && self.held.len() >= limit,
        };
        if !is_enough {
            return is_full.then(|| self.decide(true));
        }
        if bytes_decide || !is_declared {
            let head_end = if is_declared { self.declared_up_to } else { scanner.head_end().unwrap_or(0) };
            self.evidence_length = self.held.len().min(limit.max(head_end));
        }
        Some(self.decide(true))
    }

    fn decide(&self, truncated: bool) -> Sniffed {
        let mut evidence = self.evidence(self.held.get(..self.evidence_length).unwrap_or(&self.held));
        evidence.is_truncated |= truncated;
        decide(&evidence)
    }
}

//! [`Sniffer`]: the pipeline when bytes arrive in chunks.

use alloc::vec::Vec;

use crate::context::Context;
use crate::context::policy::{Bom, Prescan};
use crate::decision::{decide, first_verdict};
use crate::evidence::Metadata;
use crate::stage::{Evidence, Stage};
use crate::{Encoding, Headers, MetaScanner, Sniffed, Source};

/// Sniffs a resource that arrives in chunks: takes bytes until the verdict stands, and holds
/// them back until then, never more than the context's prescan limit, or the three bytes of a byte
/// order mark.
///
/// The verdict comes with the first chunk that lets it: at once where nothing in the bytes is
/// consulted, at a declaration, at the limit, or at the end. It is [`sniff`](crate::sniff())'s
/// verdict on the bytes held back, [truncated](Context::truncated) unless they are all.
/// [As a browser](Context::as_browser), the head of a page or an XML declaration is held back,
/// up to 1 MiB, or the limit if that is more.
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
    metadata: Metadata,
    held: Vec<u8>,
    /// The prescan is tried again when this many bytes are held, so that chunks of one byte do
    /// not make the cost quadratic.
    next_try: usize,
    /// How far an XML declaration is known to go on.
    declared_up_to: usize,
    /// Where declarations are read as a browser does, which may need all of the head.
    scanner: Option<MetaScanner>,
    /// How many of the bytes held the verdict went by, whatever the chunks.
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
        let metadata = crate::decision::read(&headers, context);
        let mut sniffer = Sniffer {
            context: context.clone(),
            metadata,
            held: Vec::new(),
            next_try: 0,
            declared_up_to: 0,
            scanner: None,
            evidence_length: 0,
            sniffed: None,
        };
        if sniffer.reads_html() {
            sniffer.scanner = crate::stage::prescan::browser::scanner(context);
        }
        sniffer
    }

    /// Takes bytes from `chunk` while the verdict needs them: how many were taken (and are held),
    /// and the verdict once it stands. Bytes behind those taken are the caller's to decode.
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
    pub fn push(&mut self, chunk: &[u8]) -> (usize, Option<Sniffed>) {
        if self.sniffed.is_some() {
            return (0, self.sniffed);
        }
        let mut taken = self.hold(chunk, if self.scanner.is_some() { self.most_head() } else { self.limit() });
        if self.held.len() >= self.limit() && self.is_in_long_declaration() {
            taken += self.hold(chunk.get(taken..).unwrap_or_default(), self.most_head());
        }
        self.evidence_length = self.held.len();
        self.sniffed = self.verdict();
        (taken, self.sniffed)
    }

    /// Holds back bytes of `chunk` until `most` are held: how many were taken.
    fn hold(&mut self, chunk: &[u8], most: usize) -> usize {
        let taken = chunk.get(..most.saturating_sub(self.held.len())).unwrap_or(chunk);
        self.held.extend_from_slice(taken);
        taken.len()
    }

    /// The verdict on what has come: the resource has ended, or the caller can wait no longer
    /// and says so by `truncated`.
    ///
    /// ```
    /// use charsniff::{Context, Sniffer, Source};
    /// let mut sniffer = Sniffer::new((), &Context::html());
    /// assert_eq!(sniffer.push(b"<p>caf"), (6, None));
    /// assert_eq!(sniffer.finish(true).source, Source::Default);
    /// ```
    pub fn finish(&mut self, truncated: bool) -> Sniffed {
        let sniffed = self.sniffed.unwrap_or_else(|| self.decide(truncated));
        *self.sniffed.insert(sniffed)
    }

    /// The bytes taken so far: to be decoded once the verdict stands.
    ///
    /// ```
    /// use charsniff::{Context, Sniffer};
    /// let mut sniffer = Sniffer::new((), &Context::html());
    /// assert_eq!(sniffer.push(b"<p>caf"), (6, None));
    /// assert_eq!(sniffer.held(), b"<p>caf");
    /// ```
    pub fn held(&self) -> &[u8] {
        &self.held
    }

    /// The same, which are forgotten here.
    pub(crate) fn take_held(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.held)
    }

    /// How many of them the verdict went by.
    pub(crate) fn evidence_length(&self) -> usize {
        self.evidence_length
    }

    fn evidence(&self) -> &[u8] {
        self.held.get(..self.evidence_length).unwrap_or(&self.held)
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    pub(crate) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// How many bytes the verdict can need: the prescan's, at least a byte order mark's.
    pub(crate) fn limit(&self) -> usize {
        self.context.facts.most_held()
    }

    /// How many bytes it can need as a browser does.
    fn most_head(&self) -> usize {
        self.context.facts.most_head()
    }

    /// Whether an XML declaration that has begun goes on, which browsers let be of any length.
    fn is_in_long_declaration(&mut self) -> bool {
        let reads_all = self.context.facts.browser.is_some() && self.context.policy().prescan == Prescan::Xml;
        if !reads_all || self.held.len() >= self.most_head() || !self.held.starts_with(b"<?xml") {
            return false;
        }
        let rest = self.held.get(self.declared_up_to..).unwrap_or_default();
        let end = memchr::memchr(b'>', rest);
        self.declared_up_to += end.unwrap_or(rest.len());
        end.is_none()
    }

    /// The verdict, if no further byte can change it.
    fn verdict(&mut self) -> Option<Sniffed> {
        let policy = self.context.policy();
        let is_full = self.held.len() >= self.limit() && self.scanner.is_none() && !self.is_in_long_declaration();
        if policy.bom != Bom::Keep && Encoding::for_start_of_bom(&self.held).next().is_some() {
            return None;
        }
        let reads_bytes = policy.prescan != Prescan::Never || policy.detector;
        if is_full || !reads_bytes {
            return Some(self.decide(reads_bytes));
        }
        let evidence = Evidence { bytes: &self.held, context: &self.context, metadata: &self.metadata };
        if let Some(sniffed) = first_verdict(&evidence, &[Stage::Bom, Stage::Override, Stage::Transport]) {
            return Some(sniffed);
        }
        if self.scanner.is_some() {
            return self.verdict_as_a_browser();
        }
        // What only looks like a declaration gives way to one that may still come.
        let is_patient = self.context.facts.as_crawlers_need;
        if is_patient || policy.prescan == Prescan::Never || self.held.len() < self.next_try {
            return None;
        }
        self.next_try = self.held.len() + self.held.len() / 8 + 1;
        let declared = first_verdict(&evidence, &[Stage::Prescan])?;
        // In HTML an XML declaration counts only if no meta follows.
        (declared.source != Source::XmlDeclaration || declared.encoding.is_utf_16() || !self.reads_html())
            .then_some(declared)
    }

    /// The verdict, if a declaration has come or none can count any more.
    fn verdict_as_a_browser(&mut self) -> Option<Sniffed> {
        let (limit, is_full) = (self.limit(), self.held.len() >= self.most_head());
        let scanner = self.scanner.as_mut()?;
        let is_utf_16 = scanner.position() == 0 && crate::stage::prescan::is_xml_in_utf_16(&self.held);
        let is_declared = is_utf_16 || scanner.scan(self.held.get(scanner.position()..)?, false).is_some();
        if !is_declared && (!scanner.is_over() || self.held.len() < limit) {
            return is_full.then(|| self.decide(true));
        }
        if !is_declared {
            self.evidence_length = self.held.len().min(limit.max(scanner.head_end().unwrap_or(0)));
        }
        Some(self.decide(true))
    }

    /// Whether the prescan is HTML's.
    fn reads_html(&self) -> bool {
        Evidence { bytes: &[], context: &self.context, metadata: &self.metadata }.reads_html()
    }

    fn decide(&self, truncated: bool) -> Sniffed {
        let is_truncated = truncated || self.context.facts.truncated;
        let context = self.context.clone().truncated(is_truncated);
        decide(&Evidence { bytes: self.evidence(), context: &context, metadata: &self.metadata })
    }
}

//! The summary of all records, written at the end.

use std::collections::BTreeMap;
use std::fmt;

use charsniff::{Confidence, Encoding, Explanation, Health, Source, Stage};
use charsniff_warc::{Damage, RecordKind};

/// What one record contributes to the summary.
pub struct Facts {
    name: &'static str,
    source: Source,
    confidence: Confidence,
    /// The declared encoding, and the detected one, if they give different texts.
    disagreement: Option<(Encoding, Encoding)>,
    bytes: u64,
    undecodable: u64,
    /// Whether nothing looks wrong with the text.
    pub is_well: bool,
}

impl Facts {
    pub fn new(name: &'static str, explanation: &Explanation, bytes: &[u8], health: &Health) -> Facts {
        let sniffed = &explanation.sniffed;
        let is_declared = explanation.label().is_some();
        let detected = explanation.stage(Stage::Detector).encoding;
        let disagreement =
            detected.filter(|&detected| is_declared && reads_otherwise(bytes, sniffed.encoding, detected));
        Facts {
            name,
            source: sniffed.source,
            confidence: sniffed.confidence,
            disagreement: disagreement.map(|detected| (sniffed.encoding, detected)),
            bytes: bytes.len() as u64,
            undecodable: health.malformed_bytes as u64,
            is_well: health.is_well(),
        }
    }
}

/// Whether the start of a body gives different texts in two encodings. GBK is the same as gb18030,
/// and windows-1252 is mostly the same as windows-1254.
fn reads_otherwise(body: &[u8], one: Encoding, other: Encoding) -> bool {
    const START: usize = 1024 * 1024;
    let start = &body[..body.len().min(START)];
    let text = |encoding: Encoding| encoding.decode_with_bom_removal(start).0;
    one != other && text(one) != text(other)
}

/// The totals over all records.
#[derive(Default)]
pub struct Summary {
    records: u64,
    bytes: u64,
    undecodable: u64,
    certain: u64,
    binary: u64,
    damaged: u64,
    broken: u64,
    others: BTreeMap<RecordKind, u64>,
    encodings: BTreeMap<&'static str, u64>,
    sources: BTreeMap<&'static str, u64>,
    disagreements: BTreeMap<(Encoding, Encoding), u64>,
}

impl Summary {
    pub fn add(&mut self, facts: &Facts) {
        self.records += 1;
        self.bytes += facts.bytes;
        self.undecodable += facts.undecodable;
        self.certain += u64::from(facts.confidence == Confidence::Certain);
        *self.encodings.entry(facts.name).or_default() += 1;
        *self.sources.entry(facts.source.as_str()).or_default() += 1;
        if let Some(disagreement) = facts.disagreement {
            *self.disagreements.entry(disagreement).or_default() += 1;
        }
    }

    /// Counts a resource that is not text.
    pub fn add_binary(&mut self) {
        self.binary += 1;
    }

    /// Counts a resource if bytes of it are missing or may be wrong.
    pub fn add_damage(&mut self, damage: &[Damage]) {
        self.damaged += u64::from(damage.iter().any(Damage::is_loss));
    }

    /// Counts a damaged record without a resource.
    pub fn add_damaged(&mut self) {
        self.damaged += 1;
    }

    /// Counts a record without a resource.
    pub fn add_other(&mut self, kind: RecordKind) {
        *self.others.entry(kind).or_default() += 1;
    }

    pub fn add_broken(&mut self) {
        self.broken += 1;
    }

    pub fn records(&self) -> u64 {
        self.records + self.binary
    }

    fn share(&self, count: u64) -> f64 {
        100.0 * count as f64 / self.records.max(1) as f64
    }

    /// Writes one line per entry of `counts`, the largest first.
    fn lines(&self, f: &mut fmt::Formatter<'_>, title: &str, counts: &BTreeMap<&'static str, u64>) -> fmt::Result {
        let mut counts: Vec<_> = counts.iter().collect();
        counts.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
        for (n, (name, &count)) in counts.into_iter().enumerate() {
            let title = if n == 0 { title } else { "" };
            writeln!(f, "{title:<12}{name:<18}{count:>10}  {:>5.1} %", self.share(count))?;
        }
        Ok(())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { records, bytes, binary, damaged, broken, undecodable, .. } = self;
        write!(
            f,
            "{records} texts, {bytes} bytes; {binary} binary; {damaged} damaged; {broken} broken; passed over: "
        )?;
        let others = self.others.iter().map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ");
        writeln!(f, "{}", if others.is_empty() { "none" } else { &others })?;
        self.lines(f, "encoding", &self.encodings)?;
        self.lines(f, "source", &self.sources)?;
        let tentative = self.records - self.certain;
        writeln!(f, "{:<12}{:<18}{:>10}  {:>5.1} %", "confidence", "certain", self.certain, self.share(self.certain))?;
        writeln!(f, "{:<12}{:<18}{:>10}  {:>5.1} %", "", "tentative", tentative, self.share(tentative))?;
        let disagreeing: u64 = self.disagreements.values().sum();
        writeln!(f, "declared against detected: {disagreeing} disagree")?;
        for ((declared, detected), count) in &self.disagreements {
            writeln!(f, "{:<12}{declared} declared, {detected} detected: {count}", "")?;
        }
        writeln!(f, "undecodable bytes: {undecodable}")
    }
}

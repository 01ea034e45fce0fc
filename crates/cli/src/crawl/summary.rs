//! The summary of all records, written at the end.

use std::collections::BTreeMap;
use std::fmt;

use charsniff::{Confidence, Encoding, Health, Sniffed, Source};
use charsniff_warc::{Damage, RecordKind};

/// What one record contributes to the summary.
pub struct Facts {
    name: &'static str,
    source: Source,
    confidence: Confidence,
    /// The declared encoding, and the one that the bytes show instead.
    refuted: Option<(Encoding, Encoding)>,
    bytes: u64,
    /// What was found wrong with the text, if it was checked.
    pub health: Option<Health>,
}

impl Facts {
    pub fn new(sniffed: &Sniffed, bytes: &[u8], health: Option<&Health>) -> Facts {
        // The first refuted claim, which would have decided.
        let refuted = sniffed.refuted().next().map(|claim| claim.encoding);
        Facts {
            name: sniffed.name(),
            source: sniffed.source,
            confidence: sniffed.confidence,
            refuted: refuted.map(|claimed| (claimed, sniffed.encoding)),
            bytes: bytes.len() as u64,
            health: health.copied(),
        }
    }
}

/// The totals over all records.
#[derive(Default)]
pub struct Summary {
    records: u64,
    bytes: u64,
    /// In the texts that were checked; `None` if none was.
    undecodable: Option<u64>,
    certain: u64,
    binary: u64,
    damaged: u64,
    broken: u64,
    others: BTreeMap<RecordKind, u64>,
    encodings: BTreeMap<&'static str, u64>,
    sources: BTreeMap<&'static str, u64>,
    refuted: BTreeMap<(Encoding, Encoding), u64>,
}

impl Summary {
    pub fn add(&mut self, facts: &Facts) {
        self.records += 1;
        self.bytes += facts.bytes;
        if let Some(health) = &facts.health {
            *self.undecodable.get_or_insert_default() += health.malformed_bytes as u64;
        }
        self.certain += u64::from(facts.confidence == Confidence::Certain);
        *self.encodings.entry(facts.name).or_default() += 1;
        *self.sources.entry(facts.source.as_str()).or_default() += 1;
        if let Some(refuted) = facts.refuted {
            *self.refuted.entry(refuted).or_default() += 1;
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
        let refuted: u64 = self.refuted.values().sum();
        writeln!(f, "declarations refuted by the bytes: {refuted}")?;
        for ((declared, is), count) in &self.refuted {
            writeln!(f, "{:<12}{declared} declared, {is} in fact: {count}", "")?;
        }
        match undecodable {
            Some(bytes) => writeln!(f, "undecodable bytes: {bytes}"),
            None => Ok(()),
        }
    }
}

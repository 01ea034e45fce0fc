//! The summary of all records, written at the end: for people, and as JSON. All of its numbers are sums, so that the
//! summaries of several files can be added.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use charsniff::{Claims, Confidence, Health, Sniffed};
use charsniff_warc::{RecordDamage, RecordKind};

/// How many pairs of encodings are listed for people. JSON has all.
const MOST_PAIRS: usize = 20;

/// What one record contributes to the summary.
pub struct Facts {
    sniffed: Sniffed,
    declared: Declared,
    bytes: u64,
    /// What was found wrong with the text, if it was checked.
    pub health: Option<Health>,
}

impl Facts {
    pub fn new(sniffed: &Sniffed, declared: Declared, bytes: &[u8], health: Option<&Health>) -> Facts {
        Facts { sniffed: *sniffed, declared, bytes: bytes.len() as u64, health: health.copied() }
    }
}

/// What a page declares in its header and in itself, and whether the bytes refute that.
#[derive(Clone, Default)]
pub struct Declared {
    pub header: Option<Declaration>,
    pub meta: Option<Declaration>,
}

#[derive(Clone)]
pub struct Declaration {
    /// The name of the encoding, or the label that names none.
    pub name: String,
    pub is_encoding: bool,
    pub is_refuted: bool,
}

impl Declared {
    pub fn new(declared: &Claims, bytes: &[u8], sniffed: &Sniffed) -> Declared {
        let of = |declared: &charsniff::Claim| Declaration {
            name: declared.name(),
            is_encoding: declared.encoding.is_some(),
            is_refuted: declared.is_refuted(bytes, sniffed),
        };
        Declared { header: declared.header.as_ref().map(of), meta: declared.meta.as_ref().map(of) }
    }
}

/// How many pages declare an encoding, and how many of these lie.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Share {
    /// Pages that declare one anywhere.
    any: u64,
    header: u64,
    meta: u64,
    both: u64,
    /// Those of `both` that declare the same twice.
    agree: u64,
    /// Pages of which a declaration is refuted by the bytes.
    refuted: u64,
    header_refuted: u64,
    meta_refuted: u64,
    #[serde(with = "pairs")]
    pairs: BTreeMap<Pair, u64>,
}

/// A refuted declaration.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    /// `header` or `meta`.
    place: String,
    declared: String,
    is: String,
}

/// Pairs in JSON: an array, the largest first.
mod pairs {
    use super::{BTreeMap, Deserialize, Pair, Serialize, largest_first};
    use serde::{Deserializer, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Counted {
        place: String,
        declared: String,
        is: String,
        pages: u64,
    }

    pub fn serialize<S: Serializer>(pairs: &BTreeMap<Pair, u64>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(largest_first(pairs).into_iter().map(|(pair, pages)| {
            let Pair { place, declared, is } = pair.clone();
            Counted { place, declared, is, pages }
        }))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<Pair, u64>, D::Error> {
        let all = Vec::<Counted>::deserialize(deserializer)?;
        Ok(all
            .into_iter()
            .map(|Counted { place, declared, is, pages }| (Pair { place, declared, is }, pages))
            .collect())
    }
}

/// The totals over all records.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Summary {
    /// Lines of the output.
    rows: u64,
    texts: u64,
    bytes: u64,
    binary: u64,
    damaged: u64,
    broken: u64,
    /// In the texts that were checked; `None` if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    malformed_bytes: Option<u64>,
    certain: u64,
    passed_over: BTreeMap<String, u64>,
    encodings: BTreeMap<String, u64>,
    sources: BTreeMap<String, u64>,
    declarations: Share,
}

impl Summary {
    pub fn add(&mut self, facts: &Facts) {
        self.texts += 1;
        self.bytes += facts.bytes;
        if let Some(health) = &facts.health {
            *self.malformed_bytes.get_or_insert_default() += health.malformed_bytes as u64;
        }
        self.certain += u64::from(facts.sniffed.confidence == Confidence::Certain);
        count(&mut self.encodings, facts.sniffed.name());
        count(&mut self.sources, facts.sniffed.source.as_str());
        self.declarations.add(&facts.declared, facts.sniffed.name());
    }

    /// Counts a resource that is not text.
    pub fn add_binary(&mut self) {
        self.binary += 1;
    }

    /// Counts a resource if bytes of it are missing or may be wrong.
    pub fn add_damage(&mut self, damage: &[RecordDamage]) {
        self.damaged += u64::from(damage.iter().any(RecordDamage::is_loss));
    }

    /// Counts a damaged record without a resource.
    pub fn add_damaged(&mut self) {
        self.damaged += 1;
    }

    /// Counts a record without a resource.
    pub fn add_other(&mut self, kind: RecordKind) {
        count(&mut self.passed_over, kind.as_str());
    }

    pub fn add_broken(&mut self) {
        self.broken += 1;
    }

    /// Counts a line of the output.
    pub fn add_row(&mut self) {
        self.rows += 1;
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many records are damaged, or are not records at all.
    pub fn damaged(&self) -> u64 {
        self.damaged + self.broken
    }

    /// Adds the totals of other records.
    pub fn merge(&mut self, other: &Summary) {
        let Summary { rows, texts, bytes, binary, damaged, broken, certain, .. } = other;
        self.rows += rows;
        self.texts += texts;
        self.bytes += bytes;
        self.binary += binary;
        self.damaged += damaged;
        self.broken += broken;
        self.certain += certain;
        if let Some(bytes) = other.malformed_bytes {
            *self.malformed_bytes.get_or_insert_default() += bytes;
        }
        merge(&mut self.passed_over, &other.passed_over);
        merge(&mut self.encodings, &other.encodings);
        merge(&mut self.sources, &other.sources);
        self.declarations.merge(&other.declarations);
    }

    fn share(&self, count: u64) -> f64 {
        share(count, self.texts)
    }

    /// Writes one line per entry of `counts`, the largest first.
    fn lines(&self, f: &mut fmt::Formatter<'_>, title: &str, counts: &BTreeMap<String, u64>) -> fmt::Result {
        for (n, (name, count)) in largest_first(counts).into_iter().enumerate() {
            let title = if n == 0 { title } else { "" };
            writeln!(f, "{title:<12}{name:<18}{count:>10}  {:>5.1} %", self.share(count))?;
        }
        Ok(())
    }
}

impl Share {
    fn add(&mut self, declared: &Declared, is: &str) {
        let of = |declaration: &Option<Declaration>| declaration.clone().filter(|declaration| declaration.is_encoding);
        let (header, meta) = (of(&declared.header), of(&declared.meta));
        self.any += u64::from(header.is_some() || meta.is_some());
        self.header += u64::from(header.is_some());
        self.meta += u64::from(meta.is_some());
        if let (Some(header), Some(meta)) = (&header, &meta) {
            self.both += 1;
            self.agree += u64::from(header.name == meta.name);
        }
        let header = header.filter(|header| header.is_refuted);
        let meta = meta.filter(|meta| meta.is_refuted);
        self.refuted += u64::from(header.is_some() || meta.is_some());
        self.header_refuted += u64::from(header.is_some());
        self.meta_refuted += u64::from(meta.is_some());
        for (place, declaration) in [("header", header), ("meta", meta)] {
            if let Some(Declaration { name, .. }) = declaration {
                *self.pairs.entry(Pair { place: place.into(), declared: name, is: is.into() }).or_default() += 1;
            }
        }
    }

    fn merge(&mut self, other: &Share) {
        self.any += other.any;
        self.header += other.header;
        self.meta += other.meta;
        self.both += other.both;
        self.agree += other.agree;
        self.refuted += other.refuted;
        self.header_refuted += other.header_refuted;
        self.meta_refuted += other.meta_refuted;
        merge(&mut self.pairs, &other.pairs);
    }
}

fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => drop(counts.insert(name.to_owned(), 1)),
    }
}

fn merge<K: Ord + Clone>(counts: &mut BTreeMap<K, u64>, others: &BTreeMap<K, u64>) {
    for (key, count) in others {
        *counts.entry(key.clone()).or_default() += count;
    }
}

fn share(count: u64, all: u64) -> f64 {
    100.0 * count as f64 / all.max(1) as f64
}

fn largest_first<K>(counts: &BTreeMap<K, u64>) -> Vec<(&K, u64)> {
    let mut counts: Vec<_> = counts.iter().map(|(key, &count)| (key, count)).collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { texts, bytes, binary, damaged, broken, .. } = self;
        write!(f, "{texts} texts, {bytes} bytes; {binary} binary; {damaged} damaged; {broken} broken; passed over: ")?;
        let others = self.passed_over.iter().map(|(kind, count)| format!("{count} {kind}"));
        let others = others.collect::<Vec<_>>().join(", ");
        writeln!(f, "{}", if others.is_empty() { "none" } else { &others })?;
        self.lines(f, "encoding", &self.encodings)?;
        self.lines(f, "source", &self.sources)?;
        let tentative = self.texts - self.certain.min(self.texts);
        writeln!(f, "{:<12}{:<18}{:>10}  {:>5.1} %", "confidence", "certain", self.certain, self.share(self.certain))?;
        writeln!(f, "{:<12}{:<18}{:>10}  {:>5.1} %", "", "tentative", tentative, self.share(tentative))?;
        self.declarations.fmt(f)?;
        match self.malformed_bytes {
            Some(bytes) => writeln!(f, "undecodable bytes: {bytes}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Share { any, header, meta, both, agree, refuted, .. } = self;
        writeln!(
            f,
            "{any} texts declare an encoding: {header} in the header, {meta} in themselves, {both} in both, of which {agree} agree; \
             {refuted} are refuted by the bytes, {:.1} %",
            share(*refuted, *any)
        )?;
        for (Pair { place, declared, is }, count) in largest_first(&self.pairs).into_iter().take(MOST_PAIRS) {
            writeln!(f, "{:<12}{declared} in the {place}, {is} in fact: {count}", "")?;
        }
        match self.pairs.len().saturating_sub(MOST_PAIRS) {
            0 => Ok(()),
            more => writeln!(f, "{:<12}and {more} more pairs", ""),
        }
    }
}

//! The odds: what every encoding costs, with what is known besides the bytes.

use alloc::vec::Vec;

use super::hints::Hints;
use super::model::{PER_NAT, Reading};
use super::sample::{Pairs, Seen};
use super::table::{CHARSETS, LANGUAGES, READINGS};
use super::two_byte::{Progress, SCRIPTS, Script};
use crate::Encoding;
use crate::codec::single_byte_scalars;

/// How rare an encoding is among the Web's unlabelled pages, as a cost: what it has to be better
/// by than windows-1252.
fn rarity(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Windows1252 => 0,
        Encoding::Windows1251 => 4,
        Encoding::ShiftJis | Encoding::EucJp | Encoding::EucKr | Encoding::Gbk | Encoding::Big5 => 4,
        Encoding::Windows1254 | Encoding::Windows1256 | Encoding::Windows1257 => 14,
        Encoding::Iso8859_7 | Encoding::Windows1253 | Encoding::Windows1255 | Encoding::Iso8859_15 => 16,
        Encoding::Windows874 | Encoding::Koi8R => 18,
        Encoding::Windows1250 => 20,
        Encoding::Iso8859_2 => 22,
        Encoding::Windows1258 | Encoding::Koi8U => 24,
        Encoding::Iso8859_5 | Encoding::Ibm866 | Encoding::Iso8859_6 | Encoding::XMacCyrillic => 28,
        Encoding::Iso8859_8 | Encoding::Iso8859_8I | Encoding::Iso8859_13 | Encoding::Iso8859_4 => 34,
        _ => 42,
    }
}

/// By how many nats an encoding may be behind, when a part of the sample was weighed, to be
/// weighed on. A hint or two are worth much less.
const HOPELESS: u32 = 80 * PER_NAT;

/// Where totals start: what is cheaper than usual is taken off.
const OFFSET: u32 = 1 << 20;

/// How much of a sample is weighed before the hopeless are dropped.
const FIRST_PART: usize = 192;

/// What each encoding costs: weighed as each of its languages.
pub(super) struct Ranking {
    single_byte: Vec<(&'static Reading, u32)>,
    two_byte: Vec<(&'static Script, Progress, u32)>,
}

impl Ranking {
    /// Weighs a sample in the encodings that `allowed` holds.
    pub(super) fn new(text: &[u8], hints: &Hints<'_>, allowed: impl Fn(Encoding) -> bool) -> Ranking {
        let odds =
            |encoding, language| OFFSET + rarity(encoding) + hints.cost(language) + hints.cost_of_encoding(encoding);
        let readings = READINGS.iter().filter(|reading| allowed(reading.encoding()));
        let mut ranking = Ranking {
            single_byte: readings.map(|reading| (reading, odds(reading.encoding(), reading.language().tag))).collect(),
            two_byte: SCRIPTS
                .iter()
                .map(|script| (script, Progress::START, odds(script.encoding, script.language)))
                .collect(),
        };
        let first_part = FIRST_PART.min(text.len());
        ranking.weigh(&text[..first_part], text, first_part);
        ranking.drop_hopeless();
        ranking.weigh(&text[first_part.saturating_sub(1)..], text, text.len());
        ranking
    }

    fn weigh(&mut self, part: &[u8], text: &[u8], end: usize) {
        self.add_pairs(part);
        for (script, progress, total) in &mut self.two_byte {
            *total = total.saturating_add(script.cost(text, progress, end));
        }
    }

    /// Weighs more text, in which characters may be cut, in the single-byte encodings; the others
    /// are out of it.
    pub(super) fn add_novel(&mut self, text: &[u8]) {
        self.two_byte.clear();
        self.add_pairs(text);
    }

    fn add_pairs(&mut self, text: &[u8]) {
        let pairs = Pairs::new(text);
        let charsets = CHARSETS.each_ref().map(|charset| charset.cost(&pairs));
        let general = LANGUAGES[0].ascii_costs(&pairs);
        let languages = LANGUAGES.each_ref().map(|language| language.ascii_cost(&pairs, &general));
        for (reading, total) in &mut self.single_byte {
            let charset = charsets.get(reading.charset).copied().unwrap_or_default();
            let ascii = languages.get(reading.language).copied().unwrap_or_default();
            *total = total.saturating_add(charset).saturating_add(reading.cost(&pairs)).saturating_add_signed(ascii);
        }
    }

    fn drop_hopeless(&mut self) {
        let totals = self.single_byte.iter().map(|(_, total)| *total);
        let best = totals.chain(self.two_byte.iter().map(|(.., total)| *total)).min().unwrap_or(0);
        self.single_byte.retain(|(_, total)| total - best <= HOPELESS);
        self.two_byte.retain(|(.., total)| total - best <= HOPELESS);
    }

    /// Raises the cost of the encodings that `of` holds.
    pub(super) fn raise(&mut self, nats: u32, of: impl Fn(Encoding) -> bool) {
        let single_byte = self.single_byte.iter_mut().map(|(reading, total)| (reading.encoding(), total));
        let two_byte = self.two_byte.iter_mut().map(|(script, _, total)| (script.encoding, total));
        for (encoding, total) in single_byte.chain(two_byte) {
            if of(encoding) {
                *total = total.saturating_add(nats.saturating_mul(PER_NAT));
            }
        }
    }

    /// The best encoding, the best of those that read the bytes `seen` differently, and by how
    /// many nats the first is better.
    pub(super) fn best(&self, seen: &Seen) -> Option<(Encoding, Option<Encoding>, u32)> {
        let mut costs = self.costs();
        costs.sort_unstable();
        let &(cost, best) = costs.first()?;
        // Of those that come to the same the most usual.
        let alike = costs.iter().map(|(_, encoding)| *encoding).filter(|encoding| reads_alike(*encoding, best, seen));
        let best = alike.min_by_key(|encoding| (rarity(*encoding), *encoding)).unwrap_or(best);
        let second = costs.iter().find(|(_, encoding)| !reads_alike(*encoding, best, seen));
        let margin = second.map_or(HOPELESS, |(second, _)| second - cost) / PER_NAT;
        Some((best, second.map(|(_, encoding)| *encoding), margin))
    }
}

impl Ranking {
    /// The likeliest encodings with their costs, `best` first, and of those that read the bytes
    /// `seen` alike the first only.
    pub(super) fn candidates(&self, seen: &Seen, best: Encoding, most: usize) -> Vec<(Encoding, u32)> {
        let mut costs = self.costs();
        costs.sort_unstable();
        // Of encodings that read alike another may have been the cheaper.
        let alike = costs.iter().find(|(_, encoding)| reads_alike(*encoding, best, seen));
        let cost = alike.map_or(OFFSET, |(cost, _)| *cost);
        let mut candidates = alloc::vec![(best, cost)];
        for (cost, encoding) in costs {
            if candidates.len() >= most {
                break;
            }
            if !candidates.iter().any(|(other, _)| reads_alike(encoding, *other, seen)) {
                candidates.push((encoding, cost));
            }
        }
        candidates
    }

    /// What the encodings cost in each of their languages.
    fn costs(&self) -> Vec<(u32, Encoding)> {
        let single_byte = self.single_byte.iter().map(|(reading, total)| (*total, reading.encoding()));
        let two_byte = self.two_byte.iter().map(|(script, _, total)| (*total, script.encoding));
        single_byte.chain(two_byte).collect()
    }
}

/// Whether two encodings read the bytes `seen` as the same characters.
fn reads_alike(a: Encoding, b: Encoding, seen: &Seen) -> bool {
    if a == b {
        return true;
    }
    if !(a.is_single_byte() && b.is_single_byte()) {
        return false;
    }
    let (a, b) = (single_byte_scalars(a), single_byte_scalars(b));
    seen.high_bytes().all(|high| a.get(high) == b.get(high))
}

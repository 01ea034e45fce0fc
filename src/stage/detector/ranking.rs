//! The odds: what every encoding costs, with what is known besides the bytes.

use super::hints::Hints;
use super::model::PER_NAT;
use super::sample::{Pairs, Seen};
use super::{model, two_byte};
use crate::Encoding;
use crate::codec::single_byte_table;

/// How rare an encoding is on the Web, as a cost: what it has to be better by than windows-1252.
fn rarity(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Windows1252 | Encoding::Windows1251 => 0,
        Encoding::ShiftJis | Encoding::EucJp | Encoding::EucKr | Encoding::Gbk | Encoding::Big5 => 0,
        Encoding::Windows1250 | Encoding::Windows1254 | Encoding::Windows1256 => 4,
        Encoding::Iso8859_2 | Encoding::Iso8859_7 | Encoding::Windows1253 | Encoding::Windows1255 => 6,
        Encoding::Windows874 | Encoding::Koi8R | Encoding::Windows1257 => 6,
        Encoding::Koi8U | Encoding::Windows1258 | Encoding::Iso8859_15 => 12,
        Encoding::Iso8859_5 | Encoding::Ibm866 | Encoding::Iso8859_6 => 16,
        Encoding::Iso8859_8 | Encoding::Iso8859_8I | Encoding::Iso8859_13 => 20,
        Encoding::XMacCyrillic | Encoding::Macintosh => 24,
        _ => 32,
    }
}

/// The cost of each encoding, `None` where it was not weighed.
pub(super) struct Ranking([Option<u32>; Encoding::COUNT]);

impl Ranking {
    /// Weighs a sample in all encodings, or, with `single_byte_only`, pairs in those.
    pub(super) fn new(text: &[u8], single_byte_only: bool, hints: &Hints<'_>) -> Ranking {
        let mut ranking = Ranking([None; Encoding::COUNT]);
        let mut consider = |encoding: Encoding, language: &[u8], cost: u32| {
            let odds = rarity(encoding) + hints.cost(language);
            let cost = cost.saturating_add(odds);
            let best = &mut ranking.0[encoding as usize];
            *best = Some(best.map_or(cost, |best| best.min(cost)));
        };
        model::weigh(&Pairs::new(text), &mut consider);
        if !single_byte_only {
            two_byte::weigh(text, &mut consider);
        }
        ranking
    }

    /// Lowers the cost of `encoding`, for a reason of its own.
    pub(super) fn favour(&mut self, encoding: Encoding, nats: u32) {
        // `chardetng` does not tell KOI8-R from KOI8-U, nor ISO-8859-8-I from windows-1255.
        let encodings: &[Encoding] = match encoding {
            Encoding::Koi8U => &[Encoding::Koi8U, Encoding::Koi8R],
            _ => &[encoding],
        };
        for encoding in encodings {
            if let Some(cost) = &mut self.0[*encoding as usize] {
                *cost = cost.saturating_sub(nats * PER_NAT);
            }
        }
    }

    /// Raises the cost of `encoding`.
    pub(super) fn burden(&mut self, encoding: Encoding, nats: u32) {
        if let Some(cost) = &mut self.0[encoding as usize] {
            *cost = cost.saturating_add(nats * PER_NAT);
        }
    }

    /// Takes out what `keep` does not hold.
    pub(super) fn retain(&mut self, keep: impl Fn(Encoding) -> bool) {
        for encoding in Encoding::ALL {
            if !keep(encoding) {
                self.0[encoding as usize] = None;
            }
        }
    }

    /// The best encoding, the best of those that read the bytes `seen` differently, and by how
    /// many nats the first is better.
    pub(super) fn best(&self, seen: &Seen) -> Option<(Encoding, Option<Encoding>, u32)> {
        let cheapest = |differs_from: Option<Encoding>| {
            let costs = Encoding::ALL.into_iter().zip(self.0);
            costs
                .filter_map(|(encoding, cost)| Some((cost?, encoding)))
                .filter(|(_, encoding)| differs_from.is_none_or(|other| !reads_alike(*encoding, other, seen)))
                .min()
        };
        let (cost, best) = cheapest(None)?;
        let second = cheapest(Some(best));
        let margin = second.map_or(u32::MAX, |(second, _)| (second - cost) / PER_NAT);
        Some((best, second.map(|(_, encoding)| encoding), margin))
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
    let (a, b) = (single_byte_table(a).scalars, single_byte_table(b).scalars);
    a.iter().zip(b).zip(seen.high()).all(|((a, b), seen)| !seen || a == b)
}

//! The characters of a page, and how common each one is. Text that belongs to the page has mostly the same
//! characters.

use alloc::vec;
use alloc::vec::Vec;

use super::oddness::{self, Class};

/// The cost of a character that the page lacks, in nats.
const UNSEEN: i32 = 6;

/// The most that the length of the page adds to it, in nats.
const UNSEEN_IN_LONG: i32 = 4;

/// The additional cost of a letter if the page has none of its script.
const UNSEEN_SCRIPT: i32 = 4;

/// A page with fewer characters beyond ASCII is taken to have letters of Latin script, too.
const FEW: u32 = 20;

/// How often each character from U+0080 to U+FFFF occurs in a page.
#[derive(Clone)]
pub(super) struct Alphabet {
    counts: Vec<u16>,
    total: u32,
    /// The lead bytes of the characters.
    leads: [bool; 256],
    /// The scripts, and how many of its letters each has.
    scripts: Vec<(u16, u32)>,
}

impl Alphabet {
    pub(super) fn new() -> Alphabet {
        Alphabet { counts: vec![0; 0x1_0000], total: 0, leads: [false; 256], scripts: Vec::new() }
    }

    /// Counts the characters of `text`. Linear.
    pub(super) fn add(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_ascii()) {
            let Some(count) = self.counts.get_mut(c as usize) else { continue };
            if *count == 0 {
                let lead = c.encode_utf8(&mut [0; 4]).as_bytes().first().copied().unwrap_or_default();
                self.leads[usize::from(lead)] = true;
            }
            *count = count.saturating_add(1);
            self.total = self.total.saturating_add(1);
            let Class { script, .. } = oddness::class(c);
            match self.scripts.iter_mut().find(|(own, _)| *own == script) {
                Some((_, letters)) => *letters = letters.saturating_add(1),
                None => self.scripts.push((script, 1)),
            }
        }
    }

    /// Takes away what [`add`](Self::add) counted. Linear.
    pub(super) fn take_away(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_ascii()) {
            let Some(count) = self.counts.get_mut(c as usize) else { continue };
            *count = count.saturating_sub(1);
            self.total = self.total.saturating_sub(1);
            let script = oddness::class(c).script;
            if let Some((_, letters)) = self.scripts.iter_mut().find(|(own, _)| *own == script) {
                *letters = letters.saturating_sub(1);
            }
        }
    }

    /// Whether the page has letters of a script beyond ASCII.
    pub(super) fn has_script(&self, script: u16) -> bool {
        let has = self.scripts.iter().any(|(own, letters)| *own == script && *letters > 0);
        has || script == oddness::LATIN && self.total < FEW
    }

    /// Whether a character is no letter, or one of a script of the page.
    pub(super) fn has_script_of(&self, c: char) -> bool {
        let Class { script, .. } = oddness::class(c);
        script == 0 || self.has_script(script)
    }

    /// How many characters were counted.
    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// How often a character occurs.
    pub(super) fn count(&self, c: char) -> usize {
        self.counts.get(c as usize).copied().unwrap_or_default().into()
    }

    /// Whether a character of the page starts with this byte.
    pub(super) fn has_lead(&self, lead: u8) -> bool {
        self.leads[usize::from(lead)]
    }

    /// The cost of `c`, in nats: the rarer it is in the page, the higher.
    pub(super) fn cost(&self, c: char) -> i32 {
        if c.is_ascii() {
            return 1;
        }
        match self.counts.get(c as usize) {
            Some(&count) if count > 0 => {
                let ratio = (self.total / u32::from(count)).max(1);
                // One bit is about 0.7 nats.
                ((ratio.ilog2() * 7).div_ceil(10) as i32 + 1).min(UNSEEN + 1)
            }
            _ => {
                let Class { script, cost: own, .. } = oddness::class(c);
                let is_new = script > 0 && !self.has_script(script);
                let longer = (self.total + 1).ilog2() as i32 * 7 / 20;
                UNSEEN + longer.min(UNSEEN_IN_LONG) + own + if is_new { UNSEEN_SCRIPT } else { 0 }
            }
        }
    }
}

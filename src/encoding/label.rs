//! [Get an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get) from a label.
//!
//! The 228 labels are in a perfect hash table of 2,048 slots that the compiler fills. A slot has
//! the number of the label to compare with. A lookup hashes the label, one multiplication per byte, and
//! compares once.

use crate::encoding::Encoding;

/// A multiplier that gives each of the 228 labels a slot of its own, found by trial. If the labels
/// change, [`SLOTS`] may fail to compile; then another odd number is needed.
const MULTIPLIER: u32 = 2_601_423_887;
const SLOT_BITS: u32 = 11;

/// The length of the longest label; anything longer is not a label.
const LONGEST: usize = {
    let mut longest = 0;
    let mut e = 0;
    while e < Encoding::COUNT {
        let labels = Encoding::ALL[e].labels();
        let mut l = 0;
        while l < labels.len() {
            if labels[l].len() > longest {
                longest = labels[l].len();
            }
            l += 1;
        }
        e += 1;
    }
    longest
};

/// How many labels the encodings before each one have.
static LABELS_BEFORE: [u8; Encoding::COUNT] = {
    let mut before = [0; Encoding::COUNT];
    let mut e = 1;
    while e < Encoding::COUNT {
        before[e] = before[e - 1] + Encoding::ALL[e - 1].labels().len() as u8;
        e += 1;
    }
    before
};

const EMPTY: u8 = u8::MAX;

/// The number of the label in each slot, counted over all encodings.
static SLOTS: [u8; 1 << SLOT_BITS] = {
    let mut slots = [EMPTY; 1 << SLOT_BITS];
    let (mut e, mut number) = (0, 0);
    while e < Encoding::COUNT {
        let labels = Encoding::ALL[e].labels();
        let mut l = 0;
        while l < labels.len() {
            let slot = hash(labels[l].as_bytes());
            assert!(slots[slot] == EMPTY, "two labels share a slot: change MULTIPLIER");
            slots[slot] = number;
            number += 1;
            l += 1;
        }
        e += 1;
    }
    slots
};

const fn hash(lowercase: &[u8]) -> usize {
    let mut h = lowercase.len() as u32;
    let mut i = 0;
    while i < lowercase.len() {
        h = (h ^ lowercase[i] as u32).wrapping_mul(MULTIPLIER);
        i += 1;
    }
    (h >> (32 - SLOT_BITS)) as usize
}

/// The standard's *ASCII whitespace*: 09 0A 0C 0D 20.
pub(crate) const fn is_ascii_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// Strips the standard's *ASCII whitespace* from both ends.
pub(crate) fn strip_ascii_whitespace(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_ascii_whitespace(*first)
    {
        bytes = rest;
    }
    while let [rest @ .., last] = bytes
        && is_ascii_whitespace(*last)
    {
        bytes = rest;
    }
    bytes
}

impl Encoding {
    /// [Get an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get): the encoding that
    /// `label` names. ASCII whitespace around it and its case are ignored.
    ///
    /// `None` is the standard's *failure*. Does not allocate. Takes constant time, plus time linear
    /// in the whitespace around the label.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert_eq!(Encoding::for_label(b"\n Windows-1251\t"), Some(Encoding::Windows1251));
    /// assert_eq!(Encoding::for_label(b"utf_8"), None);
    /// ```
    #[must_use]
    pub fn for_label(label: &[u8]) -> Option<Encoding> {
        let label = strip_ascii_whitespace(label);
        let mut buffer = [0; LONGEST];
        let lowercase = buffer.get_mut(..label.len())?;
        lowercase.copy_from_slice(label);
        lowercase.make_ascii_lowercase();
        let number = SLOTS[hash(lowercase)];
        let place = LABELS_BEFORE.partition_point(|before| *before <= number) - 1;
        let encoding = Encoding::ALL[place];
        let expected = encoding.labels().get(usize::from(number - LABELS_BEFORE[place]))?;
        (expected.as_bytes() == lowercase).then_some(encoding)
    }

    /// [`for_label`](Self::for_label), but also `None` for the labels of
    /// [replacement](https://encoding.spec.whatwg.org/#replacement), for callers who would rather
    /// reject such a resource than show a single U+FFFD.
    ///
    /// ```
    /// use charsniff::Encoding;
    /// assert_eq!(Encoding::for_label_no_replacement(b"iso-2022-kr"), None);
    /// ```
    #[must_use]
    pub fn for_label_no_replacement(label: &[u8]) -> Option<Encoding> {
        Encoding::for_label(label).filter(|&encoding| encoding != Encoding::Replacement)
    }
}

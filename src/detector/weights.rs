//! The numbers of the sum: what evidence is worth that no table of counts holds.
//!
//! Each is a cost, the negative logarithm of a probability, in eighths of a nat ([`PER_NAT`]), unless its comment names
//! another unit. `tools/fit` measures each number on texts whose encoding is known; its test doubles and halves each one,
//! and expects an answer or a probability to change. *Fitted*: the value lowers the loss of the truth (log loss) on the
//! half of the samples that tuning may see, and no more honest declarations are overruled. *Set*: chosen by hand, for the
//! reason given. The others are estimates that the fit left alone.
//!
//! Other numbers are no weights: the tables of the models (`model`), the priors of encodings (`priors.rs`), and how many
//! bytes are looked at, which is a matter of time.

/// The number of cost units in a nat, the unit of natural logarithms.
pub(crate) const PER_NAT: u32 = 8;

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "adjustable"))]
            #[inline(always)]
            pub(crate) const fn $name() -> u32 {
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "adjustable")]
            pub(crate) fn $name() -> u32 {
                adjustable::$name.load(core::sync::atomic::Ordering::Relaxed)
            }
        )*

        /// The numbers as a program can change them, for `tools/fit`.
        #[cfg(feature = "adjustable")]
        #[allow(non_upper_case_globals)]
        pub mod adjustable {
            use core::sync::atomic::AtomicU32;

            use super::*;

            $(pub(super) static $name: AtomicU32 = AtomicU32::new($value);)*

            /// All numbers with their names.
            pub static ALL: &[(&str, &AtomicU32)] = &[$((stringify!($name), &$name)),*];
        }
    };
}

weights! {
    // Letters and signs.

    /// A malformed sequence, or a byte without a character. Set: rare in text, but no proof. Above the cost of any letter.
    malformed = 40 * PER_NAT;
    /// A lowercase letter before a capital of the same word.
    capital_in_word = 6 * PER_NAT;
    /// A lowercase letter of a Latin encoding after two capitals, besides the cost of its case: `ABc` is no word. Russian has
    /// acronyms with endings (`ВУЗы`).
    after_capitals = 8 * PER_NAT;
    /// A letter of another script than Latin that is a word by itself among ASCII words, or stands alone behind an ASCII
    /// letter: it is rather a letter of their language, such as à.
    lone_letter = 10 * PER_NAT;
    /// A letter of another script than Latin that stands alone before an ASCII letter.
    lone_letter_before = 14 * PER_NAT;
    /// What each such letter costs besides in an encoding that is declared, since no declaration forgives it.
    structure = 4 * PER_NAT;
    /// Anything but º or ª at the end of an ordinal, as in IIIª and 42.º.
    no_ordinal = 6 * PER_NAT;
    /// ASCII words that are English, in another language in Latin script: at the start of a sample.
    english_at_start = 6 * PER_NAT;
    /// The same in the rest of a sample.
    english_later = PER_NAT;

    // Characters of two bytes.

    /// The highest cost of a sign that text in Latin script has too.
    common_sign = 6 * PER_NAT;
    /// The same sign again. Also the place of a character of two bytes, in addition to its own cost; and the most that a
    /// character of valid UTF-8 costs, which no model may know, but which is hardly chance.
    again = PER_NAT;
    /// A character of two bytes before or behind an ASCII letter; behind it, this is all that its place costs.
    beside_letter = 7 * PER_NAT;
    /// A character of two bytes alone among ASCII where a single-byte encoding has a likely sign for the same bytes: £, °C.
    lone_character = 3 * PER_NAT;
    /// Kana alone between spaces: the same bytes are letters of Hangul in EUC-KR.
    lone_kana = 4 * PER_NAT;
    /// The highest cost of half-width katakana behind another character.
    katakana = 30;

    // UTF-8 with a few malformed words, or beside other claims.

    /// A word with malformed sequences.
    malformed_word = 12 * PER_NAT;
    /// In characters: how many above U+007F text in UTF-8 has for each malformed word. Set: with one, twice as many honest
    /// declarations are overruled.
    characters_per_malformed_word = 2;
    /// A malformed byte, if it is dropped.
    dropped_byte = 5 * PER_NAT;
    /// A character that no model of the encoding knows, or that is cut off at the end of the text.
    unknown_character = 8 * PER_NAT;

    // UTF-16.

    /// A control that text does not have, in any encoding but UTF-16, where a code unit that is one costs four times as much.
    control = 9 * PER_NAT / 2;
    /// A printable byte of ASCII, where it is half of another character in UTF-16.
    ascii_byte = 5 * PER_NAT / 2;
    /// UTF-16 without a byte order mark, unless it is declared. Set: at 5 nats, with `ascii_byte` at 2, more than twice as many
    /// short legacy texts came out as UTF-16.
    utf_16 = 8 * PER_NAT;

    // Priors.

    /// Letters that form no words, such as an alphabet.
    list = 17;
    /// A language in another script than Latin, if the sample has none of its letters, or no two neighbouring ones: a page
    /// in Russian has words in Russian, not only typographic signs.
    no_letter = 20 * PER_NAT;
    /// A language in another script than Latin, if the sample is a word of two letters.
    short_foreign = 3 * PER_NAT;
    /// KOI8-R and KOI8-U, if nothing is declared: capitals in windows-1251 are lowercase letters in them. Set: with 9, `мама` in
    /// KOI8-R is Greek.
    undeclared_koi8 = 8;
    /// In 32nds of a nat: each halving of the share that a language has of all pages; a third of ln 2, since pages that declare
    /// nothing are distributed less unevenly. Set on the scoreboard and on published files: with less, more of the files are
    /// wrong; with more, more of the scoreboard's texts.
    halving = 7;
    /// Languages that the page does not name in `lang` or in Content-Language. The user's locale counts a third of it, a
    /// top-level domain a sixth.
    page_language = 3 * PER_NAT;

    // Claims.

    /// A label in a header or in the page. Other claims count half: windows-1252, which servers and templates declare by
    /// default, a declaration where browsers ignore it, a caller's preference. Fitted.
    claim = 12 * PER_NAT;
    /// UTF-8 that is declared so. Set: declared UTF-8 stays if it has one character and one malformed sequence.
    claim_of_utf_8 = 16 * PER_NAT;
    /// In per cent: how much less a text costs in a declared encoding, since in a model that does not know the language
    /// every word is unlikely.
    forgiven = 10;
    /// In per cent: the same for a single byte above 7F, in an encoding of another script than Latin. Set: a lone sign of Thai
    /// refutes no declaration. A share that falls with each further pair was worse: fewer lies were seen through.
    forgiven_a_scrap = 33;

    // None of these.

    /// Text in no encoding that may be the answer, or in no language that a model knows.
    none = 8 * PER_NAT;
    /// The same, for each pair of neighbours with a byte above 7F: so much more than a pair costs in text of the likeliest
    /// language.
    none_per_pair = 6;
    /// The same in a two-byte encoding.
    none_per_pair_of_two_bytes = 44;
    /// What each odd character of the answer takes off it, such as a control.
    odd_character = 74;

    // From costs to answers.

    /// Of encodings that decode the text alike, the most common one whose cost is within this margin of the lowest is the
    /// answer. For Turkish text without ğ, ı and ş, windows-1252 is outside, so that the answer is windows-1254.
    improbable = 10 * PER_NAT;
    /// How much more the text costs in any other language, if the language is known.
    clear_language = 5 * PER_NAT;
    /// In per cent: how much of a difference in cost becomes a difference in probability. Neighbours depend on each other,
    /// so the sum of their costs overstates the evidence. Fitted, and of published files no answer at 0.99 is wrong.
    evidence = 48;
}

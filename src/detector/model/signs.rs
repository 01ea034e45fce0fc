//! The costs of signs by their neighbours, the same for all languages.
//!
//! The numbers are costs in tenths of a nat: the negative logarithm of the probability of a class
//! of characters after another. They are estimates: in 4.5 million bigrams of freely licensed
//! texts, only 29 of the 361 pairs occur 50 times (`tools/scoreboard/signs.py` counts them). They follow common
//! usage: ’ is inside a word or after it, “ is before a word, ™ is after one, £ is before a number.

use crate::detector::model::symbol::*;
use crate::detector::weights::PER_NAT;

const CLASSES: usize = LETTER as usize + 1;

/// The length of a row of [`SIGNS`], of which the first [`CLASSES`] costs are used. A power of two needs no
/// multiplication.
pub(crate) const SIGNS_ROW: usize = 32;

/// The cost of a class of characters after another: a row for each first class. The last class is the
/// language's own letters.
pub(crate) static SIGNS: [u8; SIGNS_ROW * SIGNS_ROW] = {
    // A row for each first class, and a column for each second one, in the order of their numbers:
    // `for.` are foreign letters, `own` the language's own.
    #[rustfmt::skip]
    let rows: [(u8, [u32; CLASSES]); CLASSES] = [
        //                  sp    .    7    ’    “    ‘    ”    –    •    ®    £    °    ²    ¦ nbsp    A for. junk  own
        (SPACE,          [   0,   0,   0,  80,  55,  75,  60,  50,  60,  90,  65,  65,  80, 100,  55,   0,  90, 150,   0]),
        (END,            [   0,   0,   0,  80,  75,  95,  45,  65,  90,  85,  80,  95,  95, 110,  60,   0,  90, 150,  10]),
        (DIGIT,          [   0,   0,   0,  85, 100, 120,  70,  55,  95,  85,  60,  45,  45, 100,  60,   0, 110, 150,  30]),
        (APOSTROPHE,     [  12,  20,  35,  60,  70,  90,  40,  40,  80,  70,  80,  80,  80, 100,  40,  33,  90, 150,   7]),
        (OPENING,        [  30,  40,  25,  50,  50,  70,  45,  60,  70,  90,  65,  80,  80, 100,  30,  35,  70, 150,   2]),
        (SINGLE_OPENING, [  30,  60,  25,  50,  50,  70,  45,  60,  70,  90,  65,  80,  80, 100,  30,  35,  70, 150,   2]),
        (CLOSING,        [   5,  12,  60,  60,  80, 100,  40,  40,  80,  60,  80,  80,  80, 100,  40,  80,  90, 150,  45]),
        (DASH,           [   7,  45,  15,  70,  40,  60,  70,  30,  80,  90,  55,  80,  80, 100,  40,  45,  80, 150,  12]),
        (BULLET,         [   4,  60,  40,  80,  50,  70,  80,  50,  20,  90,  65,  80,  80, 100,  30,  45,  80, 150,  15]),
        (MARK,           [   4,  15,  50,  60,  70,  90,  40,  40,  60,  60,  70,  90,  90, 100,  40,  70,  90, 150,  40]),
        (CURRENCY,       [   8,  30,   9,  80,  70,  90,  70,  60,  80,  80,  50,  80,  80, 100,  30,  52,  90, 150,  32]),
        (UNIT,           [   8,  13,  30,  50,  80, 100,  50,  40,  80,  80,  70,  40,  40, 100,  40,  48,  90, 150,  20]),
        (RAISED,         [   8,  13,  30,  50,  80, 100,  50,  40,  80,  80,  70,  60,  60, 100,  40,  90,  90, 150,  60]),
        (RARE_SIGN,      [  15,  20,  20,  80,  80, 100,  80,  80,  80,  90,  80,  80,  80,  50,  60,  55,  90, 150,  25]),
        (NO_BREAK_SPACE, [  12,  20,  20,  70,  55,  75,  35,  35,  50,  80,  50,  70,  70,  90,  15,  45,  90, 150,  12]),
        (ASCII_LETTER,   [   0,   0,   0,  55,  95, 115,  58,  72,  90,  75, 100,  95,  95, 120,  62,   0, 120, 150, 100]),
        (FOREIGN_LETTER, [  30,  35,  60,  60,  95, 115,  60,  75,  90,  75, 100,  95,  95, 120,  65,  70,  90, 150,  10]),
        (JUNK,           [  25,  35,  40,  80,  80, 100,  80,  80,  80,  90,  80,  80,  80, 100,  60,  25,  90, 150,  25]),
        (LETTER,         [   3,  15,  40,  50,  80, 100,  42,  58,  72,  58,  82,  80,  80, 102,  48, 120, 105, 150,   0]),
    ];
    let mut costs = [0; SIGNS_ROW * SIGNS_ROW];
    let mut row = 0;
    while row < CLASSES {
        let (first, tenths) = rows[row];
        let mut second = 0;
        while second < CLASSES {
            costs[first as usize * SIGNS_ROW + second] = (tenths[second] * PER_NAT / 10) as u8;
            second += 1;
        }
        row += 1;
    }
    costs
};

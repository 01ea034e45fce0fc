//! The tables of the nibble test for UTF-8, for all instruction sets that can look up 16 bytes ("Validating
//! UTF-8 in less than one instruction per byte", Keiser and Lemire).
//!
//! Two adjacent bytes are looked up in three tables: by the high nibble of the first byte, by its low nibble, and
//! by the high nibble of the second byte. Each entry is a set of errors, one bit for each. The two bytes have an
//! error if it is in all three sets. That decides everything but third and fourth bytes, which are compared with
//! leads two and three bytes before.
//!
//! ```text
//!   first byte          second byte       error
//!   0xxx xxxx           10xx xxxx         STRAY          continuation after ASCII
//!   11xx xxxx           0xxx / 11xx       ALONE          lead without continuation
//!   1100 000x           10xx xxxx         OVERLONG_2     C0, C1
//!   1110 0000           100x xxxx         OVERLONG_3     E0 80 to E0 9F
//!   1110 1101           101x xxxx         SURROGATE      ED A0 to ED BF
//!   1111 0000           1000 xxxx         OVERLONG_4     F0 80 to F0 8F
//!   1111 0100           1001, 101x        BEYOND      F4 90 to F4 BF
//!   1111 0101 and up    1000 to 1011      BEYOND, BEYOND_8
//!   10xx xxxx           10xx xxxx         ANOTHER        wrong unless it is a third or fourth byte
//! ```

const ALONE: u8 = 1 << 0;
const STRAY: u8 = 1 << 1;
const OVERLONG_3: u8 = 1 << 2;
const BEYOND: u8 = 1 << 3;
const SURROGATE: u8 = 1 << 4;
const OVERLONG_2: u8 = 1 << 5;
/// F5 and up. They share a bit with `OVERLONG_4`, since no byte can have both errors.
const BEYOND_8: u8 = 1 << 6;
const OVERLONG_4: u8 = 1 << 6;
const ANOTHER: u8 = 1 << 7;

/// By the high nibble of the first byte.
pub(super) static FIRST_HIGH: [u8; 16] = {
    let mut table = [STRAY; 16];
    let mut nibble = 0x8;
    while nibble < 0xC {
        table[nibble] = ANOTHER;
        nibble += 1;
    }
    table[0xC] = ALONE | OVERLONG_2;
    table[0xD] = ALONE;
    table[0xE] = ALONE | OVERLONG_3 | SURROGATE;
    table[0xF] = ALONE | BEYOND | BEYOND_8 | OVERLONG_4;
    table
};

/// By the low nibble of the first byte.
pub(super) static FIRST_LOW: [u8; 16] = {
    const ANY: u8 = ALONE | STRAY | ANOTHER;
    let mut table = [ANY | BEYOND | BEYOND_8; 16];
    table[0x0] = ANY | OVERLONG_2 | OVERLONG_3 | OVERLONG_4;
    table[0x1] = ANY | OVERLONG_2;
    table[0x2] = ANY;
    table[0x3] = ANY;
    table[0x4] = ANY | BEYOND;
    table[0xD] = ANY | BEYOND | BEYOND_8 | SURROGATE;
    table
};

/// By the high nibble of the second byte.
pub(super) static SECOND_HIGH: [u8; 16] = {
    const TRAIL: u8 = STRAY | OVERLONG_2 | ANOTHER;
    let mut table = [ALONE; 16];
    table[0x8] = TRAIL | OVERLONG_3 | BEYOND_8 | OVERLONG_4;
    table[0x9] = TRAIL | OVERLONG_3 | BEYOND;
    table[0xA] = TRAIL | SURROGATE | BEYOND;
    table[0xB] = TRAIL | SURROGATE | BEYOND;
    table
};

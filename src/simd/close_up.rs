//! Tables for shuffles that remove the unused bytes ("holes") from lanes, for instruction sets that can
//! shuffle 16 bytes but not compress them.

/// For eight lanes of two bytes, of which the second is always kept. The index has one bit for each lane, the
/// first lane lowest: whether the first byte is kept too.
///
/// ```text
///   lanes        aA bB -C dD -E -F -G -H     (mask 0000 1011)
///   shuffled     aA bB Cd DE FG H
/// ```
pub(super) static PAIRS: [[u8; 16]; 256] = pairs(false);

/// For eight lanes of two bytes, of which both are kept or none. The index is that of [`PAIRS`].
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) static WHOLE_PAIRS: [[u8; 16]; 256] = pairs(true);

const fn pairs(whole: bool) -> [[u8; 16]; 256] {
    let mut table = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut to = 0;
        let mut lane = 0;
        while lane < 8 {
            let is_set = mask >> lane & 1 != 0;
            if is_set {
                table[mask][to] = 2 * lane as u8;
                to += 1;
            }
            if is_set || !whole {
                table[mask][to] = 2 * lane as u8 + 1;
                to += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
}

/// For four lanes of three bytes and a hole, of which the third byte is always kept. The index has two bits
/// for each lane, the first lane lowest: whether the second byte is kept (low four bits), and the first
/// (high four bits).
pub(super) static TRIPLES: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut to = 0;
        let mut lane = 0;
        while lane < 4 {
            if mask >> (4 + lane) & 1 != 0 {
                table[mask][to] = 4 * lane as u8;
                to += 1;
            }
            if mask >> lane & 1 != 0 {
                table[mask][to] = 4 * lane as u8 + 1;
                to += 1;
            }
            table[mask][to] = 4 * lane as u8 + 2;
            to += 1;
            lane += 1;
        }
        mask += 1;
    }
    table
};

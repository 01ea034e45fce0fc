//! Text of a console that was read as windows-1252, `M„dchen` for `Mädchen`, and the reverse. The detector knows no
//! code pages, but such text is odd: signs stand inside words.

use alloc::string::String;

use super::misreading::{CODE_PAGES, MISREADINGS, Table, WINDOWS_1252};
use super::{CodePage, oddness};

/// What text was read as, and what it is in, by their indexes in [`MISREADINGS`]. If two explain a text equally well,
/// the first is taken.
const PAIRS: [(usize, usize); 4] = [
    (WINDOWS_1252, CODE_PAGES + 1),
    (WINDOWS_1252, CODE_PAGES),
    (CODE_PAGES + 1, WINDOWS_1252),
    (CODE_PAGES, WINDOWS_1252),
];

/// How much less odd the text must become by characters inside words, in nats.
const LEAST_GAIN: i32 = 20;

/// How many different characters must begin such places, at least.
const LEAST_PLACES: u32 = 2;

/// How many times as odd as afterwards the text must be before.
const TIMES: i32 = 4;

/// What the frame of a table takes off this gain, in nats.
const FRAME: i32 = 6;

/// What the text was read as, what it is in, and its text in that. `None` without proof. Linear.
pub(super) fn undone(text: &str) -> Option<(CodePage, CodePage, String)> {
    let table = Table::get();
    // The code page that has more of the characters, then the one that explains more.
    let explained = PAIRS.iter().filter_map(|&(read_as, meant)| {
        let gain = gain(text, read_as, meant, table)?;
        let is_in = |c: &char| table.of(*c).bytes.get(read_as).is_some_and(|byte| *byte != 0);
        Some(((text.chars().filter(is_in).count(), gain), read_as, meant))
    });
    let best = explained.reduce(|one, other| if other.0 > one.0 { other } else { one });
    let (_, read_as, meant) = best?;
    let scalars = MISREADINGS[meant].0.high()?;
    let became = text.chars().map(|c| character(c, read_as, &scalars, table).unwrap_or(c)).collect();
    Some((MISREADINGS[read_as].0, MISREADINGS[meant].0, became))
}

/// The character that was meant; `None` if what it was read as has not this one.
fn character(c: char, read_as: usize, scalars: &[u16; 128], table: &Table) -> Option<char> {
    let byte = table.of(c).bytes.get(read_as).copied().filter(|byte| *byte >= 0x80)?;
    let scalar = scalars.get(usize::from(byte & 0x7F)).copied().filter(|scalar| *scalar != 0)?;
    char::from_u32(scalar.into())
}

/// How much less odd a text becomes, in nats, if that is enough.
fn gain(text: &str, read_as: usize, meant: usize, table: &Table) -> Option<i32> {
    let scalars = MISREADINGS[meant].0.high()?;
    let meant = |c: char| character(c, read_as, &scalars, table).unwrap_or(c);
    // A bit for each byte that is the first one in a run that becomes less odd.
    let (mut before, mut after, mut explained) = (0_i32, 0_i32, 0_u128);
    let mut rest = 0;
    while let Some(start) = text.as_bytes()[rest..].iter().position(|byte| !byte.is_ascii()).map(|at| rest + at) {
        let end = text.as_bytes()[start..].iter().position(u8::is_ascii).map_or(text.len(), |at| start + at);
        rest = end;
        let run = &text[start..end];
        let (left, right) = (text[..start].chars().next_back(), text[end..].chars().next());
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
        if !is_letter(left) && !is_letter(right) {
            // A frame of a table, or a sign by itself.
            after = after.saturating_add(if run.chars().any(oddness::is_box) { FRAME } else { 0 });
            continue;
        }
        let odd = oddness::of(left, run.chars(), right);
        let odd_after = oddness::of(left, run.chars().map(meant), right);
        // Uzbek and Hawaiian have such quotation marks inside of words.
        let is_telling = is_letter(left) && is_letter(right) && !run.contains(['‘', '’']);
        if odd_after < odd && !is_telling {
            continue;
        }
        before = before.saturating_add(odd);
        after = after.saturating_add(odd_after);
        if odd_after < odd {
            let first = run.chars().filter_map(|c| table.of(c).bytes.get(read_as)).find(|byte| **byte >= 0x80);
            explained |= first.map_or(0, |byte| 1 << (byte & 0x7F));
        }
    }
    let gain = before.saturating_sub(after);
    let is_proved =
        gain >= LEAST_GAIN && explained.count_ones() >= LEAST_PLACES && after.saturating_mul(TIMES) <= before;
    is_proved.then_some(gain)
}

//! ASCII bytes that another encoding makes characters of: HZ, UTF-7 and the 7-bit encodings of ISO 2022. The
//! standard has none of them but ISO-2022-JP, so they make the answer UTF-8 doubtful, and no more.

/// Whether `ascii` looks like text in such an encoding.
pub(super) fn are_in(ascii: &[u8]) -> bool {
    ascii.iter().enumerate().any(|(at, byte)| {
        let rest = ascii.get(at + 1..).unwrap_or_default();
        match byte {
            0x1B => matches!(rest, [b'$', ..] | [b'(', b'J' | b'I', ..]),
            b'~' => is_hz(rest),
            b'+' => is_utf_7(rest),
            _ => false,
        }
    })
}

/// How long a run of characters may be.
const LONGEST: usize = 256;

/// `{`, pairs of bytes from 21 to 7E, `~}`.
fn is_hz(rest: &[u8]) -> bool {
    let Some(run) = rest.get(..LONGEST).unwrap_or(rest).strip_prefix(b"{") else { return false };
    let end = run.windows(2).position(|pair| pair == b"~}");
    end.and_then(|end| run.get(..end))
        .is_some_and(|run| run.len() >= 2 && run.len() % 2 == 0 && run.iter().all(|byte| (0x21..=0x7E).contains(byte)))
}

/// Base64 of code units that are not ASCII, up to a hyphen.
fn is_utf_7(rest: &[u8]) -> bool {
    let (mut bits, mut count, mut units) = (0u32, 0, 0);
    for byte in rest.iter().take(LONGEST) {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return *byte == b'-' && units > 0 && count < 6 && bits & ((1 << count) - 1) == 0,
        };
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 16 {
            count -= 16;
            units += 1;
            if (bits >> count) as u16 <= 0x7F {
                return false;
            }
        }
    }
    false
}

//! Why the bytes refute a claim.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Encoding;
use crate::detector::sample::HighBytes;
use crate::detector::text::errors;
use crate::detector::text::utf8;

/// Why the bytes refute that they are in `claimed`, as a text for people. `is_cut`: the last character may be incomplete.
/// Linear in their length.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn reason(bytes: &[u8], is_cut: bool, claimed: Encoding) -> String {
    if claimed.is_utf_16() {
        return "these are no UTF-16 code units".into();
    }
    if claimed == Encoding::Replacement {
        return "ASCII, which is text".into();
    }
    let mut reasons = Vec::new();
    let malformed = errors::count_errors(bytes, HighBytes::of(bytes), claimed, is_cut, u32::MAX);
    if malformed > 0 {
        reasons.push(counted(malformed as usize, "malformed sequence"));
    }
    let utf_8 = utf8::judge(bytes);
    if claimed != Encoding::Utf8 && utf_8.is_likely() {
        let characters = bytes.iter().filter(|byte| **byte >= 0xC0).count();
        let kind = if utf_8.errors == 0 { "valid" } else { "nearly valid" };
        reasons.push(format!("{kind} UTF-8 with {}", counted(characters, "character")));
    } else if malformed == 0 {
        reasons.push("the bytes read better in another encoding".into());
    }
    reasons.join("; ")
}

/// A number with commas, and what is counted.
fn counted(number: usize, what: &str) -> String {
    let digits = format!("{number}");
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text} {what}{}", if number == 1 { "" } else { "s" })
}

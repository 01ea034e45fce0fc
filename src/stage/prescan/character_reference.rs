//! [Character references](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state)
//! in attribute values, as far as a label can need them.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use memchr::{memchr, memrchr};

/// The named references for ASCII characters. Other references stand for characters that no label
/// has, and are left as they are.
const NAMED: &[(&[u8], u8)] = &[
    (b"AMP", b'&'),
    (b"DiacriticalGrave", b'`'),
    (b"GT", b'>'),
    (b"Hat", b'^'),
    (b"LT", b'<'),
    (b"NewLine", b'\n'),
    (b"QUOT", b'"'),
    (b"Tab", b'\t'),
    (b"UnderBar", b'_'),
    (b"VerticalLine", b'|'),
    (b"amp", b'&'),
    (b"apos", b'\''),
    (b"ast", b'*'),
    (b"bsol", b'\\'),
    (b"colon", b':'),
    (b"comma", b','),
    (b"commat", b'@'),
    (b"dollar", b'$'),
    (b"equals", b'='),
    (b"excl", b'!'),
    (b"grave", b'`'),
    (b"gt", b'>'),
    (b"lbrace", b'{'),
    (b"lbrack", b'['),
    (b"lcub", b'{'),
    (b"lowbar", b'_'),
    (b"lpar", b'('),
    (b"lsqb", b'['),
    (b"lt", b'<'),
    (b"midast", b'*'),
    (b"num", b'#'),
    (b"percnt", b'%'),
    (b"period", b'.'),
    (b"plus", b'+'),
    (b"quest", b'?'),
    (b"quot", b'"'),
    (b"rbrace", b'}'),
    (b"rbrack", b']'),
    (b"rcub", b'}'),
    (b"rpar", b')'),
    (b"rsqb", b']'),
    (b"semi", b';'),
    (b"sol", b'/'),
    (b"verbar", b'|'),
    (b"vert", b'|'),
];

/// Those that need no semicolon, unless a letter, a digit or `=` follows.
const WITHOUT_SEMICOLON: [&[u8]; 8] = [b"AMP", b"GT", b"LT", b"QUOT", b"amp", b"gt", b"lt", b"quot"];

/// Decodes the character references in an attribute value. Linear; borrows if there are none.
pub(super) fn decode(value: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr(b'&', value) else { return Cow::Borrowed(value) };
    let mut decoded = Vec::with_capacity(value.len());
    decoded.extend_from_slice(&value[..first]);
    let mut rest = &value[first..];
    while let [b'&', behind @ ..] = rest {
        rest = match numeric(behind).or_else(|| named(behind)) {
            Some((character, length)) => {
                let mut utf_8 = [0; 4];
                decoded.extend_from_slice(character.encode_utf8(&mut utf_8).as_bytes());
                &behind[length..]
            }
            None => {
                decoded.push(b'&');
                behind
            }
        };
        let text = memchr(b'&', rest).unwrap_or(rest.len());
        decoded.extend_from_slice(&rest[..text]);
        rest = &rest[text..];
    }
    Cow::Owned(decoded)
}

/// The length of the character reference for white space at the start of `text`, which starts with
/// `&`.
pub(super) fn white_space(text: &[u8]) -> Option<usize> {
    let behind = text.get(1..)?;
    let (character, length) = numeric(behind).or_else(|| named(behind))?;
    matches!(character, '\t' | '\n' | '\x0C' | '\r' | ' ').then_some(1 + length)
}

/// The length of what may be the start of a character reference for white space at the end of
/// `text`.
pub(super) fn unfinished(text: &[u8]) -> usize {
    /// References may have any number of zeros. Longer ones than this are treated as text.
    const LONGEST: usize = 32;
    let end = text.get(text.len().saturating_sub(LONGEST)..).unwrap_or(text);
    match memrchr(b'&', end) {
        Some(start) if end[start + 1..].iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#') => {
            end.len() - start
        }
        _ => 0,
    }
}

/// A numeric reference such as `#45;` or `#x2D`: its character, and its length.
fn numeric(behind: &[u8]) -> Option<(char, usize)> {
    let (radix, start) = match behind {
        [b'#', b'x' | b'X', ..] => (16, 2),
        [b'#', ..] => (10, 1),
        _ => return None,
    };
    let digits = behind[start..].iter().take_while(|byte| (**byte as char).is_digit(radix)).count();
    if digits == 0 {
        return None;
    }
    let end = start + digits;
    let code = behind[start..end].iter().fold(0u32, |code, &byte| {
        code.saturating_mul(radix).saturating_add((byte as char).to_digit(radix).unwrap_or(0))
    });
    // A label cannot contain a code point that is not a character, nor one from 80 on that stands for another
    // character.
    let character = char::from_u32(code).filter(|&c| c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER);
    Some((character, end + usize::from(behind.get(end) == Some(&b';'))))
}

fn named(behind: &[u8]) -> Option<(char, usize)> {
    NAMED.iter().find_map(|(name, byte)| {
        let next = behind.strip_prefix(*name)?.first();
        let is_text = next.is_some_and(|&next| next == b'=' || next.is_ascii_alphanumeric());
        let length = match next {
            Some(b';') => name.len() + 1,
            _ if WITHOUT_SEMICOLON.contains(name) && !is_text => name.len(),
            _ => return None,
        };
        Some((char::from(*byte), length))
    })
}

//! [Change the encoding](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing):
//! what a declaration means that is met while the text is already being read.

use crate::Encoding;

/// What becomes of a text that is being read when a declaration is met in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The encoding in use stays: it is certain already, it is UTF-16, or the label names none.
    Keep,
    /// The declaration names the encoding in use, which is certain from here on.
    Confirm,
    /// The rest is in another encoding, certainly; all that was read so far means the same in both.
    Switch {
        /// The encoding of the rest.
        encoding: Encoding,
        /// How many bytes of the resource mean the same in both: all that were read.
        agreed: usize,
    },
    /// The resource is to be read again from its start, in another encoding, certainly.
    StartAgain {
        /// The encoding of the resource.
        encoding: Encoding,
        /// How many bytes at the start mean the same in both, for those who keep the text of
        /// these and have nothing but text to throw away.
        agreed: usize,
    },
}

/// Steps of *change the encoding* from `current`, tentative, to `new`, when `read` is all that
/// was converted so far. Linear in `read`.
pub(crate) fn change_the_encoding(current: Encoding, new: Encoding, read: &[u8]) -> Change {
    // 1. A page in UTF-16 is not changed.
    if current.is_utf_16() {
        return Change::Keep;
    }
    // 2. and 3.
    let new = match new.declared_in_ascii() {
        Encoding::XUserDefined => Encoding::Windows1252,
        new => new,
    };
    // 4.
    if new == current {
        return Change::Confirm;
    }
    // 5. and 6.
    let agreed = agreement(current, new, read);
    if agreed == read.len() {
        Change::Switch { encoding: new, agreed }
    } else {
        Change::StartAgain { encoding: new, agreed }
    }
}

/// How many bytes at the start of `bytes` mean the same in both encodings.
fn agreement(one: Encoding, other: Encoding, bytes: &[u8]) -> usize {
    let is_either = |encoding| one == encoding || other == encoding;
    if is_either(Encoding::Replacement) || one.is_utf_16() != other.is_utf_16() {
        return 0;
    }
    // They share their decoder.
    if one == other || (is_either(Encoding::Gbk) && is_either(Encoding::Gb18030)) {
        return bytes.len();
    }
    let ascii = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len());
    if !is_either(Encoding::Iso2022Jp) {
        return ascii;
    }
    // There, escapes and shifts are not what they are in ASCII.
    let ascii = &bytes[..ascii];
    ascii.iter().position(|byte| matches!(byte, 0x0E | 0x0F | 0x1B)).unwrap_or(ascii.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encoding as E;

    #[test]
    fn the_steps_of_the_standard() {
        let cases: [(E, E, &[u8], Change); 12] = [
            (E::Utf16Le, E::Utf8, b"a\0", Change::Keep),
            (E::Utf16Be, E::Big5, b"", Change::Keep),
            (E::Utf8, E::Utf8, b"\xC3", Change::Confirm),
            (E::Utf8, E::Utf16Be, b"\xC3", Change::Confirm),
            (E::Windows1252, E::XUserDefined, b"\xFF", Change::Confirm),
            (E::Windows1252, E::Koi8R, b"abc", Change::Switch { encoding: E::Koi8R, agreed: 3 }),
            (E::Windows1252, E::Utf16Le, b"", Change::Switch { encoding: E::Utf8, agreed: 0 }),
            (E::Windows1252, E::Koi8R, b"ab\xE9c", Change::StartAgain { encoding: E::Koi8R, agreed: 2 }),
            (E::Gbk, E::Gb18030, b"\xB0\xA1", Change::Switch { encoding: E::Gb18030, agreed: 2 }),
            (E::Iso2022Jp, E::ShiftJis, b"a\x1B(B", Change::StartAgain { encoding: E::ShiftJis, agreed: 1 }),
            (E::Utf8, E::Iso2022Jp, b"a\n", Change::Switch { encoding: E::Iso2022Jp, agreed: 2 }),
            (E::Utf8, E::Replacement, b"a", Change::StartAgain { encoding: E::Replacement, agreed: 0 }),
        ];
        for (current, new, read, change) in cases {
            assert_eq!(change_the_encoding(current, new, read), change, "{current} to {new}");
        }
    }
}

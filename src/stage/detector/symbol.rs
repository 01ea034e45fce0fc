//! What the bytes stand for in a model: classes of characters that all languages share, and behind
//! them a language's own letters. The generator of the tables has this file, too.

#![allow(dead_code)] // the generator alone uses some

/// White space, brackets, quotes and other ASCII signs that a word may follow.
pub(crate) const SPACE: u8 = 0;
/// ASCII punctuation that follows a word.
pub(crate) const END: u8 = 1;
pub(crate) const DIGIT: u8 = 2;
/// ’
pub(crate) const APOSTROPHE: u8 = 3;
/// “ „ « ¿ and the like.
pub(crate) const OPENING: u8 = 4;
/// ” » … and the like.
pub(crate) const CLOSING: u8 = 5;
/// – —
pub(crate) const DASH: u8 = 6;
/// • ·
pub(crate) const BULLET: u8 = 7;
/// ® ™, behind a name.
pub(crate) const MARK: u8 = 8;
/// £ € © §, before a number or a name.
pub(crate) const CURRENCY: u8 = 9;
/// ° ½ ², behind a number.
pub(crate) const UNIT: u8 = 10;
pub(crate) const RARE_SIGN: u8 = 11;
pub(crate) const NO_BREAK_SPACE: u8 = 12;
/// An ASCII letter, in a language of another script.
pub(crate) const ASCII_LETTER: u8 = 13;
/// A letter of the language's script that the language does not have.
pub(crate) const FOREIGN_LETTER: u8 = 14;
/// What text does not have: controls, letters of other scripts, bytes without a character.
pub(crate) const JUNK: u8 = 15;
/// The first of the language's own letters.
pub(crate) const LETTER: u8 = 16;

/// The class of an ASCII character that is no letter.
pub(crate) const fn ascii_class(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => DIGIT,
        b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'}' | b'%' => END,
        0..=8 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F => JUNK,
        _ => SPACE,
    }
}

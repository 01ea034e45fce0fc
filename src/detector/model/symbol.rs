//! Symbols: the numbers by which the models know characters. The numbers below [`LETTER`] are
//! classes of characters that all languages share; those from [`LETTER`] on are a language's own
//! letters. The generator of the tables includes this file, too.

/// White space, brackets, quotes and other ASCII signs that may stand before a word.
pub(crate) const SPACE: u8 = 0;
/// ASCII punctuation that follows a word.
pub(crate) const END: u8 = 1;
pub(crate) const DIGIT: u8 = 2;
/// ’ and ´, which is typed in its place.
pub(crate) const APOSTROPHE: u8 = 3;
/// “ „ « ¿ and the like.
pub(crate) const OPENING: u8 = 4;
/// ‘
pub(crate) const SINGLE_OPENING: u8 = 5;
/// ” » … and the like.
pub(crate) const CLOSING: u8 = 6;
/// – —
pub(crate) const DASH: u8 = 7;
/// • ·
pub(crate) const BULLET: u8 = 8;
/// ® ™, after a name.
pub(crate) const MARK: u8 = 9;
/// £ € © §, before a number or a name.
pub(crate) const CURRENCY: u8 = 10;
/// ° ½ µ ×, after a number.
pub(crate) const UNIT: u8 = 11;
/// ² º, after a number or at the end of a word.
pub(crate) const RAISED: u8 = 12;
pub(crate) const RARE_SIGN: u8 = 13;
pub(crate) const NO_BREAK_SPACE: u8 = 14;
/// An ASCII letter, in a language of another script.
pub(crate) const ASCII_LETTER: u8 = 15;
/// A letter of the language's script that the language does not use.
pub(crate) const FOREIGN_LETTER: u8 = 16;
/// What text rarely has: control characters, letters of other scripts except ASCII, and bytes
/// without a character.
pub(crate) const JUNK: u8 = 17;
/// The first of the language's own letters.
pub(crate) const LETTER: u8 = 18;

/// The class of an ASCII character that is not a letter.
pub(crate) const fn ascii_class(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => DIGIT,
        b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'}' | b'%' => END,
        0..=8 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F => JUNK,
        _ => SPACE,
    }
}

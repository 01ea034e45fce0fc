//! Encodes text so that decoding gives the same text.

use alloc::vec::Vec;

use crate::encoding::decoding::Decoding;
use crate::{Encoder, EncoderResult, Encoding};

/// Encodes text that comes in pieces: the standard's encoders, and UTF-16, UTF-32 and isomorphic encoding, which have none.
#[derive(Clone)]
pub(crate) enum Coder {
    Encoder(Encoder),
    Utf16(fn(u16) -> [u8; 2]),
    Utf32(fn(u32) -> [u8; 4]),
    Isomorphic,
}

/// The place of a character that the encoding lacks, in bytes of the text.
pub(crate) struct Lacks {
    pub(crate) offset: usize,
    pub(crate) character: char,
}

impl Coder {
    pub(crate) fn new(encoding: Encoding) -> Coder {
        match encoding {
            Encoding::Utf16Le => Coder::Utf16(u16::to_le_bytes),
            Encoding::Utf16Be => Coder::Utf16(u16::to_be_bytes),
            encoding => Coder::Encoder(encoding.new_encoder()),
        }
    }

    /// Writes what is read by `decoding`.
    pub(crate) fn of(decoding: Decoding) -> Coder {
        match decoding {
            Decoding::Encoding(encoding) => Coder::new(encoding),
            Decoding::Isomorphic => Coder::Isomorphic,
            Decoding::Utf32Le => Coder::Utf32(u32::to_le_bytes),
            Decoding::Utf32Be => Coder::Utf32(u32::to_be_bytes),
        }
    }

    /// Appends `text` to `bytes`, up to a character that the encoding lacks, or that would be decoded as another.
    /// Linear.
    pub(crate) fn push(&mut self, text: &str, bytes: &mut Vec<u8>) -> Result<(), Lacks> {
        let encoder = match self {
            Coder::Encoder(encoder) => encoder,
            Coder::Utf16(to_bytes) => {
                bytes.extend(text.encode_utf16().flat_map(*to_bytes));
                return Ok(());
            }
            Coder::Utf32(to_bytes) => {
                bytes.extend(text.chars().flat_map(|c| to_bytes(c.into())));
                return Ok(());
            }
            Coder::Isomorphic => {
                for (offset, character) in text.char_indices() {
                    bytes.push(u8::try_from(character).map_err(|_| Lacks { offset, character })?);
                }
                return Ok(());
            }
        };
        let encoding = encoder.encoding();
        let end = match encoding {
            Encoding::ShiftJis | Encoding::EucJp | Encoding::Iso2022Jp | Encoding::Gbk | Encoding::Gb18030 => {
                text.find(|c| changes(encoding, c))
            }
            _ => None,
        };
        let good = end.and_then(|end| text.get(..end)).unwrap_or(text);
        let mut read = 0;
        loop {
            let rest = good.get(read..).unwrap_or_default();
            bytes
                .reserve(encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len()) + 4);
            let (result, n) = encoder.encode_from_utf8_to_vec_without_replacement(rest, bytes, false);
            read += n;
            match result {
                EncoderResult::InputEmpty => break,
                EncoderResult::OutputFull => {}
                // It may be U+FFFD instead of the character.
                EncoderResult::Unmappable(_) => {
                    let character = good.get(..read).and_then(|read| read.chars().next_back()).unwrap_or_default();
                    return Err(Lacks { offset: read - character.len_utf8(), character });
                }
            }
        }
        match text.get(good.len()..).and_then(|rest| rest.chars().next()) {
            Some(character) => Err(Lacks { offset: good.len(), character }),
            None => Ok(()),
        }
    }

    /// Appends what ends the text: the return to ASCII in ISO-2022-JP.
    pub(crate) fn finish(&mut self, bytes: &mut Vec<u8>) {
        if let Coder::Encoder(encoder) = self {
            bytes.reserve(8);
            let _ = encoder.encode_from_utf8_to_vec_without_replacement("", bytes, true);
        }
    }
}

/// Whether the standard's encoder writes another character for this one, which is similar.
pub(crate) fn changes(encoding: Encoding, character: char) -> bool {
    match encoding {
        Encoding::ShiftJis | Encoding::EucJp => matches!(character, '\u{A5}' | '\u{203E}' | '\u{2212}'),
        Encoding::Iso2022Jp => matches!(character, '\u{2212}' | '\u{FF61}'..='\u{FF9F}'),
        // Private-use characters that GB 18030 used for characters that Unicode has now.
        Encoding::Gbk | Encoding::Gb18030 => matches!(
            character,
            '\u{E78D}'
                ..='\u{E796}'
                    | '\u{E81E}'
                    | '\u{E826}'
                    | '\u{E82B}'
                    | '\u{E82C}'
                    | '\u{E832}'
                    | '\u{E843}'
                    | '\u{E854}'
                    | '\u{E864}'
        ),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for encoding in Encoding::ALL.into_iter().filter(|encoding| *encoding != Encoding::Replacement) {
            let (mut written, mut bytes) = (0, Vec::new());
            for character in '\0'..=char::MAX {
                bytes.clear();
                let mut coder = Coder::new(encoding);
                let mut text = [0; 4];
                let text = &*character.encode_utf8(&mut text);
                if coder.push(text, &mut bytes).is_ok() {
                    coder.finish(&mut bytes);
                    let (decoded, _) = encoding.decode_without_bom_handling(&bytes);
                    assert_eq!(decoded, text, "{encoding}");
                    written += 1;
                }
            }
            assert!(written > 200, "{encoding} {written}");
        }
    }
}

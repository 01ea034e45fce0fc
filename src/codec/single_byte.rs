//! The [legacy single-byte encodings](https://encoding.spec.whatwg.org/#legacy-single-byte-encodings).

use super::kernel::{Kernels, SingleByte, utf8_three};
use super::table::single_byte as table;
use super::{Decode, Handled, Step};
use crate::Encoding;

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::SingleByteEncoder;

/// How many are looked at before it is known whether errors are among them, to UTF-16.
const FEW: usize = 64;

/// U+FFFD as the UTF-8 to write.
const REPLACEMENT: u32 = utf8_three(0xFFFD);

/// [Single-byte decoder](https://encoding.spec.whatwg.org/#single-byte-decoder).
#[derive(Clone, Copy)]
pub(crate) struct SingleByteDecoder {
    table: &'static SingleByte,
}

impl PartialEq for SingleByteDecoder {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.table, other.table)
    }
}

impl SingleByteDecoder {
    pub(crate) const fn new(table: &'static SingleByte) -> SingleByteDecoder {
        SingleByteDecoder { table }
    }

    /// How many bytes from the start stand for the scalar value of the same number.
    pub(crate) fn latin1_byte_compatible_up_to(&self, bytes: &[u8]) -> usize {
        let is_same =
            |byte: &&u8| !byte.is_ascii() && self.table.scalars[usize::from(*byte & 0x7F)] == u16::from(**byte);
        let mut at = 0;
        loop {
            at += Encoding::ascii_valid_up_to(&bytes[at..]);
            let others = bytes[at..].iter().take_while(is_same).count();
            at += others;
            if others == 0 {
                return at;
            }
        }
    }

    /// To UTF-16, as far as it fits; without `REPLACE`, up to a byte without a character: (bytes read,
    /// code units written, whether there were errors).
    pub(super) fn code_units<const REPLACE: bool>(
        &self,
        kernels: &Kernels,
        src: &[u8],
        dst: &mut [u16],
    ) -> (usize, usize, bool) {
        let n = src.len().min(dst.len());
        let (mut at, mut had_errors) = (0, false);
        loop {
            at += (kernels.single_byte_to_utf16)(&src[at..], &mut dst[at..], self.table);
            if !REPLACE || at == n {
                return (at, at, had_errors);
            }
            // Behind an error, one by one as long as there are more in each few.
            loop {
                let end = n.min(at + FEW);
                let mut is_calm = true;
                for (from, to) in src[at..end].iter().zip(&mut dst[at..end]) {
                    let scalar = self.table.scalars[usize::from(from & 0x7F)];
                    let other = if scalar == 0 { 0xFFFD } else { scalar };
                    *to = if from.is_ascii() { (*from).into() } else { other };
                    is_calm &= from.is_ascii() | (scalar != 0);
                }
                at = end;
                if is_calm {
                    break;
                }
                had_errors = true;
            }
        }
    }

    /// The UTF-8 to write for a byte, and whether that is U+FFFD because it has no character.
    #[inline(always)]
    fn unit_or_replacement(&self, byte: u8) -> (u32, bool) {
        match self.table.utf8[usize::from(byte)] {
            0 => (REPLACEMENT, true),
            unit => (unit, false),
        }
    }
}

impl Decode for SingleByteDecoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        (kernels.single_byte)(src, dst, self.table)
    }

    #[inline(always)]
    fn step(&mut self, src: &[u8], dst: &mut [u8]) -> Option<Step> {
        const FEW: usize = 8;
        // Errors among long ASCII: UTF-16 taken for another encoding.
        if let (Some(from), Some(to)) = (src.first_chunk::<16>(), dst.first_chunk_mut())
            && from.is_ascii()
        {
            *to = *from;
            return Some(Step { read: 16, written: 16, is_error: false });
        }
        // Four bytes are written for each, of which three are its own at most.
        if let (Some(few), Some(room)) = (src.first_chunk::<FEW>(), dst.first_chunk_mut::<{ 4 * FEW + 4 }>()) {
            let (mut written, mut is_error) = (0, false);
            for byte in few {
                let (unit, is_none) = self.unit_or_replacement(*byte);
                // It is less than that anyway, which compilers do not see.
                let at = written % (4 * FEW);
                room[at..at + 4].copy_from_slice(&unit.to_le_bytes());
                written += (unit >> 24) as usize;
                is_error |= is_none;
            }
            return Some(Step { read: FEW, written, is_error });
        }
        let (unit, is_error) = self.unit_or_replacement(*src.first()?);
        *dst.first_chunk_mut()? = unit.to_le_bytes();
        Some(Step { read: 1, written: (unit >> 24) as usize, is_error })
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        match byte {
            // 1.
            None => Handled::Finished,
            // 2.
            Some(byte @ 0..=0x7F) => Handled::One(byte.into()),
            // 3.–5.
            Some(byte) => match self.table.scalars[usize::from(byte & 0x7F)] {
                0 => Handled::error(1),
                scalar => Handled::One(char::from_u32(scalar.into()).unwrap_or(char::REPLACEMENT_CHARACTER)),
            },
        }
    }

    fn pending(&self) -> usize {
        0
    }
}

/// Gives `$with` every encoding that has a table, and the table's name.
macro_rules! each_single_byte {
    ($with:ident) => {
        $with! {
            Ibm866 IBM866
            Iso8859_2 ISO_8859_2
            Iso8859_3 ISO_8859_3
            Iso8859_4 ISO_8859_4
            Iso8859_5 ISO_8859_5
            Iso8859_6 ISO_8859_6
            Iso8859_7 ISO_8859_7
            Iso8859_8 ISO_8859_8
            Iso8859_10 ISO_8859_10
            Iso8859_13 ISO_8859_13
            Iso8859_14 ISO_8859_14
            Iso8859_15 ISO_8859_15
            Iso8859_16 ISO_8859_16
            Koi8R KOI8_R
            Koi8U KOI8_U
            Macintosh MACINTOSH
            Windows874 WINDOWS_874
            Windows1250 WINDOWS_1250
            Windows1251 WINDOWS_1251
            Windows1252 WINDOWS_1252
            Windows1253 WINDOWS_1253
            Windows1254 WINDOWS_1254
            Windows1255 WINDOWS_1255
            Windows1256 WINDOWS_1256
            Windows1257 WINDOWS_1257
            Windows1258 WINDOWS_1258
            XMacCyrillic X_MAC_CYRILLIC
        }
    };
}
#[cfg(feature = "encode")]
pub(crate) use each_single_byte;

macro_rules! tables {
    ($($variant:ident $name:ident)+) => {
        /// The table of a single-byte encoding; any other is taken for windows-1252.
        pub(crate) const fn single_byte_table(encoding: Encoding) -> &'static SingleByte {
            match encoding {
                $(Encoding::$variant => {
                    static TABLE: SingleByte = SingleByte::new(&table::$name);
                    &TABLE
                })+
                // ISO-8859-8-I differs from ISO-8859-8 in how its text is laid out only.
                Encoding::Iso8859_8I => single_byte_table(Encoding::Iso8859_8),
                _ => single_byte_table(Encoding::Windows1252),
            }
        }
    };
}

each_single_byte!(tables);

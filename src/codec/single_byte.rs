//! The [legacy single-byte encodings](https://encoding.spec.whatwg.org/#legacy-single-byte-encodings).

use super::kernel::{Kernels, SingleByte};
use super::table::single_byte as table;
use super::{Decode, Handled};
use crate::Encoding;

#[cfg(feature = "encode")]
mod encoder;
#[cfg(feature = "encode")]
pub(crate) use encoder::SingleByteEncoder;

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
        let n = (kernels.single_byte_to_utf16)(src, dst, self.table);
        match self.replacing(&src[n..]) {
            Some(table) if REPLACE && n < dst.len() => {
                let n = n + (kernels.single_byte_to_utf16)(&src[n..], &mut dst[n..], table);
                (n, n, true)
            }
            _ => (n, n, false),
        }
    }

    /// The table that has U+FFFD for bytes without a character, if such a byte is the first.
    fn replacing(&self, src: &[u8]) -> Option<&'static SingleByte> {
        let is_error = matches!(src, [first @ 0x80..=0xFF, ..] if self.table.scalars[usize::from(first & 0x7F)] == 0);
        self.table.replacing.filter(|_| is_error)
    }
}

impl Decode for SingleByteDecoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        (kernels.single_byte)(src, dst, self.table)
    }

    #[inline(always)]
    fn run_replacing(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize, bool) {
        let (read, written) = self.run(kernels, src, dst);
        let Some(table) = self.replacing(&src[read..]) else { return (read, written, false) };
        let (r, w) = (kernels.single_byte)(&src[read..], &mut dst[written..], table);
        (read + r, written + w, r > 0)
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

/// Whether there are bytes without a character.
const fn has_none(scalars: &[u16; 128]) -> bool {
    let mut at = 0;
    while at < scalars.len() {
        if scalars[at] == 0 {
            return true;
        }
        at += 1;
    }
    false
}

const fn with_replacements(scalars: &[u16; 128]) -> [u16; 128] {
    let mut scalars = *scalars;
    let mut at = 0;
    while at < scalars.len() {
        if scalars[at] == 0 {
            scalars[at] = 0xFFFD;
        }
        at += 1;
    }
    scalars
}

macro_rules! tables {
    ($($variant:ident $name:ident)+) => {
        /// The table of a single-byte encoding; any other is taken for windows-1252.
        pub(crate) const fn single_byte_table(encoding: Encoding) -> &'static SingleByte {
            match encoding {
                $(Encoding::$variant => {
                    const IS_REPLACING: bool = has_none(&table::$name);
                    static REPLACING: [SingleByte; IS_REPLACING as usize] =
                        [const { SingleByte::new(const { &with_replacements(&table::$name) }, None) }; _];
                    static TABLE: SingleByte = SingleByte::new(&table::$name, REPLACING.first());
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

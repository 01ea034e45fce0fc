//! The [legacy single-byte encodings](https://encoding.spec.whatwg.org/#legacy-single-byte-encodings).

use once_cell::race::OnceBox;

use crate::Encoding;
use crate::codec::data::{SINGLE_BYTE, SINGLE_BYTE_SCALARS};
use crate::codec::{Decode, Done, Handled};
use crate::simd::{Kernels, SingleByte, valid::Valid};

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
    /// The decoder of a single-byte encoding; of windows-1252 for any other encoding.
    pub(crate) fn new(encoding: Encoding) -> SingleByteDecoder {
        static TABLES: [OnceBox<SingleByte>; SINGLE_BYTE + 1] = [const { OnceBox::new() }; SINGLE_BYTE + 1];
        let table = TABLES[place(encoding)].get_or_init(|| SingleByte::new(*single_byte_scalars(encoding)));
        SingleByteDecoder { table }
    }

    /// How many bytes at the start are decoded as the code points of the same value.
    pub(crate) fn latin1_byte_compatible_up_to(&self, bytes: &[u8]) -> usize {
        let is_same =
            |byte: &&u8| !byte.is_ascii() && self.table.scalars[usize::from(*byte & 0x7F)] == u16::from(**byte);
        let mut at = 0;
        loop {
            at += Valid::ascii_prefix(&bytes[at..]).as_str().len();
            let others = bytes[at..].iter().take_while(is_same).count();
            at += others;
            if others == 0 {
                return at;
            }
        }
    }

    /// Converts to UTF-16, as far as it fits; without `replace`, up to a byte that has no character.
    pub(crate) fn code_units(&self, kernels: &Kernels, src: &[u8], dst: &mut [u16], replace: bool) -> Done {
        let kernel = kernels.to_utf16().single_byte;
        let n = kernel(src, dst, self.table);
        match self.replacing(&src[n..]) {
            Some(table) if replace && n < dst.len() => {
                let n = n + kernel(&src[n..], &mut dst[n..], table);
                Done { read: n, written: n, had_errors: true }
            }
            _ => Done::new((n, n)),
        }
    }

    /// If `src` starts with a byte that has no character: the table that has U+FFFD for such bytes.
    fn replacing(&self, src: &[u8]) -> Option<&'static SingleByte> {
        let is_error = matches!(src, [first @ 0x80..=0xFF, ..] if self.table.scalars[usize::from(first & 0x7F)] == 0);
        self.table.replacing.as_deref().filter(|_| is_error)
    }
}

impl Decode for SingleByteDecoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        (kernels.single_byte)(src, dst, self.table)
    }

    #[inline(always)]
    fn run_in_mode(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8], replace: bool) -> Done {
        let (read, written) = self.run(kernels, src, dst);
        let table = if replace { self.replacing(&src[read..]) } else { None };
        let Some(table) = table else { return Done::new((read, written)) };
        let (r, w) = (kernels.single_byte)(&src[read..], &mut dst[written..], table);
        Done { read: read + r, written: written + w, had_errors: r > 0 }
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

/// The number of a single-byte encoding; x-user-defined is the last. Any other encoding counts as
/// windows-1252.
pub(super) fn place(encoding: Encoding) -> usize {
    match encoding {
        Encoding::XUserDefined => SINGLE_BYTE,
        _ if encoding.is_single_byte() => usize::from(encoding as u8 - Encoding::Ibm866 as u8),
        _ => place(Encoding::Windows1252),
    }
}

/// The scalar values of bytes 80 to FF in a single-byte encoding, 0 where there is none. Any other encoding
/// counts as windows-1252.
pub(crate) fn single_byte_scalars(encoding: Encoding) -> &'static [u16; 128] {
    SINGLE_BYTE_SCALARS.get(place(encoding)).unwrap_or(&USER_DEFINED)
}

/// [x-user-defined decoder](https://encoding.spec.whatwg.org/#x-user-defined-decoder), 3.
static USER_DEFINED: [u16; 128] = {
    let mut scalars = [0; 128];
    let mut i = 0;
    while i < 128 {
        scalars[i] = 0xF780 + i as u16;
        i += 1;
    }
    scalars
};

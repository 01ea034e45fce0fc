//! What was repaired in a text.

use library::{Damage, Repair};

use crate::context::charsniff_context;
use crate::encoding::{self, charsniff_encoding};
use crate::ffi;
use crate::sniff::{charsniff_decoded, decode};
use crate::{charsniff_header, charsniff_result, charsniff_view};

/// What was wrong with bytes that were repaired.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum charsniff_damage {
    /// Malformed sequences in UTF-8 that are text in a legacy encoding.
    CHARSNIFF_DAMAGE_MALFORMED = 0,
    /// UTF-8 that was decoded as a legacy encoding and encoded again, perhaps several times: `Ã©` for `é`.
    CHARSNIFF_DAMAGE_DOUBLY_ENCODED = 1,
    /// A C1 control that stands for the character that windows-1252 has in its place.
    CHARSNIFF_DAMAGE_C1_CONTROL = 2,
    /// Text in a legacy encoding, all of which was decoded as another one.
    CHARSNIFF_DAMAGE_MISREAD = 3,
}

/// Bytes whose text was repaired. What it points at belongs to the list.
#[repr(C)]
pub struct charsniff_repair {
    /// Where the bytes start in the resource.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// What was wrong with them.
    pub damage: charsniff_damage,
    /// The encoding that malformed bytes are in; the encodings that doubly encoded text was wrongly decoded from, the last one
    /// first; windows-1252 for a C1 control; for misread text the encodings that it was decoded as, the last one first,
    /// and then the one that it is in.
    pub encodings: *const charsniff_encoding,
    /// How many encodings there are: at least 1.
    pub encoding_count: usize,
    /// The text of the bytes without repair, in UTF-8.
    pub was: charsniff_view,
    /// The text after repair, in UTF-8.
    pub became: charsniff_view,
}

/// The repairs of a text, in the order of the bytes.
pub struct charsniff_repairs(Vec<(Repair, Vec<charsniff_encoding>)>);

/// `charsniff_decode`, and sets `*repairs` to what was repaired; to NULL if nothing was, as in every context without
/// `charsniff_context_repair`. Free the list with `charsniff_repairs_free`.
///
/// # Safety
///
/// As for `charsniff_decode`; `repairs` is NULL or points at a pointer, which need not be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_decode_with_repairs(
    bytes: *const u8,
    length: usize,
    headers: *const charsniff_header,
    header_count: usize,
    context: *const charsniff_context,
    decoded: *mut charsniff_decoded,
    repairs: *mut *mut charsniff_repairs,
) -> charsniff_result {
    let mut list = Vec::new();
    // SAFETY: the caller's promise.
    let result = unsafe {
        decode(bytes, length, headers, header_count, context, decoded, |sniffed, bytes| {
            let mut decoded = sniffed.decode(bytes);
            list = std::mem::take(&mut decoded.repairs);
            Ok(decoded)
        })
    };
    let numbered = list.into_iter().map(|repair| {
        let encodings = repair.encodings.iter().map(|encoding| encoding::code_page_number(*encoding)).collect();
        (repair, encodings)
    });
    let numbered: Vec<_> = numbered.collect();
    if !repairs.is_null() {
        let list = if numbered.is_empty() { std::ptr::null_mut() } else { ffi::give(charsniff_repairs(numbered)) };
        // SAFETY: the caller's promise.
        unsafe { ffi::put(repairs, list) };
    }
    result
}

/// How many repairs a list has; 0 for NULL.
///
/// # Safety
///
/// `repairs` is NULL or a list that was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_repairs_count(repairs: *const charsniff_repairs) -> usize {
    // SAFETY: the caller's promise.
    unsafe { repairs.as_ref() }.map_or(0, |repairs| repairs.0.len())
}

/// Fills `*repair` with the repair at a place in the list, from 0 on. Returns false, and fills nothing, if there is none.
///
/// # Safety
///
/// `repairs` is NULL or a list that was not freed; `repair` is NULL or points at a repair, which need not be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_repairs_get(
    repairs: *const charsniff_repairs,
    index: usize,
    repair: *mut charsniff_repair,
) -> bool {
    // SAFETY: the caller's promise.
    let found = unsafe { repairs.as_ref() }.and_then(|repairs| repairs.0.get(index));
    let Some((found, encodings)) = found else { return false };
    let filled = charsniff_repair {
        start: found.bytes.start,
        end: found.bytes.end,
        damage: match found.damage {
            Damage::Malformed => charsniff_damage::CHARSNIFF_DAMAGE_MALFORMED,
            Damage::DoublyEncoded => charsniff_damage::CHARSNIFF_DAMAGE_DOUBLY_ENCODED,
            Damage::C1Control => charsniff_damage::CHARSNIFF_DAMAGE_C1_CONTROL,
            _ => charsniff_damage::CHARSNIFF_DAMAGE_MISREAD,
        },
        encodings: encodings.as_ptr(),
        encoding_count: encodings.len(),
        was: ffi::view(found.was.as_bytes()),
        became: ffi::view(found.became.as_bytes()),
    };
    // SAFETY: the caller's promise.
    unsafe { ffi::put(repair, filled) };
    true
}

/// Frees a list of repairs. Does nothing for NULL.
///
/// # Safety
///
/// `repairs` is NULL or came from `charsniff_decode_with_repairs`, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_repairs_free(repairs: *mut charsniff_repairs) {
    // SAFETY: the caller's promise.
    unsafe { ffi::take(repairs) };
}

//! Encodings and sources, as numbers with names.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use library::{CodePage, Encoding, Source};

use crate::ffi;

/// An encoding: one of `charsniff_encoding_id`, or `CHARSNIFF_NO_ENCODING`.
pub type charsniff_encoding = u8;

/// Not an encoding.
pub const CHARSNIFF_NO_ENCODING: charsniff_encoding = 255;

/// Code page 437, which is not an encoding of the standard: only in the list of repairs.
pub const CHARSNIFF_IBM437: charsniff_encoding = 253;

/// Code page 850, which is not an encoding of the standard: only in the list of repairs.
pub const CHARSNIFF_IBM850: charsniff_encoding = 254;

/// What decided: one of `charsniff_source_id`.
pub type charsniff_source = u8;

/// The encodings of the Encoding Standard, in its order.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum charsniff_encoding_id {
    /// UTF-8
    CHARSNIFF_UTF_8 = 0,
    /// IBM866
    CHARSNIFF_IBM866 = 1,
    /// ISO-8859-2
    CHARSNIFF_ISO_8859_2 = 2,
    /// ISO-8859-3
    CHARSNIFF_ISO_8859_3 = 3,
    /// ISO-8859-4
    CHARSNIFF_ISO_8859_4 = 4,
    /// ISO-8859-5
    CHARSNIFF_ISO_8859_5 = 5,
    /// ISO-8859-6
    CHARSNIFF_ISO_8859_6 = 6,
    /// ISO-8859-7
    CHARSNIFF_ISO_8859_7 = 7,
    /// ISO-8859-8
    CHARSNIFF_ISO_8859_8 = 8,
    /// ISO-8859-8-I
    CHARSNIFF_ISO_8859_8_I = 9,
    /// ISO-8859-10
    CHARSNIFF_ISO_8859_10 = 10,
    /// ISO-8859-13
    CHARSNIFF_ISO_8859_13 = 11,
    /// ISO-8859-14
    CHARSNIFF_ISO_8859_14 = 12,
    /// ISO-8859-15
    CHARSNIFF_ISO_8859_15 = 13,
    /// ISO-8859-16
    CHARSNIFF_ISO_8859_16 = 14,
    /// KOI8-R
    CHARSNIFF_KOI8_R = 15,
    /// KOI8-U
    CHARSNIFF_KOI8_U = 16,
    /// macintosh
    CHARSNIFF_MACINTOSH = 17,
    /// windows-874
    CHARSNIFF_WINDOWS_874 = 18,
    /// windows-1250
    CHARSNIFF_WINDOWS_1250 = 19,
    /// windows-1251
    CHARSNIFF_WINDOWS_1251 = 20,
    /// windows-1252
    CHARSNIFF_WINDOWS_1252 = 21,
    /// windows-1253
    CHARSNIFF_WINDOWS_1253 = 22,
    /// windows-1254
    CHARSNIFF_WINDOWS_1254 = 23,
    /// windows-1255
    CHARSNIFF_WINDOWS_1255 = 24,
    /// windows-1256
    CHARSNIFF_WINDOWS_1256 = 25,
    /// windows-1257
    CHARSNIFF_WINDOWS_1257 = 26,
    /// windows-1258
    CHARSNIFF_WINDOWS_1258 = 27,
    /// x-mac-cyrillic
    CHARSNIFF_X_MAC_CYRILLIC = 28,
    /// GBK
    CHARSNIFF_GBK = 29,
    /// gb18030
    CHARSNIFF_GB18030 = 30,
    /// Big5
    CHARSNIFF_BIG5 = 31,
    /// EUC-JP
    CHARSNIFF_EUC_JP = 32,
    /// ISO-2022-JP
    CHARSNIFF_ISO_2022_JP = 33,
    /// Shift_JIS
    CHARSNIFF_SHIFT_JIS = 34,
    /// EUC-KR
    CHARSNIFF_EUC_KR = 35,
    /// replacement
    CHARSNIFF_REPLACEMENT = 36,
    /// UTF-16BE
    CHARSNIFF_UTF_16BE = 37,
    /// UTF-16LE
    CHARSNIFF_UTF_16LE = 38,
    /// x-user-defined
    CHARSNIFF_X_USER_DEFINED = 39,
}

/// What can decide, in the order of the pipeline.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum charsniff_source_id {
    /// A byte order mark.
    CHARSNIFF_SOURCE_BOM = 0,
    /// The user's choice, XHR's override charset, or a change of the encoding.
    CHARSNIFF_SOURCE_OVERRIDE = 1,
    /// Content-Type's charset.
    CHARSNIFF_SOURCE_TRANSPORT = 2,
    /// An HTML `<meta>`.
    CHARSNIFF_SOURCE_META = 3,
    /// An XML declaration.
    CHARSNIFF_SOURCE_XML_DECLARATION = 4,
    /// CSS's `@charset`.
    CHARSNIFF_SOURCE_AT_CHARSET = 5,
    /// A comment in a source file.
    CHARSNIFF_SOURCE_COMMENT = 6,
    /// A `charset` on the reference.
    CHARSNIFF_SOURCE_REFERENCE = 7,
    /// The parent document.
    CHARSNIFF_SOURCE_PARENT = 8,
    /// The encoding that the resource had on an earlier visit.
    CHARSNIFF_SOURCE_HISTORY = 9,
    /// The importing style sheet.
    CHARSNIFF_SOURCE_STYLE_SHEET = 10,
    /// The referring document.
    CHARSNIFF_SOURCE_DOCUMENT = 11,
    /// The detector.
    CHARSNIFF_SOURCE_DETECTOR = 12,
    /// The user's locale.
    CHARSNIFF_SOURCE_LOCALE = 13,
    /// The context's default.
    CHARSNIFF_SOURCE_DEFAULT = 14,
}

/// The encoding of a number; `None` for other numbers.
pub(crate) fn of(encoding: charsniff_encoding) -> Option<Encoding> {
    Encoding::ALL.get(usize::from(encoding)).copied()
}

/// The encodings of an array. Numbers that are not encodings are left out.
///
/// # Safety
///
/// `numbers` points at `count` encodings or is NULL.
pub(crate) unsafe fn list(numbers: *const charsniff_encoding, count: usize) -> Vec<Encoding> {
    // SAFETY: the caller's promise.
    unsafe { ffi::slice(numbers, count) }.iter().filter_map(|&number| of(number)).collect()
}

pub(crate) fn number(encoding: Option<Encoding>) -> charsniff_encoding {
    encoding.map_or(CHARSNIFF_NO_ENCODING, |encoding| encoding as u8)
}

pub(crate) fn code_page_number(page: CodePage) -> charsniff_encoding {
    match page {
        CodePage::Encoding(encoding) => number(Some(encoding)),
        CodePage::Ibm437 => CHARSNIFF_IBM437,
        CodePage::Ibm850 => CHARSNIFF_IBM850,
        _ => CHARSNIFF_NO_ENCODING,
    }
}

pub(crate) fn source_number(source: Source) -> charsniff_source {
    Source::ALL.iter().position(|other| *other == source).map_or(u8::MAX, |position| position as u8)
}

/// The name at a position, NUL-terminated, in a list that is made once; NULL if there is none.
pub(crate) fn name_of(
    made: &'static OnceLock<Vec<CString>>,
    names: impl Iterator<Item = &'static str>,
    position: usize,
) -> *const c_char {
    let names = made.get_or_init(|| names.map(|name| CString::new(name).unwrap_or_default()).collect());
    names.get(position).map_or(std::ptr::null(), |name| name.as_ptr())
}

/// The encoding of a label ("latin1", "utf-8", …), as the Encoding Standard's *get an encoding* says;
/// `CHARSNIFF_NO_ENCODING` if it names no encoding or is NULL.
///
/// # Safety
///
/// `label` is NULL or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_encoding_for_label(label: *const c_char) -> charsniff_encoding {
    // SAFETY: the caller's promise.
    let label = unsafe { ffi::string(label) };
    ffi::guarded(CHARSNIFF_NO_ENCODING, || number(label.and_then(Encoding::for_label)))
}

/// The encoding of the byte order mark at the start of the bytes. `*bom_length` (which may be NULL) is set to its
/// length. Without a mark, `CHARSNIFF_NO_ENCODING` and 0.
///
/// # Safety
///
/// `bytes` points at `length` bytes or is NULL; `bom_length` is NULL or points at a `size_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_encoding_for_bom(
    bytes: *const u8,
    length: usize,
    bom_length: *mut usize,
) -> charsniff_encoding {
    // SAFETY: the caller's promise.
    let bytes = unsafe { ffi::slice(bytes, length) };
    let found = ffi::guarded(None, || Encoding::for_bom(bytes));
    // SAFETY: the caller's promise.
    unsafe { ffi::put(bom_length, found.map_or(0, |(_, length)| length)) };
    number(found.map(|(encoding, _)| encoding))
}

/// The standard's name of an encoding, or "IBM437" or "IBM850". It stays valid; NULL if the number is that of neither.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_encoding_name(encoding: charsniff_encoding) -> *const c_char {
    static NAMES: OnceLock<Vec<CString>> = OnceLock::new();
    match encoding {
        CHARSNIFF_IBM437 => return c"IBM437".as_ptr(),
        CHARSNIFF_IBM850 => return c"IBM850".as_ptr(),
        _ => {}
    }
    name_of(&NAMES, Encoding::ALL.into_iter().map(Encoding::name), encoding.into())
}

/// The encoding that forms and URLs of a page in this encoding use: UTF-8 for UTF-16BE, UTF-16LE and
/// replacement, else the same.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_encoding_output(encoding: charsniff_encoding) -> charsniff_encoding {
    number(of(encoding).map(Encoding::output_encoding))
}

/// The name of a source in kebab-case ("xml-declaration"), which stays valid; NULL if the number is not that of a
/// source.
#[unsafe(no_mangle)]
pub extern "C" fn charsniff_source_name(source: charsniff_source) -> *const c_char {
    static NAMES: OnceLock<Vec<CString>> = OnceLock::new();
    name_of(&NAMES, Source::ALL.iter().map(|source| source.as_str()), source.into())
}

/// The length in bytes of the start that is valid UTF-8.
///
/// # Safety
///
/// `bytes` points at `length` bytes or is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn charsniff_utf8_valid_up_to(bytes: *const u8, length: usize) -> usize {
    // SAFETY: the caller's promise.
    let bytes = unsafe { ffi::slice(bytes, length) };
    ffi::guarded(0, || Encoding::utf8_valid_up_to(bytes))
}

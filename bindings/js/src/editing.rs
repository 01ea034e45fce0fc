//! Text that is repaired, edited and written back, converted and checked.

use std::cell::RefCell;

use charsniff::{
    ConvertError, Decoding, Edit, EditError, Encoding, Fallback, Positions, Sniffed, TextUnit, Unmappable,
};
use serde::Serialize;

use crate::slab::Slab;
use crate::{NONE, with_buffers, with_context};

thread_local! {
    static EDITS: RefCell<Slab<Editing>> = const { RefCell::new(Slab::new()) };
}

struct Editing {
    edit: Edit<'static>,
    /// From offsets in the text, in units of UTF-16, to those in its UTF-8, and how many units there are; once needed.
    offsets: Option<(Positions<'static>, usize)>,
}

/// What JavaScript is told beside the bytes.
#[derive(Default, Serialize)]
struct Told<'a> {
    encoding: &'a str,
    sniffed: Option<Sniffed>,
    relabelled: usize,
    unmappable: &'a [Unmappable],
    malformed: usize,
    replaced: usize,
    header: Option<String>,
    error: Option<String>,
    /// The character that is the error.
    lacking: Option<Unmappable>,
}

/// Writes the length of what is told, as JSON, that JSON, and bytes. Returns the length of the JSON.
fn tell(told: &Told<'_>, bytes: &[u8], output: &mut Vec<u8>) -> usize {
    // Writing to a vector cannot fail, nor can serializing these types.
    let _ = serde_json::to_writer(&mut *output, told);
    let length = output.len();
    output.extend_from_slice(bytes);
    length
}

/// Writes the resource in the input buffer in another encoding: what JavaScript is told, as JSON, and behind it the bytes.
/// Returns the length of the JSON.
#[unsafe(no_mangle)]
pub extern "C" fn convert(context: u32, to: usize, length: usize) -> usize {
    let written = with_context(context, length, |given, bytes, output| {
        let Some(to) = Encoding::ALL.get(to).copied() else { return 0 };
        match charsniff::convert(bytes, &given.headers, &given.context, to) {
            Ok(converted) => {
                let told = Told {
                    encoding: converted.encoding.name(),
                    sniffed: Some(converted.sniffed),
                    relabelled: converted.relabelled,
                    unmappable: &converted.unmappable,
                    malformed: converted.malformed,
                    header: converted.header,
                    ..Told::default()
                };
                tell(&told, &converted.bytes, output)
            }
            Err(error) => {
                let lacking = if let ConvertError::Unmappable(lacking) = error { Some(lacking) } else { None };
                tell(&Told { error: Some(error.to_string()), lacking, ..Told::default() }, &[], output)
            }
        }
    });
    written.unwrap_or(0)
}

/// Writes all declarations of the resource in the input buffer as JSON. Returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn declarations(context: u32, length: usize) -> usize {
    let written = with_context(context, length, |given, bytes, output| {
        let found = charsniff::declarations(bytes, &given.headers, &given.context);
        let _ = serde_json::to_writer(&mut *output, &found);
        output.len()
    });
    written.unwrap_or(0)
}

/// Writes what is wrong with the resource in the input buffer as JSON. Returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn lint(context: u32, length: usize) -> usize {
    let written = with_context(context, length, |given, bytes, output| {
        let lint = charsniff::lint(bytes, &given.headers, &given.context);
        let _ = serde_json::to_writer(&mut *output, &lint);
        output.len()
    });
    written.unwrap_or(0)
}

/// Writes which lines of the resource in the input buffer are in which encoding as JSON, `null` if they are in one. Returns its
/// length.
#[unsafe(no_mangle)]
pub extern "C" fn mixed_lines(context: u32, length: usize) -> usize {
    let written = with_context(context, length, |given, bytes, output| {
        let sniffed = charsniff::sniff(bytes, &given.headers, &given.context);
        let _ = serde_json::to_writer(&mut *output, &sniffed.mixed_lines(bytes, &given.context));
        output.len()
    });
    written.unwrap_or(0)
}

/// A new edit of the resource in the input buffer. 0 if there is no such context.
#[unsafe(no_mangle)]
pub extern "C" fn edit_new(context: u32, length: usize) -> u32 {
    let edit =
        with_context(context, length, |given, bytes, _| Edit::new(bytes, &given.headers, &given.context).into_owned());
    edit.map_or(0, |edit| EDITS.with_borrow_mut(|edits| edits.insert(Editing { edit, offsets: None })))
}

/// Calls `work` with an edit, the input and the output.
fn with_edit<R>(edit: u32, length: usize, work: impl FnOnce(&mut Editing, &[u8], &mut Vec<u8>) -> R) -> Option<R> {
    EDITS.with_borrow_mut(|edits| {
        let editing = edits.get_mut(edit)?;
        Some(with_buffers(length, |input, output| work(editing, input, output)))
    })
}

/// Writes the text, with the changes or without. Returns its length, or [`NONE`] where two changes overlap.
#[unsafe(no_mangle)]
pub extern "C" fn edit_text(edit: u32, with_changes: bool) -> u32 {
    let written = with_edit(edit, 0, |Editing { edit, .. }, _, output| {
        if !with_changes {
            output.extend_from_slice(edit.text().as_bytes());
        } else if let Ok(text) = edit.edited_text() {
            output.extend_from_slice(text.as_bytes());
        } else {
            return NONE;
        }
        output.len() as u32
    });
    written.unwrap_or(NONE)
}

/// Makes the UTF-8 in the input buffer the text.
#[unsafe(no_mangle)]
pub extern "C" fn edit_set_text(edit: u32, length: usize) {
    with_edit(edit, length, |Editing { edit, .. }, text, _| edit.set_text(&String::from_utf8_lossy(text)));
}

/// Replaces a range of the text, in units of UTF-16, by the UTF-8 in the input buffer. Whether there is such a range.
#[unsafe(no_mangle)]
pub extern "C" fn edit_replace(edit: u32, start: usize, end: usize, length: usize) -> bool {
    let replaced = with_edit(edit, length, |Editing { edit, offsets }, text, _| {
        let (positions, units) = offsets.get_or_insert_with(|| {
            let text = edit.text().as_bytes();
            let positions = Positions::of_body(Decoding::Encoding(Encoding::Utf8), text, 0, TextUnit::Utf16);
            let units = positions.text_offset(text.len());
            (positions.into_owned(), units)
        });
        let at = |offset| Some(positions.byte_offset(offset)).filter(|at| positions.text_offset(*at) == offset);
        let range = at(start).zip(at(end)).filter(|_| start <= end && end <= *units);
        range.is_some_and(|(start, end)| edit.replace(start..end, &String::from_utf8_lossy(text)).is_ok())
    });
    replaced.unwrap_or(false)
}

/// Writes what JavaScript is told, as JSON, and behind it the bytes with the changes. Returns the length of the JSON. `how`
/// says what becomes of characters that the encoding lacks: 0 an error, 1 a reference, 2 an escape, 3 UTF-8, 4 what the input
/// buffer has for them: an object of JSON.
#[unsafe(no_mangle)]
pub extern "C" fn edit_write(edit: u32, how: u32, length: usize) -> usize {
    let written = with_edit(edit, length, |Editing { edit, .. }, table, output| {
        let table: Vec<(char, String)> =
            if how == 4 { serde_json::from_slice(table).unwrap_or_default() } else { vec![] };
        let transliterate = |c: char| table.iter().find(|(from, _)| *from == c).map(|(_, to)| to.clone());
        let fallback = match how {
            1 => Fallback::NumericReference,
            2 => Fallback::UnicodeEscape,
            3 => Fallback::Utf8,
            4 => Fallback::Transliterate(&transliterate),
            _ => Fallback::Error,
        };
        match edit.write_with(fallback) {
            Ok(edited) => {
                let told = Told {
                    encoding: edited.encoding.name(),
                    sniffed: Some(edited.sniffed),
                    replaced: edited.replaced,
                    header: edited.header,
                    ..Told::default()
                };
                tell(&told, &edited.bytes, output)
            }
            Err(error) => {
                let lacking = if let EditError::Unmappable(lacking) = error { Some(lacking) } else { None };
                tell(&Told { error: Some(error.to_string()), lacking, ..Told::default() }, &[], output)
            }
        }
    });
    written.unwrap_or(0)
}

/// The verdict that the original was decoded by, packed, or [`NONE`].
#[unsafe(no_mangle)]
pub extern "C" fn edit_verdict(edit: u32) -> u32 {
    let packed = with_edit(edit, 0, |Editing { edit, .. }, _, output| crate::pipeline::pack(edit.sniffed(), output));
    packed.unwrap_or(NONE)
}

/// Frees an edit.
#[unsafe(no_mangle)]
pub extern "C" fn edit_free(edit: u32) {
    EDITS.with_borrow_mut(|edits| edits.remove(edit));
}

/// Decodes the resource in the input buffer, with repairs. Writes the length of the repairs as JSON, that JSON, and
/// the text. Returns the length of the text.
#[unsafe(no_mangle)]
pub extern "C" fn decode_repaired(context: u32, length: usize) -> usize {
    let written = with_context(context, length, |given, bytes, output| {
        let context = given.context.clone().repair(true);
        let decoded = charsniff::decode(bytes, &given.headers, &context);
        output.extend_from_slice(&[0; 4]);
        // Writing to a vector cannot fail, nor can serializing the library's types.
        let _ = serde_json::to_writer(&mut *output, &decoded.repairs);
        let json_length = (output.len() - 4) as u32;
        output[..4].copy_from_slice(&json_length.to_le_bytes());
        output.extend_from_slice(decoded.text.as_bytes());
        decoded.text.len()
    });
    written.unwrap_or(0)
}

//! Writes a resource in another encoding, or with changes of its text.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::input::Resource;
use crate::line::complain;
use crate::name::Name;
use crate::settings::{Settings, Unmappable};
use charsniff::{Context, Edit, Encoding, Fallback};

use super::text::{content, is_no_text};

/// Writes the resource in another encoding, with declarations that name it.
pub fn convert(
    resource: &mut Resource,
    to: Encoding,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let bytes = whole(resource, settings, context)?;
    let failure = |error: charsniff::ConvertError| Failure::Input(resource.name.complaint(&error));
    let converted = charsniff::convert(&bytes, &settings.headers, context, to).map_err(failure)?;
    keep_malformed(&resource.name, converted.malformed, settings)?;
    out.write_all(&converted.bytes)?;
    if converted.malformed > 0 {
        complain(
            &resource.name.complaint(&format!("malformed sequences that are U+FFFD now: {}", converted.malformed)),
        );
    }
    tell_header(&resource.name, converted.header.as_deref());
    Ok(())
}

/// Writes the resource with the changes that turn its text into that of the file `edited`.
pub fn write_back(
    resource: &mut Resource,
    edited: &Path,
    unmappable: Unmappable,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (edited_name, text) = match edited.as_os_str() == "-" {
        true => {
            let mut text = Vec::new();
            (Name::StandardInput, io::stdin().read_to_end(&mut text).map(|_| text))
        }
        false => (Name::Path(edited.to_owned()), fs::read(edited)),
    };
    let text = text.map_err(|error| Failure::Input(edited_name.complaint(&error)))?;
    let text = String::from_utf8(text).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Failure::Input(edited_name.complaint(&format!("malformed UTF-8 at byte {offset}")))
    })?;
    let bytes = whole(resource, settings, context)?;
    let mut edit = Edit::new(&bytes, &settings.headers, context);
    edit.set_text(&text);
    let fallback = match unmappable {
        Unmappable::Error => Fallback::Error,
        Unmappable::Reference => Fallback::NumericReference,
        Unmappable::Escape => Fallback::UnicodeEscape,
        Unmappable::Utf8 => Fallback::Utf8,
    };
    let written = edit.write_with(fallback).map_err(|error| Failure::Input(resource.name.complaint(&error)))?;
    out.write_all(&written.bytes)?;
    if written.sniffed.encoding != written.encoding {
        let message = format!("was written in {}, but is read as {} now", written.encoding, written.sniffed.encoding);
        complain(&resource.name.complaint(&message));
    }
    tell_header(&resource.name, written.header.as_deref());
    Ok(())
}

/// Refuses to replace the only copy of malformed sequences, which are U+FFFD in the text.
pub fn keep_malformed(name: &Name, malformed: usize, settings: &Settings) -> Result<(), Failure> {
    if malformed == 0 || !settings.is_in_place {
        return Ok(());
    }
    let help = match settings.with_repair {
        true => "write to another file",
        false => "try --repair, or write to another file",
    };
    Err(Failure::Input(name.complaint(&format_args!("malformed sequences that would be lost: {malformed}; {help}"))))
}

/// All bytes of a resource that is text.
fn whole(resource: &mut Resource, settings: &Settings, context: &Context) -> Result<Vec<u8>, Failure> {
    let sniffed = charsniff::sniff(&resource.head, &settings.headers, context);
    if is_no_text(content(&resource.head, context), &sniffed) {
        let message = "binary data, no text; --override LABEL reads it nevertheless";
        return Err(Failure::Input(resource.name.complaint(&message)));
    }
    all_bytes(resource)
}

/// All bytes of a resource.
pub fn all_bytes(resource: &mut Resource) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    resource.for_each_chunk(|chunk| {
        bytes.extend_from_slice(chunk);
        Ok(())
    })?;
    Ok(bytes)
}

fn tell_header(name: &Name, header: Option<&str>) {
    if let Some(header) = header {
        complain(&name.complaint(&format!("on the Web it needs the header 'Content-Type: {header}'")));
    }
}

/// How much of a text is searched for a declaration.
const SEARCHED: usize = 64 * 1024;

/// The part of a text that is searched for a declaration.
pub fn start_of(head: &[u8]) -> &[u8] {
    head.get(..SEARCHED).unwrap_or(head)
}

/// Says so if the text of a resource, in UTF-8, has a declaration of another encoding.
pub fn tell_false_label(name: &Name, start: &[u8], settings: &Settings, context: &Context) {
    let found = charsniff::declarations(start, &settings.headers, context);
    let is_false = |found: &&charsniff::Declaration| {
        found.label_range.is_some() && found.encoding.is_some_and(|encoding| encoding != Encoding::Utf8)
    };
    if let Some(label) = found.iter().find(is_false).and_then(|found| found.label.as_deref()) {
        let message =
            format!("the text is UTF-8 now, but still declares {}; --convert changes that", label.escape_ascii());
        complain(&name.complaint(&message));
    }
}

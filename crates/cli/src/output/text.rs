//! Writes the text of a resource in pieces, as UTF-8 or as a JSON string.

use std::io::Write;

use crate::failure::Failure;
use crate::input::{HEAD, Resource};
use crate::settings::Settings;
use charsniff::{Content, Context, DecodeError, HealthCheck, Kind, Repair, Sniffed, Source, Stream};

use super::json::{Found, Line, write_member, write_string_part};

/// Writes the text as UTF-8.
pub fn decode(
    resource: &mut Resource,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let sniffed = charsniff::sniff(&resource.head, &settings.headers, context);
    if is_no_text(content(&resource.head, context), &sniffed) {
        let message = "binary data, no text; --override LABEL decodes it nevertheless";
        return Err(Failure::Input(resource.name.complaint(&message)));
    }
    if settings.with_repair && !resource.is_whole() {
        return Err(too_long(resource));
    }
    let (name, start) = (resource.name.clone(), super::convert::start_of(&resource.head).to_vec());
    for_each_piece(resource, sniffed, settings, context, |_, text| Ok(out.write_all(text.as_bytes())?))?;
    super::convert::tell_false_label(&name, &start, settings, context);
    Ok(())
}

/// Writes a line of JSON, with the text if that was asked for. Returns false if the text was
/// checked and something looks wrong.
pub fn json(
    mut resource: Resource,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let found = Found::of(&resource.head, &settings.headers, context, settings);
    let sniffed = found.sniffed;
    let content = content(&resource.head, context);
    let line = Line { truncated: !resource.is_whole(), ..Line::new(resource.name.to_json(), &found, content) };
    line.write_open(out)?;
    let is_text = !is_no_text(content, &sniffed);
    let mut check = (is_text && settings.with_health).then(|| HealthCheck::new(&sniffed));
    let (repairs, mut result) = match repairs(&resource, content, &sniffed, settings) {
        Ok(repairs) => (repairs, Ok(())),
        Err(failure) => (None, Err(failure)),
    };
    if let Some((repairs, unlisted)) = repairs {
        write_member(out, "repairs", &repairs)?;
        if unlisted > 0 {
            write_member(out, "unlisted-repairs", &unlisted)?;
        }
    }
    if result.is_ok() && settings.task.wants_text() && is_text {
        out.write_all(b",\"text\":\"")?;
        result = for_each_piece(&mut resource, sniffed, settings, context, |bytes, text| {
            check.iter_mut().for_each(|check| check.push(bytes));
            Ok(write_string_part(out, text)?)
        });
        out.write_all(b"\"")?;
    } else if let Some(check) = check.as_mut().filter(|_| result.is_ok()) {
        result = resource.for_each_chunk(|chunk| {
            check.push(chunk);
            Ok(())
        });
    }
    let health = check.map(HealthCheck::finish);
    if let Some(health) = health {
        write_member(out, "health", &health)?;
    }
    if let Err(Failure::Input(message)) = &result {
        write_member(out, "error", message)?;
    }
    out.write_all(b"}\n")?;
    result?;
    Ok(health.is_none_or(|health| health.is_well()))
}

/// What was repaired, if that was asked for and there is text; and how many repairs are not listed.
pub fn repairs(
    resource: &Resource,
    content: Content,
    sniffed: &Sniffed,
    settings: &Settings,
) -> Result<Option<(Vec<Repair>, usize)>, Failure> {
    match () {
        () if !settings.with_repair || is_no_text(content, sniffed) => Ok(None),
        () if !resource.is_whole() => Err(too_long(resource)),
        () => {
            let decoded = sniffed.decode(&resource.head);
            Ok(Some((decoded.repairs, decoded.unlisted_repairs)))
        }
    }
}

fn too_long(resource: &Resource) -> Failure {
    let message = format!("longer than {} MiB, too long for --repair", HEAD >> 20);
    Failure::Input(resource.name.complaint(&message))
}

/// What the bytes are. A `TextDecoder` decodes whatever it is given, as text.
pub fn content(bytes: &[u8], context: &Context) -> Content {
    match Content::of(bytes) {
        Content::Binary if context.kind() == Kind::TextDecoder => Content::Text,
        content => content,
    }
}

/// Whether the bytes are binary and nothing but a guess gave them an encoding.
pub fn is_no_text(content: Content, sniffed: &Sniffed) -> bool {
    content == Content::Binary && matches!(sniffed.source, Source::Detector | Source::Locale | Source::Default)
}

/// Calls `each` with pieces of the bytes and the text that they were decoded to.
fn for_each_piece(
    resource: &mut Resource,
    sniffed: Sniffed,
    settings: &Settings,
    context: &Context,
    mut each: impl FnMut(&[u8], &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let name = resource.name.clone();
    let failure = |error: DecodeError| Failure::Input(name.complaint(&error));
    if resource.is_whole() {
        let decoded = sniffed.try_decode(&resource.head).map_err(failure)?;
        return each(&resource.head, &decoded.text);
    }
    let head = resource.take_head();
    let mut text = String::new();
    let stream = Stream::with_verdict(sniffed, &head, &settings.headers, context, &mut text);
    each(&head, &text)?;
    let mut stream = stream.map_err(failure)?;
    // The other texts are much shorter.
    drop(head);
    text = String::new();
    resource.for_each_chunk(|chunk| {
        text.clear();
        let result = stream.push(chunk, &mut text);
        each(chunk, &text)?;
        result.map_err(failure)
    })?;
    text.clear();
    let result = stream.finish(&mut text);
    each(&[], &text)?;
    result.map(|_| ()).map_err(failure)
}

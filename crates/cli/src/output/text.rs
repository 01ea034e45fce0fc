//! Writes the text of a resource in pieces, as UTF-8 or as a JSON string.

use std::io::Write;

use crate::failure::Failure;
use crate::input::{HEAD, Resource};
use crate::line::complain;
use crate::settings::Settings;
use charsniff::{Content, Context, DecodeError, HealthCheck, Kind, Repair, Sniffed, Source, StreamDecoder};

use super::damage::kinds;
use super::json::{Found, Line, write_member, write_string_part};
use super::lines::Several;

/// Writes the text as UTF-8.
pub fn decode(
    resource: &mut Resource,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let sniffed = charsniff::sniff(&resource.head, &settings.headers, context);
    if is_no_text(content(&resource.head, context), &sniffed) {
        return Err(no_text(resource));
    }
    if settings.with_repair && !resource.is_whole() {
        return Err(too_long(resource, "repair"));
    }
    let (name, start) = (resource.name.clone(), super::convert::start_of(&resource.head).to_vec());
    if settings.with_repair && settings.is_in_place {
        let decoded = sniffed.try_decode(&resource.head).map_err(|error| Failure::Input(name.complaint(&error)))?;
        super::convert::keep_malformed(&name, decoded.errors, settings)?;
    }
    // Whoever converts many files does not look at each text, so malformed sequences are counted.
    let is_checked = settings.is_in_place || settings.tree().is_some();
    let mut check = is_checked.then(|| HealthCheck::new(&sniffed));
    for_each_piece(resource, sniffed, settings, context, |bytes, text| {
        check.iter_mut().for_each(|check| check.push(bytes));
        Ok(out.write_all(text.as_bytes())?)
    })?;
    let malformed = check.map_or(0, |check| check.finish().malformed);
    if malformed > 0 && !settings.with_repair {
        super::convert::keep_malformed(&name, malformed, settings)?;
        complain(&name.complaint(&format_args!("malformed sequences that are U+FFFD now: {malformed}")));
    }
    super::convert::tell_false_label(&name, &start, settings, context);
    Ok(())
}

/// Writes the repaired text as UTF-8, and to standard error what was wrong.
pub fn repair(
    resource: &Resource,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let name = &resource.name;
    let sniffed = charsniff::sniff(&resource.head, &settings.headers, context);
    if is_no_text(Content::of(&resource.head), &sniffed) {
        return Err(no_text(resource));
    }
    if !resource.is_whole() {
        return Err(too_long(resource, "repair"));
    }
    let decoded = sniffed.try_decode(&resource.head).map_err(|error| Failure::Input(name.complaint(&error)))?;
    super::convert::keep_malformed(name, decoded.errors, settings)?;
    out.write_all(decoded.text.as_bytes())?;
    out.flush()?;
    let tell = |what: &dyn std::fmt::Display| complain(&name.complaint(what));
    for kind in kinds(&decoded.repairs) {
        tell(&kind);
    }
    if decoded.unlisted_repairs > 0 {
        tell(&format_args!("and {} repairs more", decoded.unlisted_repairs));
    }
    if decoded.errors > 0 {
        tell(&format_args!("malformed sequences that could not be repaired, and are U+FFFD: {}", decoded.errors));
    }
    let health = charsniff::health(&resource.head, &sniffed);
    let lost = [(health.question_marks, "?"), (health.replacement_characters, "U+FFFD")];
    for (count, mark) in lost.into_iter().filter(|(count, _)| *count > 0) {
        tell(&format_args!(
            "characters that an earlier program lost, with {mark} in their place: {count}; no repair brings them back, the original may have them"
        ));
    }
    let several = Several::of(resource, &sniffed, &decoded.text, context);
    several.iter().for_each(|several| tell(several));
    let is_well = decoded.repairs.is_empty() && decoded.errors == 0 && several.is_none();
    if is_well && lost.iter().all(|(count, _)| *count == 0) {
        tell(&format_args!("{}, nothing to repair", sniffed.name()));
    }
    super::convert::tell_false_label(name, super::convert::start_of(&resource.head), settings, context);
    Ok(())
}

/// What is wrong with a text besides its [health](charsniff::Health).
#[derive(Default)]
pub struct Wrong {
    pub repairs: Vec<Repair>,
    pub several: Option<Several>,
}

impl Wrong {
    pub fn is_empty(&self) -> bool {
        self.repairs.is_empty() && self.several.is_none()
    }
}

/// With `--health`, what `--repair` would repair, unless that lists it anyway, and lines in several encodings.
pub fn damage(resource: &Resource, content: Content, settings: &Settings, context: &Context) -> Result<Wrong, Failure> {
    let sniffed = charsniff::sniff(&resource.head, &settings.headers, &context.clone().repair(true));
    if !settings.with_health || !resource.is_whole() || is_no_text(content, &sniffed) {
        return Ok(Wrong::default());
    }
    let decoded = sniffed.decode(&resource.head);
    let several = Several::of(resource, &sniffed, &decoded.text, context);
    Ok(Wrong { repairs: if settings.with_repair { Vec::new() } else { decoded.repairs }, several })
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
    let candidates = sniffed.candidates(&resource.head, context);
    if !candidates.is_empty() {
        write_member(out, "candidates", &candidates)?;
    }
    let damage = damage(&resource, content, settings, context)?;
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
        if !damage.repairs.is_empty() {
            write_member(out, "damage", &kinds(&damage.repairs))?;
        }
        if let Some(several) = &damage.several {
            write_member(out, "lines", several)?;
        }
    }
    if let Err(Failure::Input(message)) = &result {
        write_member(out, "error", message)?;
    }
    out.write_all(b"}\n")?;
    result?;
    Ok(damage.is_empty() && health.is_none_or(|health| health.is_well()))
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
        () if !resource.is_whole() => Err(too_long(resource, "repair")),
        () => {
            let decoded = sniffed.decode(&resource.head);
            Ok(Some((decoded.repairs, decoded.unlisted_repairs)))
        }
    }
}

pub fn no_text(resource: &Resource) -> Failure {
    Failure::Input(resource.name.complaint(&"binary data, no text; --override LABEL decodes it nevertheless"))
}

pub fn too_long(resource: &Resource, option: &str) -> Failure {
    let message = format!("longer than {} MiB, too long for --{option}", HEAD >> 20);
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
    let stream = StreamDecoder::with_verdict(sniffed, &head, &settings.headers, context, &mut text);
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

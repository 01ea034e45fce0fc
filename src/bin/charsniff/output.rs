//! What is printed of one input.

use std::io::{self, Write};

use charsniff::{Context, Encoding, Explanation, Health, Sniffed};
use serde_json::{Value, json};

use crate::arguments::{Settings, Task};
use crate::input::Resource;
use crate::line::in_one_line;

/// What went wrong with an input, for people; the other inputs go on.
type Done = Result<(), String>;

/// Prints what was asked for. The outer error is the output's.
pub fn write(resource: &Resource, settings: &Settings, out: &mut impl Write) -> io::Result<Done> {
    let context = match settings.context(resource) {
        Ok(context) => context,
        Err(message) => return Ok(Err(message)),
    };
    let Resource { path, bytes, .. } = resource;
    match settings.task {
        Task::Verdict => {
            let (sniffed, platform) = settings.verdicts(bytes, &context);
            write!(out, "{:<14}  {:<9}  {:<15}  ", name(&sniffed), sniffed.confidence, sniffed.source)?;
            write!(out, "{}", in_one_line(path))?;
            match platform.filter(|platform| *platform != sniffed) {
                Some(platform) => writeln!(out, "  (the platform: {platform})")?,
                None => writeln!(out)?,
            }
            if settings.with_health {
                writeln!(out, "  {}", charsniff::health(bytes, &sniffed))?;
            }
        }
        Task::Json { .. } => {
            let explanation = charsniff::explain(bytes, &settings.headers, &context);
            let health = || charsniff::health(bytes, &explanation.sniffed);
            writeln!(out, "{}", json_line(json!({ "path": path }), &explanation, settings, health))?;
        }
        Task::Explain => {
            let explanation = charsniff::explain(bytes, &settings.headers, &context);
            write!(out, "{}: {explanation}", in_one_line(path))?;
            if settings.with_health {
                writeln!(out, "  health: {}", charsniff::health(bytes, &explanation.sniffed))?;
            }
            writeln!(out)?;
        }
        Task::Decode => return decode(resource, settings, &context, out),
        Task::Encode(encoding) => return encode(resource, encoding, out),
    }
    Ok(Ok(()))
}

/// The encoding's name, or `isomorphic` where none of the standard's fits.
pub fn name(sniffed: &Sniffed) -> &'static str {
    if sniffed.is_isomorphic() { "isomorphic" } else { sniffed.encoding.name() }
}

fn decode(resource: &Resource, settings: &Settings, context: &Context, out: &mut impl Write) -> io::Result<Done> {
    match charsniff::decode(&resource.bytes, &settings.headers, context) {
        Ok(decoded) => out.write_all(decoded.text.as_bytes()).map(Ok),
        Err(error) => Ok(Err(format!("{}: {error}", resource.path))),
    }
}

fn encode(resource: &Resource, encoding: Encoding, out: &mut impl Write) -> io::Result<Done> {
    match std::str::from_utf8(&resource.bytes) {
        Ok(text) => out.write_all(&encoding.encode(text).0).map(Ok),
        Err(error) => Ok(Err(format!("{}: malformed UTF-8 at byte {}", resource.path, error.valid_up_to()))),
    }
}

/// The verdict, behind the keys that say what it is on.
pub fn json_line(
    mut line: Value,
    explanation: &Explanation,
    settings: &Settings,
    health: impl FnOnce() -> Health,
) -> Value {
    let sniffed = &explanation.sniffed;
    let text = |label: &[u8]| String::from_utf8_lossy(label).into_owned();
    line["encoding"] = name(sniffed).into();
    line["confidence"] = sniffed.confidence.as_str().into();
    line["source"] = sniffed.source.as_str().into();
    line["bom"] = (sniffed.bom_length() > 0).into();
    line["label"] = explanation.label().map(text).into();
    if let Some(platform) = &explanation.platform {
        line["platform"] = json!({
            "encoding": name(platform),
            "confidence": platform.confidence.as_str(),
            "source": platform.source.as_str(),
        });
    }
    if settings.with_health {
        line["health"] = health_json(&health());
    }
    if matches!(settings.task, Task::Explain | Task::Json { explain: true }) {
        line["stages"] = explanation
            .stages
            .iter()
            .map(|report| {
                json!({
                    "stage": report.stage.as_str(),
                    "consulted": report.consulted,
                    "label": report.label.as_deref().map(text),
                    "offset": report.offset,
                    "encoding": report.encoding.map(Encoding::name),
                    "outcome": report.outcome.as_str(),
                    "remark": report.remark,
                })
            })
            .collect();
    }
    line
}

fn health_json(health: &Health) -> Value {
    json!({
        "first-error": health.first_error,
        "malformed": health.malformed,
        "malformed-bytes": health.malformed_bytes,
        "replacement-characters": health.replacement_characters,
        "c1-controls": health.c1_controls,
        "doubly-encoded": health.doubly_encoded,
        "is-valid-utf8-read-otherwise": health.is_valid_utf8_read_otherwise,
    })
}

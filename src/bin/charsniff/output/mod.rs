//! What is printed of one input.

use std::io::{self, Write};

use charsniff::{Context, Encoding};

use crate::arguments::{Settings, Task};
use crate::input::Resource;
use json::Line;

pub mod json;

/// What went wrong with an input, for people; the other inputs go on.
type Done = Result<(), String>;

/// Prints what was asked for. The outer error is the output's.
pub fn write(resource: &Resource, settings: &Settings, out: &mut impl Write) -> io::Result<Done> {
    let context = match settings.context(resource) {
        Ok(context) => context,
        Err(message) => return Ok(Err(message)),
    };
    let Resource { name, bytes, .. } = resource;
    match settings.task {
        Task::Verdict => {
            let (sniffed, platform) = settings.verdicts(bytes, &context);
            write!(out, "{:<14}  {:<9}  {:<15}  ", sniffed.name(), sniffed.confidence, sniffed.source)?;
            write!(out, "{}", name)?;
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
            let health = settings.with_health.then(|| charsniff::health(bytes, &explanation.sniffed));
            let stages = matches!(settings.task, Task::Json { explain: true }).then_some(&explanation.stages[..]);
            let line = Line { health, stages, ..Line::new(name.to_json(), &explanation) };
            out.write_all(&line.to_bytes())?;
            writeln!(out)?;
        }
        Task::Explain => {
            let explanation = charsniff::explain(bytes, &settings.headers, &context);
            write!(out, "{}: {explanation}", name)?;
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

fn decode(resource: &Resource, settings: &Settings, context: &Context, out: &mut impl Write) -> io::Result<Done> {
    match charsniff::decode(&resource.bytes, &settings.headers, context) {
        Ok(decoded) => out.write_all(decoded.text.as_bytes()).map(Ok),
        Err(error) => Ok(Err(format!("{}: {error}", resource.name))),
    }
}

fn encode(resource: &Resource, encoding: Encoding, out: &mut impl Write) -> io::Result<Done> {
    match std::str::from_utf8(&resource.bytes) {
        Ok(text) => out.write_all(&encoding.encode(text).0).map(Ok),
        Err(error) => Ok(Err(format!("{}: malformed UTF-8 at byte {}", resource.name, error.valid_up_to()))),
    }
}

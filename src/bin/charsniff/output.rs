//! What is printed of one input.

use std::io::{self, Write};

use charsniff::{Context, Encoding, Explanation, Sniffed};
use serde_json::{Value, json};

use crate::arguments::{Settings, Task};
use crate::input::Resource;

/// What went wrong with an input, for people; the other inputs go on.
type Done = Result<(), String>;

/// Prints what was asked for. The outer error is the output's.
pub fn write(resource: &Resource, settings: &Settings, out: &mut impl Write) -> io::Result<Done> {
    let context = match settings.context(resource.context.clone()) {
        Ok(context) => context,
        Err(message) => return Ok(Err(message)),
    };
    let Resource { path, bytes, .. } = resource;
    match settings.task {
        Task::Verdict => {
            let sniffed = charsniff::sniff(bytes, &settings.headers, &context);
            writeln!(out, "{:<14}  {:<9}  {:<15}  {path}", name(&sniffed), sniffed.confidence, sniffed.source)?;
        }
        Task::Json { explain } => {
            let explanation = charsniff::explain(bytes, &settings.headers, &context);
            writeln!(out, "{}", json_line(path, &explanation, explain))?;
        }
        Task::Explain => {
            writeln!(out, "{path}: {}", charsniff::explain(bytes, &settings.headers, &context))?;
        }
        Task::Decode => return decode(resource, settings, &context, out),
        Task::Encode(encoding) => return encode(resource, encoding, out),
    }
    Ok(Ok(()))
}

/// The encoding's name, or `isomorphic` where none of the standard's fits.
fn name(sniffed: &Sniffed) -> &'static str {
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

fn json_line(path: &str, explanation: &Explanation, with_stages: bool) -> Value {
    let sniffed = &explanation.sniffed;
    let text = |label: &[u8]| String::from_utf8_lossy(label).into_owned();
    let mut line = json!({
        "path": path,
        "encoding": name(sniffed),
        "confidence": sniffed.confidence.as_str(),
        "source": sniffed.source.as_str(),
        "bom": sniffed.bom_length() > 0,
        "label": explanation.label().map(text),
    });
    if with_stages {
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

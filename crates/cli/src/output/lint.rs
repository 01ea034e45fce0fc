//! What the standards ask authors to do otherwise.

use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;
use crate::input::Resource;
use crate::line::in_one_line;
use crate::settings::Settings;
use charsniff::{Context, Finding, Lint};

/// Writes the findings; returns false if there are any.
pub fn lint(
    resource: &mut Resource,
    is_json: bool,
    settings: &Settings,
    context: Context,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let bytes = super::convert::all_bytes(resource)?;
    let lint = charsniff::lint(&bytes, &settings.headers, &context);
    let name = &resource.name;
    if is_json {
        let line = Line { name: name.to_json(), lint: &lint };
        writeln!(out, "{}", serde_json::to_string(&line).unwrap_or_default())?;
    } else {
        for Finding { rule, line, column, range, message, .. } in &lint.findings {
            let message = in_one_line(message);
            let (severity, rule) = (rule.severity().as_str(), rule.as_str());
            writeln!(
                out,
                "{name}:{line}:{column}: {severity}: {message} (bytes {}-{}) [{rule}]",
                range.start, range.end
            )?;
        }
        if lint.unlisted > 0 {
            writeln!(out, "{name}: and {} more", lint.unlisted)?;
        }
    }
    Ok(lint.findings.is_empty())
}

/// A file and what is wrong with it.
#[derive(Serialize)]
struct Line<'a, N: Serialize> {
    #[serde(flatten)]
    name: N,
    #[serde(flatten)]
    lint: &'a Lint,
}

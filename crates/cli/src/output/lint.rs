//! What the standards ask authors to do otherwise.

use std::io::Write;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::Resource;
use crate::line::in_one_line;
use crate::settings::Settings;
use charsniff::{Context, Finding};

/// Writes the findings; returns false if there are any.
pub fn lint(
    resource: &mut Resource,
    is_json: bool,
    settings: &Settings,
    context: Context,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let bytes = super::convert::all_bytes(resource)?;
    let lint = charsniff::lint(&bytes, &settings.headers, &settings.as_authors_read(context));
    let name = &resource.name;
    if is_json {
        let findings: Vec<Value> = lint.findings.iter().map(to_json).collect();
        let mut line = serde_json::to_value(name.to_json()).unwrap_or_default();
        if let Some(line) = line.as_object_mut() {
            line.insert("findings".into(), findings.into());
            line.insert("unlisted".into(), lint.unlisted.into());
        }
        writeln!(out, "{line}")?;
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

fn to_json(finding: &Finding) -> Value {
    let rule = finding.rule;
    json!({
        "rule": rule.as_str(),
        "severity": rule.severity().as_str(),
        "section": rule.section(),
        "bytes": { "start": finding.range.start, "end": finding.range.end },
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        "convert-mends": rule.is_mended_by_convert(),
    })
}

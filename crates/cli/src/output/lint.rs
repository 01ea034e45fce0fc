//! Where inputs break the standards' rules for authors.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::Resource;
use crate::line::in_one_line;
use crate::name::Name;
use crate::settings::Settings;
use charsniff::{Context, Finding, Lint, Rule};

/// Writes the findings; returns false if there are any.
pub fn lint(
    resource: &mut Resource,
    is_json: bool,
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<bool, Failure> {
    let bytes = super::convert::all_bytes(resource)?;
    let lint = charsniff::lint(&bytes, &settings.headers, context);
    let name = &resource.name;
    if is_json {
        let line = Line { name: name.to_json(), lint: &lint };
        writeln!(out, "{}", serde_json::to_string(&line).unwrap_or_default())?;
    } else {
        for Finding { rule, line, column, range, message, .. } in &lint.findings {
            let message = in_one_line(message);
            let (severity, rule) = (rule.severity().as_str(), rule.as_str());
            write!(out, "{name}:{line}:{column}: {severity}: {message} ")?;
            // What is about all of the resource has no bytes.
            if !range.is_empty() {
                write!(out, "(bytes {}-{}) ", range.start, range.end)?;
            }
            writeln!(out, "[{rule}]")?;
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

/// A log in the format [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), which is written while
/// inputs are read.
pub struct Log {
    is_empty: bool,
}

impl Log {
    pub fn start(out: &mut impl Write) -> io::Result<Log> {
        let rule = |rule: &Rule| {
            let level = rule.severity().as_str();
            json!({"id": rule.as_str(), "helpUri": rule.section(), "defaultConfiguration": {"level": level}})
        };
        let rules: Vec<Value> = Rule::ALL.iter().map(rule).collect();
        let driver = json!({"name": "charsniff", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
        write!(
            out,
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":["
        )?;
        write!(out, "{{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":[")?;
        Ok(Log { is_empty: true })
    }

    /// Adds the findings in a resource; returns false if there are any.
    pub fn add(&mut self, mut resource: Resource, settings: &Settings, out: &mut impl Write) -> Result<bool, Failure> {
        let context = settings.context(&resource.name)?;
        let bytes = super::convert::all_bytes(&mut resource)?;
        let lint = charsniff::lint(&bytes, &settings.headers, &context);
        let uri = uri(&resource.name);
        for Finding { rule, range, line, column, message, .. } in &lint.findings {
            let mut place = json!({"artifactLocation": {"uri": uri}});
            // What concerns the whole resource has no place in it.
            if !range.is_empty() {
                place["region"] = json!({
                    "startLine": line,
                    "startColumn": column,
                    "byteOffset": range.start,
                    "byteLength": range.len(),
                });
            }
            let level = rule.severity().as_str();
            let text = in_one_line(message);
            self.push(
                &json!({
                    "ruleId": rule.as_str(),
                    "level": level,
                    "message": {"text": text},
                    "locations": [{"physicalLocation": place}],
                }),
                out,
            )?;
        }
        if lint.unlisted > 0 {
            let text = format!("and {} more findings", lint.unlisted);
            let place = json!({"physicalLocation": {"artifactLocation": {"uri": uri}}});
            self.push(&json!({"level": "note", "message": {"text": text}, "locations": [place]}), out)?;
        }
        Ok(lint.findings.is_empty())
    }

    fn push(&mut self, result: &Value, out: &mut impl Write) -> io::Result<()> {
        let separator = if self.is_empty { "" } else { "," };
        self.is_empty = false;
        write!(out, "{separator}\n{result}")
    }

    /// Ends the log. `is_complete`: every input could be read.
    pub fn finish(self, is_complete: bool, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n],\"invocations\":[{{\"executionSuccessful\":{is_complete}}}]}}]}}")
    }
}

/// The name as a reference by URI: of an absolute path a file's URL.
fn uri(name: &Name) -> String {
    let Some(path) = name.path() else { return "-".into() };
    let mut uri = String::from(if path.is_absolute() { "file://" } else { "" });
    for byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(byte) {
            uri.push(char::from(*byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

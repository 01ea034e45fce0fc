//! `--lines`: which lines of a text are in which encoding, where several programs wrote it; and whether a text has such lines, for
//! `--health` and `--repair`.

use std::fmt;
use std::io::Write;

use serde::Serialize;

use super::json::to_bytes;
use crate::failure::Failure;
use crate::input::Resource;
use crate::line::complain;
use crate::name::JsonPath;
use crate::settings::Settings;
use charsniff::{Content, Context, LineRange, Reading, Sniffed};

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    path: JsonPath,
    lines: &'a [LineRange],
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// Lists the lines, with `json` in JSON. With `text`, writes the text and tells the lines.
pub fn write(
    resource: &Resource,
    [json, text]: [bool; 2],
    settings: &Settings,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let bytes = &resource.head;
    let sniffed = charsniff::sniff(bytes, &settings.headers, context);
    if super::text::is_no_text(Content::of(bytes), &sniffed) {
        return Err(super::text::no_text(resource));
    }
    if !resource.is_whole() {
        return Err(super::text::too_long(resource, "lines"));
    }
    let lines = sniffed.lines(bytes, context);
    let decoded = text.then(|| match &lines[..] {
        [all] if all.encoding == sniffed.encoding => sniffed.decode(bytes).text.into_owned(),
        _ => lines
            .iter()
            .map(|lines| lines.encoding.decode_without_bom_handling(&bytes[lines.bytes.clone()]).0)
            .collect(),
    });
    if json {
        out.write_all(&to_bytes(&Line { path: resource.name.to_json(), lines: &lines, text: decoded.as_deref() }))?;
        out.write_all(b"\n")?;
        return Ok(());
    }
    if let Some(decoded) = decoded {
        out.write_all(decoded.as_bytes())?;
        out.flush()?;
    }
    for LineRange { first, last, encoding, .. } in lines {
        match text {
            true => complain(&resource.name.complaint(&format_args!("lines {first} to {last}: {encoding}"))),
            false => writeln!(out, "{encoding:<14}  {first:>7} - {last:<7}  {}", resource.name)?,
        }
    }
    Ok(())
}

/// Which lines are in which encoding, in a text that has several. In JSON, a list.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Several(Vec<LineRange>);

impl Several {
    /// `None` for a text in one encoding, or if `repaired` is already what the lines read. Linear.
    pub fn of(resource: &Resource, sniffed: &Sniffed, repaired: &str, context: &Context) -> Option<Several> {
        let lines = sniffed.mixed_lines(&resource.head, context).filter(|_| resource.is_whole())?;
        let read = |LineRange { encoding, bytes, .. }: &LineRange| {
            let context = Context::text().reading(Reading::Crawler).override_encoding(encoding.name()).repair(true);
            charsniff::decode(&resource.head[bytes.clone()], (), &context).text.into_owned()
        };
        let is_read = lines.iter().map(read).collect::<String>() == repaired;
        (!is_read).then_some(Several(lines))
    }
}

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its lines are in several encodings: ")?;
        for (at, LineRange { first, last, encoding, .. }) in self.0.iter().take(MOST_NAMED).enumerate() {
            write!(f, "{}{encoding} ({first}", if at == 0 { "" } else { ", " })?;
            if last > first {
                write!(f, " to {last}")?;
            }
            write!(f, ")")?;
        }
        write!(f, "{}; --lines --decode reads them", if self.0.len() > MOST_NAMED { " and so on" } else { "" })
    }
}

/// How many places are named.
const MOST_NAMED: usize = 6;

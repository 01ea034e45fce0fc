//! Content-Type headers, one value or several, against a literal reading of the Fetch and MIME
//! Sniffing standards that joins, splits and parses strings.

use arbitrary::{Arbitrary, Unstructured};
use charsniff::{Context, Encoding, Source, sniff};

/// HTTP whitespace.
const SPACE: [char; 4] = ['\t', '\n', '\r', ' '];

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c))
}

/// Collects an HTTP quoted string from `rest`, which starts with a quote: (as written, value, rest).
fn quoted(rest: &str) -> (&str, String, &str) {
    let mut value = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (&rest[..=at], value, &rest[at + 1..]),
            '\\' => value.push(chars.next().map_or('\\', |(_, c)| c)),
            c => value.push(c),
        }
    }
    (rest, value, "")
}

fn split(mut input: &str) -> Vec<String> {
    let mut values = vec![String::new()];
    while let Some(c) = input.chars().next() {
        match c {
            '"' => {
                let (written, _, rest) = quoted(input);
                values.last_mut().unwrap().push_str(written);
                input = rest;
            }
            ',' => {
                values.push(String::new());
                input = &input[1..];
            }
            c => {
                values.last_mut().unwrap().push(c);
                input = &input[c.len_utf8()..];
            }
        }
    }
    values.into_iter().map(|value| value.trim_matches(['\t', ' ']).to_owned()).collect()
}

/// Essence and charset.
fn parse(input: &str) -> Option<(String, Option<String>)> {
    let input = input.trim_matches(SPACE);
    let (kind, rest) = input.split_once('/')?;
    let end = rest.find(';').unwrap_or(rest.len());
    let subtype = rest[..end].trim_end_matches(SPACE);
    if !is_token(kind) || !is_token(subtype) {
        return None;
    }
    let mut charset = None;
    let mut rest = &rest[end..];
    while let Some(parameter) = rest.strip_prefix(';') {
        let parameter = parameter.trim_start_matches(SPACE);
        let end = parameter.find([';', '=']).unwrap_or(parameter.len());
        let name = parameter[..end].to_ascii_lowercase();
        rest = &parameter[end..];
        let Some(value) = rest.strip_prefix('=') else { continue };
        let value = if value.starts_with('"') {
            let (_, text, after) = quoted(value);
            rest = &after[after.find(';').unwrap_or(after.len())..];
            text
        } else {
            let end = value.find(';').unwrap_or(value.len());
            rest = &value[end..];
            let text = value[..end].trim_end_matches(SPACE);
            if text.is_empty() {
                continue;
            }
            text.to_owned()
        };
        let is_valid = value.chars().all(|c| matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{FF}'));
        if name == "charset" && is_valid && charset.is_none() {
            charset = Some(value);
        }
    }
    Some((format!("{kind}/{subtype}").to_ascii_lowercase(), charset))
}

fn extract(values: &[&str]) -> Option<String> {
    let (mut charset, mut essence, mut result) = (None, None, None);
    for value in split(&values.join(", ")) {
        let Some((new_essence, own)) = parse(&value).filter(|(essence, _)| essence != "*/*") else { continue };
        if essence.as_ref() != Some(&new_essence) {
            charset = own.clone();
            essence = Some(new_essence);
            result = own;
        } else {
            result = own.or(charset.clone());
        }
    }
    result
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let Ok(values) = Vec::<Vec<u8>>::arbitrary_take_rest(Unstructured::new(data)) else { return };
    // Isomorphic decode.
    let texts: Vec<String> = values.iter().map(|value| value.iter().map(|&byte| char::from(byte)).collect()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let headers: Vec<(&str, &Vec<u8>)> = values.iter().map(|value| ("Content-Type", value)).collect();
    let expected = if texts.is_empty() { None } else { extract(&texts) };
    let expected = expected.and_then(|label| Encoding::for_label(label.as_bytes()));
    let sniffed = sniff(b"", &headers, &Context::html());
    let found = (sniffed.source == Source::Transport).then_some(sniffed.encoding);
    assert_eq!(found, expected, "{texts:?}");
}

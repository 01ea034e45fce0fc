//! The header fields of a record, and of the HTTP response in it.

/// How many fields are read at most.
const MOST_FIELDS: usize = 1024;

/// Names and values, in order.
pub type Fields = Vec<(String, Vec<u8>)>;

/// The position after the first empty line, which ends the header. Some writers end lines with CR CR
/// LF.
pub fn head_end(bytes: &[u8], from: usize) -> Option<usize> {
    let lines = memchr::memchr_iter(b'\n', bytes.get(from..)?);
    lines.into_iter().find_map(|at| match &bytes[from + at + 1..] {
        [b'\n', ..] => Some(from + at + 2),
        [b'\r', b'\n', ..] => Some(from + at + 3),
        [b'\r', b'\r', b'\n', ..] => Some(from + at + 4),
        _ => None,
    })
}

/// The fields in `lines`. As in browsers, lines that are not fields are skipped, and a line that
/// starts with whitespace continues the one before.
pub fn parse(lines: &[u8]) -> Fields {
    let mut fields = Fields::new();
    for line in lines.split(|&byte| byte == b'\n') {
        if let (Some(b' ' | b'\t'), Some((_, value))) = (line.first(), fields.last_mut()) {
            let more = line.trim_ascii();
            if !more.is_empty() {
                value.push(b' ');
                value.extend_from_slice(more);
            }
            continue;
        }
        let Some(colon) = memchr::memchr(b':', line) else { continue };
        let (name, value) = (line[..colon].trim_ascii_end(), line[colon + 1..].trim_ascii());
        if is_token(name) && fields.len() < MOST_FIELDS {
            fields.push((String::from_utf8_lossy(name).into_owned(), value.to_vec()));
        }
    }
    fields
}

/// [RFC 9110's token](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2).
fn is_token(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte))
}

/// The first value of a field.
pub fn value<'a>(fields: &'a Fields, name: &str) -> Option<&'a [u8]> {
    let (_, value) = fields.iter().find(|(field, _)| field.eq_ignore_ascii_case(name))?;
    Some(value)
}

/// The first value of a field, as text.
pub fn text(fields: &Fields, name: &str) -> Option<String> {
    value(fields, name).map(|value| String::from_utf8_lossy(value).into_owned())
}

/// The elements of a field's comma-separated values, in order. They are not collected: a field may
/// have millions of them.
pub fn tokens<'a>(fields: &'a Fields, name: &'a str) -> impl DoubleEndedIterator<Item = &'a [u8]> {
    let values = fields.iter().filter(move |(field, _)| field.eq_ignore_ascii_case(name));
    let tokens = values.flat_map(|(_, value)| value.split(|&byte| byte == b','));
    tokens.map(<[u8]>::trim_ascii).filter(|token| !token.is_empty())
}

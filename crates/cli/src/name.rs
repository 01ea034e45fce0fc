//! The name of an input, as it is shown and as JSON has it.

use std::ffi::OsStr;
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

use crate::line::is_hidden;

/// The name of an input. It is shown in one line and so that a shell can find the file: a path with
/// control characters, also bidirectional ones, or with bytes that are not UTF-8, is written as `$'…'`, and so is an empty one.
#[derive(Clone, Debug)]
pub enum Name {
    StandardInput,
    Path(PathBuf),
}

impl Name {
    /// The path, if there is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Name::StandardInput => None,
            Name::Path(path) => Some(path),
        }
    }

    /// A message about the input, for people.
    pub fn complaint(&self, problem: &dyn fmt::Display) -> String {
        match self {
            Name::StandardInput => format!("standard input: {problem}"),
            Name::Path(_) => format!("{self}: {problem}"),
        }
    }

    /// The name in a line about a record that the file has.
    pub fn to_json_file(&self) -> JsonFile {
        let JsonPath { path, path_base64 } = self.to_json();
        JsonFile { file: path, file_base64: path_base64 }
    }

    /// The name in JSON.
    pub fn to_json(&self) -> JsonPath {
        let path = self.path().map_or(OsStr::new("-"), Path::as_os_str);
        JsonPath {
            path: path.to_string_lossy().into_owned(),
            path_base64: path.to_str().is_none().then(|| BASE64_STANDARD.encode(path.as_encoded_bytes())),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Name::Path(path) = self else { return f.write_str("-") };
        match path.to_str() {
            Some(path) if !path.is_empty() && !path.contains(is_hidden) && !path.starts_with("$'") => f.write_str(path),
            _ => quote(path.as_os_str().as_encoded_bytes(), f),
        }
    }
}

/// Writes bytes in the form `$'…'` of shells. Octal escapes are used since their length is fixed.
fn quote(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("$'")?;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                '\\' | '\'' => write!(f, "\\{c}")?,
                c if is_hidden(c) => octal(c.encode_utf8(&mut [0; 4]).as_bytes(), f)?,
                c => f.write_char(c)?,
            }
        }
        octal(chunk.invalid(), f)?;
    }
    f.write_char('\'')
}

fn octal(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "\\{byte:03o}"))
}

/// A path in JSON, where strings are Unicode.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct JsonPath {
    path: String,
    /// The bytes of the path, if they are not UTF-8. `path` then has U+FFFD in their place.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
}

/// The path of a crawl in JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct JsonFile {
    file: String,
    /// Like [`JsonPath::path_base64`].
    #[serde(skip_serializing_if = "Option::is_none")]
    file_base64: Option<String>,
}

impl JsonFile {
    pub fn as_str(&self) -> &str {
        &self.file
    }
}

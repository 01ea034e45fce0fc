//! The inputs: files, what folders hold, standard input.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};

use charsniff::{Context, Kind};

/// One input, to be read.
pub enum Input {
    StandardInput,
    File(PathBuf),
}

/// An input's bytes and name.
pub struct Resource {
    pub path: String,
    pub bytes: Vec<u8>,
    /// The context that the file name's ending suggests.
    pub context: Option<Context>,
}

/// The inputs that the arguments stand for: a folder stands for all files in it, in order. What
/// can't be read is a message in its place.
pub fn expand(arguments: &[OsString], wants_text: bool) -> Vec<Result<Input, String>> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        if argument == "-" {
            inputs.push(Ok(Input::StandardInput));
        } else if !path.is_dir() {
            inputs.push(Ok(Input::File(path.to_owned())));
        } else if wants_text {
            inputs.push(Err(format!("{}: is a folder; text is made of files", path.display())));
        } else {
            let before = inputs.len();
            walk(path, &mut inputs);
            if inputs.len() == before {
                inputs.push(Err(format!("{}: a folder without files", path.display())));
            }
        }
    }
    inputs
}

/// Adds the files below `folder`, by name; folders that are links are not entered.
fn walk(folder: &Path, inputs: &mut Vec<Result<Input, String>>) {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return inputs.push(Err(format!("{}: {error}", folder.display()))),
    };
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), inputs),
            Ok(_) => inputs.push(Ok(Input::File(entry.path()))),
            Err(error) => inputs.push(Err(format!("{}: {error}", entry.path().display()))),
        }
    }
}

impl Input {
    /// Reads all of it.
    pub fn read(self) -> Result<Resource, String> {
        match self {
            Input::StandardInput => {
                let mut bytes = Vec::new();
                std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| format!("standard input: {error}"))?;
                Ok(Resource { path: "-".to_owned(), bytes, context: None })
            }
            Input::File(path) => {
                let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let context = path.extension().and_then(OsStr::to_str).and_then(context_for_ending);
                Ok(Resource { path: path.display().to_string(), bytes, context })
            }
        }
    }
}

/// The context in which a browser would read a file of this ending.
fn context_for_ending(ending: &str) -> Option<Context> {
    let mime_type = match ending.to_ascii_lowercase().as_str() {
        "html" | "htm" | "shtml" => "text/html",
        "xhtml" | "xht" => "application/xhtml+xml",
        "xml" | "rss" | "atom" | "rdf" | "xsl" | "xslt" => "application/xml",
        "svg" => "image/svg+xml",
        "css" => "text/css",
        "js" => "text/javascript",
        "mjs" => return Some(Context::of(Kind::ModuleScript)),
        "map" => return Some(Context::of(Kind::SourceMap)),
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "vtt" => "text/vtt",
        "m3u8" => "application/vnd.apple.mpegurl",
        "appcache" => "text/cache-manifest",
        "txt" | "text" | "md" | "csv" | "tsv" | "log" | "srt" => "text/plain",
        _ => return None,
    };
    Some(Context::for_mime_type(mime_type))
}

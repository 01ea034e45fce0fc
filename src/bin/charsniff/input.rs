//! The inputs: files, what folders hold, standard input.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};

use charsniff::{Context, Kind};

use crate::arguments::Task;
use crate::warc::is_warc;

/// One input, to be read.
pub enum Input {
    Stdin,
    File(PathBuf),
    /// A WARC file.
    Crawl(PathBuf),
}

/// An input's bytes and name.
pub struct Resource {
    pub path: String,
    pub bytes: Vec<u8>,
    /// The context that the file name's ending suggests.
    pub context: Option<Context>,
    /// The MIME type that it suggests.
    pub mime_type: Option<&'static str>,
}

/// The inputs that the arguments stand for: a folder stands for all files in it, in order. What
/// can't be read is a message in its place.
pub fn expand(arguments: &[OsString], task: &Task) -> Vec<Result<Input, String>> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        if argument == "-" {
            inputs.push(Ok(Input::Stdin));
        } else if !path.is_dir() {
            inputs.push(Ok(Input::new(path.to_owned())));
        } else {
            let before = inputs.len();
            walk(path, &mut inputs);
            // The texts of many files have no bounds between them; those of a crawl's records have.
            let holds_files = inputs[before..].iter().any(|input| matches!(input, Ok(Input::File(_))));
            if task.is_text() && holds_files {
                inputs.truncate(before);
                inputs.push(Err(format!("{}: is a folder; text is made of files and crawls", path.display())));
            }
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
            Ok(_) => inputs.push(Ok(Input::new(entry.path()))),
            Err(error) => inputs.push(Err(format!("{}: {error}", entry.path().display()))),
        }
    }
}

impl Input {
    fn new(path: PathBuf) -> Input {
        if is_warc(&path) { Input::Crawl(path) } else { Input::File(path) }
    }

    /// Reads all of it.
    pub fn read(self) -> Result<Resource, String> {
        match self {
            Input::Stdin => {
                let mut bytes = Vec::new();
                std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| format!("standard input: {error}"))?;
                Ok(Resource { path: "-".to_owned(), bytes, context: None, mime_type: None })
            }
            Input::File(path) | Input::Crawl(path) => {
                let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let path = path.display().to_string();
                let (context, mime_type) = (context_for_name(&path), mime_type_for_name(&path));
                Ok(Resource { path, bytes, context, mime_type })
            }
        }
    }
}

/// The context in which a browser would read a file of this name, by its ending.
pub fn context_for_name(name: &str) -> Option<Context> {
    match ending(name)?.as_str() {
        "mjs" => Some(Context::of(Kind::ModuleScript)),
        "map" => Some(Context::of(Kind::SourceMap)),
        _ => mime_type_for_name(name).map(Context::for_mime_type),
    }
}

/// The MIME type that servers send with a file of this name, by its ending.
fn mime_type_for_name(name: &str) -> Option<&'static str> {
    Some(match ending(name)?.as_str() {
        "html" | "htm" | "shtml" => "text/html",
        "xhtml" | "xht" => "application/xhtml+xml",
        "xml" | "rss" | "atom" | "rdf" | "xsl" | "xslt" => "application/xml",
        "svg" => "image/svg+xml",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "vtt" => "text/vtt",
        "m3u8" => "application/vnd.apple.mpegurl",
        "appcache" => "text/cache-manifest",
        "txt" | "text" | "md" | "csv" | "tsv" | "log" | "srt" => "text/plain",
        _ => return None,
    })
}

fn ending(name: &str) -> Option<String> {
    Path::new(name).extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}

//! The inputs: files, what folders hold, standard input.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use charsniff::warc::{Raw, Records, is_warc};
use charsniff::{Context, Kind};

use crate::arguments::Task;
use crate::name::Name;

/// One input, to be opened.
pub enum Input {
    File(PathBuf),
    /// A WARC file.
    Crawl(PathBuf),
    /// What can be read but once, and may be a crawl; without a path, standard input.
    Pipe(Option<PathBuf>),
}

/// An input that can be read.
pub enum Opened {
    Resource(Resource),
    /// A crawl, and its name.
    Crawl(Name, Records),
}

/// An input's bytes and name.
pub struct Resource {
    pub name: Name,
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
            inputs.push(Ok(Input::Pipe(None)));
        } else if !path.is_dir() {
            inputs.push(Ok(Input::new(path.to_owned(), task)));
        } else {
            let before = inputs.len();
            walk(path, task, &mut inputs);
            // The texts of many files have no bounds between them; those of a crawl's records have.
            let holds_files = inputs[before..].iter().any(|input| matches!(input, Ok(Input::File(_) | Input::Pipe(_))));
            if task.is_text() && holds_files {
                inputs.truncate(before);
                inputs.push(Err(format!(
                    "{}: is a folder; text is made of files and crawls",
                    Name::Path(path.to_owned())
                )));
            }
            if inputs.len() == before {
                inputs.push(Err(format!("{}: a folder without files", Name::Path(path.to_owned()))));
            }
        }
    }
    inputs
}

/// Adds the files below `folder`, by name; folders that are links are not entered.
fn walk(folder: &Path, task: &Task, inputs: &mut Vec<Result<Input, String>>) {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return inputs.push(Err(format!("{}: {error}", Name::Path(folder.to_owned())))),
    };
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), task, inputs),
            Ok(_) => inputs.push(Ok(Input::new(entry.path(), task))),
            Err(error) => inputs.push(Err(format!("{}: {error}", Name::Path(entry.path())))),
        }
    }
}

impl Input {
    fn new(path: PathBuf, task: &Task) -> Input {
        match task {
            // The bytes of a crawl are no text.
            Task::Encode(_) => Input::File(path),
            _ if is_warc(&path) => Input::Crawl(path),
            _ if path.exists() && !path.is_file() => Input::Pipe(Some(path)),
            _ => Input::File(path),
        }
    }

    /// Reads all of it, but for a crawl.
    pub fn open(self, task: &Task) -> Result<Opened, String> {
        let name = self.name();
        let opened = match self {
            Input::File(path) => std::fs::read(path).map(Err),
            Input::Crawl(path) => Records::open(&path).map(Ok),
            Input::Pipe(path) => {
                let raw = path.map_or_else(|| Ok(Raw::pipe(std::io::stdin())), |path| Raw::open(&path));
                raw.and_then(|raw| match task {
                    Task::Encode(_) => raw.into_bytes().map(Err),
                    _ => Records::of_pipe(raw),
                })
            }
        };
        match opened {
            Ok(Ok(records)) => Ok(Opened::Crawl(name, records)),
            Ok(Err(bytes)) => {
                let path = name.path().map(Path::to_string_lossy).unwrap_or_default();
                let (context, mime_type) = (context_for_name(&path), mime_type_for_name(&path));
                Ok(Opened::Resource(Resource { name, bytes, context, mime_type }))
            }
            Err(error) if name.path().is_none() => Err(format!("standard input: {error}")),
            Err(error) => Err(format!("{name}: {error}")),
        }
    }

    fn name(&self) -> Name {
        match self {
            Input::File(path) | Input::Crawl(path) | Input::Pipe(Some(path)) => Name::Path(path.clone()),
            Input::Pipe(None) => Name::StandardInput,
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

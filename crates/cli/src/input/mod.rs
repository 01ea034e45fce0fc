//! The inputs: files, the files in folders, standard input.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::name::Name;
use crate::sink::Target;
use charsniff_warc::{Records, is_warc};

mod resource;

pub use resource::{HEAD, Resource};

/// An input that is not open yet.
pub enum Input {
    File(PathBuf),
    /// A WARC file.
    Crawl(PathBuf),
    /// A pipe, which can be read only once and may be a crawl; standard input if there is no path.
    Pipe(Option<PathBuf>),
}

/// An open input.
pub enum Opened {
    Resource(Resource),
    /// A crawl, and its name.
    Crawl(Name, Box<Records>),
}

/// What the arguments may refer to.
#[derive(Clone, Copy)]
pub struct Accepts {
    /// Whether a crawl is read as its resources, rather than as one text.
    pub crawls: bool,
    /// Whether a folder may hold files other than crawls.
    pub files_in_folders: bool,
}

/// The inputs that the arguments refer to.
pub struct Inputs {
    /// In order, with a message in the place of an input that can't be read.
    pub list: Vec<Result<Input, String>>,
    /// Whether the output replaces one of them.
    pub holds_output: bool,
}

/// Finds the inputs. A folder means all files in it, in order. As with `grep -r`, links are
/// followed if they are arguments but not inside folders, and inside folders only regular files are
/// read.
pub fn expand(arguments: &[OsString], accepts: Accepts, target: &Target) -> Inputs {
    let mut inputs = Inputs { list: Vec::new(), holds_output: false };
    for argument in arguments {
        let path = Path::new(argument);
        if argument != "-" && path.is_dir() {
            inputs.add_folder(path, accepts, target);
            continue;
        }
        let (input, is_output) = match argument == "-" {
            true => (Input::Pipe(None), target.is_standard_input()),
            false => (Input::new(path.to_owned(), accepts), target.is(path)),
        };
        inputs.holds_output |= is_output;
        inputs.list.push(if is_output && !target.is_replaced() {
            Err(input.name().complaint(&"is also the output, which would not end; -o replaces a file"))
        } else {
            Ok(input)
        });
    }
    inputs
}

impl Inputs {
    /// Adds the files below `folder`, in order of their names, except for the output.
    fn add_folder(&mut self, folder: &Path, accepts: Accepts, target: &Target) {
        let before = self.list.len();
        for entry in WalkDir::new(folder).sort_by_file_name() {
            match entry {
                Ok(entry) if !entry.file_type().is_file() || target.is(entry.path()) => {}
                Ok(entry) => self.list.push(Ok(Input::new(entry.into_path(), accepts))),
                Err(error) => {
                    let name = Name::Path(error.path().unwrap_or(folder).to_owned());
                    self.list.push(Err(match error.io_error() {
                        Some(error) => name.complaint(error),
                        None => name.complaint(&error),
                    }));
                }
            }
        }
        // The texts of several files could not be told apart in the output. Those of a crawl's
        // records can.
        let holds_files = self.list[before..].iter().any(|input| matches!(input, Ok(Input::File(_))));
        if holds_files && !accepts.files_in_folders {
            self.list.truncate(before);
            let name = Name::Path(folder.to_owned());
            self.list.push(Err(format!(
                "{name}: is a folder; the texts of many files come with --decode or --convert -o FOLDER, or --json --decode"
            )));
        }
    }
}

impl Input {
    fn new(path: PathBuf, accepts: Accepts) -> Input {
        match path {
            path if accepts.crawls && is_warc(&path) => Input::Crawl(path),
            path if path.exists() && !path.is_file() => Input::Pipe(Some(path)),
            path => Input::File(path),
        }
    }

    /// Opens the input; if it is not a crawl, also reads its start. The error is one line for people.
    pub fn open(self, accepts: Accepts) -> Result<Opened, String> {
        let name = self.name();
        self.try_open(name.clone(), accepts).map_err(|error| name.complaint(&error))
    }

    /// Opens the input as a file, any part of which can be read; what comes through a pipe is kept in a temporary one.
    pub fn open_as_file(self) -> Result<(Name, File), String> {
        let name = self.name();
        let open = || match self {
            Input::File(path) | Input::Crawl(path) => File::open(path),
            Input::Pipe(path) => {
                let mut pipe: Box<dyn Read> = match path {
                    None => Box::new(io::stdin()),
                    Some(path) => Box::new(File::open(path)?),
                };
                let mut file = tempfile::tempfile()?;
                io::copy(&mut pipe, &mut file)?;
                file.rewind()?;
                Ok(file)
            }
        };
        open().map(|file| (name.clone(), file)).map_err(|error| name.complaint(&error))
    }

    fn try_open(self, name: Name, accepts: Accepts) -> io::Result<Opened> {
        let reader: Box<dyn Read + Send> = match self {
            Input::File(path) => Box::new(File::open(path)?),
            Input::Crawl(path) => return Ok(Opened::Crawl(name, Box::new(Records::open(&path)?))),
            Input::Pipe(path) => {
                let pipe: Box<dyn Read + Send> = match path {
                    None => Box::new(io::stdin()),
                    Some(path) => Box::new(File::open(path)?),
                };
                match accepts.crawls {
                    true => match Records::recognize(pipe) {
                        Ok(records) => return Ok(Opened::Crawl(name, Box::new(records))),
                        Err(all_bytes) => Box::new(all_bytes),
                    },
                    false => pipe,
                }
            }
        };
        Resource::read(name, reader).map(Opened::Resource)
    }

    fn name(&self) -> Name {
        match self {
            Input::File(path) | Input::Crawl(path) | Input::Pipe(Some(path)) => Name::Path(path.clone()),
            Input::Pipe(None) => Name::StandardInput,
        }
    }
}

/// Whether a folder among these has more than crawls.
pub fn hold_texts<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>) -> bool {
    let has_texts = |folder: &Path| {
        let files = WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        files.into_iter().any(|file| !is_warc(file.path()))
    };
    inputs.into_iter().any(|input| input.as_ref().is_dir() && has_texts(input.as_ref()))
}

//! `--decode -o FOLDER`: the texts of many files, each in a file of its name.
//!
//! A file has its name only once it is whole and on the disk, and nothing that exists is replaced.

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use walkdir::WalkDir;

use crate::Done;
use crate::failure::Failure;
use crate::input::Resource;
use crate::kept;
use crate::line::complain;
use crate::name::Name;
use crate::output;
use crate::settings::Settings;
use crate::sink::{Sink, Target, temporary_name};
use charsniff_warc::is_warc;

/// Writes the texts of all inputs to `folder`, and lists them. The error is that of the list; if nobody reads the list, the
/// texts are written nevertheless.
pub fn run(folder: &Path, settings: &Settings) -> io::Result<Done> {
    let list = List { out: Sink::create(&Target::new(None))?, error: None };
    let mut tree = Tree { folder, settings, list, done: Done::default() };
    let own = match fs::create_dir_all(folder).and_then(|()| folder.canonicalize()) {
        Ok(own) => own,
        Err(error) => {
            complain(&Name::Path(folder.to_owned()).complaint(&error));
            return Ok(Done { has_failed: true, ..tree.done });
        }
    };
    for argument in &settings.inputs {
        let path = Path::new(argument);
        if argument == "-" {
            tree.fail(&"standard input: has no name that a file could have");
        } else if path.is_dir() {
            // The texts may stand in the folder that is read.
            let is_own = |path: &Path| path.is_dir() && path.canonicalize().is_ok_and(|path| path == own);
            if is_own(path) {
                tree.fail(&Name::Path(path.to_owned()).complaint(&"is also the folder of the output"));
                continue;
            }
            for entry in WalkDir::new(path).sort_by_file_name().into_iter().filter_entry(|entry| !is_own(entry.path()))
            {
                match entry {
                    Ok(entry) if entry.file_type().is_dir() => {}
                    Ok(entry) => {
                        let relative = entry.path().strip_prefix(path).unwrap_or(entry.path()).to_owned();
                        let kind = entry.file_type();
                        tree.convert(entry.into_path(), &relative, Some(kind));
                    }
                    Err(error) => tree.fail(&error),
                }
            }
        } else {
            let name = path.file_name().unwrap_or_default();
            tree.convert(path.to_owned(), Path::new(name), None);
        }
    }
    tree.list.finish()?;
    Ok(tree.done)
}

/// What was done, on standard output.
struct List {
    out: Sink,
    /// Why nothing more is written.
    error: Option<io::Error>,
}

impl List {
    fn add(&mut self, line: &str) {
        if self.error.is_none() {
            self.error = self.out.write_all(line.as_bytes()).err();
        }
    }

    fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.out.flush().err();
        }
    }

    /// A reader that has seen enough is no error.
    fn finish(mut self) -> io::Result<()> {
        self.flush();
        self.error.filter(|error| error.kind() != io::ErrorKind::BrokenPipe).map_or(Ok(()), Err)
    }
}

/// A file with a temporary name, which errors do not show. Until it has the permissions of the original, nobody else may
/// open it.
fn new_file_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    temporary_name().make_in(folder, |path| options.open(path))
}

struct Tree<'a> {
    folder: &'a Path,
    settings: &'a Settings,
    list: List,
    done: Done,
}

impl Tree<'_> {
    fn fail(&mut self, message: &dyn std::fmt::Display) {
        self.done.has_failed = true;
        self.list.flush();
        complain(&message.to_string());
    }

    /// Writes the text of the file at `path` to `relative` in the folder. `kind` is what the path is, if it was found in
    /// a folder: there, no links are followed.
    fn convert(&mut self, path: PathBuf, relative: &Path, kind: Option<FileType>) {
        let name = Name::Path(path.clone());
        let skipped = |why: &str| format!("{:<14}  {why:<18}  {name}\n", "-");
        match kind {
            Some(kind) if kind.is_symlink() => return self.list.add(&skipped("skipped: a link")),
            Some(kind) if !kind.is_file() => return self.list.add(&skipped("skipped: no file")),
            _ => {}
        }
        if is_warc(&path) {
            return self.list.add(&skipped("skipped: a crawl"));
        }
        let target = self.folder.join(relative);
        match self.write(&path, &name, &target) {
            Ok(Some(encoding)) => {
                self.list.add(&format!("{encoding:<14}  {:<18}  {name} -> {}\n", "converted", Name::Path(target)));
            }
            Ok(None) => self.list.add(&skipped("skipped: binary")),
            Err(Failure::Input(message)) => self.fail(&message),
            Err(Failure::Output(error)) => self.fail(&Name::Path(target).complaint(&error)),
        }
    }

    /// Writes a text, unless the file is binary. Returns the name of its encoding.
    fn write(&self, path: &Path, name: &Name, target: &Path) -> Result<Option<&'static str>, Failure> {
        let of_input = |error: io::Error| Failure::Input(name.complaint(&error));
        if target.symlink_metadata().is_ok() {
            let message = format!("{} exists already, and is left as it was", Name::Path(target.to_owned()));
            return Err(Failure::Input(name.complaint(&message)));
        }
        let file = File::open(path).map_err(of_input)?;
        let old = file.metadata().map_err(of_input)?;
        let resource = Resource::read(name.clone(), Box::new(file)).map_err(of_input)?;
        let Some(encoding) = output::encoding_of_text(&resource, self.settings)? else { return Ok(None) };
        let folder = target.parent().unwrap_or(self.folder);
        fs::create_dir_all(folder)?;
        let mut new = new_file_in(folder)?;
        // Errors of the file itself do not show its temporary name.
        let mut out = BufWriter::new(new.as_file_mut());
        output::write(resource, self.settings, &mut out)?;
        out.flush()?;
        drop(out);
        kept::keep(new.as_file(), path, &old)?;
        new.as_file().sync_all()?;
        new.persist_noclobber(target).map_err(|error| error.error)?;
        Ok(Some(encoding))
    }
}

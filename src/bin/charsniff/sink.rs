//! Where output goes: standard output, or a file, compressed as its name says.
//!
//! A file is written beside the one that it replaces, and takes its place at the end: until then
//! the old one can be read, and it stays if something fails.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use same_file::Handle;
use tempfile::TempPath;

const ZSTD_LEVEL: i32 = 3;

/// How many links may lead to one file.
const MOST_LINKS: usize = 40;

/// What is to be written to.
pub struct Target {
    place: Place,
    /// The file that is there already.
    file: Option<Handle>,
}

enum Place {
    StandardOutput,
    /// What is no regular file: a device, a pipe.
    Special(PathBuf),
    /// A file, behind all links.
    File(PathBuf),
}

impl Target {
    /// The file at `path`, or standard output.
    pub fn new(path: Option<&Path>) -> Target {
        let Some(path) = path else {
            let file = Handle::stdout().ok().filter(|out| out.as_file().metadata().is_ok_and(|file| file.is_file()));
            return Target { place: Place::StandardOutput, file };
        };
        match path.metadata() {
            Ok(file) if !file.is_file() => Target { place: Place::Special(path.to_owned()), file: None },
            _ => Target { place: Place::File(behind_links(path)), file: Handle::from_path(path).ok() },
        }
    }

    /// Whether this file is the one that is written to.
    pub fn is(&self, path: &Path) -> bool {
        self.file.is_some() && path.is_file() && Handle::from_path(path).ok() == self.file
    }

    /// Whether standard input is the file that is written to.
    pub fn is_standard_input(&self) -> bool {
        self.file.is_some() && Handle::stdin().ok() == self.file
    }

    /// Whether the file is replaced, so that it can be read while the output is written.
    pub fn is_replaced(&self) -> bool {
        matches!(self.place, Place::File(_))
    }
}

/// The file that a path leads to, which need not be there.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

pub struct Sink {
    writer: Writer,
    /// The file that is written, and the one whose place it takes.
    replaces: Option<(TempPath, PathBuf)>,
}

enum Writer {
    StandardOutput(BufWriter<StdoutLock<'static>>),
    File(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
    Zstd(Box<zstd::stream::write::Encoder<'static, BufWriter<File>>>),
}

impl Sink {
    pub fn create(target: &Target) -> io::Result<Sink> {
        let (path, file, replaces) = match &target.place {
            Place::StandardOutput => {
                let writer = Writer::StandardOutput(BufWriter::new(io::stdout().lock()));
                return Ok(Sink { writer, replaces: None });
            }
            Place::Special(path) => (path, OpenOptions::new().write(true).open(path)?, None),
            Place::File(path) => {
                // Who may not write to the old file is told so, and does not replace it.
                if path.exists() {
                    OpenOptions::new().write(true).open(path)?;
                }
                let (file, temporary) = temporary_beside(path)?;
                (path, file, Some((temporary, path.clone())))
            }
        };
        let file = BufWriter::new(file);
        let writer = match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Writer::Gzip(Box::new(GzEncoder::new(file, Compression::default()))),
            Some("zst") => Writer::Zstd(Box::new(zstd::stream::write::Encoder::new(file, ZSTD_LEVEL)?)),
            _ => Writer::File(file),
        };
        Ok(Sink { writer, replaces })
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self.writer, Writer::StandardOutput(_)) && io::stdout().is_terminal()
    }

    /// Writes what is still held, and the end of a compressed file; then the file takes its place.
    pub fn finish(self) -> io::Result<()> {
        match self.writer {
            Writer::StandardOutput(mut out) => out.flush()?,
            Writer::File(mut out) => out.flush()?,
            Writer::Gzip(out) => out.finish()?.flush()?,
            Writer::Zstd(out) => out.finish()?.flush()?,
        }
        match self.replaces {
            Some((temporary, path)) => temporary.persist(path).map_err(|error| error.error),
            None => Ok(()),
        }
    }

    /// Leaves the file as it was before, if it is one. Whether it is.
    pub fn give_up(self) -> bool {
        self.replaces.is_some()
    }
}

/// A file in the same folder, which may be read and written by those who may the one at `path`.
fn temporary_beside(path: &Path) -> io::Result<(File, TempPath)> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".charsniff-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, temporary) = builder.tempfile_in(folder).map_err(without_path)?.into_parts();
    if let Ok(old) = path.metadata() {
        file.set_permissions(old.permissions())?;
    }
    Ok((file, temporary))
}

/// The error of the system, without the name of a file that no one knows.
fn without_path(error: io::Error) -> io::Error {
    let source = error.get_ref().and_then(|error| error.source()).and_then(|error| error.downcast_ref::<io::Error>());
    match source.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error,
    }
}

impl Writer {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Writer::StandardOutput(out) => out,
            Writer::File(out) => out,
            Writer::Gzip(out) => out.as_mut(),
            Writer::Zstd(out) => out.as_mut(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.writer {
            // Flushing in the middle would cost compression; the end is written by `finish`.
            Writer::Gzip(_) | Writer::Zstd(_) => Ok(()),
            _ => self.writer.writer().flush(),
        }
    }
}

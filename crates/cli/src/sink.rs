//! The output: standard output, or a file, compressed if its name says so.
//!
//! A file is written beside the one that it replaces, and takes its name at the end. Until then the
//! old file can be read, and it stays if something fails. The output is on the disk before the new
//! file takes the name, so that a loss of power leaves one of the two, complete. On Linux the new file has no
//! name before that, so nothing is left of it if the process is killed. On other systems, and on file
//! systems without unnamed files, it has a temporary name.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use flate2::Compression;
use flate2::write::GzEncoder;
use same_file::Handle;
use tempfile::TempPath;

use crate::{kept, standard_output};

/// The texts of a crawl are 1.4 times as long as with level 3, which would take more time than all the rest of reading a crawl.
const ZSTD_LEVEL: i32 = 1;

/// How many symbolic links are followed.
const MOST_LINKS: usize = 40;

/// Where the output goes.
pub struct Target {
    place: Place,
    /// The existing file, if there is one.
    file: Option<Handle>,
}

enum Place {
    StandardOutput,
    /// Something other than a regular file: a device, a pipe. Or a file that is open already.
    Special(PathBuf),
    /// A regular file, after following all links.
    File(PathBuf),
}

impl Target {
    /// Nothing that an input could be.
    pub fn none() -> Target {
        Target { place: Place::StandardOutput, file: None }
    }

    /// The file at `path`, or standard output.
    pub fn new(path: Option<&Path>) -> Target {
        let Some(path) = path else {
            let file = Handle::stdout().ok().filter(|out| out.as_file().metadata().is_ok_and(|file| file.is_file()));
            return Target { place: Place::StandardOutput, file };
        };
        match open_descriptor(path) {
            Some(1) => return Target::new(None),
            Some(_) => return Target { place: Place::Special(path.to_owned()), file: Handle::from_path(path).ok() },
            None => {}
        }
        match path.metadata() {
            Ok(file) if !file.is_file() => Target { place: Place::Special(path.to_owned()), file: None },
            _ => Target { place: Place::File(behind_links(path)), file: Handle::from_path(path).ok() },
        }
    }

    /// Whether `path` is the output file.
    pub fn is(&self, path: &Path) -> bool {
        self.file.is_some() && path.is_file() && Handle::from_path(path).ok() == self.file
    }

    /// Whether standard input is the output file.
    pub fn is_standard_input(&self) -> bool {
        self.file.is_some() && Handle::stdin().ok() == self.file
    }

    /// Whether the file is replaced at the end, so that it can be read while the output is written.
    pub fn is_replaced(&self) -> bool {
        matches!(self.place, Place::File(_))
    }
}

/// The number of the descriptor that a path such as `/dev/stdout` or `/dev/fd/3` stands for. Its file is written in
/// place, not replaced: it may contain earlier bytes, and other programs may write to it too.
fn open_descriptor(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = path.parent()?;
        if ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].iter().any(|fd| folder == Path::new(fd)) {
            return path.file_name()?.to_str()?.parse().ok();
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

/// The file that a path leads to, which need not exist.
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
    /// The name of the new file, if it has one yet, and the file that it replaces.
    replaces: Option<(Option<TempPath>, PathBuf)>,
    /// The state of the file that is replaced, before anything was read.
    before: Option<State>,
}

/// The length of a file, and when it was changed.
type State = (u64, Option<SystemTime>);

fn state(path: &Path) -> Option<State> {
    path.metadata().ok().map(|file| (file.len(), file.modified().ok()))
}

enum Writer {
    StandardOutput(BufWriter<StdoutLock<'static>>),
    File(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
    Zstd(Box<zstd::stream::write::Encoder<'static, BufWriter<File>>>),
}

impl Sink {
    /// Compressed if the name says so.
    pub fn create(target: &Target) -> io::Result<Sink> {
        let ending = match &target.place {
            Place::StandardOutput => None,
            Place::Special(path) | Place::File(path) => path.extension().and_then(OsStr::to_str),
        };
        let sink = Sink::uncompressed(target)?;
        let writer = match (ending, sink.writer) {
            (Some("gz"), Writer::File(file)) => Writer::Gzip(Box::new(GzEncoder::new(file, Compression::default()))),
            (Some("zst"), Writer::File(file)) => {
                Writer::Zstd(Box::new(zstd::stream::write::Encoder::new(file, ZSTD_LEVEL)?))
            }
            (_, writer) => writer,
        };
        Ok(Sink { writer, ..sink })
    }

    pub fn uncompressed(target: &Target) -> io::Result<Sink> {
        let (file, replaces, before) = match &target.place {
            Place::StandardOutput => {
                if !standard_output::is_open() {
                    return Err(io::Error::other("it is closed"));
                }
                let writer = Writer::StandardOutput(BufWriter::new(io::stdout().lock()));
                return Ok(Sink { writer, replaces: None, before: None });
            }
            Place::Special(path) => (OpenOptions::new().append(true).open(path)?, None, None),
            Place::File(path) => {
                // A file that the user may not write to is not replaced.
                match OpenOptions::new().write(true).open(path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
                let before = state(path);
                let (file, temporary) = new_file_beside(path)?;
                (file, Some((temporary, path.clone())), before)
            }
        };
        Ok(Sink { writer: Writer::File(BufWriter::new(file)), replaces, before })
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self.writer, Writer::StandardOutput(_)) && io::stdout().is_terminal()
    }

    /// Writes buffered bytes and the end of a compressed file, then replaces the old file.
    pub fn finish(self) -> io::Result<()> {
        let out = match self.writer {
            Writer::StandardOutput(mut out) => return out.flush(),
            Writer::File(out) => out,
            Writer::Gzip(out) => out.finish()?,
            Writer::Zstd(out) => out.finish()?,
        };
        let file = out.into_inner()?;
        let Some((temporary, path)) = self.replaces else { return Ok(()) };
        file.sync_all()?;
        let temporary = match temporary {
            Some(temporary) => temporary,
            None => name_beside(&file, &path)?,
        };
        temporary.persist(path).map_err(|error| error.error)
    }

    /// Whether the file that is replaced is as it was when the sink was created.
    pub fn is_unchanged(&self) -> bool {
        self.replaces.as_ref().is_none_or(|(_, path)| state(path) == self.before)
    }

    /// Leaves the old file as it was. Returns false if the output is not a replaced file.
    pub fn give_up(self) -> bool {
        self.replaces.is_some()
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

pub fn temporary_name() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".charsniff-");
    builder
}

/// Creates a file in the same folder, with what it [keeps](kept::keep) of the file at `path`. It may have no name yet.
fn new_file_beside(path: &Path) -> io::Result<(File, Option<TempPath>)> {
    let folder = folder_of(path);
    let old = path.metadata().ok();
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    if old.is_some() {
        // Until it has the permissions of the old file, nobody else may open it.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let (file, temporary) = match without_name(options.clone(), folder) {
        Some(file) => (file, None),
        None => {
            options.create_new(true);
            let made = temporary_name().make_in(folder, |path| options.open(path));
            let (file, temporary) = made.map_err(|error| of_folder(error, old.is_some()))?.into_parts();
            (file, Some(temporary))
        }
    };
    if let Some(old) = old {
        kept::keep(&file, path, &old)?;
    }
    Ok((file, temporary))
}

/// Says that the folder is the problem, where the file itself could be written.
fn of_folder(error: io::Error, is_replaced: bool) -> io::Error {
    if is_replaced && error.kind() == io::ErrorKind::PermissionDenied {
        return io::Error::new(
            error.kind(),
            "its folder takes no new file, by which -o replaces it: permission denied",
        );
    }
    error
}

/// Creates a file without a name in a folder, if the file system has such files and this one can be
/// named later.
#[cfg(target_os = "linux")]
fn without_name(mut options: OpenOptions, folder: &Path) -> Option<File> {
    use std::os::unix::fs::OpenOptionsExt;

    let file = options.custom_flags(rustix::fs::OFlags::TMPFILE.bits().cast_signed()).open(folder).ok()?;
    descriptor(&file).exists().then_some(file)
}

#[cfg(not(target_os = "linux"))]
fn without_name(_: OpenOptions, _: &Path) -> Option<File> {
    None
}

/// Where the system shows an open file.
#[cfg(target_os = "linux")]
fn descriptor(file: &File) -> PathBuf {
    format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file)).into()
}

/// Gives a temporary name to a file without one, in the folder of `path`. Only a name can replace
/// another.
#[cfg(target_os = "linux")]
fn name_beside(file: &File, path: &Path) -> io::Result<TempPath> {
    use rustix::fs::{AtFlags, CWD, linkat};

    let link = |name: &Path| Ok(linkat(CWD, descriptor(file), CWD, name, AtFlags::SYMLINK_FOLLOW)?);
    Ok(temporary_name().make_in(folder_of(path), link)?.into_temp_path())
}

#[cfg(not(target_os = "linux"))]
fn name_beside(_: &File, _: &Path) -> io::Result<TempPath> {
    Err(io::ErrorKind::Unsupported.into())
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
            // Flushing in the middle would make compression worse. `finish` writes the end.
            Writer::Gzip(_) | Writer::Zstd(_) => Ok(()),
            _ => self.writer.writer().flush(),
        }
    }
}

//! Where output goes: standard output, or a file, compressed as its name says.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

const ZSTD_LEVEL: i32 = 3;

pub enum Sink {
    StandardOutput(BufWriter<StdoutLock<'static>>),
    File(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
    Zstd(Box<zstd::stream::write::Encoder<'static, BufWriter<File>>>),
}

impl Sink {
    /// A file at `path`, or standard output.
    pub fn create(path: Option<&Path>) -> io::Result<Sink> {
        let Some(path) = path else { return Ok(Sink::StandardOutput(BufWriter::new(io::stdout().lock()))) };
        let file = BufWriter::new(File::create(path)?);
        Ok(match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Sink::Gzip(Box::new(GzEncoder::new(file, Compression::default()))),
            Some("zst") => Sink::Zstd(Box::new(zstd::stream::write::Encoder::new(file, ZSTD_LEVEL)?)),
            _ => Sink::File(file),
        })
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Sink::StandardOutput(_)) && io::stdout().is_terminal()
    }

    /// Writes what is still held, and the end of a compressed file.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Sink::StandardOutput(mut out) => out.flush(),
            Sink::File(mut out) => out.flush(),
            Sink::Gzip(out) => out.finish()?.flush(),
            Sink::Zstd(out) => out.finish()?.flush(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Sink::StandardOutput(out) => out,
            Sink::File(out) => out,
            Sink::Gzip(out) => out.as_mut(),
            Sink::Zstd(out) => out.as_mut(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            // Flushing in the middle would cost compression; the end is written by `finish`.
            Sink::Gzip(_) | Sink::Zstd(_) => Ok(()),
            _ => self.writer().flush(),
        }
    }
}

//! The names in a ZIP or TAR archive, as bytes.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};

use flate2::read::MultiGzDecoder;
use rawzip::extra_fields::ExtraFieldId;

/// The maximum length of an entry in a ZIP's directory: a header of 46 bytes and three parts of 64 KiB.
const RECORD: usize = 256 * 1024;

/// How many bytes of names are read at most.
const MOST_NAMES: usize = 64 * 1024 * 1024;

/// A name in an archive.
pub struct Stored {
    pub bytes: Vec<u8>,
    /// Whether the archive says that it is UTF-8, and the bytes are.
    pub is_utf_8: bool,
}

/// The names in an archive.
pub struct Names {
    /// Whether it is a ZIP archive, whose names may be in code page 437.
    pub is_zip: bool,
    pub list: Vec<Stored>,
    bytes: usize,
}

impl Names {
    /// Reads the names. Linear in the number of entries; of a TAR archive, and of a compressed one, all is read.
    pub fn read(mut file: File) -> io::Result<Names> {
        let mut start = Vec::new();
        file.by_ref().take(4).read_to_end(&mut start)?;
        file.rewind()?;
        let mut names = Names { is_zip: false, list: Vec::new(), bytes: 0 };
        match start.as_slice() {
            [0x1F, 0x8B, ..] => {
                names.read_tar(tar::Archive::new(MultiGzDecoder::new(BufReader::new(file))).entries()?)?
            }
            [0x28, 0xB5, 0x2F, 0xFD] => names.read_tar(tar::Archive::new(zstd::Decoder::new(file)?).entries()?)?,
            _ => {
                let mut buffer = vec![0; RECORD];
                // A program that unpacks itself is a ZIP archive too: the archive is at its end.
                match rawzip::ZipArchive::from_file(file.try_clone()?, &mut buffer) {
                    Ok(archive) => names.read_zip(&archive, &mut buffer)?,
                    Err(error) if start.starts_with(b"PK") => return Err(damaged(error)),
                    Err(_) => {
                        file.rewind()?;
                        let is_read = names.read_tar(tar::Archive::new(file).entries_with_seek()?);
                        // A damaged archive still has names; what is not an archive has none.
                        if names.list.is_empty() {
                            return Err(io::Error::other("neither a ZIP nor a TAR archive with names"));
                        }
                        is_read?;
                    }
                }
            }
        }
        Ok(names)
    }

    fn push(&mut self, bytes: &[u8], says_utf_8: bool) -> io::Result<()> {
        self.bytes += bytes.len();
        if self.bytes > MOST_NAMES {
            return Err(io::Error::other(format!("its names are longer than {} MiB", MOST_NAMES >> 20)));
        }
        let is_utf_8 = says_utf_8 && std::str::from_utf8(bytes).is_ok();
        self.list.push(Stored { bytes: bytes.to_vec(), is_utf_8 });
        Ok(())
    }

    fn read_zip(&mut self, archive: &rawzip::ZipArchive<rawzip::FileReader>, buffer: &mut [u8]) -> io::Result<()> {
        self.is_zip = true;
        let mut entries = archive.entries(buffer);
        while let Some(entry) = entries.next_entry().map_err(damaged)? {
            let path = entry.file_path();
            let bytes = path.as_bytes();
            let other = entry.extra_fields().find(|(id, _)| *id == ExtraFieldId::INFO_ZIP_UNICODE_PATH);
            match other.and_then(|(_, field)| unicode_path(field, bytes)) {
                Some(path) => self.push(path, true)?,
                None => self.push(bytes, entry.flags().bits() & UTF_8_FLAG != 0)?,
            }
        }
        Ok(())
    }

    fn read_tar<'a, R: Read + 'a>(&mut self, entries: tar::Entries<'a, R>) -> io::Result<()> {
        for entry in entries {
            let mut entry = entry?;
            if entry.header().entry_type().is_pax_global_extensions() {
                continue;
            }
            let extensions = entry.pax_extensions()?;
            let is_pax = extensions.into_iter().flatten().flatten().any(|extension| extension.key_bytes() == b"path");
            self.push(&entry.path_bytes(), is_pax)?;
        }
        Ok(())
    }
}

fn damaged(error: rawzip::Error) -> io::Error {
    io::Error::other(format!("a damaged ZIP archive: {error}"))
}

/// Bit 11 of the general purpose flags: name and comment are UTF-8 (APPNOTE 4.4.4).
const UTF_8_FLAG: u16 = 1 << 11;

/// The name in a Unicode path field (APPNOTE 4.6.9), which counts as long as nobody has changed the name beside it.
fn unicode_path<'a>(field: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (head, path) = field.split_at_checked(5)?;
    let mut crc = flate2::Crc::new();
    crc.update(name);
    let is_of_name = head[0] == 1 && head[1..] == crc.sum().to_le_bytes();
    (is_of_name && std::str::from_utf8(path).is_ok()).then_some(path)
}

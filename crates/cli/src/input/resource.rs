//! A resource: its start, which is kept in memory, and the rest, which is read when it is needed.

use std::io::{self, Read};

use crate::failure::Failure;
use crate::name::Name;

/// How many bytes of a resource the verdict is based on. `--help` says so.
pub const HEAD: usize = 8 * 1024 * 1024;

const CHUNK: usize = 256 * 1024;

pub struct Resource {
    pub name: Name,
    /// The start: up to [`HEAD`] bytes.
    pub head: Vec<u8>,
    /// The rest, if there is more.
    rest: Option<Box<dyn Read + Send>>,
}

impl Resource {
    /// Reads the start of a resource.
    pub fn read(name: Name, mut reader: Box<dyn Read + Send>) -> io::Result<Resource> {
        let mut head = Vec::new();
        reader.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        let mut next = [0];
        let rest: Option<Box<dyn Read + Send>> = match head.len() == HEAD && read_some(&mut reader, &mut next)? > 0 {
            true => Some(Box::new(io::Cursor::new(next).chain(reader))),
            false => None,
        };
        Ok(Resource { name, head, rest })
    }

    /// Whether the start is the whole resource.
    pub fn is_whole(&self) -> bool {
        self.rest.is_none()
    }

    /// The start; what `for_each_chunk` gives then begins after it.
    pub fn take_head(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.head)
    }

    /// Calls `each` with all bytes, in chunks from the start. This can be done once.
    pub fn for_each_chunk(&mut self, mut each: impl FnMut(&[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
        for chunk in self.head.chunks(CHUNK) {
            each(chunk)?;
        }
        let Some(mut rest) = self.rest.take() else { return Ok(()) };
        let mut chunk = vec![0; CHUNK];
        loop {
            let length = read_some(&mut rest, &mut chunk).map_err(|error| self.failure(&error))?;
            if length == 0 {
                return Ok(());
            }
            each(&chunk[..length])?;
        }
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::Input(self.name.complaint(error))
    }
}

fn read_some(reader: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

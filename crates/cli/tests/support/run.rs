//! Runs the command as a program.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The output and the exit status.
pub struct Run {
    pub out: Vec<u8>,
    pub err: String,
    pub status: Option<i32>,
}

impl Run {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap()
    }

    /// The output, parsed as JSON Lines.
    pub fn json(&self) -> Vec<serde_json::Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts the exit status, and that standard error is one line with `words`.
    pub fn fails(&self, status: i32, words: &str) {
        assert_eq!(self.status, Some(status), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("charsniff: ") && self.err.contains(words), "{}", self.err);
        assert!(self.err.len() < 2000, "{} bytes of message", self.err.len());
    }
}

pub fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>, stdin: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_charsniff"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    // The command may end before it has read everything.
    let writer = std::thread::spawn(move || pipe.write_all(&stdin).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run { out: output.stdout, err: String::from_utf8(output.stderr).unwrap(), status: output.status.code() }
}

/// An empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

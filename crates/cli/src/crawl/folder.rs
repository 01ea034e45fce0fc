//! `--out-dir`: an output for each crawl file, and a manifest. What is finished is not done again.
//!
//! The manifest is JSON Lines: a line is added when a file is done or has failed, and the last line of a file counts.
//! An output has its name only once it is whole and on the disk, and its line comes after that.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use flate2::Crc;
use serde::{Deserialize, Serialize};

use super::{Crawls, Form, Ran, Summary};
use crate::input::{self, Input, Opened};
use crate::line::{complain, tell};
use crate::name::Name;
use crate::settings::Settings;
use crate::sink::{Sink, Target};

const MANIFEST: &str = "manifest.jsonl";

/// What happened to the files.
#[derive(Default)]
pub struct Done {
    pub is_all_well: bool,
    /// Whether nothing looks wrong with any text that was checked.
    pub is_well: bool,
}

/// A line of the manifest.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Entry {
    /// The crawl file, as its rows name it.
    file: String,
    /// The same as an absolute path.
    path: String,
    status: Status,
    /// Why it failed.
    error: Option<String>,
    /// The name of the output in the folder.
    output: Option<String>,
    output_bytes: Option<u64>,
    #[serde(flatten)]
    version: Option<Version>,
    /// What decides what the output is: parts of the command line, and the version.
    settings: String,
    rows: u64,
    /// How many records are damaged, or are not records at all.
    damaged: u64,
    summary: Summary,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Status {
    Done,
    /// All was read, and what is damaged is marked.
    Damaged,
    /// There is no output.
    Failed,
}

/// Which state of a crawl file was read.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Version {
    bytes: u64,
    /// When it was changed: seconds since 1970, with nine decimal places.
    modified: String,
}

impl Version {
    fn of(path: &Path) -> io::Result<Version> {
        let file = path.metadata()?;
        let modified = file.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let modified = format!("{}.{:09}", modified.as_secs(), modified.subsec_nanos());
        Ok(Version { bytes: file.len(), modified })
    }
}

/// Processes all inputs. The error is that of the folder.
pub fn run(folder: &Path, settings: &'static Settings) -> io::Result<Done> {
    fs::create_dir_all(folder)?;
    let mut outputs = Outputs { folder, settings, manifest: Manifest::open(folder)?, taken: HashMap::new() };
    let inputs = input::expand(&settings.inputs, settings.accepts, &Target::none());
    let own = folder.canonicalize()?;
    let is_own = |input: &Result<Input, String>| match input {
        Ok(Input::Crawl(path) | Input::File(path)) => path.canonicalize().is_ok_and(|path| path.starts_with(&own)),
        _ => false,
    };
    // A file that is named twice is read once.
    let mut named = HashSet::new();
    let mut is_new = |input: &Result<Input, String>| match input {
        Ok(Input::Crawl(path) | Input::File(path)) => std::path::absolute(path).is_ok_and(|path| named.insert(path)),
        _ => true,
    };
    let inputs: Vec<_> = inputs.list.into_iter().filter(|input| !is_own(input) && is_new(input)).collect();
    let mut crawls = Crawls::new(&inputs, false);
    let mut total = Summary::default();
    let (mut done, mut before, mut failed, mut is_damaged) = (0_u64, 0_u64, 0_u64, false);
    for input in inputs {
        match outputs.process(input, &mut crawls)? {
            Some((entry, is_old)) => {
                done += u64::from(!is_old);
                before += u64::from(is_old);
                is_damaged |= entry.status == Status::Damaged;
                total.merge(&entry.summary);
            }
            None => failed += 1,
        }
    }
    let is_well = crawls.is_well;
    crawls.progress.finish();
    tell(format_args!("{done} files done, {before} were before, {failed} failed\n{total}"));
    let has_summary = write_summary(settings, &total);
    Ok(Done { is_all_well: failed == 0 && !is_damaged && has_summary, is_well })
}

/// Writes a summary as JSON, if that is wanted. Says so if it fails, and returns false.
pub fn write_summary(settings: &Settings, summary: &Summary) -> bool {
    let Some(path) = &settings.summary else { return true };
    let written = Sink::create(&Target::new(Some(path))).and_then(|mut out| {
        serde_json::to_writer(&mut out, summary)?;
        out.write_all(b"\n")?;
        out.finish()
    });
    if let Err(error) = &written {
        complain(&Name::Path(path.clone()).complaint(error));
    }
    written.is_ok()
}

struct Outputs<'a> {
    folder: &'a Path,
    settings: &'static Settings,
    manifest: Manifest,
    /// The outputs of this run, and the paths of their crawls.
    taken: HashMap<String, String>,
}

impl Outputs<'_> {
    /// Makes the output of an input, unless it is there. Returns the line of the manifest and whether it was there
    /// before, or `None` if the input failed.
    fn process(&mut self, input: Result<Input, String>, crawls: &mut Crawls) -> io::Result<Option<(Entry, bool)>> {
        let path = match &input {
            Ok(Input::Crawl(path) | Input::File(path)) => path.clone(),
            Ok(Input::Pipe(_)) => {
                crawls.message("--out-dir takes files, which can be read again; standard input and pipes cannot");
                return Ok(None);
            }
            Err(message) => {
                crawls.message(message);
                return Ok(None);
            }
        };
        let name = Name::Path(path.clone());
        let absolute = std::path::absolute(&path)?.to_string_lossy().into_owned();
        let version = Version::of(&path).ok();
        let settings = format!("{:08x}", checksum(self.settings.of_output().as_bytes()));
        let output = self.name(&path, &absolute);
        let earlier = self.manifest.last.get(&absolute).cloned();
        if let Some(earlier) = &earlier {
            if earlier.status == Status::Failed {
                let error = earlier.error.as_deref().unwrap_or("no reason is known");
                crawls.message(&name.complaint(&format_args!("is tried again; it failed before: {error}")));
            } else if version.is_some()
                && (&earlier.version, &earlier.settings) == (&version, &settings)
                && earlier.output.as_ref() == Some(&output)
                && self.folder.join(&output).metadata().ok().map(|file| file.len()) == earlier.output_bytes
            {
                if earlier.status == Status::Damaged {
                    let damaged = earlier.damaged;
                    crawls.message(&name.complaint(&format_args!("was done before; {damaged} records are damaged")));
                }
                return Ok(Some((earlier.clone(), true)));
            } else {
                crawls.message(&name.complaint(&"is done again: the file, its output or the settings have changed"));
            }
        }
        let mut entry = Entry {
            file: name.to_json_file().as_str().to_owned(),
            path: absolute.clone(),
            status: Status::Failed,
            error: None,
            output: None,
            output_bytes: None,
            version,
            settings,
            rows: 0,
            damaged: 0,
            summary: Summary::default(),
        };
        let made = match self.taken.insert(output.clone(), absolute.clone()) {
            Some(other) => Err(name.complaint(&format_args!("has the output of {other}"))),
            None => self.make(input, &name, &output, crawls)?,
        };
        let summary = crawls.take_summary();
        match made {
            Ok((output_bytes, is_well)) => {
                entry.status = if is_well { Status::Done } else { Status::Damaged };
                entry.output = Some(output);
                entry.output_bytes = Some(output_bytes);
                entry.rows = summary.rows();
                entry.damaged = summary.damaged();
                entry.summary = summary;
            }
            Err(message) => {
                crawls.message(&message);
                entry.error = Some(message);
            }
        }
        self.manifest.add(&entry)?;
        Ok((entry.status != Status::Failed).then_some((entry, false)))
    }

    /// Makes an output. Returns its length and whether nothing is damaged, or why the input cannot be read.
    fn make(
        &self,
        input: Result<Input, String>,
        name: &Name,
        output: &str,
        crawls: &mut Crawls,
    ) -> io::Result<Result<(u64, bool), String>> {
        let records = match input.and_then(|input| input.open(self.settings.accepts)) {
            Ok(Opened::Crawl(_, records)) => *records,
            Ok(Opened::Resource(_)) => return Ok(Err(name.complaint(&"is no crawl, which --out-dir is for"))),
            Err(message) => return Ok(Err(message)),
        };
        let path = self.folder.join(output);
        let mut out = Sink::create(&Target::new(Some(&path)))?;
        let mut form = Form::new(self.settings)?;
        match crawls.run(name, records, self.settings, &mut form, &mut out)? {
            Ok(Ran { error: None, is_well }) => {
                form.finish(&mut out)?;
                out.finish()?;
                Ok(Ok((path.metadata()?.len(), is_well)))
            }
            // The output so far is not whole, so it gets no name.
            Ok(Ran { error: Some(error), .. }) => Ok(Err(name.complaint(&error))),
            Err(message) => Ok(Err(message)),
        }
    }

    /// The name of a crawl's output. Files in different folders may have the same name.
    fn name(&self, path: &Path, absolute: &str) -> String {
        let file = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        format!("{file}.{:08x}.{}", checksum(absolute.as_bytes()), self.settings.ending)
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

struct Manifest {
    file: File,
    /// The last line of each file, by its absolute path.
    last: HashMap<String, Entry>,
}

impl Manifest {
    fn open(folder: &Path) -> io::Result<Manifest> {
        let path: PathBuf = folder.join(MANIFEST);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        // A loss of power may have cut the last line. Its file is done again.
        let lines = bytes.split(|&byte| byte == b'\n');
        let entries = lines.filter_map(|line| serde_json::from_slice::<Entry>(line).ok());
        let last = entries.map(|entry| (entry.path.clone(), entry)).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if bytes.last().is_some_and(|&last| last != b'\n') {
            file.write_all(b"\n")?;
        }
        Ok(Manifest { file, last })
    }

    /// Adds a line in one write: other processes may add to the same file.
    fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.last.insert(entry.path.clone(), entry.clone());
        Ok(())
    }
}

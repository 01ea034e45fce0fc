//! The `charsniff` command: finds out and explains the encoding of files, and decodes them.

// `settings` is the checked command line. `input` finds and opens the inputs, `output` writes the
// result for one of them, and `crawl` does both for WARC files.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::Parser;

mod arguments;
mod crawl;
mod failure;
mod input;
mod kept;
mod line;
mod lists;
mod name;
mod names;
mod output;
mod settings;
mod sink;
mod standard_output;
mod tree;

use arguments::Arguments;
use crawl::{Crawls, Form, folder};
use failure::Failure;
use input::{Input, Inputs, Opened};
use line::complain;
use name::Name;
use output::lint::Log;
use settings::{Settings, Task};
use sink::{Sink, Target};

/// Exit status when all went well.
const SUCCESS: u8 = 0;
/// Exit status when an input could not be read or decoded.
const SOME_FAILED: u8 = 1;
/// Exit status when the command line is wrong.
const USAGE: u8 = 2;
/// Exit status when `--health` found something wrong.
const TROUBLE: u8 = 3;

/// Runs the command with these arguments, the first of which is the command's name. Returns the
/// exit status, which `--help` lists.
///
/// It uses the standard streams of the process and flushes its output. Programs that bundle the
/// command call it, as the Python package does.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return fail(&arguments::in_short(&error), USAGE),
        // `--help` or `--version`.
        Err(help) => {
            let written = help.print().and_then(|()| io::stdout().flush());
            return status(written.map(|()| Done::default()), "standard output");
        }
    };
    if let Some(list) = list(&arguments) {
        let written = io::stdout().write_all(&list).and_then(|()| io::stdout().flush());
        return status(written.map(|()| Done::default()), "standard output");
    }
    let settings = match Settings::new(arguments) {
        Ok(settings) => settings,
        Err(message) => return fail(&message, USAGE),
    };
    // The threads of a crawl may use the settings until the process ends.
    let settings: &'static mut Settings = Box::leak(Box::new(settings));
    if settings.inputs.iter().any(|input| input == "-") && io::stdin().is_terminal() {
        complain("reading standard input");
    }
    if let Some(folder) = &settings.out_dir {
        let done = folder::run(folder, settings).map(|done| Done {
            is_any: true,
            has_failed: !done.is_all_well,
            is_cut: false,
            has_trouble: settings.with_health && !done.is_well,
        });
        return status(done, &Name::Path(folder.clone()).to_string());
    }
    if let Some(folder) = settings.tree() {
        return status(tree::run(folder, settings), "standard output");
    }
    let target = Target::new(settings.output.as_deref());
    let inputs = input::expand(&settings.inputs, settings.accepts, &target);
    settings.is_in_place = inputs.holds_output;
    let settings: &'static Settings = settings;
    let done = Sink::create(&target).and_then(|mut out| {
        let is_in_place = settings.is_in_place;
        let mut done = run(inputs, settings, &mut out)?;
        if is_in_place && !out.is_unchanged() {
            let name = settings.output.clone().map_or(Name::StandardInput, Name::Path);
            complain(&name.complaint(&"somebody else has changed the file meanwhile"));
            done.has_failed = true;
        }
        // An input that failed may be the file that would be replaced.
        let is_lost = done.is_cut || done.has_failed && (is_in_place || !done.is_any);
        if !is_lost {
            out.finish()?;
        } else if out.give_up() {
            complain("the output file is left as it was");
        }
        Ok(done)
    });
    let output = settings.output.clone().map_or("standard output".to_owned(), |path| Name::Path(path).to_string());
    status(done, &output)
}

/// The code in ISO 639-3, which Common Crawl's index has, of the language of a BCP 47 tag.
///
/// ```
/// assert_eq!(charsniff_cli::iso_639_3("zh-Hant"), Some("zho"));
/// assert_eq!(charsniff_cli::iso_639_3("chv"), Some("chv"));
/// assert_eq!(charsniff_cli::iso_639_3("xx"), None);
/// ```
pub fn iso_639_3(tag: &str) -> Option<&str> {
    let primary = tag.split('-').next()?;
    match primary.len() {
        2 => isolang::Language::from_639_1(primary).map(|language| language.to_639_3()),
        _ => Some(primary),
    }
}

/// Makes `bytes` the content of the file at `path`, as `-o` does: in one step, so that a reader finds the old file or
/// the new one; with the permissions, the owner and the attributes of the old file; following links. The bytes are on
/// the disk when this returns. Unlike with `-o`, the ending of the name does not compress them.
///
/// # Errors
///
/// The file cannot be written. It is then unchanged.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Sink::uncompressed(&Target::new(Some(path)))?;
    file.write_all(bytes)?;
    file.finish()
}

/// The list that an option asks for.
fn list(arguments: &Arguments) -> Option<Vec<u8>> {
    match arguments {
        _ if arguments.contexts => Some(lists::contexts()),
        _ if arguments.labels => Some(lists::labels()),
        #[cfg(feature = "cli")]
        _ if arguments.manual => Some(lists::manual()),
        #[cfg(feature = "cli")]
        _ => arguments.completions.map(lists::completions),
        #[cfg(not(feature = "cli"))]
        _ => None,
    }
}

/// What happened to the inputs.
#[derive(Default)]
struct Done {
    /// Whether any input was read.
    is_any: bool,
    has_failed: bool,
    /// Whether the rows of a crawl end where reading it failed. They would look like all of them.
    is_cut: bool,
    has_trouble: bool,
}

impl Done {
    /// Takes what happened to an input.
    fn record(&mut self, result: Result<bool, Failure>, out: &mut Sink, crawls: &Crawls) -> io::Result<()> {
        match result {
            Ok(is_well) => {
                self.is_any = true;
                self.has_trouble |= !is_well;
            }
            Err(Failure::Output(error)) => return Err(error),
            Err(Failure::Input(message)) => {
                self.has_failed = true;
                // Output before the message must come first if both go to the same place.
                out.flush()?;
                crawls.message(&message);
            }
        }
        Ok(())
    }
}

/// Processes all inputs. The error is that of the output.
fn run(inputs: Inputs, settings: &'static Settings, out: &mut Sink) -> io::Result<Done> {
    let mut crawls = Crawls::new(&inputs.list, out.is_terminal());
    let mut done = Done::default();
    let mut form = Form::new(settings)?;
    let mut log = match settings.task {
        Task::Lint { log: true, .. } => Some(Log::start(out)?),
        _ => None,
    };
    for input in inputs.list {
        if let Task::Names { json } = settings.task {
            let archive = input.and_then(Input::open_as_file).map_err(Failure::Input);
            let result = archive.and_then(|(name, file)| names::write(&name, file, json, settings, out));
            done.record(result.map(|()| true), out, &crawls)?;
            continue;
        }
        let result = match input.and_then(|input| input.open(settings.accepts)) {
            Ok(Opened::Crawl(name, records)) => match crawls.run(&name, *records, settings, &mut form, out)? {
                Ok(ran) => {
                    done.has_failed |= !ran.is_well;
                    done.is_cut |= ran.error.is_some();
                    Ok(true)
                }
                Err(message) => Err(Failure::Input(message)),
            },
            Ok(Opened::Resource(resource)) if settings.writes_parquet() => {
                Err(Failure::Input(resource.name.complaint(&"is no crawl; a Parquet file has the rows of crawls")))
            }
            Ok(Opened::Resource(resource)) => match &mut log {
                Some(log) => log.add(resource, settings, out),
                None => output::write(resource, settings, out),
            },
            Err(message) => Err(Failure::Input(message)),
        };
        done.record(result, out, &crawls)?;
    }
    form.finish(out)?;
    if let Some(log) = log {
        log.finish(!done.has_failed, out)?;
    }
    out.flush()?;
    done.has_trouble |= settings.with_health && !crawls.is_well;
    crawls.finish();
    done.has_failed |= !folder::write_summary(settings, crawls.summary());
    Ok(done)
}

/// The exit status for the run.
fn status(done: io::Result<Done>, output: &str) -> u8 {
    match done {
        Ok(Done { has_failed: true, .. }) => SOME_FAILED,
        Ok(Done { has_trouble: true, .. }) => TROUBLE,
        Ok(_) => SUCCESS,
        // It is no failure if the reader of a pipe has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => SUCCESS,
        Err(error) => fail(&format!("{output}: {error}"), SOME_FAILED),
    }
}

fn fail(message: &str, status: u8) -> u8 {
    complain(message);
    status
}

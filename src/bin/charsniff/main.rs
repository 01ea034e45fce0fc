//! The `charsniff` command: which encoding files are in, why, and their text.
//!
//! [`input`] finds what is to be read, [`output`] writes what was asked of it, [`crawl`] does both
//! for WARC files; [`settings`] is what the command line means.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod crawl;
mod failure;
mod input;
mod line;
mod lists;
mod name;
mod output;
mod settings;
mod sink;

use arguments::Arguments;
use crawl::Crawls;
use failure::Failure;
use input::{Inputs, Opened};
use line::complain;
use name::Name;
use settings::Settings;
use sink::{Sink, Target};

/// Exit status when an input could not be read or decoded.
const SOME_FAILED: u8 = 1;
/// Exit status when the command line makes no sense.
const USAGE: u8 = 2;
/// Exit status when `--health` found something wrong.
const TROUBLE: u8 = 3;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return fail(&arguments::in_short(&error), USAGE),
        // --help and --version. Whoever closes the pipe has read enough of it.
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
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
    // The threads of a crawl keep them as long as they want.
    let settings: &'static Settings = Box::leak(Box::new(settings));
    if settings.inputs.iter().any(|input| input == "-") && io::stdin().is_terminal() {
        complain("reading standard input");
    }
    let target = Target::new(settings.output.as_deref());
    let inputs = input::expand(&settings.inputs, settings.accepts, &target);
    let done = Sink::create(&target).and_then(|mut out| {
        let is_in_place = inputs.holds_output;
        let done = run(inputs, settings, &mut out)?;
        // What failed may be what the output would replace.
        let is_lost = done.has_failed && (is_in_place || !done.is_any);
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

/// What an option asks to be listed.
fn list(arguments: &Arguments) -> Option<Vec<u8>> {
    match arguments {
        _ if arguments.contexts => Some(lists::contexts()),
        _ if arguments.labels => Some(lists::labels()),
        _ if arguments.manual => Some(lists::manual()),
        _ => arguments.completions.map(lists::completions),
    }
}

/// What became of the inputs.
#[derive(Default)]
struct Done {
    /// Whether any of them was read.
    is_any: bool,
    has_failed: bool,
    has_trouble: bool,
}

/// Does all inputs; the error is the output's.
fn run(inputs: Inputs, settings: &'static Settings, out: &mut Sink) -> io::Result<Done> {
    let mut crawls = Crawls::new(&inputs.list, out.is_terminal());
    let mut done = Done::default();
    for input in inputs.list {
        let result = match input.and_then(|input| input.open(settings.accepts)) {
            Ok(Opened::Crawl(name, records)) => match crawls.run(&name, *records, settings, out)? {
                Ok(is_well) => {
                    done.has_failed |= !is_well;
                    Ok(true)
                }
                Err(message) => Err(Failure::Input(message)),
            },
            Ok(Opened::Resource(resource)) => output::write(resource, settings, out),
            Err(message) => Err(Failure::Input(message)),
        };
        match result {
            Ok(is_well) => {
                done.is_any = true;
                done.has_trouble |= !is_well;
            }
            Err(Failure::Output(error)) => return Err(error),
            Err(Failure::Input(message)) => {
                done.has_failed = true;
                // What came before belongs before the message, where both go to one place.
                out.flush()?;
                crawls.message(&message);
            }
        }
    }
    out.flush()?;
    done.has_trouble |= settings.with_health && !crawls.is_well;
    crawls.finish();
    Ok(done)
}

/// The exit status that says how it went.
fn status(done: io::Result<Done>, output: &str) -> ExitCode {
    match done {
        Ok(Done { has_failed: true, .. }) => ExitCode::from(SOME_FAILED),
        Ok(Done { has_trouble: true, .. }) => ExitCode::from(TROUBLE),
        Ok(_) => ExitCode::SUCCESS,
        // A reader that has seen enough is no failure.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(&format!("{output}: {error}"), SOME_FAILED),
    }
}

fn fail(message: &str, status: u8) -> ExitCode {
    complain(message);
    ExitCode::from(status)
}

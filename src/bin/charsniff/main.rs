//! The `charsniff` command: which encoding files are in, why, and their text.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod crawl;
mod input;
mod line;
mod name;
mod output;
mod sink;

use arguments::{Arguments, Settings};
use crawl::Crawls;
use input::Opened;
use line::complain;
use sink::Sink;

/// Exit status when an input could not be read or decoded.
const SOME_FAILED: u8 = 1;
/// Exit status when the command line makes no sense.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let settings = match Arguments::try_parse().map(Settings::new) {
        Ok(Ok(settings)) => settings,
        Ok(Err(message)) => return fail(&message, USAGE),
        Err(error) if error.use_stderr() => return fail(&arguments::in_short(&error), USAGE),
        // --help and --version. Whoever closes the pipe has read enough of it.
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    if settings.inputs.iter().any(|input| input == "-") && io::stdin().is_terminal() {
        complain("reading standard input");
    }
    let result = Sink::create(settings.output.as_deref()).and_then(|mut out| {
        let all_well = run(&settings, &mut out)?;
        out.finish()?;
        Ok(all_well)
    });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(SOME_FAILED),
        // A reader that has seen enough is no failure.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => match &settings.output {
            Some(path) => fail(&format!("{}: {error}", path.display()), SOME_FAILED),
            None => fail(&format!("standard output: {error}"), SOME_FAILED),
        },
    }
}

/// Does all inputs; the error is the output's. Whether all went well.
fn run(settings: &Settings, out: &mut Sink) -> io::Result<bool> {
    let inputs = input::expand(&settings.inputs, &settings.task);
    let mut crawls = Crawls::new(&inputs, out.is_terminal());
    let mut all_well = true;
    for input in inputs {
        let done = match input.and_then(|input| input.open(&settings.task)) {
            Ok(Opened::Crawl(name, records)) => crawls.run(&name, records, settings, out)?,
            Ok(Opened::Resource(resource)) => output::write(&resource, settings, out)?.map(|()| true),
            Err(message) => Err(message),
        };
        match done {
            Ok(is_well) => all_well &= is_well,
            Err(message) => {
                all_well = false;
                // What came before belongs before the message, where both go to one place.
                out.flush()?;
                crawls.message(&message);
            }
        }
    }
    out.flush()?;
    crawls.finish();
    Ok(all_well)
}

fn fail(message: &str, status: u8) -> ExitCode {
    complain(message);
    ExitCode::from(status)
}

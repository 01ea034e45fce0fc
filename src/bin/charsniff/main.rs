//! The `charsniff` command: which encoding files are in, why, and their text.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod input;
mod output;

use arguments::{Arguments, Settings};

/// Exit status when an input could not be read or decoded.
const SOME_FAILED: u8 = 1;
/// Exit status when the command line makes no sense.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let settings = match Settings::new(Arguments::parse()) {
        Ok(settings) => settings,
        Err(message) => return fail(&message, USAGE),
    };
    if settings.inputs.iter().any(|input| input == "-") && io::stdin().is_terminal() {
        eprintln!("charsniff: reading standard input");
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut failed = false;
    for input in input::expand(&settings.inputs, settings.wants_text()) {
        let done = match input.and_then(|input| input.read()) {
            Ok(resource) => output::write(&resource, &settings, &mut out),
            Err(message) => Ok(Err(message)),
        };
        match done {
            Ok(Ok(())) => {}
            Ok(Err(message)) => {
                failed = true;
                // What came before belongs before the message, where both go to one place.
                if let Err(error) = out.flush() {
                    return stop_writing(&error);
                }
                eprintln!("charsniff: {message}");
            }
            Err(error) => return stop_writing(&error),
        }
    }
    match out.flush() {
        Ok(()) if failed => ExitCode::from(SOME_FAILED),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => stop_writing(&error),
    }
}

fn fail(message: &str, status: u8) -> ExitCode {
    eprintln!("charsniff: {message}");
    ExitCode::from(status)
}

/// Output can go nowhere; a reader that has seen enough is no failure.
fn stop_writing(error: &io::Error) -> ExitCode {
    match error.kind() {
        io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        _ => fail(&format!("standard output: {error}"), SOME_FAILED),
    }
}

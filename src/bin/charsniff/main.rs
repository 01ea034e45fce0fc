//! The `charsniff` command: which encoding files are in, why, and their text.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

mod arguments;
mod input;
mod output;
mod sink;
mod warc;

use arguments::{Arguments, Settings};
use input::Input;
use sink::Sink;
use warc::Crawls;

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
    let crawl = |input: &Result<Input, String>| match input {
        Ok(Input::Crawl(path)) => Some(path.clone()),
        _ => None,
    };
    let paths: Vec<_> = inputs.iter().filter_map(crawl).collect();
    let mut crawls = Crawls::new(&paths, out.is_terminal());
    let mut all_well = true;
    for input in inputs {
        let done = match input {
            Ok(Input::Crawl(path)) => {
                all_well &= crawls.run(&path, settings, out)?;
                continue;
            }
            Ok(input) => match input.read() {
                Ok(resource) => output::write(&resource, settings, out)?,
                Err(message) => Err(message),
            },
            Err(message) => Err(message),
        };
        if let Err(message) = done {
            all_well = false;
            // What came before belongs before the message, where both go to one place.
            out.flush()?;
            eprintln!("charsniff: {message}");
        }
    }
    if !paths.is_empty() {
        out.flush()?;
        crawls.finish();
    }
    Ok(all_well)
}

fn fail(message: &str, status: u8) -> ExitCode {
    eprintln!("charsniff: {message}");
    ExitCode::from(status)
}

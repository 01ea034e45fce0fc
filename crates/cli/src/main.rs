//! The `charsniff` command: see [`charsniff::command`].

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(charsniff::command::main(std::env::args_os()))
}

//! The `charsniff` command: see [`charsniff_cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(charsniff_cli::main(std::env::args_os()))
}

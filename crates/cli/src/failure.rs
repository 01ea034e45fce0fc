//! Errors.

use std::io;

pub enum Failure {
    /// An error of an input, in one line for people. The next input is still processed.
    Input(String),
    /// An error of the output, which ends the run.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

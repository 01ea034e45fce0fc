//! What can go wrong with an input.

use std::io;

pub enum Failure {
    /// With the input, in one line for people; the next input is still done.
    Input(String),
    /// With the output, which ends everything.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

//! [`Progress`]: what decoders return.

use super::damage::Fault;

/// The result of unpacking some bytes.
pub struct Progress {
    pub read: usize,
    pub written: usize,
    pub state: State,
}

pub enum State {
    Running,
    /// The member ends here.
    End,
    /// The bytes are damaged; the reason is for people.
    Broken(Fault, Option<String>),
}

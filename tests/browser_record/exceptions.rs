//! Where this crate answers otherwise than browsers, and why.

/// A group of cases whose answer is not the browsers'.
pub struct Exception {
    /// Ids of cases, spaces between; `group/*` is a whole group.
    pub ids: &'static str,
    /// What the standard says.
    pub reason: &'static str,
}

impl Exception {
    /// The exception of `list` that a case falls under.
    pub fn of<'a>(list: &'a [Exception], id: &str) -> Option<&'a Exception> {
        list.iter().find(|exception| exception.covers(id))
    }

    fn covers(&self, id: &str) -> bool {
        self.ids.split(' ').any(|covered| match covered.strip_suffix('*') {
            Some(prefix) => id.starts_with(prefix),
            None => id == covered,
        })
    }
}

/// Both browsers agree, and the standard says otherwise.
pub const EXCEPTIONS: &[Exception] = &[];

/// The browsers differ, and the standard agrees with neither.
pub const DISSENT: &[Exception] = &[];

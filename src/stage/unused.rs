//! [`Unused`]: the facts of a context that its row does not consult, for [`explain`](crate::explain()).

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Names of facts that were given in vain. A stage that looks at a fact says so here by the same condition. A finding
/// that is not consulted needs no name: it is in the stage's report, as [ignored](crate::Outcome::Ignored).
#[derive(Default)]
pub(crate) struct Unused(Vec<Cow<'static, str>>);

impl Unused {
    /// Notes a fact if it `is_given` and not consulted.
    pub(super) fn note(&mut self, is_given: bool, is_consulted: bool, name: impl Into<Cow<'static, str>>) {
        if is_given && !is_consulted {
            self.0.push(name.into());
        }
    }

    pub(crate) fn names(&self) -> &[Cow<'static, str>] {
        &self.0
    }
}

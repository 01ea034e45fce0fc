//! [`Unused`]: the facts of a context that its row does not consult, for [`explain`](crate::explain()).

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The names of facts that were given but not consulted. Each stage notes its facts here, by the same condition by
/// which it looks at them. A finding that is not consulted needs no name: the stage's report has it, as
/// [ignored](crate::Outcome::Ignored).
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

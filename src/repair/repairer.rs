//! [`Repairer`]: repair, for programs that ask for it.

use core::fmt;
use core::hash::{Hash, Hasher};

use super::malformed::Candidates;
use super::misread::Judge;
use super::{Original, Repaired, repair};

/// The function [`repair`]. A context that asks for repair holds it, and so does a verdict made in that context. All
/// other code calls it through them, so that a program that never asks for repair is linked without it.
#[derive(Clone, Copy)]
pub(crate) struct Repairer(Function);

type Function = fn(Original<'_>, Candidates<'_>, Judge<'_>) -> Option<Repaired>;

impl Repairer {
    /// Links repair into the program.
    pub(crate) fn new() -> Repairer {
        Repairer(repair)
    }

    /// As [`repair`].
    pub(crate) fn repair(
        self,
        original: Original<'_>,
        candidates: Candidates<'_>,
        judge: Judge<'_>,
    ) -> Option<Repaired> {
        (self.0)(original, candidates, judge)
    }
}

/// Always equal: there is one such function.
impl PartialEq for Repairer {
    fn eq(&self, _: &Repairer) -> bool {
        true
    }
}

impl Eq for Repairer {}

impl Hash for Repairer {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Repairer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Repairer")
    }
}

//! The walk along the pipeline: what each stage found, what was claimed, and what decided.

use super::refuted::{Refuted, RefutedClaims};
use crate::Confidence;
use crate::detector::claims::Claims;
use crate::stage::{Evidence, Finding, Stage};

/// The most findings that can be claims.
const MOST_CLAIMS: usize = 5;

/// The findings of the stages so far. Each stage is told the claims of the earlier ones.
///
/// In the crawler's reading, a declaration is a claim. The detector weighs the claims, and its answer may be one of
/// them. In the other readings the first verdict decides.
#[derive(Default)]
pub(super) struct Walk<'a> {
    pub(super) claims: Claims,
    claimed: [Option<(Stage, Finding<'a>)>; MOST_CLAIMS],
    /// What decided.
    pub(super) decided: Option<(Stage, Finding<'a>)>,
}

impl<'a> Walk<'a> {
    /// Asks `stage`, which the context consults, unless an earlier one has decided.
    pub(super) fn ask(&mut self, evidence: &Evidence<'a>, stage: Stage) {
        if self.decided.is_none() {
            let finding = stage.look(evidence, &self.claims);
            self.record(evidence, stage, finding);
        }
    }

    /// Records what `stage`, which the context consults, has found.
    pub(super) fn record(&mut self, evidence: &Evidence<'a>, stage: Stage, finding: Finding<'a>) {
        if self.decided.is_some() {
            return;
        }
        if finding.utf_32.is_some() {
            // UTF-32 is not a claim to be weighed: nothing else looks like it.
            self.decided = Some((stage, finding));
        } else if stage == Stage::Detector {
            let is_answer = |(_, claim): &(Stage, Finding<'a>)| claim.encoding() == finding.encoding();
            let decided = match finding.verdict {
                // The answer may be what was claimed.
                Some(_) => self.claimed().find(is_answer).or(Some((stage, finding))),
                // The bytes say nothing: the first claim stands.
                None => self.claimed().next(),
            };
            self.decided = decided;
        } else if let Some(verdict) = finding.verdict {
            if !(evidence.case.bytes_decide() && stage.is_claim()) {
                // Only a byte order mark can have been claimed before the override.
                let mark = self.claimed().next();
                self.decided = mark.or(Some((stage, finding)));
                return;
            }
            self.claims.add(verdict.encoding, verdict.source.nats(verdict.encoding));
            if let Some(free) = self.claimed.iter_mut().find(|claim| claim.is_none()) {
                *free = Some((stage, finding));
            }
        }
    }

    fn claimed(&self) -> impl Iterator<Item = (Stage, Finding<'a>)> + '_ {
        self.claimed.iter().flatten().copied()
    }

    /// The claims that were passed over.
    pub(super) fn refuted(&self) -> impl Iterator<Item = (Stage, Finding<'a>)> + '_ {
        let decided = self.decided.map(|(stage, _)| stage);
        self.claimed().take_while(move |(stage, _)| decided.is_some_and(|decided| *stage < decided))
    }

    /// What decided, and what it passed over.
    pub(super) fn result(&self) -> (Option<Finding<'a>>, RefutedClaims) {
        let refuted: RefutedClaims = self
            .refuted()
            .filter_map(|(_, finding)| {
                let verdict = finding.verdict?;
                Some(Refuted::new(verdict.source, verdict.encoding, finding.label))
            })
            .collect();
        let mut decided = self.decided.map(|(_, finding)| finding);
        if self.refuted().next().is_some()
            && let Some(verdict) = decided.as_mut().and_then(|finding| finding.verdict.as_mut())
        {
            verdict.confidence = Confidence::Tentative;
        }
        (decided, refuted)
    }
}

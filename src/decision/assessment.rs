//! [`assess`]: what a crawl keeps of a resource, in one call.

use super::walk::Walk;
use super::{Claim, Claims, Sniffed, sniffed};
use crate::context::Context;
use crate::evidence::Visit;
use crate::stage::Case;
use crate::{Headers, Stage};

/// What a crawl keeps of a resource: the verdict, how likely it is, and what the resource declares.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Assessment {
    /// The verdict, the same as [`sniff`](crate::sniff())'s.
    pub sniffed: Sniffed,
    /// How likely the verdict is; see [`Sniffed::likelihood`].
    #[cfg(feature = "detector")]
    pub likelihood: Option<super::Likelihood>,
    /// What the resource declares, the same as [`claims`](crate::claims())'s.
    pub claims: Claims,
}

/// [`sniff`](crate::sniff()), [`Sniffed::likelihood`] and [`claims`](crate::claims()) in one call, which reads headers,
/// declarations and UTF-8 only once. `bytes` is the resource or its start, as for `sniff`. Never fails. Linear in the
/// length of the headers and of the bytes.
///
/// ```
/// use charsniff::{Context, Encoding, assess};
/// let page = "<meta charset=koi8-r>Größe".as_bytes();
/// let assessment = assess(page, "text/html; charset=utf-8", &Context::html());
/// assert_eq!(assessment.sniffed.encoding, Encoding::Utf8);
/// # #[cfg(feature = "detector")]
/// assert!(assessment.likelihood.expect("text").probability > 0.9);
/// assert!(assessment.claims.meta.expect("a declaration").is_refuted(page, &assessment.sniffed));
/// ```
#[must_use]
pub fn assess(bytes: &[u8], headers: impl Headers, context: &Context) -> Assessment {
    assess_with(bytes, &headers, context)
}

fn assess_with(bytes: &[u8], headers: &dyn Visit, context: &Context) -> Assessment {
    let case = Case::new(headers, context);
    let evidence = case.evidence(bytes);
    let (mut walk, mut claims) = (Walk::default(), Claims::default());
    for stage in Stage::PIPELINE {
        let is_asked = walk.decided.is_none() && stage.is_consulted(&case.policy);
        let claim = match stage {
            Stage::Transport => Some(&mut claims.header),
            Stage::Prescan => Some(&mut claims.meta),
            _ => None,
        };
        if !is_asked && claim.is_none() {
            continue;
        }
        let finding = stage.look(&evidence, &walk.claims);
        if let Some(claim) = claim {
            *claim = Claim::of(&finding);
        }
        if is_asked {
            walk.record(&evidence, *stage, finding);
        }
    }
    let verdict = sniffed(&evidence, walk.result());
    Assessment {
        sniffed: verdict,
        #[cfg(feature = "detector")]
        likelihood: verdict.likelihood_after(bytes, context, &evidence.read),
        claims,
    }
}

//! Domains, of which the last label is a hint.

use alloc::boxed::Box;

/// The last label of a domain, in lower case: of `example.CO.jp.` it is `jp`.
pub(crate) fn top_level(domain: &str) -> Box<str> {
    domain.trim_end_matches('.').rsplit('.').next().unwrap_or_default().to_ascii_lowercase().into()
}

//! [`Question`]: what the detector is asked.

use core::cell::OnceCell;

use super::candidates::Candidates;
use super::claims::Claims;
use super::hints::Hints;
use super::text::utf8::Utf8;

/// What the detector is asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a, 'h> {
    /// The bytes that may be examined.
    pub(crate) page: &'a [u8],
    /// Whether the resource goes on behind them, so that the last character may be incomplete.
    pub(crate) is_cut: bool,
    /// Whether UTF-16 must start with `<`, so that text of users cannot be read as hidden markup.
    pub(crate) is_markup: bool,
    /// Whether the answer must be an encoding that the detectors of browsers know.
    pub(crate) as_browsers: bool,
    /// Whether ISO-2022-JP is looked for.
    pub(crate) iso_2022_jp: bool,
    /// Which encodings may be the answer.
    pub(crate) candidates: Candidates,
    /// What is declared, where the bytes decide.
    pub(crate) claims: Claims,
    /// Hints at the language, and the claims again, together with a declaration that browsers ignore. A function, since
    /// that declaration takes long to find, and clear bytes need no hints.
    pub(crate) hints: &'h dyn Fn() -> Hints<'h>,
    /// Where what was read of the page is kept for the next question about it.
    pub(crate) read: Option<&'h OnceCell<Read>>,
}

/// What is read of a page before anything is weighed: how much ASCII it starts with, and what it is as UTF-8; `None` if it is
/// binary data.
pub(crate) type Read = Option<(usize, Utf8)>;

impl<'a> Question<'a, '_> {
    /// Which encoding these bytes are in, whatever it is.
    pub(crate) fn of(page: &'a [u8]) -> Self {
        Question {
            page,
            is_cut: false,
            is_markup: false,
            as_browsers: false,
            iso_2022_jp: false,
            candidates: Candidates::default(),
            claims: Claims::default(),
            hints: &Hints::default,
            read: None,
        }
    }
}

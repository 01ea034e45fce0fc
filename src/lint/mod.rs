//! [`lint`]: checks what the standards ask of authors about encodings.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::context::Context;
use crate::decision::sniff;
use crate::encoding::bom::{UTF_32_BOM, utf_32};
use crate::encoding::names::named_enum;
use crate::evidence::{MimeClass, Visit};
use crate::stage::{Case, Syntax};
use crate::{Headers, Reading, Source, TextUnit};

mod declared;
#[cfg(feature = "nfc")]
mod nfc;
mod rule;
mod text;

pub use rule::Rule;

named_enum! {
    /// How bad a finding is.
    ///
    /// ```
    /// use charsniff::{Rule, Severity};
    /// assert_eq!(Rule::NotUtf8.severity(), Severity::Error);
    /// assert_eq!(Rule::PrivateUse.severity(), Severity::Warning);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Severity, "severity" {
        /// A standard forbids it.
        Error = "error",
        /// It is allowed, and often a mistake.
        Warning = "warning",
    }
}

/// Something that a standard asks authors not to do, and where.
///
/// ```
/// use charsniff::{Context, Rule, lint};
/// let finding = &lint(b"\n<meta charset=latin1>", (), &Context::html()).findings[1];
/// assert_eq!((finding.rule, finding.range.clone()), (Rule::NotThePreferredName, 15..21));
/// assert_eq!((finding.line, finding.column), (2, 15));
/// assert!(finding.rule.is_mended_by_convert());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Finding {
    /// The rule, which has the section of the standard and the severity.
    pub rule: Rule,
    /// Where in the resource, in bytes. The empty range at 0 if it is not in the bytes, such as a header, or concerns
    /// all of them.
    #[cfg_attr(feature = "serde", serde(rename = "bytes"))]
    pub range: Range<usize>,
    /// The line of the text, from 1.
    pub line: usize,
    /// The column in that line, in characters from 1.
    pub column: usize,
    /// What is wrong, for people.
    pub message: String,
}

/// With the rule's severity and section, for those who read only the JSON.
#[cfg(feature = "serde")]
impl serde::Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut finding = serializer.serialize_struct("Finding", 8)?;
        finding.serialize_field("rule", &self.rule)?;
        finding.serialize_field("severity", &self.rule.severity())?;
        finding.serialize_field("section", self.rule.section())?;
        finding.serialize_field("bytes", &self.range)?;
        finding.serialize_field("line", &self.line)?;
        finding.serialize_field("column", &self.column)?;
        finding.serialize_field("message", &self.message)?;
        finding.serialize_field("convert-mends", &self.rule.is_mended_by_convert())?;
        finding.end()
    }
}

/// What is wrong with a resource.
///
/// ```
/// use charsniff::{Context, lint};
/// let lint = lint(b"<meta charset=utf-8>Gr\xC3\xB6\xC3\x9Fe \x80", (), &Context::html());
/// assert_eq!((lint.findings.len(), lint.unlisted), (1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Lint {
    /// The findings, in the order of the bytes; at most 100 for each rule about characters.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub unlisted: usize,
}

/// A finding without its line and column.
type Place = (Rule, Range<usize>, String);

/// Checks a resource by what the standards ask of authors: that it is in UTF-8 and says so, once, early, by the
/// preferred name; that all declarations agree; that no sequence is malformed, and no character forbidden. [`Rule`]
/// lists the rules.
///
/// The context's reading says which declaration counts; the crawler's, which makes up for mistakes, is replaced by the
/// standard's. If the bytes refute that declaration, or there is none, the characters are checked in the encoding that
/// the text is in. Linear in `bytes` and the number of findings.
///
/// ```
/// use charsniff::{Context, Rule, lint};
/// let rules = |page: &[u8]| lint(page, (), &Context::html()).findings.iter().map(|found| found.rule).collect::<Vec<_>>();
/// assert_eq!(rules(b"<!DOCTYPE html><meta charset=utf-8>"), []);
/// assert_eq!(rules(b"<!DOCTYPE html>"), [Rule::NoDeclaration]);
/// assert_eq!(rules(b"<meta charset=utf-8>Gr\xC3\xB6\xC3\x9Fe \xFF"), [Rule::Malformed]);
/// ```
#[must_use]
pub fn lint(bytes: &[u8], headers: impl Headers, context: &Context) -> Lint {
    with(bytes, &headers, context)
}

fn with(bytes: &[u8], headers: &dyn Visit, context: &Context) -> Lint {
    let mut context = context.clone().repair(false);
    if context.facts.is_crawlers() {
        context = context.reading(Reading::Standard);
    }
    let context = &context;
    // The encoding that the text is in, where the declarations are wrong or there are none.
    let in_truth = context.clone().reading(Reading::Crawler);
    let truth = sniff(bytes, headers, &in_truth);
    let has_mark = utf_32(bytes).is_some();
    if has_mark || truth.is_utf_32() {
        let message = "browsers do not read UTF-32: they take it for UTF-16 or for another encoding".into();
        let range = 0..if has_mark { UTF_32_BOM } else { 0 };
        let finding = Finding { rule: Rule::Utf32, range, line: 1, column: 1, message };
        return Lint { findings: alloc::vec![finding], unlisted: 0 };
    }
    let (judged, sniffed) = match truth {
        sniffed if sniffed.source == Source::Detector => (&in_truth, sniffed),
        _ => (context, sniff(bytes, headers, context)),
    };
    let case = Case::new(headers, context);
    let evidence = case.evidence(bytes);
    let (syntax, is_json) = (evidence.case.syntax().ok(), evidence.case.mime() == Some(MimeClass::Json));
    let decoded = sniffed.decode(bytes);
    let positions = sniffed.positions(bytes, TextUnit::Utf8);
    let is_page = syntax == Some(Syntax::Html) && case.is_page(&decoded.text);
    let places = declared::places(bytes, headers, context, &sniffed, syntax, is_page, is_json);
    let mut found =
        text::Found { text: &decoded.text, positions: &positions, counts: [0; Rule::ALL.len()], places, unlisted: 0 };
    found.characters(bytes, &sniffed, syntax);
    found.doubly_encoded(bytes, headers, judged);
    #[cfg(feature = "nfc")]
    found.not_nfc();
    let text::Found { mut places, unlisted, .. } = found;
    places.sort_by_key(|(_, range, _)| range.start);

    let (mut counted, mut line, mut column) = (0, 1, 1);
    let findings = places.into_iter().map(|(rule, range, message)| {
        let at = positions.text_offset(range.start);
        for c in decoded.text.get(counted..at).unwrap_or_default().chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        counted = counted.max(at);
        Finding { rule, range, line, column, message }
    });
    Lint { findings: findings.collect(), unlisted }
}

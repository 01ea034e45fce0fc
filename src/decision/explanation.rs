//! [`Explanation`]: what every stage found, as data and as a table for people.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::ops::{Deref, DerefMut};

use super::sniffed::Sniffed;
use crate::Encoding;
use crate::context::Kind;
use crate::encoding::names::named_enum;
use crate::stage::{Finding, Stage};

named_enum! {
    /// What became of a stage's finding.
    ///
    /// ```
    /// use charsniff::{Context, Outcome, Stage, explain};
    /// let explanation = explain(b"<meta charset=gbk>", "text/html; charset=big5", &Context::html());
    /// assert_eq!(explanation.stage(Stage::Prescan).outcome, Outcome::TooLate);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Outcome, "outcome" {
        /// The stage decided.
        Decided = "decided",
        /// An earlier stage had decided already.
        TooLate = "too-late",
        /// The bytes refute what the stage found ([`Reading::Crawler`](crate::Reading::Crawler)).
        Refuted = "refuted",
        /// The context does not consult the stage.
        Ignored = "ignored",
        /// The stage found no encoding.
        Nothing = "nothing",
    }
}

/// What one stage found.
///
/// ```
/// use charsniff::{Context, Encoding, Stage, explain};
/// let explanation = explain(b"<meta charset=sjis>", (), &Context::html());
/// let report = explanation.stage(Stage::Prescan);
/// assert_eq!((report.label.as_deref(), report.offset), (Some(&b"sjis"[..]), Some(14)));
/// assert_eq!((report.encoding, report.consulted), (Some(Encoding::ShiftJis), true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct StageReport {
    /// The stage.
    pub stage: Stage,
    /// Whether the context consults it.
    pub consulted: bool,
    /// The label, even if it names no encoding.
    #[cfg_attr(feature = "serde", serde(with = "crate::encoding::names::label"))]
    pub label: Option<Box<[u8]>>,
    /// Where the label is, in bytes from the start of the resource.
    pub offset: Option<usize>,
    /// The encoding that the stage would choose.
    pub encoding: Option<Encoding>,
    /// What became of the finding.
    pub outcome: Outcome,
    /// A remark for people.
    pub remark: Option<Cow<'static, str>>,
}

impl StageReport {
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn new(stage: Stage, consulted: bool, outcome: Outcome, finding: &Finding<'_>) -> StageReport {
        StageReport {
            stage,
            consulted,
            label: finding.label.map(Into::into),
            offset: finding.offset,
            encoding: finding.verdict.map(|verdict| verdict.encoding),
            outcome,
            remark: finding.explanation(),
        }
    }

    /// Adds a remark about facts that the row does not consult.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn ignore(&mut self, facts: &[Cow<'static, str>]) {
        if !facts.is_empty() {
            self.add_remark(alloc::format!("not consulted here: {}", facts.join(", ")));
        }
    }

    /// Adds a remark if the platform finds another encoding.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn compare(&mut self, platform: Option<Encoding>) {
        if platform == self.encoding {
            return;
        }
        let found = platform.map_or("nothing", Encoding::name);
        self.add_remark(alloc::format!("the platform finds {found}"));
    }

    pub(super) fn add_remark(&mut self, remark: String) {
        self.remark = Some(Cow::Owned(match self.remark.take() {
            Some(before) => alloc::format!("{before}; {remark}"),
            None => remark,
        }));
    }

    /// The finding, for people: label in quotes, offset, encoding, remark.
    fn found(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        if let Some(label) = &self.label {
            parts.push(alloc::format!("\"{}\"", label.escape_ascii()));
        }
        if let Some(offset) = self.offset {
            parts.push(alloc::format!("at byte {offset}"));
        }
        if let Some(encoding) = self.encoding {
            parts.push(alloc::format!("→ {encoding}"));
        }
        let mut found = parts.join(" ");
        if let Some(remark) = &self.remark {
            let separator = if found.is_empty() { "" } else { "; " };
            found.push_str(separator);
            found.push_str(remark);
        }
        found
    }
}

/// The reports of all stages in the order of the [pipeline](Stage::PIPELINE), one for each stage. It derefs to a slice.
///
/// ```
/// use charsniff::{Context, Stage, explain};
/// let explanation = explain(b"", (), &Context::html());
/// assert_eq!(explanation.stages.len(), Stage::PIPELINE.len());
/// assert!(explanation.stages.iter().map(|report| &report.stage).eq(Stage::PIPELINE));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<StageReport>"))]
pub struct StageReports(Box<[StageReport]>);

impl StageReports {
    pub(super) fn new(mut report: impl FnMut(Stage) -> StageReport) -> StageReports {
        StageReports(Stage::PIPELINE.iter().map(|stage| report(*stage)).collect())
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Vec<StageReport>> for StageReports {
    type Error = &'static str;

    fn try_from(reports: Vec<StageReport>) -> Result<StageReports, &'static str> {
        let is_complete = reports.iter().map(|report| &report.stage).eq(Stage::PIPELINE);
        if is_complete { Ok(StageReports(reports.into())) } else { Err("the stages are not those of the pipeline") }
    }
}

impl Deref for StageReports {
    type Target = [StageReport];

    fn deref(&self) -> &[StageReport] {
        &self.0
    }
}

impl DerefMut for StageReports {
    fn deref_mut(&mut self) -> &mut [StageReport] {
        &mut self.0
    }
}

impl<'a> IntoIterator for &'a StageReports {
    type Item = &'a StageReport;
    type IntoIter = core::slice::Iter<'a, StageReport>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A verdict, and what every stage found. `Display` writes a table with one row per stage, in the
/// order of the pipeline.
///
/// ```
/// use charsniff::{Context, Kind, explain, sniff};
/// let explanation = explain(b"<meta charset=gbk>", (), &Context::html());
/// assert_eq!(explanation.sniffed, sniff(b"<meta charset=gbk>", (), &Context::html()));
/// assert_eq!((explanation.kind, explanation.platform), (Kind::Html, None));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The verdict, the same as [`sniff`](crate::sniff())'s.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub sniffed: Sniffed,
    /// How likely the verdict is; see [`Sniffed::likelihood`].
    #[cfg(feature = "detector")]
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub likelihood: Option<super::Likelihood>,
    /// In the [crawler's reading](crate::Reading::Crawler), Chromium's verdict with the same detection,
    /// also when it equals `sniffed`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub platform: Option<Sniffed>,
    /// The row of the table of contexts.
    #[cfg_attr(feature = "serde", serde(rename = "context"))]
    pub kind: Kind,
    /// The reports of the stages, in the order of the pipeline.
    pub stages: StageReports,
}

impl Explanation {
    /// The report of `stage`.
    ///
    /// ```
    /// use charsniff::{Context, Stage, explain};
    /// let explanation = explain(b"<meta charset=big5>", (), &Context::html());
    /// assert_eq!(explanation.stage(Stage::Prescan).offset, Some(14));
    /// ```
    #[must_use]
    pub fn stage(&self, stage: Stage) -> &StageReport {
        &self.stages.0[stage as usize]
    }

    /// The raw label that decided, if a label did.
    ///
    /// ```
    /// use charsniff::{Context, explain};
    /// assert_eq!(explain(b"<meta charset=sjis>", (), &Context::html()).label(), Some(&b"sjis"[..]));
    /// assert_eq!(explain(b"", (), &Context::html()).label(), None);
    /// ```
    #[must_use]
    pub fn label(&self) -> Option<&[u8]> {
        self.stages.iter().find(|report| report.outcome == Outcome::Decided)?.label.as_deref()
    }
}

impl fmt::Display for Explanation {
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}  (context {})", self.sniffed, self.kind.as_str())?;
        #[cfg(feature = "detector")]
        if let Some(likelihood) = &self.likelihood {
            writeln!(f, "  {likelihood}")?;
        }
        if let Some(platform) = self.platform.filter(|platform| !platform.agrees_with(&self.sniffed)) {
            writeln!(f, "  departs from the platform: {platform}")?;
        }
        let rows = self.stages.iter().map(|report| {
            let consulted = if report.consulted { "yes" } else { "no" };
            let outcome = match report.outcome {
                Outcome::Nothing => "-".into(),
                outcome => outcome.as_str().replace('-', " "),
            };
            [report.stage.as_str().into(), consulted.into(), report.found(), outcome]
        });
        let header: [String; 4] = ["stage".into(), "consulted".into(), "found".into(), "verdict".into()];
        let rows: Vec<[String; 4]> = core::iter::once(header).chain(rows).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2)];
        for row in &rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(widths.iter().chain(&[0])) {
                write!(line, "{cell:width$}  ")?;
            }
            writeln!(f, "  {}", line.trim_end())?;
        }
        Ok(())
    }
}

impl Finding<'_> {
    /// The remark; for the detector, the evidence that it found.
    fn explanation(&self) -> Option<Cow<'static, str>> {
        #[cfg(feature = "detector")]
        if let Some(detected) = &self.detected {
            return Some(Cow::Owned(alloc::format!("{detected}")));
        }
        self.remark.map(Cow::Borrowed)
    }
}

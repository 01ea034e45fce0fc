//! `Explanation`: what every stage found.

use pyo3::prelude::*;

use crate::verdict::Sniffed;

/// The verdict, and what every stage of the pipeline found. Printed, it is a table.
#[pyclass(frozen, module = "charsniff")]
pub struct Explanation(pub charsniff::Explanation);

#[pymethods]
impl Explanation {
    /// The verdict.
    #[getter]
    fn sniffed(&self) -> Sniffed {
        self.0.sniffed.into()
    }

    /// How likely it is that the verdict's encoding gives the right text, from 0 to 1, whichever stage decided; None
    /// for binary data.
    #[getter]
    fn probability(&self) -> Option<f32> {
        self.0.likelihood.as_ref().map(|likelihood| likelihood.probability)
    }

    /// How much likelier the verdict is than the runner-up, from -1 to 1: below 0 if the bytes speak against it; or
    /// None.
    #[getter]
    fn margin(&self) -> Option<f32> {
        self.0.likelihood.as_ref().map(charsniff::Likelihood::margin)
    }

    /// The likeliest encoding that gives another text, and how likely that is; or None.
    #[getter]
    fn runner_up(&self) -> Option<(&'static str, f32)> {
        self.0.likelihood.as_ref().and_then(runner_up)
    }

    /// The language that the text is most likely in, as a BCP 47 tag; or None.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.0.likelihood.as_ref()?.language.as_deref()
    }

    /// The script of the language, or of the text, as an ISO 15924 code ("Cyrl"); or None.
    #[getter]
    fn script(&self) -> Option<&str> {
        self.0.likelihood.as_ref()?.script.as_deref()
    }

    /// In the crawler's reading: Chromium's verdict, also when it equals the verdict; else None.
    #[getter]
    fn platform(&self) -> Option<Sniffed> {
        self.0.platform.map(Sniffed::from)
    }

    /// The name of the context's row.
    #[getter]
    fn context(&self) -> &'static str {
        self.0.kind.as_str()
    }

    /// The label that decided, unchanged, one character per byte; or None.
    #[getter]
    fn label(&self) -> Option<String> {
        self.0.label().map(characters)
    }

    /// The stages' reports, in the order of the pipeline.
    #[getter]
    fn stages(&self) -> Vec<StageReport> {
        self.0.stages.iter().cloned().map(StageReport).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        self.__str__()
    }

    /// Shown by notebooks.
    fn _repr_html_(&self) -> String {
        let mut html = format!("<table><caption>{} (context {})</caption>", self.0.sniffed, self.0.kind.as_str());
        html.push_str(
            "<thead><tr><th>stage<th>consulted<th>label<th>at byte<th>encoding<th>verdict<th>remark</thead><tbody>",
        );
        for report in &self.0.stages {
            let label = report.label.as_deref().map(|label| label.escape_ascii().to_string()).unwrap_or_default();
            let cells = [
                report.stage.as_str().to_owned(),
                if report.consulted { "yes" } else { "no" }.to_owned(),
                label,
                report.offset.map(|offset| offset.to_string()).unwrap_or_default(),
                report.encoding.map(|encoding| encoding.name().to_owned()).unwrap_or_default(),
                report.outcome.as_str().to_owned(),
                report.remark.as_deref().unwrap_or_default().to_owned(),
            ];
            html.push_str("<tr>");
            for cell in cells {
                html.push_str("<td>");
                html.push_str(&escape(&cell));
            }
        }
        html + "</tbody></table>"
    }
}

/// What one stage found.
#[pyclass(frozen, module = "charsniff")]
pub struct StageReport(charsniff::StageReport);

#[pymethods]
impl StageReport {
    /// The stage: "bom", "override", "transport", "prescan", …
    #[getter]
    fn stage(&self) -> &'static str {
        self.0.stage.as_str()
    }

    /// Whether the context consults it.
    #[getter]
    fn consulted(&self) -> bool {
        self.0.consulted
    }

    /// The label, unchanged, one character per byte, even if it names no encoding; or None.
    #[getter]
    fn label(&self) -> Option<String> {
        self.0.label.as_deref().map(characters)
    }

    /// Where the label is, in bytes from the start of the resource, or None.
    #[getter]
    fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The encoding that the stage would choose, or None.
    #[getter]
    fn encoding(&self) -> Option<&'static str> {
        self.0.encoding.map(charsniff::Encoding::name)
    }

    /// What became of the finding: "decided", "too-late", "refuted", "ignored" or "nothing".
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.outcome.as_str()
    }

    /// A remark for people, or None.
    #[getter]
    fn remark(&self) -> Option<&str> {
        self.0.remark.as_deref()
    }

    fn __repr__(&self) -> String {
        let encoding = self.encoding().unwrap_or("no encoding");
        format!("<StageReport {}: {encoding}, {}>", self.stage(), self.outcome())
    }
}

/// The runner-up as a tuple.
pub fn runner_up(likelihood: &charsniff::Likelihood) -> Option<(&'static str, f32)> {
    likelihood.runner_up.map(|runner_up| (runner_up.encoding.name(), runner_up.probability))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// One character per byte.
fn characters(label: &[u8]) -> String {
    label.iter().map(|&byte| char::from(byte)).collect()
}

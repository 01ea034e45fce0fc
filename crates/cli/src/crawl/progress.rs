//! The progress bar for crawls, on a terminal.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::line::complain;

const TEMPLATE: &str = "{wide_bar} {bytes}/{total_bytes}  {msg}  {eta} left";
/// For pipes, whose length is unknown.
const TEMPLATE_WITHOUT_END: &str = "{bytes}  {msg}  {elapsed}";

pub struct Progress {
    bar: ProgressBar,
    /// The total of the crawls that are finished.
    done: u64,
    started: Instant,
}

impl Progress {
    /// A bar for crawls of so many bytes, if that is known. Nothing is shown if standard error is
    /// not a terminal, or if the output goes to a terminal too. The bar appears with the first
    /// progress.
    pub fn new(bytes: Option<u64>, writes_to_terminal: bool) -> Progress {
        let is_shown = io::stderr().is_terminal() && !writes_to_terminal;
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(bytes, target);
        let template = if bytes.is_some() { TEMPLATE } else { TEMPLATE_WITHOUT_END };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, done: 0, started: Instant::now() }
    }

    /// Shows how far the current file is read, and how many records were processed.
    pub fn show(&self, position: &AtomicU64, records: u64) {
        let rate = records as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        self.bar.set_message(format!("{records} records, {rate:.0}/s"));
        self.bar.set_position(self.done + position.load(Ordering::Relaxed));
    }

    /// Called when the current file is finished.
    pub fn end_file(&mut self, position: &AtomicU64) {
        self.done += position.load(Ordering::Relaxed);
    }

    /// Writes a message above the bar.
    pub fn message(&self, message: &str) {
        self.bar.suspend(|| complain(message));
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

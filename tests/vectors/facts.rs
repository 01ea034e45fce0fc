//! The facts of a vector, and the context that a binding makes of them.

use std::collections::BTreeMap;

use charsniff::{Context, Detection, Encoding, Kind, Reading};
use serde::Serialize;

use crate::fixture::Document;

/// The readings, by their names.
pub const READINGS: [&str; 4] = ["standard", "chromium", "firefox", "crawler"];

/// All facts that may be null.
const MAY_BE_NULL: [&str; 19] = [
    "override_encoding",
    "reference_charset",
    "parent",
    "history",
    "style_sheet",
    "document",
    "locale",
    "tld",
    "url",
    "mime_type",
    "string_type",
    "detection",
    "prescan_limit",
    "detection_ceiling",
    "detect_iso_2022_jp",
    "in_worker",
    "truncated",
    "fatal",
    "ignore_bom",
];

/// The facts of a context, by their names.
#[derive(Clone, Default, PartialEq, Serialize)]
pub struct Facts {
    /// The row; empty if it follows from the headers.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub context: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub override_encoding: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_charset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Whether the parent has the same origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_origin: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_sheet: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tld: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub string_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detection: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prescan_limit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detection_ceiling: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detect_iso_2022_jp: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_worker: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    /// For the context `text-decoder`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fatal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignore_bom: Option<bool>,
    /// Facts that are null.
    #[serde(flatten)]
    pub null: BTreeMap<&'static str, ()>,
}

pub fn encoding(label: &str) -> Encoding {
    Encoding::for_label(label.as_bytes()).unwrap_or_else(|| panic!("{label:?} names no encoding"))
}

impl Facts {
    pub fn of(context: &str) -> Facts {
        Facts { context: context.to_owned(), ..Facts::default() }
    }

    /// Those of a page, and each other fact is null, one after the other; in the end all.
    pub fn with_null() -> impl Iterator<Item = (&'static str, Facts)> {
        let page = |names: &[&'static str]| Facts {
            null: names.iter().map(|name| (*name, ())).collect(),
            ..Facts::of("html")
        };
        MAY_BE_NULL.iter().map(move |name| (*name, page(&[name]))).chain([("all", page(&MAY_BE_NULL))])
    }

    /// Whether they are those of an HTML page of which nothing else is known, as of most resources.
    pub fn are_of_a_page(&self) -> bool {
        *self == Facts::of("html")
    }

    /// The context with these facts, and in a row that may follow from the headers, in a reading. As Firefox, detection
    /// is legacy: Firefox's own detector is in no binding.
    pub fn context(&self, reading: &str, headers: &[(&str, &str)]) -> Context {
        let of_row = || match self.context.parse::<Kind>() {
            Ok(kind) => Context::of(kind),
            Err(_) if self.context.is_empty() => Context::for_headers(headers).unwrap_or_default(),
            Err(_) => panic!("no context {:?}", self.context),
        };
        let mut context = self.encoding.as_ref().map_or_else(of_row, |label| Context::text_decoder(encoding(label)));
        context = match reading {
            "standard" => context,
            "chromium" => context.reading(Reading::Chromium),
            "firefox" => context.reading(Reading::Firefox).detection(Detection::Legacy),
            "crawler" => context.reading(Reading::Crawler),
            _ => panic!("no reading {reading:?}"),
        };
        macro_rules! add {
            ($($fact:ident: $value:ident => $make:expr),* $(,)?) => {
                $(if let Some($value) = &self.$fact { context = context.$fact($make); })*
            };
        }
        add! {
            override_encoding: label => label,
            reference_charset: label => label,
            history: label => encoding(label),
            style_sheet: label => encoding(label),
            document: label => encoding(label),
            locale: tag => tag,
            tld: tld => tld,
            url: url => url,
            mime_type: value => value,
            string_type: name => name.parse().unwrap(),
            detection: name => name.parse().unwrap(),
            prescan_limit: bytes => *bytes,
            detection_ceiling: bytes => *bytes,
            detect_iso_2022_jp: allowed => *allowed,
            truncated: truncated => *truncated,
            fatal: fatal => *fatal,
            ignore_bom: ignore_bom => *ignore_bom,
        }
        if let Some(label) = &self.parent {
            context = context.parent(encoding(label), self.same_origin.unwrap_or(true));
        }
        if self.in_worker == Some(true) {
            context = context.in_worker(true);
        }
        context
    }
}

impl Facts {
    /// Without the facts whose label names no encoding.
    pub fn without_labels_of_nothing(mut self) -> Facts {
        for label in [&mut self.parent, &mut self.document, &mut self.style_sheet, &mut self.history] {
            label.take_if(|label| Encoding::for_label(label.as_bytes()).is_none());
        }
        if self.parent.is_none() {
            self.same_origin = None;
        }
        self
    }
}

impl From<&Document> for Facts {
    fn from(document: &Document) -> Facts {
        Facts {
            override_encoding: document.override_label.clone(),
            reference_charset: document.reference.clone(),
            parent: document.parent.clone(),
            same_origin: document.parent.as_ref().map(|_| !document.cross_origin),
            history: document.history.clone(),
            style_sheet: document.style_sheet.clone(),
            document: document.document.clone(),
            locale: document.locale.clone(),
            tld: document.tld.clone(),
            truncated: document.truncated.then_some(true),
            ..Facts::of(&document.context)
        }
    }
}

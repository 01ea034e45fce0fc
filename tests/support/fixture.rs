//! Reads `fixtures/manifest.toml`, which describes its fields.

use std::path::{Path, PathBuf};

use charsniff::{Context, Encoding, Kind};
use serde::Deserialize;

#[derive(Deserialize)]
struct Manifest {
    document: Vec<Document>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub file: String,
    pub language: String,
    #[serde(default, rename = "note")]
    _note: String,
    #[serde(default = "html")]
    pub context: String,
    #[serde(default)]
    pub headers: Vec<String>,
    #[serde(rename = "override")]
    pub override_label: Option<String>,
    pub reference: Option<String>,
    pub parent: Option<String>,
    #[serde(default)]
    pub cross_origin: bool,
    pub history: Option<String>,
    pub style_sheet: Option<String>,
    pub document: Option<String>,
    pub locale: Option<String>,
    pub tld: Option<String>,
    #[serde(default)]
    pub truncated: bool,
    pub encoding: String,
    pub confidence: String,
    pub source: String,
    pub browsers: Option<String>,
    #[serde(default)]
    pub words: Vec<String>,
}

fn html() -> String {
    "html".into()
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

pub fn documents() -> Vec<Document> {
    let text = std::fs::read_to_string(folder().join("manifest.toml")).unwrap();
    toml::from_str::<Manifest>(&text).unwrap_or_else(|error| panic!("{error}")).document
}

impl Document {
    pub fn bytes(&self) -> Vec<u8> {
        std::fs::read(folder().join("pages").join(&self.file)).unwrap()
    }

    /// The headers as pairs of name and value.
    pub fn headers(&self) -> Vec<(&str, &str)> {
        self.headers
            .iter()
            .map(|header| header.split_once(':').unwrap_or_else(|| panic!("{header:?} is no header")))
            .map(|(name, value)| (name, value.trim()))
            .collect()
    }

    /// The context with all facts in the manifest.
    pub fn context(&self) -> Context {
        let kind =
            self.context.parse::<Kind>().unwrap_or_else(|_| panic!("{}: no context {}", self.file, self.context));
        let mut context = Context::of(kind).truncated(self.truncated);
        if let Some(label) = &self.override_label {
            context = context.override_encoding(label);
        }
        if let Some(label) = &self.reference {
            context = context.reference_charset(label);
        }
        if let Some(parent) = self.encoding_of(&self.parent) {
            context = context.parent(parent, !self.cross_origin);
        }
        if let Some(history) = self.encoding_of(&self.history) {
            context = context.history(history);
        }
        if let Some(style_sheet) = self.encoding_of(&self.style_sheet) {
            context = context.style_sheet(style_sheet);
        }
        if let Some(document) = self.encoding_of(&self.document) {
            context = context.document(document);
        }
        if let Some(tag) = &self.locale {
            context = context.locale(tag);
        }
        if let Some(tld) = &self.tld {
            context = context.tld(tld);
        }
        context
    }

    fn encoding_of(&self, name: &Option<String>) -> Option<Encoding> {
        let name = name.as_ref()?;
        let encoding = Encoding::for_label(name.as_bytes());
        Some(encoding.unwrap_or_else(|| panic!("{}: no encoding {name}", self.file)))
    }
}

//! Rules about declarations.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Place, Rule};
use crate::context::Context;
use crate::declarations::{Declaration, declarations};
use crate::evidence::Visit;
use crate::stage::Syntax;
use crate::{Encoding, Kind, Sniffed, Source};

/// How many bytes of a page a declaration must end in.
const LIMIT: usize = 1024;

pub(super) fn places(
    bytes: &[u8],
    headers: &dyn Visit,
    context: &Context,
    sniffed: &Sniffed,
    syntax: Option<Syntax>,
    is_page: bool,
    is_json: bool,
) -> Vec<Place> {
    let found = declarations(bytes, headers, context);
    let mut places = Vec::new();
    let is_html = syntax == Some(Syntax::Html);
    let is_declared = found.iter().any(|found| found.counts);
    if !is_declared && is_page {
        places.push((Rule::NoDeclaration, 0..0, "nothing declares the encoding".into()));
    }
    if sniffed.encoding != Encoding::Utf8 && !sniffed.is_isomorphic() && (is_declared || !bytes.is_ascii()) {
        places.push((Rule::NotUtf8, 0..0, format!("the encoding is {}, not UTF-8", sniffed.encoding)));
    }
    if !is_declared && !bytes.is_ascii() && (syntax == Some(Syntax::Css) || context.kind() == Kind::ClassicScript) {
        places.push((Rule::ReliesOnTheDocument, 0..0, "the encoding depends on the document".into()));
    }
    let forbids_marks =
        is_json || matches!(context.kind(), Kind::FetchJson | Kind::XhrJson | Kind::WebAppManifest | Kind::M3u8);
    if forbids_marks && let Some((_, length)) = Encoding::for_bom(bytes) {
        places.push((Rule::ForbiddenMark, 0..length, "there is a byte order mark".into()));
    }
    for found in &found {
        of_label(found, sniffed, &mut places);
    }
    if is_html {
        of_metas(&found, &mut places);
    }
    places
}

/// What is wrong with a label alone.
fn of_label(found: &Declaration, sniffed: &Sniffed, places: &mut Vec<Place>) {
    let Some(label) = &found.label else { return };
    let range = found.label_range.clone().unwrap_or(0..0);
    let shown = label.escape_ascii();
    let named = Encoding::for_label(label);
    let (rule, message) = match named {
        None => (Rule::UnknownLabel, format!("\"{shown}\" names no encoding")),
        Some(Encoding::Replacement) => (Rule::ReplacementEncoding, format!("browsers do not read \"{shown}\"")),
        Some(utf_16) if utf_16.is_utf_16() && found.source == Source::Meta => {
            (Rule::Utf16InMeta, format!("\"{shown}\" in a meta is read as UTF-8"))
        }
        Some(Encoding::XUserDefined) if found.source == Source::Meta => {
            (Rule::XUserDefinedInMeta, format!("\"{shown}\" in a meta is read as windows-1252"))
        }
        Some(named) if !label.trim_ascii().eq_ignore_ascii_case(named.name().as_bytes()) => {
            (Rule::NotThePreferredName, format!("\"{shown}\" is called {}", named.name()))
        }
        Some(_) => (Rule::Disagreement, String::new()),
    };
    if rule != Rule::Disagreement {
        places.push((rule, range.clone(), message));
    }
    if let Some(encoding) = found.encoding.filter(|encoding| *encoding != sniffed.encoding) {
        let is_refuted =
            sniffed.refuted().any(|refuted| refuted.source == found.source && refuted.encoding == encoding);
        let read = if is_refuted { "the bytes are" } else { "the text is read as" };
        let source = if found.source == Source::Transport { "header" } else { found.source.as_str() };
        let message = format!("the {source} names {encoding}, but {read} {}", sniffed.encoding);
        places.push((Rule::Disagreement, range, message));
    }
}

/// What is wrong with the metas of a page together.
fn of_metas(found: &[Declaration], places: &mut Vec<Place>) {
    let metas = || found.iter().filter(|found| found.source == Source::Meta);
    let mut before: Option<&Declaration> = None;
    for meta in metas() {
        let (Some(tag), Some(label)) = (&meta.range, &meta.label_range) else { continue };
        if tag.end > LIMIT && before.is_none_or(|before| before.range != meta.range) {
            places.push((
                Rule::LateDeclaration,
                tag.clone(),
                format!("it ends at byte {}, behind the first {LIMIT}", tag.end),
            ));
        }
        if let Some(before) = before {
            let is_same_tag = before.range == meta.range;
            let rule = if is_same_tag { Rule::HttpEquivAndCharset } else { Rule::SeveralDeclarations };
            let message = if is_same_tag {
                "the meta declares the encoding twice"
            } else {
                "another meta declares the encoding before"
            };
            places.push((rule, if is_same_tag { label.clone() } else { tag.clone() }, message.into()));
        }
        before = Some(meta);
    }
}

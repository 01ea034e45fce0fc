//! Facts of a context that its row does not consult, for [`explain`](crate::explain()).

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use crate::context::Context;
use crate::context::policy::*;
use crate::{Kind, Reading, Stage};

/// The facts that belong to `stage` and that the row does not consult. A finding that the row does not consult is in
/// the stage's report already, as [ignored](crate::Outcome::Ignored).
#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn facts(stage: Stage, context: &Context, policy: &Policy) -> Vec<Cow<'static, str>> {
    let facts = &context.facts;
    let mut ignored: Vec<Cow<'static, str>> = Vec::new();
    let mut ignore = |is_given: bool, is_consulted: bool, name: Cow<'static, str>| {
        if is_given && !is_consulted {
            ignored.push(name);
        }
    };
    let is_detected = policy.detector;
    match stage {
        Stage::Override => {
            let in_xhr = policy.override_ == Override::OverrideCharset;
            ignore(facts.override_charset.is_some(), in_xhr, "the override MIME type's charset".into());
            let is_replaced = in_xhr && facts.override_charset.is_some();
            ignore(facts.override_label.is_some(), !is_replaced, "the label, by the override MIME type".into());
        }
        Stage::Transport => {
            let of_string = policy.transport == Transport::StringType;
            ignore(facts.string_type.is_some(), of_string, "the string type".into());
            let in_worker = context.kind() == Kind::ModuleScript && policy.transport == Transport::ContentType;
            ignore(facts.in_worker, in_worker, "that a worker runs the script".into());
        }
        Stage::Prescan => {
            let reads = policy.prescan != Prescan::Never;
            ignore(facts.has_prescan_limit(), reads || is_detected, "the prescan's limit".into());
            let chose_the_row = facts.mime.is_some_and(|mime| Kind::for_class(mime) == context.kind());
            let by_mime_type = policy.prescan == Prescan::ByMimeType || chose_the_row;
            ignore(facts.mime.is_some(), by_mime_type, "the MIME type".into());
        }
        Stage::ImplicitEnvironment => {
            let of_page = policy.implicit == Implicit::ParentHistory;
            if let Some(parent) = facts.parent {
                ignore(true, of_page, format!("the parent's {}", parent.encoding).into());
            }
            for (encoding, is_consulted, whose) in [
                (facts.history, of_page, "an earlier visit's"),
                (facts.style_sheet, policy.implicit == Implicit::StyleSheet, "the style sheet's"),
                (facts.document, policy.implicit == Implicit::Document, "the document's"),
            ] {
                if let Some(encoding) = encoding {
                    ignore(true, is_consulted, format!("{whose} {encoding}").into());
                }
            }
        }
        Stage::Detector => {
            ignore(facts.detection.is_some(), is_detected, "the choice of detection".into());
            ignore(facts.candidates.is_some(), is_detected, "the detector's candidates".into());
            ignore(facts.detect_iso_2022_jp, is_detected, "that ISO-2022-JP may be detected".into());
            ignore(facts.detection_ceiling != usize::MAX, is_detected, "the detector's limit".into());
            ignore(facts.tld.is_some(), is_detected, "the top-level domain".into());
        }
        Stage::Default => {
            let is_text_decoder = policy.operation == Operation::TextDecoder;
            let is_choice = context.kind().policy().error == ErrorMode::CallersChoice;
            ignore(facts.fatal, is_choice, "`fatal`".into());
            let is_users = matches!(
                policy.default,
                DefaultEncoding::Windows1252 | DefaultEncoding::ByMimeType | DefaultEncoding::ByMimeTypeAndPlatform
            );
            let is_crawlers = policy.default == DefaultEncoding::Utf8 && facts.reading == Reading::Crawler;
            let is_platforms = policy.legacy == Legacy::Platform;
            let is_consulted = is_users || is_crawlers || is_platforms;
            ignore(facts.default_encoding.is_some(), is_consulted, "the default encoding".into());
            ignore(facts.ignore_bom, is_text_decoder, "`ignore_bom`".into());
        }
        // The reports of these stages show the facts already.
        Stage::Bom | Stage::ExplicitEnvironment | Stage::Locale => {}
    }
    ignored
}

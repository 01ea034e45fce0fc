//! The options that the detector does not use.

use charsniff::policy::Override;
use charsniff::{Context, Encoding, Kind};

#[cfg(feature = "whole")]
use crate::context::labelled;
use crate::context::{Given, Taken};

impl Given {
    /// Sets an option. Flags are "true" or "false", numbers are decimal.
    pub fn set_fact(&mut self, name: &str, value: &str) -> Taken {
        let encoding = || Encoding::for_label(value.as_bytes());
        let is_true = value == "true";
        let kind = self.context.kind();
        match name {
            "label" | "fatal" | "ignoreBOM" if kind != Kind::TextDecoder => return Taken::WrongContext,
            "stringType" if kind != Kind::X500String => return Taken::WrongContext,
            "label" => match encoding() {
                Some(encoding) => self.context = Context::text_decoder(encoding),
                None => return Taken::BadValue,
            },
            "override" => {
                // A label that names no encoding has a meaning for XMLHttpRequest only.
                if encoding().is_none() && self.context.policy().override_ != Override::OverrideCharset {
                    return Taken::BadValue;
                }
                self.change(&|context| context.override_encoding(value));
            }
            // The label comes from a page, where one that names no encoding counts as absent.
            "reference" => self.change(&|context| context.reference_charset(value)),
            "parent" | "crossOriginParent" | "history" | "styleSheet" | "document" => {
                let Some(encoding) = encoding() else { return Taken::BadValue };
                self.change(&|context| match name {
                    "parent" => context.parent(encoding, true),
                    "crossOriginParent" => context.parent(encoding, false),
                    "history" => context.history(encoding),
                    "styleSheet" => context.style_sheet(encoding),
                    _ => context.document(encoding),
                });
            }
            "stringType" => match value.parse() {
                Ok(string_type) => self.change(&|context| context.string_type(string_type)),
                Err(_) => return Taken::BadValue,
            },
            "prescanLimit" => {
                let Ok(bytes) = value.parse() else { return Taken::BadValue };
                self.change(&|context| context.prescan_limit(bytes));
            }
            "defaultEncoding" => {
                let Some(encoding) = encoding() else { return Taken::BadValue };
                self.change(&|context| context.default_encoding(encoding));
            }
            "overrideMimeType" => self.change(&|context| context.override_mime_type(value)),
            "inWorker" => self.change(&|context| context.in_worker(is_true)),
            "fatal" => self.change(&|context| context.fatal(is_true)),
            "ignoreBOM" => self.change(&|context| context.ignore_bom(is_true)),
            #[cfg(feature = "whole")]
            "only" | "except" | "prefer" => {
                let Some(encodings) = labelled(value) else { return Taken::BadValue };
                let encodings = || encodings.iter().copied();
                self.change(&|context| match name {
                    "only" => context.only(encodings()),
                    "except" => context.except(encodings()),
                    _ => context.prefer(encodings()),
                });
            }
            #[cfg(feature = "editing")]
            "repair" => self.change(&|context| context.repair(is_true)),
            // These are for the detector and for repair, which are in other modules.
            #[cfg(not(feature = "whole"))]
            "only" | "except" | "prefer" => {}
            #[cfg(not(feature = "editing"))]
            "repair" => {}
            "lossy" => self.change(&|context| context.lossy(is_true)),
            _ => return Taken::UnknownOption,
        }
        Taken::Yes
    }
}

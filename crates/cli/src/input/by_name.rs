//! The context and the MIME type for a file name.

use std::ffi::OsStr;
use std::path::Path;

use charsniff::{Context, Kind};

/// The context in which a browser would read a file of this name, by its extension.
pub fn context_for_name(name: &str) -> Option<Context> {
    match ending(name)?.as_str() {
        "mjs" => Some(Context::of(Kind::ModuleScript)),
        "map" => Some(Context::of(Kind::SourceMap)),
        _ => mime_type_for_name(name).map(Context::for_mime_type),
    }
}

/// The MIME type that servers send for a file of this name, by its extension.
pub fn mime_type_for_name(name: &str) -> Option<&'static str> {
    Some(match ending(name)?.as_str() {
        "html" | "htm" | "shtml" => "text/html",
        "xhtml" | "xht" => "application/xhtml+xml",
        "xml" | "rss" | "atom" | "rdf" | "xsl" | "xslt" => "application/xml",
        "svg" => "image/svg+xml",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "vtt" => "text/vtt",
        "m3u8" => "application/vnd.apple.mpegurl",
        "appcache" => "text/cache-manifest",
        "txt" | "text" | "md" | "csv" | "tsv" | "log" | "srt" => "text/plain",
        _ => return None,
    })
}

fn ending(name: &str) -> Option<String> {
    Path::new(name).extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}

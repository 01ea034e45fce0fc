//! The context for a file by its name.

use super::{Context, Kind};

impl Context {
    /// The context in which a browser reads a file of this name, or a resource at this URL path,
    /// judged by its extension; `None` if that is unknown.
    ///
    /// ```
    /// use charsniff::{Context, Kind};
    /// assert_eq!(Context::for_file_name("a/style.CSS").map(|context| context.kind()), Some(Kind::CssFromDocument));
    /// assert!(Context::for_file_name("README").is_none());
    /// ```
    pub fn for_file_name(name: &str) -> Option<Context> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let (start, extension) = name.rsplit_once('.')?;
        if start.is_empty() {
            return None;
        }
        match extension.to_ascii_lowercase().as_str() {
            "mjs" => Some(Context::of(Kind::ModuleScript)),
            "map" => Some(Context::of(Kind::SourceMap)),
            extension => mime_type(extension).map(Context::for_mime_type),
        }
    }
}

/// The MIME type that servers send for this extension.
fn mime_type(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "html" | "htm" | "shtml" => "text/html",
        "xhtml" | "xht" => "application/xhtml+xml",
        "xml" | "rss" | "atom" | "rdf" | "xsl" | "xslt" => "application/xml",
        "svg" => "image/svg+xml",
        "css" => "text/css",
        "js" => "text/javascript",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "vtt" => "text/vtt",
        "m3u8" => "application/vnd.apple.mpegurl",
        "appcache" => "text/cache-manifest",
        "txt" | "text" | "md" | "csv" | "tsv" | "log" | "srt" => "text/plain",
        _ => return None,
    })
}

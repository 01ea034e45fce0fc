//! The context for a file by its name.

use alloc::string::String;

use super::{Context, Kind};

/// What a file name says.
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
        let extension = extension(name)?;
        match extension.as_str() {
            "mjs" => Some(Context::of(Kind::ModuleScript)),
            "map" => Some(Context::of(Kind::SourceMap)),
            extension => mime_type(extension).map(Context::for_mime_type),
        }
    }

    /// Adds the [MIME type](Self::mime_type) that servers send for a file of this name, judged by its
    /// extension. An unknown extension adds nothing.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let context = Context::text().file_name("style.css");
    /// assert_eq!(sniff(b"@charset \"gbk\";", (), &context).source, Source::AtCharset);
    /// ```
    pub fn file_name(self, name: &str) -> Context {
        match extension(name).as_deref().and_then(mime_type) {
            Some(mime_type) => self.mime_type(mime_type),
            None => self,
        }
    }
}

/// The extension of a file name or a URL path, in lower case.
fn extension(name: &str) -> Option<String> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let (start, extension) = name.rsplit_once('.')?;
    (!start.is_empty()).then(|| extension.to_ascii_lowercase())
}

/// The MIME type that servers send for this extension.
fn mime_type(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "html" | "htm" | "shtml" => "text/html",
        "xhtml" | "xht" => "application/xhtml+xml",
        "xml" | "rss" | "atom" | "rdf" | "xsl" | "xslt" => "application/xml",
        "dtd" => "application/xml-dtd",
        "ent" => "application/xml-external-parsed-entity",
        "svg" => "image/svg+xml",
        "css" => "text/css",
        "js" | "mjs" => "text/javascript",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "vtt" => "text/vtt",
        // By RFC 8216 both are the same.
        "m3u8" | "m3u" => "application/vnd.apple.mpegurl",
        "appcache" => "text/cache-manifest",
        "txt" | "text" | "md" | "csv" | "tsv" | "log" | "srt" => "text/plain",
        // Source files, of which most have no type of their own.
        "py" | "pyw" | "rb" | "pl" | "pm" | "lua" | "tcl" | "sh" | "bash" | "bat" | "cmd" | "ps1" | "vbs" | "bas"
        | "c" | "h" | "cc" | "cpp" | "cxx" | "hpp" | "cs" | "java" | "kt" | "go" | "rs" | "swift" | "pas" | "sql"
        | "el" | "vim" | "tex" | "bib" | "ini" | "cfg" | "conf" | "yaml" | "yml" | "toml" | "properties" | "vue"
        | "svelte" => "text/plain",
        _ => return None,
    })
}

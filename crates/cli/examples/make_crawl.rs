//! Makes the small crawl of the tests and the README from the fixture pages:
//!
//! ```sh
//! cargo run -p charsniff-cli --example make_crawl -- fixtures fixtures/crawl.warc.gz
//! ```
//!
//! Each document of `fixtures/manifest.toml`, with its headers there, is the HTTP response of one
//! record. The bodies are stored in the ways that crawlers store them, in turn: as they are,
//! chunked, gzipped, deflated, with zstd, gzipped and chunked.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

const DATE: &str = "2026-01-01T00:00:00Z";
/// A top-level domain that is no hint for the detector.
const SITE: &str = "http://crawl.example.com/";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [fixtures, crawl] = arguments.as_slice() else { return Err("usage: FIXTURES CRAWL".into()) };
    let fixtures = Path::new(fixtures);
    let manifest: Manifest = toml::from_str(&std::fs::read_to_string(fixtures.join("manifest.toml"))?)?;
    // If several entries are about one document, the first is used.
    let mut documents = BTreeMap::new();
    for document in manifest.document {
        documents.entry(document.file).or_insert(document.headers);
    }

    let mut crawl = std::fs::File::create(crawl)?;
    crawl.write_all(&record(0, "warcinfo", "", "application/warc-fields", b"software: charsniff make_crawl\r\n")?)?;
    for (n, (name, headers)) in documents.iter().enumerate() {
        let url = format!("{SITE}{name}");
        let request = format!("GET /{name} HTTP/1.1\r\nHost: crawl.example.com\r\n\r\n");
        crawl.write_all(&record(
            2 * n + 1,
            "request",
            &url,
            "application/http; msgtype=request",
            request.as_bytes(),
        )?)?;
        let response = response(n, &fixtures.join("pages").join(name), headers)?;
        crawl.write_all(&record(2 * n + 2, "response", &url, "application/http; msgtype=response", &response)?)?;
    }
    Ok(())
}

#[derive(serde::Deserialize)]
struct Manifest {
    document: Vec<Document>,
}

#[derive(serde::Deserialize)]
struct Document {
    file: String,
    #[serde(default)]
    headers: Vec<String>,
}

/// The `n`th response.
fn response(n: usize, page: &Path, headers: &[String]) -> io::Result<Vec<u8>> {
    let body = std::fs::read(page)?;
    let (coding, body, is_chunked) = match n % 6 {
        0 => (None, body, false),
        1 => (None, body, true),
        2 => (Some("gzip"), gzip(&body)?, false),
        3 => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&body)?;
            (Some("deflate"), encoder.finish()?, false)
        }
        4 => (Some("zstd"), zstd::encode_all(&*body, 0)?, false),
        _ => (Some("gzip"), gzip(&body)?, true),
    };
    let mut response = b"HTTP/1.1 200 OK\r\nServer: example\r\n".to_vec();
    for header in headers {
        write!(response, "{header}\r\n")?;
    }
    if let Some(mime_type) = mime_type(page)
        && headers.is_empty()
    {
        write!(response, "Content-Type: {mime_type}\r\n")?;
    }
    if let Some(coding) = coding {
        write!(response, "Content-Encoding: {coding}\r\n")?;
    }
    if is_chunked {
        response.extend_from_slice(b"Transfer-Encoding: chunked\r\n\r\n");
        for chunk in body.chunks(1000) {
            write!(response, "{:x}\r\n", chunk.len())?;
            response.extend_from_slice(chunk);
            response.extend_from_slice(b"\r\n");
        }
        response.extend_from_slice(b"0\r\n\r\n");
    } else {
        write!(response, "Content-Length: {}\r\n\r\n", body.len())?;
        response.extend_from_slice(&body);
    }
    Ok(response)
}

fn mime_type(page: &Path) -> Option<&'static str> {
    Some(match page.extension()?.to_str()? {
        "html" | "htm" => "text/html",
        "xhtml" => "application/xhtml+xml",
        "xml" => "application/xml",
        "rss" => "application/rss+xml",
        "svg" => "image/svg+xml",
        "css" => "text/css",
        "js" => "text/javascript",
        "json" => "application/json",
        "txt" => "text/plain",
        "vtt" => "text/vtt",
        _ => return None,
    })
}

/// A WARC record in a gzip member of its own.
fn record(n: usize, kind: &str, url: &str, content_type: &str, block: &[u8]) -> io::Result<Vec<u8>> {
    let mut record =
        format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{n:012x}>\r\n");
    if !url.is_empty() {
        record += &format!("WARC-Target-URI: {url}\r\n");
    }
    record += &format!("WARC-Date: {DATE}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\r\n", block.len());
    let mut record = record.into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    gzip(&record)
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

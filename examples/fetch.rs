//! Fetches legacy pages over HTTP with hyper and prints their text as it comes, with what decided:
//!
//! ```sh
//! cargo run --features http,futures --example fetch
//! ```
//!
//! The server, also hyper's, is a task of this program. Pass an `http` URL to fetch another page.

#[path = "local_server/mod.rs"]
mod local_server;

use charsniff::{Context, TextStream};
use futures::StreamExt;
use http_body_util::BodyDataStream;
use hyper::header::CONTENT_TYPE;
use local_server::{Failure, Resource, get};

/// The encoding is declared by the header, by the page, by the first of two headers, not at all, and by UTF-16's
/// byte order mark.
const PAGES: [Resource; 5] = [
    ("/header", &["text/html; charset=windows-1251"], b"<title>\xCC\xE0\xF0\xF1</title>"),
    ("/meta", &["text/html"], b"<meta charset=sjis><title>\x89\xCE\x90\xAF</title>"),
    ("/headers", &["text/html;charset=euc-kr", "text/html"], b"<title>\xC8\xAD\xBC\xBA</title>"),
    ("/none", &["text/html"], "<title>Марс</title>".as_bytes()),
    ("/mark", &["text/plain"], b"\xFF\xFE\x1C\x04\x30\x04\x40\x04\x41\x04"),
];
const TEXTS: [&str; 5] = [
    "<title>Марс</title>",
    "<meta charset=sjis><title>火星</title>",
    "<title>화성</title>",
    "<title>Марс</title>",
    "Марс",
];

pub fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        if let Some(url) = std::env::args().nth(1).filter(|url| url.starts_with("http://")) {
            fetch(&url).await?;
            return Ok(());
        }
        let server = local_server::start(&PAGES).await?;
        for ((path, ..), text) in PAGES.iter().zip(TEXTS) {
            assert_eq!(fetch(&format!("{server}{path}")).await?, text);
        }
        Ok(())
    })
}

/// Prints the text of a page piece by piece, then the verdict. Returns the whole text.
async fn fetch(url: &str) -> Result<String, Failure> {
    let (head, body) = get(url).await?.into_parts();
    let content_type = head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let context = Context::for_mime_type(content_type.unwrap_or("text/html")).url(url);

    let mut pieces = TextStream::new(BodyDataStream::new(body), &head.headers, &context);
    let mut text = String::new();
    while let Some(piece) = pieces.next().await {
        let piece = piece?;
        println!("    {piece:?}");
        text.push_str(&piece);
    }
    println!("{url}: {}", pieces.sniffed().ok_or("a verdict stands at the end")?);
    Ok(text)
}

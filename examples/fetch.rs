//! Fetches legacy pages over HTTP with hyper and prints their text as it comes, with what decided:
//!
//! ```sh
//! cargo run --features http,futures --example fetch
//! ```
//!
//! The server, also hyper's, is a task of this program. Pass an `http` URL to fetch another page.

use std::convert::Infallible;
use std::error::Error;

use charsniff::{Context, TextStream};
use futures::{StreamExt, stream};
use http_body_util::{BodyDataStream, Empty, StreamBody};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::service::service_fn;
use hyper::{Request, Response, Uri, client, server};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};

/// What the server sends: Content-Type headers, body, and the text of the body. The encoding is
/// declared by the header, by the page, by the first of two headers, not at all, and by UTF-16's
/// byte order mark.
const PAGES: [(&[&str], &[u8], &str); 5] = [
    (&["text/html; charset=windows-1251"], b"<title>\xCC\xE0\xF0\xF1</title>", "<title>Марс</title>"),
    (&["text/html"], b"<meta charset=sjis><title>\x89\xCE\x90\xAF</title>", "<meta charset=sjis><title>火星</title>"),
    (&["text/html;charset=euc-kr", "text/html"], b"<title>\xC8\xAD\xBC\xBA</title>", "<title>화성</title>"),
    (&["text/html"], "<title>Марс</title>".as_bytes(), "<title>Марс</title>"),
    (&["text/plain"], b"\xFF\xFE\x1C\x04\x30\x04\x40\x04\x41\x04", "Марс"),
];
/// How many bytes are sent at a time: few, so that characters are split.
const CHUNK: usize = 5;

type Failure = Box<dyn Error + Send + Sync>;

pub fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        if let Some(url) = std::env::args().nth(1).filter(|url| url.starts_with("http://")) {
            fetch(&url).await?;
            return Ok(());
        }
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let server = tokio::spawn(serve(listener));
        for (page, (.., text)) in PAGES.iter().enumerate() {
            assert_eq!(fetch(&format!("http://{address}/{page}")).await?, *text);
        }
        server.abort();
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

async fn get(url: &str) -> Result<Response<Incoming>, Failure> {
    let uri: Uri = url.parse()?;
    let authority = uri.authority().ok_or("the URL has no host")?;
    let connection = TcpStream::connect((authority.host(), authority.port_u16().unwrap_or(80))).await?;
    let (mut sender, connection) = client::conn::http1::handshake(TokioIo::new(connection)).await?;
    tokio::spawn(connection);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = Request::get(path).header(HOST, authority.as_str()).body(Empty::<Bytes>::new())?;
    Ok(sender.send_request(request).await?)
}

async fn serve(listener: TcpListener) -> Result<(), Failure> {
    loop {
        let (connection, _) = listener.accept().await?;
        let connection = TokioIo::new(connection);
        server::conn::http1::Builder::new().serve_connection(connection, service_fn(answer)).await?;
    }
}

/// The page of that number, in small chunks.
async fn answer(request: Request<Incoming>) -> Result<Response<impl Body<Data = Bytes, Error = Infallible>>, Failure> {
    let page: usize = request.uri().path().trim_start_matches('/').parse()?;
    let (content_types, body, _) = PAGES.get(page).ok_or("there is no such page")?;
    let chunks = body.chunks(CHUNK).map(|chunk| Ok(Frame::data(Bytes::from_static(chunk))));
    let mut response = Response::new(StreamBody::new(stream::iter(chunks)));
    for content_type in *content_types {
        response.headers_mut().append(CONTENT_TYPE, content_type.parse()?);
    }
    Ok(response)
}

//! An HTTP server and client for the examples, both of hyper: the resources come in small chunks, so that
//! characters are split.

use std::convert::Infallible;
use std::error::Error;

use futures::stream;
use http_body_util::{Empty, StreamBody};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::service::service_fn;
use hyper::{Request, Response, Uri, client, server};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};

pub type Failure = Box<dyn Error + Send + Sync>;

/// What the server sends for a path: values of Content-Type, and the body.
pub type Resource = (&'static str, &'static [&'static str], &'static [u8]);

/// How many bytes are sent at a time.
const CHUNK: usize = 5;

/// Starts a server of `resources`, as a task, and returns the start of their URLs.
pub async fn start(resources: &'static [Resource]) -> Result<String, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            let answer = service_fn(move |request| answer(request, resources));
            let served = server::conn::http1::Builder::new().serve_connection(TokioIo::new(connection), answer).await;
            if let Err(error) = served {
                eprintln!("{error}");
            }
        }
    });
    Ok(format!("http://{address}"))
}

/// The response to a GET.
pub async fn get(url: &str) -> Result<Response<Incoming>, Failure> {
    let uri: Uri = url.parse()?;
    let authority = uri.authority().ok_or("the URL has no host")?;
    let connection = TcpStream::connect((authority.host(), authority.port_u16().unwrap_or(80))).await?;
    let (mut sender, connection) = client::conn::http1::handshake(TokioIo::new(connection)).await?;
    tokio::spawn(connection);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = Request::get(path).header(HOST, authority.as_str()).body(Empty::<Bytes>::new())?;
    Ok(sender.send_request(request).await?)
}

async fn answer(
    request: Request<Incoming>,
    resources: &'static [Resource],
) -> Result<Response<impl Body<Data = Bytes, Error = Infallible>>, Failure> {
    let path = request.uri().path();
    let (_, content_types, body) = resources.iter().find(|(at, ..)| *at == path).ok_or("there is no such resource")?;
    let chunks = body.chunks(CHUNK).map(|chunk| Ok(Frame::data(Bytes::from_static(chunk))));
    let mut response = Response::new(StreamBody::new(stream::iter(chunks)));
    for content_type in *content_types {
        response.headers_mut().append(CONTENT_TYPE, content_type.parse()?);
    }
    Ok(response)
}

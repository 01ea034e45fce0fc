//! Fetches legacy pages over HTTP and prints their lines as they come, with what decided:
//!
//! ```sh
//! cargo run --features http --example fetch
//! ```
//!
//! The server is a thread of this program; give a URL to fetch another page.

use std::error::Error;
use std::io::{self, BufRead, Read, Write};
use std::net::{TcpListener, TcpStream};

use charsniff::{Context, Reader};

/// Headers and bodies: declared by the header, by the page, by the header twice, by nothing.
const PAGES: [(&str, &[u8]); 4] = [
    ("Content-Type: text/html; charset=windows-1251\r\n", b"<title>\xCC\xE0\xF0\xF1</title>\n"),
    ("Content-Type: text/html\r\n", b"<meta charset=shift_jis>\n<title>\x89\xCE\x90\xAF</title>\n"),
    ("Content-Type: text/html;charset=euc-kr\r\nContent-Type: text/html\r\n", b"<title>\xC8\xAD\xBC\xBA</title>\n"),
    ("Content-Type: text/html\r\n", b"<title>\xD0\x9C\xD0\xB0\xD1\x80\xD1\x81</title>\n"),
];

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(url) = std::env::args().nth(1) {
        return fetch(&url);
    }
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let server = std::thread::spawn(move || serve(&listener));
    for page in 0..PAGES.len() {
        fetch(&format!("http://{address}/{page}"))?;
    }
    server.join().map_err(|_| "the server has failed")??;
    Ok(())
}

fn fetch(url: &str) -> Result<(), Box<dyn Error>> {
    let response = ureq::get(url).call()?;
    let headers = response.headers().clone();
    let content_type = headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or("text/html");
    let context = Context::for_mime_type(content_type).url(url);

    let mut page = Reader::new(response.into_body().into_reader(), &headers, &context);
    println!("{url}: {}", page.sniff()?);
    for line in page.lines() {
        println!("    {}", line?);
    }
    Ok(())
}

/// Answers one request for each page.
fn serve(listener: &TcpListener) -> io::Result<()> {
    for _ in PAGES {
        let (mut client, _) = listener.accept()?;
        let path = read_request(&mut client)?;
        let (headers, body) = PAGES[path.trim_start_matches('/').parse::<usize>().unwrap_or(0) % PAGES.len()];
        write!(client, "HTTP/1.1 200 OK\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
        client.write_all(body)?;
    }
    Ok(())
}

/// Reads to the empty line: the path that is asked for.
fn read_request(client: &mut TcpStream) -> io::Result<String> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        client.read_exact(&mut byte)?;
        request.extend_from_slice(&byte);
    }
    Ok(String::from_utf8_lossy(&request).split(' ').nth(1).unwrap_or_default().to_owned())
}

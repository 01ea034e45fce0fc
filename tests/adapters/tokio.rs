use std::io;
use std::pin::Pin;
use std::task::{Context as Task, Poll};

use charsniff::{AsyncReader, Context, Encoding, Source};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, ReadBuf};

/// Returns at most `most` bytes per call, and is not ready before each.
struct Trickle<'a> {
    bytes: &'a [u8],
    most: usize,
    is_pending: bool,
}

impl AsyncRead for Trickle<'_> {
    fn poll_read(mut self: Pin<&mut Self>, task: &mut Task<'_>, room: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.is_pending = !self.is_pending;
        if self.is_pending {
            task.waker().wake_by_ref();
            return Poll::Pending;
        }
        let length = self.most.min(room.remaining()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(length);
        room.put_slice(now);
        self.bytes = later;
        Poll::Ready(Ok(()))
    }
}

/// Is never ready.
struct Pending;

impl AsyncRead for Pending {
    fn poll_read(self: Pin<&mut Self>, _: &mut Task<'_>, _: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Poll::Pending
    }
}

fn wait<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

#[test]
fn text_is_that_of_decode_for_all_chunks() {
    for page in super::pages() {
        for most in [1, 1000, 1 << 20] {
            let trickle = Trickle { bytes: &page.bytes, most, is_pending: false };
            let mut reader = AsyncReader::new(trickle, page.content_type, &Context::html());
            let mut text = String::new();
            wait(reader.read_to_string(&mut text)).unwrap();
            assert!(text == page.text, "{}: {most}", page.content_type);
            assert_eq!(reader.errors(), page.text.matches('\u{FFFD}').count());
        }
        let mut lines = AsyncReader::new(page.bytes.as_slice(), page.content_type, &Context::html()).lines();
        for line in page.text.lines() {
            assert_eq!(wait(lines.next_line()).unwrap().as_deref(), Some(line));
        }
        assert_eq!(wait(lines.next_line()).unwrap(), None);
    }
}

#[test]
fn fatal_contexts_have_errors() {
    let mut text = String::new();
    let mut reader = AsyncReader::new(&b"<a>\xFF</a>"[..], (), &Context::xml());
    let error = wait(reader.read_to_string(&mut text)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}

#[test]
fn the_verdict_is_awaited_and_no_more_is_read() {
    let page = b"<meta charset=shift_jis>\x89\xCE\x90\xAF";
    let mut reader = AsyncReader::new(Trickle { bytes: page, most: 5, is_pending: false }, (), &Context::html());
    let sniffed = wait(reader.sniff()).unwrap();
    assert_eq!((sniffed.encoding, sniffed.source), (Encoding::ShiftJis, Source::Meta));
    assert_eq!(wait(reader.sniff()).unwrap(), sniffed);
    let mut start = [0; 24];
    wait(reader.read_exact(&mut start)).unwrap();
    assert_eq!(&start, b"<meta charset=shift_jis>");
    assert_eq!(reader.into_inner().bytes, &page[25..]);

    // A read of nothing does not wait.
    let mut pending = AsyncReader::new(Pending, (), &Context::html());
    assert_eq!(wait(pending.read(&mut [])).unwrap(), 0);

    let mut empty = AsyncReader::new(&b""[..], (), &Context::html());
    assert_eq!(wait(empty.sniff()).unwrap().source, Source::Default);
    let mut malformed = AsyncReader::new(&b"<a>\xFF"[..], (), &Context::xml());
    assert_eq!(wait(malformed.sniff()).unwrap().encoding, Encoding::Utf8);
    assert!(wait(malformed.read_to_string(&mut String::new())).is_err());
}

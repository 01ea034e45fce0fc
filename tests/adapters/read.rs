use std::io::{self, BufRead, Read};

use charsniff::{Context, Encoding, Reader, Source};

/// Returns at most `most` bytes per call, and an `Interrupted` error before each.
struct Trickle<'a> {
    bytes: &'a [u8],
    most: usize,
    is_interrupted: bool,
}

impl Read for Trickle<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = self.most.min(room.len());
        self.bytes.read(&mut room[..most])
    }
}

#[test]
fn text_is_that_of_decode_for_all_chunks() {
    for page in super::pages() {
        for most in [1, 7, 1000, 1 << 20] {
            let trickle = Trickle { bytes: &page.bytes, most, is_interrupted: false };
            let mut reader = Reader::new(trickle, page.content_type, &Context::html());
            let mut text = String::new();
            reader.read_to_string(&mut text).unwrap();
            assert!(text == page.text, "{}: {most}", page.content_type);
            assert_eq!(reader.errors(), page.text.matches('\u{FFFD}').count());
        }
        let reader = Reader::new(page.bytes.as_slice(), page.content_type, &Context::html());
        let lines: Vec<String> = reader.lines().map(Result::unwrap).collect();
        assert!(lines.iter().map(String::as_str).eq(page.text.lines()), "{}", page.content_type);
    }
}

#[test]
fn small_reads_lose_nothing() {
    for page in super::pages() {
        let mut reader = Reader::new(page.bytes.as_slice(), page.content_type, &Context::html());
        let (mut text, mut room) = (Vec::new(), [0; 3]);
        assert_eq!(reader.read(&mut []).unwrap(), 0);
        loop {
            match reader.read(&mut room).unwrap() {
                0 => break,
                length => text.extend_from_slice(&room[..length]),
            }
        }
        assert!(text == page.text.as_bytes(), "{}", page.content_type);
        assert_eq!(reader.read(&mut room).unwrap(), 0);
    }
}

#[test]
fn consuming_more_than_there_is_consumes_all() {
    let mut reader = Reader::new(b"<meta charset=gbk>".chain(&b"\xC4\xE3"[..]), (), &Context::html());
    assert_eq!(reader.fill_buf().unwrap(), b"<meta charset=gbk>");
    reader.consume(usize::MAX);
    assert_eq!(reader.fill_buf().unwrap(), "你".as_bytes());
}

#[test]
fn the_verdict_comes_before_the_text() {
    let mut reader = Reader::new(&b"<meta charset=gbk>\xC4\xE3"[..], (), &Context::html());
    assert_eq!(reader.sniffed(), None);
    assert_eq!(reader.sniff().unwrap().encoding, Encoding::Gbk);
    assert_eq!(io::read_to_string(reader).unwrap(), "<meta charset=gbk>你");
    let mut nothing = Reader::new(io::empty(), (), &Context::html());
    assert_eq!(nothing.sniff().unwrap().source, Source::Default);
}

#[test]
fn reader_errors_pass_through_and_fatal_contexts_add_their_own() {
    let mut reader = Reader::new(&b"<a>\xFF</a>"[..], (), &Context::xml());
    let mut text = Vec::new();
    for _ in 0..2 {
        let error = reader.read_to_end(&mut text).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let error = error.get_ref().unwrap().downcast_ref::<charsniff::DecodeError>().unwrap();
        assert_eq!((error.offset, error.length), (3, 1));
        // The text before the error was read.
        assert_eq!(text, b"<a>");
    }
    // An interrupted read is tried again.
    struct Interrupted(bool);
    impl Read for Interrupted {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0 = !self.0;
            if self.0 { Err(io::ErrorKind::Interrupted.into()) } else { Ok(0) }
        }
    }
    assert_eq!(Reader::new(Interrupted(false), (), &Context::html()).sniff().unwrap().source, Source::Default);
    // Nothing is read after the error.
    let endless = b"<a>\xFF".chain(io::repeat(b'a').take(1 << 20));
    let mut reader = Reader::new(endless, (), &Context::xml());
    assert!(reader.read_to_end(&mut Vec::new()).is_err() && reader.read(&mut [0]).is_err());
    assert!(reader.into_inner().into_inner().1.limit() > 1 << 19);
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    assert_eq!(Reader::new(Broken, (), &Context::json()).read(&mut []).unwrap(), 0);
    let mut reader = Reader::new(b"abc".chain(Broken), (), &Context::json());
    let error = reader.read_to_end(&mut text).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
}

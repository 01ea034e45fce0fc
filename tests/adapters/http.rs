use charsniff::{Context, Encoding, Kind, Source, sniff};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderValue};

fn map(values: &[&[u8]]) -> HeaderMap {
    let values = values.iter().map(|value| (CONTENT_TYPE, HeaderValue::from_bytes(value).unwrap()));
    values.collect()
}

#[test]
fn repeated_headers_are_one_list() {
    let of = |values: &[&[u8]]| sniff(b"", map(values), &Context::html());
    assert_eq!(of(&[]).source, Source::Default);
    assert_eq!(of(&[b"text/html; charset=gbk"]).encoding, Encoding::Gbk);
    assert_eq!(of(&[b"text/html; charset=gbk", b"text/html"]).encoding, Encoding::Gbk);
    assert_eq!(of(&[b"text/html; charset=gbk", b"text/html; charset=big5"]).encoding, Encoding::Big5);
    assert_eq!(of(&[b"text/html; charset=gbk", b"text/plain"]).source, Source::Default);
}

#[test]
fn values_need_not_be_utf_8() {
    let of = |values: &[&[u8]]| sniff(b"", map(values), &Context::html());
    assert_eq!(of(&[b"text/html; x=\"\xFF\"; charset=gbk"]).encoding, Encoding::Gbk);
    assert_eq!(of(&[b"\xFF", b"text/html; charset=gbk"]).encoding, Encoding::Gbk);
    assert_eq!(of(&[b"text/html; charset=gbk\xFF"]).source, Source::Default);
}

#[test]
fn other_headers_are_found_by_name() {
    let mut headers = map(&[b"text/html; charset=gbk"]);
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename*=big5''%A4%40"));
    let context = Context::of(Kind::ContentDispositionFilename);
    assert_eq!(sniff(b"\xA4\x40", &headers, &context).encoding, Encoding::Big5);
}

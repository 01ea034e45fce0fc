//! Programs that decode by encoding_rs at work: milliseconds for each, the least of several rounds.

use std::hint::black_box;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use encoding_rs::{Encoding, GBK, SHIFT_JIS, UTF_8, WINDOWS_1251};

const RUSSIAN: &str = "Марс — четвёртая по удалённости от Солнца и седьмая по размеру планета Солнечной системы; \
    масса планеты составляет 10,7 % массы Земли. Названа в честь Марса — древнеримского бога войны.";
const JAPANESE: &str = "火星は、太陽系の太陽に近い方から4番目の惑星である。地球型惑星に分類され、\
    地球の外側の軌道を公転している。英語圏での名称は「マーズ」である。";
const CHINESE: &str =
    "火星是太阳系由内往外数的第四颗行星，属于类地行星，直径约为地球的一半，自转轴倾角、自转周期则与地球相近。";

const SIZE: usize = 4 << 20;

fn repeated(start: &str, piece: &str, end: &str) -> String {
    format!("{start}{}{end}", piece.repeat(SIZE / piece.len()))
}

fn page(label: &str, text: &str) -> String {
    let piece = format!("<div class=\"item\"><p>{text}</p><a href=\"/wiki/Mars\">{}</a></div>\n", &text[..12]);
    repeated(&format!("<!DOCTYPE html><meta charset={label}><body>"), &piece, "</body>")
}

/// All text of an XML file.
fn quick_xml(encoding: &'static Encoding, text: &str) -> impl FnMut() + use<> {
    let piece = format!("<entry id=\"1\"><title>{}</title><p>{text}</p></entry>\n", &text[..12]);
    let start = format!("<?xml version=\"1.0\" encoding=\"{}\"?><feed>", encoding.name());
    let bytes = encoding.encode(&repeated(&start, &piece, "</feed>")).0.into_owned();
    move || {
        let mut reader = quick_xml::Reader::from_reader(quick_xml::encoding::DecodingReader::new(&bytes[..]));
        let (mut buffer, mut length) = (Vec::new(), 0);
        loop {
            match reader.read_event_into(&mut buffer).expect("the file is well-formed") {
                quick_xml::events::Event::Decl(declaration) => {
                    reader.get_mut().set_encoding(declaration.encoder().expect("it names one"));
                }
                quick_xml::events::Event::Text(text) => length += text.xml10_content().len(),
                quick_xml::events::Event::Eof => break,
                _ => {}
            }
            buffer.clear();
        }
        assert!(length > SIZE / 2);
    }
}

/// A page whose links are changed and whose text is looked at.
fn lol_html(encoding: &'static Encoding, text: &str) -> impl FnMut() + use<> {
    let bytes = encoding.encode(&page(encoding.name(), text)).0.into_owned();
    move || {
        let mut length = 0;
        let mut written = 0;
        let settings = lol_html::Settings::new()
            .with_encoding(lol_html::AsciiCompatibleEncoding::new(encoding).expect("it is"))
            .append_element_content_handler(lol_html::element!("a[href]", |a| Ok(a.set_attribute("href", "/other")?)))
            .append_element_content_handler(lol_html::text!("p", |text| {
                length += text.as_str().len();
                Ok(())
            }));
        let mut rewriter = lol_html::HtmlRewriter::new(settings, |bytes: &[u8]| written += bytes.len());
        for chunk in bytes.chunks(16 * 1024) {
            rewriter.write(chunk).expect("the page is rewritten");
        }
        rewriter.end().expect("the page is rewritten");
        assert!(length > SIZE / 3 && written > bytes.len() / 2);
    }
}

/// A file of UTF-16 with a byte order mark, as UTF-8.
fn encoding_rs_io(text: &str) -> impl FnMut() + use<> {
    let mut bytes = vec![0xFF, 0xFE];
    bytes.extend(repeated("", text, "").encode_utf16().flat_map(u16::to_le_bytes));
    let mut utf8 = Vec::new();
    move || {
        utf8.clear();
        let mut reader = encoding_rs_io::DecodeReaderBytes::new(&bytes[..]);
        reader.read_to_end(&mut utf8).expect("slices can be read");
        assert!(utf8.len() > SIZE / 2);
    }
}

/// A page from a server on this machine, as text.
fn reqwest(encoding: &'static Encoding, text: &str) -> impl FnMut() + use<> {
    let bytes = encoding.encode(&page(encoding.name(), text)).0.into_owned();
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let url = format!("http://{}/", listener.local_addr().expect("it has an address"));
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        encoding.name(),
        bytes.len()
    );
    std::thread::spawn(move || {
        for mut connection in listener.incoming().flatten() {
            let mut request = [0; 4096];
            let _ = connection.read(&mut request);
            let _ = connection.write_all(head.as_bytes()).and_then(|()| connection.write_all(&bytes));
        }
    });
    let client = reqwest::blocking::Client::new();
    move || {
        let text = client.get(&url).send().and_then(|response| response.text()).expect("the server answers");
        assert!(text.len() > SIZE / 2 && !text.contains('\u{FFFD}'));
    }
}

/// The same bytes by `encoding_rs` alone, whole.
fn alone(encoding: &'static Encoding, text: &str) -> impl FnMut() + use<> {
    let bytes = encoding.encode(&page(encoding.name(), text)).0.into_owned();
    move || {
        black_box(encoding.decode(black_box(&bytes)));
    }
}

fn encode(encoding: &'static Encoding, text: &str) -> impl FnMut() + use<> {
    let text = page(encoding.name(), text);
    move || {
        black_box(encoding.encode(black_box(&text)));
    }
}

fn least<R>(mut work: impl FnMut() -> R) -> Duration {
    black_box(work());
    let mut round = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..12).map(|_| round()).min().unwrap_or_default()
}

fn main() {
    let note = |name: &str, time: Duration| println!("{name}\t{:.3}", time.as_secs_f64() * 1e3);
    note("quick-xml, Shift_JIS", least(quick_xml(SHIFT_JIS, JAPANESE)));
    note("quick-xml, windows-1251", least(quick_xml(WINDOWS_1251, RUSSIAN)));
    note("lol_html, windows-1251", least(lol_html(WINDOWS_1251, RUSSIAN)));
    note("lol_html, GBK", least(lol_html(GBK, CHINESE)));
    note("lol_html, UTF-8", least(lol_html(UTF_8, RUSSIAN)));
    note("encoding_rs_io, UTF-16LE Russian", least(encoding_rs_io(RUSSIAN)));
    note("encoding_rs_io, UTF-16LE Japanese", least(encoding_rs_io(JAPANESE)));
    note("reqwest, windows-1251", least(reqwest(WINDOWS_1251, RUSSIAN)));
    note("reqwest, Shift_JIS", least(reqwest(SHIFT_JIS, JAPANESE)));
    note("decode alone, windows-1251", least(alone(WINDOWS_1251, RUSSIAN)));
    note("decode alone, Shift_JIS", least(alone(SHIFT_JIS, JAPANESE)));
    note("encode alone, windows-1251", least(encode(WINDOWS_1251, RUSSIAN)));
    note("encode alone, Shift_JIS", least(encode(SHIFT_JIS, JAPANESE)));
    mem(&note);
}

/// `mem`, which text engines use for strings in memory.
fn mem(note: &dyn Fn(&str, Duration)) {
    use encoding_rs::mem::*;
    let (russian, english) = (repeated("", RUSSIAN, ""), repeated("", "It is a truth universally acknowledged ", ""));
    let units: Vec<u16> = russian.encode_utf16().collect();
    let latin1: Vec<u8> = "caf\u{E9} na\u{EF}ve, fianc\u{E9}e; plain words between ".chars().map(|c| c as u8).collect();
    let latin1 = latin1.repeat(SIZE / latin1.len());
    let mut dst16 = vec![0; SIZE + 100];
    let mut dst8 = vec![0; 3 * SIZE];
    note("mem::convert_str_to_utf16, Russian", least(|| convert_str_to_utf16(&russian, &mut dst16)));
    note("mem::convert_utf16_to_utf8, Russian", least(|| convert_utf16_to_utf8(&units, &mut dst8)));
    note("mem::convert_utf16_to_utf8_partial, Russian", least(|| convert_utf16_to_utf8_partial(&units, &mut dst8)));
    note("mem::convert_latin1_to_utf8, French", least(|| convert_latin1_to_utf8(&latin1, &mut dst8)));
    note("mem::decode_latin1, French", least(|| decode_latin1(&latin1)));
    note("mem::convert_latin1_to_utf16, French", least(|| convert_latin1_to_utf16(&latin1, &mut dst16)));
    let text = decode_latin1(&latin1).into_owned();
    note("mem::encode_latin1_lossy, French", least(|| encode_latin1_lossy(&text)));
    note("mem::is_ascii", least(|| assert!(is_ascii(black_box(english.as_bytes())))));
    note("mem::is_utf8_latin1, French", least(|| assert!(is_utf8_latin1(black_box(text.as_bytes())))));
    note("mem::is_str_bidi, Russian", least(|| assert!(!is_str_bidi(black_box(&russian)))));
    note("mem::is_utf16_bidi, Russian", least(|| assert!(!is_utf16_bidi(black_box(&units)))));
    note("mem::utf16_valid_up_to, Russian", least(|| assert_eq!(utf16_valid_up_to(black_box(&units)), units.len())));
    note("mem::copy_ascii_to_basic_latin", least(|| copy_ascii_to_basic_latin(english.as_bytes(), &mut dst16)));
}

//! The documents of `fixtures/pages`, each with the verdict that `fixtures/manifest.toml` expects; the real pages of
//! `fixtures/manuals`.

#[path = "support/fixture.rs"]
mod fixture;

use std::collections::BTreeSet;

use charsniff::{CoderResult, Context, Encoding, Reading, StreamDecoder, decode, explain, health, sniff, try_decode};
use fixture::Document;

#[test]
fn the_collection_is_wide_and_complete() {
    let documents = fixture::documents();
    let files: BTreeSet<_> = documents.iter().map(|document| document.file.clone()).collect();
    assert_eq!(files.len(), documents.len(), "a file is described twice");
    let folder: BTreeSet<_> = std::fs::read_dir(fixture::folder().join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, folder, "described, and in the folder");

    let languages: BTreeSet<_> = documents.iter().map(|document| &document.language).collect();
    let encodings: BTreeSet<_> = documents.iter().map(|document| &document.encoding).collect();
    let sources: BTreeSet<_> = documents.iter().map(|document| &document.source).collect();
    println!("{} documents, {} languages, {} encodings", files.len(), languages.len(), encodings.len());
    assert!(files.len() >= 60);
    assert!(languages.len() >= 20);
    assert!(encodings.len() >= 30);
    for name in encodings.into_iter().chain(documents.iter().filter_map(|document| document.browsers.as_ref())) {
        assert_eq!(Encoding::for_label(name.as_bytes()).map(Encoding::name), Some(name.as_str()));
    }
    assert_eq!(sources.len(), 14, "every source decides somewhere: {sources:?}");
}

#[test]
fn each_document_gets_its_verdict() {
    let mut wrong = Vec::new();
    for document in fixture::documents() {
        let Document { file, encoding, confidence, source, .. } = &document;
        let (bytes, headers, context) = (document.bytes(), document.headers(), document.context());
        let expected = format!("{encoding} {confidence} {source}");
        let found = sniff(&bytes, &headers[..], &context).to_string();
        if found != expected {
            let explanation = explain(&bytes, &headers[..], &context);
            wrong.push(format!("{file}: {found}, not {expected}\n{explanation}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_document_has_its_words() {
    let mut wrong = Vec::new();
    for document in fixture::documents() {
        let bytes = document.bytes();
        let text = match try_decode(&bytes, &document.headers()[..], &document.context()) {
            Ok(decoded) => decoded.text,
            Err(error) => panic!("{}: {error}", document.file),
        };
        assert!(!text.starts_with('\u{FEFF}'), "{} keeps its BOM", document.file);
        wrong.extend(
            document
                .words
                .iter()
                .filter(|word| !text.contains(word.as_str()))
                .map(|word| format!("{}: no {word:?} in {text:.300?}", document.file)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_document_streams_alike_from_every_split() {
    let mut splits = 0;
    for document in fixture::documents() {
        let (bytes, headers, context) = (document.bytes(), document.headers(), document.context());
        let whole = decode(&bytes, &headers[..], &context);
        for at in 0..=bytes.len() {
            let (first, rest) = bytes.split_at(at);
            let mut stream = StreamDecoder::new(&headers[..], &context);
            let mut text = String::new();
            stream.push(first, &mut text).unwrap();
            assert!(stream.held() <= 1024, "{} holds back {} bytes", document.file, stream.held());
            stream.push(rest, &mut text).unwrap();
            let sniffed = stream.finish(&mut text).unwrap();
            assert_eq!(sniffed, whole.sniffed, "{} split at {at}", document.file);
            assert_eq!(text, whole.text, "{} split at {at}", document.file);
            splits += 1;
        }
    }
    println!("{splits} splits");
}

/// A decoder makes progress on a document from every split and with output buffers of every size,
/// or says that the output is full. It never writes more than it reports.
#[test]
fn each_document_decodes_alike_into_output_of_every_size() {
    for document in fixture::documents() {
        let bytes = document.bytes();
        let encoding = Encoding::for_label(document.encoding.as_bytes()).unwrap();
        let (expected, _) = encoding.decode_without_bom_handling(&bytes);
        for room in 0..=40 {
            let split = bytes.len() * room / 40;
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let most = decoder.max_utf8_buffer_length(bytes.len()).unwrap();
            let (mut text, mut read, mut is_stuck) = (Vec::new(), 0, false);
            for (end, last) in [(split, false), (split, false), (bytes.len(), true)] {
                while !is_stuck {
                    let mut output = vec![0; room];
                    let (result, r, w, _) = decoder.decode_to_utf8(&bytes[read..end], &mut output, last);
                    read += r;
                    text.extend_from_slice(&output[..w]);
                    if result == CoderResult::InputEmpty {
                        break;
                    }
                    is_stuck = r == 0 && w == 0;
                }
            }
            assert!(text.len() <= most, "{} into {room} bytes", document.file);
            match is_stuck {
                true => assert!(room < 4 && expected.as_bytes().starts_with(&text), "{} into {room}", document.file),
                false => assert_eq!(text, expected.as_bytes(), "{} into {room} bytes", document.file),
            }
        }
    }
}

/// The documents that browsers read in another encoding.
#[test]
fn documents_that_browsers_read_differently() {
    for document in fixture::documents() {
        let Some(browsers) = &document.browsers else { continue };
        let (headers, context) = (document.headers(), document.context().reading(Reading::Chromium));
        let sniffed = sniff(&document.bytes(), &headers[..], &context);
        assert_eq!(sniffed.encoding.name(), browsers, "{}", document.file);
    }
}

#[test]
fn only_doubly_encoded_pages_look_doubly_encoded() {
    let mut again = 0;
    // Documents with the language zxx are not text.
    for document in fixture::documents().into_iter().filter(|document| document.language != "zxx") {
        let (bytes, headers) = (document.bytes(), document.headers());
        let Ok(decoded) = try_decode(&bytes, &headers, &document.context()) else { continue };
        let signs = health(&bytes, &decoded.sniffed);
        if signs.is_misread_utf8 {
            continue;
        }
        assert_eq!(signs.doubly_encoded, 0, "{}", document.file);
        let others: Vec<char> = decoded.text.chars().filter(|c| !c.is_ascii()).collect();
        if others.iter().collect::<BTreeSet<_>>().len() > 2 && decoded.errors == 0 {
            let (text, _) = Encoding::Windows1252.decode_without_bom_handling(decoded.text.as_bytes());
            let sniffed = sniff(text.as_bytes(), "text/html;charset=utf-8", &Context::html());
            assert_eq!(health(text.as_bytes(), &sniffed).doubly_encoded, others.len(), "{}", document.file);
            again += 1;
        }
    }
    assert!(again > 50, "{again} pages");
}

/// Real pages: each by its own declaration, and for a crawler by its bytes, whatever the header says, in UTF-8 and in the
/// legacy encodings of its language.
#[test]
fn pages_of_a_manual_are_read_as_they_were_written() {
    let pages = [
        ("en", "UTF-8", "<h1>Content Negotiation</h1>", &["windows-1252"][..]),
        ("ja", "UTF-8", "<h1>コンテントネゴシエーション</h1>", &["Shift_JIS", "EUC-JP", "ISO-2022-JP"]),
        ("ko", "EUC-KR", "<h1>내용협상 (Content Negotiation)</h1>", &["EUC-KR"]),
        ("ru", "UTF-8", "<h1>Начало работы</h1>", &["windows-1251", "KOI8-R", "IBM866", "ISO-8859-5"]),
        ("tr", "UTF-8", "<h1>İ&ccedil;erik Uzlaşımı</h1>", &["windows-1254"]),
        ("zh_cn", "UTF-8", "<h1>站点导航</h1>", &["GBK", "gb18030"]),
    ];
    for (name, declared, heading, legacy) in pages {
        let bytes = std::fs::read(fixture::folder().join(format!("manuals/{name}.html"))).unwrap();
        let page = decode(&bytes, (), &Context::html());
        assert_eq!((page.sniffed.encoding.name(), page.sniffed.source.as_str()), (declared, "meta"), "{name}");
        assert!(page.text.contains(heading) && page.errors == 0, "{name}");

        // Without its declaration, and without what one of the encodings lacks.
        let text = page.text.replace("charset=", "");
        for label in ["UTF-8"].iter().chain(legacy) {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            let has = |c: &char| !encoding.encode(c.encode_utf8(&mut [0; 4])).2;
            let text: String = text.chars().filter(has).collect();
            let bytes = encoding.encode(&text).0;
            let text = encoding.decode_without_bom_handling(&bytes).0;
            for header in ["text/html", "text/html; charset=iso-8859-1", "text/html; charset=utf-8"] {
                let read = decode(&bytes, header, &Context::html().reading(Reading::Crawler));
                assert!(read.text == text, "{name} in {label}, {header}: {}", read.sniffed);
            }
        }
    }
}

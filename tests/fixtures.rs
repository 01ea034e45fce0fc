//! The documents of `fixtures/pages`, each with the verdict that `fixtures/manifest.toml` expects.

mod fixture;

use std::collections::BTreeSet;

use charsniff::{Encoding, Stream, decode, explain, sniff};
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
        let text = match decode(&bytes, &document.headers()[..], &document.context()) {
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
        let whole = decode(&bytes, &headers[..], &context).unwrap();
        for at in 0..=bytes.len() {
            let (first, rest) = bytes.split_at(at);
            let mut stream = Stream::new(&headers[..], &context);
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

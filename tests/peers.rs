//! The test suites of other projects, in `fixtures/peers`: html5lib's encoding tests, and the style
//! sheets as bytes of css-parsing-tests.

use std::path::{Path, PathBuf};

use charsniff::{Context, Detection, Encoding, Kind, decode, sniff, sniff_and_change};

fn peers(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/peers").join(path)
}

/// The `#data` and `#encoding` of each test in an html5lib `.dat` file.
fn html5lib_tests(bytes: &[u8]) -> Vec<(Vec<u8>, String)> {
    let mut tests = Vec::new();
    for test in bytes.split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>().split(|line| *line == b"#data\n") {
        let Some(at) = test.iter().position(|line| line.starts_with(b"#encoding")) else { continue };
        let mut data = test[..at].concat();
        assert_eq!(data.pop(), Some(b'\n'));
        let label = String::from_utf8(test[at + 1].to_vec()).unwrap();
        tests.push((data, label.trim().to_owned()));
    }
    tests
}

#[test]
fn html5lib() {
    let folder = peers("html5lib");
    let (mut prescanned, mut passed, mut total) = (0, 0, 0);
    for name in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"] {
        let file = std::fs::read(folder.join(name)).unwrap();
        for (data, label) in html5lib_tests(&file) {
            let expected = Encoding::for_label(label.as_bytes()).unwrap();
            // The tests assume no outside information and windows-1252 as the default.
            let context = Context::html().detection(Detection::Off).locale("en");
            total += 1;
            prescanned += usize::from(sniff(&data, (), &context).encoding == expected);
            // A declaration after the first 1,024 bytes changes the encoding when the parser meets
            // it.
            let found = sniff_and_change(&data, (), &context).0.encoding;
            match found == expected {
                true => passed += 1,
                false => eprintln!("{name}: {:.200?}: {found}, not {expected}", String::from_utf8_lossy(&data)),
            }
        }
    }
    println!("html5lib encoding tests: {passed} of {total} passed, {prescanned} by the prescan alone");
    assert!(total > 0);
    assert_eq!(passed, total);
}

#[test]
fn css_parsing_tests() {
    let file = std::fs::read(peers("css-parsing-tests/stylesheet_bytes.json")).unwrap();
    let tests: Vec<serde_json::Value> = serde_json::from_slice(&file).unwrap();
    let (mut passed, mut total) = (0, 0);
    for [input, output] in tests.as_chunks::<2>().0 {
        let bytes: Vec<u8> = input["css_bytes"].as_str().unwrap().chars().map(|c| c as u8).collect();
        let content_type = input["protocol_encoding"].as_str().map(|label| format!("text/css; charset={label}"));
        let mut context = Context::of(Kind::CssFromDocument);
        if let Some(label) = input["environment_encoding"].as_str() {
            context = context.reference_charset(label);
        }
        let label = output.as_array().unwrap().last().unwrap().as_str().unwrap();
        let expected = Encoding::for_label(label.as_bytes()).unwrap();
        let found = sniff(&bytes, content_type.as_ref(), &context).encoding;
        let _ = decode(&bytes, content_type.as_ref(), &context);
        total += 1;
        match found == expected {
            true => passed += 1,
            false => eprintln!("{input}: {found}, not {expected}"),
        }
    }
    println!("css-parsing-tests, style sheets as bytes: {passed} of {total} passed");
    assert!(total > 0);
    assert_eq!(passed, total);
}

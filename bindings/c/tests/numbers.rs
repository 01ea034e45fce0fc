//! The numbers of each name in charsniff.h are those of the library, and the header declares every function.

use charsniff_c::encoding::{charsniff_encoding_id as Id, charsniff_source_id as From};
use library::{Encoding, Kind, Source};

const HEADER: &str = include_str!("../include/charsniff.h");

/// The constants of an enum in the header: names and numbers.
fn constants(prefix: &str) -> Vec<(String, usize)> {
    HEADER
        .lines()
        .filter_map(|line| line.trim().strip_prefix(prefix)?.strip_suffix(','))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, number)| (name.to_string(), number.parse().unwrap()))
        .collect()
}

fn as_constant(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

#[test]
fn encodings_have_the_librarys_numbers() {
    let constants = constants("CHARSNIFF_");
    for (number, encoding) in Encoding::ALL.into_iter().enumerate() {
        assert_eq!(encoding as usize, number);
        assert!(constants.contains(&(as_constant(encoding.name()), number)), "{encoding}");
    }
    assert_eq!((Id::CHARSNIFF_UTF_8 as u8, Id::CHARSNIFF_X_USER_DEFINED as u8), (0, 39));
}

#[test]
fn sources_have_the_librarys_numbers() {
    let constants = constants("CHARSNIFF_SOURCE_");
    assert_eq!(constants.len(), Source::ALL.len());
    for (number, source) in Source::ALL.iter().enumerate() {
        assert!(constants.contains(&(as_constant(source.as_str()), number)), "{source}");
    }
    assert_eq!(From::CHARSNIFF_SOURCE_DEFAULT as usize, Source::ALL.len() - 1);
}

#[test]
fn rows_have_the_librarys_numbers() {
    let constants = constants("CHARSNIFF_KIND_");
    assert_eq!(constants.len(), Kind::ALL.len());
    for (number, kind) in Kind::ALL.iter().enumerate() {
        assert!(constants.contains(&(as_constant(kind.as_str()), number)), "{kind}");
    }
}

/// Every exported function is declared, and every declared one exported.
#[test]
fn the_header_declares_every_function() {
    let sources = [
        include_str!("../src/lib.rs"),
        include_str!("../src/coder.rs"),
        include_str!("../src/context.rs"),
        include_str!("../src/detect.rs"),
        include_str!("../src/encoding.rs"),
        include_str!("../src/kind.rs"),
        include_str!("../src/meta.rs"),
        include_str!("../src/repair.rs"),
        include_str!("../src/sniff.rs"),
        include_str!("../src/stream.rs"),
    ];
    let exported: Vec<&str> = sources
        .iter()
        .flat_map(|source| source.split("extern \"C\" fn ").skip(1))
        .filter_map(|rest| rest.split('(').next())
        .collect();
    assert!(exported.len() > 50);
    for function in &exported {
        assert!(HEADER.contains(&format!("{function}(")), "{function} is not declared");
    }
    let declared =
        HEADER.lines().filter(|line| !line.starts_with(" *") && line.contains('(') && line.contains("charsniff_"));
    assert_eq!(declared.count(), exported.len());
}

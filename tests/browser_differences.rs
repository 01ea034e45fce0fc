//! Every row of `docs/browsers.md`: how the standard, Chromium and Firefox read a page. That the
//! browsers do so is recorded (`tools/browsers/cases/docs.py`, `tests/browser_record`).

use charsniff::{Context, Detection, Kind, Reading, sniff, sniff_and_change};

/// The rows of the tables with that many columns, without the header rows.
fn rows(cells: usize) -> Vec<Vec<&'static str>> {
    let lines = include_str!("../docs/browsers.md").lines();
    let rows = lines.filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").map(|cell| cell.trim_matches('`')).collect::<Vec<_>>())
        .filter(|row| row.len() == cells)
        .collect()
}

/// The bytes that a cell stands for. `{1024}` stands for spaces up to that offset.
fn bytes(cell: &str) -> Vec<u8> {
    let mut found = Vec::new();
    let mut rest = cell;
    while let Some(character) = rest.chars().next() {
        let padding = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        rest = match (padding, rest.as_bytes()) {
            (Some((size, behind)), _) if size.parse::<usize>().is_ok_and(|size| size > found.len()) => {
                found.resize(size.parse().unwrap(), b' ');
                behind
            }
            (_, [b'\\', b'r', ..]) => {
                found.push(b'\r');
                &rest[2..]
            }
            (_, [b'\\', b'0', ..]) => {
                found.push(0);
                &rest[2..]
            }
            _ => {
                found.push(u8::try_from(character).unwrap());
                &rest[character.len_utf8()..]
            }
        };
    }
    found
}

#[test]
fn pages_are_read_as_the_table_says() {
    let rows = rows(6);
    assert!(rows.len() >= 30, "{} rows", rows.len());
    for row in &rows {
        let page = bytes(row[0]);
        let html = || Context::html().detection(Detection::Off);
        let browser = |browser| html().reading(browser).detection(Detection::Off);
        assert_eq!(sniff(&page, (), &html()).encoding.name(), row[1], "prescan: {row:?}");
        assert_eq!(sniff_and_change(&page, (), &html()).0.encoding.name(), row[2], "standard: {row:?}");
        assert_eq!(sniff(&page, (), &browser(Reading::Chromium)).encoding.name(), row[3], "Chromium: {row:?}");
        assert_eq!(sniff(&page, (), &browser(Reading::Firefox)).encoding.name(), row[4], "Firefox: {row:?}");
    }
}

#[test]
fn other_contexts_are_read_as_the_table_says() {
    let rows = rows(7);
    assert!(rows.len() >= 9, "{} rows", rows.len());
    for row in &rows {
        let content = bytes(row[2]);
        let kind: Kind = row[0].parse().unwrap();
        let context = || Context::of(kind);
        let sniffed = |context: Context| sniff(&content, row[1], &context.detection(Detection::Off)).encoding.name();
        assert_eq!(sniffed(context()), row[3], "standard: {row:?}");
        assert_eq!(sniffed(context().reading(Reading::Chromium)), row[4], "Chromium: {row:?}");
        assert_eq!(sniffed(context().reading(Reading::Firefox)), row[5], "Firefox: {row:?}");
    }
}

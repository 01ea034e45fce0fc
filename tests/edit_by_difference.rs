//! `Edit::set_text`: what an editor saves as UTF-8 is written back, and what it left alone stays byte for byte.

use charsniff::{Context, Edit, Fallback};

#[test]
fn lines_far_apart_are_changed_alone() {
    let middle: Vec<u8> =
        (0..2000).flat_map(|n| format!("line {n} \u{fc}").into_bytes().into_iter().chain(*b" \xFF\xFE\r\n")).collect();
    let file = [b"first\r\n".as_slice(), &middle, b"last \xE9\r\n"].concat();
    let mut edit = Edit::new(&file, "text/plain; charset=utf-8", &Context::text());
    let edited = edit.text().replace("first", "1st").replace("line 1000 ", "line M ").replace("last", "ultimate");
    edit.set_text(&edited);
    let expected = [b"1st\r\n".as_slice(), &middle, b"ultimate \xE9\r\n"].concat();
    let (before, after) = (b"line 1000 ", b"line M ");
    let at = expected.windows(before.len()).position(|window| window == before).unwrap();
    let expected = [&expected[..at], after, &expected[at + before.len()..]].concat();
    let edited = edit.write_with(Fallback::Error).unwrap();
    assert!(edited.bytes == expected);
}

#[test]
fn the_last_difference_counts() {
    let mut edit = Edit::new(b"a\xFFb", "text/plain; charset=utf-8", &Context::text());
    edit.set_text("x");
    edit.set_text("a\u{FFFD}c");
    assert_eq!(edit.write().unwrap().bytes, b"a\xFFc");
    edit.set_text("");
    assert_eq!(edit.write().unwrap().bytes, b"");
}

#[test]
fn texts_that_have_nothing_in_common_are_replaced() {
    let old: String = (0..40_000).map(|n| format!("{n}\n")).collect();
    let new: String = (0..40_000).map(|n| format!("{}x\n", n * 7)).collect();
    let mut edit = Edit::new(old.as_bytes(), "text/plain; charset=utf-8", &Context::text());
    edit.set_text(&new);
    assert!(edit.write().unwrap().bytes == new.as_bytes());
}

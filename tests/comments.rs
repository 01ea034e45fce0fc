//! Comments of source files that name the encoding: in the crawler's reading of text, where the tools read them that made
//! them a custom. The rows of Python are what `tokenize.detect_encoding` of Python 3.11 says.

#![cfg(feature = "detector")]

use charsniff::{
    Context, Encoding, Headers, Kind, Reading, Source, StreamDecoder, claims, convert, declarations, decode, sniff,
};

/// In KOI8-R `им`, which too few bytes show.
const WORD: &[u8] = b"\xC9\xCD\n";

fn crawlers() -> Context {
    Context::text().reading(Reading::Crawler)
}

/// The verdict on a file, which is the same in a stream.
fn verdict(bytes: &[u8], headers: impl Headers + Copy, context: &Context) -> (Encoding, Source) {
    let sniffed = sniff(bytes, headers, context);
    for size in [1, 7, 1 << 20] {
        let (mut stream, mut text) = (StreamDecoder::new(headers, context), String::new());
        bytes.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
        assert_eq!(stream.finish(&mut text).unwrap(), sniffed, "{size}");
        assert_eq!(text, decode(bytes, headers, context).text);
    }
    (sniffed.encoding, sniffed.source)
}

/// The source is `before`, a line with a word, and `after`.
fn names(before: &str, after: &str) -> bool {
    let source = [before.as_bytes(), b"\n", WORD, after.as_bytes()].concat();
    let verdict = verdict(&source, (), &crawlers());
    // What is no declaration is no claim, and the word alone does not look like KOI8-R.
    assert_eq!(verdict == (Encoding::Koi8R, Source::Comment), verdict.0 == Encoding::Koi8R, "{before} {after}");
    verdict.0 == Encoding::Koi8R
}

#[test]
fn a_comment_in_the_first_two_lines_counts_as_in_python() {
    for line in [
        "# -*- coding: koi8-r -*-",
        "# coding=koi8-r",
        " \t# vim: set fileencoding=koi8_r :",
        "#!/usr/bin/python\n# -*- coding: koi8-r -*-",
        "#!/usr/bin/python\r\n# This Python file uses the following encoding: koi8-r",
        "\n# coding: koi8-r",
        "\u{FEFF}# coding: koi8-r",
    ] {
        let is_marked = line.starts_with('\u{FEFF}');
        assert_eq!(names(line, ""), !is_marked, "{line:?}");
    }
    for line in [
        "x = 'coding: koi8-r'",
        "# coding koi8-r",
        "import os\n# coding: koi8-r",
        "# one\n# two\n# coding: koi8-r",
        "# coding: klingon",
        "# koi8-r",
    ] {
        assert!(!names(line, ""), "{line:?}");
    }
}

#[test]
fn comments_of_other_languages_count() {
    for line in [
        "// coding: koi8-r",
        "/* encoding: koi8-r */",
        ":: encoding: koi8-r",
        "@REM coding: koi8-r",
        "rem encoding=koi8-r",
        "-- coding: koi8-r",
        "; -*- mode: lisp; Coding: koi8-r-unix -*-",
        "% !TeX encoding = koi8-r",
        "' coding: koi8-r",
        "@ECHO OFF\r\nREM -*- coding: koi8-r -*-",
        "@echo off\n:: encoding: koi8-r",
    ] {
        assert!(names(line, ""), "{line:?}");
    }
    assert!(!names("@echo on\n:: encoding: koi8-r", ""));
    // A key of a file of data is none.
    assert!(!names("encoding: koi8-r", ""));
    assert!(!names("remember coding: koi8-r", ""));
}

#[test]
fn vims_modelines_count_in_the_first_and_the_last_five_lines() {
    let lines = |count: usize| "a\n".repeat(count);
    for modeline in [
        "/* vim: set ts=8 fenc=koi8-r: */",
        "vim: fenc=koi8-r",
        "// vi:ts=4:fileencoding=koi8-r",
        "// vim>700: se fenc=koi8-r sw=2:",
        "text ex: fenc=koi8-r",
    ] {
        assert!(names(modeline, ""), "{modeline}");
        assert!(names(&(lines(4) + modeline), &lines(9)), "{modeline}");
        assert!(!names(&(lines(5) + modeline), &lines(9)), "{modeline}");
        for end in ["", "\n", "\r\n"] {
            assert!(names(&lines(9), &format!("{modeline}\n{}a{end}", lines(3))), "{modeline}");
            assert!(!names(&lines(9), &format!("{modeline}\n{}a{end}", lines(4))), "{modeline}");
        }
    }
    for no_modeline in ["ex: fenc=koi8-r", "vimfenc=koi8-r", "// vim: set ts=8: fenc=koi8-r", "Neovim: fenc=koi8-r"] {
        assert!(!names(no_modeline, ""), "{no_modeline}");
    }
}

#[test]
fn emacs_variables_count_at_the_end_of_a_file() {
    let list = ";; Local Variables:\n;; mode: lisp\n;; coding: koi8-r-dos\n;; End:\n";
    assert!(names("; a", list));
    assert!(names("; a", &format!("\x0C\n{list}{}", "a".repeat(2900))));
    assert!(!names("; a", &format!("{list}{}", "a".repeat(3000))));
    assert!(!names("; a", &format!("{list}\x0C\n")));
    assert!(!names("; a", "# Local Variables:\n;; coding: koi8-r\n# End:\n"));
    assert!(!names("; a", "# Local Variables:\n# End:\n# coding: koi8-r\n"));
}

#[test]
fn the_end_is_read_where_a_stream_has_it_in_view() {
    for (length, is_read) in [(16 * 1024 - 1, true), (16 * 1024, false)] {
        let end = "# vim: fenc=koi8-r";
        let before = "a\n".repeat(9) + &"a".repeat(length - 18 - WORD.len() - 1 - end.len());
        assert_eq!(names(&before, end), is_read, "{length}");
    }
    let truncated = [WORD, b"a\na\na\na\na\na\n# vim: fenc=koi8-r"].concat();
    assert_eq!(verdict(&truncated, (), &crawlers()).0, Encoding::Koi8R);
    assert_ne!(sniff(&truncated, (), &crawlers().truncated(true)).encoding, Encoding::Koi8R);
}

#[test]
fn the_bytes_refute_a_comment() {
    let text = "# coding: koi8-r\n# Größe, Übung, schön, für, Füße, Wörter, Bäume\n";
    assert_eq!(verdict(text.as_bytes(), (), &crawlers()), (Encoding::Utf8, Source::Detector));
    let refuted: Vec<_> = sniff(text.as_bytes(), (), &crawlers()).refuted().map(|claim| claim.source).collect();
    assert_eq!(refuted, [Source::Comment]);
}

#[test]
fn comments_count_in_the_crawlers_reading_of_text_only() {
    let source = [b"# coding: koi8-r\n", WORD].concat();
    for reading in [Reading::Standard, Reading::Chromium, Reading::Firefox] {
        assert_ne!(verdict(&source, (), &Context::text().reading(reading)).1, Source::Comment);
    }
    for kind in Kind::ALL {
        let is_text = matches!(kind, Kind::TextDocument | Kind::ViewSource | Kind::Clipboard);
        let found = verdict(&source, (), &Context::of(*kind).reading(Reading::Crawler)).1;
        assert_eq!(found == Source::Comment, is_text, "{kind}");
    }
    assert_ne!(verdict(&source, "text/css", &crawlers()).1, Source::Comment);
    let header = verdict(&source, "text/plain; charset=koi8-r", &crawlers());
    assert_eq!(header, (Encoding::Koi8R, Source::Transport));
}

#[test]
fn a_source_file_is_text_by_its_name() {
    for name in ["a.py", "b/run.BAT", "x.c"] {
        assert_eq!(Context::for_file_name(name).unwrap().kind(), Kind::TextDocument, "{name}");
    }
}

#[test]
fn a_comment_is_a_declaration_and_is_converted() {
    let source = [b"#!/usr/bin/python\n# coding: koi8-r\n", WORD].concat();
    let found = declarations(&source, (), &crawlers());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].source, found[0].counts), (Source::Comment, true));
    assert_eq!(
        (&source[found[0].label_range.clone().unwrap()], &source[found[0].range.clone().unwrap()]),
        (&b"koi8-r"[..], &b"# coding: koi8-r"[..])
    );
    assert!(declarations(&source, (), &Context::text()).is_empty());
    assert_eq!(claims(&source, (), &crawlers()).meta.unwrap().encoding, Some(Encoding::Koi8R));

    let converted = convert(&source, (), &crawlers(), Encoding::Utf8).unwrap();
    assert_eq!(String::from_utf8(converted.bytes).unwrap(), "#!/usr/bin/python\n# coding: UTF-8\nим\n");
    let as_standard = convert(&source, (), &Context::text(), Encoding::Utf8).unwrap();
    assert!(as_standard.bytes.starts_with(b"#!/usr/bin/python\n# coding: koi8-r\n"));
}

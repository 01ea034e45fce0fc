//! The signs that `health` looks for: found where something is wrong, and not found elsewhere.
//! `fixtures.rs` tests whole pages.

use charsniff::{Context, Encoding, HealthCheck, health, sniff};

fn doubly_encoded(text: &str) -> usize {
    health(text.as_bytes(), &sniff(text.as_bytes(), "text/html;charset=utf-8", &Context::html())).doubly_encoded
}

/// UTF-8 decoded as windows-1252.
fn encoded_again(text: &str) -> String {
    Encoding::Windows1252.decode_without_bom_handling(text.as_bytes()).0.into_owned()
}

#[test]
fn what_people_write_is_no_sign() {
    for text in [
        "« CAFÉ» et « prononcé\u{A0}» …",
        "le CAFÉ\u{A0}: l’été…»",
        "„Spaß“, Groß\u{AD}stadt, Fuß–Ball",
        "VÝŠKA, NÍŽE, ÚŽASNÝ",
        "COSÌ… LUNEDÌ»",
        "AMANHÃ” — MANHÃ…",
        "GRÅ™ PÅ»",
        "É",
        "Ã",
        "20 °C, 5 €, © 2020",
        "Größe, naïve, façade, «ñandú», ¿qué?",
        "Марс — планета",
        "火星是行星",
        "Àº Ã©tude: é è ê ë à â ç ù û î ï ô é è ê ë à â ç ù",
    ] {
        assert_eq!(doubly_encoded(text), 0, "{text}");
    }
}

#[test]
fn sequences_that_nobody_writes_are_a_sign() {
    for text in ["é", "don’t", "“so”", "Ünïcödé", "Марс", "火星", "5 €", "😀", "naïve façade, l’été à la plage"]
    {
        let others = text.chars().filter(|c| !c.is_ascii()).count();
        assert_eq!(doubly_encoded(&encoded_again(text)), others, "{text}");
    }
    // It is enough if a part of the page was encoded twice, unless that part is tiny.
    let mixed = format!("été {} château, forêt", encoded_again("été, château"));
    assert_eq!(doubly_encoded(&mixed), 3);
    // A whole run counts; characters are not combined across its end.
    assert_eq!(doubly_encoded("é Ã©é"), 0);
    assert_eq!(doubly_encoded(&("Марс ".repeat(1000) + &encoded_again("Марс"))), 4);
}

#[test]
fn signs_do_not_depend_on_where_they_stand() {
    let again = encoded_again("été");
    for padding in 4080..4100 {
        // Among many other runs it is chance. In a run with a letter that windows-1252 lacks,
        // nothing is counted.
        for (filler, expected) in [("a", 4), ("é ", 0), ("火", 3)] {
            let text = filler.repeat(padding / filler.len()) + &again + "." + &again;
            assert_eq!(doubly_encoded(&text), expected, "{padding} {filler}");
        }
    }
}

#[test]
fn other_signs_are_counted() {
    let of = |bytes: &[u8], content_type| health(bytes, &sniff(bytes, content_type, &Context::html()));
    let signs = of(b"a\xFFb\xE4\xBD\xEF\xBF\xBD\xC2\x85", "text/html;charset=utf-8");
    assert_eq!((signs.first_error, signs.malformed, signs.malformed_bytes), (Some(1), 2, 3));
    assert_eq!((signs.replacement_characters, signs.c1_controls), (1, 1));
    assert_eq!(signs.to_string(), "2 malformed (3 bytes), the first at byte 1, 1 U+FFFD, 1 C1 controls");
    assert!(of("é".as_bytes(), "text/html;charset=koi8-r").is_misread_utf8);
    assert!(!of(b"\xC3\xA9\xC3", "text/html;charset=koi8-r").is_misread_utf8);
    assert!(of(b"plain", "text/html;charset=koi8-r").is_well());
}

#[test]
fn every_c1_control_counts_and_no_other_character() {
    for c in '\0'..='\u{17F}' {
        let page = String::from(c);
        let sniffed = sniff(page.as_bytes(), "text/html;charset=utf-8", &Context::html());
        let expected = usize::from(('\u{80}'..'\u{A0}').contains(&c));
        assert_eq!(health(page.as_bytes(), &sniffed).c1_controls, expected, "{c:?}");
    }
}

/// Each byte that can begin a sequence of UTF-8 and each that can follow, at the ends of their ranges.
#[test]
fn the_first_and_the_last_character_of_each_length_can_be_encoded_twice() {
    for c in ['\u{80}', '\u{7FF}', '\u{800}', '\u{FFFF}', '\u{10000}', '\u{10FFFF}'] {
        assert_eq!(doubly_encoded(&encoded_again(&c.to_string())), 1, "{c:?}");
    }
}

/// One run that was encoded twice is chance beside more than sixteen others, which windows-1252 can encode.
#[test]
fn runs_of_every_character_of_windows_1252_make_others_chance() {
    let of_windows_1252 = encoded_again("é");
    for byte in 0x80..=0xFF {
        let c = Encoding::Windows1252.decode_without_bom_handling(&[byte]).0.into_owned();
        for (others, expected) in [(16, 1), (17, 0)] {
            let text = of_windows_1252.clone() + &format!(" {c}").repeat(others);
            assert_eq!(doubly_encoded(&text), expected, "{c:?}");
        }
    }
    assert_eq!(doubly_encoded(&(of_windows_1252 + &" \u{100}".repeat(17))), 1);
}

#[test]
fn the_first_error_is_counted_from_the_start_of_the_mark() {
    let pages = [
        (&b"\xEF\xBB\xBFab\xFFc\xFF"[..], 5),
        (b"\xFF\xFEa\0\0\xDCb\0", 4),
        (b"\xFE\xFF\0a\xDC\0\0b", 4),
        (b"ab\xFF", 2),
    ];
    for (page, expected) in pages {
        let header = if page[0] == b'a' { "text/html;charset=utf-8" } else { "" };
        let sniffed = sniff(page, header, &Context::html());
        assert_eq!(health(page, &sniffed).first_error, Some(expected), "{page:x?}");
        for length in 1..page.len() {
            let mut check = HealthCheck::new(&sniffed);
            page.chunks(length).for_each(|chunk| check.push(chunk));
            assert_eq!(check.finish().first_error, Some(expected), "{page:x?}, chunks of {length}");
        }
    }
}

#[test]
fn chunks_change_nothing() {
    let euro = "Größe € 😀".as_bytes();
    let bodies = [
        &b"caf\xC3"[..],
        b"\xEF\xBB\xBFa\xF0\x9F\x98",
        euro,
        b"\xFF\xFEa\0\xD8",
        b"\xF0\x9F\x98\xF0",
        b"\xC2\x80\xEF\xBF\xBD",
    ];
    for body in bodies {
        for context in [Context::html(), Context::of(charsniff::Kind::HeaderValue)] {
            for header in
                ["text/html;charset=utf-8", "text/html;charset=windows-1252", "text/html;charset=utf-16le", ""]
            {
                let sniffed = sniff(body, header, &context);
                for length in 1..=body.len() {
                    let mut check = HealthCheck::new(&sniffed);
                    body.chunks(length).for_each(|chunk| check.push(chunk));
                    assert_eq!(check.finish(), health(body, &sniffed), "{body:x?} {header} {length}");
                }
            }
        }
    }
    let sniffed = sniff(euro, "text/html;charset=windows-1252", &Context::html());
    assert!(health(euro, &sniffed).is_misread_utf8);
}

#[test]
fn utf_32_is_reported() {
    let text = "\u{FEFF}<p>Größe 😀";
    let little: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let big: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
    for page in [little, big] {
        let sniffed = sniff(&page, (), &Context::html());
        let mut check = HealthCheck::new(&sniffed);
        page.chunks(3).for_each(|chunk| check.push(chunk));
        let health = health(&page, &sniffed);
        assert_eq!(check.finish(), health);
        assert!(health.is_utf32 && !health.is_well());
        assert!(health.to_string().ends_with("UTF-32"), "{health}");
    }
    let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(health(&utf_16, &sniff(&utf_16, (), &Context::html())).is_well());
}

fn question_marks(text: &str) -> usize {
    let sniffed = sniff(text.as_bytes(), "text/plain;charset=utf-8", &Context::text());
    let whole = health(text.as_bytes(), &sniffed).question_marks;
    for length in [1, 2, 7] {
        let mut check = HealthCheck::new(&sniffed);
        text.as_bytes().chunks(length).for_each(|chunk| check.push(chunk));
        assert_eq!(check.finish().question_marks, whole, "{text}");
    }
    whole
}

#[test]
fn question_marks_in_the_place_of_letters_are_a_sign() {
    for (text, lost) in [
        ("M?ller", 1),
        ("Herr M?ller wohnt in der Hauptstra?e.", 2),
        ("Gr??e", 2),
        ("JO?O, S?O PAULO", 2),
        ("M?ller, ?sterreich? caf?", 2),
        ("??????, ??? ?????", 14),
        ("????", 4),
        ("name;\n????????\n", 8),
        ("<td>????</td><td>12</td>", 4),
        ("{\"title\": \"???????? ?????\"}", 13),
        ("id;name\n1;M?ller;Hauptstra?e 5\n2,M?ller,K?ln", 4),
        ("Universit?t M?nchen, f?r alle", 3),
        ("Bundespr?sident und Verst?ndnis", 2),
    ] {
        assert_eq!(question_marks(text), lost, "{text}");
    }
}

#[test]
fn a_question_is_no_loss() {
    for text in [
        "What?",
        "Really???",
        "Really ???? Yes!",
        "So what ????\nNothing.",
        "Quoi ? ??? Oui.",
        "What?! (why?) \"Who?\" 'when?'",
        "Is it so?Yes it is.",
        "and then?because of that",
        "https://example.org/?a=b&c=d",
        "see example.org/path?query, page.php?id=7 and index?x=1",
        "let x = a ? b : c; y = a?b:c; z = w ?? v; o?.p",
        "SELECT * FROM t WHERE a IN (?, ?, ?)",
        "<?xml version=\"1.0\"?><?php echo 1 ?>",
        "colou?rs/ .*?foo (?:a|b?c)",
        "?",
        "??",
        "a ??? b",
        "oh ????? is this so ??? yes",
        "solar system&#160;????</cite>",
        "?? src/new.rs\n?? tests/new.rs\n",
        "¿Qué? ¿Cómo?",
    ] {
        assert_eq!(question_marks(text), 0, "{text}");
    }
}

#[test]
fn a_replacement_character_that_was_encoded_twice_counts() {
    let of = |text: &str| {
        let sniffed = sniff(text.as_bytes(), "text/plain;charset=utf-8", &Context::text());
        health(text.as_bytes(), &sniffed).replacement_characters
    };
    assert_eq!([of("Mï¿½ller"), of("ï¿½ï¿½ïï¿½"), of("ï¿ ½ ¿½"), of("\u{FFFD}ï¿½")], [1, 3, 0, 2]);
}

/// Texts that nobody damaged, in hundreds of languages, and pages: questions, but no losses.
#[test]
fn clean_texts_have_lost_nothing() {
    let mut folders = vec![std::path::PathBuf::from("fixtures/detector"), "fixtures/manuals".into()];
    let (mut files, mut marks) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let sniffed = sniff(text.as_bytes(), "text/plain;charset=utf-8", &Context::text());
            assert_eq!(health(text.as_bytes(), &sniffed).question_marks, 0, "{}", path.display());
            files += 1;
            marks += text.matches('?').count();
        }
    }
    assert!(files > 500 && marks > 50, "{files} {marks}");
}

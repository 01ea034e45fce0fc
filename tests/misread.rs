//! Repair of text in a legacy encoding that was read as another, and that nothing else is taken for it.

#![cfg(feature = "detector")]

use charsniff::{CodePage, Context, Damage, Decoded, decode};

#[path = "../benches/repair/corpus.rs"]
mod corpus;
#[path = "../benches/pages.rs"]
mod pages;
#[path = "support/skipped.rs"]
mod skipped;

fn repaired(bytes: &[u8]) -> Decoded<'_> {
    decode(bytes, "text/html; charset=utf-8", &Context::html().repair(true))
}

/// The text of bytes in one encoding that are read as another.
fn misread(text: &str, meant: &str, read_as: &str) -> String {
    let of = |label: &str| encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let (bytes, _, lossy) = of(meant).encode(text);
    assert!(!lossy, "{meant} has not all of {text}");
    of(read_as).decode_without_bom_handling(&bytes).0.into_owned()
}

const MEANT: [(&str, &str); 14] = [
    ("windows-1251", "Привет, как дела?"),
    ("koi8-r", "Погода сегодня переменная, к вечеру дождь."),
    ("ibm866", "Погода сегодня переменная, к вечеру дождь."),
    ("iso-8859-7", "Καλημέρα, τι κάνετε σήμερα;"),
    ("windows-1253", "Καλημέρα, τι κάνετε σήμερα;"),
    ("windows-1255", "שלום, מה שלומך היום?"),
    ("windows-1256", "مرحبا، كيف حالك اليوم؟"),
    ("windows-874", "สวัสดีครับ วันนี้เป็นอย่างไรบ้าง"),
    ("windows-1250", "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv."),
    ("gbk", "今天天气很好，我们去公园散步吧。"),
    ("big5", "今天天氣很好，我們去公園散步吧。"),
    ("shift_jis", "今日は天気がいいので、公園を散歩しましょう。"),
    ("euc-jp", "今日は天気がいいので、公園を散歩しましょう。"),
    ("euc-kr", "오늘은 날씨가 좋으니 공원에서 산책합시다."),
];

#[test]
fn text_that_was_read_as_another_legacy_encoding_comes_back() {
    for (meant, text) in MEANT {
        for read_as in ["windows-1252", "windows-1250"] {
            if meant == "windows-1250" && read_as == meant {
                continue;
            }
            // Bytes that the wrong encoding lacks are C1 controls, in it.
            let wrong = misread(text, meant, read_as);
            for lines in [wrong.clone(), format!("<p>1\r\n<b>{wrong}</b>\n\n{wrong}\n")] {
                let right = lines.replace(&wrong, text);
                let decoded = repaired(lines.as_bytes());
                assert_eq!(decoded.text, right, "{meant} read as {read_as}");
                let last = decoded.repairs.last().unwrap();
                assert_eq!(last.damage, Damage::Misread);
                assert_eq!(last.encodings[0].name().to_ascii_lowercase(), read_as);
                assert!(lines[last.bytes.clone()].ends_with(last.was.as_str()) && right.contains(&last.became));
            }
            let utf_16: Vec<u8> = wrong.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let decoded = decode(&utf_16, "text/html; charset=utf-16le", &Context::html().repair(true));
            assert_eq!((&*decoded.text, decoded.repairs[0].bytes.clone()), (text, 0..utf_16.len()));
        }
    }
}

/// What a program or a person wrote later stays, and the rest comes back.
#[test]
fn other_characters_do_not_stop_the_repair() {
    for (meant, text) in MEANT {
        let wrong = misread(text, meant, "windows-1252");
        // In the bytes of dashes and quotation marks.
        let has_letters_there = ["shift_jis", "ibm866"].contains(&meant);
        for (other, comes_back) in [("😀 {}", true), ("{} → 世界", true), ("{}\n— “ok” —\n{}", !has_letters_there)]
        {
            let is_of_letters = meant != "windows-1250";
            let (was, right) = (other.replace("{}", &wrong), other.replace("{}", text));
            let decoded = repaired(was.as_bytes());
            assert!(!comes_back || decoded.text == right, "{meant}: {} for {right}", decoded.text);
            // Right text in the same script, beside it.
            let (was, right) = (format!("{text}\n{wrong}\n"), format!("{text}\n{text}\n"));
            assert!(!is_of_letters || repaired(was.as_bytes()).text == right, "{meant}: {was}");
        }
    }
    assert_eq!(repaired("Привет и Ïðèâåò".as_bytes()).text, "Привет и Привет");
}

/// Bytes in a code page of consoles: the letters that the texts need, from the tables at unicode.org.
fn in_console(text: &str) -> Vec<u8> {
    let letters = "üéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ";
    let of = |c: char| match c {
        'ñ' => 0xA4,
        'á' => 0xA0,
        'í' => 0xA1,
        'ó' => 0xA2,
        'ú' => 0xA3,
        'ß' => 0xE1,
        _ if c.is_ascii() => c as u8,
        _ => 0x81 + letters.chars().position(|letter| letter == c).unwrap() as u8,
    };
    text.chars().map(of).collect()
}

const OF_CONSOLES: [&str; 3] = [
    "Schöne Grüße aus München, für Mädchen über Öl",
    "Déjà vu, il était très près de la forêt où ça s'arrête",
    "El niño comió más piña mañana, según él",
];

#[test]
fn text_of_consoles_comes_back() {
    for text in OF_CONSOLES {
        let bytes = in_console(text);
        let wrong = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes).0;
        let decoded = repaired(wrong.as_bytes());
        assert_eq!(decoded.text, text);
        let names: Vec<_> = decoded.repairs[0].encodings.iter().map(|page| page.name()).collect();
        assert_eq!((decoded.repairs[0].damage, &names[..]), (Damage::Misread, &["windows-1252", "IBM850"][..]));
        for page in [CodePage::Ibm437, CodePage::Ibm850] {
            // In windows-1252 or UTF-8, shown by a console.
            let decoded = page.decode(&encoding_rs::WINDOWS_1252.encode(text).0).into_owned();
            let decoded = repaired(decoded.as_bytes());
            assert_eq!((&*decoded.text, decoded.repairs[0].damage), (text, Damage::Misread));
            assert_eq!((decoded.repairs[0].encodings[0], decoded.repairs[0].encodings.len()), (page, 2));
            let decoded = page.decode(text.as_bytes()).into_owned();
            let decoded = repaired(decoded.as_bytes());
            assert_eq!((&*decoded.text, decoded.repairs[0].damage), (text, Damage::DoublyEncoded));
            assert_eq!(decoded.repairs[0].encodings, [page]);
        }
    }
    // One sign in several words is one place.
    let wrong = misread("Größe, Straße, Äpfel und Öl für Müller", "macintosh", "windows-1250");
    assert_eq!(repaired(wrong.as_bytes()).text, wrong);
    for (wrong, right) in
        [("caf├⌐", "café"), ("caf├®", "café"), ("M├╝ller", "Müller"), ("itΓÇÖs ΓÇ£okΓÇ¥", "it’s “ok”")]
    {
        assert_eq!(repaired(wrong.as_bytes()).text, right);
    }
}

#[test]
fn text_that_was_misread_twice_comes_back() {
    let text = "Привет, как дела?";
    // As windows-1252, saved as UTF-8, and that as windows-1252 again.
    let once = misread(text, "windows-1251", "windows-1252");
    let twice = misread(&once, "utf-8", "windows-1252");
    let decoded = repaired(twice.as_bytes());
    assert_eq!(decoded.text, text);
    let names: Vec<_> = decoded.repairs[0].encodings.iter().map(|encoding| encoding.name()).collect();
    assert_eq!(names, ["windows-1252", "windows-1252", "windows-1251"]);
    // Where the first misreading is as odd as the second one, too.
    for (meant, text) in MEANT {
        for read_as in ["windows-1252", "windows-1250"] {
            if meant == "windows-1250" && read_as == meant {
                continue;
            }
            let twice = misread(&misread(text, meant, read_as), "utf-8", read_as);
            let decoded = repaired(twice.as_bytes());
            assert_eq!(decoded.text, text, "{meant} read as {read_as} twice");
            let names = decoded.repairs[0].encodings.iter().map(|encoding| encoding.name().to_ascii_lowercase());
            assert_eq!(names.take(2).collect::<Vec<_>>(), [read_as, read_as]);
        }
    }
    // KOI8-R as windows-1251, and that as windows-1252: the detector finds the last of them.
    let twice = misread(&misread(text, "windows-1251", "windows-1250"), "windows-1250", "windows-1252");
    assert_eq!(repaired(twice.as_bytes()).text, text);
}

/// Three characters are not enough for two bytes each: this is `…` in UTF-8, read as macintosh.
#[test]
fn doubly_encoded_text_is_that() {
    let text = "Merci de bien vouloir activiter le Javascript dans votre navigateur web afin d'en profiter";
    assert_eq!(repaired(format!("{text}‚Ä¶").as_bytes()).text, format!("{text}…"));
    // Without its signs, it would be halfwidth katakana.
    assert_eq!(repaired("Î•Î»Î»Î·Î½Î¹ÎºÎ¬".as_bytes()).text, "Ελληνικά");
}

#[test]
fn doubly_encoded_text_is_no_text_of_east_asia() {
    // Read as macintosh twice, and its bytes in windows-1252 look like Shift_JIS.
    let text = "An mawiyaj sa fèt sèlman";
    let again = |text: &str| encoding_rs::MACINTOSH.decode_without_bom_handling(text.as_bytes()).0.into_owned();
    let twice = again(&again(text));
    let repaired = repaired(twice.as_bytes());
    assert_eq!(repaired.text, text);
    assert!(repaired.repairs.iter().all(|repair| repair.damage == Damage::DoublyEncoded));
}

#[test]
fn text_that_nobody_misread_stays() {
    for text in [
        "Größe, Übung, für, Füße",
        "À, É, Ô; ÀÉ!",
        "Þórð það ætíð",
        "õ ü ä öö ÄÄ ÖÖ",
        "«Ça alors», «Où ça ?»",
        "Añó: ÁÉÍÓÚÑ áéíóúñ",
        // A list of letters is no text.
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ",
        "À Á Â Ã Ä Å Æ Ç È É Ê Ë Ì Í Î Ï Ð Ñ Ò Ó Ô Õ Ö Ø Ù Ú Û Ü Ý Þ ß",
        "Upišite neobavezne znakove",
        // Box drawing, of which pairs look like a lead and a continuation, and one that is damaged; Uzbek quotation marks.
        "┌──────┐\n│ Name │\n├──────┤\n│ für  │\n└──────┘ café ─┤x├─",
        "╔══╦══╗\n║ab║cd║\n╚══╩══╝",
        "bo‘lmaydi, ro‘yxati, qo‘yildi, o‘zbek–rus, so‘z",
        // Right letters of Slovenian beside letters that it lacks.
        "V primeru da delate redne varnostne kopije velikih količin podatkov, boste morda ugotovili, da je lažje uporabiti \
         namenski program za varnostne kopije kot je Déjà Dup. Takšen program je bolj zmogljiv in zanesljivejši kot \
         kopiranje in lepljenje datotek.",
        // Navajo: most of its accented letters stand beside others. As Hebrew, these would be letters, too.
        "Łaʼdah éí doo naalteehʼé",
        // A tree: each of its corners is a lead and a continuation in a code page of consoles.
        "wheel  ═╗\nbrake  ═╣\nchain  ═╣\nsaddle ═╝\nframe  ─┐\nlight  ─┤\nbell   ─┤\n",
        // Two odd words, in a table: text that came from a console would have no table.
        "─────\n│ f³r Gr÷▀e │\n─────\n",
        "×÷×÷ ©® ±±",
        "afin d'en profiter‚Ä",
    ] {
        let decoded = repaired(text.as_bytes());
        assert_eq!((&*decoded.text, decoded.repairs.len()), (text, 0));
    }
}

/// The starts of a text: all of it, and so many characters.
fn starts(text: &str) -> impl Iterator<Item = &str> {
    let end = |length: usize| text.char_indices().nth(length).map(|(at, _)| at);
    [16, 48, 160].into_iter().filter_map(end).map(|end| &text[..end]).chain([text])
}

/// `TEST_STRIDE=1` takes all texts: more than 100,000.
#[test]
fn no_clean_text_of_the_corpora_is_taken_for_misread() {
    if !corpus::root().exists() {
        return skipped::skipped("no corpora");
    }
    let stride = std::env::var("TEST_STRIDE").map_or(20, |stride| stride.parse().unwrap());
    let texts: Vec<_> = corpus::samples().into_iter().chain(corpus::paragraphs()).step_by(stride).collect();
    let (mut count, mut changed) = (0, Vec::new());
    for text in &texts {
        for start in starts(&text.text).filter(|start| !start.is_ascii()) {
            count += 1;
            let mut repairs = repaired(start.as_bytes()).repairs.into_iter();
            changed.extend(repairs.find(|repair| repair.damage == Damage::Misread).map(|repair| (&text.name, repair)));
        }
    }
    println!("{count} clean texts");
    assert!(count > 100_000 / stride, "{count}");
    assert!(changed.is_empty(), "{changed:?}");
}

/// Of texts of 100 characters that were misread so, this share must come back.
#[test]
fn most_misread_texts_of_the_corpora_come_back() {
    if !corpus::root().exists() {
        return skipped::skipped("no corpora");
    }
    let mut counts = std::collections::BTreeMap::<&str, [usize; 2]>::new();
    for text in corpus::samples() {
        let start: String = text.text.chars().take(100).collect();
        let Some(label) = text.legacy.as_deref() else { continue };
        let Some((label, _)) = MEANT.iter().find(|(meant, _)| meant.eq_ignore_ascii_case(label)) else { continue };
        let meant = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        if start.chars().filter(|c| !c.is_ascii()).count() < 8 || meant.encode(&start).2 {
            continue;
        }
        let [all, back] = counts.entry(label).or_default();
        *all += 1;
        *back += usize::from(repaired(misread(&start, label, "windows-1252").as_bytes()).text == start);
    }
    println!("{counts:?}");
    let [all, back] = counts.values().fold([0, 0], |sum, [all, back]| [sum[0] + all, sum[1] + back]);
    assert!(all > 500 && back * 10 > all * 8, "{back} of {all}");
}

/// Among lines that are right, the wrong ones come back, each by itself.
#[test]
fn lines_are_judged_by_themselves_where_the_text_is_not() {
    let of = |meant: &str, text: &str| misread(text, meant, "windows-1252");
    let (russian, greek) = ("Привет, как дела?", "Καλημέρα, τι κάνετε σήμερα;");
    for end in ["\n", "\r\n"] {
        let lines = [
            "Grüße aus Köln: größer, schöner, älter",
            &of("windows-1251", russian),
            "señor, mañana",
            &of("iso-8859-7", greek),
        ];
        let decoded = repaired(lines.join(end).as_bytes()).text.into_owned();
        let right = [lines[0], russian, lines[2], greek].join(end);
        assert_eq!(decoded, right);
    }
    let text = ["Grüße aus Köln: größer, schöner, älter, über", &of("windows-1251", "Привет")].join("\n");
    let decoded = repaired(text.as_bytes());
    assert_eq!(decoded.text.lines().last(), Some("Привет"));
    let repair = &decoded.repairs[0];
    assert_eq!((repair.damage, repair.encodings[1].name()), (Damage::Misread, "windows-1251"));
    assert_eq!(&text[repair.bytes.clone()], "Ïðèâåò");
}

/// Mojibake in lower case is no mojibake of another kind.
#[test]
fn mojibake_in_lower_case_does_not_become_rare_letters() {
    for text in ["Mã¼ller", "Herr Mã¼ller wohnt in Kã¶ln", "grã¶ãÿe"] {
        let decoded = repaired(text.as_bytes());
        assert!(!decoded.text.contains(|c: char| matches!(c, '\u{180}'..='\u{24F}')), "{}", decoded.text);
    }
    assert_eq!(repaired("Mã¼ller".as_bytes()).text, "Mã¼ller");
}

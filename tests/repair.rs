//! Repair: damaged text becomes what it was meant to be, and text that only looks damaged stays.

use charsniff::{Context, Damage, Decoded, Encoding, Kind, Reading, decode, sniff, try_decode};

fn repaired(bytes: &[u8]) -> Decoded<'_> {
    decode(bytes, "text/html; charset=utf-8", &Context::html().repair(true))
}

/// `text` with its UTF-8 decoded as `encoding`.
fn misread(text: &str, encoding: Encoding) -> String {
    encoding.decode_without_bom_handling(text.as_bytes()).0.into_owned()
}

/// Checks that what `repairs` says of the bytes makes the text of `decoded` from the one without repair.
fn check_list(bytes: &[u8], decoded: &Decoded<'_>) {
    let plain = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (mut text, mut rest) = (String::new(), 0);
    for repair in &decoded.repairs {
        assert!(rest <= repair.bytes.start && repair.bytes.start < repair.bytes.end, "{repair}");
        text += &plain(&bytes[rest..repair.bytes.start]);
        assert_eq!(repair.was, plain(&bytes[repair.bytes.clone()]), "{repair}");
        assert_ne!(repair.was, repair.became, "{repair}");
        text += &repair.became;
        rest = repair.bytes.end;
    }
    text += &plain(&bytes[rest..]);
    assert_eq!(decoded.text, text);
}

#[test]
fn nothing_is_repaired_by_default() {
    for page in [&b"caf\xE9 \xC3\xA0"[..], "NicolÃ¡s".as_bytes(), "it\u{92}s".as_bytes()] {
        let decoded = decode(page, "text/html; charset=utf-8", &Context::html());
        assert_eq!(decoded.text, String::from_utf8_lossy(page));
        assert!(decoded.repairs.is_empty());
        assert!(!repaired(page).repairs.is_empty());
    }
}

#[test]
fn doubly_encoded_words() {
    let cases = [
        ("NicolÃ¡s", "Nicolás"),
        ("RÄ«ga", "Rīga"),
        ("Ä°stanbul", "İstanbul"),
        ("ZURÃœCK", "ZURÜCK"),
        ("DOS AÃ‘OS", "DOS AÑOS"),
        ("doesnâ€™t", "doesn’t"),
        ("It is â€œfineâ€\u{9d}.", "It is “fine”."),
        ("Táº¡i sao", "Tại sao"),
        ("РґРѕСЂРѕРіРµ", "дороге"),
        ("Ø±Ø³Ø§Ù„Ø©", "رسالة"),
        ("×‘×”×•×“×¢×”", "בהודעה"),
        ("æ—¥æœ¬èªž", "日本語"),
        ("I â\u{9d}¤ it", "I ❤ it"),
        ("a smile: ðŸ˜€", "a smile: 😀"),
        ("п©я─п╦п╡п╣я┌", "привет"),
        ("conseille g√¢teaux et un r√©gime √©quilibr√©", "conseille gâteaux et un régime équilibré"),
        ("MĂˇm dost tĹ™etĂ\u{AD}ho tisĂ\u{AD}ciletĂ\u{AD}", "Mám dost třetího tisíciletí"),
        ("hatikuâ™«~", "hatiku♫~"),
        ("Ningboï¼ŒChina", "Ningbo，China"),
        ("signiп¬Ѓcantly", "signiﬁcantly"),
        ("IL2RÎ³cKO", "IL2RγcKO"),
        ("Vigne di Zam√≤", "Vigne di Zamò"),
        ("$Ì¶6Ì¶3Ì¶ now", "$\u{336}6\u{336}3\u{336} now"),
        ("US pressureâ\u{80}\u{99}\u{85}", "US pressure’…"),
        // A surrogate pair, each half encoded alone: CESU-8.
        ("Hi guys í\u{a0}½í¸\u{8d}", "Hi guys 😍"),
    ];
    for (damaged, right) in cases {
        let decoded = repaired(damaged.as_bytes());
        assert_eq!(decoded.text, right, "{:?}", decoded.repairs);
        assert!(decoded.repairs.iter().all(|repair| repair.damage == Damage::DoublyEncoded));
        check_list(damaged.as_bytes(), &decoded);
    }
}

#[test]
fn text_that_was_encoded_several_times() {
    let right = "The Mona Lisa doesn’t have eyebrows, « déjà vu » at the Café.";
    let mut text = right.to_owned();
    for times in 1..=4 {
        text = misread(&text, Encoding::Windows1252);
        let decoded = repaired(text.as_bytes());
        assert_eq!(decoded.text, right, "{times} times");
        assert!(decoded.repairs.iter().all(|repair| repair.encodings.len() <= times));
        assert!(decoded.repairs.iter().any(|repair| repair.encodings == vec![Encoding::Windows1252; times]));
        check_list(text.as_bytes(), &decoded);
    }
}

/// Where the rest of the text proves the misreading, what alone could be chance is undone, too.
#[test]
fn doubtful_runs_follow_the_evident_ones() {
    // `Ě` and `Ğ` are misread as two letters each, no odder than they are.
    for doubtful in ["à l’été", "20 °C", "É", "Ž", "Ě", "Ğ"] {
        let right = format!("{doubtful} — l’été, où naîtront les fêtes");
        assert_eq!(repaired(misread(&right, Encoding::Windows1252).as_bytes()).text, right);
    }
    // The no-break space in `à` was made a space.
    assert_eq!(repaired("L’été Ã la plage, dÃ©jÃ\u{a0} passÃ©".as_bytes()).text, "L’été à la plage, déjà passé");
    assert_eq!(repaired("atenÃ§Ã£o Ã s crianÃ§as".as_bytes()).text, "atenção às crianças");
    // That space is not the author's.
    let right = "L’été à la plage, là-bas, déjà passé. Voilà, il est là\nà 10 h (à Orléans, là) ; voilà";
    let damaged = misread(right, Encoding::Windows1252).replace('\u{a0}', " ");
    assert_eq!(repaired(damaged.as_bytes()).text, right);
    // Alone it stays.
    for alone in ["Ã la plage", "Ã\u{a0} la plage", "VOCÊ…", "MARQUÉ…", "Äš", "Äž"] {
        assert_eq!(repaired(alone.as_bytes()).text, alone);
    }
}

/// Texts that people write, with pairs of characters that are UTF-8 in some encoding.
#[test]
fn what_only_looks_doubly_encoded_stays() {
    let texts = [
        "SÃO PAULO, A NAÇÃO: «AMANHÃ»",
        "C O N C L U S Ã O",
        "NGÀY NAY, TRƯỜNG ĐẠI HỌC Ã",
        "VÝŠKA, NÍŽE, MYSELNÉ UBLÍŽENIE",
        "PARCE QUE SUR LEURS PLAQUES IL Y A MARQUÉ…",
        // In the second and third place, no byte that continues UTF-8 follows.
        "ROMÃ® É A ROMÃ DE SÃO PAULO",
        "Join ZZAJÉ’s list. NESTLÉ® and TRANSFORMATORIŲ™",
        "Charlotte Brontë…” „Iné…“",
        "L’épisode 8, l’Œuvre, « À »",
        "Різні Річниці: ВІКІ, СІРІ. Рјешење, Вјера, ПоздравЂаво",
        "содержит её, понуем её, о 3,711 м/с²",
        "з монiтора тал, ранiше, функцiї",
        "HÅØYA ER BLÅØYD: AHÅ™, a radius of 10 Å—",
        "HUHLL Õ… 4288×… 5×£35 2012—∞ (-1/2)! = √π ∆°",
        "!YO SÉ¡ QUEM É¿ aí´´ Ō¬o ( o¬ô ) `¬´",
        "SELKÄ\u{a0}EDELLÄ\u{a0}MAAHAN NICIODATĂ\u{a0}NICIODATĂ™",
        "Η ¨ανατροφή¨ δυστυχώς «υγρή» περίοδος",
        "אױב „יאָ“, װעט דאָס",
        "عكس یا ضبط «درست» باشد",
        "Esi eme kɔ ƒãa be gomekpɔ",
        "AÁBDÐEÉFGHIÍJKLMNOÓPRSTUÚVXYÝÞÆÖ aábdðeéfghiíjklmnoóprstuúvxyýþæö",
        "ČčĆćDźdźĚěŁłŃńÓóŘřŔŕŠšŚśŽž",
        "╔══╗ ╠╡ ╳ ╞╣  ├╢   ╟┤",
        "├┤a┼┐a┼┐a┼┐a┼┐a",
        "Þßéöÿ –—‘“”„†•…‰™œŠŸž€ ΑΒΓΔΩαβγδω АБВГДабвгд",
        "日本語の「文章」…、한국어 문장, 中文“句子”。",
    ];
    for text in texts {
        let decoded = repaired(text.as_bytes());
        assert_eq!(decoded.text, text, "{:?}", decoded.repairs);
    }
}

#[test]
fn controls_are_characters_of_windows_1252() {
    let decoded = repaired("\u{84}Handwerk\u{93} it\u{92}s \u{81}".as_bytes());
    assert_eq!(decoded.text, "„Handwerk“ it’s \u{81}");
    assert!(decoded.repairs.iter().all(|repair| repair.damage == Damage::C1Control && repair.was.chars().count() == 1));
    assert_eq!(decoded.repairs[0].bytes, 0..2);
    // In a legacy encoding, C1 controls come from bytes without a character.
    let text = decode(b"\x98", "text/html; charset=windows-1251", &Context::html().repair(true)).text;
    assert_eq!(text, "\u{98}");
}

#[test]
fn pasted_words_of_a_legacy_encoding() {
    let cases = [
        ("Le café de l’hôtel est fermé, déjà l’été. ", Encoding::Windows1252, "théâtre"),
        ("It’s a “nice” page – mostly in English… ", Encoding::Windows1252, "don’t"),
        ("It’s a “nice” page – mostly in English… ", Encoding::Windows1252, "café"),
        ("Żółw i jeż: zażółć gęślą jaźń, proszę państwa. ", Encoding::Windows1250, "więcej"),
        ("Привет, мир! Как дела? Сегодня хорошая погода. ", Encoding::Windows1251, "Привет"),
        ("Καλημέρα σας, τι κάνετε σήμερα; ", Encoding::Windows1253, "καλημέρα"),
        ("日本語の文章です。今日は天気がいいですね。 ", Encoding::ShiftJis, "天気"),
        ("今天天气很好，我们去公园散步。中文网页。 ", Encoding::Gbk, "天气"),
        ("오늘은 날씨가 좋습니다. 한국어 문장입니다. ", Encoding::EucKr, "날씨가"),
    ];
    for (page, encoding, word) in cases {
        let (bytes, _, _) = encoding.encode(word);
        let damaged = [page.as_bytes(), b" ", &bytes, b" ", page.as_bytes()].concat();
        let decoded = repaired(&damaged);
        assert_eq!(decoded.text, format!("{page} {word} {page}"), "{:?}", decoded.repairs);
        assert_eq!(decoded.errors, 0);
        assert!(decoded.repairs.iter().all(|repair| repair.damage == Damage::Malformed));
        check_list(&damaged, &decoded);
    }
}

/// UTF-8 beside legacy bytes in one run stays UTF-8.
#[test]
fn a_run_can_have_utf_8_and_legacy_text() {
    let page = "Été à l’école, « déjà », où naître. ".repeat(3);
    let damaged = [page.as_bytes(), "«\u{a0}".as_bytes(), b"\xE9t\xE9", "\u{a0}»".as_bytes()].concat();
    let decoded = repaired(&damaged);
    assert_eq!(decoded.text, format!("{page}«\u{a0}été\u{a0}»"));
    assert_eq!(decoded.repairs.len(), 2, "{:?}", decoded.repairs);
    check_list(&damaged, &decoded);
}

/// A character that was cut off is no legacy text.
#[test]
fn cut_characters_stay_malformed() {
    let page = "Le café de l’hôtel. 日本語の文章です。 ".repeat(3);
    for cut in [&b"l\xE2\x80<"[..], b"\xE6\x97<", b"\xE6<", b"caf\xC3<"] {
        let damaged = [page.as_bytes(), cut].concat();
        let decoded = repaired(&damaged);
        assert_eq!(decoded.text, String::from_utf8_lossy(&damaged), "{:?}", decoded.repairs);
        assert_eq!(decoded.errors, 1);
    }
}

#[test]
fn binary_data_stays() {
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x01\xC3\x83\xC2\xA9\xE9t\xE9";
    assert!(repaired(png).repairs.is_empty());
}

/// In a legacy encoding, the bytes of a repair are positions in the resource, with or without a byte order mark.
#[test]
fn places_in_other_encodings() {
    let page = b"h\xF4tel <b>d\xC3\xA9j\xC3\xA0 vu</b>";
    let decoded = decode(page, "text/html; charset=windows-1252", &Context::html().repair(true));
    assert_eq!(decoded.text, "hôtel <b>déjà vu</b>");
    let places: Vec<_> = decoded.repairs.iter().map(|repair| repair.bytes.clone()).collect();
    assert_eq!(places, [10..12, 13..15]);

    let text = "\u{FEFF}<p>DOS AÃ‘OS";
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let decoded = decode(&utf16, (), &Context::html().repair(true));
    assert_eq!((&*decoded.text, decoded.repairs[0].bytes.clone()), ("<p>DOS AÑOS", 18..22));
    let decoded = repaired(text.as_bytes());
    assert_eq!((&*decoded.text, decoded.repairs[0].bytes.clone()), ("<p>DOS AÑOS", 11..16));
}

/// Where malformed sequences are an error, a repaired one is not.
#[test]
fn a_repaired_sequence_is_not_an_error() {
    let context = Context::xml().repair(true);
    let feed = "<a>Le café de l’hôtel est fermé</a>".as_bytes();
    let pasted = [feed, b"<b>caf\xE9 noir</b>"].concat();
    assert!(try_decode(&pasted, (), &Context::xml()).is_err());
    assert!(try_decode(&pasted, (), &context).unwrap().text.ends_with("<b>café noir</b>"));
    let broken = [&pasted, &b"<c>\xC3</c>"[..]].concat();
    let error = try_decode(&broken, (), &context).unwrap_err();
    assert_eq!((error.offset, error.length), (pasted.len() + 3, 1));
    assert_eq!(decode(&broken, (), &context).errors, 1);
    let sniffed = sniff(&broken, (), &context);
    let (mut text, mut utf16) = (String::new(), Vec::new());
    assert!(sniffed.try_append_to_string(&broken, &mut text).is_err() && text.is_empty());
    assert_eq!(sniffed.append_to_string(&broken, &mut text), 1);
    assert_eq!(sniffed.append_to_utf16(&broken, &mut utf16), 1);
    assert_eq!(String::from_utf16(&utf16).unwrap(), text);
    assert_eq!(text, decode(&broken, (), &context).text);
}

/// Every row takes it; nothing panics, whatever the bytes are.
#[test]
fn any_bytes_in_any_context() {
    let mut bytes = Vec::new();
    let mut state = 20_261_124_u64;
    for length in 0..400 {
        bytes.clear();
        for _ in 0..length {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            bytes.push(if state & 3 == 0 { (state >> 32) as u8 & 0x7F | 0x20 } else { (state >> 40) as u8 | 0x80 });
        }
        let decoded = repaired(&bytes);
        if bytes.iter().all(|byte| *byte != 0) {
            check_list(&bytes, &decoded);
        }
        for kind in Kind::ALL {
            let _ = decode(&bytes, (), &Context::of(*kind).repair(true));
        }
    }
}

/// Java and some databases write a character above U+FFFF as two surrogates, and U+0000 as C0 80.
#[test]
fn modified_utf_8() {
    for (bytes, text) in [
        (&b"a smile: \xED\xA0\xBD\xED\xB8\x80!"[..], "a smile: 😀!"),
        (b"\xED\xA0\xBD\xED\xB8\x80\xED\xA0\xBC\xED\xBE\x89 \xED\x95\x9C\xEA\xB5\xAD", "😀🎉 한국"),
        (b"key\xC0\x80value \xC3\xA9\xC0\x80", "key\0value é\0"),
    ] {
        let decoded = repaired(bytes);
        assert_eq!(decoded.text, text, "{:?}", decoded.repairs);
        assert_eq!(decoded.errors, text.matches('\u{FFFD}').count());
        assert!(decoded.repairs.iter().all(|repair| repair.encodings == [Encoding::Utf8]));
        check_list(bytes, &decoded);
    }
    // Beside legacy text.
    let page = "Le café de l’hôtel est fermé, déjà l’été. ";
    let damaged = [page.as_bytes(), b" th\xE9\xE2tre \xED\xA0\xBD\xED\xB8\x80 \xE9t\xE9 ", page.as_bytes()].concat();
    let decoded = repaired(&damaged);
    assert_eq!(decoded.text, format!("{page} théâtre 😀 été {page}"));
    check_list(&damaged, &decoded);
}

/// A file that two programs wrote: lines in a legacy encoding and lines in UTF-8.
#[test]
fn lines_in_utf_8_in_a_legacy_file() {
    let cases = [
        (
            Encoding::Windows1251,
            "Исправлена ошибка при записи файла\nДобавлен новый тест\n",
            "Обновлена документация проекта\n",
        ),
        (Encoding::Gbk, "今天天气很好，我们去公园散步。\n第二行也是中文。\n", "更新了项目的文档\n"),
        (
            Encoding::ShiftJis,
            "日本語の文章です。今日は天気がいいですね。\n二行目も日本語です。\n",
            "文書を更新しました\n",
        ),
        (Encoding::EucJp, "日本語の文章です。今日は天気がいいですね。\n", "文書を更新しました\n"),
        (Encoding::EucKr, "오늘은 날씨가 좋습니다. 한국어 문장입니다.\n", "문서를 고쳤습니다\n"),
        (Encoding::Big5, "今天天氣很好，我們去公園散步。\n", "更新了文件\n"),
        (Encoding::Gbk, "今天天气很好，我们去公园散步。\n", "Обновлена документация\n"),
        // All of their bytes are valid in both, but no Chinese character stands in a word of Latin letters.
        (Encoding::Gbk, "今天天气很好，我们去公园散步。\n", "Grüße aus Köln, schöne Bäume\n"),
        (Encoding::EucKr, "오늘은 날씨가 좋습니다. 한국어 문장입니다.\n", "Die Straße ist für Fußgänger gesperrt\n"),
        (Encoding::Iso8859_7, "Καλημέρα σας, τι κάνετε σήμερα;\n", "Ενημερώθηκε η τεκμηρίωση\n"),
    ];
    for (encoding, legacy, utf8) in cases {
        let (bytes, _, _) = encoding.encode(legacy);
        let file = [&bytes[..], b"- ", utf8.as_bytes(), &bytes, utf8.as_bytes()].concat();
        let context = Context::of(Kind::TextDocument).repair(true);
        let decoded = decode(&file, &*format!("text/plain; charset={encoding}"), &context);
        assert_eq!(decoded.text, format!("{legacy}- {utf8}{legacy}{utf8}"), "{encoding}");
        assert_eq!(decoded.errors, 0, "{encoding}");
        for repair in &decoded.repairs {
            assert_eq!(repair.was, encoding.decode_without_bom_handling(&file[repair.bytes.clone()]).0, "{encoding}");
        }
        // The same file with a malformed byte that is left.
        let broken = [&file[..], &bytes, b"\xFF\n"].concat();
        let decoded = decode(&broken, &*format!("text/plain; charset={encoding}"), &context);
        let expected = encoding.decode_without_bom_handling(b"\xFF\n").0;
        assert_eq!(decoded.text, format!("{legacy}- {utf8}{legacy}{utf8}{legacy}{expected}"), "{encoding}");
        assert_eq!(decoded.errors, expected.matches('\u{FFFD}').count(), "{encoding}");
    }
}

/// A few characters may be UTF-8 by chance.
#[test]
fn lines_that_may_be_utf_8_by_chance_stay() {
    // In UTF-8, the bytes of 写邪 are `да`, and those of the word after it are 中文.
    let chinese = Encoding::Gbk.decode_without_bom_handling("中文".as_bytes()).0;
    let texts = ["联通", "联通\n今天天气很好", "今天\n写邪", &chinese].map(|text| (Encoding::Gbk, text));
    for (encoding, text) in texts.into_iter().chain([(Encoding::EucJp, "年"), (Encoding::Big5, "今天\n天氣")]) {
        let (bytes, _, _) = encoding.encode(text);
        let context = Context::of(Kind::TextDocument).repair(true);
        let decoded = decode(&bytes, &*format!("text/plain; charset={encoding}"), &context);
        assert_eq!(decoded.text, text);
        assert!(decoded.repairs.is_empty());
    }
}

/// Whatever the bytes are, a repair puts no C1 control where there was none.
#[test]
fn a_repair_emits_no_c1_controls() {
    let controls = |text: &str| text.chars().filter(|c| ('\u{80}'..='\u{9F}').contains(c)).count();
    let page = "日本語の文章です。今日は天気がいいですね。 ";
    let (word, _, _) = Encoding::ShiftJis.encode("天気は");
    for damage in [&b"\x80"[..], b"\x80\x80 ", b"\x8A\x80", b"\xB1\x80\xB2 "] {
        let damaged = [page.as_bytes(), &word, damage, &word, b" ", page.as_bytes()].concat();
        let decoded = repaired(&damaged);
        assert_eq!(controls(&decoded.text), 0, "{:?}", decoded.repairs);
    }
    for encoding in
        [Encoding::Windows1252, Encoding::Windows1254, Encoding::Koi8R, Encoding::Macintosh, Encoding::Windows1251]
    {
        let mut text = page.to_owned();
        for _ in 0..3 {
            text = misread(&text, encoding);
            let (before, after) = (controls(&text), controls(&repaired(text.as_bytes()).text));
            assert!(after <= before, "{encoding}: {before} {after}");
            for repair in repaired(text.as_bytes()).repairs {
                assert!(controls(&repair.became) <= controls(&repair.was), "{encoding}: {repair}");
            }
        }
    }
}

/// Where damage elsewhere in a text proves a misreading, words of one letter, and letters before a question mark, are what they
/// are: `Å` and the space behind it are also the bytes of Š, if the space was a no-break space.
#[test]
fn right_words_beside_damage_stay() {
    let texts = [
        (
            Encoding::Windows1252,
            "Å andra sidan är det bra\nÅ ena sidan",
            "Här är någon\nVälkommen till Malmö, där är det fint",
        ),
        (
            Encoding::Windows1252,
            "É possível que não\nÉ uma casa\nÉ o fim, é?",
            "A situação é má\nInformação e comunicação não são",
        ),
        (Encoding::Windows1252, "È stato bello\nÈ vero?\nPerché è così", "La città è più bella\nPerché no"),
        (Encoding::Windows1252, "Å er en by\nØ er også", "Rødgrød med fløde på\nSå går vi"),
        (
            Encoding::Windows1252,
            "Ô temps suspends ton vol\nÀ demain, l’été est déjà passé",
            "L’été à la plage\nDéjà passé, où naîtront",
        ),
        (
            Encoding::Windows1251,
            "Всё её? Да, её.\nА это её? Нет\nГде её дом? У неё? Всё? Ещё?\nИ вот её книга\nОн её ждёт",
            "Сегодня хорошая погода\nНовая книга лежит на столе",
        ),
        (
            Encoding::Koi8R,
            "Дорога к дому\nв городе с утра\nи с ним к нам\nв саду и в лесу",
            "Сегодня хорошая погода\nНовая книга лежит на столе",
        ),
        (Encoding::Iso8859_7, "Η πόλη ή το χωριό\nΉ όχι; ο ήλιος", "Καλημέρα σε όλους\nΗ νύχτα είναι μεγάλη"),
        (Encoding::Iso8859_2, "Ú nás doma\nJá a ty?", "Příliš žluťoučký kůň\nDěkuji, na shledanou"),
    ];
    let context = Context::text().reading(Reading::Crawler).repair(true);
    for (encoding, whole, damaged) in texts {
        let (legacy, ..) = encoding.encode(whole);
        let mixed = [&*legacy, b"\n", damaged.as_bytes()].concat();
        assert_eq!(decode(&mixed, (), &context).text, format!("{whole}\n{damaged}"));
        if encoding == Encoding::Windows1252 {
            let doubly_encoded = format!("{whole}\n{}", misread(damaged, encoding));
            assert_eq!(repaired(doubly_encoded.as_bytes()).text, format!("{whole}\n{damaged}"));
        }
    }
}

/// Bytes of two characters may be one of UTF-8 and a letter: those of 笙子 are ♎q.
#[test]
fn characters_of_two_bytes_stay_beside_a_line_in_utf_8() {
    let declaration = include_str!("../fixtures/detector/udhr/ja.txt");
    let legacy = format!("{declaration}　笙子の眼鏡が、時代を感じさせる。\n　笙子は笑った。\n");
    let line = "なかなかわかっているではないか。";
    let (bytes, _, is_lossy) = Encoding::ShiftJis.encode(&legacy);
    assert!(!is_lossy);
    let mixed = [&*bytes, line.as_bytes(), b"\n"].concat();
    for content_type in ["text/plain; charset=shift_jis", "text/plain"] {
        let decoded = decode(&mixed, content_type, &Context::text().reading(Reading::Crawler).repair(true));
        assert_eq!(decoded.text, format!("{legacy}{line}\n"), "{content_type}");
    }
}

/// A transcription in phonetic letters, which are rare, is one of many lines in UTF-8, and Chinese letters inside of words.
#[test]
fn phonetic_letters_stay_beside_a_line_in_chinese() {
    let lines = "Κανείς δεν είναι εδώ\nРусский язык\nEnglish [aɪ kæn iːt glɑːs ænd ɪt dɐz nɒt hɜːt miː]\n日本語のテキスト\nÞetta er íslenska\n                 Polski język, Größe\nעברית\nالعربية\nภาษาไทย\n한국어\n";
    for encoding in [Encoding::Gbk, Encoding::Big5] {
        let line = "我可以吃玻璃而不害身心";
        let (bytes, _, is_lossy) = encoding.encode(line);
        assert!(!is_lossy);
        let mixed = [lines.as_bytes(), &bytes, b"\n"].concat();
        assert_eq!(repaired(&mixed).text, format!("{lines}{line}\n"), "{encoding}");
    }
}

/// In a file with lines in both, two legacy letters may be a character of UTF-8 by chance, and a short word in UTF-8 two letters
/// of the legacy encoding. What the other lines have decides.
#[test]
fn short_words_in_a_file_of_both() {
    let texts = [
        (
            "Невідома помилка, дім у Києві\nНі\nДивись зі мною, дім\nЦе все\nдо підпису і пізніше",
            "Немає такого файлу або каталогу\nні\nПомилка при записі файлу, зі мною",
            &[Encoding::Koi8U, Encoding::Windows1251][..],
        ),
        (
            "Ещё раз: её дом, всё её\nтёплое озеро и жёсткий диск\nО ней\nв городе",
            "Новая книга лежит на столе, о ней\nи в саду\nНичего не ждёт её",
            &[Encoding::Koi8R, Encoding::Windows1251, Encoding::Ibm866],
        ),
        (
            "Ο Άρης είναι γνωστός από την αρχαιότητα\nΟ πλανήτης\nη πόλη ή το χωριό",
            "Ο διακομιστής παρουσίασε πιστοποιητικό\nο πάγος των πόλων\nείναι ή δεν είναι",
            &[Encoding::Iso8859_7, Encoding::Windows1253],
        ),
        (
            "Příliš žluťoučký kůň úpěl ďábelské ódy\nže čas\nnaznačuje, že vzniká",
            "Soubor se nepodařilo otevřít, že čekám\nže\nčepičky Marsu jsou",
            &[Encoding::Windows1250, Encoding::Iso8859_2],
        ),
        (
            "Določa, da je os umeščena med črticami\nčas\nna svojem računalniku",
            "Povežite zvočnike ali slušalke\nčas ni enak\nkonec oznake je že tu",
            &[Encoding::Windows1250, Encoding::Iso8859_2],
        ),
        (
            "pārkāpjot šo deklarāciju\nkā šeit\nīpaši svarīgi",
            "nodrošinātu to vispārēju un efektīvu atzīšanu\nšo\nattēlošanas opcijas",
            &[Encoding::Windows1257],
        ),
        (
            "1996年8月6日、火星の石の分析から\n2005年7月\n日本語の文章です",
            "文書を更新しました、その後で\n2年\n二行目も日本語です",
            &[Encoding::EucJp, Encoding::ShiftJis],
        ),
        (
            "这个模块返回了错误的结果\n模块\n诺亚纪和亚马逊纪",
            "更新了项目的文档，请看说明\n模块已更新\n作用",
            &[Encoding::Gbk],
        ),
        (
            "매리너 9호가 화성에 도달했을 때\n9호\n탐지하기 위한 실험",
            "기존 설정을 대체합니다, 문서를 고쳤습니다\n새로 지정\n화성 궤도",
            &[Encoding::EucKr],
        ),
    ];
    let context = Context::text().reading(Reading::Crawler).repair(true);
    for (legacy, utf_8, encodings) in texts {
        for encoding in encodings {
            let (bytes, _, had_unmappable) = encoding.encode(legacy);
            assert!(!had_unmappable, "{encoding}");
            let header = format!("text/plain; charset={encoding}");
            for (mixed, right) in [
                ([&*bytes, b"\n", utf_8.as_bytes()].concat(), format!("{legacy}\n{utf_8}")),
                ([utf_8.as_bytes(), b"\n", &*bytes].concat(), format!("{utf_8}\n{legacy}")),
            ] {
                let decoded = decode(&mixed, &*header, &context);
                assert_eq!(decoded.text, right, "{encoding}, {:?}", decoded.repairs);
                assert_eq!(decoded.errors, 0, "{encoding}");
            }
        }
    }
}

/// A word in UTF-8 in a line of a legacy text.
#[test]
fn words_in_utf_8_in_a_legacy_line() {
    let cases = [
        (Encoding::Iso8859_5, ["В качестве ", "строительного", " блока\nНовая книга лежит на столе\n"]),
        (Encoding::Windows874, ["ภาษาไทย ", "ตำแหน่ง", " ของดาว\nสวัสดี\n"]),
        (Encoding::Koi8U, ["Кожна ", "людина", " повинна мати всі права\nПомилка при записі\n"]),
        (Encoding::Windows1251, ["Кожна ", "людина", " повинна мати всі права\nНі, дім\n"]),
        (Encoding::Iso8859_7, ["Η ", "περίοδος", " του Άρη\nΟ Άρης είναι πλανήτης\n"]),
    ];
    let context = Context::text().reading(Reading::Crawler).repair(true);
    for (encoding, [before, word, after]) in cases {
        let legacy = |text: &str| encoding.encode(text).0.into_owned();
        let mixed = [legacy(before), word.as_bytes().to_vec(), legacy(after)].concat();
        let decoded = decode(&mixed, &*format!("text/plain; charset={encoding}"), &context);
        assert_eq!(decoded.text, format!("{before}{word}{after}"), "{encoding}, {:?}", decoded.repairs);
    }
}

//! Inputs on which detectors were reported to be wrong, each with the place of the report.

#![cfg(feature = "detector")]

use charsniff::{Context, Encoding, Reading, Source, decode, detect, sniff};

fn encode(text: &str, label: &str) -> Vec<u8> {
    if label == "utf-16le" {
        return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    let (bytes, _, lossy) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text);
    assert!(!lossy, "{label} has not all of {text}");
    bytes.into_owned()
}

/// Texts with their encodings. An encoding that decodes a text alike is right, too.
#[track_caller]
fn right(label: &str, texts: &[&str]) {
    for text in texts {
        let bytes = encode(text, label);
        let expected = Encoding::for_label(label.as_bytes()).unwrap();
        let same = |found: Encoding| {
            found.decode_without_bom_handling(&bytes).0 == expected.decode_without_bom_handling(&bytes).0
        };
        let guess = detect(&bytes).expect("text");
        assert!(same(guess.encoding), "{text:?} in {label}: {guess:?}");
        let sniffed = sniff(&bytes, (), &Context::text()).encoding;
        assert!(same(sniffed), "{text:?} in {label} is taken for {sniffed}");
    }
}

/// https://github.com/jawah/charset_normalizer/issues/12
#[test]
fn one_accent_in_utf_8() {
    right("utf-8", &["héllo world!\n"]);
}

/// https://github.com/jawah/charset_normalizer/issues/633
///
/// The mark of UTF-32 is that of UTF-16, in every browser too: the Encoding Standard has no UTF-32.
#[test]
fn one_sign_and_a_word_in_utf_8_utf_16_and_utf_32() {
    let text = "▶hello";
    right("utf-8", &[text]);
    right("utf-16le", &[text]);
    let utf_16: Vec<u8> = "\u{FEFF}▶hello".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf_32: Vec<u8> = "\u{FEFF}▶hello".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    for (bytes, encoding) in [(&utf_16, Encoding::Utf16Le), (&utf_32, Encoding::Utf16Le)] {
        let sniffed = sniff(bytes, (), &Context::text());
        assert_eq!((sniffed.encoding, sniffed.source), (encoding, Source::Bom));
    }
    assert_eq!(decode(&utf_16, (), &Context::text()).text, text);
}

/// https://github.com/chardet/chardet/issues/317
#[test]
fn the_euro_sign_alone() {
    right("windows-1252", &["€"]);
}

/// https://github.com/aadsm/jschardet/pull/100
#[test]
fn short_texts_with_accents() {
    right("windows-1252", &["informações", "eu não gosto de diferenciação", "çã", "ça me fait rire"]);
    right("windows-1252", &["mä en ota riskiä että tää selkä pahenee"]);
    right("utf-8", &["kyllä"]);
}

/// https://github.com/servo/servo/issues/47122
#[test]
fn one_ideograph_between_tags() {
    right("euc-jp", &["<!doctype html>色<script>console.log(document.characterSet)</script>"]);
}

#[test]
fn ordinals_of_spanish_and_italian() {
    right(
        "windows-1252",
        &["Nuestra Señora, 1ª planta, 2º izquierda, Mª José", "La 2ª edición del 1º de mayo", "C/ Mayor 5, 1º A"],
    );
    right("windows-1252", &["Il 1º premio e la 3ª classe, il 20º secolo", "4ª feira"]);
    // As short as in Web Platform Tests' `encoding-detection`.
    for ordinal in ["42º", "42.º", "n.º1", "Nº1", "Mª", "Nª Sª", "IIIª"] {
        right("windows-1252", &[ordinal, &format!("<!doctype html><title>ordinal</title><p>{ordinal}</p>")]);
    }
}

/// A letter where windows-1252 has º: it ends a word, but no ordinal.
#[test]
fn letters_at_the_bytes_of_ordinals() {
    right("windows-1250", &["Stejar, paltin, fag şi tufiş", "MÂINE AŞ VREA SĂ PLEC"]);
    right("windows-1251", &["Країна має XIX століття", "ДАЄ"]);
}

#[test]
fn a_list_of_signs() {
    right("windows-1252", &["signs: € ‚ ƒ „ … † ‡ Š"]);
}

/// The same character again says nothing more, in any encoding.
#[test]
fn lines_that_are_drawn_with_a_character() {
    for (label, text, signs) in [
        ("shift_jis", "この部分は設定を読む。", "＊＝～＋．…＿"),
        ("euc-jp", "この部分は設定を読む。", "＊＝～＋．…＿"),
        ("gbk", "这里是程序的说明文字。", "＊－＝～＋．…＿"),
        ("big5", "這裡是程式的說明文字。", "＊－＝＋．…＿"),
        ("euc-kr", "이 파일은 설정을 읽는다.", "＊－＝＋．…＿"),
    ] {
        for sign in signs.chars() {
            for length in [8, 20, 38] {
                let line = sign.to_string().repeat(length);
                right(label, &[&format!("/* {line}\n   {text}\n   {line} */\n")]);
            }
        }
    }
    let frame = ["＊".repeat(20), format!("＊{}＊", "　".repeat(18))];
    let [edge, gap] = &frame;
    right(
        "gbk",
        &[&format!(
            "  门旁边挂着一块木牌，上面写着几个大字。\n {edge}\n {gap}\n {gap}\n ＊　　　闲人请勿入内！　　　　　　　＊\n {gap}\n {edge}\n"
        )],
    );
}

/// Many no-break spaces or dots in a row are no drawn line: the page is UTF-8, in spite of a pasted word.
#[test]
fn signs_in_a_row_are_characters_of_utf_8() {
    for (text, pasted) in [
        ("<td>Name:\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}Total</td>\n", &b"<td>it\x92s here</td>\n"[..]),
        ("Contents ······ 12\n", b"caf\xE9\n"),
        ("§§§§§§\n", b"it\x92s\n"),
    ] {
        let page = [text.as_bytes(), pasted].concat();
        let found = detect(&page).map(|guess| guess.encoding);
        assert_eq!(found, Some(Encoding::Utf8), "{text}");
    }
}

/// Where the only character of two bytes is a sign behind an English word, the declaration stands.
#[test]
fn punctuation_behind_a_word() {
    for label in ["big5", "gbk", "shift_jis", "euc-jp"] {
        for text in ["Name：Tom", "Really？no", "OK！go now", "# Editor：Ann Smith (ann@example.org)", "Version：v1.0"]
        {
            let header = format!("text/plain; charset={label}");
            let sniffed = sniff(&encode(text, label), &*header, &Context::text().reading(Reading::Crawler));
            assert_eq!(sniffed.source, Source::Transport, "{text} in {label} is taken for {}", sniffed.encoding);
        }
    }
}

#[test]
fn letters_of_hangul_between_spaces() {
    right("euc-kr", &["ㅇ ㅏ ㅁ ㅏ", "ㄱ ㄴ ㄷ ㄹ ㅁ ㅂ"]);
}

#[test]
fn a_table_in_euc_jp() {
    right("euc-jp", &["番号,名前,住所\n1,山田太郎,東京都\n2,鈴木花子,大阪府\n", "氏名,性別,年齢\n田中,男,20\n"]);
}

#[test]
fn a_file_name_in_hebrew() {
    right("windows-1255", &["מסמך חדש.doc"]);
}

/// The name of a band: in KOI8-R its bytes are three lowercase letters. Alone, these are as likely.
#[test]
fn three_capitals_in_russian() {
    right("windows-1251", &["Группа ДДТ", "ДДТ: новый альбом"]);
    let guess = detect(&encode("ДДТ", "windows-1251")).expect("text");
    assert!(guess.probability < 0.3, "{guess:?}");
}

#[test]
fn half_width_katakana() {
    right("shift_jis", &["ｱﾆﾒ"]);
}

#[test]
fn utf_16_of_chinese_without_a_mark() {
    right("utf-16le", &["你好世界中国人民"]);
}

/// Base64, hexadecimal digits and English have bytes that are ideographs in UTF-16.
#[test]
fn ascii_is_not_utf_16() {
    let texts = [
        "VGhlcXVpY2ticm93bmZveGp1bXBz",
        "O\nN\nO\nO\nN\nN\nO\nN\nO\nN\nO\nO\n",
        "mon off mon tue on feb",
        "N;N;N;N\nN;N;N;N\n",
        "[\"O\",\"N\",\"\",0]",
        "deadbeefcafe0123456789abcdef",
        "thequickbrownfoxjumpsoverthelazydog",
        "ABCDEFGH",
    ];
    right("utf-8", &texts);
}

/// Encodings that the standard does not have get no answer with a high probability: German in code page 437, Korean in Johab,
/// Chinese in HZ, German in UTF-7. Nor does ISO-2022-JP, which is looked for only on request.
#[test]
fn encodings_outside_the_standard_get_a_low_probability() {
    let texts: [&[u8]; 10] = [
        b"\x1B$B2P@1\x1B(B",
        b"Die sch\x94nen Gr\x81\xE1e aus M\x81nchen f\x81r die M\x84dchen",
        b"\x94a\x9C\x61\xBB\x77 \xD0\xE5 \xC1\xB5\xA4\xE1\xC7\xA1\xB5A \xC8a\x89\xB7",
        b"~{<:Ky2;S{#,NpJ)l6HK!#~}",
        b"Gr+APwA3w-e aus M+APw-nchen",
        // Letters in code page 850, which in windows-1252 are marks where no mark stands.
        b"Schweden erh\x84lt die W\x84hrung, alle anderen Staaten bekommen sie sp\x84ter im Jahr",
        b"La foto est\xA0 en la p\xA0gina que ser\xA0 la \xA3ltima, dijo el profesor de historia",
        b"Mari\x84 Himmelfahrt ist in diesem Kanton ein Feiertag",
        b"they let him stay \x85 l'h\x93tel for the whole of the week",
        b"der Br\x81cke",
    ];
    for text in texts {
        let guess = detect(text).expect("text");
        assert!(guess.probability < 0.9, "{}: {guess:?}", text.escape_ascii());
    }
    // Quotation marks where they belong.
    let guess = detect(b"Er sagte: \x84Das ist die W\xE4hrung\x93 \x96 und ging nach Hause").expect("text");
    assert!(guess.probability > 0.9, "{guess:?}");
    // A hyphen ends Base64 only before a byte of Base64.
    let utf_7: [&[u8]; 4] = [b"Fu+AN8 +APwber", b"+BBwEPgRBBDoEMgQw", b"a (+ZeVnLIqe)", b"+IB4-Ja+IBw!"];
    for text in utf_7 {
        assert!(detect(text).expect("text").probability < 0.9, "{}", text.escape_ascii());
    }
    let ascii: [&[u8]; 6] =
        [b"tel. +15551234567, +4930123456", b"a+b c+d=e+Foo(+bar)", b"x+=y+abc;", b"1+1", b"C++", b"q=one+two+three"];
    for text in ascii {
        assert_eq!(detect(text).map(|guess| guess.probability), Some(1.0), "{}", text.escape_ascii());
    }
    assert_eq!(detect(b"C++ and ~{x} and a+b-c").map(|guess| guess.probability), Some(1.0));
}

/// A page in English with many signs and one foreign name near its end.
#[test]
fn a_foreign_name_in_the_last_third_of_an_english_page() {
    let english = "<p>It’s the user’s page — “all” of it, they don’t know…</p>\n";
    let names = [
        ("Вера Федорова", "windows-1251"),
        ("Ελευθερία Βενιζέλου", "windows-1253"),
        ("ברוך הבא לאתר", "windows-1255"),
        ("ยินดีต้อนรับ", "windows-874"),
        ("日本語のページ", "shift_jis"),
        ("日本語のページ", "euc-jp"),
        ("한국어 페이지", "euc-kr"),
    ];
    for (name, label) in names {
        let page = format!("{}<p>by {name} and others</p>{}", english.repeat(120), english.repeat(30));
        let (bytes, ..) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(&page);
        let found = sniff(&bytes, (), &Context::html()).encoding;
        assert_eq!(Some(found), Encoding::for_label(label.as_bytes()), "{name}");
    }
}

/// A face drawn with ¯, where other encodings have a dash, in an English page.
#[test]
fn a_shrug_in_an_english_page() {
    let words = "<p>It is a page about computers, and what people say on them when they do not know.</p>\n";
    let shrug = "<p>From Kermit to ¯\\_(&#12484;)_/¯ in ten years</p>\n";
    let page = format!("{0}{1}{0}{1}{0}<p>The scripts — before they run</p>{0}", words.repeat(20), shrug);
    right("windows-1252", &[&page]);
}

/// A page whose apostrophes come from a Macintosh, but not its quotes.
#[test]
fn signs_of_another_encoding_in_an_english_page() {
    let page =
        b"<p>Friend of \x91Mob\x92 star will sue those in their lawyers\xD5 office. The lawyers\xD5 heights \x97 \
        and then back over the bridge. \x93It\x94";
    assert_eq!(sniff(page, (), &Context::html()).encoding, Encoding::Windows1252);
}

/// A German page whose scripts hold scrambled markup, with signs in place of its brackets: the letters fit no encoding.
#[test]
fn scrambled_markup_in_scripts() {
    let item =
        "<ul><li class=\"sub\"><a href=\"//www.example.de/ratgeber/\"><span>Ratgeber</span></a></li></ul></div>\t\n";
    let swapped: Vec<char> = item.replace('<', "º").replace('>', "¹").replace('/', "¦").chars().collect();
    let scrambled: String = (0..swapped.len()).map(|at| swapped[at * 37 % swapped.len()]).collect();
    let words = "<p>Diät und Ernährung, Süßigkeiten für Kinder</p>\n".repeat(6);
    let page = format!("<html lang=\"de\"><script>decode('{}')</script>{words}", scrambled.repeat(40));
    let (bytes, ..) = encoding_rs::WINDOWS_1252.encode(&page);
    assert_eq!(sniff(&bytes, (), &Context::html()).encoding, Encoding::Windows1252);
    assert!(detect(&bytes).expect("text").probability < 0.5);
}

/// A message catalogue that begins with characters whose second byte in Big5 is a backslash, like the comments of Vim's
/// `src/po/zh_TW.po`.
#[test]
fn text_in_big5_after_a_list_of_rare_characters() {
    let rare: Vec<u8> = (0xA4..=0xC6).flat_map(|first| [first, b'\\', b' ']).collect();
    let message = encode("msgstr \"找不到這個檔案，請確認名稱是否正確，然後再試一次\"\n", "big5");
    for messages in [10, 500] {
        let file = [b"# Characters that need a backslash: ", &rare[..], b"\n", &message.repeat(messages)].concat();
        assert_eq!(detect(&file).map(|guess| guess.encoding), Some(Encoding::Big5), "{messages} messages");
    }
}

/// A word list that begins with the alphabet, like the changes to the dictionaries in Vim's `runtime/spell`.
#[test]
fn words_after_an_alphabet() {
    let alphabet = "абвгдеёжзийклмнопрстуфхцчшщьыъэюя";
    let words = "+ блеклость/F\n- разряженный/AES\n+ толкающийся/A\n- униженный/ASX\n+ утонченный/AX\n";
    let upper = alphabet.to_uppercase();
    let text = format!("FOL {alphabet}\nLOW {alphabet}\nUPP {upper}\nFROM {alphabet}{upper}\n{}", words.repeat(3));
    right("koi8-r", &[&text]);
}

/// A program that read the text as UTF-8 wrote U+FFFD for its letters; others are still in windows-1252. ISO-8859-15 has a
/// letter where `ï¿½` has a sign.
#[test]
fn replacement_characters_are_no_evidence_of_another_encoding() {
    let lines: [&[u8]; 5] = [
        b"Der M\xEF\xBF\xBDller geht \xEF\xBF\xBDber die Br\xFCcke.\n",
        b"Die T\xFCr war schon ge\xF6ffnet, als er n\xE4her kam.\n",
        b"Sp\xEF\xBF\xBDter h\xF6rte man Schritte.\n",
        b"\xEF\xBF\xBDbrigens: die Stra\xDFe ist gesperrt.\n",
        b"Vielleicht f\xE4hrt morgen ein Zug nach S\xFCden.\n",
    ];
    let text = lines.concat();
    assert_eq!(detect(&text).unwrap().encoding, Encoding::Windows1252);
    let declared = sniff(&text, "text/plain; charset=windows-1252", &Context::text().reading(Reading::Crawler));
    assert_eq!(declared.encoding, Encoding::Windows1252);
    // The text may come far behind them.
    let markup = "<p>Table of contents and nothing else</p>\n".repeat(1600);
    let japanese = std::fs::read_to_string("fixtures/detector/sentences/ja.txt").unwrap();
    let page = [&b"\xEF\xBF\xBD 5\xA0km\n"[..], markup.as_bytes(), &encode(&japanese, "shift_jis")].concat();
    assert_eq!(detect(&page).unwrap().encoding, Encoding::ShiftJis);
}

/// The bytes are kana, or letters of Hangul.
#[test]
fn ideographs_behind_numbers() {
    right("big5", &["100元, 200元, 300元", "5分 10分 15分", "1. 元 2. 分 3. 天"]);
    right("euc-jp", &["お し ら せ", "あ|い|う|え", "あ い う え お 行の索引です。"]);
}

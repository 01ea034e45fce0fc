//! `Detector`: candidates, hints, and what the answer says besides the encoding.

#![cfg(feature = "detector")]

use charsniff::{Context, Detector, Encoding, Reading, Source, detect, sniff};

fn encode(text: &str, label: &str) -> Vec<u8> {
    let (bytes, _, lossy) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text);
    assert!(!lossy, "{label} has not all of {text}");
    bytes.into_owned()
}

const RUSSIAN: &str = "Погода сегодня переменная, к вечеру обещают дождь.";

#[test]
fn only_the_given_encodings_are_answered() {
    let bytes = encode(RUSSIAN, "windows-1251");
    for only in Encoding::ALL {
        let guess = Detector::new().only([only]).detect(&bytes).expect("text");
        assert_eq!(guess.encoding, only);
        assert!(guess.runners_up.is_empty());
    }
    let utf_8 = Detector::new().only([Encoding::Windows1251, Encoding::Utf8]);
    assert_eq!(utf_8.detect(RUSSIAN.as_bytes()).unwrap().encoding, Encoding::Utf8);
    assert_eq!(Detector::new().only([Encoding::Big5]).detect(b"plain").unwrap().encoding, Encoding::Big5);
    assert_eq!(Detector::new().only([]).detect(&bytes), None);
}

#[test]
fn a_wrong_candidate_has_a_low_probability() {
    let bytes = encode(RUSSIAN, "windows-1251");
    for only in [Encoding::Windows1252, Encoding::Big5, Encoding::Koi8R, Encoding::Windows1256] {
        let guess = Detector::new().only([only]).detect(&bytes).expect("text");
        assert!(guess.probability < 0.95, "{guess:?}");
    }
}

#[test]
fn encodings_that_are_left_out_are_not_answered() {
    let bytes = encode(RUSSIAN, "koi8-r");
    assert_eq!(detect(&bytes).unwrap().encoding, Encoding::Koi8R);
    let guess = Detector::new().except([Encoding::Koi8R]).detect(&bytes).unwrap();
    // KOI8-U decodes Russian letters alike.
    assert_eq!(guess.encoding, Encoding::Koi8U);
    let gbk = encode("今天天气多变，傍晚北方地区可能有小雨。", "gbk");
    assert_eq!(Detector::new().except([Encoding::Gbk]).detect(&gbk).unwrap().encoding, Encoding::Gb18030);
    assert_eq!(
        Detector::new().except([Encoding::Gbk, Encoding::Gb18030]).detect(&gbk).map(|guess| guess.probability < 0.9),
        Some(true)
    );
}

#[test]
fn a_preferred_encoding_decides_where_the_bytes_do_not() {
    let cafe = b"caf\xE9";
    for preferred in [Encoding::Iso8859_15, Encoding::Windows1254, Encoding::Windows1252] {
        assert_eq!(Detector::new().prefer([preferred]).detect(cafe).unwrap().encoding, preferred);
    }
    let bytes = encode(RUSSIAN, "windows-1251");
    for preferred in Encoding::ALL.into_iter().filter(|other| *other != Encoding::Windows1251) {
        let guess = Detector::new().prefer([preferred]).detect(&bytes).unwrap();
        assert_eq!(guess.encoding, Encoding::Windows1251, "{preferred}");
    }
}

#[test]
fn a_preference_is_no_answer_for_bytes_that_refute_it() {
    for preferred in [Encoding::Iso2022Jp, Encoding::Utf16Be, Encoding::Utf16Le] {
        let detector = Detector::new().prefer([preferred]);
        // Text that no model knows, so that the bytes say nothing of other encodings.
        let nonsense = [b"\x0E\x0F\xFF", "Größe, naïveté, 火星 ".repeat(20).as_bytes()].concat();
        for bytes in [&b"text"[..], b"caf\xE9", &nonsense] {
            let guess = detector.detect(bytes).unwrap();
            assert_ne!(guess.encoding, preferred, "{}", bytes.escape_ascii());
        }
    }
}

#[test]
fn a_context_takes_the_candidates_of_a_detector() {
    let page = [b"<p>", &encode(RUSSIAN, "windows-1251")[..]].concat();
    for reading in [Reading::Standard, Reading::Crawler] {
        let answer = |change: fn(Context) -> Context, page: &[u8]| {
            sniff(page, (), &change(Context::html().reading(reading))).encoding
        };
        assert_eq!(answer(|context| context, &page), Encoding::Windows1251);
        assert_eq!(answer(|context| context.only([Encoding::Koi8R, Encoding::Big5]), &page), Encoding::Koi8R);
        assert_eq!(answer(|context| context.only([Encoding::Utf16Le]).only([Encoding::Gbk]), &page), Encoding::Gbk);
        assert_ne!(answer(|context| context.except([Encoding::Windows1251]), &page), Encoding::Windows1251);
        let (utf_8, cafe) = (RUSSIAN.as_bytes(), b"<p>caf\xE9");
        assert_eq!(answer(|context| context, utf_8), Encoding::Utf8);
        assert_eq!(answer(|context| context.only([Encoding::Windows1251]), utf_8), Encoding::Windows1251);
        assert_ne!(answer(|context| context.except([Encoding::Utf8]), utf_8), Encoding::Utf8);
        assert_eq!(answer(|context| context.prefer([Encoding::Windows1257]), cafe), Encoding::Windows1257);
        let utf_16: Vec<u8> = RUSSIAN.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let text = |context: Context| sniff(&utf_16, (), &context.reading(reading));
        assert_eq!(text(Context::text()).encoding, Encoding::Utf16Le);
        assert_ne!(text(Context::text().except([Encoding::Utf16Le])).encoding, Encoding::Utf16Le);
        // None is left, so that the default decides.
        let none = sniff(&page, (), &Context::html().reading(reading).only([]));
        assert_eq!(none.source, Source::Default);
        // A declaration counts.
        let declared =
            sniff(&page, "text/html; charset=windows-1251", &Context::html().reading(reading).only([Encoding::Big5]));
        assert_eq!((declared.encoding, declared.source), (Encoding::Windows1251, Source::Transport));
    }
}

#[test]
fn hints_make_their_languages_likelier() {
    let word = encode("он", "windows-1251");
    let probability = |detector: Detector| {
        let guess = detector.only([Encoding::Windows1251, Encoding::Windows1253]).detect(&word).unwrap();
        let others = guess.runners_up.iter().map(|other| (other.encoding, other.probability));
        let all = others.chain([(guess.encoding, guess.probability)]);
        all.filter(|(encoding, _)| *encoding == Encoding::Windows1251).map(|(_, probability)| probability).sum::<f32>()
    };
    let without = probability(Detector::new());
    for detector in [Detector::new().language("ru"), Detector::new().locale("ru-RU"), Detector::new().tld("ru")] {
        assert!(probability(detector.clone()) > without, "{detector:?}");
    }
    assert!(probability(Detector::new().language("el")) < without);
}

/// A program may pass on what the operating system says.
#[test]
fn the_hint_of_a_locale_is_its_language() {
    let guess = |bytes: &[u8], tag: &str| {
        let guess = Detector::new().locale(tag).detect(bytes).unwrap();
        (guess.encoding, guess.probability.to_bits())
    };
    let (russian, chinese) = (encode("он", "windows-1251"), encode("中文", "big5"));
    for (bytes, plain, other, tags) in [
        (&russian, "ru", "el", &["ru_RU", "RU-ru", "ru.UTF-8", "ru_RU.UTF-8", "ru@euro", "ru_RU.KOI8-R@euro"][..]),
        (&chinese, "zh-TW", "zh-CN", &["zh_TW", "zh_TW.UTF-8", "zh-Hant", "zh_HK@stroke", "zh_Hant_TW.Big5"]),
        (&chinese, "zh", "zh-CN", &["zh.UTF-8", "zh@stroke"]),
    ] {
        assert_ne!(guess(bytes, plain), guess(bytes, other), "{plain} is no hint");
        for tag in tags {
            assert_eq!(guess(bytes, tag), guess(bytes, plain), "{tag}");
        }
    }
}

#[test]
fn a_byte_order_mark_of_an_encoding_that_is_left_out_does_not_count() {
    let detector = Detector::new().except([Encoding::Utf8]);
    assert_ne!(detector.detect(b"\xEF\xBB\xBFa").unwrap().encoding, Encoding::Utf8);
}

#[test]
fn the_answer_names_language_and_script() {
    let texts = [
        (RUSSIAN, "windows-1251", "ru", "Cyrl"),
        ("Počasí je dnes proměnlivé, k večeru začne pršet.", "windows-1250", "cs", "Latn"),
        ("Ο καιρός σήμερα είναι άστατος και το βράδυ θα βρέξει.", "iso-8859-7", "el", "Grek"),
        ("מזג האוויר היום הפכפך, ולקראת ערב צפוי גשם קל.", "windows-1255", "he", "Hebr"),
        ("الطقس اليوم متقلب ومن المتوقع هطول أمطار خفيفة.", "windows-1256", "ar", "Arab"),
        ("今日の天気は変わりやすく、夕方から小雨が降るでしょう。", "shift_jis", "ja", "Jpan"),
        ("오늘 날씨는 변덕스럽고 저녁에는 약한 비가 내리겠습니다.", "euc-kr", "ko", "Kore"),
        ("今天天气多变，傍晚北方地区可能有小雨。", "gbk", "zh", "Hans"),
        ("今天天氣多變，傍晚北部地區可能有小雨。", "big5", "zh-Hant", "Hant"),
    ];
    for (text, label, language, script) in texts {
        let guess = detect(&encode(text, label)).expect("text");
        assert_eq!((guess.language.as_deref(), guess.script.as_deref()), (Some(language), Some(script)), "{text}");
        let utf_16: Vec<u8> = "\u{FEFF}"
            .chars()
            .chain(text.chars())
            .collect::<String>()
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for bytes in [text.as_bytes(), &utf_16] {
            let guess = detect(bytes).expect("text");
            assert!(matches!(guess.encoding, Encoding::Utf8 | Encoding::Utf16Be), "{text}");
            assert_eq!((guess.language.as_deref(), guess.script.as_deref()), (Some(language), Some(script)), "{text}");
        }
    }
}

#[test]
fn the_language_of_utf_8_without_a_legacy_encoding() {
    for (text, language, script) in [
        ("Tiếng Việt là ngôn ngữ chính thức của nước này.", Some("vi"), Some("Latn")),
        ("Tạp chí Hà Nội", Some("vi"), Some("Latn")),
        ("Phở bò", Some("vi"), Some("Latn")),
        ("Đại học Quốc gia", Some("vi"), Some("Latn")),
        (
            "L’été dernier, le marché de Quốc a été très fréquenté, et l’hôtel a fermé. À la rentrée, les élèves \
             étaient déjà pressés de fêter Noël. Après, tout a été réglé, même les dégâts causés.",
            Some("fr"),
            Some("Latn"),
        ),
        // More ideographs than kana, and a single kana in Chinese.
        ("東京都知事選挙の投票率が過去最低", Some("ja"), Some("Jpan")),
        ("今天天气多变，傍晚北方地区可能有小雨「の」。", Some("zh"), Some("Hans")),
        ("დღეს ამინდი ცვალებადია.", Some("ka"), Some("Geor")),
        ("আজ আবহাওয়া পরিবর্তনশীল।", Some("bn"), Some("Beng")),
        // One of several languages, a script that is in no table, and ASCII.
        ("आज मौसम बदल रहा है।", None, Some("Deva")),
        ("ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", None, None),
        ("plain", None, None),
    ] {
        let guess = detect(text.as_bytes()).expect("text");
        assert_eq!((guess.language.as_deref(), guess.script.as_deref()), (language, script), "{text}");
    }
}

#[test]
fn a_language_is_answered_only_where_it_is_clear() {
    for (text, label, language) in [
        ("Türkçe", "windows-1254", Some("tr")),
        // Slovenian, in words that could be Croatian.
        ("Žena še živi v Šentvidu", "windows-1250", None),
        ("Žena še živi v Šentvidu", "utf-8", None),
        ("Nächste Seite", "utf-8", Some("de")),
        ("café", "utf-8", None),
        // Sorani has letters that Persian does not have.
        ("هەموو مرۆڤێک ئازاد و یەکسان لەدایک دەبێت لە ڕووی کەرامەت و مافەوە", "utf-8", None),
        // Two languages are written in Tibetan script.
        ("བོད་ཀྱི་སྐད་ཡིག", "utf-8", None),
    ] {
        assert_eq!(detect(&encode(text, label)).expect("text").language.as_deref(), language, "{text} in {label}");
    }
}

/// Without a model, an answer is not sure. But most such answers are right: who looks at the least likely pages first must
/// not find only these.
#[test]
fn a_language_without_a_model_is_doubtful_at_most() {
    // Guaraní and Walloon.
    for text in [
        "Mayma yvypóra ou ko yvy ári iñapytl'yre ha eteîcha dignidad ha derecho jeguerekópe; ha ikatu rupi oikuaa \
            añetéva ha añete'yva, iporãva ha ivaíva, tekotevê pehenguéicha oiko oñondivekuéra.",
        "Tos les djins vinèt å monde lîbes, et so-l'minme pîd po çou qu'ènn'èst d'leu dignité èt d'leus dreûts. I n'sont \
            nin foû rêzon èt-z-ont-i leû consyince po zèls, çou qu'èlzès deût miner a s'kidûre onk' po l'ôte tot come \
            dès frés.",
    ] {
        let guess = detect(&encode(text, "windows-1252")).expect("text");
        assert_eq!(guess.encoding, Encoding::Windows1252);
        assert!(guess.probability > 0.5 && guess.probability < 0.9, "{guess:?}");
    }
}

#[test]
fn text_in_an_encoding_that_is_no_candidate_has_a_low_probability() {
    // Kazakh in KZ-1048, most of whose bytes are letters of windows-1251, and Tajik in KOI8-T.
    for text in [
        &b"\xD1\xE0\xE9\xF2\xF2\xE0\xF0\n\xC4\xEE\xEC\xE5\xED \xE0\xF2\xE0\xF3\xFB\xED\xFB\xBE \xB3\xF8\xB3\xED\xE4\xE5 \
            \xE0\xF0\xE0\xEB\xFB\x9D \xE6\xBC\xED\xE5 \xF2\xE0\xE1\xF3\xEB\xFF\xF6\xE8\xFF"[..],
        b"\xC2\xCF \xCB\xC1\xCC\xC9\xC4\x8A\xCF\xC9 \xD1\xC7\xCF\xCE\xC1\xC9 \xD7\xD5\x8D\xD5\xC4 \xCE\xC1\xC4\xCF\xD2\xC1\xC4.\n\
            \xFE\xD5\xCE\xC9\xCE \xCE\xCF\xCD\xC9 \xC9\xD3\xD4\xC9\xC6\xCF\xC4\xC1\xC2\xC1\xD2\xC1\xCE\xC4\xC1",
    ] {
        let guess = detect(text).expect("text");
        assert!(guess.probability < 0.95, "{} at {}", guess.encoding, guess.probability);
    }
}

#[test]
fn a_pasted_word_does_not_change_the_encoding_of_a_page() {
    let page = "Größe und Länge müssen für jede Fläche angegeben werden, während die Höhe frei wählbar ist. ";
    for (own, pasted) in [("utf-8", "windows-1251"), ("windows-1252", "utf-8")] {
        let text = [encode(page, own), encode("Привет", pasted)].concat();
        assert_eq!(
            detect(&text).expect("text").encoding,
            Encoding::for_label(own.as_bytes()).unwrap(),
            "{pasted} in {own}"
        );
    }
}

#[test]
fn binary_data_gets_no_guess() {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let random: Vec<u8> = (0..4096).map(|_| next()).collect();
    let elf = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1F\xF3\xFF\x61";
    for binary in [&random[..], &elf, png] {
        assert_eq!(detect(binary), None, "{}", binary[..16].escape_ascii());
        assert_eq!(Detector::new().only([Encoding::Windows1252]).detect(binary), None);
    }
}

#[test]
fn iso_2022_jp_is_found_on_request() {
    let text = b"\x1B$B2P@1\x1B(B";
    assert_eq!(detect(text).unwrap().encoding, Encoding::Utf8);
    for detector in [
        Detector::new().iso_2022_jp(true),
        Detector::new().only([Encoding::Iso2022Jp]),
        Detector::new().prefer([Encoding::Iso2022Jp]),
    ] {
        assert_eq!(detector.detect(text).unwrap().encoding, Encoding::Iso2022Jp);
    }
}

#[test]
fn a_domain_is_a_hint_by_its_last_label_as_in_a_context() {
    // One character: 元 in EUC-JP, 링 in EUC-KR.
    for domain in ["jp", "JP", "co.jp", ".co.jp", "www.example.co.jp."] {
        let guess = Detector::new().tld(domain).detect(b"\xB8\xB5").unwrap();
        let sniffed = sniff(b"\xB8\xB5", (), &Context::html().tld(domain));
        assert_eq!((guess.encoding, sniffed.encoding), (Encoding::EucJp, Encoding::EucJp), "{domain}");
    }
    assert_eq!(Detector::new().tld("co.kr").detect(b"\xB8\xB5").unwrap().encoding, Encoding::EucKr);
}

#[test]
fn one_verdict_over_many_strings() {
    // Of names in Shift_JIS, hardly any says its encoding by itself.
    let names = ["表.txt", "能.doc", "新しいテキスト.txt", "東京.mp3", "a.txt"].map(|name| encode(name, "shift_jis"));
    let names: Vec<&[u8]> = names.iter().map(|name| &name[..]).collect();
    let detector = Detector::new();
    let wrong = names.iter().filter(|name| detector.detect(name).unwrap().encoding != Encoding::ShiftJis).count();
    assert!(wrong >= 3, "{wrong}");
    let guess = detector.detect_all(&names).unwrap();
    assert_eq!((guess.encoding, guess.language.as_deref()), (Encoding::ShiftJis, Some("ja")));
    assert!(guess.probability > 0.9, "{guess:?}");

    // No character begins in one string and ends in the next.
    let cut: [&[u8]; 4] = [b"a\xC3", b"\xA9", b"b\xC3", b"\xBC"];
    assert_ne!(detector.detect_all(&cut).unwrap().encoding, Encoding::Utf8);
    assert_eq!(detector.detect_all(&["é".as_bytes(), "Größe".as_bytes()]).unwrap().encoding, Encoding::Utf8);

    // Hints and candidates count, and one string is that string.
    let word: &[u8] = b"\xB8\xB5";
    let hinted = Detector::new().tld("jp");
    assert_eq!(hinted.detect_all(&[word]), hinted.detect(word));
    assert_eq!(hinted.detect_all(&[word, b""]).unwrap().encoding, Encoding::EucJp);
    assert_eq!(Detector::new().only([Encoding::Big5]).detect_all(&[word, word]).unwrap().encoding, Encoding::Big5);
    assert_eq!(detector.detect_all(&[]), detector.detect(b""));
    assert_eq!(detector.detect_all(&[b"\0\x01\x02\xFF", b"a"]), None);
}

#[test]
fn a_text_may_end_inside_a_character() {
    let words = [
        ("関数表", "shift_jis"),
        ("关闭文件", "gbk"),
        ("網頁內容", "big5"),
        ("메뉴판", "euc-kr"),
        ("説明書", "euc-jp"),
    ];
    for (text, label) in words {
        let bytes = encode(text, label);
        assert_eq!(detect(&bytes[..bytes.len() - 1]).unwrap().encoding.name().to_lowercase(), label, "{text}");
    }
    let little: Vec<u8> = "無法從遠端取得預設".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(detect(&little[..little.len() - 1]).unwrap().encoding, Encoding::Utf16Le);
}

#[test]
fn lines_in_utf_8_are_no_evidence_of_another_encoding() {
    let utf_8 = "Обновлена документация проекта\n";
    for line in
        ["Исправлена ошибка в отчёте\n", "Удалены старые файлы из архива\n", "Новая версия уже готова к выпуску\n"]
    {
        let bytes = [utf_8.as_bytes(), &encode(line, "windows-1251").repeat(5)].concat();
        assert_eq!(detect(&bytes).unwrap().encoding, Encoding::Windows1251, "{line}");
    }
}

//! The detector stage from outside: what it answers, in which mode, and what must not change it.

#![cfg(feature = "detector")]

use std::fs;

#[path = "support/shared.rs"]
mod shared;

use charsniff::{Context, Detection, Encoding, Reading, Source, Stage, explain, sniff};
use encoding_rs as rs;
use shared::shared;

/// Text that the language models were not trained on, and the encodings that it is tested in.
const TEXTS: [(&str, &[&str]); 16] = [
    (
        "Погода сегодня переменная, к вечеру обещают дождь, а ночью заморозки до трёх градусов.",
        &["windows-1251", "koi8-r", "ibm866", "iso-8859-5", "x-mac-cyrillic"],
    ),
    (
        "Погодата днес е променлива, а привечер ще завали слаб дъжд в източните райони на страната.",
        &["windows-1251", "iso-8859-5", "x-mac-cyrillic"],
    ),
    (
        "Ο καιρός σήμερα είναι άστατος και το βράδυ θα βρέξει στα νησιά του ανατολικού Αιγαίου.",
        &["windows-1253", "iso-8859-7"],
    ),
    ("מזג האוויר היום הפכפך, ולקראת ערב צפוי גשם קל בצפון הארץ ובעמקים.", &["windows-1255", "iso-8859-8-i"]),
    ("الطقس اليوم متقلب ومن المتوقع هطول أمطار خفيفة في المساء على المناطق الشمالية.", &["windows-1256", "iso-8859-6"]),
    ("วันนี้อากาศแปรปรวน คาดว่าช่วงเย็นจะมีฝนตกเล็กน้อยทางภาคเหนือ", &["windows-874"]),
    (
        "Počasí je dnes proměnlivé, k večeru začne pršet a v noci může přijít i mráz. Řidiči, buďte opatrní, prosím!",
        &["windows-1250", "iso-8859-2"],
    ),
    (
        "Az időjárás ma változékony, estefelé esőre, éjjel gyenge fagyra számíthatunk az őszi erdőkben, főleg a hűvösebb völgyekben.",
        &["windows-1250", "iso-8859-2"],
    ),
    ("Bugün hava değişken, akşama doğru yağmur bekleniyor; gece sıcaklık sıfırın altına düşebilir.", &["windows-1254"]),
    (
        "Le temps sera variable aujourd'hui, avec de la pluie en soirée et des gelées jusqu'à l'aube près des côtes, où même les bêtes ont froid.",
        &["windows-1252", "macintosh"],
    ),
    (
        "Šodien laiks būs mainīgs, pievakarē gaidāms lietus, bet naktī vietām sals līdz trim grādiem, tādēļ ceļi kļūs slideni.",
        &["windows-1257", "iso-8859-13", "iso-8859-4"],
    ),
    (
        "It-temp illum se jkun ivarjat, u lejn filgħaxija mistennija x-xita ħafifa żżomm sa nofsillejl, bil-baħar ftit imqalleb u riħ għoli.",
        &["iso-8859-3"],
    ),
    ("今日の天気は変わりやすく、夕方から北の地方で小雨が降るでしょう。", &["shift_jis", "euc-jp"]),
    ("오늘 날씨는 변덕스럽고 저녁에는 북쪽 지방에 약한 비가 내리겠습니다.", &["euc-kr"]),
    ("今天天气多变，傍晚北方地区可能有小雨，夜间气温下降。", &["gbk"]),
    ("今天天氣多變，傍晚北部地區可能有小雨，夜間氣溫下降。", &["big5"]),
];

fn encode(text: &str, label: &str) -> Vec<u8> {
    let (bytes, _, lossy) = rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text);
    assert!(!lossy, "{label} has not all of {text}");
    bytes.into_owned()
}

/// Every text in each of its encodings, with the encoding's name.
fn cases() -> impl Iterator<Item = (Encoding, Vec<u8>)> {
    TEXTS.iter().flat_map(|(text, labels)| {
        labels.iter().map(|label| (Encoding::for_label(label.as_bytes()).unwrap(), encode(text, label)))
    })
}

fn detect(bytes: &[u8], context: &Context) -> Option<Encoding> {
    let sniffed = sniff(bytes, (), context);
    (sniffed.source == Source::Detector).then_some(sniffed.encoding)
}

fn decoded(bytes: &[u8], encoding: Encoding) -> String {
    let encoding = rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// Whether the detector's answer decodes to the same text as `encoding`.
fn is_right(bytes: &[u8], encoding: Encoding, context: &Context) -> bool {
    detect(bytes, context).is_some_and(|guess| decoded(bytes, guess) == decoded(bytes, encoding))
}

/// A small pseudo-random generator with the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

#[test]
fn every_encoding_is_found() {
    for (encoding, bytes) in cases() {
        let guess = detect(&bytes, &Context::text());
        assert!(is_right(&bytes, encoding, &Context::text()), "{encoding} taken for {guess:?}");
    }
}

#[test]
fn a_truncated_character_is_no_evidence() {
    for (encoding, bytes) in cases() {
        for end in bytes.len() - 8..bytes.len() {
            for truncated in [false, true] {
                let context = Context::text().truncated(truncated);
                let guess = detect(&bytes[..end], &context);
                let expected = decoded(&bytes[..end], encoding);
                assert_eq!(
                    guess.map(|guess| decoded(&bytes[..end], guess)),
                    Some(expected),
                    "{encoding}, {end} bytes: {guess:?}"
                );
            }
        }
    }
}

#[test]
fn a_character_truncated_by_the_ceiling_is_no_evidence() {
    let page = encode(&TEXTS[12].0.repeat(3), "shift_jis");
    for ceiling in 40..80 {
        let explanation = explain(&page, (), &Context::text().detection_ceiling(ceiling));
        assert_eq!(explanation.sniffed.encoding, Encoding::ShiftJis, "{ceiling}");
        let remark = explanation.stage(Stage::Detector).remark.clone().unwrap();
        assert!(remark.contains("all of the input decodes"), "{ceiling}: {remark}");
    }
}

/// `page` without the ASCII that is far from other bytes.
fn without_far_ascii(page: &[u8]) -> Vec<u8> {
    const MARGIN: usize = 14;
    let is_near = |at: usize| {
        page[at.saturating_sub(MARGIN)..page.len().min(at + MARGIN + 1)].iter().any(|byte| !byte.is_ascii())
    };
    let mut kept = Vec::new();
    let mut at = 0;
    while at < page.len() {
        if is_near(at) {
            kept.push(page[at]);
        } else if at == 0 || is_near(at - 1) {
            kept.push(b'\n');
        }
        at += 1;
    }
    kept
}

/// Words far from any other letter may show the language, and so mend an answer.
#[test]
fn far_ascii_makes_no_right_answer_wrong() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    const MARKUP: [&[u8]; 6] =
        [b"</p>\n<p>", b" <a href='/x?y=1'>", b"</a>, ", b"&nbsp;", b" Mars ", b"\r\n\t<td align=right>12.5 "];
    for (encoding, bytes) in cases() {
        for _ in 0..20 {
            let mut page = Vec::new();
            let words: Vec<&[u8]> = bytes.split(|byte| *byte == b' ').collect();
            for _ in 0..random.below(12) + 1 {
                page.extend_from_slice(MARKUP[random.below(MARKUP.len())]);
                page.extend_from_slice(words[random.below(words.len())]);
                page.extend_from_slice(&b" plain words without a hint "[..random.below(28)]);
            }
            let is_right = |page: &[u8]| is_right(page, encoding, &Context::text());
            assert!(is_right(&page) || !is_right(&without_far_ascii(&page)), "{encoding}: {}", page.escape_ascii());
        }
    }
}

/// The labelled files; empty, with a message, if there are none.
fn corpus() -> Vec<(String, Encoding, Vec<u8>)> {
    let Some(folder) = shared("corpus/detect-dev") else { return Vec::new() };
    let manifest = fs::read_to_string(folder.join("manifest.csv")).unwrap();
    let file = |line: &str| {
        let mut fields = line.split(',');
        let (name, encoding) = (fields.next().unwrap(), fields.next().unwrap());
        // The encodings of some files are not in the standard.
        let encoding = Encoding::for_label(encoding.as_bytes())?;
        Some((name.to_owned(), encoding, fs::read(folder.join(name)).unwrap()))
    };
    manifest.lines().skip(1).filter_map(file).collect()
}

#[test]
fn far_ascii_changes_no_answer_on_the_corpus() {
    for (name, encoding, bytes) in corpus() {
        if encoding.is_utf_16() || Encoding::for_bom(&bytes).is_some() {
            continue;
        }
        let short = without_far_ascii(&bytes);
        assert_eq!(detect(&bytes, &Context::text()), detect(&short, &Context::text()), "{name}");
    }
}

#[test]
fn no_hint_makes_a_right_answer_wrong_on_the_corpus() {
    let files = corpus();
    for tld in ["com", "eu", "io", "ru", "jp", "gr", "fr", "cn", "il"] {
        for (name, encoding, bytes) in &files {
            if is_right(bytes, *encoding, &Context::text()) {
                let hinted = Context::text().tld(tld);
                assert!(is_right(bytes, *encoding, &hinted), "{name} with .{tld}: {:?}", detect(bytes, &hinted));
            }
        }
    }
}

#[test]
fn a_wrong_hint_never_changes_a_clear_answer() {
    for (encoding, bytes) in cases() {
        for tld in ["com", "eu", "io", "ru", "jp", "gr", "fr", "cn", "il", "KR", "", "not a domain", "\u{444}"] {
            let context = Context::text().tld(tld).locale("tr");
            assert!(is_right(&bytes, encoding, &context), "{encoding} with .{tld}: {:?}", detect(&bytes, &context));
        }
    }
}

#[test]
fn a_hint_breaks_ties() {
    // A few letters that fit several encodings.
    let words =
        ["\u{5D0}\u{5D1}", "\u{5D0}\u{5DD}", "\u{5D2}\u{5DD}", "\u{5DE}\u{5D4}", "\u{5E2}\u{5DC}", "\u{5D0}\u{5DC}"];
    let encoding = Encoding::Windows1255;
    let mut turned = 0;
    for word in words {
        let bytes = encode(word, "windows-1255");
        let right = |context: Context| is_right(&bytes, encoding, &context);
        let unhinted = right(Context::text());
        assert!(!unhinted || right(Context::text().tld("il").locale("he")), "{word}");
        let with_lang =
            |tag: &str| is_right(&[b"<p lang=", tag.as_bytes(), b">", &bytes].concat(), encoding, &Context::text());
        let by_header = |tag: &str| sniff(&bytes, [("Content-Language", tag)], &Context::text()).encoding == encoding;
        assert!(!unhinted || (with_lang("he") && by_header("he-IL")), "{word}");
        // Tags of up to twelve characters are read.
        assert_eq!(by_header("he-Hebr-IL-x"), by_header("he-IL"), "{word}");
        assert_eq!(by_header("he-Hebr-IL-xy"), unhinted, "{word}");
        turned +=
            usize::from(!unhinted && with_lang("he") && by_header("he-IL") && !with_lang("el") && !by_header("en, he"));
    }
    assert!(turned > 0);
}

/// Several encodings have the letters of these texts at the same bytes. The most common one is the answer, unless the
/// language was hardly ever written in it.
#[test]
fn of_encodings_that_decode_alike_the_most_common_one_is_the_answer() {
    let texts = [
        ("Türkçe", "windows-1254", "windows-1252"),
        ("Žena še živi v Šentvidu", "windows-1250", "windows-1252"),
        ("Tõnu sõber", "windows-1257", "windows-1252"),
        ("Poznań", "windows-1257", "windows-1250"),
        // With more Turkish words, an encoding for other languages is improbable.
        ("Çok güzel bir gün", "windows-1252", "windows-1254"),
    ];
    for (text, other, label) in texts {
        let bytes = encode(text, label);
        assert_eq!(encode(text, other), bytes, "{text}");
        assert_eq!(charsniff::detect(&bytes).expect("text").encoding.name(), label, "{text}");
    }
}

#[test]
fn legacy_detection_never_answers_utf_8() {
    let legacy = Context::html().detection(Detection::Legacy);
    for (text, _) in TEXTS {
        let bytes = text.as_bytes();
        assert_eq!(detect(bytes, &Context::html()), Some(Encoding::Utf8));
        assert!(detect(bytes, &legacy).is_some_and(|guess| guess != Encoding::Utf8), "{text}");
        for tld in ["ru", "jp", "com"] {
            assert_ne!(detect(bytes, &legacy.clone().tld(tld)), Some(Encoding::Utf8));
        }
        let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(detect(&utf_16, &Context::text()), Some(Encoding::Utf16Le));
        assert!(!detect(&utf_16, &legacy).is_some_and(Encoding::is_utf_16));
    }
    assert_eq!(detect(TEXTS[0].0.as_bytes(), &legacy), Some(Encoding::Windows1252));
    let off = Context::html().detection(Detection::Off);
    assert!(cases().all(|(_, bytes)| detect(&bytes, &off).is_none()));
}

#[test]
fn escape_sequences_count_only_when_asked_for() {
    let page = encode("<p>火星は太陽系の惑星である。</p>", "iso-2022-jp");
    assert_eq!(detect(&page, &Context::html()), None);
    let asked = Context::html().detect_iso_2022_jp(true);
    assert_eq!(detect(&page, &asked), Some(Encoding::Iso2022Jp));
    assert_eq!(detect(&page[..page.len() - 9], &asked.clone().truncated(true)), Some(Encoding::Iso2022Jp));
    for other in [&b"\x1B[31mred\x1B[0m"[..], b"\x1B$)C\x0E!!\x0F", b"~{<:Ky2;S{#,~}", b"+AGEA6Q- Hi+-"] {
        assert_eq!(detect(other, &asked), None, "{}", other.escape_ascii());
    }
}

/// Both browsers do so; see `fixtures/browsers`. A crawler, who executes nothing, looks for it in HTML too.
#[test]
fn browsers_detect_iso_2022_jp_in_text_and_not_in_html() {
    let page = encode("火星は太陽系の惑星である。", "iso-2022-jp");
    for context in [Context::text().reading(Reading::Chromium), Context::text().reading(Reading::Crawler)] {
        assert_eq!(detect(&page, &context), Some(Encoding::Iso2022Jp));
    }
    assert_eq!(detect(&page, &Context::html().reading(Reading::Chromium)), None);
    assert_eq!(detect(&page, &Context::html().reading(Reading::Crawler)), Some(Encoding::Iso2022Jp));
    assert_eq!(detect(&page, &Context::text()), None);
}

/// The answer of `chardetng` for the same bytes.
#[cfg(feature = "chardetng")]
#[test]
fn firefox_detection_is_chardetng() {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    let context = Context::html().detection(Detection::Firefox);
    let utf_8 = TEXTS.iter().map(|(text, _)| text.as_bytes().to_vec());
    for bytes in cases().map(|(_, bytes)| bytes).chain(utf_8) {
        for tld in ["com", "ru", "jp", "xn--p1ai", "\u{444}"] {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(&bytes, true);
            let known = tld.is_ascii().then_some(tld.as_bytes());
            let expected = detector.guess(known, Utf8Detection::Deny).name();
            assert_eq!(detect(&bytes, &context.clone().tld(tld)).map(Encoding::name), Some(expected));
        }
    }
    assert_eq!(detect(b"plain", &context), None);
    let escaped = encode("火星", "iso-2022-jp");
    assert_eq!(detect(&escaped, &context), None);
    assert_eq!(detect(&escaped, &context.detect_iso_2022_jp(true)), Some(Encoding::Iso2022Jp));
}

/// Cases that are not in the record of Chromium (`tests/browser_record`).
#[cfg(feature = "compact-enc-det")]
#[test]
fn chromium_detection_leaves_what_it_does_not_know_to_the_default() {
    let html = Context::html().detection(Detection::Chromium);
    for nothing in [&b""[..], "тя €".as_bytes(), b"\x1B$B2P@1\x1B(B"] {
        assert_eq!(detect(nothing, &html), None, "{}", nothing.escape_ascii());
        assert_eq!(detect(nothing, &html.clone().tld("gr")), Some(Encoding::Iso8859_7), "{}", nothing.escape_ascii());
        assert_eq!(detect(nothing, &html.clone().tld("de")), None);
    }
    assert_eq!(detect(b"plain", &html.clone().tld("gr")), Some(Encoding::Windows1252));
    // A value that is not a domain is no hint.
    let russian = encode("Погода сегодня переменная", "windows-1251");
    for tld in ["", "j\0p", "\u{444}", " ", "/jp"] {
        assert_eq!(detect(&russian, &html.clone().tld(tld)), Some(Encoding::Windows1251), "{tld:?}");
    }
    let text = Context::text().reading(Reading::Chromium).detection(Detection::Chromium);
    assert_eq!(detect(&encode("火星は太陽系の惑星である。", "iso-2022-jp"), &text), Some(Encoding::Iso2022Jp));
    // Two bytes of text may be the start of a mark.
    assert_eq!(detect(b"\xEA\xE9", &text), None);
    assert!(detect(b"\xEA\xE9\xEA", &text).is_some());
}

#[test]
fn ascii_is_no_evidence() {
    for page in [&b""[..], b"a", b"<p>plain</p>", b"\x1B", &[b' '; 5000], b"\0\0\0\0"] {
        assert_eq!(detect(page, &Context::html()), None);
    }
}

#[test]
fn no_bytes_make_it_panic_or_answer_what_was_not_allowed() {
    let mut random = Random(7);
    for round in 0..400 {
        let length = random.below(3000);
        let high = [256, 128 + random.below(128)][round % 2];
        let bytes: Vec<u8> = (0..length).map(|_| (random.below(high) + 256 - high) as u8).collect();
        for detection in [Detection::Off, Detection::Legacy, Detection::Full] {
            let ceiling = [usize::MAX, random.below(length + 1), 0][random.below(3)];
            let context = Context::html().detection(detection).detection_ceiling(ceiling).detect_iso_2022_jp(true);
            if let Some(guess) = detect(&bytes, &context.tld("ua")) {
                assert_ne!(guess, Encoding::Replacement);
                assert!(detection == Detection::Full || guess != Encoding::Utf8);
            }
        }
    }
}

/// The number of bytes that were weighed, as `explain` says.
fn bytes_examined(page: &[u8], context: &Context) -> usize {
    let explanation = explain(page, (), context);
    let remark = explanation.stage(Stage::Detector).remark.clone().unwrap_or_default();
    remark.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(usize::MAX)
}

#[test]
fn what_is_weighed_does_not_grow_with_the_page() {
    for (encoding, bytes) in cases() {
        let page = [&bytes[..], b" <br> "].concat().repeat(1 + 300_000 / bytes.len());
        let examined = bytes_examined(&page, &Context::text());
        assert!(examined <= 20_000, "{encoding}: {examined}");
    }
    let utf_8 = "é ".repeat(1000);
    assert_eq!(bytes_examined(utf_8.as_bytes(), &Context::text().detection_ceiling(300)), 300);
}

#[test]
fn the_explanation_shows_what_was_seen() {
    let page = encode(TEXTS[0].0, "windows-1251");
    let explanation = explain(&page, (), &Context::text().tld("ru"));
    let remark = explanation.stage(Stage::Detector).remark.clone().unwrap();
    for part in ["bytes examined", "runner-up ", "all of the input decodes", "top-level domain taken into account"] {
        assert!(remark.contains(part), "{remark}");
    }
}

/// A lead byte at the very end of a whole page has no trail byte. An encoding that can decode the
/// whole page is more likely than any two-byte encoding.
#[test]
fn a_character_that_lacks_its_end_is_no_evidence_for_it() {
    for tld in ["com", "kr", "jp", "cn"] {
        for page in [&b"wi\xEA"[..], b"caf\xE9"] {
            let encoding = sniff(page, (), &Context::html().tld(tld)).encoding;
            assert!(encoding.is_single_byte(), "{page:?} .{tld}: {encoding}");
        }
    }
}

const SIGNS: [(&str, u8); 25] = [
    ("\u{20AC}100 a day", 0x80),
    ("and so on\u{2026}", 0x85),
    ("I don\u{2019}t know", 0x92),
    ("\u{201C}Well then", 0x93),
    ("\u{2022} first", 0x95),
    ("open 9\u{2013}5", 0x96),
    ("a dog \u{2014} a big one", 0x97),
    ("a Sunrise\u{2122} lamp", 0x99),
    ("see\u{A0}below", 0xA0),
    ("only \u{A3}5", 0xA3),
    ("see \u{A7} 7", 0xA7),
    ("Copyright \u{A9} 2004", 0xA9),
    ("Sunrise\u{AE} lamps", 0xAE),
    ("turn by 180\u{B0}", 0xB0),
    ("a room of 20 m\u{B2}", 0xB2),
    ("\u{BD} cup of flour", 0xBD),
    ("an attach\u{E9} case", 0xE9),
    ("by Mich\u{E8}le Dupont", 0xE8),
    ("Fran\u{E7}ois came", 0xE7),
    ("se\u{F1}or Lopez", 0xF1),
    ("a M\u{F6}tley crew", 0xF6),
    ("J\u{F8}rgen came", 0xF8),
    ("Herr M\u{FC}ller", 0xFC),
    ("the M\u{E4}nner choir", 0xE4),
    ("at Malm\u{F6} station", 0xF6),
];

/// English pages with one or few bytes above 7F are windows-1252.
#[test]
fn english_with_one_odd_byte_is_windows_1252() {
    let before = "The shop on the corner opens at eight and closes at five.\n";
    let after = "\nNobody knows what happened to the other one.\n";
    for (text, byte) in SIGNS {
        for (before, after) in [(before, after), ("", after), (before, ""), ("<p>", "</p>")] {
            let page = encode(&[before, text, after].concat(), "windows-1252");
            assert!(page.contains(&byte));
            for context in [Context::text(), Context::html()] {
                assert!(is_right(&page, Encoding::Windows1252, &context), "{text:?}: {:?}", detect(&page, &context));
            }
            assert_eq!(detect(&page, &Context::text()), Some(Encoding::Windows1252), "{text}");
        }
    }
}

#[test]
fn a_curly_apostrophe_is_windows_1252() {
    for text in ["don\u{2019}t", "it\u{2019}s", "I\u{2019}m", "the dogs\u{2019} tails", "Don\u{2019}t!"] {
        let answer = detect(&encode(text, "windows-1252"), &Context::text());
        assert_eq!(answer, Some(Encoding::Windows1252), "{text}");
    }
}

/// windows-1252 has all letters of this text, at the same bytes. But it is no encoding of Slovenian.
#[test]
fn a_more_common_encoding_is_no_answer_for_a_language_that_it_was_not_used_for() {
    let text = "Šport in žena: naše življenje v živo, združenje žensk iz Škofje Loke";
    let bytes = encode(text, "windows-1250");
    assert_eq!(bytes, encode(text, "windows-1252"));
    assert_eq!(detect(&bytes, &Context::text()), Some(Encoding::Windows1250));
}

/// € is at the same byte in ISO-8859-7 and ISO-8859-15, but the page has no Greek letter.
#[test]
fn a_sign_is_no_evidence_of_a_script() {
    let bytes = encode("Tickets: €3 for children", "iso-8859-15");
    assert_eq!(detect(&bytes, &Context::text()), Some(Encoding::Iso8859_15));
}

/// A page in UTF-8 with a comment in windows-1252 in it, and a broken character.
#[test]
fn utf_8_with_a_few_broken_bytes_is_utf_8() {
    let german = "Über die Brücke gehen schöne Mädchen, und das ist ärgerlich für große Leute.";
    for page in ["It’s “our” – the café…", german] {
        let page = [page.as_bytes(), b" caf\xE9 "].concat();
        assert_eq!(detect(&page, &Context::text()), Some(Encoding::Utf8));
        let many = [&page.repeat(100), &b"caf\xE9 ".repeat(20)[..]].concat();
        assert_eq!(detect(&many, &Context::text()), Some(Encoding::Utf8));
    }
    let french = encode("Les élèves étaient très fâchés à côté de l’église où l’été fut gâché. ", "windows-1252");
    let page = [&french.repeat(3), "Ils écrivaient : é à ç".as_bytes()].concat();
    assert_eq!(detect(&page, &Context::text()), Some(Encoding::Windows1252));
}

#[test]
fn file_names_tables_and_source_code_are_windows_1252() {
    let texts = [
        "resume-caf\u{E9}-2004.doc",
        "C:\\Users\\Andr\u{E9}\\notes.txt",
        "id,name,city\n1,Smith,London\n2,M\u{FC}ller,K\u{F6}ln\n3,Jones,Leeds\n",
        "price;item\n12.50;cr\u{E8}me\n3.20;bread\n",
        "# Written by J\u{FC}rgen Meyer\nimport os\n\ndef main():\n    return os.getcwd()\n",
        "/* (c) 2003 Ren\u{E9} Martin */\nint main(void) { return 0; }\n",
        "// \u{A9} 2001 Acme\nvar x = 1;\n",
    ];
    for text in texts {
        let answer = detect(&encode(text, "windows-1252"), &Context::text());
        assert_eq!(answer, Some(Encoding::Windows1252), "{text}");
        assert_eq!(detect(text.as_bytes(), &Context::text()), Some(Encoding::Utf8), "{text}");
    }
}

/// A few control bytes do not make a text UTF-16.
#[test]
fn control_bytes_are_no_evidence_of_utf_16() {
    let dos = b"The file was not found.\r\nPress any key to continue. caf\xE9\r\n\x1A".to_vec();
    let page = b"<!doctype html><title>Page\x01</title><p>Nothing to see here, move along. caf\xE9</p>".to_vec();
    assert_eq!(detect(&dos, &Context::text()), Some(Encoding::Windows1252));
    for context in [Context::html(), Context::text()] {
        assert_eq!(detect(&page, &context), Some(Encoding::Windows1252));
    }
    let ascii = [&dos[..], &page[..]].map(|text| text.iter().copied().filter(u8::is_ascii).collect::<Vec<u8>>());
    assert!(ascii.iter().all(|text| detect(text, &Context::text()).is_none()));
    for (text, label) in
        [(TEXTS[12].0, "shift_jis"), (TEXTS[12].0, "utf-8"), (TEXTS[0].0, "utf-8"), (TEXTS[14].0, "gbk")]
    {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        for (at, control) in [(0, 8), (10, 8), (21, 1), (30, 0)] {
            let mut bytes = encode(text, label);
            // Between two characters.
            bytes.splice(0..0, [b' '].repeat(at));
            bytes.insert(at, control);
            assert!(detect(&bytes, &Context::html()).is_none_or(|answer| !answer.is_utf_16()));
            assert_eq!(detect(&bytes, &Context::text()), Some(encoding), "{label}, {control:02X} at {at}");
        }
    }
}

/// Zeros in user-supplied text do not make the markup of a page vanish.
#[test]
fn zeros_in_text_do_not_make_a_page_utf_16() {
    let template = "<!doctype html><html><head><title>Guest book</title></head><body><h1>Guest book</h1><div>";
    for unit in [&b"\0a"[..], b"a\0", b"\0<", b"<\0", b"\x04\x30", b"\x30\x04"] {
        for count in [10, 100, 900, 5000] {
            let page = [template.as_bytes(), &unit.repeat(count), b"</div><script src=/a.js></script>\xE9"].concat();
            for context in
                [Context::html(), Context::html().reading(Reading::Crawler), Context::html().reading(Reading::Chromium)]
            {
                assert!(!sniff(&page, (), &context).encoding.is_utf_16(), "{unit:?} {count}");
            }
        }
    }
}

#[test]
fn utf_16_is_found_in_text_and_in_whole_pages() {
    for (text, _) in TEXTS {
        let page = format!("<!doctype html><title>{text}</title>");
        for (text, context) in [(text, Context::text()), (page.as_str(), Context::html())] {
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(detect(&little, &context), Some(Encoding::Utf16Le), "{text}");
            assert_eq!(detect(&big, &context), Some(Encoding::Utf16Be), "{text}");
        }
    }
}

/// A hint at a language without a model is no evidence for any encoding.
#[test]
fn a_hint_at_a_language_without_a_model_changes_nothing() {
    for (encoding, bytes) in cases() {
        for end in [bytes.len(), 12, 6] {
            let page = &bytes[..end];
            for tag in ["gv", "tlh", "xx-YY"] {
                let hinted = sniff(page, [("Content-Language", tag)], &Context::text());
                assert_eq!(hinted, sniff(page, [("Content-Language", "en, fr")], &Context::text()), "{encoding} {tag}");
            }
        }
    }
}

#[test]
fn probability_falls_with_the_evidence() {
    for (encoding, bytes) in cases() {
        let guess = charsniff::detect(&bytes).expect("text");
        assert_eq!(decoded(&bytes, guess.encoding), decoded(&bytes, encoding), "{encoding}");
        assert!(guess.probability > 0.5 && guess.probability <= 1.0, "{encoding}: {guess:?}");
        let probabilities = guess.runners_up.iter().map(|other| other.probability);
        assert!(guess.probability + probabilities.sum::<f32>() <= 1.0001, "{guess:?}");
        let is_distinct = |other: &charsniff::Candidate| decoded(&bytes, other.encoding) != decoded(&bytes, encoding);
        assert!(guess.runners_up.iter().all(is_distinct), "{guess:?}");
        assert!(charsniff::detect(&[b'w', bytes[bytes.len() / 2] | 0x80]).expect("text").probability < 0.99);
    }
    assert_eq!(charsniff::detect(b"").map(|guess| guess.encoding), Some(Encoding::Utf8));
    assert_eq!(charsniff::detect(b"\xEF\xBB\xBFa").map(|guess| guess.probability), Some(1.0));
}

/// Words whose bytes are UTF-8 by chance, such as `Сʱ` for 小时: whatever the answer, it is not sure, and the text is among
/// the likeliest. Short words that are UTF-8 stay so, though some have letters that no other encoding has.
#[test]
fn utf_8_by_chance_is_not_sure() {
    for (word, encoding) in [
        ("小时", Encoding::Gbk),
        ("学习", Encoding::Gbk),
        ("前台", Encoding::Gbk),
        ("停止", Encoding::Gbk),
        ("每小时", Encoding::Gbk),
        ("発熱", Encoding::EucJp),
        ("호황", Encoding::EucKr),
    ] {
        let bytes = encoding.encode(word).0;
        assert!(std::str::from_utf8(&bytes).is_ok(), "{word}");
        for page in [bytes.to_vec(), [b"<p>", &bytes[..], b"</p>"].concat()] {
            let guess = charsniff::detect(&page).expect("text");
            let mut likely = guess.runners_up.iter().map(|other| other.encoding).chain([guess.encoding]);
            assert!(guess.probability < 0.99 && likely.any(|likely| likely == encoding), "{word}: {guess:?}");
        }
    }
    for word in ["Ω", "С", "é", "ʒ", "ɔ", "ə", "Қа", "Mu\u{308}ller", "ÿ Ř", "Č ñ"] {
        assert!(detects_utf_8(word.as_bytes()), "{word}");
    }
    let mut tried = 0;
    for entry in std::fs::read_dir("fixtures/detector/names").expect("a folder") {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for word in text.split_whitespace().filter(|word| !word.is_ascii() && word.len() < 8) {
            tried += 1;
            assert!(detects_utf_8(word.as_bytes()), "{word}");
        }
    }
    assert!(tried > 1000, "{tried}");
}

fn detects_utf_8(bytes: &[u8]) -> bool {
    charsniff::detect(bytes).is_some_and(|guess| guess.encoding == Encoding::Utf8)
}

#[test]
fn a_cut_character_at_the_end_is_no_error_in_utf_8() {
    for text in ["aé", "a€", "a😀"] {
        for end in 3..=text.len() {
            assert!(detects_utf_8(&text.as_bytes()[..end]), "{text:?}, {end} bytes");
        }
    }
    assert!(detects_utf_8(&"éé".as_bytes()[..3]) && detects_utf_8(b"caf\xC3\xA9 \xED\x9F"));
    assert!(!detects_utf_8(b"caf\xE9"));
    // Surrogates, overlong forms and code points above U+10FFFF start no character.
    for end in [&b"\xED\xA0"[..], b"\xE0\x9F", b"\xF0\x8F", b"\xF4\x90", b"\xC1", b"\xF5"] {
        assert!(!detects_utf_8(&["café ".as_bytes(), end].concat()), "{end:02X?}");
    }
}

/// Wherever the malformed sequences are: at the start, in the middle, at the end.
#[test]
fn errors_in_utf_8_are_outweighed_by_characters() {
    let mut page = "žluťoučký kůň ".repeat(20).into_bytes();
    page.insert(40, b'\xE9');
    page.insert(80, b'\xFF');
    assert!(detects_utf_8(&page));
    assert!(detects_utf_8(b"It\xE2\x80\x99s \xE2\x80\x9Cour\xE2\x80\x9D caf\xE9 \xE2\x80\x93 \xC3\xA0 la carte"));
    assert!(detects_utf_8(b"El ni\xC3\xB1o so\xC3\xB1\xC3\xB3 con 5\xA0km"));
    assert!(!detects_utf_8(b"caf\xE9 \xC3\xA9"));
    assert!(!detects_utf_8(b"\xCC\xE0\xF0\xF1"));
    let good = "Größe, Übung und Fuß. ".repeat(24);
    let bad = b"Gr\xF6\xDFe, \xDCbung und Fu\xDF. ".repeat(4);
    for at in [0, good.len() / 2 / 26 * 26, good.len()] {
        let page = [&good.as_bytes()[..at], &bad, &good.as_bytes()[at..]].concat();
        assert!(detects_utf_8(&page), "{at}");
    }
}

/// The index of a dictionary, or a heading with spaces between its letters: each letter stands alone among ASCII, and there are
/// many of them. The text tells the encoding, and an honest declaration stands even without a text.
#[test]
fn letters_that_stand_alone_hide_no_text() {
    let cyrillic =
        ("АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯ", "Словарь терминов, которые встречаются в этой книге. Выберите букву.");
    let bulgarian = (cyrillic.0, "Полезен товар, разстояние от оста на предния мост. Скорости с товар и без товар. ");
    let greek =
        ("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "Λεξικό όρων και συντομογραφιών που υπάρχουν στο βιβλίο. Επιλέξτε γράμμα.");
    let hebrew = ("אבגדהוזחטיכלמנסעפצקרשת", "מילון מונחים וקיצורים שנמצאים בספר הזה. בחרו אות מהרשימה.");
    for (label, (letters, text)) in [
        ("windows-1251", cyrillic),
        ("windows-1251", bulgarian),
        ("KOI8-R", cyrillic),
        ("ISO-8859-5", cyrillic),
        ("IBM866", cyrillic),
        ("ISO-8859-7", greek),
        ("windows-1255", hebrew),
    ] {
        let link = |(number, letter)| format!("<a href=page{number}.htm>{letter}</a> |\n");
        let row = |letter| format!("<tr><td>{letter}<td>1");
        let spaced = |letter| format!("{letter} ");
        for index in [
            letters.chars().enumerate().map(link).collect::<String>(),
            letters.chars().map(row).collect(),
            letters.chars().map(spaced).collect(),
        ] {
            for page in
                [format!("{index}<p>{text}"), format!("<p>{text} {index}"), format!("{index}{}", text.repeat(40))]
            {
                let found = sniff(&encode(&page, label), (), &Context::html().reading(Reading::Crawler));
                assert_eq!(found.encoding.name(), label, "{page}");
            }
            let page = format!("<meta charset={label}>{index}");
            let found = sniff(&encode(&page, label), (), &Context::html().reading(Reading::Crawler));
            assert_eq!(found.encoding.name(), label, "{page}");
        }
        // More of the page is read than its start.
        let initials = |letter| format!("{letter}. {letter}. Smith, IEEE Transactions\n");
        let page = letters.chars().map(initials).collect::<String>().repeat(3) + &text.repeat(40);
        let found = sniff(&encode(&page, label), (), &Context::html().reading(Reading::Crawler));
        assert_eq!(found.encoding.name(), label, "{page}");
    }
}

/// Programs that replace letters have each of them alone in quotes.
#[test]
fn latin_letters_in_quotes_are_letters() {
    let replaced = [("auml", 'ä'), ("Auml", 'Ä'), ("ouml", 'ö'), ("Ouml", 'Ö'), ("uuml", 'ü'), ("Uuml", 'Ü')];
    let php = |(name, letter)| format!("$text=ereg_replace(\"&{name};\",\"{letter}\",$text);\n");
    let delphi = |(_, letter): (&str, char)| format!("  '{letter}': Result := Result + 'x';\n");
    let accents = "ÀÁÃÂÈÉÊÌÍÎÒÓÕÔÙÚÛÇÑ".chars().map(|letter| ("", letter));
    for program in [replaced.into_iter().map(php).collect(), accents.map(delphi).collect::<String>()] {
        let found = charsniff::detect(&encode(&program, "windows-1252")).unwrap();
        assert_eq!(found.encoding, Encoding::Windows1252, "{program}");
        assert!(found.probability > 0.4, "{program}");
    }
}

/// They may be of another script, where nothing but their order shows it.
#[test]
fn letters_in_quotes_are_no_sure_evidence() {
    for (letters, label) in
        [("абвгдежзийклмнопрстуфхцчшщъыьэюя", "windows-1251"), ("αβγδεζηθικλμνξοπρστυφχψω", "windows-1253")]
    {
        let php = letters.chars().map(|letter| format!("'{letter}' => 'x', ")).collect::<String>();
        let found = charsniff::detect(&encode(&php, label)).unwrap();
        assert!(found.probability < 0.6 || found.encoding.name() == label, "{php}: {found:?}");
    }
}

/// An ideographic space may be all that a page in English has of Chinese, Japanese or Korean: `<td>　</td>`.
#[test]
fn an_ideographic_space_alone_is_one() {
    for page in [&b"<tr><td>\xA1\xA1</td><td>Price</td></tr>"[..], b"mes \"\xA1\xA1\";\nnext;\nmes \"ok\";\n"] {
        let text = charsniff::detect(page).unwrap().encoding.decode_without_bom_handling(page).0;
        assert!(text.contains('\u{3000}'), "{text}");
    }
    let spanish = b"\xA1\xA1Hola!! amigos";
    assert_eq!(charsniff::detect(spanish).unwrap().encoding, Encoding::Windows1252);
}

/// Headings in Arabic script are stretched.
#[test]
fn tatweels_are_letters() {
    let heading = "<h1>منــــوهـــاي سيــــستم</h1>";
    for label in ["windows-1256", "ISO-8859-6"] {
        assert_eq!(charsniff::detect(&encode(heading, label)).unwrap().encoding.name(), label, "{label}");
    }
}

/// Initials and small words of a sentence do not stand alone, also behind a comma.
#[test]
fn initials_behind_a_comma_stand_in_their_sentence() {
    let page = "<a href=\"001.htm\">Мухаметшина, Л., А. и др. Мы, и они</a>";
    assert_eq!(charsniff::detect(&encode(page, "windows-1251")).unwrap().encoding, Encoding::Windows1251);
}

/// Two characters of a title or a cell, each frequent in words.
#[test]
fn words_of_two_ideographs_tell_their_encoding() {
    for (label, words) in [
        ("EUC-JP", ["名称", "日本", "会社", "写真"]),
        ("GBK", ["中文", "新闻", "首页", "网站"]),
        ("Big5", ["首頁", "新聞", "關於", "網站"]),
        ("EUC-KR", ["소개", "공지", "자료", "검색"]),
    ] {
        for word in words {
            let page = encode(&format!("<td>{word}</td>"), label);
            assert_eq!(charsniff::detect(&page).unwrap().encoding.name(), label, "{word}");
        }
    }
}

/// Japanese songs on pages from Taiwan.
#[test]
fn big5_has_kana() {
    let page = encode("あなたがいるから<BR>どうして時(とき)は", "big5");
    assert_eq!(charsniff::detect(&page).unwrap().encoding, Encoding::Big5);
}

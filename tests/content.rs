//! Binary data, and how the stages treat it.

#[cfg(feature = "detector")]
use charsniff::Detection;
use charsniff::{Confidence, Content, Context, Encoding, Reading, Source, Stage, explain, sniff};

const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1F\xF3\xFF\x61\0\0\0\xC4\xE5";

#[test]
fn binary_data_gets_the_default() {
    for context in [
        Context::html(),
        Context::text(),
        Context::html().reading(Reading::Chromium),
        Context::html().reading(Reading::Crawler),
    ] {
        let sniffed = sniff(PNG, (), &context);
        let is_crawlers = context == Context::html().reading(Reading::Crawler);
        let default = if is_crawlers { Encoding::Utf8 } else { Encoding::Windows1252 };
        assert_eq!((sniffed.encoding, sniffed.source), (default, Source::Default));
        let explanation = explain(PNG, (), &context);
        let detector = explanation.stage(Stage::Detector);
        if cfg!(feature = "detector") {
            assert_eq!(detector.remark.as_deref(), Some("binary: nothing to guess"));
        }
    }
}

#[test]
fn a_header_or_a_mark_still_decides_for_binary_data() {
    let sniffed = sniff(PNG, "text/html; charset=koi8-r", &Context::html());
    assert_eq!(sniffed.to_string(), "KOI8-R certain transport");
    let marked = [b"\xFE\xFF", PNG].concat();
    assert_eq!(sniff(&marked, (), &Context::html()).source, Source::Bom);
    let declared = [PNG, b"<meta charset=gbk>"].concat();
    let sniffed = sniff(&declared, (), &Context::html());
    assert_eq!((sniffed.encoding, sniffed.confidence), (Encoding::Gbk, Confidence::Tentative));
}

#[test]
fn the_programs_of_this_machine_are_binary() {
    let own = std::env::current_exe().and_then(std::fs::read).unwrap();
    assert_eq!(Content::of(&own), Content::Binary);
    assert_eq!(Content::of(include_bytes!("../rustfmt.toml")), Content::Ascii);
}

/// Words in many scripts, each from a different block of Unicode.
#[cfg(feature = "detector")]
const SCRIPTS: [&str; 23] = [
    "<p>Plain words</p>\r\n",
    "Tiếng Việt có thể viết được như thế này",
    "እንኳን ደህና መጣችሁ ወደ ገጻችን",
    "ᐃᓅᔪᓕᒫᑦ ᐊᓂᖅᑎᕆᔪᓐᓇᖅᑐᑦ",
    "ⴰⵣⵓⵍ ⴼⵍⵍⴰⵡⵏ ⴰⵢⵜⵎⴰ",
    "Ꭼꭼꮒᏻꮙ ꭰꭶꮞꮝꮤꮕꮎ ꭰꮒᏼꮻ",
    "𞤋𞤲𞥆𞤢𞤥𞤢 𞤢𞤣𞤫𞥅𞤶𞤭 𞤬𞤮𞤬",
    "ㄅㄆㄇㄈ ㄉㄊㄋㄌ ㄍㄎㄏ ㄐㄑㄒ",
    "ꆈꌠꉙ ꉌꄒꉬ ꑭꁱ ꀕꄉ ꊿꋋ",
    "ꤊꤢꤛꤢ꤬ ꤞꤢ꤭ꤜꤟꤤ꤬",
    "ၵႃႈႁူဝ်ၶေႃႈ တႆးဢၼ်လီ",
    "བོད་ཡིག་གི་ཡི་གེ་འདི།",
    "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ ᠦᠰᠦᠭ",
    "ߒߞߏ ߞߊ߲߬ߡߊ߬ߛߙߋ ߟߎ߬",
    "ܫܠܡܐ ܥܠܝܟܘܢ ܐܚܐ",
    "ދިވެހިރާއްޖެ މާލެ",
    "ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱹᱨᱥᱤ ᱠᱟᱛᱷᱟ",
    "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᎠᏂᏴᏫ",
    "ខ្មែរ ភាសា សរសេរ នៅទីនេះ",
    "ලංකාව සිංහල භාෂාව ලියයි",
    "ქართული ენა ძალიან ლამაზია",
    "Հայերեն լեզուն շատ գեղեցիկ է",
    "😀 emoji among words, 😁 here and there",
];

/// `Content` calls bytes text exactly if the detector finds UTF-16 in them.
#[cfg(feature = "detector")]
#[test]
fn utf_16_is_text_where_the_detector_finds_it() {
    let context = Context::text().detection(Detection::Full);
    for text in SCRIPTS {
        for (encoding, order) in
            [(Encoding::Utf16Be, u16::to_be_bytes as fn(u16) -> [u8; 2]), (Encoding::Utf16Le, u16::to_le_bytes)]
        {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(order).collect();
            let sniffed = sniff(&bytes, (), &context);
            assert_eq!((sniffed.encoding, sniffed.source), (encoding, Source::Detector), "{text}");
            assert_eq!(Content::of(&bytes), Content::Text, "{text}");
        }
    }
    // Numbers of two or four bytes, large and small.
    let mut state = 1u32;
    let mut next = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for _ in 0..2000 {
        let (most, is_short) = ([50, 300, 5000, 60_000][next(4) as usize], next(2) == 0);
        let numbers: Vec<u32> = (0..4 + next(300)).map(|_| next(most)).collect();
        let bytes: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes().into_iter().take(if is_short { 2 } else { 4 }))
            .collect();
        if sniff(&bytes, (), &context).encoding.is_utf_16() {
            assert_eq!(Content::of(&bytes), Content::Text, "{bytes:02X?}");
        }
    }
}

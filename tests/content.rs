//! What is text, ASCII text or binary data, and how the stages treat it.

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
const SCRIPTS: [&str; 33] = [
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
    "<html><p>Plain words</p>\r\n",
    "Съешь ещё этих мягких булок",
    "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。",
    "いろはにほへと ちりぬるを\nわかよたれそ つねならむ",
    "다람쥐 헌 쳇바퀴에 타고파",
    "Žluťoučký kůň příšerně úpěl “ďábelské” ódy",
    "𞤐𞤫𞤯𞥆𞤮 𞤭𞤲𞤢 𞤶𞤮𞤺𞤭𞥅",
    "ወደ ጽሁፍ ፋይል አገናኝ መጨመሪያ:",
    "ⴽⵓ ⵢⴰⵏ ⵉⵍⵍⴰ ⴷⴰⵔⵙ ⴰⵣⵔⴼ",
    "सभी मनुष्यों को गौरव और अधिकारों",
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

/// Pseudo-random bytes, always the same.
fn random_bytes(length: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn known_formats_are_binary() {
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1F\xF3\xFF\x61";
    let jpeg = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\x01\0H\0H\0\0\xFF\xDB\0C";
    let gzip = b"\x1F\x8B\x08\0\0\0\0\0\0\x03\xCBH\xCD\xC9\xC9W";
    let zip = b"PK\x03\x04\x14\0\0\0\x08\0\xF6\x85mimetypeapplication/epub+zip";
    let mp4 = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41";
    let font = b"\0\x01\0\0\0\x0F\0\x80\0\x03\0pGDEF";
    let woff2 = b"wOF2\0\x01\0\0\0\0\x4C\xB4\0\x0F";
    let elf = b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0";
    let pdf = b"%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj";
    let wasm = b"\0asm\x01\0\0\0\x01\x85\x80";
    let sqlite = b"SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20";
    let formats: [&[u8]; 11] = [png, jpeg, gzip, zip, mp4, font, woff2, elf, pdf, wasm, sqlite];
    for format in formats {
        assert_eq!(Content::of(format), Content::Binary, "{}", format.escape_ascii());
    }
}

#[test]
fn a_known_format_with_much_text_in_front_is_binary() {
    let mut jpeg = b"\xFF\xD8\xFF\xE1\x20\0http://ns.adobe.com/xap/1.0/\0".to_vec();
    jpeg.extend([b' '; 2000]);
    assert_eq!(Content::of(&jpeg), Content::Binary);
}

#[test]
fn unknown_formats_are_binary() {
    for length in [64, 200, 1445, 10_000] {
        assert_eq!(Content::of(&random_bytes(length)), Content::Binary, "{length}");
    }
    assert_eq!(Content::of(&[0; 512]), Content::Binary);
    // Bytes in order: as UTF-16, each character is of another script than the one before.
    assert_eq!(Content::of(&Vec::from_iter(0..0x20)), Content::Binary);
    assert_eq!(Content::of(&Vec::from_iter(0..=0xFF)), Content::Binary);
    let structures: Vec<u8> = (0..100u32).flat_map(|number| (number * 77).to_le_bytes()).collect();
    assert_eq!(Content::of(&structures), Content::Binary);
}

#[test]
fn text_may_start_like_a_format() {
    for text in ["BMW builds cars", "OTTO\x1A", "MZ is no program\x08", "PK and Rar! and \x01 7z", "ID3 of MP3\x1A"] {
        assert_ne!(Content::of(text.as_bytes()), Content::Binary, "{text}");
    }
}

#[test]
fn a_few_controls_do_not_make_text_binary() {
    let dos = b"gr\x81\xE1e\r\n\x1A";
    let padded = [b"gr\x81\xE1e\r\n".as_slice(), &[0x1A; 119]].concat();
    let torn = ["Spaß\n".as_bytes(), &[0; 505]].concat();
    let page = b"<p>caf\xE9 \x01 noir";
    let shift_jis = b"\x89\xCE\x90\xAF\x08";
    let nul = b"<p>caf\xE9\0 noir";
    let overstrikes = "É\x08É_\x08n_\x08o_\x08n".as_bytes();
    let fields = "8=FIX.4.2\x019=12\x0135=A\x0149=Ü\x0156=B\x01".as_bytes();
    let iso_2022_jp = b"\x1B$B2P@1\x1B(B";
    let texts: [&[u8]; 9] = [dos, &padded, &torn, page, shift_jis, nul, overstrikes, fields, iso_2022_jp];
    for text in texts {
        assert_eq!(Content::of(text), Content::Text, "{}", text.escape_ascii());
    }
}

/// [Binary data bytes](https://mimesniff.spec.whatwg.org/#binary-data-byte).
#[test]
fn each_byte_is_binary_or_not() {
    for byte in 0..=u8::MAX {
        let is_binary = matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
        let bytes = [b"gr\xFCn ", &[byte, byte][..]].concat().repeat(20);
        assert_eq!(Content::of(&bytes) == Content::Binary, is_binary, "{byte:02X}");
    }
}

#[test]
fn a_byte_order_mark_makes_it_text() {
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE", b"\xFF\xFE\0\0"] {
        assert_eq!(Content::of(&[mark, &random_bytes(300)].concat()), Content::Text, "{mark:02X?}");
    }
    assert_eq!(Content::of(b"\0\0\xFE\xFF\0\0\0a"), Content::Text, "UTF-32BE");
}

#[test]
fn ascii_is_decoded_alike_by_every_encoding() {
    for text in ["", "plain\r\n\x1A", "tab\tand\x0Cfeed"] {
        assert_eq!(Content::of(text.as_bytes()), Content::Ascii, "{text:?}");
    }
    assert_eq!(Content::of(b"\x1B[1mbold\x1B[0m"), Content::Text);
    assert_eq!(Content::of(b"shift\x0Eed\x0F"), Content::Text);
    let mut long = Vec::from([b'a'; 5000]);
    assert_eq!(Content::of(&long), Content::Ascii);
    long.extend("é".as_bytes());
    assert_eq!(Content::of(&long), Content::Text);
    for control in 0..=u8::MAX {
        let text = [b"ab", &[control][..], b"cd"].concat();
        let is_ascii = control < 0x80 && !matches!(control, 0x00 | 0x0E | 0x0F | 0x1B);
        assert_eq!(Content::of(&text), if is_ascii { Content::Ascii } else { Content::Text }, "{control:02X}");
    }
}

#[cfg(feature = "detector")]
#[test]
fn other_encodings_and_binary_data_are_not_utf_16() {
    let is_utf_16 = |bytes: &[u8]| charsniff::detect(bytes).is_some_and(|guess| guess.encoding.is_utf_16());
    for text in SCRIPTS {
        assert!(!is_utf_16(text.as_bytes()), "{text}");
    }
    for bytes in [&random_bytes(2048)[..], &[0; 64], b"a\0b\0c\0"] {
        assert!(!is_utf_16(bytes), "{bytes:02X?}");
    }
}

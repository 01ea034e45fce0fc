use std::fmt::Debug;

use charsniff::standard::{LabelError, TextDecodeOptions, TextDecoderOptions, TextEncoder};
use charsniff::{
    CoderResult, Context, DecoderResult, Detection, EncoderResult, Encoding, Explanation, Kind, Outcome, Sniffed,
    Source, Stage, StringType, TextUnit, explain, sniff,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Asserts the JSON of a value, and that it is deserialized as the same value.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    assert_eq!(serde_json::from_value::<T>(serde_json::to_value(&value).unwrap()).unwrap(), value);
}

#[test]
fn names_are_strings() {
    for encoding in Encoding::ALL {
        round_trip(encoding, &format!("\"{encoding}\""));
    }
    assert_eq!(serde_json::from_str::<Encoding>("\"latin1\"").unwrap(), Encoding::Windows1252);
    assert!(serde_json::from_str::<Encoding>("\"utf-9\"").unwrap_err().to_string().contains("no encoding"));
    for &kind in Kind::ALL {
        round_trip(kind, &format!("\"{}\"", kind.as_str()));
    }
    for &source in Source::ALL {
        round_trip(source, &format!("\"{}\"", source.as_str()));
    }
    for &stage in Stage::PIPELINE {
        round_trip(stage, &format!("\"{}\"", stage.as_str()));
    }
    round_trip(Detection::Legacy, "\"legacy\"");
    round_trip(Outcome::TooLate, "\"too-late\"");
    round_trip(StringType::Teletex, "\"teletex\"");
}

#[test]
fn verdicts_and_explanations_round_trip() {
    let page = b"\xEF\xBB\xBF<meta charset=\xFF\xC3>";
    round_trip(
        sniff(page, (), &Context::html()),
        r#"{"encoding":"UTF-8","confidence":"certain","source":"bom","bom":true,"label":null}"#,
    );
    round_trip(
        sniff(b"", "text/html; charset=sjis", &Context::html()),
        r#"{"encoding":"Shift_JIS","confidence":"certain","source":"transport","bom":false,"label":"sjis"}"#,
    );
    round_trip(
        sniff(page, (), &Context::of(Kind::HeaderValue)),
        r#"{"encoding":"isomorphic","confidence":"tentative","source":"default","bom":false,"label":null}"#,
    );
    let tentative = sniff(b"", (), &Context::html());
    round_trip(
        tentative,
        r#"{"encoding":"windows-1252","confidence":"tentative","source":"default","bom":false,"label":null}"#,
    );
    // What a verdict can do is kept.
    let json = serde_json::to_string(&tentative).unwrap();
    let mut read: Sniffed = serde_json::from_str(&json).unwrap();
    assert!(matches!(read.change_the_encoding(b"gbk", b"<p>"), charsniff::Change::Switch { .. }));
    let impossible = r#"{"encoding":"KOI8-R","confidence":"certain","source":"bom","bom":true}"#;
    assert!(serde_json::from_str::<Sniffed>(impossible).unwrap_err().to_string().contains("no byte order mark"));
    for &kind in Kind::ALL {
        for bytes in [&page[..], b"", b"\xCC\xE0\xF0\xF1", b"<meta charset=koi8-r>"] {
            let context = Context::of(kind).locale("ru").override_encoding("\u{FFFD}");
            let explanation = explain(bytes, [("Content-Type", b"text/html; charset=\xFF\xFE")], &context);
            let json = serde_json::to_string(&explanation).unwrap();
            assert_eq!(serde_json::from_str::<Explanation>(&json).unwrap(), explanation, "{json}");
        }
    }
    // `stage` gives the report of its stage, whatever was read.
    let mut json = serde_json::to_value(explain(page, (), &Context::html())).unwrap();
    json["stages"].as_array_mut().unwrap().pop();
    let error = serde_json::from_value::<Explanation>(json).unwrap_err();
    assert!(error.to_string().contains("not those of the pipeline"));
}

#[test]
fn decoding_results_round_trip() {
    let decoded = charsniff::decode(b"a\xFF", "text/html;charset=utf-8", &Context::html());
    let json = serde_json::to_string(&decoded).unwrap();
    assert_eq!(serde_json::from_str::<charsniff::Decoded<'_>>(&json).unwrap(), decoded);
    let error = charsniff::try_decode(b"a\xFF", (), &Context::xml()).unwrap_err();
    round_trip(error, r#"{"offset":1,"length":1,"encoding":"UTF-8"}"#);
    let health = charsniff::health(b"a\xFF", &sniff(b"", (), &Context::xml()));
    assert_eq!(serde_json::to_value(health).unwrap()["first-error"], 1);
    round_trip(health, &serde_json::to_string(&health).unwrap());
}

/// What decoders and the Web's text decoder take and return.
#[test]
fn codecs_and_their_options_round_trip() {
    round_trip(TextUnit::Utf16, "\"utf16\"");
    round_trip(CoderResult::OutputFull, "\"output-full\"");
    round_trip(DecoderResult::Malformed(2, 1), r#"{"malformed":[2,1]}"#);
    round_trip(EncoderResult::Unmappable('é'), r#"{"unmappable":"é"}"#);
    round_trip(TextEncoder.encode_into("😀", &mut [0; 4]), r#"{"read":2,"written":4}"#);
    round_trip(LabelError::Replacement, "\"replacement\"");
    round_trip(TextDecodeOptions { stream: true }, r#"{"stream":true}"#);
    let options: TextDecoderOptions = serde_json::from_str(r#"{"ignore-bom":true}"#).unwrap();
    assert_eq!(options, TextDecoderOptions { fatal: false, ignore_bom: true });
}

#[cfg(feature = "detector")]
#[test]
fn guesses_round_trip() {
    round_trip(
        charsniff::detect(b"\xFF\xFE").unwrap(),
        r#"{"encoding":"UTF-16LE","probability":1.0,"language":null,"script":null,"runners-up":[]}"#,
    );
    let guess = charsniff::detect(b"\xCC\xE0\xF0\xF1").unwrap();
    assert!(!guess.runners_up.is_empty());
    let json = serde_json::to_string(&guess).unwrap();
    assert_eq!(serde_json::from_str::<charsniff::Guess>(&json).unwrap(), guess, "{json}");
}

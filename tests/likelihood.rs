//! How likely a verdict is: by the bytes, and by what is declared, whoever decided.

#![cfg(all(feature = "detector", feature = "encode"))]

use std::fs;

use charsniff::{Assessment, Context, Detection, Encoding, Kind, Likelihood, Reading, assess, claims, explain, sniff};

const RUSSIAN: &str = "<p>Погода сегодня переменная, к вечеру обещают дождь, а ночью заморозки.";

fn likelihood(bytes: &[u8], header: Option<&str>, context: &Context) -> Option<Likelihood> {
    let explained = explain(bytes, header, context);
    let likelihood = sniff(bytes, header, context).likelihood(bytes, context);
    assert_eq!(explained.likelihood, likelihood, "explain says the same as sniff");
    assert_eq!(assess(bytes, header, context).likelihood, likelihood, "assess says the same as sniff");
    likelihood
}

#[test]
fn what_needs_no_guess_is_sure() {
    let context = Context::html();
    let sure = |bytes: &[u8], header| likelihood(bytes, header, &context).unwrap();
    for (bytes, header) in [
        (&b"<p>plain words"[..], None),
        (b"<p>plain words", Some("text/html; charset=iso-8859-1")),
        (b"<p>plain words", Some("text/html; charset=shift_jis")),
        (b"\xEF\xBB\xBF<p>caf\xC3\xA9", None),
        (b"\xFF\xFE<\0p\0>\0", Some("text/html; charset=koi8-r")),
    ] {
        let likelihood = sure(bytes, header);
        assert_eq!((likelihood.probability, likelihood.runner_up), (1.0, None), "{bytes:?} {header:?}");
        assert_eq!(likelihood.margin(), 1.0);
    }
    let utf_8 = sure(RUSSIAN.as_bytes(), Some("text/html; charset=utf-8"));
    assert!(utf_8.probability > 0.99 && utf_8.language.as_deref() == Some("ru"), "{utf_8:?}");
}

#[test]
fn binary_data_and_what_is_in_no_encoding_have_no_number() {
    assert_eq!(likelihood(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", None, &Context::html()), None);
    assert_eq!(likelihood(b"caf\xE9", None, &Context::of(Kind::HeaderValue)), None);
}

#[test]
fn a_claim_that_the_bytes_speak_against_is_unlikely() {
    let (bytes, _, _) = Encoding::Windows1251.encode(RUSSIAN);
    let honest = likelihood(&bytes, Some("text/html; charset=windows-1251"), &Context::html()).unwrap();
    assert!(honest.probability > 0.9 && honest.margin() > 0.8, "{honest:?}");
    assert_eq!((honest.language.as_deref(), honest.script.as_deref()), (Some("ru"), Some("Cyrl")));
    // The standard's reading follows the header, whatever the bytes say.
    let lie = likelihood(&bytes, Some("text/html; charset=koi8-r"), &Context::html()).unwrap();
    assert!(lie.probability < 0.1 && lie.margin() < -0.8, "{lie:?}");
    assert_eq!(lie.runner_up.map(|other| other.encoding), Some(Encoding::Windows1251));
    assert_eq!((lie.language, lie.script), (None, None));
    // The crawler's does not.
    let crawler = Context::html().reading(Reading::Crawler);
    let refuted = explain(&bytes, "text/html; charset=koi8-r", &crawler);
    assert_eq!(refuted.sniffed.encoding, Encoding::Windows1251);
    assert!(refuted.likelihood.as_ref().unwrap().probability > 0.9, "{refuted}");
    assert!(refuted.to_string().contains("the bytes read better in another encoding; probability 0.9"), "{refuted}");
}

#[test]
fn little_evidence_is_less_likely_than_much() {
    let crawler = Context::text().reading(Reading::Crawler);
    let (whole, _, _) = Encoding::Windows1251.encode(RUSSIAN);
    let much = likelihood(&whole, None, &crawler).unwrap();
    let little = likelihood(b"\xEA\xE0\xF2", None, &crawler).unwrap();
    assert!(little.probability < much.probability && little.margin() < much.margin(), "{little:?} {much:?}");
    let other = little.runner_up.unwrap();
    assert!(other.probability > 0.0 && little.probability + other.probability <= 1.0, "{little:?}");
}

#[test]
fn candidates_of_the_context_count() {
    let word = b"\xEA\xE0\xF2";
    let only = Context::text().only([Encoding::Koi8R, Encoding::Windows1251]);
    let likelihood = likelihood(word, None, &only).unwrap();
    let others = likelihood.runner_up.map(|other| other.encoding);
    assert!(others.is_none_or(|other| [Encoding::Koi8R, Encoding::Windows1251].contains(&other)), "{likelihood:?}");
}

/// The detector reads UTF-8 once for verdict and likelihood, but not where it looks at a part of the bytes only.
#[test]
fn an_assessment_is_verdict_likelihood_and_claims() {
    let contexts = |context: Context| {
        let crawlers = context.clone().reading(Reading::Crawler);
        let start = crawlers.clone().detection_ceiling(300);
        [context, crawlers.clone().truncated(true), start, crawlers.detection(Detection::Legacy)]
    };
    let mut texts = 0;
    for entry in fs::read_dir("fixtures/pages").unwrap() {
        let page = fs::read(entry.unwrap().path()).unwrap();
        let headers =
            [None, Some("text/html; charset=utf-8"), Some("text/plain; charset=koi8-r"), Some("text/css; charset=x")];
        for header in headers {
            for context in [Context::html(), Context::text(), Context::css()].into_iter().flat_map(contexts) {
                let Assessment { sniffed, likelihood, claims: claimed, .. } = assess(&page, header, &context);
                assert_eq!(sniffed, sniff(&page, header, &context));
                assert_eq!(likelihood, sniffed.likelihood(&page, &context));
                assert_eq!(claimed, claims(&page, header, &context));
                texts += usize::from(likelihood.is_some());
            }
        }
    }
    assert!(texts > 4000, "{texts}");
}

/// Two encodings may differ in a single byte, far behind what is scored.
#[test]
fn one_byte_makes_another_text_wherever_it_is() {
    let french = "<p>Déjà, l’été s’achève à l’orée du bois, où la rosée perle près des fougères.\n";
    let same = french.replace('’', "'").repeat(1000);
    let context = Context::html();
    let header = "text/html; charset=iso-8859-15";
    for sign in ["€", ""] {
        let text = format!("{same}{sign}{same}");
        let page = Encoding::Windows1252.encode(&text).0;
        let likelihood = likelihood(&page, Some(header), &context).unwrap();
        let is_alike = sign.is_empty();
        assert_eq!(likelihood.probability > 0.9, is_alike, "{likelihood:?}");
        let other = likelihood.runner_up.map(|other| other.encoding);
        assert_eq!(other == Some(Encoding::Windows1252), !is_alike, "{likelihood:?}");
    }
}

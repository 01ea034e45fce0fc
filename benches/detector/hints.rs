//! The gain from right hints, and the loss from wrong ones.

use charsniff::{Context, sniff};
use encoding_rs::Encoding;

use crate::corpus::{Wide, same_text, wide_samples};

/// A language, and a top-level domain of a country that speaks it.
const LANGUAGES: [(&str, &str); 39] = [
    ("ar", "eg"),
    ("be", "by"),
    ("bg", "bg"),
    ("cs", "cz"),
    ("da", "dk"),
    ("de", "de"),
    ("el", "gr"),
    ("es", "es"),
    ("et", "ee"),
    ("fa", "ir"),
    ("fi", "fi"),
    ("fo", "fo"),
    ("fr", "fr"),
    ("ga", "ie"),
    ("he", "il"),
    ("hr", "hr"),
    ("hu", "hu"),
    ("is", "is"),
    ("it", "it"),
    ("ja", "jp"),
    ("ko", "kr"),
    ("lt", "lt"),
    ("lv", "lv"),
    ("mk", "mk"),
    ("mt", "mt"),
    ("nl", "nl"),
    ("pl", "pl"),
    ("pt", "pt"),
    ("ro", "ro"),
    ("ru", "ru"),
    ("sk", "sk"),
    ("sl", "si"),
    ("sv", "se"),
    ("th", "th"),
    ("tr", "tr"),
    ("uk", "ua"),
    ("ur", "pk"),
    ("vi", "vn"),
    ("zh-Hans", "cn"),
];

/// The languages that wrong hints name: those of the most Web pages.
const WRONG: [&str; 9] = ["en", "ru", "ja", "de", "es", "fr", "pl", "tr", "el"];

/// A kind of hint: what `sniff` is told of a language with this domain.
struct Kind {
    name: &'static str,
    header: fn(&'static str, &'static str) -> Option<&'static str>,
    context: fn(&'static str, &'static str) -> Context,
}

const KINDS: [Kind; 3] = [
    Kind { name: "language of the page", header: |tag, _| Some(tag), context: |_, _| Context::text() },
    Kind { name: "locale", header: |_, _| None, context: |tag, _| Context::text().locale(tag) },
    Kind { name: "top-level domain", header: |_, _| None, context: |_, tld| Context::text().tld(tld) },
];

fn answer(bytes: &[u8], kind: &Kind, (tag, tld): (&'static str, &'static str)) -> &'static Encoding {
    let context = (kind.context)(tag, tld);
    let sniffed = match (kind.header)(tag, tld) {
        Some(tag) => sniff(bytes, [("Content-Language", tag)], &context),
        None => sniff(bytes, (), &context),
    };
    Encoding::for_label(sniffed.encoding.name().as_bytes()).unwrap_or(encoding_rs::UTF_8)
}

/// A table: a kind of hint a row; right answers without it, with the right one, with wrong ones on
/// average, and with the worst of them.
pub fn print() {
    let samples: Vec<(Wide, (&str, &str))> = wide_samples()
        .into_iter()
        .filter(|sample| !sample.label.starts_with("utf"))
        .filter_map(|sample| {
            let language = LANGUAGES.into_iter().find(|(tag, _)| *tag == sample.language)?;
            Some((sample, language))
        })
        .collect();
    println!("\n{} wide samples, right texts in percent\n", samples.len());
    println!("| hint | none | right | wrong, mean | worst | bytes |\n| --- | ---: | ---: | ---: | --- | --- |");
    for (name, most) in [("all", usize::MAX), ("up to 64", 64)] {
        let samples: Vec<_> = samples.iter().filter(|(sample, _)| sample.bytes.len() <= most).collect();
        let percent = |right: usize, all: usize| 100.0 * right as f64 / all.max(1) as f64;
        let is_right = |sample: &Wide, answer| same_text(&sample.bytes, false, answer, sample.encoding);
        let plain = |sample: &Wide| {
            let name = sniff(&sample.bytes, (), &Context::text()).encoding.name();
            Encoding::for_label(name.as_bytes()).unwrap_or(encoding_rs::UTF_8)
        };
        let none = samples.iter().filter(|(sample, _)| is_right(sample, plain(sample))).count();
        for kind in &KINDS {
            let hinted = samples.iter().filter(|(sample, of)| is_right(sample, answer(&sample.bytes, kind, *of)));
            let right = percent(hinted.count(), samples.len());
            let wrong = WRONG.map(|tag| {
                let hint = LANGUAGES.into_iter().find(|(language, _)| *language == tag).unwrap_or(("en", "uk"));
                let others: Vec<_> = samples.iter().filter(|(_, of)| of.0 != tag).collect();
                let without = others.iter().filter(|(sample, _)| is_right(sample, plain(sample))).count();
                let with = others.iter().filter(|(sample, _)| is_right(sample, answer(&sample.bytes, kind, hint)));
                // As if it had been given with all samples.
                (
                    percent(none, samples.len()) - percent(without, others.len()) + percent(with.count(), others.len()),
                    tag,
                )
            });
            let mean = wrong.iter().map(|(percent, _)| percent).sum::<f64>() / wrong.len() as f64;
            let (worst, tag) = wrong.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default();
            println!(
                "| {} | {:.2} | {right:.2} | {mean:.2} | {worst:.2} (`{tag}`) | {name} |",
                kind.name,
                percent(none, samples.len()),
            );
        }
    }
}

//! Texts that nobody damaged: none of them may change.

use std::collections::BTreeMap;

use charsniff::{Context, Damage, Encoding, Repair, decode};

use crate::{corpus, saved};

/// The legacy encodings in which text is common, for texts whose own is not known.
const COMMON: [Encoding; 16] = [
    Encoding::Windows1252,
    Encoding::Windows1250,
    Encoding::Windows1251,
    Encoding::Windows1253,
    Encoding::Windows1254,
    Encoding::Windows1255,
    Encoding::Windows1256,
    Encoding::Windows1257,
    Encoding::Windows874,
    Encoding::Iso8859_2,
    Encoding::Koi8R,
    Encoding::Macintosh,
    Encoding::ShiftJis,
    Encoding::Gbk,
    Encoding::Big5,
    Encoding::EucKr,
];

#[derive(Default)]
struct Count {
    texts: usize,
    changed: usize,
    /// Those of which only C1 controls changed, which nobody writes: they are damaged already.
    controls: usize,
}

pub fn print() {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut add = |kind: &'static str, name: &str, bytes: &[u8], header: &str| {
        let decoded = decode(bytes, header, &Context::html().repair(true));
        let count = counts.entry(kind).or_default();
        count.texts += 1;
        if decoded.repairs.is_empty() {
            return;
        }
        if decoded.repairs.iter().all(|repair| repair.damage == Damage::C1Control) {
            count.controls += 1;
            return;
        }
        count.changed += 1;
        for Repair { was, became, encodings, bytes: place, .. } in decoded.repairs.iter().take(4) {
            let around = &bytes[place.start.saturating_sub(12)..(place.end + 12).min(bytes.len())];
            println!(
                "  {kind} {name} {header}: {was:?} became {became:?} {encodings:?}, in {:?}",
                around.escape_ascii().to_string()
            );
        }
    };
    let texts = corpus::samples().into_iter().chain(corpus::paragraphs());
    for text in texts {
        add("text in UTF-8", &text.name, text.text.as_bytes(), "text/html; charset=utf-8");
        let own = text.legacy.as_deref().and_then(|label| Encoding::for_label(label.as_bytes()));
        let legacy = own.filter(|own| *own != Encoding::Utf8 && own.output_encoding() == *own);
        let all = COMMON.iter().copied().filter(|_| own.is_none());
        for encoding in
            legacy.into_iter().chain(all.into_iter().filter(|own| !text.text.is_ascii() && *own != Encoding::Utf8))
        {
            let (bytes, _, had_unmappable) = encoding.encode(&text.text);
            if !had_unmappable {
                add(
                    "text in a legacy encoding, declared",
                    &text.name,
                    &bytes,
                    &format!("text/html; charset={encoding}"),
                );
            }
        }
    }
    for (name, page) in saved::pages() {
        if let Ok(text) = std::str::from_utf8(&page) {
            add("page in UTF-8", &name, &page, "text/html; charset=utf-8");
            for encoding in COMMON {
                let (bytes, _, had_unmappable) = encoding.encode(text);
                if !had_unmappable && !text.is_ascii() {
                    add(
                        "page in a legacy encoding, declared",
                        &name,
                        &bytes,
                        &format!("text/html; charset={encoding}"),
                    );
                }
            }
        } else {
            add("page, as its bytes say", &name, &page, "text/html");
        }
    }
    println!("\n| texts that nobody damaged | texts | changed | besides, C1 controls |\n| --- | ---: | ---: | ---: |");
    for (kind, Count { texts, changed, controls }) in counts {
        println!("| {kind} | {texts} | {changed} | {controls} |");
    }
}

//! The first short texts of a process are decoded without the whole table of an encoding's pairs, and in the same way.

#[path = "support/random.rs"]
mod random;

use charsniff::Encoding;
use random::Random;

/// More than a process decodes before it builds the table.
const MUCH: usize = 64 * 1024;

#[test]
fn first_texts_are_decoded_like_later_ones() {
    let texts = [
        "Mars ist ein Planet. ",
        "\u{706B}\u{661F}\u{662F}\u{592A}\u{967D}\u{7CFB}\u{7684}\u{884C}\u{661F}",
        "\u{D654}\u{C131}\u{C740} \u{D589}\u{C131}",
    ];
    let encodings =
        [Encoding::Big5, Encoding::EucJp, Encoding::EucKr, Encoding::Gb18030, Encoding::Iso2022Jp, Encoding::ShiftJis];
    let mut compared = 0;
    for encoding in encodings {
        let mut random = Random::new(1);
        let encoded = texts.map(|text| encoding.encode(text).0.into_owned());
        let inputs: Vec<Vec<u8>> = (0..40)
            .map(|_| {
                let mut input = Vec::new();
                while input.len() < 400 {
                    match random.below(4) {
                        0 => input.extend((0..random.below(40)).map(|_| random.next() as u8)),
                        text => input.extend(&encoded[text - 1]),
                    }
                }
                input
            })
            .collect();
        let decode = || inputs.iter().map(|input| encoding.decode_without_bom_handling(input)).collect::<Vec<_>>();
        let first: Vec<_> = decode();
        let _ = encoding.decode_without_bom_handling(&vec![0xA1; MUCH]);
        for (first, later) in first.iter().zip(decode()) {
            assert_eq!(*first, later, "{encoding}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

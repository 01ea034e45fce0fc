use std::fmt::{Debug, Display};
use std::str::FromStr;

use charsniff::{Confidence, Content, Detection, Encoding, Kind, Outcome, Source, Stage, StringType};

/// Asserts that the displayed form of each value is parsed as that value.
fn round_trip<T: FromStr<Err = charsniff::UnknownName> + Display + Debug + PartialEq + Copy>(values: &[T]) {
    for &value in values {
        assert_eq!(value.to_string().parse::<T>(), Ok(value));
    }
    assert!("".parse::<T>().is_err());
    assert!("nonsense".parse::<T>().unwrap_err().to_string().starts_with("no "));
}

#[test]
fn names_are_parsed_as_they_are_displayed() {
    round_trip(&Encoding::ALL);
    round_trip(Kind::ALL);
    round_trip(Source::ALL);
    round_trip(Content::ALL);
    round_trip(Stage::PIPELINE);
    round_trip(&[Confidence::Certain, Confidence::Tentative]);
    round_trip(&[Detection::Off, Detection::Legacy, Detection::Full]);
    #[cfg(feature = "chardetng")]
    round_trip(&[Detection::Firefox]);
    #[cfg(feature = "compact-enc-det")]
    round_trip(&[Detection::Chromium]);
    // The name of a detector that this build lacks is an unknown name.
    let builds = [("firefox", cfg!(feature = "chardetng")), ("chromium", cfg!(feature = "compact-enc-det"))];
    for (name, is_built) in builds {
        assert_eq!(name.parse::<Detection>().is_ok(), is_built, "{name}");
    }
    round_trip(&[StringType::Utf8, StringType::Bmp, StringType::Teletex, StringType::Ascii]);
}

#[test]
fn what_is_displayed_can_be_padded() {
    assert_eq!(format!("{:>9}|{:<6}|", Outcome::TooLate, Source::Meta), " too-late|meta  |");
    assert_eq!(format!("{:^5}", Kind::Xml), " xml ");
}

/// Programs keep these values in structs that derive `Clone` and `Debug`, and move them between threads.
#[test]
fn values_have_the_common_traits() {
    fn all<T: Clone + Debug + Send + Sync + Unpin + std::panic::UnwindSafe>() {}
    fn keys<T: std::hash::Hash + Eq>() {}
    all::<charsniff::Context>();
    all::<charsniff::Decoded<'_>>();
    all::<charsniff::Decoder>();
    all::<charsniff::Explanation>();
    all::<charsniff::HealthCheck>();
    all::<charsniff::MetaScanner>();
    all::<charsniff::MetaStream>();
    all::<charsniff::Sniffer>();
    all::<charsniff::StreamDecoder>();
    all::<charsniff::standard::TextDecoder>();
    keys::<(Encoding, Kind, Source, Stage, Confidence, Content, Detection, Outcome)>();
    keys::<(charsniff::Sniffed, charsniff::DecodeError, charsniff::Change)>();
    assert!(Source::ALL.is_sorted());
}

/// The debug output of an adapter says how far it is, and not every byte of its buffer.
#[test]
fn adapters_have_short_debug_output() {
    let mut reader = charsniff::Reader::new(std::io::repeat(b'a'), (), &charsniff::Context::html());
    reader.sniff().unwrap();
    let output = format!("{reader:?}");
    assert!(output.starts_with("Reader { inner: Repeat") && output.contains("windows-1252"), "{output}");
    assert!(output.len() < 400, "{output}");
}

#[test]
fn every_label_is_parsed() {
    for encoding in Encoding::ALL {
        assert!(encoding.labels().iter().all(|label| label.parse() == Ok(encoding)));
    }
}

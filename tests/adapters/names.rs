use std::fmt::{Debug, Display};
use std::str::FromStr;

use charsniff::{Confidence, Content, Detection, Encoding, Kind, Outcome, Source, Stage, StringType};

/// Asserts that each value is parsed from what it is displayed as.
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
    round_trip(&Stage::PIPELINE);
    round_trip(&[Confidence::Certain, Confidence::Tentative]);
    round_trip(&[Detection::Off, Detection::Legacy, Detection::Full]);
    #[cfg(feature = "chardetng")]
    round_trip(&[Detection::Firefox]);
    round_trip(&[StringType::Utf8, StringType::Bmp, StringType::Teletex, StringType::Ascii]);
}

#[test]
fn what_is_displayed_can_be_padded() {
    assert_eq!(format!("{:>9}|{:<6}|", Outcome::TooLate, Source::Meta), " too-late|meta  |");
    assert_eq!(format!("{:^5}", Kind::Xml), " xml ");
}

#[test]
fn every_label_is_parsed() {
    for encoding in Encoding::ALL {
        assert!(encoding.labels().iter().all(|label| label.parse() == Ok(encoding)));
    }
}

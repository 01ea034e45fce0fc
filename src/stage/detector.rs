//! Stage 7: the detector.

use core::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::{Evidence, Finding, last_word};
use crate::context::Detection;
use crate::{Encoding, Source};

/// What the detector saw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detected {
    pub(crate) encoding: Encoding,
    pub(crate) bytes_examined: usize,
}

impl fmt::Display for Detected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes examined", self.bytes_examined)
    }
}

pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    if last_word::is_json(evidence) {
        return Finding::remark("JSON is UTF-8: nothing to guess");
    }
    let facts = &evidence.context.facts;
    if facts.detection == Detection::Off {
        return Finding::remark("switched off");
    }
    if evidence.bytes.is_ascii() && !(facts.detect_iso_2022_jp && evidence.bytes.contains(&0x1B)) {
        return Finding::remark("no byte above 7F: no evidence");
    }
    let iso_2022_jp = if facts.detect_iso_2022_jp { Iso2022JpDetection::Allow } else { Iso2022JpDetection::Deny };
    let utf_8 = if facts.detection == Detection::Full { Utf8Detection::Allow } else { Utf8Detection::Deny };
    let bytes = &evidence.bytes[..evidence.bytes.len().min(facts.detection_ceiling)];
    let mut detector = EncodingDetector::new(iso_2022_jp);
    detector.feed(bytes, !facts.truncated && bytes.len() == evidence.bytes.len());
    let tld = facts.tld.as_deref().map(|tld| tld.to_ascii_lowercase());
    let guess = detector.guess(tld.as_deref().map(str::as_bytes), utf_8);
    let Some(encoding) = Encoding::for_label(guess.name().as_bytes()) else { return Finding::nothing() };
    Finding {
        detected: Some(Detected { encoding, bytes_examined: bytes.len() }),
        ..Finding::tentative(encoding, Source::Detector)
    }
}

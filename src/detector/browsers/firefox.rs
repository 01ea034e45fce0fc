//! Firefox's own detector, `chardetng`, for [`Detection::Firefox`](crate::Detection::Firefox).

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use crate::Encoding;

/// The encoding that Firefox detects for an unlabelled page. For ASCII that is the default of the top-level domain, and
/// `None` where that is windows-1252.
pub(crate) fn detect(page: &[u8], is_cut: bool, tld: Option<&[u8]>, iso_2022_jp: bool) -> Option<Encoding> {
    let iso_2022_jp = if iso_2022_jp { Iso2022JpDetection::Allow } else { Iso2022JpDetection::Deny };
    let mut detector = EncodingDetector::new(iso_2022_jp);
    let has_non_ascii = detector.feed(page, !is_cut);
    // `guess` panics on a domain with anything but lowercase letters, digits and hyphens.
    let tld = tld.filter(|tld| tld.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')));
    let guess = Encoding::for_label(detector.guess(tld, Utf8Detection::Deny).name().as_bytes());
    guess.filter(|guess| has_non_ascii || *guess != Encoding::Windows1252)
}

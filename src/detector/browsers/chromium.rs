//! Chromium's own detector, compact_enc_det, for [`Detection::Chromium`](crate::Detection::Chromium).

use alloc::format;

use compact_enc_det::{DetectHints, Encoding as Answer, TextCorpusType, detect_encoding};

use crate::Encoding;

/// Chromium waits for three bytes, which may be a byte order mark.
const LONGEST_UNASKED: usize = 2;

/// Longer input does not fit the `int` in which compact_enc_det takes its length.
const MOST_BYTES: usize = i32::MAX as usize;

/// The encoding in which Chromium reads a resource without a label: the detector's answer if Chromium follows it,
/// otherwise the default for the top-level domain; `None` if there is none.
pub(crate) fn detect(page: &[u8], html: bool, tld: Option<&[u8]>, iso_2022_jp: bool) -> Option<Encoding> {
    let tld = tld.and_then(|tld| str::from_utf8(tld).ok());
    // At the end of the resource, Chromium asks its detector again only if it is HTML.
    let is_asked = page.len() > if html { 0 } else { LONGEST_UNASKED };
    let found = is_asked.then(|| ask(page, tld)).flatten();
    found.filter(|found| iso_2022_jp || *found != Encoding::Iso2022Jp).or_else(|| tld.and_then(default_of))
}

/// compact_enc_det's answer as an encoding of the Encoding Standard; `None` if Chromium does not follow it, as for
/// UTF-8.
fn ask(page: &[u8], tld: Option<&str>) -> Option<Encoding> {
    let page = &page[..page.len().min(MOST_BYTES)];
    // Chromium passes the URL of the page, of which only the domain has an effect. The C string ends at a NUL, so
    // only printable domains are passed.
    let is_domain = |tld: &&str| tld.bytes().all(|byte| byte.is_ascii_graphic());
    let url_hint = &tld.filter(is_domain).map(|tld| format!("http://page.{tld}/")).unwrap_or_default();
    let corpus_type = TextCorpusType::WEB_CORPUS;
    // Chromium includes 7-bit encodings, since ISO-2022-JP is one.
    let hints = DetectHints { url_hint, corpus_type, ignore_7bit_mail_encodings: false, ..DetectHints::default() };
    let answer = detect_encoding(page, hints);
    match answer.encoding {
        Answer::UTF8 | Answer::UNKNOWN_ENCODING => None,
        encoding if is_ascii_for_the_web(encoding) => Some(Encoding::Windows1252),
        _ => Encoding::for_label(answer.mime_name.as_bytes()),
    }
}

/// Chromium's default for pages from a top-level domain. In five entries Chromium has mixed up Baltic and Arabic:
/// windows-1256 for Estonia, Latvia and Lithuania, and windows-1257 for Egypt and Iran.
fn default_of(tld: &str) -> Option<Encoding> {
    Some(match tld {
        "az" | "tr" => Encoding::Windows1254,
        "bg" | "mk" | "rs" | "ru" | "ua" => Encoding::Windows1251,
        "cn" => Encoding::Gbk,
        "cz" | "hr" | "sk" => Encoding::Windows1250,
        "ee" | "lt" | "lv" => Encoding::Windows1256,
        "eg" | "ir" => Encoding::Windows1257,
        "gr" => Encoding::Iso8859_7,
        "hk" | "tw" => Encoding::Big5,
        "hu" | "pl" | "ro" | "si" => Encoding::Iso8859_2,
        "il" => Encoding::Windows1255,
        "jp" => Encoding::ShiftJis,
        "kr" => Encoding::EucKr,
        "th" => Encoding::Windows874,
        "vn" => Encoding::Windows1258,
        _ => return None,
    })
}

/// Whether Chromium, which builds compact_enc_det for HTML5, treats this answer as ASCII: 7-bit encodings, UTF-16,
/// and those that are not in the Encoding Standard.
fn is_ascii_for_the_web(answer: Answer) -> bool {
    use Answer::*;
    matches!(
        answer,
        ISO_2022_KR
            | ISO_2022_CN
            | HZ_GB_2312
            | UTF7
            | UTF16LE
            | UTF16BE
            | CHINESE_EUC_DEC
            | CHINESE_CNS
            | CHINESE_BIG5_CP950
            | JAPANESE_CP932
            | MSFT_CP874
            | TSCII
            | TAMIL_MONO
            | TAMIL_BI
            | JAGRAN
            | BHASKAR
            | HTCHANAKYA
            | BINARYENC
            | UTF8UTF8
            | TAM_ELANGO
            | TAM_LTTMBARANI
            | TAM_SHREE
            | TAM_TBOOMIS
            | TAM_TMNEWS
            | TAM_WEBTAMIL
            | KDDI_SHIFT_JIS
            | DOCOMO_SHIFT_JIS
            | SOFTBANK_SHIFT_JIS
            | KDDI_ISO_2022_JP
            | SOFTBANK_ISO_2022_JP
    )
}

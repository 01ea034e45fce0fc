//! How common each encoding is among the Web's unlabelled pages.

use crate::Encoding;

/// The prior of an encoding: a cost that is higher the rarer the encoding is among the Web's
/// unlabelled pages. The most common one, windows-1252, costs nothing. The costs are estimates, chosen with the samples
/// of `docs/scoreboard.md` in view: no survey counts unlabelled pages. `docs/detector.md` compares them with the shares
/// of all pages in Common Crawl. They are at most 6 nats, since more would hide rare encodings.
pub(crate) fn encoding_prior(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Windows1252 => 0,
        Encoding::Windows1251 => 4,
        Encoding::ShiftJis | Encoding::EucJp | Encoding::EucKr | Encoding::Gbk | Encoding::Gb18030 | Encoding::Big5 => {
            4
        }
        Encoding::Windows1254 | Encoding::Windows1256 => 14,
        Encoding::Iso8859_7 | Encoding::Iso8859_15 => 16,
        Encoding::Windows1253 | Encoding::Windows1255 | Encoding::Windows1257 => 16,
        Encoding::Windows874 => 18,
        Encoding::Koi8R => 22,
        Encoding::Windows1250 => 20,
        Encoding::Iso8859_2 => 22,
        Encoding::Windows1258 | Encoding::Koi8U | Encoding::XMacCyrillic => 24,
        Encoding::Iso8859_5 | Encoding::Ibm866 | Encoding::Iso8859_6 => 28,
        Encoding::Iso8859_8 | Encoding::Iso8859_8I | Encoding::Iso8859_13 | Encoding::Iso8859_4 => 34,
        Encoding::Iso8859_10 => 46,
        _ => 42,
    }
}

//! How the caller wants a resource read: the limits of the prescan and the detector, and the treatment of malformed
//! sequences. [`Context::reading`], which chooses whose rules apply, is in `stage/prescan/reading.rs`.

use super::{Context, Detection};
use crate::Encoding;
use crate::detector::candidates::Candidates;
use crate::repair::Repairer;

/// How the resource is read.
impl Context {
    /// How many bytes from the start the prescan may read; 1,024 by default.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let page = b"<!doctype html><meta charset=gbk>";
    /// assert_eq!(sniff(page, (), &Context::html().prescan_limit(15)).source, Source::Default);
    /// ```
    pub fn prescan_limit(mut self, bytes: usize) -> Context {
        self.facts.prescan_limit = bytes;
        self
    }

    /// How far the detector may go; by default, as [the reading](Self::reading) says.
    ///
    /// ```
    /// use charsniff::{Context, Detection, Source, sniff};
    /// assert_eq!(sniff("é".as_bytes(), (), &Context::html().detection(Detection::Off)).source, Source::Default);
    /// ```
    pub fn detection(mut self, detection: Detection) -> Context {
        self.facts.detection = Some(detection);
        self
    }

    /// Limits the detector to these encodings, and to those of other calls of this method. Declarations that the
    /// context consults still count. The browsers' own detectors ignore this limit.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let context = Context::html().only([Encoding::ShiftJis, Encoding::EucJp]);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(b"<p>\xBF\xA7", (), &context).encoding, Encoding::EucJp);
    /// ```
    pub fn only(self, encodings: impl IntoIterator<Item = Encoding>) -> Context {
        self.choose(|candidates| candidates.allow_only(encodings))
    }

    /// Forbids the detector to answer these encodings. Declarations that the context consults still count.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let context = Context::html().except([Encoding::Utf8]);
    /// assert_ne!(sniff("<p>é".as_bytes(), (), &context).encoding, Encoding::Utf8);
    /// ```
    pub fn except(self, encodings: impl IntoIterator<Item = Encoding>) -> Context {
        self.choose(|candidates| candidates.leave_out(encodings))
    }

    /// Makes the detector answer one of these encodings where the bytes leave the question open. Clear evidence in
    /// the bytes outweighs the preference.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let context = Context::html().prefer([Encoding::Iso8859_15]);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(b"<p>caf\xE9", (), &context).encoding, Encoding::Iso8859_15);
    /// ```
    pub fn prefer(self, encodings: impl IntoIterator<Item = Encoding>) -> Context {
        self.choose(|candidates| candidates.prefer(encodings))
    }

    fn choose(mut self, choice: impl FnOnce(&mut Candidates)) -> Context {
        choice(self.facts.candidates.get_or_insert_default());
        self
    }

    /// Whether the detector may answer ISO-2022-JP in HTML too. Off by default: whoever can put
    /// escape sequences into a page could change how the rest of it is read. Outside of HTML,
    /// the [readings](Self::reading) of browsers and crawlers allow it anyway, as browsers do.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let page = b"\x1B$B2P@1\x1B(B";
    /// assert_ne!(sniff(page, (), &Context::html()).encoding, Encoding::Iso2022Jp);
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(page, (), &Context::html().detect_iso_2022_jp(true)).encoding, Encoding::Iso2022Jp);
    /// ```
    #[doc(alias = "iso_2022_jp")]
    pub fn detect_iso_2022_jp(mut self, allowed: bool) -> Context {
        self.facts.detect_iso_2022_jp = allowed;
        self
    }

    /// How many bytes from the start the detector may look at; no limit by default.
    ///
    /// ```
    /// use charsniff::{Context, Source, sniff};
    /// let page = "<p>café".as_bytes();
    /// # #[cfg(feature = "detector")]
    /// assert_eq!(sniff(page, (), &Context::html()).source, Source::Detector);
    /// assert_eq!(sniff(page, (), &Context::html().detection_ceiling(6)).source, Source::Default);
    /// ```
    pub fn detection_ceiling(mut self, bytes: usize) -> Context {
        self.facts.detection_ceiling = Some(bytes);
        self
    }

    /// For [`Kind::TextDecoder`](crate::Kind::TextDecoder): whether malformed input is an error. Other
    /// contexts have an error mode of their own. [`lossy`](Self::lossy) takes precedence.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, try_decode};
    /// assert!(try_decode(b"\xFF", (), &Context::text_decoder(Encoding::Utf8).fatal(true)).is_err());
    /// ```
    pub fn fatal(mut self, fatal: bool) -> Context {
        self.facts.fatal = fatal;
        self
    }

    /// Whether malformed sequences are replaced by U+FFFD in every context, also where they would be an error, as
    /// in XML: for [`StreamDecoder`](crate::StreamDecoder) and readers. The [crawler's reading](crate::Reading::Crawler)
    /// implies it.
    ///
    /// ```
    /// use charsniff::{Context, try_decode};
    /// assert!(try_decode(b"<a>\xFF</a>", (), &Context::xml()).is_err());
    /// let decoded = try_decode(b"<a>\xFF</a>", (), &Context::xml().lossy(true)).unwrap();
    /// assert_eq!((&*decoded.text, decoded.errors), ("<a>\u{FFFD}</a>", 1));
    /// ```
    pub fn lossy(mut self, lossy: bool) -> Context {
        self.facts.lossy = lossy;
        self
    }

    /// For [`Kind::TextDecoder`](crate::Kind::TextDecoder): whether a byte order mark is kept as U+FEFF.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, decode};
    /// let context = Context::text_decoder(Encoding::Utf8).ignore_bom(true);
    /// assert_eq!(decode(b"\xEF\xBB\xBFa", (), &context).text, "\u{FEFF}a");
    /// ```
    pub fn ignore_bom(mut self, ignore_bom: bool) -> Context {
        self.facts.ignore_bom = ignore_bom;
        self
    }

    /// Whether text that is malformed, or was encoded twice, is decoded as what it was meant to be, where the
    /// evidence is strong enough: [`Decoded::repairs`](crate::Decoded::repairs) lists the changes. Off by default.
    ///
    /// Malformed sequences in UTF-8 that are text in a legacy encoding are decoded from that encoding. UTF-8 that was
    /// decoded as a legacy encoding and encoded again, `Ã©` for `é`, is decoded once more; a C1 control in UTF-8 that
    /// stands for a character of windows-1252 becomes that character. All other text stays the same. Binary data is
    /// not repaired, nor is the text of a [`StreamDecoder`](crate::StreamDecoder), which is given out before the rest is known.
    ///
    /// ```
    /// use charsniff::{Context, decode};
    /// let page = [&b"<p>un caf\xE9"[..], " au thé, à l’hôtel <p>NicolÃ¡s".as_bytes()].concat();
    /// let decoded = decode(&page, "text/html; charset=utf-8", &Context::html().repair(true));
    /// assert_eq!(decoded.text, "<p>un café au thé, à l’hôtel <p>Nicolás");
    /// assert_eq!((decoded.repairs.len(), decoded.errors), (2, 0));
    /// ```
    pub fn repair(mut self, repair: bool) -> Context {
        self.facts.repair = repair.then(Repairer::new);
        self
    }
}

//! Stage 1: the byte order mark ([BOM sniff](https://encoding.spec.whatwg.org/#bom-sniff)).
//! It comes before everything, HTTP and the user included.

use super::{Evidence, Finding};
use crate::context::policy::Bom;
use crate::encoding::bom::utf_32;
use crate::{Encoding, Source};

pub(super) fn look<'a>(evidence: &Evidence<'a>) -> Finding<'a> {
    // The Web does not have UTF-32: it takes the mark of UTF-32LE for that of UTF-16LE, and that of UTF-32BE for text.
    let utf_32 = utf_32(evidence.bytes);
    if let Some(utf_32) = utf_32.filter(|_| evidence.case.reads_utf_32()) {
        return Finding::utf_32(utf_32, Source::Bom);
    }
    let utf_32 = utf_32.map(|_| "these are UTF-32, which is no encoding of the standard");
    let Some((encoding, _)) = Encoding::for_bom(evidence.bytes) else {
        return Finding { remark: utf_32, ..Finding::default() };
    };
    if evidence.case.is_utf_8_alone() && encoding != Encoding::Utf8 {
        return Finding::default();
    }
    Finding {
        offset: Some(0),
        remark: match evidence.case.policy.bom {
            Bom::Sniff => utf_32,
            Bom::Remove => Some("the encoding's own mark is removed and decides nothing"),
            Bom::Keep => Some("a mark is text here"),
        },
        ..Finding::certain(encoding, Source::Bom)
    }
}

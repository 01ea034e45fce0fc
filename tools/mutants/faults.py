"""The faults: the file, the text that is replaced, its replacement, and the tests that must notice.

A fault is (file, old text, new text, tests). The old text is in the file exactly once. For packed data the
old text is a number N instead: the lowest bit of the N-th byte is changed. A test is a target of `tests/`, a module
of one ("decoders/model"), or "lib" for the unit tests.
"""

STAGES = ("contexts", "cases", "security")
PRESCAN = ("cases", "security", "lib")
DECODERS = ("decoders/faults", "security", "decoders/model", "decoders/peer")
ENCODERS = ("encoders/buffers", "encoders/scalar_values")
TABLES = ("tables",)
STREAM = ("stream", "security")
CHUNKS = ("stream_differential", "stream")
LATE = ("late_declarations",)
BROWSERS = ("browser_record", "browser_differences")
UTF_32 = ("utf_32",)
KERNELS = ("kernels", "decoders/peer", "decoders/model")
LEADS = ("lib", "kernels")
DETECTOR = ("claims", "detector_reported", "detector")
REPAIR = ("repair",)
WARC = ("warc_formats", "warc")
COMMAND = ("command",)

TABLE_FAULTS = [
    ("src/codec/data/single_byte.bin", 5, None, TABLES),
    ("src/codec/data/single_byte.bin", 2000, None, TABLES),
    ("src/codec/data/big5.bin", 9000, None, TABLES),
    ("src/codec/data/euc_kr.bin", 12345, None, TABLES),
    ("src/codec/data/gb18030.bin", 15000, None, TABLES),
    ("src/codec/data/jis0208.bin", 3, None, TABLES),
    ("src/codec/data/jis0212.bin", 4000, None, TABLES),
    ("src/stage/locale.rs", '("hu", Encoding::Iso8859_2)', '("hu", Encoding::Windows1250)', ("locales",)),
    ("src/encoding/mod.rs", '"x-user-defined" ["x-user-defined"]', '"x-user-defined" ["x-user-defined" "user"]', ("tables", "lib", "encoding_rs_names", "security")),
    ("src/encoding/mod.rs", '["csiso2022kr" "hz-gb-2312" ', '["csiso2022kr" ', ("security", "lib")),
    ("src/codec/family/encoders.rs", "(0xE81E, 0xFE59)", "(0xE81E, 0xFE5A)", ENCODERS),
    ("src/codec/family/gb18030.rs", "scalars[7_457] = 0xE7C7;", "scalars[7_457] = 0x1E3F;", DECODERS),
    ("src/context/table.rs", "default: DefaultEncoding::Windows1252,\n        change: true,", "default: DefaultEncoding::Utf8,\n        change: true,", STAGES),
]

BOUNDARIES = [
    ("src/codec/family/utf8.rs", "0xC2..=0xDF => (1, byte & 0x1F)", "0xC0..=0xDF => (1, byte & 0x1F)", DECODERS),
    ("src/codec/family/utf8.rs", "0xE0 => self.lower_boundary = 0xA0", "0xE0 => self.lower_boundary = 0x9F", DECODERS),
    ("src/codec/family/utf8.rs", "0xED => self.upper_boundary = 0x9F", "0xED => self.upper_boundary = 0xBF", DECODERS),
    ("src/codec/family/utf8.rs", "0xF4 => self.upper_boundary = 0x8F", "0xF4 => self.upper_boundary = 0x90", DECODERS),
    ("src/codec/family/big5.rs", "Some(('\\u{EA}', '\\u{30C}'))", "Some(('\\u{EA}', '\\u{304}'))", DECODERS),
    ("src/codec/family/big5.rs", "let offset = if trail < 0x7F { 0x40 } else { 0x62 };\n    match", "let offset = if trail < 0x7F { 0x40 } else { 0x61 };\n    match", DECODERS),
    ("src/codec/family/two_byte_family.rs", "None if trail.is_ascii() => Handled::error_before(1)", "None if trail < 0x40 => Handled::error_before(1)", DECODERS),
    ("src/codec/family/two_byte_family.rs", "None if trail.is_ascii() => Handled::error_before(1)", "None if false => Handled::error_before(1)", DECODERS),
    ("src/codec/data/indexes.rs", "0x39, 0x36]", "0x39, 0x35]", DECODERS),
    ("src/codec/family/shift_jis.rs", "(0x80, 0xFC)]", "(0x80, 0xFB)]", DECODERS),
    ("src/codec/family/two_byte_family.rs", "if trail.is_ascii() { 1 } else { 2 }", "2", DECODERS),
    ("src/codec/data/indexes.rs", "0xFF, 0x38, 0x37, 0x25]", "0xFF, 0x38, 0x37, 0x26]", DECODERS),
    ("src/codec/family/gb18030.rs", "pointer.checked_sub(189_000)", "pointer.checked_sub(188_999)", DECODERS),
    ("src/codec/family/gb18030.rs", "Some(offset @ 0..0x10_0000)", "Some(offset @ 0..0x10_0100)", DECODERS),
    ("src/codec/family/iso_2022_jp.rs", "(State::LeadByte, 0x21..=0x7E)", "(State::LeadByte, 0x21..=0x7D)", DECODERS),
    ("src/codec/family/utf16.rs", "(None, 0xD800..=0xDBFF)", "(None, 0xD800..=0xDBFE)", DECODERS),
    ("src/codec/family/single_byte.rs", "0xF780 + i", "0xF781 + i", DECODERS),
    ("src/codec/encode.rs", "reference.copy_within(..2, start - 2);", "reference.copy_within(..2, start - 1);", ENCODERS),
    ("src/codec/max_length.rs", "Encoding::Big5 => n.checked_mul(2)", "Encoding::Big5 => Some(n)", ("decoders/whole", "decoders/peer", "decoders/model")),
    ("src/codec/family/encoders.rs", "0xED00..0xF000", "0xEE00..0xF000", ENCODERS),
    ("src/codec/family/encoders.rs", "BIG5_FIRST: u16 = 0xA100", "BIG5_FIRST: u16 = 0xA200", ENCODERS),
    ("src/encoding/label.rs", "matches!(byte, b'\\t' | b'\\n' | 0x0C | b'\\r' | b' ')", "matches!(byte, b'\\t' | b'\\n' | 0x0B | 0x0C | b'\\r' | b' ')", PRESCAN),
    ("src/stage/prescan/mod.rs", ".min(evidence.case.context.facts.prescan_limit)", ".min(evidence.context.facts.prescan_limit.saturating_add(1))", PRESCAN),
    ("src/stage/prescan/css.rs", "rest.get(end + 1) != Some(&b';')", "rest.get(end + 1).is_none()", PRESCAN),
    ("src/stage/prescan/xml.rs", "label.iter().any(|&byte| byte <= 0x20)", "label.iter().any(|&byte| byte < 0x20)", PRESCAN),
    ("src/stage/prescan/html/head.rs", "position >= self.from && self.is_over", "position > self.from && self.is_over", BROWSERS),
    ("src/stage/prescan/html/head.rs", "(at / BLOCK + 1) * BLOCK", "(at / BLOCK + 2) * BLOCK", BROWSERS),
    ("src/stage/prescan/html/head.rs", "end <= grace && !has_return", "end <= grace", BROWSERS),
    ("src/stage/prescan/html/chromium.rs", "NOSCRIPT | OBJECT | SCRIPT", "NOSCRIPT | SCRIPT", BROWSERS),
    ("src/stage/prescan/meta.rs", "is_pragma |= is_content_type(&value)", "is_pragma = is_content_type(&value)", BROWSERS),
    ("src/stage/prescan/html/tree/insertion_mode.rs", "(_, BODY | HTML | BR) =>", "(_, BODY | HTML) =>", LATE),
    ("src/stage/prescan/standard.rs", "self.position += b\"<!\".len();", "self.position += b\"<!--\".len();", PRESCAN),
    ("src/stage/prescan/standard.rs", "&& (is_ascii_whitespace(*next) || *next == b'/') =>", "&& is_ascii_whitespace(*next) =>", PRESCAN),
    ("src/stage/prescan/meta.rs", "found[which as usize].get_or_insert(attribute.value);", "found[which as usize] = Some(attribute.value);", PRESCAN),
    ("src/stage/prescan/meta.rs", "http_equiv.is_some_and(is_pragma)", "http_equiv.is_none_or(is_pragma)", PRESCAN),
    ("src/encoding/mod.rs", "Encoding::XUserDefined => Encoding::Windows1252,", "Encoding::XUserDefined => Encoding::XUserDefined,", PRESCAN),
    ("src/evidence/content_type.rs", "&& self.is_valid && self.found.is_none()", "&& self.is_valid", PRESCAN),
    ("src/evidence/content_type.rs", "b'\\\\' if self.in_quotes => self.escaped = true,", "b'\\\\' if !self.in_quotes => self.escaped = true,", PRESCAN),
    ("src/evidence/content_type.rs", "mime_type.essence.as_slice() == b\"*/*\"", "mime_type.essence.as_slice() == b\"x/*\"", PRESCAN),
]

STATE_RESETS = [
    ("src/codec/family/utf8.rs", "self.lower_boundary = 0x80;\n        self.upper_boundary = 0xBF;", "self.lower_boundary = 0x80;", DECODERS),
    ("src/codec/family/big5.rs", "due.set(Some(second));", "let _ = second;", DECODERS),
    ("src/codec/family/gb18030.rs", "self.due = Some(second.into());\n                self.first = third;", "self.first = third;", DECODERS),
    ("src/codec/family/gb18030.rs", "self.first = 0;\n            return", "return", DECODERS),
    ("src/codec/family/euc_jp.rs", "*self = EucJpDecoder { jis0212: true, lead: byte };", "*self = EucJpDecoder { jis0212: false, lead: byte };", DECODERS),
    ("src/codec/family/iso_2022_jp.rs", "return if core::mem::replace(&mut self.only_escaped, true) {", "return if core::mem::replace(&mut self.only_escaped, false) {", DECODERS),
    ("src/codec/family/iso_2022_jp.rs", "self.only_escaped = false;\n                match (self.output_state, byte) {", "match (self.output_state, byte) {", DECODERS),
    ("src/codec/family/iso_2022_jp.rs", "self.due = self.single(lead);", "", DECODERS),
    ("src/codec/family/utf16.rs", "None => self.lead_surrogate = Some(unit),", "None => {}", DECODERS),
    ("src/codec/family/utf32.rs", "map_or(Handled::error(4), Handled::One)", "map_or(Handled::error(3), Handled::One)", UTF_32),
    ("src/codec/family/utf32.rs", "if self.held_length == 0 {", "if self.held_length < 4 {", UTF_32),
    ("src/encoding/bom.rs", "length => length < UTF_32_SAMPLE && start", "length => length < UTF_32_BOM && start", UTF_32),
    ("src/encoding/bom.rs", "..UTF_32_BOM => mark.starts_with(start),", "..UTF_32_BOM => false,", UTF_32),
    ("src/decision/walk.rs", "if finding.utf_32.is_some() {", "if finding.utf_32.is_some() && stage == Stage::Bom {", UTF_32),
    ("src/health/mod.rs", "is_utf32: self.is_utf_32 || ", "is_utf32: ", UTF_32),
    ("src/edit/mod.rs", " || utf_32(&bytes) != utf_32(&self.bytes) {", " {", UTF_32),
    ("src/codec/family/replacement.rs", "self.error_returned = true;", "", DECODERS),
    ("src/codec/decoder.rs", "self.held_length = 0;\n                return i + 1;", "return i + 1;", DECODERS),
    ("src/codec/mod.rs", "{\n            *decoder = before;\n            return (DecoderResult::OutputFull", "{\n            return (DecoderResult::OutputFull", DECODERS),
    ("src/codec/family/encoders.rs", "(State::Jis0208, None) => self.switch(State::Ascii, TO_ASCII),", "", ENCODERS),
    ("src/codec/family/encoders.rs", " _ => self.switch(State::Ascii, TO_ASCII),", " _ => Encoded::Finished,", ENCODERS),
    ("src/codec/encoder.rs", "self.owed = None;", "", ENCODERS),
    ("src/evidence/content_type.rs", "self.charset = mime_type.charset.clone();", "", PRESCAN),
    ("src/stream/mod.rs", "Ok(errors) => self.errors += errors,", "Ok(errors) => self.errors = errors,", STREAM),
    ("src/stream/sniffer.rs", "self.evidence_length = Some(length);\n", "", STREAM),
    ("src/stream/sniffer.rs", "Look::Enough(length) => Some(self.decide(length, true)),", "Look::Enough(length) => Some(self.decide(length, false)),", STREAM),
    ("src/stream/mod.rs", "self.mark_left -= mark;", "", STREAM),
    ("src/stream/mod.rs", "(self.read, self.errors, self.error, self.has_ended) = (Read::default(), 0, None, false);", "(self.read, self.error, self.has_ended) = (Read::default(), None, false);", STREAM),
    # Bytes after the end are taken for the rest of the text; a verdict loses its error mode.
    ("src/stream/mod.rs", "core::mem::replace(&mut self.has_ended, true)", "self.has_ended", ("stream",)),
    ("src/stream/mod.rs", "start, last, sniffed.is_fatal(), text", "start, last, self.sniffer.evidence(&[]).policy.error.is_fatal(), text", ("stream",)),
    ("src/stream/mod.rs", "        self.read.push(bytes);\n", "", STREAM),
    ("src/stream/mod.rs", "if decoders_agree(before.encoding, after.encoding) => {}", "if false => {}", STREAM),
    ("src/stream/mod.rs", "detected.encoding) == self.read.length", "detected.encoding) <= self.read.length", STREAM),
    # What is held is taken for the evidence, in XML and in HTML.
    ("src/stream/sniffer.rs", "return Look::Enough(self.limit().max(end));", "return Look::Enough(self.held.len().max(end));", CHUNKS),
    ("src/stream/sniffer.rs", "(self.held.len() >= needed).then_some(needed)", "(self.held.len() >= needed).then_some(self.held.len())", CHUNKS),
    ("src/stream/sniffer.rs", "self.declared_until = Some(scanner.position());", "self.declared_until = Some(self.held.len());", CHUNKS),
    # What came before an escape counts only in earlier chunks; a window is as long as its chunks.
    ("src/stream/mod.rs", "(is_so_far || looks_for_iso_2022_jp).then(|| memchr::memchr3(0x0E, 0x0F, 0x1B, ascii)).flatten();", "if is_so_far { memchr::memchr3(0x0E, 0x0F, 0x1B, ascii) } else if looks_for_iso_2022_jp { memchr::memchr(0x1B, ascii) } else { None };", CHUNKS),
    ("src/stream/mod.rs", "bytes.len().min(limit - window.len())", "bytes.len()", CHUNKS),
    # An encoding in which some ASCII bytes, or all, are not ASCII is open.
    ("src/stream/mod.rs", "let is_so_far = so_far == Encoding::Iso2022Jp;", "let is_so_far = false;", CHUNKS),
    ("src/stream/mod.rs", "plain_up_to(&window, so_far.encoding, false) == window.len()", "window.is_ascii()", CHUNKS),
    ("src/stream/mod.rs", "is_open && !sniffed.encoding.is_utf_16() && ", "is_open && ", CHUNKS),
    ("src/stream/mod.rs", "sniffed.encoding != Encoding::Replacement && ", "", CHUNKS),
    ("src/stage/case.rs", "self.may_be_iso_2022_jp() || candidates.is_some_and(|candidates| candidates.name(Encoding::Iso2022Jp))", "self.may_be_iso_2022_jp()", ("stream",)),
    # A window has a byte order mark.
    ("src/decision/mod.rs", "Some(Sniffed { bom_length, is_fatal, may_change, ..detected })", "Some(Sniffed { is_fatal, may_change, ..detected })", CHUNKS),
    # A crawler's declaration is searched farther than a stream holds back, or less far.
    ("src/stage/prescan/crawler.rs", "at_charset(start(evidence, Some(0)))", "at_charset(evidence.head())", ("stream",)),
    ("src/stream/sniffer.rs", "self.case.bytes_decide() && self.case.syntax() == Ok(Syntax::Xml)", "false", CHUNKS),
    ("src/stream/mod.rs", "self.close_window(true, text);", "self.close_window(false, text);", STREAM),
    ("src/stream/adapter/progress.rs", "self.has_ended |= self.error.is_some();", "", ("adapters",)),
    ("src/stream/adapter/progress.rs", ".saturating_add(length).min(self.text.len());", ".saturating_add(length);", ("adapters",)),
    ("src/stream/change.rs", "(self.verdict.confidence, self.may_change) = (Confidence::Certain, MayChange(false));", "", ("late_declarations", "stream", "security")),
]

STAGE_ORDER = [
    ("src/stage/mod.rs", "Stage::Override,\n        Stage::Transport,\n        Stage::Prescan,", "Stage::Transport,\n        Stage::Override,\n        Stage::Prescan,", STAGES),
    ("src/stage/mod.rs", "Stage::Transport,\n        Stage::Prescan,\n        Stage::ExplicitEnvironment,", "Stage::Prescan,\n        Stage::Transport,\n        Stage::ExplicitEnvironment,", STAGES),
    ("src/stage/mod.rs", "Stage::ExplicitEnvironment,\n        Stage::ImplicitEnvironment,\n        Stage::Detector,", "Stage::ImplicitEnvironment,\n        Stage::ExplicitEnvironment,\n        Stage::Detector,", STAGES),
    ("src/stage/mod.rs", "Stage::Detector,\n        Stage::Locale,\n        Stage::Default,\n    ];", "Stage::Locale,\n        Stage::Detector,\n        Stage::Default,\n    ];", STAGES),
    ("src/stage/mod.rs", "Stage::Locale => policy.locale,", "Stage::Locale => true,", STAGES),
    ("src/stage/environment.rs", 'Some(Parent { same_origin: false, .. }) => Some("the parent has another origin"),', "Some(Parent { same_origin: false, encoding }) => return Finding::tentative(encoding, Source::Parent),", STAGES),
    ("src/stage/environment.rs", "Some(Parent { encoding, .. }) if encoding.is_utf_16() => Some(", "Some(Parent { encoding, .. }) if encoding == Encoding::Utf16Be => Some(", STAGES),
    ("src/stage/transport.rs", "policy.override_ == Override::OverrideCharset && is_unknown", "policy.override_ != Override::OverrideCharset && is_unknown", STAGES),
    ("src/decision/mod.rs", "if mark == verdict.encoding => length as u8", "if mark != verdict.encoding => length as u8", STAGES),
    ("src/stage/default.rs", 'takes_a_default(case), "the default encoding"', 'true, "the default encoding"', ("facts",)),
    ("src/stage/transport.rs", "case.context.is_chromiums_worker(), ", "case.policy.transport == Transport::ContentType, ", ("facts",)),
    ("src/stage/default.rs", "DefaultEncoding::CallersLabel => case.context.facts.named.unwrap_or(Encoding::Utf8)", "DefaultEncoding::CallersLabel => Encoding::Utf8", STAGES),
    ("src/encoding/mod.rs", "if self.is_utf_16() { Encoding::Utf8 } else { self }", "self", STAGES),
    ("src/stream/sniffer.rs", "if policy.bom != Bom::Keep && Encoding::for_start_of_bom(&self.held).next().is_some() {", "if false {", STREAM),
    ("src/context/facts.rs", "CRAWLER_SAMPLE } else { LONGEST_BOM }", "CRAWLER_SAMPLE } else { 0 }", ("bounds",)),
    ("src/stream/change.rs", "if current.is_utf_16() {", "if new.is_utf_16() {", ("security", "late_declarations", "lib")),
]

# The fast paths beside the handlers. Faults in kernels for an instruction set that the machine lacks are not noticed.
SHORT_CUTS = [
    ("src/codec/family/iso_2022_jp.rs", "let next = if self.only_escaped { Next::Error } else { Next::Escape };", "let next = Next::Escape;", KERNELS),
    ("src/codec/family/single_byte.rs", "if replace && n < dst.len() =>", "if n < dst.len() =>", DECODERS),
    ("src/simd/mod.rs", "if scalar == 0 { 0xFFFD }", "if scalar == 0 { 0xFFFC }", DECODERS),
    ("src/codec/family/utf8.rs", "[0xED, 0x80..=0x9F, ref rest @ ..]", "[0xED, 0x80..=0xBF, ref rest @ ..]", KERNELS),
    ("src/codec/family/utf16.rs", "let second = self.unit(*pairs.get(1)?);", "let second = pairs.get(1).map_or(0, |second| self.unit(*second));", KERNELS),
    ("src/codec/family/two_byte_family.rs", "if TwoByteFamily::pending(decoder) > 0 || to_utf16", "if to_utf16", KERNELS),
    ("src/codec/family/two_byte_family.rs", "*room = code_unit(unit);\n                read += if alone == 0 { 2 } else { 1 };", "*room = code_unit(unit);\n                read += 2;", KERNELS),
    ("src/simd/mod.rs", "(utf8 << 6 & 0x7C0 |", "(utf8 << 6 & 0x3C0 |", KERNELS),
    ("src/simd/portable.rs", "return n - WORD + ascii_word(word, room);", "return n - WORD + (ascii_word(word, room) | 1);", KERNELS),
    ("src/simd/portable/utf16.rs", "} else if any < 0x800\n", "} else if any < 0x900\n", KERNELS),
    ("src/simd/portable/utf16.rs", "any < 0xD800 || ", "any < 0xE000 || ", KERNELS),
    ("src/simd/portable/utf16.rs", "any < 0xD800 || ", "any <= 0xD800 || ", KERNELS),
    ("src/simd/portable/utf16.rs", "if any < 0x80 {", "if any <= 0x80 {", KERNELS),
    ("src/simd/portable/utf16.rs", "units >> 6 & 0x001F_001F", "units >> 6 & 0x000F_001F", KERNELS),
    ("src/simd/portable/utf16.rs", "units + 0x0780_0780", "units + 0x0781_0780", KERNELS),
    ("src/simd/portable/utf16.rs", "0u32.wrapping_sub(long & 1)", "0u32.wrapping_sub(long >> 16)", KERNELS),
    ("src/simd/portable/utf16.rs", "*length = 2 + (long & 1) + (long >> 16);", "*length = 2 + (long & 1) + (long >> 17);", KERNELS),
    ("src/simd/portable/utf16.rs", "[both >> 16, both & 0xFFFF]", "[both & 0xFFFF, both >> 16]", KERNELS),
    ("src/simd/portable/utf16.rs", "bytes[2], length << 6]", "bytes[2], (length - (unit >= 0xFFC0) as u8) << 6]", KERNELS),
    ("src/simd/encode/portable.rs", "usize::from(middle & 0x3F)", "usize::from(middle & 0x1F)", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/encode/portable.rs", "(self != 0).then_some(1)", "Some(1)", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/encode/portable.rs", "if long { self.to_be_bytes() }", "if long { self.to_le_bytes() }", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/portable/two_byte.rs", "if block[..8].is_ascii() && block.is_ascii() {", "if block[..8].is_ascii() {", KERNELS),
    ("src/codec/family/two_byte_family.rs", "dst[written] = 0xFFFD;", "dst[written] = 0xFFFC;", KERNELS),
    ("src/simd/portable/to_utf16.rs", "if from.iter().zip(to).fold(false, |any, (from, to)| any | !from.is_ascii() & (*to == 0)) {", "if false {", KERNELS),
    ("src/simd/portable/to_utf16.rs", "words.get(whole).map_or(0, ascii_before)", "words.get(whole).map_or(0, |_| 1)", KERNELS),
    ("src/simd/by_leads.rs", " == Found::Wrong {", " == Found::Wrong && window.is_empty() {", LEADS),
    ("src/simd/by_leads.rs", "if !sees_leads_of::<LEAST, MOST>(&self.src[at..at + BACK]) {", "if false {", LEADS),
    ("src/simd/by_leads.rs", "&self.src[at..at + BACK]) {", "&self.src[at + 1..at + BACK]) {", LEADS),
    ("src/simd/by_leads.rs", "(LEAST..=MOST).contains(byte)", "(0xC0..=MOST).contains(byte)", LEADS),
    ("src/simd/by_leads.rs", "(LEAST..=MOST).contains(byte)", "(LEAST..=0xF4).contains(byte)", LEADS),
    ("src/simd/by_leads.rs", "greatest.saturating_sub(MOST - 0x7F)", "greatest.saturating_sub(MOST - 0x7E)", LEADS),
    ("src/simd/by_leads.rs", "from(0xE0, second_last.max(last))", "from(0xE0, last)", LEADS),
    ("src/simd/by_leads.rs", "wrong_second::<0xE0, 0xED, 0xA0>(last, by_kind)", "mask(last == 0xE0) & !by_kind", LEADS),
    ("src/simd/by_leads.rs", "(true, false) => mask(last == 0xE0) & !by_kind", "(true, false) => 0", LEADS),
    ("src/simd/by_leads.rs", "(false, true) => mask(last == 0xED) & by_kind", "(false, true) => 0", LEADS),
    ("src/simd/by_leads.rs", "(0x7F + (LEAST - 0xC0))", "(0x7E + (LEAST - 0xC0))", LEADS),
    ("src/simd/by_leads.rs", "return if utf8_automaton::is_whole(src) {", "return if true {", LEADS),
    ("src/simd/by_leads.rs", ".align_offset(CACHE_LINE).min(SIZE));", ".align_offset(CACHE_LINE).min(SIZE) + SIZE);", LEADS),
    ("src/simd/by_leads.rs", "            room[block.clone()].copy_from_slice(&self.src[block.clone()]);\n", "", LEADS),
    ("src/simd/by_leads.rs", "patience.saturating_mul(2)", "patience * 2", LEADS),
    ("src/simd/by_leads.rs", "        at = at.min(last);\n", "", LEADS),
    ("src/simd/avx2/utf8.rs", "if self.previous_is_ascii && is_ascii(v) {", "if is_ascii(v) {", LEADS),
    ("src/simd/utf8_table.rs", "table[0xA] = TRAIL | SURROGATE | BEYOND;", "table[0xA] = TRAIL | BEYOND;", LEADS),
    ("src/simd/utf8_table.rs", "table[0x9] = TRAIL | OVERLONG_3 | BEYOND;", "table[0x9] = TRAIL | BEYOND;", LEADS),
    ("src/simd/by_leads.rs", "if greatest.is_ascii() && last.is_ascii() {", "if greatest.is_ascii() {", LEADS),
    ("src/simd/by_leads.rs", "row(0).max(row(1)).max(row(2).max(row(3)))", "row(0).max(row(1)).max(row(2))", LEADS),
    ("src/simd/by_leads.rs", "for i in 0..4 {", "for i in 0..3 {", LEADS),
    ("src/simd/by_leads.rs", "saturating_add(0x40)", "saturating_add(0x3F)", LEADS),
    ("src/simd/by_leads.rs", "wrong_seconds << 2", "wrong_seconds << 1", LEADS),
    ("src/simd/by_leads.rs", "mask(last == 0xE0) & !by_kind", "mask(last == 0xE0) & by_kind", LEADS),
    ("src/simd/by_leads.rs", "mask(last ^ (is_less & (LOW ^ HIGH)) == HIGH)", "mask(last == HIGH) & !is_less", LEADS),
    ("src/simd/avx2/utf16.rs", "if leads << 2 != trails {", "if leads << 2 & !trails != 0 {", KERNELS),
    ("src/simd/avx2/utf16.rs", "Converted::AllButLast(length - 2)", "Converted::AllButLast(length)", KERNELS),
    ("src/simd/avx2/utf16.rs", "if kept == u32::MAX {", "if kept & 0xFFFF == 0xFFFF {", KERNELS),
    ("src/simd/avx2/utf16.rs", "triples.longest = _mm256_andnot_si256(surrogates, triples.longest);", "", KERNELS),
    ("src/simd/avx2/utf16.rs", "fn are_ascii(units: __m256i) -> bool {\n    _mm256_testz_si256(units, _mm256_set1_epi16(0xFF80u16 as i16))", "fn are_ascii(units: __m256i) -> bool {\n    _mm256_testz_si256(units, _mm256_set1_epi16(0xFF00u16 as i16))", KERNELS),
    ("src/simd/encode/avx2.rs", "missing &= !(u64::from(found) << at);", "missing &= !(0xFFFF_FFFF << at);", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/encode/avx2.rs", "(0, _) | (_, None) => return (lead as usize, before),", "(0, _) | (_, None) => return (lead as usize + 1, before),", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/encode/avx512.rs", "equals(first, lead) & equals(second, middle)", "equals(first, lead)", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/encode/avx512.rs", "let kept = _bzhi_u64(starts, stop);", "let kept = starts;", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/encode/avx512.rs", "const WHOLE: u32 = WIDTH as u32 - 2;", "const WHOLE: u32 = WIDTH as u32;", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/encode/avx512.rs", "equals(first, lead), second),", "equals(first, lead), third),", ("kernels/encode", "encoders/scalar_values")),
    ("src/simd/encode/avx512.rs", "kept = _bzhi_u64(kept, stop);", "", ("kernels/encode", "encoders/scalar_values")),
    ("src/codec/family/encoders.rs", "pages.unit(usize::from(fullwidth >> 6), fullwidth as u8)", "unit", ("kernels/encode", "encoders/scalar_values")),
    ("src/codec/family/encoders.rs", "unit @ 0xA100.. => unit,", "unit @ 0x5C.. => unit,", ("kernels/encode", "encoders/scalar_values")),
    ("src/codec/family/encoders.rs", "matches!(src.get(read), Some(0..0x80))", "src.get(read).is_some()", ("kernels/encode", "encoders/scalar_values")),
]

# Where two tests of a kernel meet: a byte that neither tests, a test that looks at its own bytes only, a length that is off
# by one. `tests/kernels/walk*.rs` put malformed bytes at these places.
WALK = ("kernels",)
MEETING = [
    # Each of the first two accepts C0, C1 and F5 to FF right before the first block.
    ("src/simd/by_leads.rs", "if !utf8_automaton::may_start(&src[..BACK]) {", "if false {", WALK),
    ("src/simd/by_leads.rs", "may_start(&src[..BACK])", "may_start(&src[..BACK - 1])", WALK),
    ("src/simd/by_leads.rs", "SHORTEST: usize = BACK + SIZE;", "SHORTEST: usize = BACK + SIZE - 1;", WALK),
    ("src/simd/mod.rs", "checked.saturating_sub(3)", "checked.saturating_sub(2)", WALK),
    ("src/simd/utf8_automaton.rs", " | [.., 0xE0..=0xFF, _]", "", WALK),
    ("src/simd/avx2/utf8.rs", "if self.vector(end) && utf8_automaton::is_whole(src) {", "if self.vector(end) {", WALK),
    ("src/simd/avx2/utf8.rs", "self.previous_is_ascii = _mm256_movemask_epi8(v[1]) == 0;", "self.previous_is_ascii = _mm256_movemask_epi8(v[0]) == 0;", WALK),
    ("src/simd/avx2/utf8.rs", "self.previous_is_ascii = _mm256_movemask_epi8(v) == 0;", "self.previous_is_ascii = true;", WALK),
    ("src/simd/avx2/utf8.rs", "        self.previous_is_ascii = is_ascii;\n", "        self.previous_is_ascii = true;\n", WALK),
    ("src/simd/avx512/utf8.rs", "while at <= src.len() {", "while at < src.len() {", WALK),
    ("src/simd/avx512/utf8.rs", "(previous, previous_is_ascii) = (v, is_ascii);", "(previous, previous_is_ascii) = (v, true);", WALK),
    ("src/simd/avx2/to_utf16.rs", "(if bytes[WIDTH - 1] < 0xF0 { WIDTH } else { WIDTH - 1 }, written)", "(WIDTH, written)", WALK),
    ("src/simd/avx512/to_utf16.rs", "length -= (four >> (WIDTH - 1)) as usize;", "length -= (four >> (WIDTH - 2)) as usize & 1;", WALK),
]

# Faults that ordinary input does not reveal.
PROMISES = [
    ("src/simd/valid.rs", "0x80..=0xBF => *byte = 0,", "0x80..=0xBF => {}", ("promises",)),
    ("src/stream/mod.rs", "bytes.len().min(limit - window.len())", "bytes.len().min(limit + 1 - window.len())", ("stream",)),
    ("src/stream/mod.rs", "        stream.push(head, text)?;\n", "", ("stream",)),
    ("src/codec/encoder.rs", "self.max_buffer_length_from_utf16_without_replacement(u16_length)?.checked_add(owed)", "self.max_buffer_length_from_utf16_without_replacement(u16_length)?.checked_add(owed * 0)", ("promises",)),
    ("src/health/mod.rs", "                    signs.runs.end();\n                }", "                }", ("promises",)),
    ("src/health/doubly_encoded.rs", "if is_other || length > 0 {", "if is_other {", ("promises",)),
    ("src/health/mod.rs", "health.malformed_bytes += length;", "health.malformed_bytes += if last { 4 } else { length };", ("promises",)),
    ("src/health/mod.rs", "self.decode(&[], true);", "self.decode(&[], false);", ("promises",)),
    ("src/stage/prescan/css.rs", "!label.is_ascii() || ", "", ("promises",)),
    ("src/evidence/content_type.rs", "found.get_or_insert(CharsetValue::of(", "found.insert(CharsetValue::of(", ("promises",)),
    ("crates/warc/src/fields.rs", "fields.iter().find(", "fields.iter().rev().find(", ("warc_formats",)),
]

# What decides where the bytes have to.
DECIDING = [
    ("src/detector/text/utf8_cost.rs", "utf_8.characters > FEW", "utf_8.characters >= FEW", ("detector",)),
    ("src/detector/text/utf8_cost.rs", "else { weights::unknown_character() * missing };", "else { 0 };", ("detector",)),
    ("src/detector/guess.rs", "nonsense.min(lowest)", "nonsense", ("detector",)),
    ("src/detector/model/ideographs.rs", "(0xA2, 0xAF..=0xB8 | 0xCF..)", "(0xA2, 0xAF..=0xAF)", ("detector_by_hand",)),
    ("src/detector/claims.rs", "|(claimed, _)| !decoders_agree(*claimed, encoding)", "|(claimed, _)| decoders_agree(*claimed, encoding)", DETECTOR),
    ("src/stage/source.rs", "if encoding != Encoding::Windows1252 =>", "if true =>", DETECTOR),
    ("src/detector/claims.rs", "Encoding::Gb18030 => Encoding::Gbk,", "", ("late_declarations", "stream", "claims")),
    ("src/detector/text/utf16.rs", "weights::ascii_byte() * ascii as u32", "0", DETECTOR),
    ("src/detector/text/utf16.rs", "_ if blocks.is_new(unit) || ", "_ if ", ("content", *DETECTOR)),
    ("src/detector/costs/declared.rs", "(worth / 4 * 3).min(worth.saturating_sub(structure.cost()))", "worth / 4 * 3", ("lib",)),
    ("src/detector/text/utf8_cost.rs", "of_characters.min(valid)", "of_characters", DETECTOR),
    ("src/detector/costs/none.rs", "bigrams >= ENOUGH_TO_REFUTE &&", "false &&", DETECTOR),
    ("src/detector/sample.rs", "elsewhere.add_piece(after_non_ascii(rest, place).unwrap_or_default());", "", DETECTOR),
    ("src/detector/sample.rs", "        self.text = other.text;\n", "", DETECTOR),
    ("src/detector/language.rs", "8 * counts[KANA] > counts[IDEOGRAPHS]", "counts[KANA] > counts[IDEOGRAPHS]", ("detector_builder",)),
    ("src/detector/language.rs", "if known(Encoding::Big5) > known(Encoding::Gbk) {", "if known(Encoding::Big5) < known(Encoding::Gbk) {", ("detector_builder",)),
    ("src/detector/language.rs", "LETTERS_PER_VIETNAMESE * vietnamese > letters", "vietnamese > letters", ("detector_builder",)),
    ("src/repair/doubly_encoded.rs", "const MOST_LAYERS: usize = 4;", "const MOST_LAYERS: usize = 1;", REPAIR),
    ("src/repair/doubly_encoded.rs", "*nats -= ORPHAN * orphans(", "*nats -= 0 * orphans(", REPAIR),
    ("src/repair/doubly_encoded.rs", "(self.is_all[last] || gain >= least)", "(gain >= least)", REPAIR),
    ("src/repair/paths.rs", "false => self.switch + if is_in_word { IN_WORD } else { 0 },", "false => 0,", REPAIR),
    ("src/repair/paths.rs", ".filter(|_| is_cut)", ".filter(|_| false)", REPAIR),
    ("src/repair/paths.rs", "characters.next().is_none() && *c > '\\u{9F}')", "characters.next().is_none() && !c.is_ascii())", REPAIR),
    ("src/repair/mod.rs", "fill(fill(patches, modified, place), undone, place)", "fill(patches.chain(modified.take(0)), undone, place)", REPAIR),
    ("src/repair/lines.rs", "long >= LEAST_LONG || short + in_words", "true || long >= LEAST_LONG || short + in_words", REPAIR),
    ("src/repair/misread.rs", "in_words * 100 >= all * LEAST_SHARE", "in_words <= all", ("misread",)),
    ("src/repair/misread.rs", "times >= TIMES", "times >= 1.0", ("misread",)),
    ("src/repair/misread.rs", "meant.stayed == 0 && !matches!(", "meant.stayed == 0 || !matches!(", ("misread",)),
    ("src/repair/console.rs", ".contains(['‘', '’'])", ".is_empty()", ("misread",)),
    ("src/repair/console.rs", "const FRAME: i32 = 6;", "const FRAME: i32 = 0;", ("misread",)),
    ("src/repair/doubly_encoded.rs", "text.chars().any(is_rare)", "false", ("misread",)),
    ("src/health/question_marks.rs", "self.is_alone && ends_field", "ends_field", ("health",)),
    ("src/health/question_marks.rs", "self.is_evident |= is_strong || self.weak > 1;", "self.is_evident = true;", ("health",)),
    ("src/lint/mod.rs", "sniffed if sniffed.source == Source::Detector", "sniffed if false && sniffed.source == Source::Detector", ("lint",)),
    ("src/codec/positions/seams.rs", "reader.written == written && checkpoint.family == Some(reader.decoder.family)", "true", ("edit",)),
    ("src/codec/positions/seams.rs", "state.read <= next.bytes.start", "state.read <= next.bytes.end", ("edit",)),
    ("src/edit/pieces.rs", "piece.is_foreign_line || is_inside(piece)", "is_inside(piece)", ("edit",)),
    ("src/repair/mixed.rs", "&& covered == above_7f(line)", "", ("edit",)),
    ("src/repair/console.rs", "((text.chars().filter(is_in).count(), gain), read_as, meant)", "((0, gain), read_as, meant)", ("misread",)),
    ("src/repair/doubly_encoded.rs", "if last >= CODE_PAGES && is_frame(run.text) {", "if false {", ("misread",)),
    ("src/stage/prescan/comment.rs", "const VIMS_LINES: usize = 5;", "const VIMS_LINES: usize = 6;", ("comments",)),
    ("src/stage/prescan/comment.rs", "evidence.bytes.len() < evidence.case.context.facts.held_limit()", "true", ("comments",)),
    ("src/stage/prescan/comment.rs", "is_pythons = starts_comment(bytes) ||", "is_pythons = true ||", ("comments",)),
    ("src/repair/mod.rs", ".filter(|repaired| repaired.is_all_doubly_encoded(text))", ".filter(|_| false)", ("misread",)),
    ("src/stage/prescan/comment.rs", " || trimmed.eq_ignore_ascii_case(BATCH_START)", "", ("comments",)),
    ("src/detector/text/bigrams.rs", "            && !is_beside_word(text, at)\n", "", ("detector_by_hand",)),
    ("src/detector/text/bigrams.rs", " & (at > end_of_name)", "", ("detector_by_hand", "lib")),
    ("src/detector/scores.rs", "ranking.add_words(&words::start_of_text(page));", "", ("detector_by_hand",)),
    ("src/detector/text/words.rs", " || starts_with(b\"<style\")", "", ("lib",)),
    ("src/detector/text/words.rs", "page.get(..MOST_READ).unwrap_or(page)", "page", ("lib",)),
    ("src/detector/costs/mod.rs", "    3 * weights::lone_letter()", "    30 * weights::lone_letter()", ("detector", "laws")),
    ("src/detector/costs/mod.rs", "!candidate.reading.is_list());\n        let single_byte = single_byte.map(", "true);\n        let single_byte = single_byte.map(", ("detector", "laws")),
    ("src/detector/scores.rs", "\n            && !ranking.is_list(high_bytes, encoding);", ";", ("detector",)),
    ("src/detector/costs/declared.rs", "is_latin_or_claimed || reading.is_list() || self", "is_latin_or_claimed || self", ("detector",)),
    ("src/detector/model/ideographs.rs", "Before::Other => tail.get(1).is_some_and(u8::is_ascii_punctuation)", "Before::Other => false", ("detector",)),
    ("src/detector/model/ideographs.rs", "Before::Other => tail.get(1).is_some_and(u8::is_ascii_punctuation)", "Before::Other => true", ("detector",)),
    ("src/detector/model/ideographs.rs", "(0xC6, 0xE7..) | (0xC7, ..=0xF2) => 99,", "", ("detector",)),
    ("src/detector/text/bigrams.rs", "MOST_BETWEEN_WORDS: usize = 3", "MOST_BETWEEN_WORDS: usize = 1", ("lib",)),
    ("src/detector/text/bigrams.rs", "is_edge(**byte) && !matches!(**byte, b'\\n' | b'\\r')", "is_edge(**byte)", ("lib",)),
    ("src/stage/prescan/reading.rs", "        let _ = SCAN.set(&(scan as Scan));\n", "", ("crawlers", "browser_record")),
    ("src/detector/text/utf8.rs", "while errors < MOST_ERRORS && is_error(rest)", "while is_error(rest)", ("lib",)),
    ("src/detector/text/utf8.rs", "            in_word += 1;\n            errors += 1;", "            errors += 1;", ("lib",)),
    ("src/detector/sample.rs", "rest = &bytes[n * COUNTED..];", "rest = &bytes[n * STRIDE..];", ("lib",)),
    ("src/simd/valid.rs", "return at + other;", "return other;", ("kernels", "lib", "decoders")),
    ("src/decision/lines.rs", "are_mixed.then(|| ranges", "Some(()).map(|()| ranges", ("lines",)),
    ("src/decision/lines.rs", "others.any(is_often_utf_8)", "false && others.any(is_often_utf_8)", ("lines",)),
    ("src/decision/assessment.rs", "            *claim = Claim::of(&finding);\n", "", ("likelihood",)),
    ("src/repair/malformed.rs", "> MOST_BY_CHANCE_IN_LINE {", "> usize::MAX {", REPAIR),
    ("src/repair/lines.rs", "let in_words = in_words(text);", "let in_words = 0;", (*REPAIR, *COMMAND)),
    ("src/detector/text/runs.rs", "(second >= 0x40) & (first == third)", "(second >= 0x80) & (first == third)", ("lib", "detector_reported")),
    ("src/detector/text/utf8.rs", "    count - again.count()", "    count", ("lib", "detector_reported")),
    ("src/detector/model/ideographs.rs", "let is_sign = is_sign || is_behind_word;", "", ("detector_reported",)),
    ("src/detector/sample.rs", "self.indices().all(|high| one[high] == other[high])", "true", DETECTOR),
    ("src/detector/language.rs", "candidate.0 <= lowest + PRUNE_MARGIN", "candidate.0 <= lowest", ("detector_builder", "lib", "likelihood")),
    ("src/detector/priors.rs", "Encoding::Windows1250 | Encoding::Windows1257 => 20", "Encoding::Windows1250 => 20,\n        Encoding::Windows1257 => 16", ("detector",)),
    ("src/detector/guess.rs", "+ unknown + weight(nonsense)", "+ unknown", ("detector_builder", "detector_reported")),
    ("src/detector/guess.rs", "(weight(cost) + unknown * share(cost) / shares)", "weight(cost)", ("detector_builder",)),
    ("src/detector/builder.rs", "self.detect(&strings.join(&b'\\n'))", "self.detect(&strings.concat())", ("detector_builder",)),
    ("crates/cli/src/names/archive.rs", "const UTF_8_FLAG: u16 = 1 << 11;", "const UTF_8_FLAG: u16 = 1 << 12;", COMMAND),
    ("crates/cli/src/names/archive.rs", "head[1..] == crc.sum().to_le_bytes()", "head.len() == 5", COMMAND),
    ("crates/cli/src/tree.rs", "if target.symlink_metadata().is_ok() {", "if false {", COMMAND),
    ("src/repair/lines.rs", " short + in_words >= LEAST_SHORT ||", "", REPAIR),
    ("src/repair/mod.rs", "self.repairs.len() >= MOST_LISTED || quoted > MOST_QUOTED", "false", ("allocations", "warc_memory")),
    ("src/repair/doubly_encoded.rs", ".min(MOST_RUN)).rev()", ").rev()", ("allocations",)),
    ("src/repair/malformed.rs", "flat_map(|run| run.clone().step_by(MOST_RUN)", "flat_map(|run| run.clone().step_by(usize::MAX)", ("allocations",)),
    ("src/repair/mod.rs", "let start = read + length(at..repair.bytes.start);", "let start = read;", REPAIR),
    ("src/repair/mod.rs", "            if other.start >= next.end {\n                return main.next();\n            }\n            others.next();", "            return main.next();", REPAIR),
]

# The bytes of a crawl, packed and damaged.
CRAWLS = [
    ("crates/warc/src/source/mod.rs", "            && is_all_taken\n", "", WARC),
    ("crates/warc/src/source/mod.rs", "Some(b'\\0' | b'\\r' | b'\\n')", "Some(b'\\r' | b'\\n')", WARC),
    ("crates/warc/src/source/mod.rs", ".is_some_and(|bytes| begins_record(bytes, is_arc))", ".is_some()", WARC),
    ("crates/warc/src/source/packed.rs", "                codec.restart();\n", "", WARC),
    ("crates/warc/src/source/search.rs", "retry.into_iter().for_each(|start| self.retry_from(start));", "let _ = retry;", WARC),
    ("crates/warc/src/source/search.rs", "at + n as u64 >= met && is_record(start)", "is_record(start)", WARC),
    ("crates/warc/src/source/search.rs", "if was_plain || self.is_plain_record()? {", "if true {", WARC),
]

# Each of these lists is one kind of fault, in the places where it can occur. Whoever finds that the tests miss a fault
# adds its kind, not only the case.
RANGE_ENDS = [
    ("src/health/mod.rs", "matches!(c, '\\u{80}'..='\\u{9F}')", "matches!(c, '\\u{80}'..='\\u{9E}')", ("health",)),
    ("src/health/mod.rs", "matches!(c, '\\u{80}'..='\\u{9F}')", "matches!(c, '\\u{80}'..='\\u{A0}')", ("health",)),
    ("src/health/doubly_encoded.rs", "'\\u{A0}'..='\\u{FF}' =>", "'\\u{A0}'..='\\u{FE}' =>", ("health",)),
    ("src/health/doubly_encoded.rs", "0xC2..=0xDF => 2", "0xC2..=0xDE => 2", ("health",)),
    ("src/health/doubly_encoded.rs", "0xE0..=0xEF => 3", "0xE1..=0xEF => 3", ("health",)),
    ("src/health/doubly_encoded.rs", "0xF0..=0xF4 => 4", "0xF0..=0xF3 => 4", ("health",)),
    ("src/detector/binary.rs", "0x0E..=0x1A | 0x1C..=0x1F)", "0x0E..=0x1A | 0x1C..=0x1E)", ("content",)),
    ("src/detector/binary.rs", "0x0E..=0x1A | 0x1C..=0x1F)", "0x0F..=0x1A | 0x1C..=0x1F)", ("content",)),
    ("src/detector/text/utf8.rs", "[0xF0..=0xF4, ..] => Some(4)", "[0xF0..=0xF3, ..] => Some(4)", ("lib", "content", *DETECTOR)),
    ("src/detector/text/utf8.rs", "[0xED, 0xA0..=0xFF, ..]", "[0xED, 0xA1..=0xFF, ..]", ("lib", "content", *DETECTOR)),
    ("src/evidence/content_type.rs", "matches!(byte, b'\\t' | 0x20..=0x7E | 0x80..)", "matches!(byte, b'\\t' | 0x20..=0x7F | 0x80..)", ("headers", *PRESCAN)),
    ("crates/warc/src/body.rs", "matches!(byte, b'\\t' | b'\\n' | b'\\r' | 0x20..=0x7E | 0x80..)", "matches!(byte, b'\\t' | b'\\n' | b'\\r' | 0x20..=0x7D | 0x80..)", WARC),
]

OFFSETS_WITHOUT_THE_MARK = [
    ("src/health/mod.rs", "        self.position += mark;\n", "", ("health",)),
    ("src/decision/text.rs", "DecodeError { offset: error.offset + self.bom_length(), ..error }", "error", ("decode_into", "stream", "security")),
    ("src/standard/text_decoder.rs", "error.offset + bom", "error.offset", ("text_api",)),
    ("src/stream/mod.rs", "let start = sniffed.bom_length() + self.read.length;", "let start = self.read.length;", STREAM),
]

WHITE_SPACE = [
    ("src/encoding/label.rs", "&& is_ascii_whitespace(*last)", "&& is_ascii_whitespace(*last)\n        && *last != 0x0C", ("tables",)),
    ("src/encoding/label.rs", "&& is_ascii_whitespace(*first)", "&& is_ascii_whitespace(*first)\n        && *first != b'\\r'", ("tables",)),
    ("src/detector/hints.rs", "(is_ascii_whitespace(*before) ||", "(is_ascii_whitespace(*before) && *before != 0x0C ||", ("lib",)),
    ("src/evidence/content_type.rs", "matches!(byte, b'\\t' | b'\\n' | b'\\r' | b' ')", "matches!(byte, b'\\t' | b'\\n' | b' ')", ("headers", *PRESCAN)),
    ("src/evidence/content_type.rs", "matches!(byte, b'\\t' | b'\\n' | b'\\r' | b' ')", "matches!(byte, b'\\t' | b'\\n' | 0x0C | b'\\r' | b' ')", ("headers", *PRESCAN)),
    ("src/evidence/misspelled.rs", "matches!(**byte, b'\\t' | b'\\n' | b'\\r' | b' ' |", "matches!(**byte, b'\\n' | b'\\r' | b' ' |", ("crawlers", "headers", "lib")),
    ("src/stage/prescan/character_reference.rs", "matches!(character, '\\t' | '\\n' | '\\x0C' | '\\r' | ' ')", "matches!(character, '\\t' | '\\n' | '\\r' | ' ')", (*BROWSERS, *LATE, "lib")),
    ("src/stage/prescan/html/tree/mod.rs", "0 | b'\\t' | b'\\n' | 0x0C | b'\\r' | b' ' => 1", "0 | b'\\t' | b'\\n' | b'\\r' | b' ' => 1", (*BROWSERS, *LATE)),
    ("src/stage/prescan/html/tokenizer.rs", "matches!(byte, 0 | b'\\t' | b'\\n' | 0x0C | b'\\r' | b' ')", "matches!(byte, 0 | b'\\t' | b'\\n' | b'\\r' | b' ')", (*BROWSERS, *LATE)),
    ("crates/warc/src/fields.rs", "Some(b' ' | b'\\t')", "Some(b' ')", WARC),
]

NOT_RESET = [
    ("src/standard/text_decoder.rs", "            self.read = 0;\n", "", ("text_api",)),
    ("src/standard/text_decoder.rs", "            self.io_queue.clear();\n", "", ("text_api",)),
    ("src/standard/text_decoder.rs", "            self.decoder = new_decoder(self.encoding, self.options);\n", "", ("text_api",)),
    ("crates/warc/src/body.rs", "starts_with(start)) => codec.restart(),", "starts_with(start)) => {}", WARC),
    ("crates/warc/src/lz4.rs", "            collected.set_position(0);\n", "", WARC),
]

LAST_UNITS = [
    ("crates/warc/src/body.rs", "let Some(chunk) = rest.get(..length) else {\n                body.extend_from_slice(rest);", "let Some(chunk) = rest.get(..length) else {", ("warc_formats",)),
    ("crates/warc/src/body.rs", "[] | [b'\\r'] => bytes.len(),", "[] => 0,", ("warc_formats",)),
    ("crates/warc/src/body.rs", "    bytes.truncate(length);\n    let damage", "    bytes.truncate(if fault.is_some() { length / 1024 * 1024 } else { length });\n    let damage", ("warc_formats",)),
    ("crates/warc/src/arc_reader.rs", "(Some(told), None) if told > there => (there, Some(Fault::CutShort)),", "(Some(told), None) if told > there => (start, Some(Fault::CutShort)),", WARC),
    ("src/standard/text_decoder.rs", "self.decoder.do_not_flush = false;\n", "", ("text_api",)),
    ("src/health/mod.rs", "self.push(&[], true);", "self.push(&[], false);", ("health", "promises")),
]

LIMITS = [
    ("crates/warc/src/body.rs", "let is_cut = body.bytes.len() > most;", "let is_cut = body.bytes.len() >= most;", ("warc_formats",)),
    ("crates/warc/src/body.rs", "_ if length > most => break None,", "_ if length >= most => break None,", ("warc_formats",)),
    ("crates/warc/src/body.rs", "if count > MOST_CODINGS {", "if count >= MOST_CODINGS {", ("warc_formats",)),
    ("crates/warc/src/fields.rs", "fields.len() < MOST_FIELDS {", "fields.len() <= MOST_FIELDS {", ("warc_formats",)),
    ("crates/warc/src/arc_reader.rs", "Some(told) if told <= most =>", "Some(told) if told < most =>", ("warc_formats",)),
    ("crates/warc/src/records.rs", "&& told <= there.min(most)", "&& told < there.min(most)", ("warc_formats",)),
    ("crates/cli/src/output/json.rs", "label.get(..MOST_LABEL_BYTES).unwrap_or(label)", "label.get(..=MOST_LABEL_BYTES).unwrap_or(label)", COMMAND),
    ("src/evidence/language.rs", "((2..=LONGEST).contains", "((2..LONGEST).contains", ("headers", "detector", "lib")),
    ("src/detector/hints.rs", "(2..=35).contains", "(2..35).contains", ("lib",)),
    ("src/health/doubly_encoded.rs", "self.others > self.valid", "self.others >= self.valid", ("health",)),
]

SUFFIXES = [
    ("src/encoding/locale.rs", "matches!(byte, b'.' | b'@')", "matches!(byte, b'@')", ("locales",)),
    ("src/encoding/locale.rs", "matches!(byte, b'.' | b'@')", "matches!(byte, b'.')", ("locales",)),
    ("src/stage/locale.rs", "None | Some(b'-' | b'_'))", "None | Some(b'-'))", ("locales",)),
    ("src/detector/hints.rs", "self.locale.map(language_and_territory)", "self.locale", ("detector_builder",)),
    ("src/detector/hints.rs", "tag.split(|byte| *byte == b'-' || *byte == b'_').next()", "tag.split(|byte| *byte == b'-').next()", ("detector_builder",)),
    ("src/detector/hints.rs", "tag.split(|byte| *byte == b'-' || *byte == b'_').skip(1)", "tag.split(|byte| *byte == b'-').skip(1)", ("detector_builder",)),
    ("src/evidence/mime.rs", '_ if essence.ends_with(b"+json") => MimeClass::Json,', "", ("contexts", "headers", "facts", "lib")),
    ("crates/warc/src/page.rs", 'subtype.ends_with("+zip")', 'subtype.ends_with("+zap")', ("warc",)),
    ("crates/warc/src/page.rs", "self.url.split(['?', '#'])", "self.url.split(['#'])", ("warc",)),
    ("src/detector/domain.rs", "domain.trim_end_matches('.').rsplit('.')", "domain.rsplit('.')", ("facts", "detector_builder", "lib")),
    ("src/context/facts.rs", "host.split(':').next()?.trim_end_matches('.')", "host.split(':').next()?", ("facts", "contexts", "lib")),
]

FAULTS = TABLE_FAULTS + BOUNDARIES + STATE_RESETS + STAGE_ORDER + SHORT_CUTS + MEETING + PROMISES + DECIDING + CRAWLS
FAULTS += RANGE_ENDS + OFFSETS_WITHOUT_THE_MARK + WHITE_SPACE + NOT_RESET + LAST_UNITS + LIMITS + SUFFIXES

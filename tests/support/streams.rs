//! Resources for streams, and what is compared. A generator puts what decides (marks, declarations, escape sequences, the
//! first byte above 7F) before, at, across and behind the places at which a stream may decide, in every context, reading
//! and default, and cuts it there. What includes this module has a `Random`, from which all choices come.

use std::collections::BTreeMap;

use charsniff::{
    Context, DecodeError, Detection, Encoding, Kind, Reading, Sniffed, Sniffer, Source, Stage, StageReport,
    StreamDecoder, TextUnit, explain, sniff, try_decode,
};

use super::Random;

/// What a resource can begin with.
const STARTS: &[&[u8]] = &[
    b"\xEF\xBB\xBF",
    b"\xEF\xBB",
    b"\xFE\xFF",
    b"\xFF\xFE",
    b"\xFF",
    b"\xFF\xFE\0\0",
    b"\0\0\xFE\xFF",
    b"\xFF\xFE\0\0a\0\0\0 \0\0\0t\0\0\0e\0\0\0x\0\0\0t\0\0\0 \0\0\0i\0\0\0n\0\0\0 \0\0\0U\0\0\0T\0\0\0F\0\
      \0\0 \0\0\0o\0\0\0f\0\0\0 \0\0\0f\0\0\0o\0\0\0u\0\0\0r\0\0\0 \0\0\0b\0\0\0y\0\0\0t\0\0\0e\0\0\0s\0\0\
      \0 \0\0\0\xE9\0\0\0",
    b"\0\0\xFE\xFF\0\0\0a\0\0\0 \0\0\0t\0\0\0e\0\0\0x\0\0\0t\0\0\0 \0\0\0i\0\0\0n\0\0\0 \0\0\0U\0\0\0T\0\0\
      \0F\0\0\0 \0\0\0o\0\0\0f\0\0\0 \0\0\0f\0\0\0o\0\0\0u\0\0\0r\0\0\0 \0\0\0b\0\0\0y\0\0\0t\0\0\0e\0\0\0\
      s\0\0\0 \0\0\0\xE9",
    b"\xFF\xFE\0\0a\0\0\0 \0\0\0t\0\0\0e\0\0\0x\0\0\0t\0\0\0 \0\0\0i\0\0\0n\0\0\0 \0\0\0U\0\0\0T\0\0\0F\0\
      \0\0 \0\0",
    b"<\0\0\0?\0\0\0x\0\0\0m\0\0\0l\0\0\0 \0\0\0e\0\0\0n\0\0\0c\0\0\0o\0\0\0d\0\0\0i\0\0\0n\0\0\0g\0\0\0=\
      \0\0\0'\0\0\0k\0\0\0o\0\0\0i\0\0\0'\0\0\0?\0\0\0>\0\0\0\xE9\0\0\0",
    b"\0\0\0<\0\0\0?\0\0\0x\0\0\0m\0\0\0l\0\0\0 \0\0\0e\0\0\0n\0\0\0c\0\0\0o\0\0\0d\0\0\0i\0\0\0n\0\0\0g\0\
      \0\0=\0\0\0'\0\0\0k\0\0\0o\0\0\0i\0\0\0'\0\0\0?\0\0\0>\0\0\0\xE9",
    b"<\0?\0x\0m\0l\0",
    b"<\0?\0x\0",
    b"<\0?\0",
    b"\0<\0?\0x\0m\0l",
    b"\0<\0?\0x",
    b"<?xml >",
    b"<?xml version='1.0'",
    b"<?xml version='1.0' encoding='koi8-r'?>",
    b"<?xml version='1.0' encoding='koi8-r'>",
    b"<?xml encoding='koi8-r'?>",
    b"<?xml version='1.0' encoding='utf-16'?>",
    b"<?xml version='1.0' encoding='koi8_r'?>",
    b"<?xm",
    b"@charset \"koi8-r\";",
    b"@charset \"koi8-r",
    b"@charset \"koi8_r\";",
    b"<title>x</title>",
    b"<!--",
];

const DECLARATIONS: &[&[u8]] = &[
    b" version='1.0' encoding='koi8-r'?>",
    b" encoding='gbk'",
    b" encoding='iso-2022-jp'?>",
    b"?>",
    b">",
    b"\";",
    b"<meta charset=euc-kr>",
    b"<meta charset=euc_kr>",
    b"<meta charset=utf-8>",
    b"<meta charset=iso-2022-jp>",
    b"<meta http-equiv=content-type content='text/html; charset=big5'>",
    b"<meta charset",
    b"<script>",
    b"</script>",
    b"-->",
    b"<body>",
];

const TEXTS: &[&[u8]] = &[
    b"<p>",
    b"text",
    b"caf\xC3\xA9 ",
    b"caf\xE9 ",
    b"\xCD\xC1\xD2\xD3, \xD0\xCC\xC1\xCE\xC5\xD4\xC1 ",
    b"\x82\xBB\x82\xEA\x82\xCD\x89\xCE\x90\xAF\x82\xC5\x82\xB7\x81B",
    "Größe, naïveté, 火星 ".as_bytes(),
    b"\x81\x30",
    b"\xFF",
    b"\0",
    b"\r\n",
];

const ESCAPES: &[&[u8]] = &[
    b"\x1B$B2P@1\x1B(B",
    b"\x1B$B2P@1\x1B(B",
    b"\x0E\x1B$B2P@1\x1B(B",
    b"\x0F \x1B[31m",
    b"\x1B(J\\",
    b"\x1B[31mred\x1B[0m",
    b"\x1B",
    b"\x0E",
    b"\x0F",
    b"text",
    b"<p>",
];

const MARKS: &[&[u8]] = &[b"\xEF\xBB\xBF", b"\xEF\xBB\xBF", b"\xEF\xBB", b"\xFE\xFF", b"\xFF\xFE"];

/// The start of an XML declaration, and what can end it.
const LONG_DECLARATION: (&[u8], &[&[u8]]) =
    (b"<?xml version='1.0'", &[b" encoding='koi8-r'?>", b" encoding='gbk'?>", b"?>", b" encoding='euc-kr'> ?>"]);

/// What can follow the start. Each resource has parts of one of these kinds: faults need several of a kind.
const PALETTES: [&[&[&[u8]]]; 5] =
    [&[DECLARATIONS, TEXTS, ESCAPES, MARKS], &[DECLARATIONS, TEXTS], &[ESCAPES], &[ESCAPES, TEXTS], &[MARKS, TEXTS]];

/// How many blanks stand between two parts.
const BLANKS: [usize; 5] = [0, 0, 0, 1, 1100];

/// What stands before a part that is put at a threshold.
const FILLERS: [&[u8]; 6] = [b" ", b" ", b"x", b"<p>text ", b"plain text\n", b"\x1B[0m"];

const HEADERS: [&str; 12] = [
    "",
    "",
    "text/html",
    "text/html; charset=big5",
    "text/plain; charset=iso-2022-jp",
    "text/html; charset=utf-16le",
    "application/xml",
    "text/xml; charset=nonsense",
    "text/css",
    "application/json",
    "text/plain",
    "text/plain; charset:koi8-r",
];

const LIMITS: [usize; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 20, 1024, 1024, 1100];

const DEFAULTS: [Encoding; 7] = [
    Encoding::Utf8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Replacement,
    Encoding::Iso2022Jp,
    Encoding::ShiftJis,
    Encoding::Windows1252,
];

/// How many bytes a crawler's stream holds back for the detector, and how many of a head or an XML declaration.
const CRAWLERS: usize = 16 * 1024;
const HEAD: usize = 1 << 20;

/// How many bytes before and behind a place come in small chunks.
const NEAR: usize = 40;

/// How often a resource reaches one of these: one in so many. Long resources take most of the time.
const fn one_in_is_long(reading: Reading) -> usize {
    if matches!(reading, Reading::Crawler) { 4 } else { 40 }
}
const ONE_IN_IS_VERY_LONG: usize = 4000;

/// Whether the row reads bytes.
pub fn reads_bytes(kind: Kind) -> bool {
    let is_of_bytes =
        |report: &StageReport| report.consulted && matches!(report.stage, Stage::Prescan | Stage::Detector);
    explain(b"", (), &Context::of(kind)).stages.iter().any(is_of_bytes)
}

/// What a stream holds back at least.
fn held_limit(reading: Reading, limit: usize) -> usize {
    limit.max(if reading == Reading::Crawler { CRAWLERS } else { 3 })
}

/// A resource that says nothing at first, then may or may not say something, several times at distances about as long
/// as what the detector sees. Where its window begins decides what it answers. Returns the places too.
fn late_evidence(reading: Reading, limit: usize, random: &mut Random) -> (Vec<u8>, Vec<usize>) {
    let held = held_limit(reading, limit);
    let (mut bytes, mut places) = (vec![b'x'; held + random.below(20)], Vec::new());
    for _ in 0..1 + random.below(4) {
        let parts = [ESCAPES, ESCAPES, MARKS, TEXTS][random.below(4)];
        places.push(bytes.len());
        bytes.extend_from_slice(parts[random.below(parts.len())]);
        places.push(bytes.len());
        bytes.extend(std::iter::repeat_n(b' ', [0, 1, held / 2, held / 2, held][random.below(5)]));
    }
    let text = TEXTS[random.below(TEXTS.len())];
    places.push(bytes.len());
    bytes.extend(text.repeat(1 + random.below(8)));
    (bytes, places)
}

/// Text in ISO-2022-JP that begins behind what the stream holds back, and where it begins and ends.
fn late_japanese(reading: Reading, limit: usize, random: &mut Random) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = vec![b'x'; held_limit(reading, limit) + random.below(20)];
    let start = bytes.len();
    bytes.extend(ESCAPES[0].repeat(1 + random.below(20)));
    let end = bytes.len();
    (bytes, vec![start, end])
}

/// A shift, which rules out ISO-2022-JP, and an escape sequence behind it, then text: where the window begins decides
/// how much of the text the detector sees.
fn late_shift(reading: Reading, limit: usize, random: &mut Random) -> (Vec<u8>, Vec<usize>) {
    let held = held_limit(reading, limit);
    let (mut bytes, mut places) = (vec![b'x'; held + random.below(20)], Vec::new());
    let mut one_of = |parts: &[&'static [u8]]| parts[random.below(parts.len())];
    let (shift, escape) = (one_of(&[b"\x0E", b"\x0F"]), one_of(ESCAPES));
    for part in [shift, escape, one_of(TEXTS), &one_of(TEXTS).repeat(4)] {
        places.push(bytes.len());
        bytes.extend_from_slice(part);
        bytes.resize(bytes.len() + if part.len() > 1 { held / 2 } else { 0 }, b' ');
    }
    (bytes, places)
}

/// A resource, the places in it where something begins or ends, and how to read it.
pub struct Case {
    bytes: Vec<u8>,
    places: Vec<usize>,
    headers: &'static str,
    context: Context,
    limit: usize,
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Runs of one byte say nothing more than their length.
        let mut rest = &self.bytes[..];
        write!(f, "{:?} limit {} {:?} \"", self.headers, self.limit, self.context)?;
        while let Some(first) = rest.first() {
            let unit = FILLERS.iter().find(|filler| rest.starts_with(&filler.repeat(8))).copied();
            let unit = unit.unwrap_or(std::slice::from_ref(first));
            let times = rest.chunks(unit.len()).take_while(|chunk| *chunk == unit).count();
            match times {
                0..8 => write!(f, "{}", first.escape_ascii())?,
                _ => write!(f, "{{{times} x {}}}", unit.escape_ascii())?,
            }
            rest = &rest[if times < 8 { 1 } else { times * unit.len() }..];
        }
        write!(f, "\"")
    }
}

impl Case {
    pub fn new(kind: Kind, reading: Reading, random: &mut Random) -> Case {
        let limit = LIMITS[random.below(LIMITS.len())];
        // A declaration across a threshold.
        let is_declared_late = random.below(8) == 0;
        let kind = if is_declared_late && random.below(2) == 0 { Kind::Xml } else { kind };
        let mut thresholds = vec![limit, 1024, 2 * limit, limit + 1024, limit / 2, 3 * limit / 4];
        let longest = if random.below(ONE_IN_IS_VERY_LONG) == 0 {
            thresholds.push(HEAD);
            HEAD
        } else if random.below(one_in_is_long(reading)) == 0 || is_declared_late && reading == Reading::Crawler {
            thresholds.extend([CRAWLERS, CRAWLERS, 2 * CRAWLERS, CRAWLERS + limit, CRAWLERS / 2]);
            3 * CRAWLERS
        } else {
            3400
        };
        let palette = PALETTES[random.below(PALETTES.len())];
        // Text that follows no start is what a detector sees.
        let start = if random.below(2) == 0 { b"" } else { STARTS[random.below(STARTS.len())] };
        let start = if is_declared_late { LONG_DECLARATION.0 } else { start };
        let (mut bytes, mut places) = (start.to_vec(), vec![start.len()]);
        for n in 0..random.below(7) {
            let is_its_end = is_declared_late && n == 0;
            let parts = if is_its_end { LONG_DECLARATION.1 } else { palette[random.below(palette.len())] };
            let part = parts[random.below(parts.len())];
            if !is_its_end && random.below(3) == 0 {
                bytes.extend(std::iter::repeat_n(b' ', BLANKS[random.below(BLANKS.len())]));
            } else if is_its_end || random.below(2) == 0 {
                // Before, at, across or behind a threshold, from the start or from something before: a window.
                let from = if random.below(2) == 0 { 0 } else { places[random.below(places.len())] };
                let threshold = from + thresholds[random.below(thresholds.len())];
                let at = (threshold + 2).saturating_sub(random.below(part.len() + 5));
                let filler = FILLERS[random.below(FILLERS.len())];
                let blanks = at.saturating_sub(bytes.len()).min(longest + 100);
                bytes.extend(filler.iter().cycle().take(blanks));
                places.push(threshold);
            }
            places.push(bytes.len());
            bytes.extend_from_slice(part);
            places.push(bytes.len());
        }
        if random.below(6) == 0 && (reading != Reading::Crawler || longest > CRAWLERS) {
            (bytes, places) = late_evidence(reading, limit, random);
        }
        let headers = HEADERS[random.below(HEADERS.len())];
        let mut context = with_facts(Context::of(kind).reading(reading), limit, random);
        let is_late = random.below(8) == 0;
        let limit = if is_late { 1024 } else { limit };
        if is_late {
            let late = if random.below(2) == 0 { late_japanese } else { late_shift };
            (bytes, places) = late(reading, limit, random);
            context = context.prescan_limit(limit);
            if random.below(2) == 0 {
                context = context.detection(Detection::Legacy).prefer([Encoding::Iso2022Jp]);
            }
        }
        places.push(held_limit(reading, limit));
        places.retain(|place| *place <= bytes.len());
        Case { bytes, places, headers, context, limit }
    }

    /// Fewer bytes than the stream holds back: it decides at the end, like `decode`.
    fn is_short(&self, reading: Reading) -> bool {
        self.bytes.len() < held_limit(reading, self.limit)
    }

    /// Whether the first byte that may say something stands behind what the stream holds back, and the window that it
    /// begins takes the rest. A shift (SO or SI) begins no window.
    fn is_late(&self, reading: Reading) -> bool {
        let first = self.bytes.iter().position(|byte| matches!(byte, 0x0E | 0x0F | 0x1B | 0x80..));
        let limit = held_limit(reading, self.limit);
        let is_shift = |at: usize| matches!(self.bytes[at], 0x0E | 0x0F);
        first.is_some_and(|first| first >= limit && self.bytes.len() - first < limit && !is_shift(first))
    }

    /// A place where something begins or ends, or near it; or any place.
    fn place(&self, random: &mut Random) -> usize {
        let any = random.below(self.bytes.len() + 1);
        match self.places.get(random.below(self.places.len() + 1)) {
            Some(place) => (place + random.below(5)).saturating_sub(2).min(self.bytes.len()),
            None => any,
        }
    }

    /// The bytes in chunks that are cut at these places.
    fn cut(&self, mut at: Vec<usize>) -> Vec<&[u8]> {
        at.extend([0, self.bytes.len()]);
        at.sort_unstable();
        at.windows(2).map(|ends| &self.bytes[ends[0]..ends[1]]).collect()
    }

    /// The bytes in chunks of this size; mostly so only near the places, and in one chunk between them.
    fn chunks_of(&self, size: usize, everywhere: bool) -> Vec<&[u8]> {
        let mut places = self.places.clone();
        places.sort_unstable();
        let (mut at, mut done) = (Vec::new(), 0);
        for place in places {
            let from = place.saturating_sub(NEAR).max(done);
            done = (place + NEAR).min(self.bytes.len());
            at.extend((from..=done).step_by(size));
        }
        if everywhere { self.bytes.chunks(size).collect() } else { self.cut(at) }
    }

    /// The same bytes, cut in different ways.
    fn chunkings(&self, random: &mut Random) -> Vec<(String, Vec<&[u8]>)> {
        // Small chunks of a very long resource take too long.
        let everywhere = random.below(8) == 0 && self.bytes.len() <= 4 * CRAWLERS;
        let mut all: Vec<_> = [1, 2, 3, 7]
            .into_iter()
            .map(|size| (format!("chunks of {size}"), self.chunks_of(size, everywhere)))
            .collect();
        all.push(("chunks of 1000".into(), self.bytes.chunks(1000).collect()));
        for _ in 0..3 {
            let at: Vec<_> = (0..1 + random.below(4)).map(|_| self.place(random)).collect();
            all.push((format!("cut at {at:?}"), self.cut(at)));
        }
        all
    }
}

fn with_facts(context: Context, limit: usize, random: &mut Random) -> Context {
    let mut context = context.prescan_limit(limit).truncated(random.below(4) == 0);
    let detections = [Detection::Off, Detection::Legacy, Detection::Full];
    if let Some(&detection) = detections.get(random.below(5)) {
        context = context.detection(detection);
    }
    for fact in 0..12 {
        if random.below(8) > 0 {
            continue;
        }
        context = match fact {
            0 => context.locale("ja"),
            1 => context.parent(Encoding::Gbk, true).document(Encoding::EucJp).style_sheet(Encoding::EucKr),
            2 => context.lossy(true),
            3 => context.reference_charset(["ibm866", "iso-2022-jp"][random.below(2)]),
            4 => context.override_encoding(["koi8-u", "nonsense"][random.below(2)]),
            5 => context.default_encoding(DEFAULTS[random.below(DEFAULTS.len())]),
            6 => context.detect_iso_2022_jp(true),
            7 => context.prefer([Encoding::Iso2022Jp]),
            8 => context.detection_ceiling([0, 4, 100, 1100][random.below(4)]),
            9 => context.fatal(true),
            10 => context.ignore_bom(true),
            _ => context.mime_type(["text/html", "text/css", "application/xml"][random.below(3)]),
        };
    }
    context
}

/// The verdict, or the first error, where that ends the text; the text; the number of errors.
type Outcome = (Result<Sniffed, DecodeError>, String, usize);

fn whole(case: &Case, context: &Context) -> Outcome {
    match try_decode(&case.bytes, case.headers, context) {
        Ok(decoded) => (Ok(decoded.sniffed), decoded.text.into_owned(), decoded.errors),
        Err(error) => (Err(error), String::new(), 0),
    }
}

/// What of a stream's outcome can be compared with a whole input's: an error leaves no text.
fn as_whole(stream: Outcome) -> Outcome {
    if stream.0.is_err() { (stream.0, String::new(), 0) } else { stream }
}

/// `decide_at`: where the caller waits no longer.
fn streamed(chunks: &[&[u8]], case: &Case, context: &Context, decide_at: Option<usize>) -> Outcome {
    let (mut stream, mut text, mut at) = (StreamDecoder::new(case.headers, context), String::new(), 0);
    let mut run = || {
        for chunk in chunks {
            let cut = decide_at.map(|decide_at| decide_at.wrapping_sub(at)).filter(|cut| *cut <= chunk.len());
            if let Some(cut) = cut {
                stream.push(&chunk[..cut], &mut text)?;
                stream.decide(&mut text)?;
            }
            stream.push(&chunk[cut.unwrap_or(0)..], &mut text)?;
            at += chunk.len();
        }
        stream.finish(&mut text)
    };
    let result = run();
    let errors = stream.errors();
    (result, text, errors)
}

/// A stream whose head, the first `head` bytes, was sniffed before.
fn with_verdict(head: usize, chunks: &[&[u8]], case: &Case) -> Outcome {
    let (head, mut skip, mut text) = (&case.bytes[..head], head, String::new());
    let sniffed = sniff(head, case.headers, &case.context.clone().truncated(true));
    let stream = StreamDecoder::with_verdict(sniffed, head, case.headers, &case.context, &mut text);
    let mut errors = 0;
    let result = stream.and_then(|mut stream| {
        for chunk in chunks {
            let skipped = skip.min(chunk.len());
            skip -= skipped;
            stream.push(&chunk[skipped..], &mut text)?;
        }
        let result = stream.finish(&mut text);
        errors = stream.errors();
        result
    });
    (result, text, errors)
}

/// The verdict, and how many bytes were held for it. If none is known at the end, the resource ends there.
fn sniffed(chunks: &[&[u8]], case: &Case, context: &Context) -> Sniffed {
    let (mut sniffer, mut held) = (Sniffer::new(case.headers, context), 0);
    for chunk in chunks {
        let (taken, sniffed) = sniffer.push(chunk);
        // What was held before is compared at the end only, since that would be quadratic.
        assert_eq!(sniffer.held().get(held..), Some(&chunk[..taken]), "what is taken: {case:?}");
        held += taken;
        if sniffed.is_some() {
            break;
        }
        assert_eq!(taken, chunk.len(), "all is taken until there is a verdict: {case:?}");
    }
    assert_eq!(sniffer.held(), &case.bytes[..held], "what is held: {case:?}");
    // Nothing changes a verdict that there is.
    sniffer.finish(false)
}

/// What was compared, and the differences by kind: how many, and the first one.
#[derive(Default)]
pub struct Comparisons {
    pub compared: usize,
    pub differences: BTreeMap<String, (usize, String)>,
}

impl Comparisons {
    fn expect(&mut self, is_same: bool, kind: &str, difference: impl FnOnce() -> String) {
        self.compared += 1;
        if !is_same {
            self.differences.entry(kind.into()).or_insert_with(|| (0, difference())).0 += 1;
        }
    }

    fn same(&mut self, one: &Outcome, other: &Outcome, kind: &str, case: &Case, what: &str) {
        self.expect(one == other, kind, || {
            let [one, other] = [one, other].map(|(result, text, errors)| {
                let result = result.as_ref().map(|sniffed| format!("{sniffed} mark {}", sniffed.bom_length()));
                format!("{result:?}, {} bytes of text, {errors} errors", text.len())
            });
            format!("{what}: {one}; {other}: {case:?}")
        });
    }

    fn same_verdict(&mut self, one: Sniffed, other: Sniffed, kind: &str, case: &Case, what: &str) {
        self.expect(one == other, kind, || format!("{what}: {one:?}; {other:?}: {case:?}"));
    }

    /// The text is what the verdict makes of the bytes; its positions are those of the bytes.
    fn by_verdict(&mut self, (result, text, errors): &Outcome, what: &str, case: &Case, random: &mut Random) {
        let Ok(sniffed) = result else { return };
        let decoded = sniffed.decode(&case.bytes);
        let told = || format!("{sniffed} mark {}: {case:?}", sniffed.bom_length());
        self.expect(decoded.text == *text, &format!("{what}: the text is that of the verdict"), told);
        self.expect(decoded.errors == *errors, &format!("{what}: the errors are those of the verdict"), told);
        let mark = Encoding::for_bom(&case.bytes).filter(|(encoding, _)| *encoding == sniffed.encoding);
        let mark = mark.map_or(0, |(_, length)| length);
        let utf_32 = [b"\xFF\xFE\0\0", b"\0\0\xFE\xFF"].iter().any(|mark| case.bytes.starts_with(*mark));
        let mark = if sniffed.is_utf_32() { 4 * usize::from(utf_32) } else { mark };
        self.expect([0, mark].contains(&sniffed.bom_length()), &format!("{what}: the mark is there"), told);
        self.by_positions(sniffed, text, what, case, random);
    }

    fn by_positions(&mut self, sniffed: &Sniffed, text: &str, what: &str, case: &Case, random: &mut Random) {
        let positions = sniffed.positions(&case.bytes, TextUnit::Utf8);
        let told = || format!("{sniffed} mark {}: {case:?}", sniffed.bom_length());
        let kind = format!("{what}: positions are those of the text");
        self.expect(positions.text_offset(case.bytes.len()) == text.len(), &kind, told);
        // In every encoding that occurs here but UTF-16 this byte is always this character.
        let from = random.below(text.len() + 1);
        let tag = text.as_bytes()[from..].iter().position(|byte| *byte == b'<').map(|at| from + at);
        let has_tags = !matches!(sniffed.encoding, Encoding::Utf16Be | Encoding::Utf16Le | Encoding::Replacement);
        if let Some(offset) = tag.filter(|_| has_tags) {
            let byte = positions.byte_offset(offset);
            let is_there = case.bytes.get(byte) == Some(&b'<') && positions.text_offset(byte) == offset;
            self.expect(is_there, &kind, told);
        }
    }
}

/// Compares streams of one resource with each other and with the whole.
pub fn compare(case: &Case, reading: Reading, random: &mut Random, all: &mut Comparisons) {
    let context = &case.context;
    let chunkings = case.chunkings(random);
    let decide_at = Some(case.place(random));
    let head = case.place(random);

    let at_once = streamed(&[&case.bytes], case, context, None);
    let decided = streamed(&[&case.bytes], case, context, decide_at);
    let behind_head = with_verdict(head, &[&case.bytes], case);
    let by_sniffer = sniffed(&[&case.bytes], case, context);
    for (what, chunks) in &chunkings {
        all.same(&streamed(chunks, case, context, None), &at_once, "chunks", case, what);
        all.same_verdict(sniffed(chunks, case, context), by_sniffer, "chunks of a sniffer", case, what);
    }
    let (what, chunks) = &chunkings[random.below(chunkings.len())];
    let decided_in_chunks = streamed(chunks, case, context, decide_at);
    all.same(
        &decided_in_chunks,
        &decided,
        "chunks, with a decision",
        case,
        &format!("{what}, decision at {decide_at:?}"),
    );
    all.same(
        &with_verdict(head, chunks, case),
        &behind_head,
        "chunks behind a head",
        case,
        &format!("{what}, head of {head}"),
    );
    all.by_verdict(&at_once, "stream", case, random);
    all.by_verdict(&decided, "stream with a decision", case, random);
    all.by_verdict(&behind_head, "stream behind a head", case, random);

    let undetected = context.clone().detection(Detection::Off);
    let by_undetected = sniffed(&[&case.bytes], case, &undetected);
    let of_whole = sniff(&case.bytes, case.headers, &undetected);
    all.same_verdict(by_undetected, of_whole, "a sniffer without the detector", case, "whole");
    let stream = streamed(&[&case.bytes], case, &undetected, None);
    all.same(&as_whole(stream), &whole(case, &undetected), "without the detector", case, "whole");
    // At the limit a stream cannot know that the resource ends there.
    let of_whole = sniff(&case.bytes, case.headers, context);
    let is_decided_before_the_detector = of_whole.source < Source::Detector && reading != Reading::Crawler;
    // What was decoded before in another way cannot be ISO-2022-JP any more.
    let is_ascii_so_far = !matches!(by_sniffer.encoding, Encoding::Utf16Be | Encoding::Utf16Le | Encoding::Replacement);
    // A ceiling may cut the whole before text that is no ISO-2022-JP, which the window of the stream does reach.
    let of_all = sniff(&case.bytes, case.headers, &context.clone().detection_ceiling(case.bytes.len()));
    let is_iso_2022_jp =
        |sniffed: &Sniffed| sniffed.source == Source::Detector && sniffed.encoding == Encoding::Iso2022Jp;
    if [&of_whole, &of_all].into_iter().all(is_iso_2022_jp) && is_ascii_so_far && case.is_late(reading) {
        let encoding = at_once.0.as_ref().map(|sniffed| sniffed.encoding);
        all.expect(encoding == Ok(Encoding::Iso2022Jp), "late ISO-2022-JP", || format!("{encoding:?} {case:?}"));
    }
    if case.is_short(reading) || is_decided_before_the_detector {
        all.same_verdict(by_sniffer, of_whole, "a sniffer, as documented", case, "whole");
        all.same(&as_whole(at_once), &whole(case, context), "as documented", case, "whole");
    }
}

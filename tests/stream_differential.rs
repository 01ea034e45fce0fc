//! Streams against whole inputs: every context, reading, detection, limit and chunking gives the verdict, the text
//! and the error that the whole input gives.

#[path = "support/random.rs"]
mod random;

use charsniff::{
    Context, DecodeError, Detection, Encoding, Kind, Reading, Sniffed, Stage, StageReport, Stream, explain, try_decode,
};
use random::Random;

/// What a resource can begin with.
const STARTS: &[&[u8]] = &[
    b"",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB",
    b"\xFE\xFF",
    b"\xFF\xFE",
    b"\xFF",
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

/// What can follow.
const PARTS: &[&[u8]] = &[
    b" version='1.0' encoding='koi8-r'?>",
    b" encoding='gbk'",
    b"?>",
    b">",
    b"\";",
    b"<meta charset=euc-kr>",
    b"<meta charset=euc_kr>",
    b"<meta charset=utf-8>",
    b"<meta http-equiv=content-type content='text/html; charset=big5'>",
    b"<meta charset",
    b"<script>",
    b"</script>",
    b"-->",
    b"<p>",
    b"text",
    b"caf\xC3\xA9 ",
    b"caf\xE9 ",
    b"\xCD\xC1\xD2\xD3, \xD0\xCC\xC1\xCE\xC5\xD4\xC1 ",
    b"\x1B$B2P@1\x1B(B",
    b"\x81\x30",
    b"\xFF",
    b"\0",
    b"\r\n",
];

/// How many blanks stand between two parts.
const BLANKS: [usize; 6] = [0, 0, 0, 1, 1010, 1100];

const HEADERS: [&str; 9] = [
    "",
    "text/html",
    "text/html; charset=big5",
    "application/xml",
    "text/xml; charset=nonsense",
    "text/css",
    "application/json",
    "text/plain",
    "text/plain; charset:koi8-r",
];

const LIMITS: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 20, 1024, 1100];

/// How many resources each reading of a row gets; ten times as many if the row reads declarations. `STREAM_CASES`
/// sets another number.
fn cases(kind: Kind) -> usize {
    let cases = std::env::var("STREAM_CASES").map_or(5, |cases| cases.parse().expect("STREAM_CASES is a number"));
    let reads_bytes = explain(b"", (), &Context::of(kind)).stages.iter().any(is_of_bytes);
    if reads_bytes { 10 * cases } else { cases }
}

fn is_of_bytes(report: &StageReport) -> bool {
    report.consulted && matches!(report.stage, Stage::Prescan | Stage::Detector)
}

fn resource(random: &mut Random) -> Vec<u8> {
    let mut bytes = STARTS[random.below(STARTS.len())].to_vec();
    for _ in 0..random.below(6) {
        bytes.extend(std::iter::repeat_n(b' ', BLANKS[random.below(BLANKS.len())]));
        bytes.extend_from_slice(PARTS[random.below(PARTS.len())]);
    }
    // More than a crawler's stream holds back for the detector.
    if random.below(40) == 0 {
        bytes.extend(std::iter::repeat_n(b'x', 17_000));
        bytes.extend_from_slice(PARTS[random.below(PARTS.len())]);
    }
    bytes
}

fn with_facts(context: Context, limit: usize, random: &mut Random) -> Context {
    let mut context = context.prescan_limit(limit).truncated(random.below(4) == 0);
    let detections = [Detection::Off, Detection::Legacy, Detection::Full];
    if let Some(&detection) = detections.get(random.below(4)) {
        context = context.detection(detection);
    }
    for fact in 0..6 {
        if random.below(6) > 0 {
            continue;
        }
        context = match fact {
            0 => context.locale("ja"),
            1 => context.parent(Encoding::Gbk, true).document(Encoding::EucJp).style_sheet(Encoding::EucKr),
            2 => context.lossy(),
            3 => context.reference_charset("ibm866"),
            4 => context.override_encoding(["koi8-u", "nonsense"][random.below(2)]),
            _ => context.mime_type(["text/html", "text/css", "application/xml"][random.below(3)]),
        };
    }
    context
}

/// Verdict, text and number of errors; or the first error, where that ends it.
type Outcome = Result<(Sniffed, String, usize), DecodeError>;

fn whole(bytes: &[u8], headers: &str, context: &Context) -> Outcome {
    let decoded = try_decode(bytes, headers, context)?;
    Ok((decoded.sniffed, decoded.text.into_owned(), decoded.errors))
}

fn streamed<'a>(chunks: impl IntoIterator<Item = &'a [u8]>, headers: &str, context: &Context) -> Outcome {
    let (mut stream, mut text) = (Stream::new(headers, context), String::new());
    for chunk in chunks {
        stream.push(chunk, &mut text)?;
    }
    let sniffed = stream.finish(&mut text)?;
    Ok((sniffed, text, stream.errors()))
}

/// The chunks change nothing. Without the detector, and on inputs below the limit, the stream gives what the whole
/// input gives; the detector of a stream may see less of a longer one, but verdict and text agree.
#[test]
fn a_stream_gives_what_the_whole_input_gives() {
    let mut random = Random::new(37);
    let mut compared = 0;
    for &kind in Kind::ALL {
        for &reading in Reading::ALL {
            for _ in 0..cases(kind) {
                let bytes = resource(&mut random);
                let headers = HEADERS[random.below(HEADERS.len())];
                let limit = LIMITS[random.below(LIMITS.len())];
                let context = with_facts(Context::of(kind).reading(reading), limit, &mut random);
                let case = || format!("{headers:?} {context:?} \"{}\"", bytes.escape_ascii());

                let at_once = streamed([&bytes[..]], headers, &context);
                for size in [1, 2, 3, 7, 1000] {
                    let chunks = streamed(bytes.chunks(size), headers, &context);
                    assert_eq!(chunks, at_once, "chunks of {size}: {}", case());
                }
                let (start, end) = bytes.split_at(random.below(bytes.len() + 1));
                let split = streamed([start, b"", end], headers, &context);
                assert_eq!(split, at_once, "split at {}: {}", start.len(), case());

                let undetected = context.clone().detection(Detection::Off);
                let stream = streamed([&bytes[..]], headers, &undetected);
                assert_eq!(stream, whole(&bytes, headers, &undetected), "without the detector: {}", case());
                if let Ok((sniffed, text, errors)) = &at_once {
                    let decoded = sniffed.decode(&bytes);
                    assert_eq!((&*decoded.text, decoded.errors), (&**text, *errors), "text: {}", case());
                }
                // At the limit a stream cannot know that the resource ends there.
                if bytes.len() < limit {
                    assert_eq!(at_once, whole(&bytes, headers, &context), "short: {}", case());
                }
                compared += 9;
            }
        }
    }
    println!("streams against whole inputs: {compared} comparisons");
}

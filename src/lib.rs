//! Finds out which character encoding a Web page or another text is in, how sure that is, and
//! decodes it, as the Web platform does. Underneath is the whole
//! [Encoding Standard](https://encoding.spec.whatwg.org/).
//!
//! ```
//! use charsniff::{Context, Encoding, Source, decode, explain, sniff};
//!
//! let page = b"<meta charset=shift_jis><title>\x89\xCE\x90\xAF</title>";
//! let sniffed = sniff(page, (), &Context::html());
//! assert_eq!((sniffed.encoding, sniffed.source), (Encoding::ShiftJis, Source::Meta));
//!
//! let headers = [("Content-Type", "text/html; charset=utf-8")];
//! assert_eq!(sniff(page, &headers, &Context::html()).source, Source::Transport);
//! println!("{}", explain(page, &headers, &Context::html().url("https://example.co.jp/")));
//! assert!(decode(page, (), &Context::html()).text.contains("火星"));
//! ```
//!
//! # Which reading, which type
//!
//! For Web pages, choose a browser's reading or a crawler's. `Context::html()` alone follows the
//! standard to the letter, which no browser does exactly:
//!
//! | you write | context |
//! | --- | --- |
//! | a crawler | `Context::html().`[`reading`](Context::reading)`(`[`Reading::Crawler`]`)` |
//! | something that must agree with a browser | `Context::html().reading(`[`Reading::Chromium`]`)`, or [`Firefox`](Reading::Firefox) |
//! | a validator, or a parser that looks for late declarations itself | [`Context::html()`](Context::html) |
//! | something that knows only the MIME type | [`Context::for_mime_type`] |
//!
//! | you have | you want | use |
//! | --- | --- | --- |
//! | all bytes | the text | [`decode`]; where malformed bytes are an error: [`try_decode`] |
//! | all bytes | the encoding | [`sniff()`]; with reasons: [`explain`] |
//! | all bytes and a verdict | the text | [`Sniffed::decode`]; in a buffer that you keep: [`Sniffed::append_to_string`], [`Sniffed::append_to_utf16`] |
//! | chunks of bytes | the encoding, as early as possible | [`Sniffer`] |
//! | chunks of bytes | the text, as the chunks come | [`StreamDecoder`] |
//! | a `std::io::Read` | a reader of UTF-8 | `Reader` |
//! | a tokio `AsyncRead` | an async reader of UTF-8 | `AsyncReader` (feature `tokio`) |
//! | a `futures` stream of bytes | a stream of text | `TextStream` (feature `futures`) |
//! | an HTML parser of your own | the declarations that change the encoding while parsing | [`MetaScanner`], in chunks [`MetaStream`]; [`Change`] |
//! | bytes that nothing is known about | a guess of the encoding, with its probability | [`detect`] |
//! | bytes that may be binary data | whether they are text | [`Content::of`] |
//! | all bytes and a verdict | what looks wrong | [`Health::of`] |
//! | a text that several programs wrote | which lines are in which encoding | `Sniffed::lines`, `Sniffed::mixed_lines` |
//! | damaged text | what it was meant to be | [`Context::repair`] |
//! | the bytes of a page | a document of `html5ever` | the crate `charsniff-html5ever` |
//! | a crawl in WARC files | its pages, on many threads | the crate `charsniff-warc` |
//!
//! # How it decides
//!
//! A [`Context`] says where the text goes ([`Kind`], a row of the table of contexts), and what the
//! caller knows besides the headers. The [stages](Stage) of one pipeline are asked in this order.
//! The first answer of a stage that the context consults is the verdict:
//!
//! | stage | evidence | confidence |
//! | --- | --- | --- |
//! | BOM | the byte order mark | certain |
//! | override | the user's choice, XHR's override charset | certain |
//! | transport | the charset in Content-Type | certain |
//! | prescan | `<meta>`, `<?xml encoding?>`, `@charset` | tentative |
//! | explicit environment | `<script charset>`, `<link charset>` | tentative |
//! | implicit environment | parent document, history, style sheet, document | tentative |
//! | detector | the bytes; hints are the page's language, the host's top-level domain, the user's locale | tentative |
//! | locale | the user's language | tentative |
//! | default | the context's default | tentative |
//!
//! Where nothing can change the encoding later, as in a document that XMLHttpRequest fetches ([`Kind::XhrHtml`]), the
//! prescan's answer and the default are certain too. For style sheets, scripts, XML and JSON the verdicts of the
//! later stages are [`Tentative`](Confidence::Tentative), yet [`Sniffed::change_the_encoding`] returns [`Change::Keep`].
//!
//! [`sniff()`] gives the verdict, [`explain`] also what every stage found, [`decode`] the text.
//!
//! # The standards' terms
//!
//! | term | item |
//! | --- | --- |
//! | [encoding](https://encoding.spec.whatwg.org/#encoding), name, label | [`Encoding`], [`Encoding::name`], [`Encoding::labels`] |
//! | [get an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get) | [`Encoding::for_label`] |
//! | [get an output encoding](https://encoding.spec.whatwg.org/#get-an-output-encoding) | [`Encoding::output_encoding`] |
//! | [BOM sniff](https://encoding.spec.whatwg.org/#bom-sniff) | [`Encoding::for_bom`] |
//! | [decoder](https://encoding.spec.whatwg.org/#decoder), [encoder](https://encoding.spec.whatwg.org/#encoder) | [`Decoder`], [`Encoder`] |
//! | [decode](https://encoding.spec.whatwg.org/#decode) | [`Encoding::decode`] |
//! | [UTF-8 decode](https://encoding.spec.whatwg.org/#utf-8-decode), [without BOM](https://encoding.spec.whatwg.org/#utf-8-decode-without-bom), [without BOM or fail](https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail) | [`standard::utf_8_decode`], [`standard::utf_8_decode_without_bom`], [`standard::utf_8_decode_without_bom_or_fail`] |
//! | [encode](https://encoding.spec.whatwg.org/#encode), [UTF-8 encode](https://encoding.spec.whatwg.org/#utf-8-encode) | [`Encoding::encode`], [`standard::encode`], [`standard::utf_8_encode`] |
//! | [get an encoder](https://encoding.spec.whatwg.org/#get-an-encoder), [encode or fail](https://encoding.spec.whatwg.org/#encode-or-fail) | [`standard::get_an_encoder`], [`standard::encode_or_fail`] |
//! | [TextDecoder](https://encoding.spec.whatwg.org/#interface-textdecoder), [TextDecoderStream](https://encoding.spec.whatwg.org/#interface-textdecoderstream) | [`standard::TextDecoder`], [`standard::TextDecoderStream`] |
//! | [TextEncoder](https://encoding.spec.whatwg.org/#interface-textencoder), [TextEncoderStream](https://encoding.spec.whatwg.org/#interface-textencoderstream) | [`standard::TextEncoder`], [`standard::TextEncoderStream`] |
//! | the other [hooks](https://encoding.spec.whatwg.org/#specification-hooks) and the [API](https://encoding.spec.whatwg.org/#api) | [`standard`] |
//! | [prescan a byte stream](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding) | [`Stage::Prescan`], [`Context::prescan_limit`] |
//! | [confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence) | [`Confidence`] |
//! | [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm) | [`Context::html`] |
//! | [determine the fallback encoding](https://drafts.csswg.org/css-syntax/#determine-the-fallback-encoding) | [`Context::css`] |
//! | [change the encoding](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing) | [`Change`], [`sniff_and_change`], [`StreamDecoder::change_the_encoding`] |
//! | a late declaration: [a meta that a parser acts on](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead) | [`MetaScanner`] |
//! | [extract a MIME type](https://fetch.spec.whatwg.org/#concept-header-extract-mime-type) | [`Headers`] |
//! | [isomorphic decode](https://infra.spec.whatwg.org/#isomorphic-decode) | [`Sniffed::is_isomorphic`] |
//!
//! # Conventions
//!
//! No function panics, whatever the input. A function that can fail returns a `Result` and documents its errors.
//! Positions, lengths and limits are in bytes. A function that reads bytes or text takes time linear in their length,
//! any other constant time, unless its description says otherwise.
//!
//! # Guides
//!
//! Coming from [`encoding_rs`](guide::from_encoding_rs), from
//! [`encoding_rs` with `chardetng`](guide::from_chardetng), from [w3lib](guide::from_w3lib);
//! [how to use each context](guide::contexts).
//!
//! # Features
//!
//! - `std` (on by default): SIMD kernels are chosen at run time, and `Reader` reads any
//!   `std::io::Read`. Without it the crate needs `alloc` only.
//! - `detector` (on by default): the detector stage, and [`detect`].
//! - `encode` (on by default): the encoders of the legacy encodings.
//! - `chardetng`: `Detection::Firefox`, Firefox's own detector; it depends on `encoding_rs`.
//! - `compact-enc-det`: `Detection::Chromium`, Chromium's own detector; it is in C++, so building it
//!   takes a C++ compiler.
//! - `diff`: `Edit::set_text`, changes found by comparing texts.
//! - `nfc`: [`lint()`] finds text that is not in Unicode's Normalization Form C.
//! - `http`: [`Headers`] for `&http::HeaderMap`.
//! - `futures`: `TextStream`.
//! - `tokio`: `AsyncReader`.
//! - `serde`: `Serialize` and `Deserialize` for all results. Encodings, sources, stages and contexts
//!   are written by their names.
//! - `encoding_rs`: conversions between [`Encoding`] and `encoding_rs::Encoding`.

#![deny(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]
// No input may cause a panic.
#![cfg_attr(
    not(test),
    deny(clippy::expect_used, clippy::get_unwrap, clippy::panic, clippy::todo, clippy::unimplemented),
    deny(clippy::unreachable, clippy::unwrap_used)
)]
#![warn(missing_docs, clippy::must_use_candidate, clippy::return_self_not_must_use)]
#![cfg_attr(not(feature = "std"), no_std)]
// docs.rs marks the items that need a feature.
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

/// Makes an item public for the tests, benchmarks and bindings of this workspace (`.cargo/config.toml`). Elsewhere only
/// the crate sees it.
macro_rules! unstable {
    ($(#[$attribute:meta])* pub $($item:tt)*) => {
        #[cfg(charsniff_unstable)]
        $(#[$attribute])*
        pub $($item)*

        #[cfg(not(charsniff_unstable))]
        $(#[$attribute])*
        pub(crate) $($item)*
    };
}

mod codec;
mod content;
mod context;
#[cfg(feature = "encode")]
mod convert;
mod decision;
mod declarations;
mod detector;
#[cfg(feature = "encode")]
mod edit;
mod encoding;
mod evidence;
#[cfg(any(doc, doctest))]
pub mod guide;
mod health;
mod lint;
mod repair;
mod simd;
mod stage;
pub mod standard;
mod stream;

#[cfg(feature = "encode")]
pub use codec::Encoder;
pub use codec::{CoderResult, DecodeError, Decoder, DecoderResult, EncoderResult, Positions, TextUnit};
pub use content::Content;
#[cfg(charsniff_unstable)]
pub use context::policy;
pub use context::{Context, Detection, Kind, Reading, StringType};
#[cfg(feature = "encode")]
pub use convert::{ConvertError, Converted, Unmappable, convert};
pub use decision::{Assessment, assess};
pub use decision::{Claim, Claims, claims};
pub use decision::{Decoded, Explanation, Outcome, Refuted, Sniffed, StageReport, StageReports};
#[cfg(feature = "detector")]
pub use decision::{Likelihood, LineRange};
#[cfg(charsniff_unstable)]
pub use decision::{declared_within, sniff_before_detector};
pub use decision::{decode, explain, sniff, try_decode};
pub use declarations::{Declaration, declarations};
#[cfg(feature = "detector")]
pub use detector::builder::{Detector, detect};
#[cfg(feature = "detector")]
pub use detector::guess::{Candidate, Guess};
#[cfg(feature = "adjustable")]
#[doc(hidden)]
pub use detector::weights::adjustable;
#[cfg(feature = "encode")]
pub use edit::{Edit, EditError, Edited, Fallback};
#[cfg(charsniff_unstable)]
pub use encoding::decoding::Decoding;
pub use encoding::{Encoding, UnknownName};
// The constants of `encoding_rs`, for programs that move from it.
pub use encoding::{
    BIG5, EUC_JP, EUC_KR, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5,
    ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_8_I, ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15, ISO_8859_16,
    KOI8_R, KOI8_U, MACINTOSH, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
    X_MAC_CYRILLIC, X_USER_DEFINED,
};
pub use evidence::{Headers, extract_mime_type};
pub use health::{Health, HealthCheck, health};
pub use lint::{Finding, Lint, Rule, Severity, lint};
pub use repair::{CodePage, Damage, Repair};
#[cfg(charsniff_unstable)]
pub use simd::Level;
pub use stage::prescan::html::{MetaDeclaration, MetaScanner, MetaStream};
pub use stage::{Confidence, Source, Stage, Verdict};
#[cfg(feature = "tokio")]
pub use stream::AsyncReader;
#[cfg(feature = "std")]
pub use stream::Reader;
#[doc(hidden)] // The name that it had before, which collides with that of `futures`.
pub use stream::StreamDecoder as Stream;
pub use stream::{Change, Sniffer, StreamDecoder, sniff_and_change};
#[cfg(feature = "futures")]
pub use stream::{TextStream, TextStreamError};

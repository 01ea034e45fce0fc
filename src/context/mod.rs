//! [`Context`]: where the bytes are going, and what the caller knows about them.
//!
//! A context is a row of the [table](mod@table), whose columns say which stages are consulted and
//! what each of them does, and the [facts](mod@facts) that the caller adds.

use crate::encoding::names::named;

mod constructors;
mod detection;
mod facts;
mod file_name;
mod options;
pub mod policy;
mod reading;
mod string_type;
mod table;

pub use detection::Detection;
#[cfg(feature = "detector")]
pub(crate) use facts::CRAWLER_SAMPLE;
use facts::Facts;
pub(crate) use facts::{Label, Parent};
use policy::{Bom, DefaultEncoding, ErrorMode, Explicit, Labels, Operation, Policy, Transport};
pub(crate) use reading::Browser;
pub use reading::Reading;
pub use string_type::StringType;
pub use table::Kind;

/// Where the bytes are going, and what the caller knows about them besides headers: a row of the
/// context table ([`Kind`]) and facts.
///
/// A fact that the row does not consult is ignored, and [`explain`](crate::explain) says so. The
/// order in which facts are added makes no difference.
///
/// A context takes 160 bytes on 64-bit machines, plus the text of the labels, the top-level domain
/// and the locale that it was given.
///
/// ```
/// use charsniff::{Context, Encoding, Source, sniff};
/// let context = Context::css().reference_charset("gbk").document(Encoding::Big5);
/// let sniffed = sniff(b"p::after { content: '\xC4\xE3' }", (), &context);
/// assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Gbk, Source::Reference));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a method that adds a fact returns the context with it"]
pub struct Context {
    kind: Kind,
    pub(crate) facts: Facts,
}

/// [`Context::html`]: a page.
///
/// ```
/// use charsniff::Context;
/// assert_eq!(Context::default(), Context::html());
/// ```
impl Default for Context {
    fn default() -> Context {
        Context::html()
    }
}

impl Context {
    /// The row of the context table.
    ///
    /// ```
    /// use charsniff::{Context, Kind};
    /// assert_eq!(Context::for_mime_type("text/css").kind(), Kind::CssFromDocument);
    /// ```
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    unstable! {
    /// The columns of the row, changed by the reading and the error mode that the caller chose.
    pub fn policy(&self) -> Policy {
        let mut policy = *self.kind.policy();
        if self.is_chromiums_worker() {
            policy = policy.by_content_type(DefaultEncoding::Utf8UnlessCharset);
        }
        if self.facts.is_crawlers() {
            policy.labels = Labels::Misspelled;
            if matches!(policy.operation, Operation::Decode | Operation::Utf8Decode) {
                // For a crawler all rows use every declaration, and the bytes decide.
                policy = Policy { detector: true, ..policy.by_content_type(DefaultEncoding::Utf8) };
                if policy.explicit == Explicit::Never {
                    policy.explicit = Explicit::Link;
                }
            }
            // Servers write a file name in any encoding, without a declaration.
            policy.detector |= policy.transport == Transport::ExtValue;
        }
        if policy.operation == Operation::TextDecoder && self.facts.ignore_bom {
            policy.bom = Bom::Keep;
        }
        policy.error = match policy.error {
            ErrorMode::Impossible => ErrorMode::Impossible,
            _ if self.facts.lossy => ErrorMode::Replacement,
            ErrorMode::CallersChoice if self.facts.fatal => ErrorMode::Fatal,
            ErrorMode::CallersChoice => ErrorMode::Replacement,
            _ if self.facts.is_crawlers() => ErrorMode::Replacement,
            error => error,
        };
        policy
    }
    }

    /// Whether Chromium reads this script by the charset of its header, which the standard does not.
    pub(crate) fn is_chromiums_worker(&self) -> bool {
        self.kind == Kind::ModuleScript && self.facts.in_worker && self.facts.reading == Reading::Chromium
    }

    /// Whether a declaration that a parser meets may change the encoding. The readings of browsers and crawlers have
    /// considered late declarations before decoding begins.
    pub(crate) fn may_change(&self) -> bool {
        self.policy().change && self.facts.browser().is_none()
    }

    /// For the crawler's reading, Chromium's with the same detection; `None` for any other.
    pub(crate) fn platforms(&self) -> Option<Context> {
        let detection = self.facts.detection();
        let as_chromium =
            || Context { kind: self.kind, facts: Facts { reading: Reading::Chromium, ..self.facts.clone() } };
        self.facts.is_crawlers().then(|| as_chromium().detection(detection))
    }
}

named! {
    Kind, "context", *Kind::ALL, Kind::as_str,
    r#"assert_eq!("xhr-html".parse(), Ok(charsniff::Kind::XhrHtml));"#
}

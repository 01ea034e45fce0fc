//! What came with the bytes: [`Headers`], and what the stages read from them.

mod content_type;
mod headers;
#[cfg(feature = "detector")]
mod language;
mod mime;
pub(crate) mod misspelled;
pub(crate) mod page;

pub use content_type::extract_mime_type;
pub(crate) use content_type::{CharsetValue, ContentType, Departures, parse as parse_mime_type};
pub use headers::Headers;
pub(crate) use headers::Visit;
#[cfg(feature = "detector")]
use language::{LanguageTag, content_language};
pub(crate) use mime::MimeClass;

/// What the headers say.
#[derive(Clone, Debug)]
pub(crate) struct Metadata {
    pub(crate) content_type: Option<ContentType>,
    /// The charset of an [ext-value](https://www.rfc-editor.org/rfc/rfc8187#section-3.2), as in
    /// Content-Disposition's `filename*`.
    pub(crate) ext_value_charset: Option<CharsetValue>,
    #[cfg(feature = "detector")]
    pub(crate) content_language: Option<LanguageTag>,
    /// The charset of a Content-Type that the standard cannot parse, or whose label is misspelled.
    pub(crate) misspelled_charset: Option<CharsetValue>,
}

impl Metadata {
    /// Reads the headers. `ext_value` says whether that charset is wanted.
    pub(crate) fn read(headers: &dyn Visit, departures: Departures, ext_value: bool) -> Metadata {
        Metadata {
            content_type: content_type::extract(headers, departures),
            ext_value_charset: ext_value.then(|| content_type::ext_value_charset(headers)).flatten(),
            #[cfg(feature = "detector")]
            content_language: content_language(headers),
            misspelled_charset: departures.misspelled_charset.then(|| misspelled::charset(headers)).flatten(),
        }
    }
}

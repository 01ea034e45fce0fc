//! [`Bodies`]: which records have the same body.

use std::collections::HashMap;

/// How many digests are kept. One takes about 100 bytes.
const MOST_DIGESTS: usize = 1 << 18;

/// Where bodies were seen first, by their [digests](super::RecordInfo::payload_digest). This finds bodies that were
/// stored twice, and the body that a `revisit` stands for. `P` is the caller's type for a place.
///
/// At most 262,144 digests are kept; later ones are not found again.
///
/// ```
/// use charsniff_warc::Bodies;
/// let mut bodies = Bodies::default();
/// assert_eq!(bodies.first("sha1:A", true, || 0), None);
/// assert_eq!(bodies.first("sha1:B", true, || 700), None);
/// assert_eq!(bodies.first("sha1:A", true, || 900), Some(0));
/// ```
#[derive(Clone, Debug)]
pub struct Bodies<P> {
    places: HashMap<Box<str>, P>,
}

impl<P> Default for Bodies<P> {
    fn default() -> Bodies<P> {
        Bodies { places: HashMap::new() }
    }
}

impl<P: Clone> Bodies<P> {
    /// The place of the first body with this digest, if one came before. Otherwise `place` becomes the first, unless
    /// its body is not whole: damaged, or that of a `revisit`, which has none.
    ///
    /// ```
    /// use charsniff_warc::Bodies;
    /// let mut bodies = Bodies::default();
    /// assert_eq!(bodies.first("sha1:A", false, || "damaged"), None);
    /// assert_eq!(bodies.first("sha1:A", true, || "whole"), None);
    /// assert_eq!(bodies.first("sha1:A", false, || "revisit"), Some("whole"));
    /// ```
    pub fn first(&mut self, digest: &str, is_whole: bool, place: impl FnOnce() -> P) -> Option<P> {
        let first = self.places.get(digest).cloned();
        if first.is_none() && is_whole && self.places.len() < MOST_DIGESTS {
            self.places.insert(digest.into(), place());
        }
        first
    }

    /// Forgets all digests.
    ///
    /// ```
    /// let mut bodies = charsniff_warc::Bodies::default();
    /// bodies.first("sha1:A", true, || 0);
    /// bodies.clear();
    /// assert_eq!(bodies.first("sha1:A", true, || 1), None);
    /// ```
    pub fn clear(&mut self) {
        self.places.clear();
    }
}

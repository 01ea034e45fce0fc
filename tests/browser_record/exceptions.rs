//! Where this crate answers otherwise than browsers, and why.

/// A group of cases whose answer is not the browsers'.
pub struct Exception {
    /// Ids of cases, spaces between; `group/*` is a whole group.
    pub ids: &'static str,
    /// What the standard says.
    pub reason: &'static str,
}

impl Exception {
    /// The exception of `list` that a case falls under.
    pub fn of<'a>(list: &'a [Exception], id: &str) -> Option<&'a Exception> {
        list.iter().find(|exception| exception.covers(id))
    }

    fn covers(&self, id: &str) -> bool {
        self.ids.split(' ').any(|covered| match covered.strip_suffix('*') {
            Some(prefix) => id.starts_with(prefix),
            None => id == covered,
        })
    }
}

/// Both browsers agree, and the standard says otherwise.
pub const EXCEPTIONS: &[Exception] = &[
    Exception {
        ids: "content-type/79 content-type-and-meta/79",
        reason: "`text/html/x;charset=...` is no MIME type, since a subtype has no slash (MIME Sniffing, parse a MIME \
            type): there is no charset to extract from it",
    },
    Exception {
        ids: "position-mixed/52",
        reason: "text and a stray end tag come before a late declaration: each ends the head in one of the browsers, \
            both do in both; by the HTML standard a declaration in the body changes the encoding too",
    },
    Exception {
        ids: "text-document/142 text-document/143",
        reason: "a style sheet and a script of ASCII alone: UTF-8 by CSS Syntax 3.2 and RFC 9239; the text is the \
            same in windows-1252",
    },
];

/// The browsers differ, and the standard agrees with neither.
pub const DISSENT: &[Exception] = &[];

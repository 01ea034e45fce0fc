//! [`Headers`]: the header fields that were sent with the bytes.

/// Header fields of a resource, by name.
///
/// Implemented for `()` (none); for the value of one Content-Type as `&str` or `&String`; for slices, arrays and
/// `Vec`s of `(name, value)` pairs; with the feature `http` for `&http::HeaderMap`; and for `Option`s of these. It is
/// not implemented for bytes, so that the resource cannot be passed as headers by mistake. No other type can
/// implement it.
///
/// ```
/// use charsniff::{Context, Encoding, sniff};
/// let page = b"<p>\xCC\xE0\xF0\xF1";
/// let context = Context::html();
/// let expected = Encoding::Windows1251;
/// assert_eq!(sniff(page, "text/html; charset=cp1251", &context).encoding, expected);
/// assert_eq!(sniff(page, Some("text/html; charset=cp1251"), &context).encoding, expected);
/// let pairs = [("Server", "nginx"), ("content-type", "text/html; charset=\"windows-1251\"")];
/// assert_eq!(sniff(page, &pairs, &context).encoding, expected);
/// let pairs = [("Content-Type", b"text/html; charset=cp1251")];
/// assert_eq!(sniff(page, &pairs, &context).encoding, expected);
/// ```
///
/// ```compile_fail
/// use charsniff::{Context, sniff};
/// let (page, content_type) = (b"<p>", "text/html");
/// sniff(content_type.as_bytes(), page, &Context::html());
/// ```
///
/// The library reads `content-type`, `content-language` (a hint for the detector) and, in the
/// context of a file name, `content-disposition`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as headers",
    note = "pass `()`, one Content-Type (`&str`), pairs (`&[(name, value)]`), an `Option` of these, or, with \
            the feature `http` of charsniff, a `&http::HeaderMap`"
)]
pub trait Headers: Visit {}

impl<T: Visit + ?Sized> Headers for T {}

/// What [`Headers`] can do. It is not public, so that others cannot implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as headers",
    note = "pass `()`, one Content-Type (`&str`), pairs (`&[(name, value)]`), an `Option` of these, or, with \
            the feature `http` of charsniff, a `&http::HeaderMap`"
)]
pub trait Visit {
    /// Calls `visit` with each value of the field `name` (in lower case), in order.
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8]));
}

/// No headers.
impl Visit for () {
    fn visit<'a>(&'a self, _: &str, _: &mut dyn FnMut(&'a [u8])) {}
}

/// The value of one Content-Type.
impl Visit for str {
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8])) {
        if name == "content-type" {
            visit(self.as_bytes());
        }
    }
}

/// The value of one Content-Type.
impl Visit for alloc::string::String {
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8])) {
        self.as_str().visit(name, visit);
    }
}

impl<T: Visit> Visit for Option<T> {
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8])) {
        if let Some(headers) = self {
            headers.visit(name, visit);
        }
    }
}

impl<T: Visit + ?Sized> Visit for &T {
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8])) {
        (**self).visit(name, visit);
    }
}

impl<N: AsRef<[u8]>, V: AsRef<[u8]>> Visit for [(N, V)] {
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8])) {
        for (field, value) in self {
            if field.as_ref().eq_ignore_ascii_case(name.as_bytes()) {
                visit(value.as_ref());
            }
        }
    }
}

impl<N: AsRef<[u8]>, V: AsRef<[u8]>, const COUNT: usize> Visit for [(N, V); COUNT] {
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8])) {
        self.as_slice().visit(name, visit);
    }
}

impl<N: AsRef<[u8]>, V: AsRef<[u8]>> Visit for alloc::vec::Vec<(N, V)> {
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8])) {
        self.as_slice().visit(name, visit);
    }
}

#[cfg(feature = "http")]
impl Visit for http::HeaderMap {
    fn visit<'a>(&'a self, name: &str, visit: &mut dyn FnMut(&'a [u8])) {
        for value in self.get_all(name) {
            visit(value.as_bytes());
        }
    }
}

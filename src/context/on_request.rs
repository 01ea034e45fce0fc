//! [`OnRequest`]: code that a context brings along.

use core::any::Any;
use core::fmt;

/// Code of a room to the right that a method of [`Context`](super::Context) puts into the context, and that runs only
/// from there: a program that never calls the method is linked without it. The room that fills it in knows its type.
#[derive(Clone, Copy)]
pub(crate) struct OnRequest(fn() -> &'static dyn Any);

impl OnRequest {
    pub(crate) const fn new(code: fn() -> &'static dyn Any) -> OnRequest {
        OnRequest(code)
    }

    pub(crate) fn get<T: 'static>(self) -> Option<&'static T> {
        (self.0)().downcast_ref()
    }
}

/// A context's facts tell contexts apart; the code follows from them.
impl PartialEq for OnRequest {
    fn eq(&self, _: &OnRequest) -> bool {
        true
    }
}

impl Eq for OnRequest {}

impl fmt::Debug for OnRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnRequest")
    }
}

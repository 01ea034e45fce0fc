//! [`OnRequest`]: links the code of a feature only into programs that call its setter.

use core::any::Any;
use core::fmt;

/// Code of a module that may not be imported here, such as `repair`. A method of [`Context`](super::Context) that is
/// defined in that module stores it; it is called only from there, so that a program that never calls the method is
/// linked without the code. The module that stores it knows its type.
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

/// Always equal: the other facts of a context determine the code.
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

//! Whether there is a standard output.
//!
//! Before `main`, Rust opens `/dev/null` in the place of a standard output that is closed, and everything could be
//! written there. Therefore this is looked at before.

use std::sync::atomic::{AtomicBool, Ordering};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
#[ctor::ctor]
fn look() {
    let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
    IS_CLOSED.store(flags.is_err(), Ordering::Relaxed);
}

pub fn is_open() -> bool {
    !IS_CLOSED.load(Ordering::Relaxed)
}

//! Whether there is a standard output.
//!
//! If standard output is closed, Rust's runtime opens `/dev/null` in its place before `main`, and all output would be
//! lost silently. So this is checked before that.

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

//! Calls of Python from Rust's threads.
//!
//! When the interpreter ends, it kills threads that wait for it. A thread with Rust's frames on its stack can't be
//! killed: the process aborts. So at the end of the program there are no more calls.

use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// How long the end of the program waits for a call, such as a read from a socket.
const PATIENCE: Duration = Duration::from_secs(1);

struct State {
    /// How many calls there are now.
    calls: usize,
    is_over: bool,
}

static STATE: Mutex<State> = Mutex::new(State { calls: 0, is_over: false });
static ENDED: Condvar = Condvar::new();

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work`, unless the program ends.
pub fn call<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> io::Result<T> {
    let mut now = state();
    if now.is_over {
        return Err(io::Error::other("the program ends"));
    }
    now.calls += 1;
    drop(now);
    let result = Python::attach(work);
    state().calls -= 1;
    ENDED.notify_all();
    result.map_err(io::Error::other)
}

/// Has calls end with the program.
pub fn end_with_the_program(py: Python<'_>) -> PyResult<()> {
    static IS_REGISTERED: PyOnceLock<()> = PyOnceLock::new();
    let register = || {
        let end = wrap_pyfunction!(end_calls, py)?;
        py.import("atexit")?.call_method1("register", (end,)).map(drop)
    };
    IS_REGISTERED.get_or_try_init(py, register).copied()
}

#[pyfunction]
fn end_calls(py: Python<'_>) {
    py.detach(|| {
        let mut now = state();
        now.is_over = true;
        drop(ENDED.wait_timeout_while(now, PATIENCE, |now| now.calls > 0));
    });
}

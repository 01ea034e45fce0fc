//! Calls of Python from Rust's threads.
//!
//! When the interpreter ends, it kills threads that wait for it. If such a thread has frames of Rust on its stack,
//! the process aborts. So no calls are made once the program ends.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// How long the end of the program waits for a call, such as a read from a socket.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many calls are in progress. (It is not guarded by a lock, since a process that is forked while another thread
/// holds a lock could never take it.)
static CALLS: AtomicUsize = AtomicUsize::new(0);
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// One more call, until it is dropped.
struct Call;

impl Call {
    fn new() -> Call {
        CALLS.fetch_add(1, Ordering::SeqCst);
        Call
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        // In a forked process, calls of the parent process do not count.
        let _ = CALLS.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |calls| calls.checked_sub(1));
    }
}

/// Calls `work`, unless the program ends.
pub fn call<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> io::Result<T> {
    // Counted before the check: either the thread that ends the program sees this call, or this call sees that the
    // program ends.
    let _call = Call::new();
    if IS_OVER.load(Ordering::SeqCst) {
        return Err(io::Error::other("the program ends"));
    }
    Python::attach(work).map_err(io::Error::other)
}

/// Makes calls stop when the program ends.
pub fn end_with_the_program(py: Python<'_>) -> PyResult<()> {
    static IS_REGISTERED: PyOnceLock<()> = PyOnceLock::new();
    let register = || {
        py.import("atexit")?.call_method1("register", (wrap_pyfunction!(end_calls, py)?,))?;
        let os = py.import("os")?;
        if os.hasattr("register_at_fork")? {
            let keywords = pyo3::types::PyDict::new(py);
            keywords.set_item("after_in_child", wrap_pyfunction!(forget_calls, py)?)?;
            os.call_method("register_at_fork", (), Some(&keywords))?;
        }
        Ok(())
    };
    IS_REGISTERED.get_or_try_init(py, register).copied()
}

#[pyfunction]
fn end_calls(py: Python<'_>) {
    py.detach(|| {
        IS_OVER.store(true, Ordering::SeqCst);
        let start = Instant::now();
        while CALLS.load(Ordering::SeqCst) > 0 && start.elapsed() < PATIENCE {
            sleep(Duration::from_millis(1));
        }
    });
}

/// The threads that called are not in the forked process.
#[pyfunction]
fn forget_calls() {
    CALLS.store(0, Ordering::SeqCst);
}

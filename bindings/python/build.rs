//! Says of the interpreter for which it builds whether it has a global lock.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}

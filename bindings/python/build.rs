//! Tells the compiler whether the Python interpreter that this is built for has a global lock.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}

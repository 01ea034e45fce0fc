//! The faults that `tools/mutants` puts into the code still fit it. Whether the tests notice them,
//! `tools/mutants/run.py` says.

#![cfg(all(unix, not(emulated)))]

use std::io::ErrorKind;
use std::process::Command;

#[path = "support/skipped.rs"]
mod skipped;

#[test]
fn every_fault_fits_the_code() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/mutants/run.py");
    let output = match Command::new("python3").args(["-B", script, "--check"]).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return skipped::skipped("no python3");
        }
        output => output.unwrap(),
    };
    let [said, wrong] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "update tools/mutants/faults.py:\n{said}{wrong}");
}

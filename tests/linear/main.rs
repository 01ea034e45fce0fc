//! The time for hostile inputs is linear in their length. callgrind counts instructions at 64 and
//! 256 KiB (with `cargo test --test linear -- --full` at 64 KiB, 1 MiB and 4 MiB); each doubling of
//! the length may take at most 2.05 times as many. Without valgrind nothing is measured. valgrind
//! does not know AVX-512, so the kernels are those for AVX2. Text in ASCII may take at most seven
//! times as many instructions without a declaration as with one.
//!
//! `linear CASE LENGTH` runs one case; this is the program that callgrind observes.

mod inputs;

use std::process::{Command, ExitCode};

use inputs::{CASES, DECLARED_ASCII, UNDECLARED_ASCII};

const MOST_PER_DOUBLING: f64 = 2.05;
const MOST_WITHOUT_DECLARATION: u64 = 7;
const QUICK: &[usize] = &[64 << 10, 256 << 10];
const FULL: &[usize] = &[64 << 10, 1 << 20, 4 << 20];

/// The function that callgrind counts.
#[inline(never)]
fn measured(work: fn(&[u8]), input: &[u8]) {
    work(std::hint::black_box(input));
    std::hint::black_box(());
}

/// The instructions that one case takes, in another process.
fn instructions(case: usize, length: usize) -> u64 {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*measured*"])
        .arg(program)
        .args([case.to_string(), length.to_string()])
        .output()
        .expect("valgrind starts");
    let report = String::from_utf8_lossy(&output.stderr);
    let count = report.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    count.unwrap_or_else(|| panic!("no count in what valgrind says:\n{report}"))
}

/// Measures all cases. Returns whether all are linear.
fn are_linear(lengths: &[usize]) -> bool {
    let (mut failed, mut ascii) = (0, [0; 2]);
    println!("instructions a byte at {lengths:?} bytes, growth per doubling");
    for (case, (name, ..)) in CASES.iter().enumerate() {
        let counts: Vec<u64> = lengths.iter().map(|&length| instructions(case, length)).collect();
        let per_byte =
            counts.iter().zip(lengths).map(|(&count, &length)| format!("{:9.2}", count as f64 / length as f64));
        let growth = counts.windows(2).zip(lengths.windows(2)).map(|(counts, lengths)| {
            let doublings = (lengths[1] as f64 / lengths[0] as f64).log2();
            (counts[1] as f64 / counts[0] as f64).powf(1.0 / doublings)
        });
        let growth: Vec<f64> = growth.collect();
        let is_linear = growth.iter().all(|&growth| growth <= MOST_PER_DOUBLING);
        if let Some(which) = [DECLARED_ASCII, UNDECLARED_ASCII].iter().position(|ascii| ascii == name) {
            ascii[which] = counts[0];
        }
        let is_slow = *name == UNDECLARED_ASCII && ascii[1] > MOST_WITHOUT_DECLARATION * ascii[0];
        failed += usize::from(!is_linear || is_slow);
        let verdict = match (is_linear, is_slow) {
            (false, _) => "  GROWS TOO FAST",
            (true, true) => "  TAKES TOO LONG",
            (true, false) => "",
        };
        println!("{name:45}{}  {growth:.3?}{verdict}", per_byte.collect::<String>());
    }
    println!("{} passed, {failed} failed", CASES.len() - failed);
    failed == 0
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [case, length] = arguments.as_slice()
        && let (Ok(case), Ok(length)) = (case.parse::<usize>(), length.parse())
    {
        let (_, make, work) = CASES[case];
        measured(work, &make(length));
        return ExitCode::SUCCESS;
    }
    if arguments.iter().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: valgrind is not installed");
        return ExitCode::SUCCESS;
    }
    let is_full = arguments.iter().any(|argument| argument == "--full");
    if are_linear(if is_full { FULL } else { QUICK }) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! Counts the instructions of decoding, encoding, sniffing and detecting in callgrind, and compares them with those in
//! `tools/instructions/counts.tsv`. Fails if a count differs by more than a tenth, either way: a change of speed is then
//! seen on any machine, and has a reason in that file.
//!
//!     cargo run --release -p charsniff-instructions                        compares
//!     cargo run --release -p charsniff-instructions -- --write REASON      replaces the counts that differ
//!
//! valgrind has no AVX-512, so all kernels are those of AVX2. Without valgrind or AVX2 nothing is counted.
//!
//! `charsniff-instructions CASE` runs one case; this is the program that callgrind observes.

mod cases;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};

use cases::{Case, Run};
use charsniff::{Encoding, Level};

/// How much a count may differ, as a part of what is committed.
const TOLERANCE: f64 = 0.1;

/// How many calls come before the one that is counted. The tables for pairs are built after 32 KiB, which these exceed.
const EARLIER: usize = 4;

const HEAD: &str = "case\tinstructions\twhy it changed last\n";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let reason = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => None,
        ["--write", reason] if !reason.trim().is_empty() && !reason.contains(['\t', '\n']) => Some(reason),
        ["--write", ..] => {
            eprintln!("--write REASON: one line that says why the counts changed");
            return ExitCode::FAILURE;
        }
        [name] => return run(name),
        _ => panic!("no such arguments: {arguments:?}"),
    };
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: valgrind is not installed");
        return ExitCode::SUCCESS;
    }
    if Encoding::Utf8.new_decoder_at_level(Level::Avx2).is_none() {
        println!("skipped: this machine has no AVX2");
        return ExitCode::SUCCESS;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("counts.tsv");
    let committed = fs::read_to_string(&file).unwrap_or_default();
    let (rows, differ) = compare(&committed, reason);
    if reason.is_some() {
        fs::write(&file, rows).expect("counts.tsv is writable");
        println!("{differ} counts replaced");
        return ExitCode::SUCCESS;
    }
    if rows == committed {
        println!("{} counts are as committed", rows.lines().count() - 1);
        return ExitCode::SUCCESS;
    }
    println!("{differ} counts differ, or a case is gone. If that is right: --write REASON");
    ExitCode::FAILURE
}

/// The rows as they should be, with `reason` at those that differ from the committed ones; and how many differ.
fn compare(committed: &str, reason: Option<&str>) -> (String, usize) {
    let (mut rows, mut differ) = (HEAD.to_owned(), 0);
    for Case { name, .. } in cases::all() {
        let row = committed.lines().find(|row| row.split('\t').next() == Some(&name));
        let before = row.and_then(|row| row.split('\t').nth(1)?.parse::<u64>().ok());
        let count = instructions(&name);
        let ratio = before.map(|before| count as f64 / before as f64);
        match row.filter(|_| ratio.is_some_and(|ratio| (ratio - 1.0).abs() <= TOLERANCE)) {
            Some(row) => rows += &format!("{row}\n"),
            None => {
                differ += 1;
                let ratio = ratio.map_or("new".to_owned(), |ratio| format!("{ratio:.2} times as many"));
                println!("{name}: {count} instructions, {ratio}");
                rows += &format!("{name}\t{count}\t{}\n", reason.unwrap_or_default());
            }
        }
    }
    (rows, differ)
}

/// The instructions that a case takes, in another process.
fn instructions(name: &str) -> u64 {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted_call*"])
        .arg(program)
        .arg(name)
        .output()
        .expect("valgrind starts");
    let report = String::from_utf8_lossy(&output.stderr);
    let count = report.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    count.filter(|_| output.status.success()).unwrap_or_else(|| panic!("no count of {name}:\n{report}"))
}

fn run(name: &str) -> ExitCode {
    let Some(case) = cases::all().into_iter().find(|case| case.name == name) else {
        eprintln!("no case is called {name:?}");
        return ExitCode::FAILURE;
    };
    let work = case.work;
    if let Run::Later = case.run {
        (0..EARLIER).for_each(|_| work());
    }
    counted_call(&*work);
    ExitCode::SUCCESS
}

/// What callgrind counts.
#[inline(never)]
fn counted_call(work: &dyn Fn()) {
    black_box(work)();
    // Not a jump, which callgrind would not see as a call.
    black_box(());
}

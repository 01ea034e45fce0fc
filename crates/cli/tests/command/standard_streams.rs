//! Inputs that cannot be read, pipes, and outputs that nobody reads.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use super::KOI8_R;
use super::run::{folder, run};

#[test]
fn a_path_stays_in_its_line() {
    let folder = folder("a-path-stays-in-its-line");
    std::fs::write(folder.join("a\n\x1B[2Jb.html"), KOI8_R).unwrap();
    let line = run([&folder], b"");
    assert_eq!(
        (line.text().lines().count(), line.text().contains("a\\n\\033[2Jb.html'")),
        (1, true),
        "{}",
        line.text()
    );
    let table = run(["--explain".as_ref(), folder.as_os_str()], b"");
    assert!(table.text().contains("a\\n\\033[2Jb.html': KOI8-R"), "{}", table.text());
    // JSON has its own escapes.
    let json = &run(["--json".as_ref(), folder.as_os_str()], b"").json()[0];
    assert!(json["path"].as_str().unwrap().ends_with("a\n\x1B[2Jb.html"));
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_read_once() {
    let folder = folder("a-pipe-with-a-name");
    let pipe = folder.join("page.html");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, KOI8_R).unwrap()
    });
    let run = run(["--json".as_ref(), pipe.as_os_str()], b"");
    writer.join().unwrap();
    assert_eq!((run.json()[0]["encoding"].as_str(), run.status), (Some("KOI8-R"), Some(0)), "{}", run.err);
}

#[test]
fn unreadable_inputs_are_reported_and_the_rest_is_processed() {
    let folder = folder("what-cannot-be-read");
    std::fs::write(folder.join("a.html"), KOI8_R).unwrap();
    let run = run([folder.join("none.html"), folder.join("a.html")], b"");
    run.fails(1, "none.html: No such file");
    assert!(run.text().starts_with("KOI8-R"));
    let nowhere = folder.join("none/out.json");
    super::run::run(["-o".as_ref(), nowhere.as_os_str()], b"a").fails(1, "none/out.json: No such file");
    let none = super::run::run([""], b"");
    none.fails(1, "$'': No such file");
}

#[test]
fn output_goes_to_a_file_compressed_by_its_name() {
    let folder = folder("output-goes-to-a-file");
    let read = |name: &str| {
        let path = folder.join(name);
        let run = run(["--decode".as_ref(), "-o".as_ref(), path.as_os_str()], KOI8_R);
        assert_eq!((run.status, run.text()), (Some(0), ""));
        assert!(run.err.contains("still declares koi8-r"), "{}", run.err);
        std::fs::read(path).unwrap()
    };
    let text = "<meta charset=koi8-r><p>Марс".as_bytes();
    assert_eq!(read("a.txt"), text);
    assert_eq!(zstd::decode_all(&*read("a.zst")).unwrap(), text);
    let mut unzipped = Vec::new();
    flate2::read::GzDecoder::new(&*read("a.gz")).read_to_end(&mut unzipped).unwrap();
    assert_eq!(unzipped, text);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_charsniff"))
        .arg("--decode")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &vec![b'a'; 1 << 20]).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(target_os = "linux")]
#[test]
fn standard_error_may_be_closed() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = |command: &mut Command| command.stdin(Stdio::null()).status().unwrap().code();
    let mut command = Command::new(env!("CARGO_BIN_EXE_charsniff"));
    assert_eq!(status(command.arg("--nonsense").stderr(full())), Some(2));
    let mut command = Command::new(env!("CARGO_BIN_EXE_charsniff"));
    assert_eq!(status(command.arg("--help").stdout(full()).stderr(Stdio::null())), Some(1));
    let mut command = Command::new(env!("CARGO_BIN_EXE_charsniff"));
    assert_eq!(status(command.arg("-").stdout(full()).stderr(Stdio::null())), Some(1));
    let crawl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/crawl.warc.gz");
    let mut command = Command::new(env!("CARGO_BIN_EXE_charsniff"));
    assert_eq!(status(command.arg(crawl).stdout(Stdio::null()).stderr(full())), Some(0));
}

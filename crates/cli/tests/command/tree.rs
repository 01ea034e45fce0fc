//! `--decode -o FOLDER`: the texts of many files.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use super::KOI8_R;
use super::run::{Run, folder, run};

const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR";

fn to(output: &Path, arguments: &[&str], inputs: &[&Path]) -> Run {
    let options = arguments.iter().map(OsString::from).chain(["-o".into(), output.into()]);
    run(options.chain(inputs.iter().map(|input| input.as_os_str().to_owned())), b"")
}

/// All files in a folder, and their contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn source(name: &str) -> std::path::PathBuf {
    let source = folder(name).join("in");
    fs::create_dir_all(source.join("sub/empty")).unwrap();
    fs::write(source.join("a.html"), KOI8_R).unwrap();
    fs::write(source.join("sub/a.html"), "schon UTF-8: ä").unwrap();
    fs::write(source.join("sub/b.png"), PNG).unwrap();
    source
}

#[test]
fn a_folder_is_converted_with_its_names() {
    let source = source("tree");
    let before = files(&source);
    let output = source.with_file_name("out");
    let run = to(&output, &["--decode"], &[&source]);
    assert_eq!((run.status, run.err.contains("--convert changes that")), (Some(0), true), "{}", run.err);
    let expected = [
        ("a.html".to_owned(), "<meta charset=koi8-r><p>Марс".as_bytes().to_vec()),
        ("sub/a.html".to_owned(), "schon UTF-8: ä".as_bytes().to_vec()),
    ];
    assert_eq!(files(&output), expected);
    assert_eq!(files(&source), before);
    let lines: Vec<&str> = run.text().lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.text());
    assert!(lines[0].starts_with("KOI8-R          converted           ") && lines[0].contains("a.html -> "));
    assert!(lines[1].starts_with("UTF-8           converted ") && lines[1].ends_with("out/sub/a.html"));
    assert!(lines[2].starts_with("-               skipped: binary ") && lines[2].ends_with("b.png"));

    // Nothing that exists is replaced.
    fs::write(output.join("a.html"), "mine").unwrap();
    let again = to(&output, &["--decode"], &[&source]);
    assert_eq!(again.status, Some(1));
    assert_eq!(again.err.matches("exists already, and is left as it was").count(), 2, "{}", again.err);
    assert_eq!(fs::read(output.join("a.html")).unwrap(), b"mine");
}

#[test]
fn two_files_of_one_name_are_both_kept() {
    let source = source("tree-names");
    let output = source.with_file_name("out");
    // Without a folder among the inputs, a name that is new is that of a file.
    to(&output, &["--decode"], &[&source.join("a.html")]);
    assert!(output.is_file());
    fs::remove_file(&output).unwrap();
    fs::create_dir(&output).unwrap();
    let run = to(&output, &["--decode"], &[&source.join("a.html"), &source.join("sub/a.html"), &source.join("none")]);
    assert_eq!(run.status, Some(1));
    assert!(
        run.err.contains("sub/a.html: ") && run.err.contains("exists already") && run.err.contains("none: "),
        "{}",
        run.err
    );
    assert_eq!(files(&output).len(), 1);
}

#[test]
fn a_tree_is_repaired_and_converted() {
    let source = source("tree-tasks");
    fs::write(source.join("b.txt"), "MÃ¼ller hat fÃ¼r â‚¬ 5").unwrap();
    let repaired = source.with_file_name("repaired");
    let run = to(&repaired, &["--repair"], &[&source]);
    assert_eq!(fs::read_to_string(repaired.join("b.txt")).unwrap(), "Müller hat für € 5");
    assert!(run.err.contains("b.txt: in 3 places, the first: "), "{}", run.err);
    let converted = source.with_file_name("converted");
    to(&converted, &["--convert", "--to", "windows-1251"], &[&source.join("a.html"), &source]);
    assert_eq!(fs::read(converted.join("a.html")).unwrap(), b"<meta charset=windows-1251><p>\xCC\xE0\xF0\xF1");
}

#[test]
fn what_a_tree_cannot_hold_is_told() {
    let source = source("tree-told");
    // Malformed sequences are not lost unseen.
    fs::write(source.join("c.txt"), ["Größe und Maß, größer ".as_bytes(), b"\xE2\x82"].concat()).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(source.join("a.html"), source.join("link")).unwrap();
    fs::write(source.join("crawl.warc"), "WARC/1.0").unwrap();
    // The output may stand in the folder, and is not read itself.
    let output = source.join("out");
    for run in [to(&output, &["--decode"], &[&source]), to(&source, &["--decode"], &[&source])] {
        let is_first = run.status == Some(0);
        assert_eq!(run.err.contains("c.txt: malformed sequences that are U+FFFD now: 1"), is_first, "{}", run.err);
        assert_eq!(run.err.contains("is also the folder of the output"), !is_first, "{}", run.err);
        assert_eq!(run.text().contains("skipped: a crawl"), is_first, "{}", run.text());
        #[cfg(unix)]
        assert_eq!(run.text().contains("skipped: a link"), is_first, "{}", run.text());
    }
    assert_eq!(files(&output).len(), 3);
    let from_pipe = to(&output, &["--decode"], &[Path::new("-")]);
    from_pipe.fails(1, "standard input: has no name");
    to(&source.join("a.html/"), &["--decode"], &[&source]).fails(1, "a.html");
}

/// Where a folder takes no file, the error does not show the temporary name.
#[cfg(target_os = "linux")]
#[test]
fn errors_show_no_temporary_names() {
    let source = source("tree-no-file");
    let run = to(Path::new("/proc/self"), &["--decode"], &[&source.join("a.html")]);
    run.fails(1, "/proc/self/a.html: ");
    assert!(!run.err.contains(".charsniff-"), "{}", run.err);
}

/// The permissions are those of the original.
#[cfg(unix)]
#[test]
fn a_text_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let source = source("tree-permissions");
    let output = source.with_file_name("out");
    fs::set_permissions(source.join("a.html"), PermissionsExt::from_mode(0o754)).unwrap();
    to(&output, &["--decode"], &[&source]);
    assert_eq!(fs::metadata(output.join("a.html")).unwrap().permissions().mode() & 0o777, 0o754);
}

/// `charsniff --convert -o out in | head -1` converts all files.
#[cfg(target_os = "linux")]
#[test]
fn texts_are_written_though_nobody_reads_the_list() {
    use std::process::{Command, Stdio};

    let source = source("tree-unread");
    // More than the list's buffer takes.
    for number in 0..300 {
        fs::write(source.join(format!("{number:0100}.txt")), "a").unwrap();
    }
    let convert = |output: &Path, list: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_charsniff"));
        let output = ["--decode".as_ref(), "-o".as_ref(), output.as_os_str(), source.as_os_str()];
        command.args(output).stdout(list).stderr(Stdio::piped()).spawn().unwrap()
    };
    let output = source.with_file_name("out");
    let mut child = convert(&output, Stdio::piped());
    drop(child.stdout.take());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    assert_eq!(files(&output).len(), 302);

    let output = source.with_file_name("full");
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let done = convert(&output, full.into()).wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stderr).contains("standard output: No space left"));
    assert_eq!(files(&output).len(), 302);
}

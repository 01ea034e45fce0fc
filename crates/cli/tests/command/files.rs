//! What the command reads and writes: files that are replaced while they are read, folders, endless
//! inputs, in bounded memory.

#[cfg(target_os = "linux")]
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::KOI8_R;
use super::run::{folder, run};

const TEXT: &str = "<meta charset=koi8-r><p>Марс";

#[test]
fn a_file_is_converted_in_place() {
    let folder = folder("converted-in-place");
    let path = folder.join("a.html");
    let in_place = |output: &Path, input: &Path| {
        std::fs::write(&path, KOI8_R).unwrap();
        let run = run(["--decode".as_ref(), "-o".as_ref(), output.as_os_str(), input.as_os_str()], b"");
        assert_eq!((run.status, run.text()), (Some(0), ""));
        assert!(run.err.contains("still declares koi8-r"), "{}", run.err);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), TEXT);
    };
    in_place(&path, &path);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let link = folder.join("link.html");
        std::os::unix::fs::symlink("a.html", &link).unwrap();
        in_place(&link, &path);
        in_place(&path, &link);
        in_place(&link, &link);
        assert!(link.is_symlink());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        in_place(&path, &path);
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    }
    let left = std::fs::read_dir(&folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("charsniff-"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_file_that_would_be_lost_stays() {
    let folder = folder("would-be-lost");
    let (old, bad, none) = (folder.join("old.txt"), folder.join("bad.xml"), folder.join("none.html"));
    std::fs::write(&old, "old").unwrap();
    std::fs::write(&bad, b"<a>\xFF").unwrap();
    let write = |output: &Path, inputs: &[&Path]| {
        let options = ["--json", "--decode", "--reading=standard", "-o"].map(std::ffi::OsStr::new);
        run(options.into_iter().chain([output.as_os_str()]).chain(inputs.iter().map(|path| path.as_os_str())), b"")
    };
    // Nothing could be read.
    let run = write(&old, &[&none]);
    assert_eq!((run.status, std::fs::read(&old).unwrap().as_slice()), (Some(1), &b"old"[..]));
    assert!(run.err.contains("none.html: No such file") && run.err.contains("left as it was"), "{}", run.err);
    // The output would replace the input that could not be decoded.
    let run = write(&bad, &[&old, &bad]);
    assert_eq!((run.status, std::fs::read(&bad).unwrap().as_slice()), (Some(1), &b"<a>\xFF"[..]));
    // The results are kept if nothing is lost by that.
    let out = folder.join("out.json");
    assert_eq!(write(&out, &[&old, &none]).status, Some(1));
    assert!(std::fs::read_to_string(&out).unwrap().contains("\"text\":\"old\""));
}

/// What somebody else writes into the file meanwhile is not lost.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_changes_meanwhile_stays() {
    let folder = folder("changes-meanwhile");
    let (log, pipe) = (folder.join("a.log"), folder.join("pipe"));
    std::fs::write(&log, "old\n").unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // The command reads the log, then waits for the pipe.
    let child = Command::new(env!("CARGO_BIN_EXE_charsniff"))
        .args(["--decode".as_ref(), "-o".as_ref(), log.as_os_str(), log.as_os_str(), pipe.as_os_str()])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut writer = std::fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    std::fs::write(&log, "old\nnew\n").unwrap();
    writer.write_all(b"more\n").unwrap();
    drop(writer);
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(message.contains("a.log: somebody else has changed the file meanwhile"), "{message}");
    assert!(message.contains("left as it was"), "{message}");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "old\nnew\n");
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_reported_by_its_name() {
    let folder = folder("cannot-be-written");
    let (one, other) = (folder.join("one"), folder.join("other"));
    std::os::unix::fs::symlink(&other, &one).unwrap();
    std::os::unix::fs::symlink(&one, &other).unwrap();
    for (output, error) in [
        (folder.join("none/out.txt"), "No such file or directory (os error 2)"),
        (folder.clone(), "Is a directory (os error 21)"),
        (one.clone(), "(os error 40)"),
    ] {
        let run = run(["-o".as_ref(), output.as_os_str()], b"a");
        run.fails(1, error);
        // The name of the temporary file is not shown.
        assert!(run.err.trim_end().ends_with(error) && run.err.contains(output.to_str().unwrap()), "{}", run.err);
    }
    assert!(one.is_symlink() && other.is_symlink());
}

#[test]
fn the_output_is_no_input_of_its_own() {
    let folder = folder("output-in-a-folder");
    std::fs::write(folder.join("a.html"), KOI8_R).unwrap();
    let out = folder.join("out.json");
    for _ in 0..2 {
        let run = run(["--json".as_ref(), "-o".as_ref(), out.as_os_str(), folder.as_os_str()], b"");
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 1);
    }
    // Standard output is not replaced at the end, so reading what is written would never end.
    let path = folder.join("a.html");
    for argument in [path.as_os_str(), "-".as_ref()] {
        let child = Command::new(env!("CARGO_BIN_EXE_charsniff"))
            .args(["--decode".as_ref(), argument])
            .stdin(std::fs::File::open(&path).unwrap())
            .stdout(std::fs::OpenOptions::new().append(true).open(&path).unwrap())
            .stderr(Stdio::piped())
            .spawn();
        let output = child.unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("is also the output"));
    }
    assert_eq!(std::fs::read(folder.join("a.html")).unwrap(), KOI8_R);
}

#[cfg(unix)]
#[test]
fn folders_are_read_as_grep_reads_them() {
    use std::os::unix::fs::symlink;

    let folder = folder("as-grep-does");
    let inside = folder.join("inside");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(inside.join("a.html"), KOI8_R).unwrap();
    std::fs::create_dir(inside.join("empty")).unwrap();
    assert!(Command::new("mkfifo").arg(inside.join("pipe")).status().unwrap().success());
    symlink(&inside, inside.join("loop")).unwrap();
    symlink("nowhere", inside.join("broken")).unwrap();
    symlink("a.html", inside.join("twice")).unwrap();
    symlink(&inside, folder.join("link")).unwrap();
    for path in [inside.clone(), folder.join("link")] {
        let run = run([&path], b"");
        assert_eq!((run.status, run.err.as_str(), run.text().lines().count()), (Some(0), "", 1), "{}", run.text());
    }
    let run = super::run::run([inside.join("empty")], b"");
    assert_eq!((run.status, run.text(), run.err.as_str()), (Some(0), "", ""));
    super::run::run([inside.join("broken")], b"").fails(1, "broken: No such file");
    // Only in JSON can the texts of a folder be told apart.
    super::run::run(["--decode".as_ref(), inside.as_os_str()], b"").fails(1, "--json --decode");
    let run = super::run::run(["--json".as_ref(), "--decode".as_ref(), inside.as_os_str()], b"");
    assert_eq!(run.json()[0]["text"], TEXT);
}

/// Runs the command on a pipe that stays open, kills it by a signal once it has opened its output in
/// `folder`, and returns the names of the files there.
#[cfg(target_os = "linux")]
fn files_after(signal: &str, folder: &Path, output: &str) -> Vec<String> {
    use std::os::unix::process::ExitStatusExt;

    let mut child = Command::new(env!("CARGO_BIN_EXE_charsniff"))
        .args(["--decode".as_ref(), "-o".as_ref(), folder.join(output).as_os_str(), "-".as_ref()])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(&KOI8_R.repeat(1000)).unwrap();
    let descriptors = format!("/proc/{}/fd", child.id());
    let has_output = || {
        let mut open = std::fs::read_dir(&descriptors).unwrap().flatten();
        open.any(|descriptor| std::fs::read_link(descriptor.path()).is_ok_and(|file| file.starts_with(folder)))
    };
    while !has_output() {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().signal().is_some());
    std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_command_leaves_no_temporary_file() {
    use rustix::fs::{Mode, OFlags, open};

    let folder = folder("killed");
    if let Err(error) = open(&folder, OFlags::WRONLY | OFlags::TMPFILE, Mode::RUSR) {
        return crate::skipped::skipped(&format!("the file system has no files without a name: {error}"));
    }
    // Without SIGINT, which processes in the background of a script ignore.
    for signal in ["TERM", "KILL"] {
        assert_eq!(files_after(signal, &folder, "new.txt"), [""; 0], "{signal}");
    }
    std::fs::write(folder.join("old.txt.gz"), "old").unwrap();
    assert_eq!(files_after("TERM", &folder, "old.txt.gz"), ["old.txt.gz"]);
    assert_eq!(std::fs::read(folder.join("old.txt.gz")).unwrap(), b"old");
}

/// How much address space the command may use in these tests, in KiB.
#[cfg(target_os = "linux")]
const MEMORY: u32 = 100_000;

/// Runs `pipeline` in bounded memory. `$0` is the command and `$1` a file.
#[cfg(target_os = "linux")]
fn in_bounded_memory(pipeline: &str, file: &Path) -> (bool, String) {
    let script = format!("ulimit -v {MEMORY} && {pipeline}");
    let command = env!("CARGO_BIN_EXE_charsniff").as_ref();
    let output = Command::new("sh").args(["-c".as_ref(), script.as_ref(), command, file.as_os_str()]).output().unwrap();
    assert!(output.stderr.is_empty(), "{pipeline}: {}", String::from_utf8_lossy(&output.stderr));
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[cfg(target_os = "linux")]
const WORDS: usize = 1000;

/// A sparse file that starts with words, each of which has two non-ASCII characters.
#[cfg(target_os = "linux")]
fn long_file(path: &Path, length: u64) {
    let mut file = std::fs::File::create(path).unwrap();
    file.write_all("Größe\n".repeat(WORDS).as_bytes()).unwrap();
    file.set_len(length).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn endless_inputs_have_a_verdict() {
    let file = folder("without-an-end").join("long.txt");
    long_file(&file, 2 << 30);
    for (pipeline, start) in [
        ("\"$0\" \"$1\"", "UTF-8 "),
        ("\"$0\" --content-type 'text/html;charset=big5' \"$1\"", "UTF-8 "),
        ("\"$0\" --json --explain --reading chromium \"$1\"", "{\"path\""),
        ("yes | \"$0\" --override utf-8", "UTF-8 "),
        ("yes Größe | \"$0\"", "UTF-8 "),
        ("yes | \"$0\" --decode | head -c 20000000 | tail -c 2", "y\n"),
        ("yes | \"$0\" --encode utf-16le | head -c 20000000 | wc -c", "20000000"),
    ] {
        let (is_well, text) = in_bounded_memory(pipeline, &file);
        assert!(is_well && text.starts_with(start), "{pipeline}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn texts_are_decoded_in_chunks() {
    let file = folder("as-they-come").join("long.txt");
    // More than the memory that the command may use, which is less than 100 MB.
    const LENGTH: u64 = 120_000_000;
    long_file(&file, LENGTH);
    for (pipeline, length) in [
        ("\"$0\" --decode \"$1\" | wc -c", LENGTH.to_string()),
        ("\"$0\" --encode latin1 < \"$1\" | wc -c", (LENGTH - 2 * WORDS as u64).to_string()),
        // The line is complete: what `--health` found comes after the text.
        ("\"$0\" --json --decode --health \"$1\" | tail -c 400 | grep -c '\"health\":{.*}}$'", "1".to_owned()),
    ] {
        let (is_well, text) = in_bounded_memory(pipeline, &file);
        assert!(is_well && text.contains(&length), "{pipeline}: {text}");
    }
}

/// The start of 8 MiB is kept, and its text, in which each of these bytes becomes three.
#[cfg(target_os = "linux")]
#[test]
fn a_text_that_is_longer_than_its_bytes_needs_no_more_memory_than_help_says() {
    let file = folder("thrice-as-long").join("euro.txt");
    const LENGTH: usize = 9 << 20;
    std::fs::write(&file, vec![0x80; LENGTH]).unwrap();
    let pipeline = "\"$0\" --decode --override windows-1252 \"$1\" | wc -c";
    let (is_well, text) = in_bounded_memory(pipeline, &file);
    assert!(is_well && text.contains(&(3 * LENGTH).to_string()), "{text}");
}

/// A little more than the start that the verdict is based on.
const HEAD: usize = 8 * 1024 * 1024 + 3;

#[test]
fn late_non_ascii_text_is_still_detected() {
    let mut page = vec![b' '; HEAD];
    page.extend("Хорошо ли это? Да, это очень хорошо.".chars().map(|c| match c {
        // KOI8-R, by the order of its letters.
        c if c.is_ascii() => c as u8,
        c => charsniff::Encoding::Koi8R.encode(&c.to_string()).0[0],
    }));
    let run = run(["--decode", "--tld", "ru"], &page);
    assert!(run.text().ends_with("Хорошо ли это? Да, это очень хорошо."), "{}", &run.text()[HEAD..]);
    assert_eq!(run.text().chars().count(), page.len());
    let line = &super::run::run(["--json", "-c", "text-document"], &page).json()[0];
    assert_eq!((&line["truncated"], &line["source"]), (&true.into(), &"default".into()));
}

#[test]
fn a_long_text_ends_at_an_error() {
    let mut page = b"\xEF\xBB\xBF<a>".to_vec();
    page.resize(HEAD, b' ');
    page.extend(b"\xE2\x82\xAC\xFF");
    let error = format!("malformed UTF-8 at byte {} (1 byte)", page.len() - 1);
    let plain = run(["--decode", "-c", "xml", "--reading", "standard"], &page);
    plain.fails(1, &error);
    assert!(plain.text().starts_with("<a> ") && plain.text().ends_with(" €"));
    let run = run(["--json", "--decode", "-c", "xml", "--reading", "standard"], &page);
    run.fails(1, &error);
    let line = &run.json()[0];
    assert_eq!((line["text"].as_str().unwrap(), line["bom"].as_bool()), (plain.text(), Some(true)));
    assert!(line["error"].as_str().unwrap().ends_with(&error), "{}", line["error"]);
}

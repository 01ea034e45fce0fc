//! Output files: the attributes that a new file keeps of the one that it replaces, descriptors that are open already, and
//! a closed standard output.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use rustix::fs::{XattrFlags, getxattr, setxattr};

use super::run::{folder, run};

fn replace(path: &Path) -> super::run::Run {
    run(["--decode".as_ref(), "-o".as_ref(), path.as_os_str()], b"Mars")
}

/// An access control list as Linux keeps it: the owner and user 12345 may write, the owning group nothing; the mask,
/// which `ls` shows as the group's rights, lets read and write.
fn access_control_list() -> Vec<u8> {
    let entries: [(u16, u16, u32); 5] =
        [(1, 6, u32::MAX), (2, 6, 12345), (4, 0, u32::MAX), (16, 6, u32::MAX), (32, 0, u32::MAX)];
    let entries = entries
        .iter()
        .flat_map(|(tag, rights, id)| [&tag.to_le_bytes()[..], &rights.to_le_bytes(), &id.to_le_bytes()].concat());
    2u32.to_le_bytes().into_iter().chain(entries).collect()
}

#[test]
fn access_control_lists_and_attributes_are_kept() {
    let path = folder("kept-attributes").join("a.txt");
    fs::write(&path, "old").unwrap();
    let list = access_control_list();
    let set = |name: &str, value: &[u8]| setxattr(&path, name, value, XattrFlags::empty());
    if set("user.origin", b"http://a.example/").is_err() || set("system.posix_acl_access", &list).is_err() {
        return crate::skipped::skipped("the file system has no attributes");
    }
    assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o660);
    let run = replace(&path);
    assert_eq!((run.status, run.err.as_str(), fs::read(&path).unwrap().as_slice()), (Some(0), "", &b"Mars"[..]));
    let get = |name: &str| {
        let mut value = vec![0; 1000];
        getxattr(&path, name, &mut value[..]).map(|length| value[..length].to_vec())
    };
    assert_eq!(get("user.origin").unwrap(), b"http://a.example/");
    // Without it, the group would have the rights of the mask.
    assert_eq!(get("system.posix_acl_access").unwrap(), list);
    assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o660);
}

/// Runs the command as somebody who owns nothing, and is in some groups.
fn as_somebody(groups: &str, path: &Path) -> Option<i32> {
    let output = Command::new("setpriv")
        .args(["--reuid=54321", "--regid=54321", &format!("--groups={groups}")])
        .arg(env!("CARGO_BIN_EXE_charsniff"))
        .args(["--decode".as_ref(), "-o".as_ref(), path.as_os_str(), path.as_os_str()])
        .output()
        .ok()?;
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    output.status.code()
}

#[test]
fn the_group_is_kept_where_it_can_be_and_else_its_rights_are_not() {
    // A folder that anybody may enter, also to find the program.
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let path = folder.path().join("a.txt");
    let write = |group: u32, mode: u32| {
        let _ = fs::remove_file(&path);
        fs::write(&path, "Mars").unwrap();
        std::os::unix::fs::chown(&path, Some(12345), Some(group))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))
    };
    if write(2000, 0o666).is_err() || as_somebody("54321", &path) != Some(0) {
        return crate::skipped::skipped("only the superuser can do this, with setpriv");
    }
    let now = || {
        let file = path.metadata().unwrap();
        (file.uid(), file.gid(), file.mode() & 0o7777)
    };
    write(2000, 0o666).unwrap();
    assert_eq!(as_somebody("54321,2000", &path), Some(0));
    assert_eq!(now(), (54321, 2000, 0o666));
    // If the group cannot be kept, the new group gets no more rights than all others.
    write(2000, 0o6776).unwrap();
    assert_eq!(as_somebody("54321", &path), Some(0));
    assert_eq!(now(), (54321, 54321, 0o0766));
}

/// Runs a script of the shell in which `$0` is the command.
fn shell(folder: &Path, script: &str) -> (Option<i32>, String) {
    let output =
        Command::new("sh").current_dir(folder).args(["-c", script, env!("CARGO_BIN_EXE_charsniff")]).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_file_that_is_open_already_is_written_where_it_is() {
    let folder = folder("open-already");
    fs::write(folder.join("a.txt"), "Mars").unwrap();
    for (script, expected) in [
        ("(echo before; \"$0\" --decode -o /dev/stdout a.txt; echo; echo after) > out", "before\nMars\nafter\n"),
        ("echo before > out; \"$0\" --decode -o /dev/stdout a.txt >> out", "before\nMars"),
        ("echo before > out; \"$0\" --decode -o /proc/self/fd/1 a.txt >> out", "before\nMars"),
        ("echo before > out; \"$0\" --decode -o /dev/fd/3 a.txt 3>> out", "before\nMars"),
        ("ln -sf /dev/stdout link; echo before > out; \"$0\" --decode -o link a.txt >> out", "before\nMars"),
        ("\"$0\" --decode -o /dev/stdout a.txt | cat > out", "Mars"),
    ] {
        assert_eq!(shell(&folder, script), (Some(0), String::new()), "{script}");
        assert_eq!(fs::read_to_string(folder.join("out")).unwrap(), expected, "{script}");
    }
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let folder = folder("closed-output");
    fs::File::create(folder.join("a.txt")).unwrap().write_all(b"Mars").unwrap();
    for options in ["--decode", "--json", "", "--decode -o /dev/stdout"] {
        let (status, message) = shell(&folder, &format!("\"$0\" {options} a.txt >&-"));
        assert_eq!(status, Some(1), "{options}");
        assert!(message.contains("standard output") || message.contains("/dev/stdout"), "{options}: {message}");
        assert!(message.contains("it is closed"), "{options}: {message}");
    }
    // A file is not standard output, and /dev/null is open.
    assert_eq!(shell(&folder, "\"$0\" --decode -o out a.txt >&-"), (Some(0), String::new()));
    assert_eq!(fs::read(folder.join("out")).unwrap(), b"Mars");
    for script in ["\"$0\" a.txt > /dev/null", "\"$0\" a.txt 1<> /dev/null"] {
        assert_eq!(shell(&folder, script), (Some(0), String::new()), "{script}");
    }
}

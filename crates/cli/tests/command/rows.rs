//! The rows of crawls: what joins them with others, as JSON and as Parquet; an output for each crawl, with a manifest;
//! the summary as JSON.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::KOI8_R;
use super::crawl::{gzip, html, record, sniff};
use super::run::{Run, folder, run};

const GERMAN: &str = "<meta charset=koi8-r><p>Größe, schön, Straße";

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/crawl.warc.gz")
}

/// A record with more fields.
fn with_fields(record: &[u8], fields: &str) -> Vec<u8> {
    [b"WARC/1.1\r\n", fields.as_bytes(), record.strip_prefix(b"WARC/1.1\r\n").unwrap()].concat()
}

#[test]
fn both_declarations_are_told() {
    let crawl = [
        record("http://a.example/1", "Content-Type: text/html; charset=utf-8\r\n", GERMAN.as_bytes()),
        record("http://a.example/2", "Content-Type: text/html; charset=Klingon\r\n", KOI8_R),
        record("http://a.example/3", "Content-Type: image/png\r\n", b"\x89PNG\r\n\x1A\n\0\0"),
    ];
    let lines = sniff(&folder("rows-declarations"), "a.warc", &crawl.concat(), &[]).json();
    let of = |line: &Value| {
        ["declared-header", "declared-meta", "header-refuted", "meta-refuted"].map(|key| line[key].clone())
    };
    assert_eq!(lines[0]["source"], "transport");
    assert_eq!(of(&lines[0]), [json!("UTF-8"), json!("KOI8-R"), json!(false), json!(true)]);
    assert_eq!(of(&lines[1]), [json!("klingon"), json!("KOI8-R"), Value::Null, json!(false)]);
    assert_eq!(of(&lines[2]), [const { Value::Null }; 4]);
}

#[test]
fn an_empty_crawl_and_a_short_body_fail() {
    let folder = folder("rows-empty");
    for empty in [b"".to_vec(), gzip(b"")] {
        let path = folder.join("a.warc.gz");
        fs::write(&path, empty).unwrap();
        let output = folder.join("out.jsonl");
        run([path.as_os_str()], b"").fails(1, "no WARC or ARC record in the file: it is empty");
        let run = run([path.as_os_str(), "-o".as_ref(), output.as_os_str()], b"");
        assert!(run.status == Some(1) && !output.exists(), "{}", run.err);
    }
    let short = record("http://a.example/1", "Content-Type: text/html\r\nContent-Length: 2304\r\n", &[b'x'; 900]);
    let run = sniff(&folder, "b.warc", &short, &[]);
    let line = &run.json()[0];
    assert_eq!(line["damaged"], json!(["body: ends too early, after 900 bytes (Content-Length is 2304)"]));
    assert_eq!((&line["truncated"], run.status), (&json!(true), Some(1)));
}

#[test]
fn revisits_and_bodies_that_were_stored_twice_are_told() {
    let page = |n: usize, digest: &str| with_fields(&html(n, KOI8_R), &format!("WARC-Payload-Digest: {digest}\r\n"));
    let revisit = |digest: &str| {
        format!(
            "WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://a.example/r\r\nWARC-Payload-Digest: {digest}\r\n\
             WARC-Refers-To-Target-URI: http://a.example/0\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
        )
        .into_bytes()
    };
    let (first, second) = (page(1, "sha1:A"), page(2, "sha1:B"));
    let places = [0, first.len(), first.len() + second.len()];
    let crawl = [first, second, page(3, "sha1:A"), revisit("sha1:B"), revisit("sha1:C")].concat();
    let run = sniff(&folder("rows-revisit"), "a.warc", &crawl, &["--decode"]);
    let lines = run.json();
    let same: Vec<_> = lines.iter().map(|line| line["same-as"]["offset"].clone()).collect();
    assert_eq!(same, [Value::Null, Value::Null, json!(places[0]), json!(places[1]), Value::Null]);
    assert_eq!(
        (&lines[3]["warc-type"], &lines[3]["text"], &lines[2]["digest"]),
        (&json!("revisit"), &Value::Null, &json!("sha1:A"))
    );
    assert_eq!(lines[4]["refers-to-url"], "http://a.example/0");
    super::json::conforms("response", &lines[..3]);
    super::json::conforms("revisit", &lines[3..]);
    assert!(run.err.contains("passed over: 2 revisit"), "{}", run.err);
}

/// The rows of a Parquet file, as JSON.
#[cfg(feature = "parquet")]
fn rows(path: &Path) -> Vec<serde_json::Map<String, Value>> {
    use parquet::record::Field;

    let value = |field: &Field| match field {
        Field::Null => Value::Null,
        Field::Bool(value) => json!(value),
        Field::Int(value) => json!(value),
        Field::Long(value) => json!(value),
        Field::Float(value) => json!(value),
        Field::Str(value) => json!(value),
        other => panic!("{other:?}"),
    };
    let reader = parquet::file::serialized_reader::SerializedFileReader::try_from(path).unwrap();
    let of =
        |row: parquet::record::Row| row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect();
    reader.into_iter().map(|row| of(row.unwrap())).collect()
}

/// Every row of the Parquet file is a line of the JSON, and every key that JSON has is there.
#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_rows_of_the_json() {
    let folder = folder("rows-parquet");
    let path = folder.join("a.parquet");
    let crawl = folder.join("a.warc.gz");
    let damaged =
        gzip(&record("http://a.example/1", "Content-Type: text/html\r\nContent-Length: 99\r\n", GERMAN.as_bytes()));
    fs::write(&crawl, [fs::read(fixture()).unwrap(), damaged].concat()).unwrap();
    let to_parquet = run(["--decode".as_ref(), "-o".as_ref(), path.as_os_str(), crawl.as_os_str()], b"");
    let lines = run(["--decode".as_ref(), crawl.as_os_str()], b"").json();
    assert_eq!(to_parquet.status, Some(1), "{}", to_parquet.err);
    let rows = rows(&path);
    assert!(rows.len() == lines.len() && rows.len() > 100, "{}", rows.len());
    for (row, line) in rows.iter().zip(&lines) {
        let is_text = line["content"] != "binary";
        assert_eq!(line["margin"].is_number(), is_text, "{line}");
        for key in [
            "url",
            "date",
            "record_id",
            "digest",
            "file",
            "offset",
            "length",
            "warc_type",
            "status",
            "mime_type",
            "declared_header",
            "declared_meta",
            "header_refuted",
            "meta_refuted",
            "content",
            "language",
            "script",
            "error",
            "text",
        ] {
            assert_eq!(row[key], line[key.replace('_', "-")], "{key}: {line}");
        }
        for key in ["encoding", "confidence", "source"].into_iter().filter(|_| is_text) {
            assert_eq!(row[key], line[key], "{key}: {line}");
        }
        assert!(is_text || row["encoding"].is_null() && row["text"].is_null());
        assert_eq!(row["content_charset"], row["encoding"]);
        assert_eq!(row["runner_up"], line["runner-up"]["encoding"], "{line}");
        let of_runner_up = &line["runner-up"]["probability"];
        let numbers = [
            ("probability", &line["probability"]),
            ("margin", &line["margin"]),
            ("runner_up_probability", of_runner_up),
        ];
        for (key, value) in numbers {
            assert_eq!(
                row[key].as_f64().map(|number| number as f32),
                value.as_f64().map(|number| number as f32),
                "{key}: {line}"
            );
        }
        assert_eq!(row["truncated"], json!(line["truncated"] == true));
        let all = line["damaged"]
            .as_array()
            .map(|all| all.iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>().join("; "));
        assert_eq!(row["damaged"].as_str(), all.as_deref());
    }
    let codes: Vec<_> =
        rows.iter().filter(|row| row["language"] == "ru").map(|row| &row["content_languages"]).collect();
    assert!(rows.iter().any(|row| row["language"] == "ru" && row["script"] == "Cyrl"));
    assert!(!codes.is_empty() && codes.iter().all(|code| **code == "rus"));
    // Pages are no crawls.
    let page = folder.join("page.html");
    fs::write(&page, KOI8_R).unwrap();
    let other = folder.join("b.parquet");
    run([page.as_os_str(), "-o".as_ref(), other.as_os_str()], b"").fails_with(1, "is no crawl");
    assert!(!other.exists());
    for option in ["--explain", "--health", "--no-crawl"] {
        run([crawl.as_os_str(), "-o".as_ref(), other.as_os_str(), option.as_ref()], b"").fails(2, option);
    }
}

impl Run {
    fn fails_with(&self, status: i32, words: &str) {
        assert!(self.status == Some(status) && self.err.contains(words), "{:?}: {}", self.status, self.err);
    }
}

/// The last lines of the manifest, by the name of the crawl.
fn manifest(out: &Path) -> serde_json::Map<String, Value> {
    let text = fs::read_to_string(out.join("manifest.jsonl")).unwrap();
    // The test cuts a line.
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.map(|line| (line["file"].as_str().unwrap().rsplit('/').next().unwrap().to_owned(), line)).collect()
}

#[test]
fn a_summary_that_cannot_be_written_is_named() {
    let folder = folder("rows-no-summary");
    let (crawl, out) = (folder.join("a.warc.gz"), folder.join("out"));
    fs::write(&crawl, gzip(&html(1, GERMAN.as_bytes()))).unwrap();
    let summary = folder.join("none/summary.json");
    let options = ["--summary".as_ref(), summary.as_os_str(), crawl.as_os_str()];
    let message = format!("charsniff: {}: ", summary.display());
    let done = run(options, b"");
    done.fails_with(1, &message);
    assert_eq!(done.json().len(), 1);
    run(["--out-dir".as_ref(), out.as_os_str()].into_iter().chain(options), b"").fails_with(1, &message);
    assert_eq!(manifest(&out)["a.warc.gz"]["rows"], 1);
}

#[test]
fn a_folder_has_an_output_for_each_crawl_and_what_is_finished_is_skipped() {
    let folder = folder("rows-folder");
    let crawls = folder.join("in");
    fs::create_dir_all(crawls.join("other")).unwrap();
    let page = |n: usize| gzip(&html(n, GERMAN.as_bytes()));
    fs::write(crawls.join("a.warc.gz"), [page(1), page(2)].concat()).unwrap();
    fs::write(crawls.join("other/a.warc.gz"), page(3)).unwrap();
    fs::write(crawls.join("cut.warc.gz"), [page(4), page(5)].concat().split_last_chunk::<20>().unwrap().0).unwrap();
    fs::write(crawls.join("empty.warc.gz"), b"").unwrap();
    fs::write(crawls.join("page.html"), b"<p>").unwrap();
    let (out, summary) = (crawls.join("out"), folder.join("summary.json"));
    let go = |options: &[&str]| {
        let arguments =
            ["--out-dir".as_ref(), out.as_os_str(), "--summary".as_ref(), summary.as_os_str(), crawls.as_os_str()];
        run(options.iter().map(|option| option.as_ref()).chain(arguments), b"")
    };
    let outputs = || -> Vec<PathBuf> {
        let mut names: Vec<_> = fs::read_dir(&out).unwrap().map(|file| file.unwrap().path()).collect();
        names.retain(|name| name.file_name().unwrap() != "manifest.jsonl");
        names.sort();
        names
    };
    let first = go(&[]);
    first.fails_with(1, "3 files done, 0 were before, 2 failed");
    assert_eq!(outputs().len(), 3);
    let lines: Vec<Value> = outputs()
        .iter()
        .flat_map(|path| {
            fs::read_to_string(path)
                .unwrap()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(lines.len(), 5);
    let entries = manifest(&out);
    let status = |name: &str| entries[name]["status"].as_str().unwrap();
    assert_eq!(["cut.warc.gz", "empty.warc.gz", "page.html"].map(status), ["damaged", "failed", "failed"]);
    assert!(entries["empty.warc.gz"]["error"].as_str().unwrap().contains("it is empty"));
    assert_eq!((&entries["empty.warc.gz"]["output"], &entries["cut.warc.gz"]["rows"]), (&Value::Null, &json!(2)));
    // The summary is the sum of the files'.
    let total: Value = serde_json::from_slice(&fs::read(&summary).unwrap()).unwrap();
    assert_eq!((&total["rows"], &total["damaged"]), (&json!(5), &json!(1)));
    let of = &total["declarations"];
    assert_eq!(
        (&of["any"], &of["meta"], &of["meta-refuted"], &of["header"]),
        (&json!(5), &json!(5), &json!(5), &json!(0))
    );
    assert_eq!(of["pairs"], json!([{"place": "meta", "declared": "KOI8-R", "is": "UTF-8", "pages": 5}]));

    // Nothing is done again but what failed, and that is told.
    let written = |path: &PathBuf| path.metadata().unwrap().modified().unwrap();
    let before: Vec<_> = outputs().iter().map(written).collect();
    let second = go(&[]);
    second.fails_with(1, "0 files done, 3 were before, 2 failed");
    second.fails_with(1, "empty.warc.gz: is tried again; it failed before: ");
    second.fails_with(1, "cut.warc.gz: was done before; 1 records are damaged");
    assert_eq!(outputs().iter().map(written).collect::<Vec<_>>(), before);
    assert_eq!(serde_json::from_slice::<Value>(&fs::read(&summary).unwrap()).unwrap(), total);

    // A crawl that came again, an output that is lost, a line that a loss of power cut.
    fs::write(crawls.join("empty.warc.gz"), page(6)).unwrap();
    fs::remove_file(crawls.join("page.html")).unwrap();
    fs::write(crawls.join("cut.warc.gz"), [page(4), page(5)].concat()).unwrap();
    fs::remove_file(&outputs()[0]).unwrap();
    let manifest_file = out.join("manifest.jsonl");
    let text = fs::read(&manifest_file).unwrap();
    fs::write(&manifest_file, &text[..text.len() - 7]).unwrap();
    let third = go(&[]);
    assert_eq!(third.status, Some(0), "{}", third.err);
    third.fails_with(0, "3 files done, 1 were before, 0 failed");
    let fourth = go(&[]);
    fourth.fails_with(0, "0 files done, 4 were before, 0 failed");
    assert!(fourth.err.contains("6 texts"), "{}", fourth.err);
    assert!(["a.warc.gz", "cut.warc.gz", "empty.warc.gz"].iter().all(|name| manifest(&out)[*name]["status"] == "done"));

    // Other options, other outputs.
    go(&["--decode", "--ending", "jsonl.zst"]).fails_with(0, "4 files done, 0 were before");
    assert_eq!(outputs().len(), 8);
    go(&["--threads", "1"]).fails_with(0, "4 files done");
    go(&["--threads", "2"]).fails_with(0, "0 files done");
}

#[cfg(target_os = "linux")]
/// What the command says of a crawl that comes from a connection which breaks after it.
fn run_on_broken_connection(options: &[&std::ffi::OsStr], crawl: &[u8]) -> Run {
    use std::io::Write;
    use std::net::{TcpListener, TcpStream};
    use std::os::fd::OwnedFd;
    use std::process::{Command, Stdio};

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut here = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (mut there, _) = listener.accept().unwrap();
    // A connection that is closed before all was read is reset.
    here.write_all(b"not read").unwrap();
    let stdin = Stdio::from(OwnedFd::from(here));
    let command = Command::new(env!("CARGO_BIN_EXE_charsniff"))
        .args(options)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    there.write_all(crawl).unwrap();
    drop(there);
    let output = command.wait_with_output().unwrap();
    Run { out: output.stdout, err: String::from_utf8(output.stderr).unwrap(), status: output.status.code() }
}

#[cfg(target_os = "linux")]
#[test]
fn the_start_of_a_crawl_is_no_output() {
    let folder = folder("rows-broken-connection");
    let crawl: Vec<u8> = (1..200).flat_map(|n| html(n, GERMAN.as_bytes())).collect();
    let endings: &[&str] =
        if cfg!(feature = "parquet") { &["jsonl", "jsonl.zst", "parquet"] } else { &["jsonl", "jsonl.gz"] };
    for ending in endings {
        let (new, old) = (folder.join(format!("new.{ending}")), folder.join(format!("old.{ending}")));
        fs::write(&old, "old").unwrap();
        for output in [&new, &old] {
            let run = run_on_broken_connection(&["-".as_ref(), "-o".as_ref(), output.as_os_str()], &crawl);
            run.fails_with(1, "Connection reset by peer");
            run.fails_with(1, "the output file is left as it was");
        }
        assert!(!new.exists() && fs::read(&old).unwrap() == b"old");
    }
    // What was read is in a pipe already, and the exit status says that there is more.
    let run = run_on_broken_connection(&["-".as_ref()], &crawl);
    run.fails_with(1, "Connection reset by peer");
    assert!(run.json().len() > 100, "{}", run.json().len());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), endings.len());
}

#[test]
fn a_folder_takes_no_pipe() {
    let out = folder("rows-pipe").join("out");
    let run = run(["--out-dir".as_ref(), out.as_os_str()], &html(1, KOI8_R));
    run.fails_with(1, "--out-dir takes files");
    run.fails_with(1, "0 files done, 0 were before, 1 failed");
}

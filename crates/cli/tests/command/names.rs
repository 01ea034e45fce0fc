//! `--names`: the names in archives.

use std::io::Write;

use super::run::{folder, run};

/// An entry of a ZIP archive: its name, its flags, and the extra field.
type Entry<'a> = (&'a [u8], u16, &'a [u8]);

/// A ZIP archive of empty files, as APPNOTE 4.3 has it.
fn zip(entries: &[Entry<'_>]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, flags, extra) in entries {
        let offset = archive.len() as u32;
        // Version, flags, stored, time and date, CRC and two sizes, all 0; the lengths of name and extra field.
        let fields = [&[20, 0][..], &flags.to_le_bytes(), &[0; 18], &(name.len() as u16).to_le_bytes()].concat();
        let extra_length = (extra.len() as u16).to_le_bytes();
        archive.extend([b"PK\x03\x04", &fields[..], &[0, 0], name].concat());
        directory
            .extend([b"PK\x01\x02", &[20, 0][..], &fields, &extra_length, &[0; 10], &offset.to_le_bytes()].concat());
        directory.extend([*name, extra].concat());
    }
    let count = (entries.len() as u16).to_le_bytes();
    let place = [(directory.len() as u32).to_le_bytes(), (archive.len() as u32).to_le_bytes()].concat();
    [archive, directory, [b"PK\x05\x06", &[0; 4][..], &count, &count, &place, &[0, 0]].concat()].concat()
}

/// A TAR archive of empty files with old headers.
fn tar(names: &[&[u8]]) -> Vec<u8> {
    let mut archive = Vec::new();
    for name in names {
        let mut header = [0; 512];
        header[..name.len()].copy_from_slice(name);
        header[100..107].copy_from_slice(b"0000644");
        header[124..135].copy_from_slice(b"00000000000");
        header[148..156].fill(b' ');
        header[156] = b'0';
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        archive.extend(header);
    }
    archive.extend([0; 1024]);
    archive
}

fn encode(text: &str, label: &str) -> Vec<u8> {
    encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned()
}

/// The encoding of an archive on standard input, and its names.
fn names(archive: &[u8], arguments: &[&str]) -> (String, Vec<String>) {
    let run = run(["--names", "--json"].iter().chain(arguments), archive);
    assert_eq!(run.status, Some(0), "{}", run.err);
    let line = run.json().remove(0);
    let names = line["names"].as_array().unwrap().iter();
    let names = names.map(|name| name["name"].as_str().unwrap().to_owned()).collect();
    (line["encoding"].as_str().unwrap().to_owned(), names)
}

const JAPANESE: [&str; 4] = ["新しいフォルダ/ア.txt", "表.txt", "ソ.doc", "readme.txt"];

#[test]
fn names_in_an_archive_have_one_encoding() {
    let encoded = JAPANESE.map(|name| encode(name, "shift_jis"));
    let encoded: Vec<&[u8]> = encoded.iter().map(|name| &name[..]).collect();
    let of_zip = zip(&encoded.iter().map(|name| (*name, 0, &b""[..])).collect::<Vec<_>>());
    let of_tar = tar(&encoded);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&of_tar).unwrap();
    let of_gzip = gzip.finish().unwrap();
    let of_zstd = zstd::encode_all(&of_tar[..], 1).unwrap();
    // A program that unpacks itself.
    let of_program = [&b"MZ\x90\0"[..], &of_zip].concat();
    for archive in [&of_zip, &of_tar, &of_gzip, &of_zstd, &of_program] {
        assert_eq!(names(archive, &[]), ("Shift_JIS".into(), JAPANESE.map(String::from).to_vec()));
    }
    assert_eq!(names(&of_zip, &["--only", "gbk"]).0, "GBK");
}

#[test]
fn what_a_zip_archive_says_of_a_name_counts() {
    let word = encode("им", "koi8-r");
    let crc = |name: &[u8]| {
        let mut crc = flate2::Crc::new();
        crc.update(name);
        crc.sum().to_le_bytes()
    };
    let field = |crc: [u8; 4], path: &[u8]| {
        let length = (path.len() as u16 + 5).to_le_bytes();
        [b"\x75\x70", &length[..], &[1], &crc, path].concat()
    };
    let right = field(crc(b"_.txt"), "им.txt".as_bytes());
    // The name beside it was changed.
    let old = field(crc(b"other"), "им.txt".as_bytes());
    let no_utf_8 = field(crc(b"c.txt"), b"\xFF");
    let archive = zip(&[
        ("ем.txt".as_bytes(), 1 << 11, b""),
        (&word, 1 << 11, b""),
        (b"_.txt", 0, &right),
        (b"b.txt", 0, &old),
        (b"c.txt", 0, &no_utf_8),
    ]);
    let (encoding, list) = names(&archive, &["--only", "koi8-r"]);
    assert_eq!(
        (encoding.as_str(), list),
        ("KOI8-R", ["ем.txt", "им", "им.txt", "b.txt", "c.txt"].map(String::from).to_vec())
    );
    let line = run(["--names", "--json", "--only", "koi8-r"], &archive).json().remove(0);
    let encodings: Vec<_> = (0..5).map(|at| line["names"][at]["encoding"].as_str().unwrap().to_owned()).collect();
    assert_eq!(encodings, ["UTF-8", "KOI8-R", "UTF-8", "KOI8-R", "KOI8-R"]);
}

#[test]
fn code_pages_are_the_last_resort_in_zip_archives() {
    // Words of Python's codecs for code pages 437 and 850.
    let german: [&[u8]; 4] =
        [b"Gr\x94\xE1e.txt", b"Men\x81/Zur\x81ck.txt", b"\x9Abung f\x81r \x8Erzte.doc", b"M\x84rz.xls"];
    let portuguese: [&[u8]; 4] =
        [b"Informa\x87\xE4es.txt", b"S\xC6o Jo\xC6o.doc", b"Can\x87\xC6o.mp3", b"Rela\x87\xE4es e a\x87\xE4es.doc"];
    let archive = |list: &[&[u8]]| zip(&list.iter().map(|name| (*name, 0, &b""[..])).collect::<Vec<_>>());
    let expected = ["Größe.txt", "Menü/Zurück.txt", "Übung für Ärzte.doc", "März.xls"].map(String::from).to_vec();
    assert_eq!(names(&archive(&german), &[]), ("IBM437".into(), expected));
    let expected = ["Informações.txt", "São João.doc", "Canção.mp3", "Relações e ações.doc"].map(String::from).to_vec();
    assert_eq!(names(&archive(&portuguese), &[]), ("IBM850".into(), expected));
    // They are likely in macintosh, too, which no program writes into a ZIP archive.
    let french: [&[u8]; 3] = [b"kilom\x8Atre.txt", b"\x90rythr\x82e.txt", b"par centim\x8Atre carr\x82.txt"];
    assert_eq!(
        names(&archive(&french), &[]),
        ("IBM437".into(), ["kilomètre.txt", "Érythrée.txt", "par centimètre carré.txt"].map(String::from).to_vec())
    );
    // Words of Python's codec for code page 852.
    let central: [(&[&[u8]], &[&str]); 3] = [
        (
            &[b"Wst\xA9p.doc", b"za\x88\xA5cznik.pdf", b"\xABr\xA2d\x88o.txt", b"nowy plik.txt"],
            &["Wstęp.doc", "załącznik.pdf", "źródło.txt", "nowy plik.txt"],
        ),
        (
            &[b"P\xFD\xA1loha.doc", b"\xE7koln\xA1 v\xEClet.jpg", b"\xA7\xA0dost.pdf"],
            &["Příloha.doc", "školní výlet.jpg", "žádost.pdf"],
        ),
        (
            &[b"sz\x81l\x8B.txt", b"K\x94nyvek/t\x94rt\x82nelem.doc", b"\xFBrlap.jpg"],
            &["szülő.txt", "Könyvek/történelem.doc", "űrlap.jpg"],
        ),
    ];
    for (list, expected) in central {
        assert_eq!(
            names(&archive(list), &[]),
            ("IBM852".into(), expected.iter().map(|name| String::from(*name)).collect())
        );
    }
    // TAR archives come from Unix.
    assert!(!names(&tar(&german), &[]).0.starts_with("IBM"));
    // Names in an encoding of the Web stay what they are.
    for (text, label) in
        [("Größe und Übung.txt", "windows-1252"), ("Отчёт за год.doc", "IBM866"), ("报告和说明.txt", "gbk")]
    {
        let (encoding, list) = names(&archive(&[&encode(text, label)]), &[]);
        assert_eq!((encoding.to_lowercase(), &list[0][..]), (label.to_lowercase(), text));
    }
}

#[test]
fn names_are_lines() {
    let folder = folder("names-are-lines");
    let archive = zip(&[("Größe\n.txt".as_bytes(), 0, b""), (b"a", 0, b"")]);
    std::fs::write(folder.join("a.zip"), archive).unwrap();
    let run = run([&folder.join("a.zip").into_os_string(), &"--names".into()], b"");
    let lines: Vec<&str> = run.text().lines().collect();
    assert!(lines[0].starts_with("UTF-8 ") && lines[0].ends_with("a.zip"), "{}", run.text());
    assert_eq!(lines[1..], ["  Größe\\n.txt", "  a"]);
}

#[test]
fn what_is_no_archive_is_an_error() {
    run(["--names"], b"plain text").fails(1, "neither a ZIP nor a TAR archive");
    run(["--names"], &[b'a'; 2000]).fails(1, "neither a ZIP nor a TAR archive");
    run(["--names"], b"").fails(1, "neither a ZIP nor a TAR archive");
    run(["--names"], b"PK\x03\x04").fails(1, "standard input: a damaged ZIP archive: ");
    run(["--names", "--decode"], b"").fails(2, "--decode");
    let whole = zip(&[(b"a", 0, b"")]);
    run(["--names"], &whole[..whole.len() - 30]).fails(1, "standard input: a damaged ZIP archive: ");
}

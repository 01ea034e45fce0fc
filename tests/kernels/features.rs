//! The instruction-set features that a kernel is compiled with are among those that its level asks the
//! machine for. Otherwise a machine without them would be given the kernel.

use std::collections::BTreeSet;
use std::path::Path;

/// The features between the quotes of each `before"…"` in a file.
fn lists(file: &Path, before: &str) -> Vec<BTreeSet<String>> {
    let text = std::fs::read_to_string(file).unwrap();
    let lists = text.lines().filter_map(|line| line.trim().strip_prefix(before));
    lists.map(|list| list.split(['"', ',', ' ']).map(str::to_owned).filter(|name| is_name(name)).collect()).collect()
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

fn files(path: &Path) -> Vec<std::path::PathBuf> {
    match path.is_dir() {
        true => std::fs::read_dir(path).unwrap().flat_map(|entry| files(&entry.unwrap().path())).collect(),
        false => vec![path.to_owned()],
    }
}

#[test]
fn kernels_enable_what_their_level_asks_for() {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/simd");
    for (level, folders) in [("avx2", &["avx2", "encode/avx2.rs"][..]), ("avx512", &["avx512", "encode/avx512.rs"])] {
        let [asked] = &lists(&kernels.join(level).join("mod.rs"), "has!(")[..] else { panic!("{level}") };
        // AVX is a part of AVX2.
        let asked: BTreeSet<String> = asked.iter().cloned().chain(["avx".to_owned()]).collect();
        let mut count = 0;
        for file in folders.iter().flat_map(|folder| files(&kernels.join(folder))) {
            for enabled in lists(&file, "#[target_feature(enable = ") {
                assert!(enabled.is_subset(&asked), "{}: {enabled:?}, but asked for {asked:?}", file.display());
                count += 1;
            }
        }
        assert!(count > 20, "{level}: only {count} lists were found");
    }
}

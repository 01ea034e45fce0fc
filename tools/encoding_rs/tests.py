#!/usr/bin/env python3
"""Runs the tests of programs that decode with encoding_rs, with it and with compat/encoding_rs.

    python3 tools/encoding_rs/tests.py [--only NAME …] [--work FOLDER]

The sources are those of the registry's packages, copied to FOLDER (default: a temporary one); nothing of
them is part of this project. Each program is built twice from the same copy, the second time with
`[patch.crates-io]`, and every test that ships with it is run. Prints passed of total for both, and
each test that passes with one of them alone; the exit status is 1 if there is one that only passes
without the patch, or if a program could not be run.

The unit tests of encoding_rs are in its source files. They are copied into a separate package that sees
only the public API, without the tests of private functions.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
OURS = ROOT / "compat/encoding_rs"

# Name, version, arguments of `cargo test`. Features for TLS are left out: they take minutes to build, and their tests
# need servers on the Internet.
PROGRAMS = [
    ("encoding_rs_io", "0.1.8", []),
    ("quick-xml", "0.42.0", ["--features", "encoding,serialize"]),
    ("lol_html", "3.0.3", []),
    ("reqwest", "0.13.5", ["--no-default-features", "--features", "charset,blocking,form,gzip,json,multipart,query"]),
    ("mailparse", "0.18.0", []),
    ("calamine", "0.38.0", []),
    ("charset", "0.1.5", []),
    ("chardetng", "1.0.0", []),
    ("tendril", "0.5.1", ["--features", "encoding_rs"]),
    ("grep-searcher", "0.1.17", []),
    ("ureq", "3.5.2", ["--no-default-features", "--features", "charset,gzip,json,_test"]),
    ("codepage", "0.1.3", []),
]
OWN = ["0.8.44", "0.8.35"]

def source_of(name, version, folder):
    """Copies a package from the registry to a folder, as a workspace of its own without a lock file."""
    probe = folder.parent / f"{folder.name}-probe"
    (probe / "src").mkdir(parents=True, exist_ok=True)
    (probe / "src/lib.rs").write_text("")
    (probe / "Cargo.toml").write_text(
        "[package]\nname = 'probe'\nversion = '0.0.0'\nedition = '2024'\n[workspace]\n"
        f"[dependencies]\n'{name}' = '={version}'\n"
    )
    metadata = subprocess.run(["cargo", "metadata", "--format-version=1"], cwd=probe, check=True, capture_output=True)
    for package in json.loads(metadata.stdout)["packages"]:
        if (package["name"], package["version"]) == (name, version):
            shutil.copytree(pathlib.Path(package["manifest_path"]).parent, folder, dirs_exist_ok=True)
            (folder / "Cargo.lock").unlink(missing_ok=True)
            manifest = folder / "Cargo.toml"
            if "[workspace]" not in manifest.read_text():
                manifest.write_text(manifest.read_text() + "\n[workspace]\n")
            return folder
    raise SystemExit(f"{name} {version} is not in the registry")


# Tests that look at private items: those of the ASCII loops and of SIMD registers.
PRIVATE = {"ascii.rs", "simd_funcs.rs"}
# One test sorts encodings, which is possible only in that package's own test builds.
ORDERED = {"test_hash"}


def own_tests(version, folder):
    """A package of the unit tests of encoding_rs, with the public API under `crate`."""
    source = source_of("encoding_rs", version, folder / "source") / "src"
    target = folder / "tests/src"
    target.mkdir(parents=True, exist_ok=True)
    if (source / "test_data").exists():
        shutil.copytree(source / "test_data", target / "test_data", dirs_exist_ok=True)
    root = [
        "#![cfg(test)]\n#![allow(unused_imports, dead_code, static_mut_refs)]",
        "#[macro_use] extern crate alloc;\n#[macro_use] extern crate serde_derive;\n#[macro_use] extern crate cfg_if;",
        "pub use encoding_rs::*;\npub use alloc::{borrow::Cow, string::String, vec::Vec};",
        "mod testing;\nmod data;\nmod test_labels_names;",
    ]
    for name in ("testing.rs", "test_labels_names.rs"):
        shutil.copy(source / name, target / name)
    # Of the tables only those that tests look into: the others come with private functions.
    tables = (source / "data.rs").read_text()
    pieces = [r"^pub struct SingleByteData \{.*?^\}$", r"^pub static SINGLE_BYTE_DATA.*?^\};$"]
    (target / "data.rs").write_text("\n".join(re.search(piece, tables, re.M | re.S).group(0) for piece in pieces))
    left_out = 0
    for file in sorted(source.glob("*.rs")):
        text = file.read_text()
        found = re.search(r"^(#\[cfg\([^\n]*\)\]\n(?:[^\n]*\n)?)?mod tests \{\n.*^\}$", text, re.M | re.S)
        if not found:
            continue
        if file.name in PRIVATE:
            left_out += text.count("#[test]")
            continue
        body = found.group(0)
        for test in ORDERED:
            body, removed = re.subn(rf"^    #\[test\]\n    fn {test}\(\) \{{.*?^    \}}$", "", body, flags=re.M | re.S)
            left_out += removed
        module = file.stem
        if module == "lib":
            demo = re.search(r"^#\[derive\(Serialize[^{]*\{.*?^\}$", text, re.M | re.S).group(0)
            root += [demo, body]
        else:
            what = "mem" if module == "mem" else ""
            uses = f"pub use crate::{{Cow, String, Vec}};\npub use encoding_rs::{what}::*;" if what else "pub use crate::*;"
            (target / f"of_{module}.rs").write_text(f"{uses}\n{body}\n")
            root.append(f"mod of_{module};")
    (target / "lib.rs").write_text("\n".join(root) + "\n")
    (folder / "tests/Cargo.toml").write_text(
        "[package]\nname = 'own'\nversion = '0.0.0'\nedition = '2021'\n[workspace]\n"
        "[features]\ndefault = ['alloc', 'serde']\nalloc = []\nserde = []\n"
        "[lib]\ndoctest = false\n"
        f"[dependencies]\nencoding_rs = {{ version = '={version}', features = ['serde'] }}\n"
        "cfg-if = '1'\nserde = '1'\nserde_derive = '1'\nserde_json = '1'\nbincode = '1'\n"
    )
    return folder / "tests", left_out


def run(package, arguments, patched, target):
    """The tests' names and whether each passed; `None` if they could not be built."""
    command = ["cargo", "test", "--no-fail-fast", *arguments]
    if patched:
        command += ["--config", f"patch.crates-io.encoding_rs.path={json.dumps(str(OURS))}"]
    (package / "Cargo.lock").unlink(missing_ok=True)
    # The patch has the number of the newest version. Programs that need another one are tested without it only.
    manifest = package / "Cargo.toml"
    if patched:
        manifest.write_text(re.sub(r"(encoding_rs = \{ version = ')=[^']*", r"\g<1>0.8", manifest.read_text()))
    done = subprocess.run(
        command,
        cwd=package,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, "CARGO_TARGET_DIR": str(target), "CARGO_PROFILE_TEST_DEBUG": "0", "RUSTFLAGS": "--cap-lints=allow"},
    )
    (target.parent / f"{package.name}-{'with' if patched else 'without'}.log").write_text(done.stdout)
    if patched and "(" + str(OURS) + ")" not in subprocess.run(
        [*command[:1], "tree", "--invert", "encoding_rs", *[a for a in arguments if a != "--lib"], *command[-2:]],
        cwd=package, capture_output=True, text=True,
    ).stdout:
        print(f"  {package.name}: the patch is not in use")
        return None
    results, binary = {}, ""
    for line in done.stdout.splitlines():
        if started := re.match(r"\s+(?:Running|Doc-tests) (.*?)(?: \(.*)?$", line):
            binary = started.group(1)
        if ended := re.match(r"test (.+?)(?: - should panic)?(?: \(line \d+\).*)? \.\.\. (ok|FAILED)", line):
            name = f"{binary} {line.split(' ...')[0][5:]}"
            results[name] = ended.group(2) == "ok"
    if not results:
        print(done.stdout[-3000:])
        return None
    return results


def report(name, package, arguments, target, note=""):
    without, with_patch = (run(package, arguments, patched, target) for patched in (False, True))
    if without is None or with_patch is None:
        print(f"{name}: could not be run")
        return False
    worse = sorted(test for test, passed in without.items() if passed and not with_patch.get(test))
    better = sorted(test for test, passed in with_patch.items() if passed and not without.get(test))
    figures = [f"{sum(results.values())} of {len(results)}" for results in (without, with_patch)]
    print(f"{name}: passed without the patch {figures[0]}, with the patch {figures[1]}{note}", flush=True)
    for test in worse:
        print(f"  only without the patch: {test}")
    for test in better:
        print(f"  only with the patch: {test}")
    return not worse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--work", type=pathlib.Path)
    arguments = parser.parse_args()
    work = (arguments.work or pathlib.Path(tempfile.mkdtemp())).resolve()
    work.mkdir(parents=True, exist_ok=True)
    wanted = lambda name: not arguments.only or name in arguments.only
    good, count = True, 0
    for version in OWN if wanted("encoding_rs") else []:
        package, left_out = own_tests(version, work / f"encoding_rs-{version}")
        note = f" ({left_out} tests of what is private left out)"
        good &= report(f"encoding_rs {version}, its own", package, [], work / "target", note)
        count += 1
    for name, version, flags in PROGRAMS:
        if wanted(name):
            package = source_of(name, version, work / f"{name}-{version}")
            good &= report(f"{name} {version}", package, flags, work / "target")
            count += 1
    if not arguments.work:
        shutil.rmtree(work)
    sys.exit(not (good and count))


if __name__ == "__main__":
    main()

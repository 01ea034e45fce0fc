#!/usr/bin/env python3
"""Puts one fault after another into the code and says whether the tests notice it. Exit status 1 if one is missed.

    tools/mutants/run.py            all of faults.py
    tools/mutants/run.py 3 17       only those
    tools/mutants/run.py --check    only says which faults no longer fit the code; builds nothing

Works on a copy in target/mutants, with a target folder of its own there. Takes a few seconds a fault.
"""

import filecmp
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

from faults import FAULTS

ROOT = Path(__file__).resolve().parents[2]
WORK = Path(os.environ.get("MUTANTS_DIR", ROOT / "target/mutants"))
TREE = WORK / "tree"
# CPU time of a test program. This ends endless loops, and does not depend on the load of the machine.
LONGEST_CPU_SECONDS = 30
LONGEST_CPU_SECONDS_IF_SLOW = 300
MOST_MEMORY_BYTES = 8 << 30
SLOW = ("lib", "repair", "encoders", "decoders", "late_declarations", "kernels", "stream_differential")


def copy_tree():
    """Copies what has changed. Files with the same content keep their time, by which Cargo sees what to build again."""
    files = subprocess.check_output(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
    names = {name for name in files.decode().split("\0") if name and (ROOT / name).is_file()}
    for path in TREE.rglob("*"):
        if path.is_file() and str(path.relative_to(TREE)) not in names:
            path.unlink()
    for name in names:
        path = TREE / name
        if not path.is_file() or not filecmp.cmp(ROOT / name, path, shallow=False):
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, path)
    shared = WORK / "shared"
    if not shared.exists() and (ROOT / "../shared").exists():
        shared.symlink_to((ROOT / "../shared").resolve())


def with_fault(content, old, new):
    """The bytes of a file with its fault."""
    if isinstance(old, int):
        return content[:old] + bytes([content[old] ^ 1]) + content[old + 1 :]
    return content.replace(old.encode(), new.encode())


def is_test(test):
    """Whether there is such a test, or such a module of one."""
    target, _, module = test.partition("/")
    folders = [ROOT / "tests", *ROOT.glob("crates/*/tests")]
    if module:
        return any((folder / target / f"{module}.rs").is_file() for folder in folders)
    return target == "lib" or any((folder / f"{target}{end}").is_file() for folder in folders for end in (".rs", "/main.rs"))


def misfit(fault):
    """Why a fault no longer fits the code; None if it does."""
    name, old, new, tests = fault
    if not (ROOT / name).is_file():
        return "there is no such file"
    content = (ROOT / name).read_bytes()
    if isinstance(old, int):
        return None if old < len(content) else f"has only {len(content)} bytes"
    if content.count(old.encode()) != 1:
        return f"has this {content.count(old.encode())} times, not once"
    if old == new:
        return "this is no change"
    missing = [test for test in tests if not is_test(test)]
    return f"there is no test {missing[0]}" if missing else None


def check(numbers):
    """Prints the faults that do not fit the code; returns how many there are."""
    misfits = [(number, misfit(FAULTS[number])) for number in numbers]
    misfits = [(number, why) for number, why in misfits if why]
    for number, why in misfits:
        name, old, _, _ = FAULTS[number]
        print(f"{number:3} {name}: {why}: {described(old)}", flush=True)
    return len(misfits)


def described(old):
    return f"byte {old}" if isinstance(old, int) else " ".join(old.split())


def package_of(target):
    """The package with this target of tests."""
    for crate in (TREE / "crates").iterdir():
        if (crate / f"tests/{target}.rs").is_file() or (crate / f"tests/{target}/main.rs").is_file():
            return f"charsniff-{crate.name}"
    return "charsniff"


def passes(test):
    """Whether a test passes; None if it does not compile."""
    target, _, module = test.partition("/")
    package = package_of(target)
    which = ["-p", package, *(["--lib"] if test == "lib" else ["--test", target])]
    environment = {
        **os.environ,
        "CARGO_TARGET_DIR": str(WORK / "target"),
        "CARGO_INCREMENTAL": "1",
        "CARGO_PROFILE_TEST_OPT_LEVEL": "1",
    }
    # The crate is built again for each fault, so it is not optimized, unless the tests would then take long.
    own = f"profile.test.package.charsniff.opt-level={int(target in SLOW)}"
    run = ["cargo", "test", "--quiet", "--config", own, *which]
    if subprocess.run([*run, "--no-run"], cwd=TREE, env=environment, capture_output=True).returncode:
        return None
    seconds = LONGEST_CPU_SECONDS_IF_SLOW if target in SLOW else LONGEST_CPU_SECONDS

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))

    if module:
        run += ["--", f"{module}::"]
    return subprocess.run(run, cwd=TREE, env=environment, capture_output=True, preexec_fn=limit).returncode == 0


def try_fault(fault):
    """Which test notices the fault; None if none does."""
    name, old, new, tests = fault
    path = TREE / name
    original = path.read_bytes()
    path.write_bytes(with_fault(original, old, new))
    try:
        for test in tests:
            passed = passes(test)
            if passed is None:
                return "(does not compile)"
            if not passed:
                return test
        return None
    finally:
        path.write_bytes(original)


def main():
    if sys.argv[1:] == ["--check"]:
        misfits = check(range(len(FAULTS)))
        print(f"{len(FAULTS) - misfits} of {len(FAULTS)} faults fit the code")
        sys.exit(misfits > 0)
    wanted = [int(number) for number in sys.argv[1:]] or range(len(FAULTS))
    if check(wanted):
        sys.exit(1)
    copy_tree()
    missed = 0
    # Whether a test passes without a fault.
    sound = {}
    for number in wanted:
        name, old, _, _ = FAULTS[number]
        noticed = try_fault(FAULTS[number])
        is_noticed = noticed is not None and not noticed.startswith("(")
        if is_noticed:
            if noticed not in sound:
                sound[noticed] = passes(noticed)
            if not sound[noticed]:
                is_noticed, noticed = False, f"({noticed} fails without it)"
        missed += not is_noticed
        print(f"{number:3} {noticed or 'MISSED':20} {name}: {described(old)}", flush=True)
    print(f"{len(wanted) - missed} passed, {missed} failed", flush=True)
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()

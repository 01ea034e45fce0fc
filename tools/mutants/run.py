#!/usr/bin/env python3
"""Puts one fault after another into the code and says whether the tests notice it. Exit status 1 if one is missed.

    tools/mutants/run.py            all of faults.py
    tools/mutants/run.py 3 17       only those

Works on a copy in target/mutants, with a target folder of its own there. Takes a few seconds a fault.
"""

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
SLOW = ("encoders", "decoders", "late_declarations", "kernels")


def copy_tree():
    shutil.rmtree(TREE, ignore_errors=True)
    files = subprocess.check_output(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
    for name in filter(None, files.decode().split("\0")):
        if (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, TREE / name)
    shared = WORK / "shared"
    if not shared.exists() and (ROOT / "../shared").exists():
        shared.symlink_to((ROOT / "../shared").resolve())


def with_fault(content, old, new):
    """The bytes of a file with its fault."""
    if isinstance(old, int):
        return content[:old] + bytes([content[old] ^ 1]) + content[old + 1 :]
    if content.count(old.encode()) != 1:
        raise SystemExit(f"stands in the file {content.count(old.encode())} times, not once: {old!r}")
    return content.replace(old.encode(), new.encode())


def passes(test):
    """Whether a test passes; None if it does not compile."""
    target, _, module = test.partition("/")
    which = ["--lib"] if test == "lib" else ["--test", target]
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
            match passes(test):
                case False:
                    return test
                case None:
                    return "(does not compile)"
        return None
    finally:
        path.write_bytes(original)


def main():
    wanted = [int(number) for number in sys.argv[1:]] or range(len(FAULTS))
    copy_tree()
    for name, old, new, _ in FAULTS:
        with_fault((TREE / name).read_bytes(), old, new)
    missed = 0
    for number in wanted:
        name, old, _, _ = FAULTS[number]
        noticed = try_fault(FAULTS[number])
        is_noticed = noticed is not None and not noticed.startswith("(")
        missed += not is_noticed
        what = f"byte {old}" if isinstance(old, int) else " ".join(old.split())
        print(f"{number:3} {noticed or 'MISSED':20} {name}: {what}", flush=True)
    print(f"{len(wanted) - missed} passed, {missed} failed", flush=True)
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()

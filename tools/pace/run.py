#!/usr/bin/env python3
"""Compares the speed of what is handed out with that of the same work as `cargo bench` compiles it.

    python3 tools/pace/run.py NAME WORK MOST COMMAND...

WORK is what benches/pace.rs can do: `decode`, `utf16` or `codec`. COMMAND gets the file of pages as its last argument, and
prints how many nanoseconds of processor time it takes for a page. If WORK is `command`, COMMAND is the command `charsniff`,
which is compared with the one of `cargo build --release`.

Both run in turns, so that other work on the machine slows both. Fails if the median of the ratios is more than MOST.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 5
# How often the command reads the crawl of a hundred pages.
CRAWLS = 60


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def bench(*arguments):
    return cargo("bench", "--quiet", "--bench", "pace", "--", *arguments)


def processor_time(command):
    """Nanoseconds a page of a run of the command, with its start."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e9 / (100 * CRAWLS)


def main():
    name, work, most, *command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "pages")
        bench("pages", file)
        if work == "command":
            cargo("build", "--quiet", "--release", "-p", "charsniff-cli")
            target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
            arguments = ["--decode", "--threads", "1", *[f"{file}.warc"] * CRAWLS]
            rust = lambda: processor_time([target / "release" / "charsniff", *arguments])
            ours = lambda: processor_time([*command, *arguments])
        else:
            rust = lambda: float(bench(work, file))
            ours = lambda: float(subprocess.run([*command, file], check=True, stdout=subprocess.PIPE).stdout)
        times = [(ours(), rust()) for _ in range(ROUNDS)]
    ratio = statistics.median(ours / rust for ours, rust in times)
    ours, rust = (statistics.median(side) / 1000 for side in zip(*times))
    print(f"| {name} | {ours:.1f} | {rust:.1f} | {ratio:.2f} | {float(most):g} |", flush=True)
    sys.exit(f"{name}: {ratio:.2f} times as slow as in Rust; at most {most} is allowed" if ratio > float(most) else 0)


if __name__ == "__main__":
    main()

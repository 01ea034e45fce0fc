#!/usr/bin/env python3
"""Times and sizes of programs that decode with encoding_rs, with and without compat/encoding_rs.

    python3 tools/encoding_rs/bench.py [--rounds N] [--work FOLDER]

Builds the programs of tools/encoding_rs/bench twice, the second time with `[patch.crates-io]`, and runs
the two in turns. Prints the median time of each task in milliseconds and how many times as fast it is
with the patch; then the sizes of a small stripped program with either.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OURS = HERE.parents[1] / "compat/encoding_rs"


def build(work, patched, features=()):
    command = ["cargo", "build", "--quiet", "--release", *[f"--features={feature}" for feature in features]]
    if patched:
        command += ["--config", f"patch.crates-io.encoding_rs.path={json.dumps(str(OURS))}"]
    (work / "bench/Cargo.lock").unlink(missing_ok=True)
    subprocess.run(command, cwd=work / "bench", env={**os.environ, "CARGO_TARGET_DIR": str(work / "target")}, check=True)
    kept = work / f"{'with' if patched else 'without'}{'-encode' if features else ''}"
    kept.mkdir(exist_ok=True)
    for name in ("bench", "small", "empty"):
        shutil.copy(work / "target/release" / name, kept / name)
    return kept


def times(program):
    lines = subprocess.run([program / "bench"], check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(time) for name, time in (line.split("\t") for line in lines)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--work", type=pathlib.Path)
    arguments = parser.parse_args()
    work = (arguments.work or pathlib.Path(tempfile.mkdtemp())).resolve()
    shutil.copytree(HERE / "bench", work / "bench", dirs_exist_ok=True)
    without, with_patch = build(work, False), build(work, True)
    runs = [(times(without), times(with_patch)) for _ in range(arguments.rounds)]
    print(f"{'':45}{'without':>10}{'with':>10}{'times as fast':>15}")
    for name in runs[0][0]:
        before, after = (statistics.median(run[side][name] for run in runs) for side in (0, 1))
        print(f"{name:45}{before:10.2f}{after:10.2f}{before / after:15.2f}")
    size = lambda folder, name: (folder / name).stat().st_size
    print("\nbytes that decoding adds to a program, stripped:", end="")
    print(f" {size(without, 'small') - size(without, 'empty')} without, {size(with_patch, 'small') - size(with_patch, 'empty')} with")
    without, with_patch = (build(work, patched, ["encode"]) for patched in (False, True))
    print("and decoding and encoding:", end="")
    print(f" {size(without, 'small') - size(without, 'empty')} without, {size(with_patch, 'small') - size(with_patch, 'empty')} with")
    if not arguments.work:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()

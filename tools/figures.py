#!/usr/bin/env python3
"""Runs the commands that print the figures of the documentation, and compares.

    python3 tools/figures.py [--write] [--only TEXT] [FILE...]      by default README.md, all of docs and bindings/*/README.md

A figure stands between two comments, alone or in a table, as the command prints it:

    <!-- figures: python bindings/python/benches/table.py -->
    | charsniff.decode | 12 |
    <!-- /figures -->

The command runs in the root of the repository. A number that differs by more than a fifth from the one that is written
fails, and so does every other difference. Since other work on the machine may disturb a command, it runs up to three
times, and a number need be near once. With --write, the documentation gets what the command prints; the code must be
committed. With --only, only commands that contain TEXT run.
"""

import argparse
import functools
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- figures: (?P<command>.*?) -->)(?P<figures>.*?)(<!-- /figures -->)", re.DOTALL)
# Not the version of a package, or a part of a word.
NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?![\w-]|[.,]\d)")
RUNS = 3


def run(command):
    result = subprocess.run(["bash", "-c", command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(f"{command}: exit status {result.returncode}")
    return result.stdout.strip("\n")


# A command may stand in several places.
first_run = functools.cache(run)


def is_near(written, found):
    a, b = (float(number.replace(",", "")) for number in (written, found))
    # A number is rounded to its last digit.
    digit = 10.0 ** -len(written.partition(".")[2])
    return abs(a - b) <= max(digit, max(abs(a), abs(b)) / 5)


def words(text):
    """The text without its numbers, and without the spaces and dashes that follow their width."""
    return re.sub(r"\s+", " ", NUMBER.sub("#", text)).strip()


def check(file, command, written):
    far = None
    for number in range(RUNS):
        found = run(command) if number > 0 else first_run(command)
        if words(written) != words(found):
            return [f"{file}: {command}: prints other words or rows:\n{found}"]
        pairs = list(zip(NUMBER.findall(written), NUMBER.findall(found)))
        now = {n for n, pair in enumerate(pairs) if not is_near(*pair)}
        far = now if far is None else far & now
        if not far:
            return []
    return [f"{file}: {command}: {pairs[n][0]} is written, {pairs[n][1]} is printed" for n in sorted(far)]


def is_committed():
    changes = ["git", "status", "--porcelain", "--untracked-files=no", "--", ".", ":!*.md"]
    return not subprocess.run(changes, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    if arguments.write and not is_committed():
        sys.exit("there are changes that are not committed: the figures would be of no commit")
    complaints, count = [], 0
    for file in arguments.files or [ROOT / "README.md", *sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("bindings/*/README.md")])]:
        text = file.read_text("utf-8")

        def of_block(block):
            nonlocal count
            command = block["command"]
            if arguments.only not in command:
                return block[0]
            count += 1
            print(f"{file}: {command}", file=sys.stderr, flush=True)
            if not arguments.write:
                complaints.extend(check(file, command, block["figures"]))
                return block[0]
            edge = "\n" if "\n" in block["figures"] else ""
            return f"{block[1]}{edge}{first_run(command)}{edge}{block[4]}"

        new = BLOCK.sub(of_block, text)
        if arguments.write and new != text:
            file.write_text(new, "utf-8")
    print(*complaints, f"{count} commands, {len(complaints)} complaints", sep="\n")
    sys.exit(bool(complaints) or count == 0)


if __name__ == "__main__":
    main()

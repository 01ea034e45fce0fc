"""The peers' own tests, from their source packages, which are fetched when a test needs them and not kept."""

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path

import pytest


def source(folder: Path, package: str) -> Path:
    """The unpacked source of the installed version of a package."""
    from importlib.metadata import version

    wanted = f"{package}=={version(package)}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", package, "-d", str(folder)]
    fetched = subprocess.run([*command, wanted], capture_output=True, text=True)
    if fetched.returncode:
        pytest.skip(f"the source of {wanted} cannot be had: {fetched.stderr.strip()[-200:]}")
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


def run(folder: Path, tests: Iterable[Path], replacements: dict[str, str]) -> tuple[int, list[str]]:
    """Runs a peer's tests on our modules, and returns the number of tests and the names of those that fail.

    replacements: text of the tests, such as imports, and its replacement in the copies that are run."""
    copies = folder / "copies"
    copies.mkdir()
    for test in tests:
        text = test.read_text()
        assert any(old in text for old in replacements)
        for old, new in replacements.items():
            text = text.replace(old, new)
        (copies / test.name).write_text(text)
    return _run(folder, copies)


def run_unedited(folder: Path, tests: Iterable[Path], conftest: str) -> tuple[int, list[str]]:
    """The same for unchanged tests. conftest: a module that replaces the package's functions by ours."""
    copies = folder / "copies"
    copies.mkdir()
    for test in tests:
        (copies / test.name).write_bytes(test.read_bytes())
    (copies / "conftest.py").write_text(conftest)
    return _run(folder, copies)


def _run(folder: Path, copies: Path) -> tuple[int, list[str]]:
    command = [sys.executable, "-m", "pytest", "-q", "-rf", "-p", "no:cacheprovider", "--rootdir", str(folder), str(copies)]
    output = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ).stdout
    failed = re.findall(r"^(?:SUB)?FAILED .*?(?<=\.py)::(.+?)(?: - .*)?$", output, re.MULTILINE)
    total = sum(int(count) for count, _ in re.findall(r"(\d+) (passed|failed)", output))
    print(f"{total - len(failed)} of {total} of the peer's own tests pass")
    assert total, output
    return total, failed

"""The peers' own tests, from their source packages: fetched when a test asks, kept nowhere."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest


def source(folder: Path, package: str) -> Path:
    """The unpacked source package of what is installed."""
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


def run(folder: Path, test: Path, old: str, new: str) -> tuple[int, list[str]]:
    """Runs a peer's test on our module: how many tests there are, and the names of those that fail."""
    text = test.read_text()
    assert f"from {old} import" in text
    copy = folder / "test_peer.py"
    copy.write_text(text.replace(f"from {old} import", f"from {new} import"))
    command = [sys.executable, "-m", "pytest", "-q", "-rf", "-p", "no:cacheprovider", "--rootdir", str(folder), str(copy)]
    output = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ).stdout
    failed = re.findall(r"^FAILED \S*?::(.+?)(?: - .*)?$", output, re.MULTILINE)
    total = sum(int(count) for count, _ in re.findall(r"(\d+) (passed|failed)", output))
    print(f"{old}: {total - len(failed)} of {total} of its own tests pass")
    assert total, output
    return total, failed

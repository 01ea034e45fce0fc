"""examples/cluster: the pages of all files are written as Parquet, in spite of broken archives and killed workers.

Dask is a dependency of these tests; tools/cluster.sh also installs Ray and Spark.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import pyarrow.parquet
import pytest

ROOT = Path(__file__).resolve().parents[3]
CRAWL = ROOT / "fixtures" / "crawl.warc.gz"
MINUTES = 60
MOST_SECONDS = 10 * MINUTES


def needs(package: str) -> pytest.MarkDecorator:
    spec = find_spec(package)
    # A folder of that name has a spec without an origin.
    return pytest.mark.skipif(spec is None or spec.origin is None, reason=f"{package} is not installed")


ENGINES = [
    pytest.param("dask", marks=needs("distributed")),
    pytest.param("ray", marks=needs("ray")),
    pytest.param(
        "spark",
        marks=[needs("pyspark"), pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs java")],
    ),
]


def crawls(folder: Path, count: int) -> list[Path]:
    paths = [folder / f"{number}.warc.gz" for number in range(count)]
    for path in paths:
        path.write_bytes(CRAWL.read_bytes())
    return paths


def start(engine: str, folder: Path, paths: list[Path]) -> subprocess.Popen[str]:
    (folder / "list").write_text("".join(f"{path}\n" for path in paths))
    command = [sys.executable, str(ROOT / "examples" / "cluster" / f"{engine}_crawl.py"), "list", "out", "--workers", "2"]
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable}
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(crawl: subprocess.Popen[str]) -> str:
    """The summary."""
    output, messages = crawl.communicate(timeout=MOST_SECONDS)
    assert crawl.returncode == 0, messages
    return output


def texts(folder: Path) -> list[dict[str, str]]:
    """The rows that were written, sorted."""
    table = pyarrow.parquet.read_table(folder / "out")
    assert table.column_names == ["url", "encoding", "confidence", "source", "text"]
    return sorted(table.to_pylist(), key=lambda row: (row["url"], row["text"]))


def expected() -> list[dict[str, str]]:
    sys.path.insert(0, str(ROOT / "examples" / "cluster"))
    import job

    rows = job.rows(str(CRAWL), job.Summary())
    return sorted((dict(zip(job.SCHEMA.names, row)) for row in rows), key=lambda row: (row["url"], row["text"]))


@pytest.mark.parametrize("engine", ENGINES)
def test_broken_archives(engine, tmp_path):
    # Two files of the same name in different folders, one of them passed twice.
    (tmp_path / "other").mkdir()
    paths = [*crawls(tmp_path, 1), *crawls(tmp_path / "other", 1), Path("0.warc.gz")]
    whole = expected()
    broken = tmp_path / "broken.warc.gz"
    broken.write_bytes(CRAWL.read_bytes()[:-3000])
    garbage = tmp_path / "garbage.warc.gz"
    garbage.write_bytes(gzip.compress(b"no crawl at all") + os.urandom(1000))
    summary = finish(start(engine, tmp_path, [*paths, broken, garbage, tmp_path / "missing.warc.gz"]))
    pages = int(re.search(r"^(\d+) pages in 5 files", summary, re.MULTILINE)[1])
    for name in ("broken", "garbage", "missing"):
        assert re.search(rf"damaged: .*{name}\.warc\.gz", summary), summary
    assert "encoding UTF-8: " in summary and "pages a second" in summary
    # All rows of the two whole archives, and most of those of the third.
    rows = texts(tmp_path)
    assert len(rows) == pages and 2 * len(whole) + 10 < pages < 3 * len(whole)
    assert all(rows.count(row) >= 2 for row in whole)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_lost_worker(engine, tmp_path):
    count = 40
    crawl = start(engine, tmp_path, crawls(tmp_path, count))
    killed = []

    def kill():
        while crawl.poll() is None and not killed:
            try:
                worker = worker_of(engine, crawl.pid, tmp_path / "out")
                if worker is not None:
                    worker.kill()
                    killed.append(worker.pid)
            except psutil.Error:
                # The process has ended meanwhile. There are others.
                pass

    import psutil

    thread = threading.Thread(target=kill)
    thread.start()
    summary = finish(crawl)
    thread.join()
    assert killed
    whole = expected()
    assert re.search(rf"^{count * len(whole)} pages in {count} files", summary, re.MULTILINE) and "damaged" not in summary, summary
    assert texts(tmp_path) == [row for row in whole for _ in range(count)]


def worker_of(engine: str, pid: int, out: Path):
    """A worker process that is in the middle of a file."""
    import psutil

    if engine == "spark":
        # An executor's files are in a separate folder until they are committed.
        if any(out.glob("_temporary/*/_temporary/*/*.parquet")):
            processes = psutil.Process(pid).children(recursive=True)
            return next((one for one in processes if any("ExecutorBackend" in word for word in one.cmdline())), None)
        return None
    unfinished = next(out.glob("*.unfinished"), None) if out.is_dir() else None
    return unfinished and psutil.Process(int(unfinished.suffixes[-2][1:]))

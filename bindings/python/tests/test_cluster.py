"""examples/cluster: the pages of all files are written as Parquet, in spite of broken archives and killed workers. What
failed has no file, is tried again, and is listed.

Dask is a dependency of these tests; tools/cluster.sh also installs Ray and Spark.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

ROOT = Path(__file__).resolve().parents[3]
CRAWL = ROOT / "fixtures" / "crawl.warc.gz"
sys.path.insert(0, str(ROOT / "examples" / "cluster"))

import job  # noqa: E402

MINUTES = 60
MOST_SECONDS = 10 * MINUTES


PACKAGES = {"dask": "distributed", "ray": "ray", "spark": "pyspark"}


def is_there(engine: str) -> bool:
    spec = find_spec(PACKAGES[engine])
    # A folder of that name has a spec without an origin.
    return spec is not None and spec.origin is not None and (engine != "spark" or shutil.which("java") is not None)


ENGINES = [
    pytest.param(engine, marks=pytest.mark.skipif(not is_there(engine), reason=f"{package} or its Java is not installed"))
    for engine, package in PACKAGES.items()
]


def crawls(folder: Path, count: int) -> list[Path]:
    paths = [folder / f"{number}.warc.gz" for number in range(count)]
    for path in paths:
        path.write_bytes(CRAWL.read_bytes())
    return paths


def start(engine: str, folder: Path, paths: list[Path], out: str = "out") -> subprocess.Popen[str]:
    (folder / "list").write_text("".join(f"{path}\n" for path in paths))
    command = [sys.executable, str(ROOT / "examples" / "cluster" / f"{engine}_crawl.py"), "list", out, "--workers", "2"]
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable}
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(crawl: subprocess.Popen[str], status: int) -> str:
    """The summary."""
    output, messages = crawl.communicate(timeout=MOST_SECONDS)
    assert crawl.returncode == status, output + messages
    return output


def by_place(row: dict[str, Any]) -> tuple[str, int]:
    return row["file"], row["offset"]


def texts(folder: Path) -> list[dict[str, Any]]:
    """The rows that were written, sorted."""
    assert not list((folder / "out").glob("*.unfinished"))
    rows = []
    for path in (folder / "out").glob("*.parquet"):
        table = pyarrow.parquet.read_table(path)
        assert table.schema.remove_metadata() == job.SCHEMA
        assert len(set(table["file"].to_pylist())) == 1, "a file has the rows of one crawl"
        rows += table.to_pylist()
    return sorted(rows, key=by_place)


def manifest_of(folder: Path) -> dict[str, dict[str, Any]]:
    lines = map(json.loads, (folder / "out" / "manifest.jsonl").read_text("utf-8").splitlines())
    return {one["file"]: one for one in lines}


def expected(*paths: Path) -> list[dict[str, Any]]:
    rows = [row for path in paths for row in job.rows(str(path), job.Summary())]
    return sorted(pyarrow.Table.from_pylist(rows, schema=job.SCHEMA).to_pylist(), key=by_place)


@pytest.mark.parametrize("engine", ENGINES)
def test_broken_archives(engine, tmp_path):
    # Two files of the same name in different folders, one of them passed twice.
    (tmp_path / "other").mkdir()
    whole = [*crawls(tmp_path, 1), *crawls(tmp_path / "other", 1)]
    broken, garbage, empty = (tmp_path / f"{name}.warc.gz" for name in ("broken", "garbage", "empty"))
    broken.write_bytes(CRAWL.read_bytes()[:-3000])
    garbage.write_bytes(gzip.compress(b"no crawl at all") + os.urandom(1000))
    empty.write_bytes(b"")
    paths = [*whole, Path("0.warc.gz"), broken, garbage, empty, tmp_path / "missing.warc.gz"]
    summary = finish(start(engine, tmp_path, paths), 1)
    pages = int(re.search(r"^(\d+) pages in 3 files", summary, re.MULTILINE)[1])
    assert re.search(r"damaged: .*broken\.warc\.gz at byte", summary)
    for name in ("garbage", "empty", "missing"):
        assert re.search(rf"failed: .*{name}\.warc\.gz: ", summary), summary
    assert "encoding UTF-8: " in summary and "pages a second" in summary and "declare an encoding: " in summary
    # All rows, and of the damaged record its mark.
    rows = texts(tmp_path)
    manifest = manifest_of(tmp_path)
    statuses = {path: "done" for path in whole} | {broken: "damaged"} | dict.fromkeys([garbage, empty, paths[-1]], "failed")
    assert {file: one["status"] for file, one in manifest.items()} == {str(path): status for path, status in statuses.items()}
    assert sum(one["rows"] for one in manifest.values()) == len(rows) and manifest[str(broken)]["damaged"] == 1
    for one in manifest.values():
        assert (one["error"] is None) == (one["output"] is not None) == (one["status"] != "failed"), one
        assert one["output"] is None or (tmp_path / "out" / one["output"]).exists()
    assert rows == expected(*whole, broken) and len(rows) == pages
    assert [row["offset"] for row in rows if row["damaged"]] == [max(row["offset"] for row in expected(broken))]
    # Once more: what is finished stays, what failed is tried again.
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*.parquet")}
    empty.write_bytes(CRAWL.read_bytes())
    summary = finish(start(engine, tmp_path, paths), 1)
    assert re.search(r"pages in 4 files", summary) and "3 of the files were finished before" in summary, summary
    assert times.items() <= {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*.parquet")}.items()
    assert texts(tmp_path) == expected(*whole, broken, empty)
    assert manifest_of(tmp_path) == manifest | {str(empty): manifest_of(tmp_path)[str(empty)]}
    assert manifest_of(tmp_path)[str(empty)]["status"] == "done"


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
    summary = finish(crawl, 0)
    thread.join()
    assert killed
    rows = expected(*(tmp_path / f"{number}.warc.gz" for number in range(count)))
    assert re.search(rf"^{len(rows)} pages in {count} files", summary, re.MULTILINE) and "damaged" not in summary, summary
    assert texts(tmp_path) == rows


def worker_of(engine: str, pid: int, out: Path):
    """A worker process that is in the middle of a file."""
    import psutil

    unfinished = next(out.glob("*.unfinished"), None) if out.is_dir() else None
    worker = unfinished and psutil.Process(int(unfinished.suffixes[-3][1:]))
    if worker and engine == "spark":
        # The executor is the parent of Python's daemon.
        parents = worker.parents()
        return next((one for one in parents if any("ExecutorBackend" in word for word in one.cmdline())), None)
    return worker


class Flaky:
    """A file that fails after some bytes."""

    def __init__(self, path: Path, most: int):
        self.file, self.most = path.open("rb"), most

    def read(self, size: int) -> bytes:
        if self.file.tell() >= self.most:
            raise OSError("the connection is lost")
        return self.file.read(min(size, 10_000))


@pytest.mark.parametrize("failures", [2, 99])
def test_an_error_in_the_middle(failures, tmp_path, monkeypatch):
    turns = []

    def opened(path: str):
        turns.append(path)
        return Flaky(CRAWL, 50_000 if len(turns) <= failures else 10**9)

    monkeypatch.setattr(job, "opened", opened)
    monkeypatch.setattr(job, "WAIT_SECONDS", 0)
    path, out = str(CRAWL), str(tmp_path)
    summary = job.convert(path, out)
    assert len(turns) == job.TRIES
    if failures < job.TRIES:
        assert summary.failed == [] and summary.pages == len(expected(CRAWL))
        [file] = tmp_path.iterdir()
        assert str(file) == job.output(path, out) and pyarrow.parquet.read_metadata(file).num_rows == summary.pages
    else:
        assert [*tmp_path.iterdir()] == [] and summary.pages == summary.files == 0
        assert summary.failed == [f"{path}: OSError: the connection is lost"]


def test_files_of_fsspec(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe("/cluster/a.warc.gz", CRAWL.read_bytes())
    summary = job.convert("memory://cluster/a.warc.gz", str(tmp_path))
    [file] = tmp_path.iterdir()
    table = pyarrow.parquet.read_table(file)
    assert set(table["file"].to_pylist()) == {"memory://cluster/a.warc.gz"} and table.num_rows == summary.pages > 100


def test_the_summary_of_a_finished_file(tmp_path):
    first, again = (job.convert(str(CRAWL), str(tmp_path)) for _ in range(2))
    assert (again.skipped, first.skipped) == (1, 0)
    again.skipped = 0
    assert again == first and again.declarations["refuted"] > 5


def documented_queries(rows: str) -> list[list[str]]:
    """The queries of docs/crawlers.md, over these rows."""
    blocks = (ROOT / "docs" / "crawlers.md").read_text("utf-8").split("```sql\n")[1:]
    blocks = [block.partition("```")[0].replace("'texts/*.parquet'", rows) for block in blocks]
    return [[query for query in block.split(";") if query.strip()] for block in blocks]


def test_the_documented_queries(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    out = tmp_path / "texts"
    out.mkdir()
    other = tmp_path / CRAWL.name
    other.write_bytes(CRAWL.read_bytes())
    summary = job.convert(str(CRAWL), str(out)) + job.convert(str(other), str(out))
    rows = f"'{out}/*.parquet'"
    (share, pairs), (joined,) = documented_queries(rows)
    [(declare, lie, percent)] = duckdb.sql(share).fetchall()
    told = summary.declarations
    assert (declare, lie) == (told["any"], told["refuted"]) and lie > 10 and percent == round(100 * lie / declare, 1)
    found = {f"{declared} in the {place}, {encoding} in fact": pages for place, declared, encoding, pages in duckdb.sql(pairs).fetchall()}
    assert found == dict(summary.refuted) and [*found.values()] == sorted(found.values(), reverse=True)
    assert any(" in the header" in pair for pair in found) and any(" in the meta" in pair for pair in found)
    # An index that says UTF-8 of every page of the one file, and knows nothing of the other.
    url = f"crawl-data/CC-MAIN-2026-05/segments/1/warc/{CRAWL.name}"
    (tmp_path / "index").mkdir()
    offsets = [row["offset"] for row in expected(CRAWL)]
    columns = {"warc_filename": [url] * len(offsets), "warc_record_offset": offsets, "content_charset": ["UTF-8"] * len(offsets)}
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "index" / "0.parquet")
    rows = f"'{job.output(str(CRAWL), str(out))}'"
    [[joined]] = documented_queries(rows)[1:]
    found = {ours: count for theirs, ours, count in duckdb.sql(joined.replace("'index/", f"'{tmp_path}/index/")).fetchall()}
    assert found == dict(job.read_summary(job.output(str(CRAWL), str(out))).encodings)

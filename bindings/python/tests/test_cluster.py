"""examples/cluster with Dask: all files become Parquet, whatever breaks on the way."""

import gzip
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("dask.distributed")

import pyarrow.parquet  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
CRAWL = ROOT / "fixtures" / "crawl.warc.gz"
sys.path.insert(0, str(ROOT / "examples" / "cluster"))


def crawls(folder: Path, count: int) -> list[str]:
    paths = [folder / f"{number}.warc.gz" for number in range(count)]
    for path in paths:
        path.write_bytes(CRAWL.read_bytes())
    return [str(path) for path in paths]


def test_the_command(tmp_path):
    paths = crawls(tmp_path, 2)
    broken = tmp_path / "broken.warc.gz"
    broken.write_bytes(CRAWL.read_bytes()[:-3000])
    garbage = tmp_path / "garbage.warc.gz"
    garbage.write_bytes(gzip.compress(b"no crawl at all") + os.urandom(1000))
    (tmp_path / "list").write_text("\n".join([*paths, str(broken), str(garbage), str(tmp_path / "missing.warc.gz"), ""]))
    command = [sys.executable, str(ROOT / "examples" / "cluster" / "dask_crawl.py"), "list", "out", "--workers", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^\d+ pages in 5 files", done.stdout)
    for name in ("broken", "garbage", "missing"):
        assert re.search(rf"damaged: .*{name}\.warc\.gz", done.stdout), done.stdout
    assert "encoding UTF-8: " in done.stdout and "pages a second" in done.stdout
    tables = [pyarrow.parquet.read_table(tmp_path / "out" / f"{n}.warc.gz.parquet") for n in range(2)]
    assert tables[0].column_names == ["url", "encoding", "confidence", "source", "text"]
    assert tables[0] == tables[1] and tables[0].num_rows > 50
    assert pyarrow.parquet.read_table(tmp_path / "out" / "broken.warc.gz.parquet").num_rows > 10


def test_a_lost_worker(tmp_path):
    import dask_crawl
    from dask.distributed import Client, LocalCluster

    paths = crawls(tmp_path, 60)
    out = tmp_path / "out"
    out.mkdir()
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        pids = list(client.run(os.getpid).values())

        def kill():
            # As soon as there is something.
            while not any(out.iterdir()):
                stop.wait(0.01)
            os.kill(pids[0], signal.SIGKILL)

        stop = threading.Event()
        thread = threading.Thread(target=kill)
        thread.start()
        summary = dask_crawl.run(client, paths, str(out))
        thread.join()
    assert summary.files == 60 and summary.damage == []
    assert len(list(out.glob("*.parquet"))) == 60

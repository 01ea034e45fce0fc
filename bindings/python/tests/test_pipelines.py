"""The examples for Apache Beam, datatrove and Spark's data frames, and crawls in an object store, against the real
packages. tools/cluster.sh installs them."""

import gzip
import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

import charsniff
from test_cluster import CRAWL, ENGINES, MOST_SECONDS, ROOT, by_place, crawls, expected, is_there, job

EXAMPLES = ROOT / "examples" / "cluster"


def run(program: str, *arguments: Any, folder: Path, environment: dict[str, str] = {}, status: int = 0) -> str:
    """Standard output and the messages."""
    command = [sys.executable, str(EXAMPLES / program), *map(str, arguments)]
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable} | environment
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=MOST_SECONDS)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def with_a_broken_one(folder: Path) -> list[Path]:
    """Two crawls, and one that is cut."""
    paths = crawls(folder, 2)
    broken = folder / "broken.warc.gz"
    broken.write_bytes(CRAWL.read_bytes()[:-3000])
    return [*paths, broken]


def test_beam(tmp_path):
    pytest.importorskip("apache_beam")
    paths = with_a_broken_one(tmp_path)
    (tmp_path / "empty.warc.gz").write_bytes(gzip.compress(b""))
    messages = run("beam_crawl.py", tmp_path / "*.warc.gz", tmp_path / "out" / "rows", folder=EXAMPLES, status=1)
    assert re.search(r"empty\.warc\.gz: no WARC or ARC record in the file: it is empty", messages)
    tables = [pyarrow.parquet.read_table(path) for path in (tmp_path / "out").glob("rows*.parquet")]
    table = pyarrow.concat_tables(tables)
    assert table.schema.remove_metadata() == job.SCHEMA
    assert sorted(table.to_pylist(), key=by_place) == expected(*paths)
    # Without the empty one all is well.
    (tmp_path / "empty.warc.gz").unlink()
    run("beam_crawl.py", tmp_path / "*.warc.gz", tmp_path / "again" / "rows", folder=EXAMPLES)


def test_datatrove(tmp_path):
    pytest.importorskip("datatrove")
    (tmp_path / "in").mkdir()
    paths = with_a_broken_one(tmp_path / "in")
    run("datatrove_crawl.py", tmp_path / "in", tmp_path / "out", "--tasks", 3, folder=tmp_path)
    logs = tmp_path / "out" / "logs"
    assert re.search(r"broken\.warc\.gz at byte \d+: ", "".join(path.read_text() for path in logs.glob("logs/*.log")))
    assert json.loads((logs / "stats.json").read_text())[0]["stats"]["damaged"] == 1
    documents = [
        json.loads(line)
        for path in sorted((tmp_path / "out").glob("*.jsonl.gz"))
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]
    rows = expected(*paths)
    found = sorted((one["metadata"]["file_path"], one["metadata"]["offset"], one["text"]) for one in documents)
    # datatrove passes over documents without text.
    assert found == [(row["file"], row["offset"], row["text"]) for row in rows if row["text"]]
    by_offset = {(row["file"], row["offset"]): row for row in rows}
    for one in documents:
        metadata = one["metadata"]
        row = by_offset[metadata["file_path"], metadata["offset"]]
        for name in ("url", "encoding", "source", "declared_meta", "meta_refuted", "language", "script"):
            assert metadata[name] == row[name], name
        assert "; ".join(metadata["damaged"]) == (row["damaged"] or "") and one["id"] == row["record_id"]
    # A finished task is not done again, and a failing one fails.
    assert "all 3 tasks have already been completed" in run("datatrove_crawl.py", tmp_path / "in", tmp_path / "out", "--tasks", 3, folder=tmp_path)
    (tmp_path / "in" / "0.warc.gz").write_bytes(b"")
    run("datatrove_crawl.py", tmp_path / "in", tmp_path / "other", folder=tmp_path, status=1)


@pytest.mark.skipif(not is_there("spark"), reason="pyspark or its Java is not installed")
def test_a_frame_of_spark(tmp_path):
    pytest.importorskip("pandas")
    paths = with_a_broken_one(tmp_path)
    (tmp_path / "list").write_text("".join(f"{path}\n" for path in paths))
    run("spark_frame.py", "list", "out", folder=tmp_path)
    rows = []
    for path in (tmp_path / "out").glob("*.parquet"):
        table = pyarrow.parquet.read_table(path)
        assert len(set(table["file"].to_pylist())) == 1, "a part has the rows of one crawl"
        rows += table.to_pylist()
    assert sorted(rows, key=by_place) == expected(*paths)
    assert (tmp_path / "out" / "_SUCCESS").exists()
    (tmp_path / "list").write_text(f"{paths[0]}\n{tmp_path / 'missing.warc.gz'}\n")
    run("spark_frame.py", "list", "other", folder=tmp_path, status=1)
    assert not (tmp_path / "other" / "_SUCCESS").exists()


@pytest.fixture
def store(monkeypatch):
    """An object store with S3's protocol on this machine, and what tells fsspec of it."""
    pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    settings = {"ENDPOINT_URL": f"http://{host}:{port}", "KEY": "key", "SECRET": "secret"}
    yield {f"FSSPEC_S3_{name}": value for name, value in settings.items()}
    server.stop()


@pytest.mark.parametrize("engine", ENGINES)
def test_an_object_store(engine, store, tmp_path):
    import s3fs

    files = s3fs.S3FileSystem(key="key", secret="secret", endpoint_url=store["FSSPEC_S3_ENDPOINT_URL"], use_listings_cache=False)
    # All servers of a process have the same buckets.
    bucket = f"crawls-{engine}"
    files.mkdir(bucket)
    broken = CRAWL.read_bytes()[:-3000]
    files.pipe({f"{bucket}/in/a.warc.gz": CRAWL.read_bytes(), f"{bucket}/in/b.warc.gz": broken, f"{bucket}/in/c.warc.gz": b""})
    names = ["a", "b", "c", "missing"]
    (tmp_path / "list").write_text("".join(f"s3://{bucket}/in/{name}.warc.gz\n" for name in names))
    arguments = f"{engine}_crawl.py", "list", f"s3://{bucket}/out", "--workers", 2
    summary = run(*arguments, folder=tmp_path, environment=store, status=1)
    for name in ("c", "missing"):
        assert re.search(rf"failed: s3://{bucket}/in/{name}\.warc\.gz: ", summary), summary
    assert re.search(rf"damaged: s3://{bucket}/in/b\.warc\.gz at byte", summary)
    outputs = [name for name in files.ls(f"{bucket}/out") if not name.endswith("/manifest.jsonl")]
    assert len(outputs) == 2, outputs
    manifest = map(json.loads, files.cat(f"{bucket}/out/manifest.jsonl").splitlines())
    statuses = {one["file"].removeprefix(f"s3://{bucket}/in/"): one["status"] for one in manifest}
    assert statuses == {"a.warc.gz": "done", "b.warc.gz": "damaged", "c.warc.gz": "failed", "missing.warc.gz": "failed"}
    tables = [pyarrow.parquet.read_table(files.open(name)) for name in outputs]
    rows = [row for table in tables for row in table.to_pylist()]
    local = [tmp_path / "a.warc.gz", tmp_path / "b.warc.gz"]
    for path, data in zip(local, (CRAWL.read_bytes(), broken)):
        path.write_bytes(data)
    place = f"s3://{bucket}/in/"
    wanted = [row | {"file": place + Path(row["file"]).name} for row in expected(*local)]
    assert sorted(({**row, "same_as_file": None} for row in rows), key=by_place) == [{**row, "same_as_file": None} for row in wanted]
    # Once more: what is stored stays.
    again = run(*arguments, folder=tmp_path, environment=store, status=1)
    assert "2 of the files were finished before" in again
    assert not list(Path(os.environ.get("TMPDIR", "/tmp")).glob(f"*.warc.gz.*{job.UNFINISHED}"))


def test_pages_of_a_server(tmp_path):
    """https:// and http:// come by way of fsspec, too."""
    pytest.importorskip("fsspec")
    pytest.importorskip("aiohttp")
    import http.server
    import threading
    from functools import partial

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=CRAWL.parent))
    threading.Thread(target=server.serve_forever).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/{CRAWL.name}"
        summary = job.convert(url, str(tmp_path))
        [file] = tmp_path.iterdir()
        rows = pyarrow.parquet.read_table(file).to_pylist()
        assert [row | {"file": str(CRAWL)} for row in rows] == expected(CRAWL) and summary.pages == len(rows)
        assert job.convert(url + ".missing", str(tmp_path), tries=1).failed
        # The user's own client, as an open file.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url) as response:
            assert [one.url for one in charsniff.warc(response) if one.text is not None] == [row["url"] for row in rows]
    finally:
        server.shutdown()
        server.server_close()

"""A crawl of many gigabytes through the command, Python, Dask, Ray and Spark, with damage, duplicates, empty members and
killed workers. Every page must have one row, and none of a damaged record may be without its mark.

    python large.py FOLDER [--gigabytes N] [--engines command,python,dask,ray,spark]

The crawl is made of the pages of the fixtures, each repeated up to 64 KiB. It has so many bytes unpacked; the members are
the same again and again, so that it takes few on the disk. Prints a table, and fails if a row is wrong.
"""

import argparse
import gzip
import io
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pyarrow
import pyarrow.parquet
import test_cluster

import charsniff
import job

FILES = 20
PAGE = 64 * 1024
WORKERS = 2
KILLS = 3
# One in so many members is followed by a fault.
RARE = 150


@dataclass
class Made:
    """A crawl file: the offsets of its members, with the encodings of the whole ones."""

    path: str
    whole: dict[int, str] = field(default_factory=dict)
    damaged: set[int] = field(default_factory=set)
    unpacked: int = 0


def members() -> list[tuple[bytes, int, str]]:
    """The members of the pages: packed, their length unpacked, and the encoding that charsniff gives them."""
    made = []
    for record in charsniff.warc(test_cluster.CRAWL, body=True):
        if record.text is None or not record.body:
            continue
        body = record.body * (PAGE // len(record.body) + 1)
        types = [f"Content-Type: {value}\r\n" for name, value in record.headers if name.lower() == "content-type"]
        response = f"HTTP/1.1 200 OK\r\n{''.join(types)}Content-Length: {len(body)}\r\n\r\n".encode() + body
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {record.url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
            f"Content-Type: application/http\r\nContent-Length: {len(response)}\r\n\r\n"
        )
        crawl = head.encode() + response + b"\r\n\r\n"
        packed = gzip.compress(crawl, 6, mtime=0)
        # Some contexts allow no malformed sequence, and give no text where the repetition makes one.
        [one] = charsniff.warc(io.BytesIO(packed))
        if one.text is not None:
            made.append((packed, len(crawl), one.sniffed.encoding))
    return made


def write(path: Path, pages: list[tuple[bytes, int, str]], size: int, chance: random.Random) -> Made:
    made = Made(str(path))
    with path.open("wb") as file:
        while made.unpacked < size:
            packed, unpacked, encoding = chance.choice(pages)
            made.whole[file.tell()] = encoding
            made.unpacked += unpacked
            file.write(packed)
            match chance.randrange(RARE):
                case 0:
                    file.write(gzip.compress(b"", mtime=0))
                case 1:
                    # The same record once more is a row of its own.
                    made.whole[file.tell()] = encoding
                    made.unpacked += unpacked
                    file.write(packed)
                case 2:
                    made.damaged.add(file.tell())
                    middle = len(packed) // 2
                    file.write(packed[:middle] + bytes(byte ^ 0xFF for byte in packed[middle : middle + 9]) + packed[middle + 9 :])
                case 3:
                    made.damaged.add(file.tell())
                    file.write(packed[: len(packed) * 2 // 3])
    return made


def by_command(paths: list[str], out: Path) -> tuple[int, int]:
    """Kills the command some times, and starts it again. Returns the exit status and how often it was killed."""
    command = [sys.executable, "-m", "charsniff", "--out-dir", str(out), "--threads", str(WORKERS), *paths]
    chance = random.Random(1)
    for _ in range(KILLS):
        done = len(manifest(out))
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(manifest(out)) < done + 3:
            time.sleep(0.05)
        time.sleep(chance.random())
        assert process.poll() is None, "it ended before it was killed"
        process.send_signal(signal.SIGKILL)
        process.wait()
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode, KILLS


def manifest(out: Path) -> list[dict]:
    path = out / "manifest.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def by_python(paths: list[str], out: Path) -> tuple[int, int]:
    """Kills workers of a pool in the middle of a file. What they did not finish, others do."""
    out.mkdir()
    killed = 0
    while True:
        pool = ProcessPoolExecutor(WORKERS)
        futures = [pool.submit(job.convert, path, str(out)) for path in paths]
        if killed < KILLS:
            while not (unfinished := next(out.glob(f"*{job.UNFINISHED}"), None)):
                time.sleep(0.01)
            os.kill(int(unfinished.suffixes[-3][1:]), signal.SIGKILL)
            killed += 1
        try:
            summary = sum((future.result() for future in futures), job.Summary())
        except BrokenProcessPool:
            pool.shutdown()
            job.clean(str(out))
            continue
        pool.shutdown()
        return int(bool(summary.failed or summary.damage)), killed


def by_cluster(engine: str) -> Callable[[list[str], Path], tuple[int, int]]:
    def crawl(paths: list[str], out: Path) -> tuple[int, int]:
        process = test_cluster.start(engine, out.parent, [Path(path) for path in paths], out.name)
        killed: list[int] = []

        def kill() -> None:
            while process.poll() is None and not killed:
                try:
                    worker = test_cluster.worker_of(engine, process.pid, out)
                    if worker is not None:
                        worker.kill()
                        killed.append(worker.pid)
                except psutil.Error:
                    pass
                time.sleep(0.01)

        thread = threading.Thread(target=kill)
        thread.start()
        process.communicate()
        thread.join()
        return process.returncode, len(killed)

    return crawl


ENGINES: dict[str, Callable[[list[str], Path], tuple[int, int]]] = {
    "command": by_command,
    "python": by_python,
    **{engine: by_cluster(engine) for engine in ("dask", "ray", "spark")},
}


def rows(out: Path) -> Iterator[tuple[str, int, str, bool]]:
    """File, offset, encoding, and whether the row is marked as damaged."""
    for path in sorted(out.glob("*.parquet")):
        table = pyarrow.parquet.read_table(path, columns=["file", "offset", "encoding", "damaged"])
        for row in table.to_pylist():
            yield row["file"], row["offset"], row["encoding"], row["damaged"] is not None
    for path in sorted(out.glob("*.jsonl")):
        if path.name != "manifest.jsonl":
            with path.open(encoding="utf-8") as lines:
                for line in map(json.loads, lines):
                    yield line["file"], line["offset"], line["encoding"], "damaged" in line


def check(files: list[Made], out: Path) -> dict[str, int]:
    counts: Counter = Counter()
    seen = Counter()
    of = {made.path: made for made in files}
    for file, offset, encoding, is_marked in rows(out):
        seen[file, offset] += 1
        counts["rows"] += 1
        made = of[file]
        counts["unmarked"] += offset in made.damaged and not is_marked
        counts["other"] += offset not in made.damaged and made.whole.get(offset) != encoding
    # What comes out of a damaged member may look like two records. Both are then marked.
    counts["twice"] = sum(seen[made.path, offset] > 1 for made in files for offset in made.whole)
    counts["lost"] = sum((made.path, offset) not in seen for made in files for offset in made.whole)
    counts["left"] = sum(1 for _ in out.glob(f"*{job.UNFINISHED}")) + sum(1 for _ in out.glob(".charsniff-*"))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gigabytes", type=float, default=10.0)
    parser.add_argument("--engines", default=",".join(ENGINES))
    arguments = parser.parse_args()
    folder = arguments.folder / "large"
    folder.mkdir(parents=True)
    chance = random.Random(0)
    pages = members()
    size = int(arguments.gigabytes * 1e9 / FILES) + 1
    files = [write(folder / f"{number}.warc.gz", pages, size, chance) for number in range(FILES)]
    (folder / "empty.warc.gz").write_bytes(b"")
    # What has no row: a download that failed, and a name without a file.
    paths = [*(made.path for made in files), str(folder / "empty.warc.gz"), str(folder / "missing.warc.gz")]
    whole, damaged = sum(len(made.whole) for made in files), sum(len(made.damaged) for made in files)
    unpacked, packed = sum(made.unpacked for made in files), sum(Path(made.path).stat().st_size for made in files)
    print(f"{unpacked / 1e9:.1f} GB in {FILES} files, packed {packed / 1e6:.0f} MB; {whole} whole pages, {damaged} damaged\n")
    print("| through | rows | whole pages lost | whole pages twice | damaged without a mark | other encodings | killed |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    is_well = True
    for engine in arguments.engines.split(","):
        if engine in ("dask", "ray", "spark") and not test_cluster.is_there(engine):
            print(f"| {engine} | not installed |", flush=True)
            continue
        out = folder / f"out-{engine}"
        status, killed = ENGINES[engine](paths, out)
        counts = check(files, out)
        figures = [counts[key] for key in ("rows", "lost", "twice", "unmarked", "other")]
        print(f"| {engine} | " + " | ".join(f"{figure:,}" for figure in figures) + f" | {killed} |", flush=True)
        is_well &= not any(figures[1:]) and not counts["left"] and status == 1 and killed > 0
        is_well &= whole <= counts["rows"] <= whole + damaged
    sys.exit(0 if is_well else "a row is wrong, or a file is left")


if __name__ == "__main__":
    main()

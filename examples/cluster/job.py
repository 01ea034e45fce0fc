"""What the crawls on Dask, Ray and Spark have in common: what a worker does with a WARC file, and the summary.

It knows nothing of the cluster's software.

    pip install charsniff pyarrow        # and fsspec with s3fs, gcsfs, aiohttp …, for URLs

What a store is told, such as its endpoint and keys, fsspec reads from its configuration: FSSPEC_S3_ENDPOINT_URL, ….
"""

import argparse
import json
import os
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow
import pyarrow.parquet

import charsniff

Row = dict[str, Any]

SCHEMA = pyarrow.schema(
    [
        ("url", pyarrow.string()),
        ("date", pyarrow.string()),
        ("record_id", pyarrow.string()),
        ("digest", pyarrow.string()),
        ("file", pyarrow.string()),
        ("offset", pyarrow.int64()),
        ("warc_type", pyarrow.string()),
        ("refers_to", pyarrow.string()),
        ("refers_to_url", pyarrow.string()),
        ("same_as_file", pyarrow.string()),
        ("same_as_offset", pyarrow.int64()),
        ("status", pyarrow.int32()),
        ("mime_type", pyarrow.string()),
        ("declared_header", pyarrow.string()),
        ("declared_meta", pyarrow.string()),
        ("header_refuted", pyarrow.bool_()),
        ("meta_refuted", pyarrow.bool_()),
        ("encoding", pyarrow.string()),
        ("confidence", pyarrow.string()),
        ("source", pyarrow.string()),
        ("probability", pyarrow.float32()),
        ("margin", pyarrow.float32()),
        ("runner_up", pyarrow.string()),
        ("runner_up_probability", pyarrow.float32()),
        ("language", pyarrow.string()),
        ("script", pyarrow.string()),
        # As Common Crawl's index has them.
        ("content_charset", pyarrow.string()),
        ("content_languages", pyarrow.string()),
        ("truncated", pyarrow.bool_()),
        ("damaged", pyarrow.string()),
        ("text", pyarrow.large_string()),
    ]
)
# How much text is in memory before it is written.
BATCH_CHARACTERS = 16 * 1024 * 1024
# How often a file is tried.
TRIES = 3
# How long to wait before the second try. It doubles.
WAIT_SECONDS = 1.0
UNFINISHED = ".unfinished"


@dataclass
class Summary:
    """What came of some files. Summaries can be added."""

    files: int = 0
    # Those that were finished before.
    skipped: int = 0
    pages: int = 0
    # Records that stand for an earlier one with the same body.
    revisits: int = 0
    # Pages whose body was stored before in the same file.
    repeated: int = 0
    malformed: int = 0
    encodings: Counter = field(default_factory=Counter)
    sources: Counter = field(default_factory=Counter)
    # Pages that declare an encoding, and those of which a declaration is refuted.
    declarations: Counter = field(default_factory=Counter)
    refuted: Counter = field(default_factory=Counter)
    damage: list[str] = field(default_factory=list)
    # The files that have no output, and why.
    failed: list[str] = field(default_factory=list)
    # What came of each file, by the names that the command's manifest has.
    manifest: list[Row] = field(default_factory=list)

    def __add__(self, other: "Summary") -> "Summary":
        return Summary(**{name: one + getattr(other, name) for name, one in vars(self).items()})

    def add(self, row: Row, had_errors: bool) -> None:
        if row["warc_type"] == "revisit":
            self.revisits += 1
            return
        self.repeated += row["same_as_offset"] is not None
        self.pages += 1
        self.malformed += had_errors
        self.encodings[row["encoding"]] += 1
        self.sources[row["source"]] += 1
        places = {place: row[f"{place}_refuted"] for place in ("header", "meta")}
        declared = [place for place, refuted in places.items() if refuted is not None]
        self.declarations.update([*declared, *(["any"] if declared else []), *(["both"] if len(declared) == 2 else [])])
        if len(declared) == 2 and row["declared_header"] == row["declared_meta"]:
            self.declarations["agree"] += 1
        wrong = [place for place, refuted in places.items() if refuted]
        self.declarations["refuted"] += bool(wrong)
        self.refuted.update(f"{row[f'declared_{place}']} in the {place}, {row['encoding']} in fact" for place in wrong)

    def __str__(self) -> str:
        told = self.declarations
        lines = [f"{self.pages} pages in {self.files} files, {self.malformed} with malformed sequences"]
        if self.revisits or self.repeated:
            lines.append(f"{self.revisits} revisits; {self.repeated} pages whose body was stored before")
        if self.skipped:
            lines.append(f"{self.skipped} of the files were finished before")
        lines.append(
            f"{told['any']} pages declare an encoding: {told['header']} in the header, {told['meta']} in themselves, "
            f"{told['both']} in both, of which {told['agree']} agree; {told['refuted']} are refuted by the bytes"
        )
        for what, counts in (("encoding", self.encodings), ("source", self.sources), ("refuted", self.refuted)):
            lines += [f"  {what} {name}: {count}" for name, count in counts.most_common(40)]
        lines += [f"  damaged: {what}" for what in self.damage]
        lines += [f"  failed: {what}" for what in self.failed]
        return "\n".join(lines)


def opened(path: str) -> str | BinaryIO:
    """What charsniff.warc reads: a path, or a file of an object store or a server by way of fsspec."""
    if "://" not in path:
        return path
    import fsspec

    return fsspec.open(path, "rb")


def rows(path: str, summary: Summary) -> Iterator[Row]:
    """The pages of a WARC file that have a text, and its revisits, which have none. The summary counts what is damaged,
    and the row says it.

    An error of the file or the network is not caught: what was read before is not all.
    """
    return rows_of(opened(path), path, summary)


def rows_of(file: str | BinaryIO, path: str, summary: Summary) -> Iterator[Row]:
    """The same of an open file, which `path` names."""
    for record in charsniff.warc(file, threads=1):
        damaged = "; ".join(record.damage) or None
        if damaged:
            summary.damage.append(f"{path} at byte {record.offset}: {damaged}")
        sniffed = record.sniffed
        if record.text is None and record.warc_type != "revisit":
            continue
        row = {name: getattr(record, name, None) for name in SCHEMA.names}
        row |= {"file": path, "truncated": record.is_truncated, "damaged": damaged}
        if record.same_as:
            row["same_as_file"], row["same_as_offset"] = path, record.same_as[1]
        if sniffed is not None:
            row |= {"encoding": sniffed.encoding, "confidence": sniffed.confidence, "source": sniffed.source}
        if record.runner_up:
            row["runner_up"], row["runner_up_probability"] = record.runner_up
        summary.add(row, record.had_errors)
        yield row


def batches(rows: Iterator[Row]) -> Iterator[pyarrow.RecordBatch]:
    """The rows as Arrow tables with SCHEMA, each small enough for memory."""
    batch, characters = [], 0
    for row in rows:
        batch.append(row)
        characters += len(row["text"] or "")
        if characters >= BATCH_CHARACTERS:
            yield pyarrow.RecordBatch.from_pylist(batch, schema=SCHEMA)
            batch, characters = [], 0
    if batch:
        yield pyarrow.RecordBatch.from_pylist(batch, schema=SCHEMA)


# What gives the rows of a file.
Rows = Callable[[str, Summary], Iterator[Row]]


def output(path: str, out: str) -> str:
    """The Parquet file of a WARC file. Files in different folders may have the same name."""
    number = sha256(path.encode()).hexdigest()[:16]
    return f"{out.rstrip('/')}/{path.rstrip('/').rpartition('/')[2]}.{number}.parquet"


def stored(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the name in it."""
    import fsspec

    # What others have stored meanwhile counts, too.
    return fsspec.core.url_to_fs(url, use_listings_cache=False)


def exists(target: str) -> bool:
    if "://" not in target:
        return os.path.exists(target)
    store, name = stored(target)
    return store.exists(name)


def convert(path: str, out: str, rows: Rows = rows, tries: int = TRIES) -> Summary:
    """Writes the pages of a WARC file to a Parquet file in `out`, a folder or the URL of one.

    The file has its name only once it is whole. So what has its name is skipped, and where a worker is lost, another
    does the same again. What cannot be read is tried again, then it is in `failed` and has no file.
    """
    target = output(path, out)
    if exists(target):
        return Summary(files=1, skipped=1) + read_summary(target)
    for turn in range(tries):
        try:
            return convert_once(path, target, rows)
        # Each client of an object store has errors of its own.
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            if is_lasting(error):
                break
            if turn + 1 < tries:
                time.sleep(WAIT_SECONDS * 2**turn)
    return Summary(failed=[f"{path}: {message}"], manifest=[outcome(path, "failed", message)])


def is_lasting(error: Exception) -> bool:
    """Whether a file will not be read next time either: it is missing, or no crawl."""
    return isinstance(error, FileNotFoundError) or "no WARC or ARC record" in str(error)


def convert_once(path: str, target: str, rows: Rows) -> Summary:
    summary = Summary(files=1)
    is_stored = "://" in target
    # A store gets the whole file, since what it gets has its name at once.
    beside = os.path.join(tempfile.gettempdir(), os.path.basename(target)) if is_stored else target
    # Workers on different hosts may have the same process number.
    unfinished = f"{beside}.{os.getpid()}.{uuid.uuid4().hex}{UNFINISHED}"
    try:
        with pyarrow.parquet.ParquetWriter(unfinished, SCHEMA, compression="zstd") as writer:
            for batch in batches(rows(path, summary)):
                writer.write_batch(batch)
            status, damaged = "damaged" if summary.damage else "done", len(summary.damage)
            file = target.rpartition("/")[2]
            summary.manifest = [outcome(path, status, None, file, summary.pages + summary.revisits, damaged)]
            writer.add_key_value_metadata({"charsniff": json.dumps(vars(summary))})
        if is_stored:
            store, name = stored(target)
            store.put_file(unfinished, name)
        else:
            os.replace(unfinished, target)
    finally:
        Path(unfinished).unlink(missing_ok=True)
    return summary


def outcome(path: str, status: str, error: str | None = None, output: str | None = None, rows: int = 0, damaged: int = 0) -> Row:
    """What the manifest says of a file."""
    return {"file": path, "status": status, "error": error, "output": output, "rows": rows, "damaged": damaged}


def write_manifest(out: str, outcomes: list[Row]) -> None:
    """Writes manifest.jsonl beside the Parquet files, with a line for each file of the list."""
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in outcomes).encode()
    target = f"{out.rstrip('/')}/manifest.jsonl"
    if "://" in target:
        store, name = stored(target)
        store.pipe_file(name, lines)
        return
    unfinished = Path(f"{target}.{uuid.uuid4().hex}{UNFINISHED}")
    unfinished.write_bytes(lines)
    os.replace(unfinished, target)


def read_summary(target: str) -> Summary:
    """The summary in a finished file, without the file itself."""
    if "://" in target:
        store, name = stored(target)
        with store.open(name, "rb") as file:
            metadata = pyarrow.parquet.read_metadata(file).metadata or {}
    else:
        metadata = pyarrow.parquet.read_metadata(target).metadata or {}
    values = json.loads(metadata.get(b"charsniff", b"{}"))
    values = {name: Counter(value) if isinstance(value, dict) else value for name, value in values.items()}
    return Summary(**values | {"files": 0, "skipped": 0})


def prepare(out: str) -> None:
    """Makes the folder, if it is none of a store, where there are only names."""
    if "://" not in out:
        Path(out).mkdir(parents=True, exist_ok=True)


def clean(out: str) -> None:
    """Removes what lost workers did not finish."""
    for unfinished in Path(out).glob(f"*{UNFINISHED}"):
        unfinished.unlink(missing_ok=True)


def absolute(path: str) -> str:
    """The path for workers, which may be in other folders."""
    return path if "://" in path else os.path.abspath(path)


def main(description: str, crawl: Callable[[list[str], str, int, str | None], Summary]) -> None:
    """The command line of all three: reads the list of paths, does the crawl, and prints its summary.

    The exit status is 1 if a file failed, or records are damaged.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", help="a file with the path or the URL of a WARC file on each line")
    parser.add_argument("out", help="the folder for the Parquet files, or its URL")
    parser.add_argument("--workers", type=int, default=2, help="how many, where no cluster is named (2)")
    parser.add_argument("--cluster", help="the address of a running cluster")
    arguments = parser.parse_args()
    lines = map(str.strip, Path(arguments.list).read_text().splitlines())
    # A file that is named twice is read once.
    paths = list(dict.fromkeys(absolute(line) for line in lines if line))
    start = time.monotonic()
    summary = crawl(paths, absolute(arguments.out), arguments.workers, arguments.cluster)
    seconds = time.monotonic() - start
    print(summary)
    print(f"{summary.pages / seconds:.0f} pages a second, including the start of the cluster")
    known = {one["file"] for one in summary.manifest}
    missing = [outcome(path, "failed", "nothing was heard of it") for path in paths if path not in known]
    if missing:
        print(f"  failed: {len(missing)} files of which nothing was heard")
    write_manifest(absolute(arguments.out), summary.manifest + missing)
    sys.exit(1 if missing or summary.failed or summary.damage else 0)

"""What the crawls on Dask, Ray and Spark have in common: what a worker does with a WARC file, and the summary.

It knows nothing of the cluster's software.

    pip install charsniff pyarrow
"""

import argparse
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pyarrow
import pyarrow.parquet

import charsniff

Row = tuple[str, str, str, str, str]

SCHEMA = pyarrow.schema(
    [
        ("url", pyarrow.string()),
        ("encoding", pyarrow.string()),
        ("confidence", pyarrow.string()),
        ("source", pyarrow.string()),
        ("text", pyarrow.large_string()),
    ]
)
# How much text is in memory before it is written.
BATCH_CHARACTERS = 16 * 1024 * 1024


@dataclass
class Summary:
    """What came of some files. Summaries can be added."""

    files: int = 0
    pages: int = 0
    malformed: int = 0
    encodings: Counter = field(default_factory=Counter)
    sources: Counter = field(default_factory=Counter)
    damage: list[str] = field(default_factory=list)

    def __add__(self, other: "Summary") -> "Summary":
        return Summary(
            self.files + other.files,
            self.pages + other.pages,
            self.malformed + other.malformed,
            self.encodings + other.encodings,
            self.sources + other.sources,
            self.damage + other.damage,
        )

    def __str__(self) -> str:
        lines = [f"{self.pages} pages in {self.files} files, {self.malformed} with malformed sequences"]
        for what, counts in (("encoding", self.encodings), ("source", self.sources)):
            lines += [f"  {what} {name}: {count}" for name, count in counts.most_common()]
        lines += [f"  damaged: {what}" for what in self.damage]
        return "\n".join(lines)


def rows(path: str, summary: Summary) -> Iterator[Row]:
    """The pages of a WARC file that have a text. The summary counts what is broken."""
    try:
        for record in charsniff.warc(path, threads=1):
            if record.damage:
                summary.damage.append(f"{path} at byte {record.offset}: {'; '.join(record.damage)}")
            sniffed = record.sniffed
            if sniffed is None or record.text is None:
                continue
            summary.pages += 1
            summary.malformed += record.had_errors
            summary.encodings[sniffed.encoding] += 1
            summary.sources[sniffed.source] += 1
            yield record.url, sniffed.encoding, sniffed.confidence, sniffed.source, record.text
    except OSError as error:
        summary.damage.append(f"{path}: {error}")


def batches(rows: Iterator[Row]) -> Iterator[pyarrow.RecordBatch]:
    """The rows as Arrow tables with SCHEMA, each small enough for memory."""
    batch, characters = [], 0
    for row in rows:
        batch.append(row)
        characters += len(row[4])
        if characters >= BATCH_CHARACTERS:
            yield to_arrow(batch)
            batch, characters = [], 0
    if batch:
        yield to_arrow(batch)


def to_arrow(rows: list[Row]) -> pyarrow.RecordBatch:
    arrays = [pyarrow.array(column, field.type) for column, field in zip(zip(*rows), SCHEMA)]
    return pyarrow.record_batch(arrays, schema=SCHEMA)


# What gives the rows of a file.
Rows = Callable[[str, Summary], Iterator[Row]]


def convert(path: str, out: str, rows: Rows = rows) -> Summary:
    """Writes the pages of a WARC file to a Parquet file in the folder `out`.

    The file has its name only once it is whole: where a worker is lost, another does the same again.
    """
    summary = Summary(files=1)
    # Files in different folders may have the same name.
    number = sha256(path.encode()).hexdigest()[:8]
    target = Path(out, f"{Path(path).name}.{number}.parquet")
    unfinished = target.with_suffix(f".{os.getpid()}.unfinished")
    with pyarrow.parquet.ParquetWriter(unfinished, SCHEMA, compression="zstd") as writer:
        for batch in batches(rows(path, summary)):
            writer.write_batch(batch)
    unfinished.rename(target)
    return summary


def clean(out: str) -> None:
    """Removes what lost workers did not finish."""
    for unfinished in Path(out).glob("*.unfinished"):
        unfinished.unlink()


def absolute(path: str) -> str:
    """The path for workers, which may be in other folders. (Spark also writes to URLs.)"""
    return path if "://" in path else os.path.abspath(path)


def main(description: str, crawl: Callable[[list[str], str, int, str | None], Summary]) -> None:
    """The command line of all three: reads the list of paths, does the crawl, and prints its summary."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", help="a file with the path of a WARC file on each line")
    parser.add_argument("out", help="the folder for the Parquet files")
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

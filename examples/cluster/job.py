"""What each worker of a cluster does with one WARC file. It knows nothing of the cluster's software.

    pip install charsniff pyarrow
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow
import pyarrow.parquet

import charsniff

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


def rows(path: str, summary: Summary) -> Iterator[tuple[str, str, str, str, str]]:
    """The pages of a WARC file that have a text. What is broken is told in the summary."""
    try:
        for record in charsniff.warc(path, threads=1, as_crawlers_need=True):
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


def convert(path: str, out: str) -> Summary:
    """Writes the pages of a WARC file to a Parquet file in the folder `out`.

    The file has its name only once it is whole: where a worker is lost, another does the same again.
    """
    summary = Summary(files=1)
    target = Path(out, Path(path).name + ".parquet")
    unfinished = target.with_suffix(f".{os.getpid()}.unfinished")
    with pyarrow.parquet.ParquetWriter(unfinished, SCHEMA, compression="zstd") as writer:
        batch, characters = [], 0
        for row in rows(path, summary):
            batch.append(row)
            characters += len(row[4])
            if characters >= BATCH_CHARACTERS:
                write(writer, batch)
                batch, characters = [], 0
        write(writer, batch)
    unfinished.rename(target)
    return summary


def write(writer: pyarrow.parquet.ParquetWriter, batch: list[tuple]) -> None:
    columns = list(zip(*batch)) or [()] * len(SCHEMA)
    arrays = [pyarrow.array(column, field.type) for column, field in zip(columns, SCHEMA)]
    writer.write_table(pyarrow.table(arrays, schema=SCHEMA))


def read_list(path: str) -> list[str]:
    """The paths in a list, one a line."""
    return [line.strip() for line in Path(path).read_text().splitlines() if line.strip()]

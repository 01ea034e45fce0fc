"""Pages of a crawl for datatrove: `CharsniffReader` is the first step of a pipeline.

    pip install charsniff datatrove orjson
    python datatrove_crawl.py FOLDER OUT [--tasks N]

FOLDER has WARC files, and may be a URL. OUT gets datatrove's JSON Lines, and its logs, by which it skips finished tasks.
"""

import argparse
from collections.abc import Iterator

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.pipeline.writers import JsonlWriter
from datatrove.utils.logging import logger

import charsniff

# What goes into the metadata of a document.
METADATA = (
    "url", "date", "digest", "offset", "status", "mime_type", "declared_header", "declared_meta", "header_refuted",
    "meta_refuted", "probability", "margin", "language", "script",
)  # fmt: skip


class CharsniffReader(BaseDiskReader):
    """A document for each record with a text. An error of a file fails its task."""

    name = "🔤 charsniff"
    _requires_dependencies = ["charsniff"]

    def read_file(self, filepath: str) -> Iterator[Document]:
        # charsniff unpacks members one by one, and goes on behind a damaged one.
        with self.data_folder.open(filepath, "rb", compression=None) as file:
            records = charsniff.warc(file, threads=1)
            while True:
                with self.track_time():
                    record = next(records, None)
                if record is None:
                    return
                if record.damage:
                    self.stat_update("damaged")
                    logger.warning(f"{filepath} at byte {record.offset}: {'; '.join(record.damage)}")
                if record.text is None:
                    continue
                data = {name: getattr(record, name) for name in METADATA}
                data |= {"encoding": record.sniffed.encoding, "source": record.sniffed.source, "damaged": record.damage}
                data |= {"text": record.text, "id": record.record_id or f"{filepath}/{record.offset}"}
                document = self.get_document_from_dict(data, filepath, record.offset)
                if document is not None:
                    yield document


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("out")
    parser.add_argument("--tasks", type=int, default=1, help="how many, at most a file each")
    arguments = parser.parse_args()
    steps = [CharsniffReader(arguments.folder, glob_pattern="*.warc.gz"), JsonlWriter(arguments.out)]
    LocalPipelineExecutor(steps, tasks=arguments.tasks, workers=2, logging_dir=f"{arguments.out}/logs").run()

"""Texts of a crawl with Apache Beam: `Pages` is a DoFn from WARC files to rows.

    python beam_crawl.py PATTERN OUT [OPTIONS OF BEAM]

PATTERN names the WARC files, such as gs://bucket/*.warc.gz; OUT is the start of the names of the Parquet files, with the columns
of job.SCHEMA. What is missing or no crawl is listed in OUT.failed, and the exit status is 1. Other errors fail their bundle,
which the runner tries again, and in the end the pipeline: then there is no output.
"""

import sys
from collections.abc import Iterator

import apache_beam as beam
from apache_beam.io import fileio
from apache_beam.io.filesystem import CompressionTypes
from apache_beam.options.pipeline_options import PipelineOptions, SetupOptions
from apache_beam.pvalue import TaggedOutput

import job

# The output of files that have no rows.
FAILED = "failed"


class Pages(beam.DoFn):
    """The rows of job.SCHEMA of each file that fileio.ReadMatches gives."""

    def process(self, file: fileio.ReadableFile) -> Iterator[job.Row | TaggedOutput]:
        path = file.metadata.path
        try:
            # charsniff unpacks members one by one, and goes on behind a damaged one.
            with file.open(compression_type=CompressionTypes.UNCOMPRESSED) as opened:
                yield from job.rows_of(opened, path, job.Summary())
        except OSError as error:
            if not job.is_lasting(error):
                raise
            yield TaggedOutput(FAILED, f"{path}: {error}")


def crawl(pattern: str, out: str, options: list[str]) -> int:
    """Returns how many files failed."""
    settings = PipelineOptions(options)
    # The workers need what this program imports.
    settings.view_as(SetupOptions).save_main_session = True
    with beam.Pipeline(options=settings) as pipeline:
        files = pipeline | fileio.MatchFiles(pattern) | beam.Reshuffle() | fileio.ReadMatches()
        pages = files | beam.ParDo(Pages()).with_outputs(FAILED, main="rows")
        pages.rows | beam.io.WriteToParquet(out, job.SCHEMA, file_name_suffix=".parquet", codec="zstd")
        pages[FAILED] | beam.io.WriteToText(f"{out}.failed", shard_name_template="")
    with beam.io.filesystems.FileSystems.open(f"{out}.failed") as failed:
        lines = failed.read().decode().splitlines()
    print(*lines, sep="\n", file=sys.stderr)
    return len(lines)


if __name__ == "__main__":
    sys.exit(1 if crawl(sys.argv[1], sys.argv[2], sys.argv[3:]) else 0)

"""Texts of a crawl with Spark: a partition for each WARC file, its pages by way of Arrow.

    python spark_crawl.py LIST OUT [--workers N] [--cluster MASTER]

LIST has a path a line. OUT gets the Parquet files that Spark writes, with url, encoding, confidence,
source and text. A lost worker's files are done again by another. A broken archive is read as far as it
can be. PYSPARK_PYTHON names the workers' Python, which must have charsniff and pyarrow.
"""

import os
import sys
from collections.abc import Iterator
from functools import partial

import pyarrow
from pyspark import Accumulator, AccumulatorParam
from pyspark.sql import SparkSession

import job

SCHEMA = "url string, encoding string, confidence string, source string, text string"
EXECUTOR_MIB = 1024


class Sum(AccumulatorParam):
    """Adds the summaries of tasks. Spark counts each partition once, however often it is tried."""

    def zero(self, value: job.Summary) -> job.Summary:
        return job.Summary()

    def addInPlace(self, value1: job.Summary, value2: job.Summary) -> job.Summary:
        return value1 + value2


def pages(paths: Iterator[pyarrow.RecordBatch], total: Accumulator) -> Iterator[pyarrow.RecordBatch]:
    """The pages of some WARC files, for mapInArrow."""
    for batch in paths:
        for path in batch.column("path").to_pylist():
            summary = job.Summary(files=1)
            for texts in job.batches(job.rows(path, summary)):
                # Spark's strings have offsets of 32 bits.
                yield texts.cast(texts.schema.set(4, texts.schema.field(4).with_type(pyarrow.string())))
            total.add(summary)


def crawl(paths: list[str], out: str, workers: int, address: str | None) -> job.Summary:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    master = address or f"local-cluster[{workers},1,{EXECUTOR_MIB}]"
    builder = SparkSession.builder.master(master).appName("charsniff")
    builder = builder.config("spark.executor.memory", f"{EXECUTOR_MIB}m").config("spark.ui.enabled", False)
    with builder.getOrCreate() as spark:
        spark.sparkContext.addPyFile(job.__file__)
        total = spark.sparkContext.accumulator(job.Summary(), Sum())
        files = spark.createDataFrame([(path,) for path in paths], "path string")
        files = files.repartition(max(1, len(paths)))
        texts = files.mapInArrow(partial(pages, total=total), SCHEMA)
        texts.write.mode("overwrite").parquet(out, compression="zstd")
        return total.value


if __name__ == "__main__":
    job.main(__doc__, crawl)

"""Texts of a crawl with Spark: a task for each WARC file.

    python spark_crawl.py LIST OUT [--workers N] [--cluster MASTER]

LIST has a path or a URL a line. OUT, a folder or its URL, gets a Parquet file for each, with the columns of job.SCHEMA, which
`spark.read.parquet(OUT)` reads. What is there is not done again. A lost worker's files are done again by another. A
broken archive is read as far as it can be; what cannot be read has no file, and the exit status says so. PYSPARK_PYTHON
names the workers' Python, which must have charsniff and pyarrow.
"""

import os
import sys

from pyspark.sql import SparkSession

import job

EXECUTOR_MIB = 1024


def crawl(paths: list[str], out: str, workers: int, address: str | None) -> job.Summary:
    job.prepare(out)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    master = address or f"local-cluster[{workers},1,{EXECUTOR_MIB}]"
    builder = SparkSession.builder.master(master).appName("charsniff")
    builder = builder.config("spark.executor.memory", f"{EXECUTOR_MIB}m").config("spark.ui.enabled", False)
    with builder.getOrCreate() as spark:
        spark.sparkContext.addPyFile(job.__file__)
        # As many slices as files: each task has one. (DataFrames are divided by hashes, and may put two into one.)
        files = spark.sparkContext.parallelize(paths, max(1, len(paths)))
        summaries = files.map(lambda path: job.convert(path, out)).collect()
    job.clean(out)
    return sum(summaries, job.Summary())


if __name__ == "__main__":
    job.main(__doc__, crawl)

"""The pages of a crawl as a data frame of Spark, for queries in Spark itself: a task, and so a part of the output, for each
WARC file.

    python spark_frame.py LIST OUT

LIST has a path or a URL a line. OUT gets the Parquet files that Spark writes. A file that cannot be read fails its task,
which Spark tries again; then the whole query fails, and OUT has no _SUCCESS. (spark_crawl.py goes on with the others.)
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pandas
from pyspark.sql import DataFrame, SparkSession

import job

# Spark's own names for types. A column of Spark holds large strings as others.
TYPES = {"string": "string", "large_string": "string", "int32": "int", "int64": "bigint", "float": "float", "bool": "boolean"}
SCHEMA = ", ".join(f"{field.name} {TYPES[str(field.type)]}" for field in job.SCHEMA)


def pages_of(frames: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
    for frame in frames:
        for path in frame["path"]:
            for batch in job.batches(job.rows(path, job.Summary())):
                # Numbers stay numbers where some are missing.
                yield batch.to_pandas(types_mapper=pandas.ArrowDtype)


def pages(spark: SparkSession, paths: list[str]) -> DataFrame:
    """The rows of job.SCHEMA. Each part of the frame has one WARC file: a data frame made of a list would be divided by
    hashes, and a part might have two."""
    parts = spark.sparkContext.parallelize([(path,) for path in paths], max(1, len(paths)))
    return spark.createDataFrame(parts, "path string").mapInPandas(pages_of, SCHEMA)


if __name__ == "__main__":
    _, list_, out = sys.argv
    paths = [job.absolute(line) for line in Path(list_).read_text().splitlines() if line]
    with SparkSession.builder.appName("charsniff").getOrCreate() as spark:
        spark.sparkContext.addPyFile(job.__file__)
        frame = pages(spark, list(dict.fromkeys(paths)))
        frame.write.parquet(job.absolute(out))
        written = spark.read.parquet(job.absolute(out))
        written.groupBy("encoding").count().orderBy("count", ascending=False).show()

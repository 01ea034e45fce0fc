"""Texts of a crawl with Ray Data: a task for each WARC file.

    python ray_crawl.py LIST OUT [--workers N] [--cluster ADDRESS]

LIST has a path or a URL a line. OUT, a folder or its URL, gets a Parquet file for each, with the columns of job.SCHEMA.
What is there is not done again. A lost worker's files are done again by another. A broken archive is read as far as it can
be; what cannot be read has no file, and the exit status says so.
"""

import pickle
from functools import partial

import ray

import job


def convert(row: dict[str, str], out: str) -> dict[str, bytes]:
    return {"summary": pickle.dumps(job.convert(row["path"], out))}


def crawl(paths: list[str], out: str, workers: int, address: str | None) -> job.Summary:
    job.prepare(out)
    local = {} if address else {"num_cpus": workers, "include_dashboard": False}
    ray.init(address=address, runtime_env={"py_modules": [job.__file__]}, **local)
    try:
        files = ray.data.from_items([{"path": path} for path in paths], override_num_blocks=max(1, len(paths)))
        done = files.map(partial(convert, out=out), num_cpus=1)
        summary = sum((pickle.loads(row["summary"]) for row in done.iter_rows()), job.Summary())
    finally:
        ray.shutdown()
    job.clean(out)
    return summary


if __name__ == "__main__":
    job.main(__doc__, crawl)

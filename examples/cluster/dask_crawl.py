"""Texts of a crawl with Dask: a task for each WARC file.

    python dask_crawl.py LIST OUT [--workers N] [--cluster ADDRESS]

LIST has a path or a URL a line. OUT, a folder or its URL, gets a Parquet file for each, with the columns of job.SCHEMA.
What is there is not done again. A lost worker's files are done again by another. A broken archive is read as far as it can
be; what cannot be read has no file, and the exit status says so.
"""

from dask.distributed import Client, LocalCluster, as_completed

import job


def crawl(paths: list[str], out: str, workers: int, address: str | None) -> job.Summary:
    job.prepare(out)
    cluster = address or LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        client.upload_file(job.__file__)
        return run(client, paths, out)


def run(client: Client, paths: list[str], out: str, rows: job.Rows = job.rows) -> job.Summary:
    # What a file's errors lead to, job.convert says. A worker that is killed is no fault of the file, which is tried
    # again elsewhere.
    futures = client.map(job.convert, paths, out=out, rows=rows, retries=job.TRIES, pure=False)
    names = dict(zip(futures, paths))
    summary = job.Summary()
    for future in as_completed(futures):
        error = future.exception()
        if error is None:
            summary += future.result()
        else:
            summary.failed.append(f"{names[future]}: {error}")
        future.release()
    job.clean(out)
    return summary


if __name__ == "__main__":
    job.main(__doc__, crawl)

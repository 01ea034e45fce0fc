"""Texts of a crawl with Dask: a task for each WARC file.

    python dask_crawl.py LIST OUT [--workers N] [--scheduler ADDRESS]

LIST has a path a line. OUT gets a Parquet file for each, with url, encoding, confidence, source and
text. A lost worker's files are done again by another; a broken archive is read as far as it can be.
"""

import argparse
import time
from pathlib import Path

from dask.distributed import Client, LocalCluster, as_completed

import job


def run(client: Client, paths: list[str], out: str) -> job.Summary:
    client.upload_file(job.__file__)
    # Killed workers are no fault of the file: it is tried again, elsewhere.
    futures = client.map(job.convert, paths, out=out, retries=3, pure=False)
    names = dict(zip(futures, paths))
    summary = job.Summary()
    for future in as_completed(futures):
        error = future.exception()
        if error is None:
            summary += future.result()
        else:
            summary.damage.append(f"{names[future]}: {error}")
        future.release()
    return summary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("out")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--scheduler", help="the address of a running cluster")
    arguments = parser.parse_args()
    Path(arguments.out).mkdir(parents=True, exist_ok=True)
    paths = job.read_list(arguments.list)
    cluster = arguments.scheduler or LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        start = time.monotonic()
        summary = run(client, paths, arguments.out)
        seconds = time.monotonic() - start
    print(summary)
    print(f"{summary.pages / seconds:.0f} pages a second")


if __name__ == "__main__":
    main()

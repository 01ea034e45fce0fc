"""Pages a second of examples/cluster with Dask at 1 and 2 workers, beside the same job with other packages.

    python bindings/python/benches/cluster.py [PAGES]

The crawl is that of crawl.py, in 8 files. Every job writes the same Parquet files. The engines take
turns, round by round, and ratios are the medians of the rounds' ratios. The start of the cluster is
not in the time.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from dask.distributed import Client, LocalCluster

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "examples" / "cluster"))

import crawl  # noqa: E402
import dask_crawl  # noqa: E402
import job  # noqa: E402

FILES = 8
ROUNDS = 5


def by_fastwarc(path: str, summary: job.Summary, decode: Callable) -> Iterator[job.Row]:
    for url, encoding, text in crawl.pages_by_fastwarc(Path(path), decode):
        summary.pages += 1
        yield {"url": url, "encoding": encoding, "text": text}


ENGINES = [
    ("charsniff", job.rows),
    ("FastWARC, resiliparse", partial(by_fastwarc, decode=crawl.with_resiliparse)),
    ("FastWARC, chardet", partial(by_fastwarc, decode=crawl.with_chardet)),
]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1600
    seconds: dict[tuple[str, int], list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder, f"{number}.warc.gz")) for number in range(FILES)]
        for path in paths:
            crawl.write(Path(path), count // FILES)
        for _ in range(ROUNDS):
            for workers in (1, 2):
                cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
                with cluster, Client(cluster) as client:
                    for name, rows in ENGINES:
                        client.run(lambda: None)
                        # What is in a folder is not done again.
                        with tempfile.TemporaryDirectory() as warm, tempfile.TemporaryDirectory() as out:
                            # Workers import what they need before the time counts.
                            dask_crawl.run(client, paths[:workers], warm, rows)
                            start = time.perf_counter()
                            summary = dask_crawl.run(client, paths, out, rows)
                            seconds.setdefault((name, workers), []).append(time.perf_counter() - start)
                            assert summary.pages == count // FILES * FILES and not (summary.damage or summary.skipped), summary
    first = seconds[ENGINES[0][0], 1]
    print("| | workers | pages a second | beside charsniff with 1 worker |")
    print("| --- | ---: | ---: | ---: |")
    for (name, workers), times in sorted(seconds.items(), key=lambda item: [n for n, _ in ENGINES].index(item[0][0])):
        ratio = statistics.median(one / own for one, own in zip(first, times))
        print(f"| {name} | {workers} | {count / min(times):,.0f} | × {ratio:.2f} |")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The table of the samples that were seen while tuning in docs/scoreboard.md, and its plot.

    cargo bench --bench detector -- samples > MEASURED.tsv
    python3 tools/plot_detector.py MEASURED.tsv docs

MEASURED.tsv has a line for each sample: language, encoding, kind, length in bytes, the probability of
`detect` and 1 or 0, whether it is right, then 1 or 0 for each detector, whether it gives the right text; the
first line names them.
Prints the tables; the plots go to the folder as SVG. Needs matplotlib.
"""

import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "charsniff", "font.size": 9, "font.family": "DejaVu Sans"})
import matplotlib.pyplot as plt  # noqa: E402

ABOUT = ("language", "encoding", "size", "bytes", "probability", "detect")
LENGTHS = [0, 24, 48, 96, 200, 400, 800, 2000, 10**9]
COMMON = """windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-874 shift_jis euc-jp
euc-kr gbk big5 iso-8859-2 iso-8859-15 koi8-r""".split()


def share(values):
    return sum(values) / len(values)


def is_legacy(row):
    return not (row["encoding"].startswith("utf") or row["size"].startswith("odd") or row["size"] == "code")


GROUPS = {
    "English with one odd byte": lambda row: row["size"].startswith("odd"),
    "source code": lambda row: row["size"] == "code",
    "UTF-8 and UTF-16": lambda row: row["encoding"].startswith("utf"),
    "windows-1252": lambda row: is_legacy(row) and row["encoding"] == "windows-1252",
    "other common legacy encodings": lambda row: is_legacy(row) and row["encoding"] in COMMON,
    "macintosh": lambda row: is_legacy(row) and row["encoding"] == "macintosh",
    "rare legacy encodings": lambda row: is_legacy(row)
    and row["encoding"] not in [*COMMON, "windows-1252", "macintosh"],
    "16 to 64 bytes, legacy": lambda row: is_legacy(row) and row["size"] in ("title", "64"),
    "legacy, all": is_legacy,
}


def print_accuracy(rows, detectors):
    print("| samples | number |", " | ".join(detectors), "|")
    print("| --- | ---: |" + " ---: |" * len(detectors))
    for name, belongs in GROUPS.items():
        group = [row for row in rows if belongs(row)]
        cells = [f"{100 * share([int(row[detector]) for row in group]):.1f}" for detector in detectors]
        print(f"| {name} | {len(group)} |", " | ".join(cells), "|")


def plot_lengths(rows, detectors, images):
    figure, axes = plt.subplots(figsize=(6, 3.6))
    groups = [[row for row in rows if low <= int(row["bytes"]) < high] for low, high in zip(LENGTHS, LENGTHS[1:])]
    names = [f"under {high}" if high < 10**9 else f"{low} and more" for low, high in zip(LENGTHS, LENGTHS[1:])]
    kept = [(name, group) for name, group in zip(names, groups) if group]
    for detector in detectors:
        ours = detector == "charsniff"
        axes.plot([name for name, _ in kept], [100 * share([int(row[detector]) for row in group]) for _, group in kept],
                  "o-", label=detector, linewidth=2 if ours else 1, color="#1f3a6e" if ours else None)
    axes.set(xlabel="bytes", ylabel="right texts, %")
    axes.tick_params(axis="x", labelrotation=20)
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(images / "detector-length.svg", metadata={"Date": None})


def main():
    measured, images = Path(sys.argv[1]), Path(sys.argv[2])
    rows = list(csv.DictReader(measured.open(), delimiter="\t"))
    detectors = [name for name in rows[0] if name not in ABOUT]
    print_accuracy(rows, detectors)
    legacy = [row for row in rows if not row["encoding"].startswith("utf")]
    plot_lengths(legacy, detectors, images)


if __name__ == "__main__":
    main()

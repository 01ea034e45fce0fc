#!/usr/bin/env python3
"""The plots of docs/detector.md, and its table of calibration.

    python3 tools/plot_detector.py MEASURED.tsv IMAGES

MEASURED.tsv has a line for each sample of text in a legacy encoding: its length in bytes, the confidence
of `detect`, then 1 or 0 for each detector, whether it gives the right text; the first line names them.
Prints the table; the plots go to IMAGES as SVG. Needs matplotlib.
"""

import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "charsniff", "font.size": 9, "font.family": "DejaVu Sans"})
import matplotlib.pyplot as plt  # noqa: E402

EDGES = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01]
LENGTHS = [0, 24, 48, 96, 200, 400, 800, 2000, 10**9]


def share(values):
    return sum(values) / len(values)


def main():
    measured, images = Path(sys.argv[1]), Path(sys.argv[2])
    rows = list(csv.DictReader(measured.open(), delimiter="\t"))
    detectors = [name for name in rows[0] if name not in ("bytes", "confidence")]

    points = []
    print("| confidence | samples | mean confidence | right |\n| --- | ---: | ---: | ---: |")
    for low, high in zip(EDGES, EDGES[1:]):
        held = [row for row in rows if low <= float(row["confidence"]) < high]
        if held:
            said, right = share([float(row["confidence"]) for row in held]), share([int(row["charsniff"]) for row in held])
            points.append((said, right, len(held)))
            print(f"| {low:g} to {min(high, 1):g} | {len(held)} | {100 * said:.1f} % | {100 * right:.1f} % |")

    figure, axes = plt.subplots(figsize=(4, 3.6))
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8)
    axes.plot([p[0] for p in points], [p[1] for p in points], "o-", color="#1f3a6e")
    for said, right, count in points:
        axes.annotate(str(count), (said, right), textcoords="offset points", xytext=(5, -10), fontsize=7)
    axes.set(xlabel="confidence", ylabel="share of right answers", xlim=(0, 1.02), ylim=(0, 1.02))
    figure.tight_layout()
    figure.savefig(images / "detector-calibration.svg", metadata={"Date": None})

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


if __name__ == "__main__":
    main()

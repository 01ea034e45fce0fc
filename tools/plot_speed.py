#!/usr/bin/env python3
"""Draws the speed plots of docs/benchmarks.md from what tools/benchmarks.sh measured.

    python3 tools/plot_speed.py FOLDER IMAGES

FOLDER holds decode-LEVEL.txt, encode-LEVEL.txt and decode-small.txt; the plots go to IMAGES as SVG.
Needs matplotlib.
"""

import math
import re
import sys
from collections import defaultdict
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "charsniff", "font.size": 9, "font.family": "DejaVu Sans"})
import matplotlib.pyplot as plt  # noqa: E402

COLOURS = {"portable": "#b9c4d0", "neon": "#5b8def", "avx2": "#5b8def", "avx512": "#1f3a6e"}
NAMES = {"portable": "plain Rust", "neon": "NEON", "avx2": "AVX2", "avx512": "AVX-512"}


def rows(path):
    """The cells of each table row in a benchmark's output."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| ---"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def ratios(path):
    """By encoding, the ratio of each file: ours over encoding_rs."""
    found = defaultdict(list)
    for cells in rows(path):
        if re.fullmatch(r"[\d.]+", cells[-1]) and cells[1].endswith((".txt", ".html")):
            found[cells[0]].append(float(cells[-1]))
    return found


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def bars(folder, what, images):
    levels = {level: ratios(folder / f"{what}-{level}.txt") for level in COLOURS if (folder / f"{what}-{level}.txt").exists()}
    levels = {level: found for level, found in levels.items() if found}
    if not levels:
        return
    encodings = list(next(iter(levels.values())))
    figure, axes = plt.subplots(figsize=(8, 0.24 * len(encodings) * max(1, len(levels)) * 0.6 + 1))
    height = 0.8 / len(levels)
    for n, (level, found) in enumerate(levels.items()):
        places = [row + n * height for row in range(len(encodings))]
        means = [mean(found[encoding]) for encoding in encodings]
        worst = [max(0, value - min(found[encoding])) for value, encoding in zip(means, encodings)]
        axes.barh(places, means, height, xerr=[worst, [0] * len(worst)], label=NAMES[level], color=COLOURS[level],
                  error_kw={"elinewidth": 0.7, "ecolor": "#c0392b", "capsize": 1.5})
    axes.set_yticks([row + 0.4 - height / 2 for row in range(len(encodings))], encodings)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}×")
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xlabel(f"{what[:-1]}ing: times as fast as encoding_rs (mean of the files; the red line ends at the slowest file)")
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(images / f"{what}.svg", metadata={"Date": None})


def small(folder, images):
    path = folder / "decode-small.txt"
    if not path.exists():
        return
    table = list(rows(path))
    lengths = [int(cell.split()[0]) for cell in table[0][2:]]
    chosen = [("UTF-8", "ru"), ("windows-1252", "de"), ("windows-1251", "ru"), ("Shift_JIS", "ja"), ("GBK", "zh"), ("UTF-16LE", "de")]
    figure, grid = plt.subplots(2, 3, figsize=(8, 4.4), sharex=True)
    for axes, (encoding, language) in zip(grid.flat, chosen):
        row = next((row for row in table[1:] if row[0] == encoding and row[1].startswith(language)), None)
        if row is None:
            continue
        pairs = [[float(number) for number in re.findall(r"[\d.]+", cell)[:2]] for cell in row[2:]]
        axes.plot(lengths, [pair[0] for pair in pairs], "-o", markersize=3, color="#1f3a6e", label="charsniff")
        axes.plot(lengths, [pair[1] for pair in pairs], "--o", markersize=3, color="#c0392b", label="encoding_rs")
        axes.set_title(f"{encoding}, {row[1].split('.')[0]}", fontsize=9)
        axes.set_ylim(bottom=0)
    grid[0][0].legend()
    for axes in grid[1]:
        axes.set_xlabel("bytes")
    for axes in grid[:, 0]:
        axes.set_ylabel("nanoseconds a call")
    figure.tight_layout()
    figure.savefig(images / "decode-small.svg", metadata={"Date": None})


def main():
    folder, images = map(Path, sys.argv[1:3])
    images.mkdir(parents=True, exist_ok=True)
    bars(folder, "decode", images)
    bars(folder, "encode", images)
    small(folder, images)


main()

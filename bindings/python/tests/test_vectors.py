"""The library's vectors, which hold every binding (`fixtures/vectors/README.md`)."""

import json
from pathlib import Path

import pytest

import charsniff
from charsniff._charsniff import Encoder, decode_as, lookup

FIXTURES = Path(__file__).parents[3] / "fixtures"
# Encodings of every family. All of them would take Python a minute.
ENCODED_WHOLE = ("windows-1252", "gb18030", "Big5", "EUC-JP", "ISO-2022-JP", "Shift_JIS", "EUC-KR")
READINGS = ("standard", "chromium", "firefox", "crawler")


def vectors(name):
    found = json.loads((FIXTURES / "vectors" / name).read_text("utf-8"))
    assert found
    return found


def bytes_of(value):
    pieces = [value] if isinstance(value, str) else value
    pairs = ((piece, 1) if isinstance(piece, str) else piece for piece in pieces)
    return b"".join(piece.encode("latin-1") * count for piece, count in pairs)


def by_reading(answers):
    """Each reading and its answer."""
    for names, answer in answers.items():
        for reading in READINGS if names == "all" else names.split():
            yield reading, answer


def facts_of(facts, reading):
    """The keywords of a call. Without a row it follows from the headers."""
    facts = {"reading": reading} | facts
    if reading == "firefox" and facts.get("detection") is None:
        facts["detection"] = "legacy"
    # None is the only value that this package could be given.
    facts.pop("in_worker", None)
    return {"context": charsniff.Context(facts.pop("context"), **facts)} if "context" in facts else facts


def is_elsewhere(facts):
    """Whether this package has no such fact, or refuses it: a label that names nothing, where that means nothing."""
    labels = [facts.get("reference_charset")]
    if not facts.get("context", "").startswith("xhr-"):
        labels.append(facts.get("override_encoding"))
    return facts.get("in_worker") is not None or any(label is not None and lookup(label) is None for label in labels)


def verdict_of(sniffed):
    return f"{sniffed.encoding} {sniffed.confidence} {sniffed.source} {sniffed.bom_length}"


def fnv1a(data):
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def text_of(call):
    """What a call gives, as a vector has it: a text, or where decoding failed."""
    try:
        text, had_errors = call()
    except UnicodeDecodeError as error:
        return {"error_offset": error.start, "error_length": error.end - error.start}
    return {"text": text, "had_errors": had_errors}


def streamed(data, size, headers, given):
    stream = charsniff.Stream(headers, **given)
    text = "".join(stream.push(data[start : start + size]) for start in range(0, len(data), size)) + stream.finish()
    return text, stream.had_errors


def told(value):
    """An explanation without what this package does not tell."""
    if isinstance(value, dict):
        return {key: told(element) for key, element in value.items() if key not in ("fatal", "refuted")}
    return value


def explained(explanation):
    """The JSON of an explanation."""

    def verdict(sniffed):
        keys = ("encoding", "confidence", "source")
        return {key: getattr(sniffed, key) for key in keys} | {"bom": sniffed.bom_length > 0, "label": sniffed.label}

    keys = ("stage", "consulted", "label", "offset", "encoding", "outcome", "remark")
    stages = [{key: getattr(stage, key) for key in keys} for stage in explanation.stages]
    platform = {} if explanation.platform is None else {"platform": verdict(explanation.platform)}
    likelihood = {}
    if explanation.probability is not None:
        encoding, probability = explanation.runner_up or (None, 0)
        runner_up = encoding and {"encoding": encoding, "probability": pytest.approx(probability, abs=1e-3)}
        probability = pytest.approx(explanation.probability, abs=1e-3)
        likelihood = {"probability": probability, "runner-up": runner_up, "language": explanation.language}
        likelihood |= {"margin": pytest.approx(explanation.margin, abs=1e-3), "script": explanation.script}
    return verdict(explanation.sniffed) | likelihood | platform | {"context": explanation.context, "stages": stages}


def report(**passed):
    """Says how many answers are right: pytest shows it with -rP."""
    print("vectors:", ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in passed.items()))


def test_resources():
    passed = {"verdicts": 0, "texts": 0, "explanations": 0}
    for vector in vectors("resources.json"):
        facts = vector.get("facts", {"context": "html"})
        if is_elsewhere(facts):
            continue
        data = (FIXTURES / vector["file"]).read_bytes() if "file" in vector else bytes_of(vector["bytes"])
        headers = vector.get("headers", [])
        headers = headers and [tuple(pair) for pair in headers]
        for reading, verdict in by_reading(vector["verdicts"]):
            found = charsniff.sniff(data, headers, **facts_of(facts, reading))
            assert verdict_of(found) == verdict, (vector["id"], reading)
            passed["verdicts"] += 1
        for reading, text in by_reading(vector.get("texts", {})):
            given = facts_of(facts, reading)

            def whole(data=data, headers=headers, given=given):
                decoded = charsniff.try_decode(data, headers, **given)
                return decoded.text, decoded.had_errors

            assert text_of(whole) == text, (vector["id"], reading)
            for size in 1, 13:
                found = text_of(lambda: streamed(data, size, headers, given))  # noqa: B023
                assert found == text, (vector["id"], reading, size)
            passed["texts"] += 1
        for reading, explanation in by_reading(vector.get("explanations", {})):
            found = charsniff.explain(data, headers, **facts_of(facts, reading))
            assert explained(found) == told(explanation), (vector["id"], reading)
            refuted = charsniff.sniff(data, headers, **facts_of(facts, reading)).refuted
            expected = [(claim["source"], claim["label"], claim["encoding"]) for claim in explanation.get("refuted", ())]
            assert list(refuted) == expected, (vector["id"], reading)
            passed["explanations"] += 1
    report(**passed)


def test_changes():
    steps = 0
    for vector in vectors("changes.json"):
        stream = charsniff.Stream(**facts_of(vector["facts"], vector["reading"]))
        for number, step in enumerate(vector["steps"]):
            place = vector["id"], number
            try:
                if step["step"] == "push":
                    text = stream.push(bytes_of(step["bytes"]))
                elif step["step"] == "change":
                    change, text = stream.change_the_encoding(step["label"])
                    assert change == step["change"], place
                else:
                    text = getattr(stream, step["step"])()
            except UnicodeDecodeError as error:
                assert [error.start, error.end - error.start] == step["error"], place
            except ValueError as error:
                assert step.get("after_end") and "after finish" in str(error), place
            else:
                assert not {"error", "after_end"} & step.keys() and text == step["text"], place
            assert (stream.sniffed and stream.sniffed.encoding) == step["encoding"], place
            steps += 1
    report(steps_of_streams=steps)


def test_detections():
    detections = vectors("detections.json")
    for vector in detections:
        data, expected = bytes_of(vector["bytes"]), vector["guess"]
        assert charsniff.content(data) == vector["content"], vector["id"]
        guess = charsniff.detect(data)
        if expected is None:
            assert guess is None, vector["id"]
            continue
        found = [(guess.encoding, guess.probability), *guess.runners_up]
        wanted = [(expected["encoding"], expected["probability"]), *expected["runners_up"]]
        assert [name for name, _ in found] == [name for name, _ in wanted], vector["id"]
        for (_, one), (_, other) in zip(found, wanted, strict=True):
            assert one == pytest.approx(other, abs=0.001), vector["id"]
    report(detections=len(detections))


def test_encodings():
    pairs = b"".join(bytes((lead, trail, 10)) for lead in range(0x80, 0x100) for trail in range(0x100))
    characters = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x30000))))
    encodings = vectors("encodings.json")
    for vector in encodings:
        name = vector["encoding"]
        for label in vector["labels"]:
            assert lookup(label) == name
        for case in vector["decode"]:
            assert decode_as(bytes_of(case["bytes"]), name) == case["text"], name
        assert fnv1a(decode_as(pairs, name).encode()) == vector["pairs"], name
        if vector["output_encoding"] != name:
            # A codec of Python encodes to the encoding of its name.
            continue
        for case in vector["encode"]:
            encoder = Encoder(name, "xmlcharrefreplace")
            assert encoder.encode(case["text"], True) == bytes_of(case["bytes"]), name
        if name in ENCODED_WHOLE:
            encoded = Encoder(name, "xmlcharrefreplace").encode(characters, True)
            assert fnv1a(encoded) == vector["characters"], name
    report(encodings=len(encodings))

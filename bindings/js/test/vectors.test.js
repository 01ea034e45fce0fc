// The library's answers (fixtures/vectors), which every binding must give.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import * as charsniff from "charsniff";

import { root } from "./fixtures.js";

const READINGS = ["standard", "chromium", "firefox", "crawler"];

const read = (name) => JSON.parse(readFileSync(new URL(`fixtures/vectors/${name}`, root), "utf8"));

/** From a string with a character for each byte, or from pieces of such strings, each of which may repeat. */
function bytesOf(text) {
  const pieces = typeof text === "string" ? [text] : text.map((piece) => (typeof piece === "string" ? piece : piece[0].repeat(piece[1])));
  return Uint8Array.from(Buffer.from(pieces.join(""), "latin1"));
}

const resourceOf = ({ bytes, file }) => (file === undefined ? bytesOf(bytes) : new Uint8Array(readFileSync(new URL(`fixtures/${file}`, root))));

const NAMES = { encoding: "label", override_encoding: "override", reference_charset: "reference", ignore_bom: "ignoreBOM" };

/** The facts of a vector without any. */
const PAGE = { context: "html" };

const nameOf = (fact) => NAMES[fact] ?? fact.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Facts as options of this package. */
function optionsOf({ facts = PAGE, headers = [] }, reading) {
  const options = { reading, headers: headers ?? undefined };
  for (const [name, value] of Object.entries(facts)) {
    options[nameOf(name)] = value ?? undefined;
  }
  // Firefox's own detector is not here.
  return reading === "firefox" ? { ...options, detection: options.detection ?? "legacy" } : options;
}

/** The answers, each with its reading. */
function* byReading(answers = {}) {
  for (const [names, answer] of Object.entries(answers)) {
    for (const reading of names === "all" ? READINGS : names.split(" ")) {
      yield [reading, answer];
    }
  }
}

const bomLength = ({ bom, encoding }) => (bom ? (encoding === "UTF-8" ? 3 : encoding.startsWith("UTF-32") ? 4 : 2) : 0);
const inLine = (verdict) => `${verdict.encoding} ${verdict.confidence} ${verdict.source} ${bomLength(verdict)}`;

/** A call's text, or the position of the malformed sequence. */
function textOf(call) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof charsniff.DecodeError)) {
      throw error;
    }
    return { error_offset: error.offset, error_length: error.length };
  }
}

function streamed(bytes, options, size) {
  return textOf(() => {
    const stream = new charsniff.Stream(options);
    let text = "";
    for (let at = 0; at < bytes.length; at += size) {
      text += stream.push(bytes.subarray(at, at + size));
    }
    text += stream.finish();
    const had_errors = stream.errors > 0;
    stream.free();
    return { text, had_errors };
  });
}

test("resources: verdicts, texts, streams, explanations", (t) => {
  const counts = { verdicts: 0, texts: 0, explanations: 0, refused: 0, nulls: 0 };
  const wrong = [];
  const hold = (id, got, expected) => {
    try {
      assert.deepEqual(got, expected);
    } catch {
      wrong.push(`${id}: ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`.slice(0, 400));
    }
  };
  for (const vector of read("resources.json")) {
    const bytes = resourceOf(vector);
    const { override_encoding: override, context } = vector.facts ?? PAGE;
    if (typeof override === "string" && charsniff.encodingForLabel(override) === null && !context.startsWith("xhr")) {
      // The library ignores it; this package refuses it, since only the caller can have made the mistake.
      counts.refused++;
      assert.throws(() => charsniff.sniff(bytes, optionsOf(vector, "standard")), { name: "RangeError", message: /^override: / });
      continue;
    }
    // Null is an error that names the option; what is undefined is absent.
    for (const [fact, value] of Object.entries({ ...vector.facts, headers: vector.headers })) {
      if (value === null) {
        counts.nulls++;
        const name = nameOf(fact);
        assert.throws(() => charsniff.sniff(bytes, { [name]: null }), { name: "TypeError", message: new RegExp(`^${name} must be .*, not null$`) });
      }
    }
    for (const [reading, expected] of byReading(vector.verdicts)) {
      counts.verdicts++;
      hold(`${vector.id} as ${reading}`, inLine(charsniff.sniff(bytes, optionsOf(vector, reading))), expected);
    }
    for (const [reading, expected] of byReading(vector.texts)) {
      counts.texts++;
      const options = optionsOf(vector, reading);
      const { text, error_offset } = expected;
      const decoded = textOf(() => charsniff.tryDecode(bytes, options));
      hold(`${vector.id} as ${reading}: text`, error_offset === undefined ? { text: decoded.text } : decoded, error_offset === undefined ? { text } : expected);
      for (const size of [1, 13]) {
        hold(`${vector.id} as ${reading}, ${size} bytes at a time`, streamed(bytes, options, size), expected);
      }
    }
    for (const [reading, expected] of byReading(vector.explanations)) {
      counts.explanations++;
      const { content, ...explanation } = charsniff.explain(bytes, optionsOf(vector, reading));
      hold(`${vector.id} as ${reading}, explained`, explanation, expected);
      const { refuted = [] } = charsniff.sniff(bytes, optionsOf(vector, reading));
      hold(`${vector.id} as ${reading}, refuted`, refuted, expected.refuted ?? []);
    }
  }
  t.diagnostic(Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", "));
  assert.ok(counts.verdicts > 1000 && counts.texts > 100 && counts.explanations > 100 && counts.nulls > 0);
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} differ`);
});

test("changes of the encoding", (t) => {
  const vectors = read("changes.json");
  assert.ok(vectors.length > 10);
  for (const vector of vectors) {
    const stream = new charsniff.Stream(optionsOf(vector, vector.reading));
    vector.steps.forEach(({ step, bytes, label, ...expected }, index) => {
      const got = {};
      const take = (call) => {
        try {
          got.text = call();
        } catch (error) {
          if (error.message === "the resource has ended") {
            Object.assign(got, { text: "", after_end: true });
            return;
          }
          if (!(error instanceof charsniff.DecodeError)) {
            throw error;
          }
          got.text = error.text;
          got.error = [error.offset, error.length];
        }
      };
      if (step === "change") {
        const { change, text } = stream.changeTheEncoding(label);
        Object.assign(got, { change, text });
      } else {
        take(() => (step === "push" ? stream.push(bytesOf(bytes)) : stream[step]()));
      }
      got.encoding = stream.verdict?.encoding ?? null;
      assert.deepEqual(got, expected, `${vector.id}, step ${index}`);
    });
    stream.free();
  }
  t.diagnostic(`${vectors.reduce((sum, { steps }) => sum + steps.length, 0)} steps of streams`);
});

test("detections", (t) => {
  const vectors = read("detections.json");
  for (const { id, bytes: text, content, guess: expected } of vectors) {
    const bytes = bytesOf(text);
    assert.equal(charsniff.content(bytes), content, id);
    const guess = charsniff.detect(bytes);
    const all = (found) => found && [[found.encoding, found.probability], ...(found.runners_up ?? found.runnersUp.map((other) => [other.encoding, other.probability]))];
    const [got, wanted] = [all(guess), all(expected)];
    assert.deepEqual(got?.map(([encoding]) => encoding), wanted?.map(([encoding]) => encoding), id);
    got?.forEach(([encoding, probability], index) => {
      assert.ok(Math.abs(probability - wanted[index][1]) <= 0.001, `${id}: ${encoding} ${probability}, not ${wanted[index][1]}`);
    });
  }
  t.diagnostic(`${vectors.length} detections`);
  assert.ok(vectors.length > 100);
});

/** FNV-1a, 32 bits. */
function hashOf(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

test("encodings", (t) => {
  const pairs = [];
  for (let lead = 0x80; lead < 0x100; lead++) {
    for (let trail = 0; trail < 0x100; trail++) {
      pairs.push(lead, trail, 0x0a);
    }
  }
  let characters = "";
  for (let code = 0; code < 0x30000; code++) {
    if (code < 0xd800 || code > 0xdfff) {
      characters += String.fromCodePoint(code);
    }
  }
  const vectors = read("encodings.json");
  assert.equal(vectors.length, 40);
  for (const { encoding, labels, output_encoding, decode, encode, pairs: hash, characters: encoded } of vectors) {
    for (const label of labels) {
      assert.equal(charsniff.encodingForLabel(label), encoding);
    }
    const as = (bytes, more) => charsniff.tryDecode(bytes, { context: "text-decoder", label: encoding, ignoreBOM: true, ...more }).text;
    if (encoding !== "replacement") {
      for (const { bytes, text, error } of decode) {
        assert.equal(as(bytesOf(bytes)), text, encoding);
        const strict = textOf(() => ({ text: as(bytesOf(bytes), { fatal: true }) }));
        assert.deepEqual(strict, error === undefined ? { text } : { error_offset: error[0], error_length: error[1] }, encoding);
      }
      assert.equal(hashOf(new TextEncoder().encode(as(Uint8Array.from(pairs)))), hash, encoding);
    }
    for (const { text, bytes, had_errors } of encode) {
      assert.deepEqual(charsniff.encode(text, encoding), { bytes: bytesOf(bytes), hadErrors: had_errors }, `${encoding}, ${output_encoding}`);
    }
    assert.equal(hashOf(charsniff.encode(characters, encoding).bytes), encoded, encoding);
  }
  t.diagnostic(`${vectors.length} encodings`);
});

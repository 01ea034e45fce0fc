// The library's vectors, which hold every binding (`fixtures/vectors/README.md`).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { content, decode, DecodeError, detect, encodingForLabel, explain, sniff, TextDecoder } from "charsniff";

import { root } from "./fixtures.js";

const READINGS = ["standard", "chromium", "firefox", "crawler"];

/** The options whose names differ from those of the facts in more than their form. */
const OPTIONS = {
  override_encoding: "override",
  reference_charset: "reference",
  detect_iso_2022_jp: "detectIso2022Jp",
  encoding: "label",
  ignore_bom: "ignoreBOM",
};

function vectors(name) {
  const found = JSON.parse(readFileSync(new URL(`fixtures/vectors/${name}`, root), "utf8"));
  assert.ok(found.length > 0);
  return found;
}

function bytesOf(value) {
  const pieces = typeof value === "string" ? [value] : value;
  const text = pieces.map((piece) => (typeof piece === "string" ? piece : piece[0].repeat(piece[1]))).join("");
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Each reading and its answer. */
function* byReading(answers = {}) {
  for (const [names, answer] of Object.entries(answers)) {
    for (const reading of names === "all" ? READINGS : names.split(" ")) {
      yield [reading, answer];
    }
  }
}

function optionsOf({ facts, headers }, reading) {
  const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const options = Object.entries(facts).map(([name, value]) => [OPTIONS[name] ?? camel(name), value]);
  return { ...Object.fromEntries(options), headers, reading };
}

/** Whether a vector has what this package takes no part in, or refuses: a label of nothing where it must be one. */
function isElsewhere({ facts }) {
  const labels = [facts.reference_charset, facts.context.startsWith("xhr-") ? undefined : facts.override_encoding];
  return facts.in_worker || labels.some((label) => label !== undefined && encodingForLabel(label) === null);
}

function fnv1a(bytes) {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

test("resources", () => {
  let passed = 0;
  for (const vector of vectors("resources.json").filter((vector) => !isElsewhere(vector))) {
    const bytes = vector.file ? new Uint8Array(readFileSync(new URL(`fixtures/${vector.file}`, root))) : bytesOf(vector.bytes);
    for (const [reading, expected] of byReading(vector.verdicts)) {
      const { encoding, confidence, source, bom } = sniff(bytes, optionsOf(vector, reading));
      const [, wanted, length] = expected.match(/^(.*) (\d)$/);
      assert.equal(`${encoding} ${confidence} ${source}`, wanted, `${vector.id} as ${reading}`);
      assert.equal(bom, length !== "0", vector.id);
      passed++;
    }
    for (const [reading, expected] of byReading(vector.texts)) {
      let found;
      try {
        found = { text: decode(bytes, optionsOf(vector, reading)).text };
      } catch (error) {
        assert.ok(error instanceof DecodeError, error);
        found = { error_offset: error.offset, error_length: error.length };
      }
      const { had_errors: _, ...wanted } = expected;
      assert.deepEqual(found, wanted, `${vector.id} as ${reading}`);
      passed++;
    }
    for (const [reading, expected] of byReading(vector.explanations)) {
      const { content: _, ...found } = explain(bytes, optionsOf(vector, reading));
      assert.deepEqual(found, expected, `${vector.id} as ${reading}`);
      passed++;
    }
  }
  console.log(passed, "answers");
});

test("detections", () => {
  for (const { id, bytes, content: kind, guess } of vectors("detections.json")) {
    const found = detect(bytesOf(bytes));
    assert.equal(content(bytesOf(bytes)), kind, id);
    const list = (best, others) => [[best.encoding, best.confidence], ...others];
    const ours = found && list(found, found.runnersUp.map(({ encoding, confidence }) => [encoding, confidence]));
    const wanted = guess && list(guess, guess.runners_up);
    assert.deepEqual(ours?.map(([name]) => name), wanted?.map(([name]) => name), id);
    wanted?.forEach(([, confidence], n) => assert.ok(Math.abs(ours[n][1] - confidence) <= 0.001, id));
  }
});

test("encodings", () => {
  const pairs = new Uint8Array(128 * 256 * 3);
  for (let n = 0; n < 128 * 256; n++) {
    pairs.set([0x80 + (n >> 8), n & 0xff, 10], 3 * n);
  }
  for (const { encoding, labels, decode: cases, pairs: hash } of vectors("encodings.json")) {
    for (const label of labels) {
      assert.equal(encodingForLabel(label), encoding);
    }
    if (encoding === "replacement") {
      // The standard's TextDecoder refuses it.
      continue;
    }
    const decoded = (bytes) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    for (const { bytes, text } of cases) {
      assert.equal(decoded(bytesOf(bytes)), text, encoding);
    }
    const utf8 = new globalThis.TextEncoder().encode(decoded(pairs));
    assert.equal(fnv1a(utf8), hash, encoding);
  }
});

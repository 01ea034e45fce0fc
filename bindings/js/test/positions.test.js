import assert from "node:assert/strict";
import test from "node:test";

import { TextDecoder, decode, encodings, positions } from "charsniff";
import * as waiting from "charsniff/async";

const latin1 = (text) => new Uint8Array(Buffer.from(text, "latin1"));

/** Bytes that make characters, malformed sequences and escape sequences likely, the same in each run. */
function* resources() {
  const pieces = ["\x1B$B0!", "\x1B(B", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\x81\x30\x81\x30", "\x90\x30\x81\x30", "\x88\x62", "\x8F\xB0\xA1", "\xA4\xA4", "a", "<", "\xE9", "\xFF"];
  let state = 1;
  const below = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
  for (let i = 0; i < 60; i++) {
    yield latin1(Array.from({ length: 1 + (i % 12) }, () => pieces[below(pieces.length)]).join(""));
  }
}

test("the text up to a character is the text of the bytes before it, in every encoding", () => {
  let characters = 0;
  for (const label of encodings().filter((name) => name !== "replacement" && name !== "ISO-2022-JP")) {
    for (const bytes of resources()) {
      const options = { context: "text-decoder", label, ignoreBOM: true };
      const { text } = decode(bytes, options);
      const places = positions(bytes, options);
      let [offset, last] = [0, 0];
      for (const character of text) {
        const { start, end } = places.byteRange(offset, offset + character.length);
        const rest = new TextDecoder(label, { ignoreBOM: true }).decode(bytes.subarray(start));
        // Big5 has two characters for one pair of bytes.
        if (!(label === "Big5" && /[\u0304\u030C]/.test(character))) {
          assert.equal(rest, text.slice(offset), `${label} ${bytes} at ${offset}`);
          assert.ok(start === last && end > start, `${label} ${bytes} at ${offset}: ${start} to ${end}, after ${last}`);
          assert.equal(places.textOffset(end - 1), offset, `${label} ${bytes} at ${offset}`);
        }
        assert.equal(places.byteOffset(offset), start);
        [offset, last] = [offset + character.length, end];
        characters++;
      }
      assert.equal(places.byteOffset(text.length), bytes.length);
      assert.equal(places.textOffset(bytes.length), text.length);
      places.free();
    }
  }
  assert.ok(characters > 10000, `${characters}`);
});

test("a page: marks, units of UTF-16, and a long text", () => {
  const page = Buffer.from("\uFEFF<title>😀 é</title>");
  const { text } = decode(page);
  const places = positions(page);
  assert.deepEqual(places.byteRange(text.indexOf("é"), text.indexOf("é") + 1), { start: 15, end: 17 });
  assert.deepEqual([0, 3, 10, 13, 14].map((offset) => places.textOffset(offset)), [0, 0, 7, 7, 9]);
  assert.deepEqual([7, 8].map((offset) => places.byteOffset(offset)), [10, 10]);
  const long = positions(Buffer.from("é".repeat(100_000)));
  assert.equal(long.byteOffset(77_777), 155_554);
  assert.equal(long.textOffset(155_555), 77_777);
  // Bytes as code points.
  const value = latin1("a\xE9b");
  assert.deepEqual(positions(value, { context: "header-value" }).byteRange(1, 2), { start: 1, end: 2 });
});

test("from charsniff/async, freed, and wrong", async () => {
  const places = await waiting.positions(latin1("\x89\xCE\x90\xAF"), { headers: "text/html;charset=sjis" });
  assert.equal(places.byteOffset(1), 2);
  assert.equal(places.byteOffset(2 ** 31 - 1), 4);
  assert.throws(() => places.byteOffset(-1), { name: "RangeError", message: /^textOffset must be a whole number/ });
  assert.throws(() => places.byteRange(0), { name: "TypeError", message: /^end must be/ });
  places.free();
  places.free();
  assert.throws(() => places.textOffset(0), { name: "TypeError", message: "the positions were freed" });
});

import assert from "node:assert/strict";
import test from "node:test";

import { DecodeError, TextDecoder, decode, detect, encodings, health, tryDecode } from "charsniff";

import { HASHES, hashOf, probeOf } from "../lib/platform.js";

const latin1 = (text) => new Uint8Array(Buffer.from(text, "latin1"));

test("the probes' hashes are those of our own decoders", () => {
  for (const encoding of encodings().filter((name) => name !== "UTF-8" && name !== "replacement")) {
    // Our decoder reads the probe that the platform's decoder is tested with.
    const { text } = decode(probeOf(encoding), { context: "text-decoder", label: encoding, ignoreBOM: true });
    assert.equal(HASHES[encoding], hashOf(text), encoding);
  }
});

test("where Node's own decoders differ from the standard, text follows the standard", () => {
  const read = (label, bytes) => new TextDecoder(label).decode(latin1(bytes));
  assert.equal(read("windows-1252", "\x80\x93"), "€“");
  assert.equal(read("shift_jis", "\x1A\x1C\x7F"), "\x1A\x1C\x7F");
  assert.equal(read("koi8-u", "\xAE"), "ў");
  assert.equal(read("windows-874", "\xDB"), "\uFFFD");
  assert.equal(read("iso-8859-16", "\xA4"), "€");
  assert.equal(read("x-user-defined", "\x80"), "\uF780");
});

test("TextDecoder: chunks, byte order marks, errors", () => {
  for (const label of ["utf-8", "utf-16le", "gbk", "shift_jis", "iso-2022-jp", "windows-1252"]) {
    const bytes = latin1("\xEF\xBB\xBFab\x1B$B\x30\x21\x81\x40\xFF\xFE\xE9\x80");
    const whole = new TextDecoder(label).decode(bytes);
    for (let size = 1; size < bytes.length; size++) {
      const decoder = new TextDecoder(label);
      let text = "";
      for (let at = 0; at < bytes.length; at += size) {
        text += decoder.decode(bytes.subarray(at, at + size), { stream: true });
      }
      assert.equal(text + decoder.decode(), whole, `${label}, chunks of ${size}`);
      // It can be used again.
      assert.equal(decoder.decode(bytes), whole);
    }
  }
  // The start of a byte order mark, in chunks, that turns out to be none.
  for (const [label, bytes] of [["utf-8", "\xEF\xBBab"], ["utf-16le", "\xFFa"], ["utf-16be", "\xFEab"]]) {
    const decoder = new TextDecoder(label);
    const parts = Array.from(latin1(bytes), (byte) => decoder.decode(Uint8Array.of(byte), { stream: true }));
    assert.equal(parts.join("") + decoder.decode(), new TextDecoder(label, { ignoreBOM: true }).decode(latin1(bytes)));
  }
  assert.equal(new TextDecoder("utf-8").decode(latin1("\xEF\xBB\xBFa")), "a");
  assert.equal(new TextDecoder("utf-8", { ignoreBOM: true }).decode(latin1("\xEF\xBB\xBFa")), "\uFEFFa");
  assert.equal(new TextDecoder("utf-16be").decode(latin1("\xFE\xFF\x04\x1C")), "М");
  assert.equal(new TextDecoder("utf-8").decode(latin1("\xEF\xBB")), "\uFFFD");
  assert.deepEqual(
    [new TextDecoder("Latin1", { fatal: true })].map(({ encoding, fatal, ignoreBOM }) => [encoding, fatal, ignoreBOM]),
    [["windows-1252", true, false]],
  );
  assert.throws(() => new TextDecoder("replacement"), RangeError);
  assert.throws(() => new TextDecoder("none"), { name: "RangeError", message: 'label: no encoding is named "none"' });
  for (const label of ["utf-8", "big5"]) {
    assert.throws(() => new TextDecoder(label, { fatal: true }).decode(latin1("a\xFF")), TypeError);
  }
});

test("UTF-8: an error is found at every position, and valid text has none", () => {
  const errors = [
    "\x80", "\xC3", "\xC0\x80", "\xC1\xBF", "\xE2\x82", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x9F\x98",
    "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF",
  ];
  const utf8 = { headers: "text/html; charset=utf-8" };
  for (const filler of ["a", "é", "߿", "ࠀ", "漢", "\uD7FF", "\uE000", "😀", "a漢é😀"]) {
    const length = Buffer.byteLength(filler);
    for (let count = 0; count * length < 140; count++) {
      const before = Buffer.from(filler.repeat(count));
      // Text after the error: none, ASCII, characters; less and more than the 32 bytes that are tested at once.
      for (const after of ["", "a", filler, "b".repeat(70)]) {
        assert.equal(health(Buffer.concat([before, Buffer.from(after)]), utf8).firstError, null);
        for (const error of errors) {
          const text = Buffer.concat([before, latin1(error), Buffer.from(after)]);
          assert.equal(health(text, utf8).firstError, before.length, `${text.toString("hex")}`);
        }
      }
    }
  }
});

test("text of every operation", () => {
  assert.equal(decode(latin1("\xFE\xFF\x04\x1C\xDC\x00")).text, "М\uFFFD");
  assert.equal(decode(latin1("<p>caf\xE9"), { headers: "text/html; charset=utf-8" }).text, "<p>caf\uFFFD");
  assert.equal(decode(latin1("\x80"), { context: "header-value" }).text, "\x80");
  assert.equal(decode(latin1("x"), { headers: "text/html; charset=iso-2022-kr" }).text, "\uFFFD");
  assert.equal(decode(latin1("\xEF\xBB\xBFa"), { context: "text-decoder", ignoreBOM: true }).text, "\uFEFFa");
  const isomorphic = new Uint8Array(100_000).fill(0xe9);
  assert.equal(decode(isomorphic, { context: "header-value" }).text, "é".repeat(100_000));
});

test("an error for a malformed sequence has its position and length", () => {
  const error = (bytes, options) => {
    try {
      return tryDecode(latin1(bytes), options);
    } catch (thrown) {
      assert.ok(thrown instanceof DecodeError && thrown instanceof TypeError);
      return [thrown.message, thrown.encoding, thrown.offset, thrown.length];
    }
  };
  const xml = { context: "xml" };
  assert.deepEqual(error("<a>\xF0\x9F</a>", xml), ["malformed UTF-8 at byte 3 (2 bytes)", "UTF-8", 3, 2]);
  assert.deepEqual(error("\xEF\xBB\xBF<a>\xFF</a>", xml).slice(2), [6, 1]);
  const gbk = '<?xml version="1.0" encoding="gbk"?>';
  assert.deepEqual(error(`${gbk}${" ".repeat(200_000)}\xFF</a>`, xml).slice(1), ["GBK", gbk.length + 200_000, 1]);
  assert.equal(error("<a>\xFF</a>", { ...xml, lossy: true }).text, "<a>\uFFFD</a>");
  assert.equal(error("<a>\xFF</a>", { ...xml, reading: "crawler" }).text, "<a>ÿ</a>");
  assert.equal(decode(latin1("<a>\xFF</a>"), xml).text, "<a>\uFFFD</a>");
  assert.deepEqual(error("\xFF", { context: "text-decoder", label: "big5", fatal: true }).slice(2), [0, 1]);
});

test("a saved page as UTF-8", () => {
  const page = latin1("<meta charset=windows-1251><p>\xCC\xE0\xF0\xF1 \xE8 \xC2\xE5\xED\xE5\xF0\xE0");
  const { text, encoding, refuted = [], repairs } = decode(page, { reading: "crawler", repair: true });
  assert.deepEqual([encoding, refuted, repairs], ["windows-1251", [], []]);
  const again = decode(Buffer.from(`\uFEFF${text}`), { reading: "chromium" });
  assert.deepEqual([again.encoding, again.source, again.text], ["UTF-8", "bom", text]);
});

test("the detector by itself", () => {
  const guess = detect(latin1("\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xCA\xE0\xEA \xE4\xE5\xEB\xE0?"));
  assert.equal(guess.encoding, "windows-1251");
  assert.ok(guess.probability > 0.9 && guess.probability <= 1);
  assert.ok(guess.runnersUp.length > 0 && guess.runnersUp.every(({ probability }) => probability <= guess.probability));
  assert.equal(detect(latin1("\x89PNG\r\n\x1A\n\0\0\0\rIHDR")), null);
  assert.deepEqual(detect(new Uint8Array(0)), { encoding: "UTF-8", probability: 1, language: null, script: null, runnersUp: [] });
});

import assert from "node:assert/strict";
import { writeFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import test from "node:test";

import chardet, { analyse, detect, detectFile, detectFileSync } from "charsniff/chardet";
import { DecodeStream, decodeBuffer, getEncoding } from "charsniff/encoding-sniffer";
import { ResultType, STRINGS, Sniffer } from "charsniff/encoding-sniffer/sniffer";
import jschardet from "charsniff/jschardet";
import htmlEncodingSniffer from "charsniff/html-encoding-sniffer";

const latin1 = (string) => new Uint8Array(Buffer.from(string, "latin1"));
const meta = latin1("<meta charset=koi8-r><p>\xED\xC1\xD2\xD3");
const none = latin1("<p>\xED\xC1\xD2\xD3");

test("html-encoding-sniffer", () => {
  assert.equal(htmlEncodingSniffer(meta), "KOI8-R");
  assert.equal(htmlEncodingSniffer(meta, { transportLayerEncodingLabel: "latin1" }), "windows-1252");
  assert.equal(htmlEncodingSniffer(meta, { transportLayerEncodingLabel: "no label" }), "KOI8-R");
  assert.equal(htmlEncodingSniffer(none), "windows-1252");
  assert.equal(htmlEncodingSniffer(none, { defaultEncoding: "as it is given" }), "as it is given");
  assert.equal(htmlEncodingSniffer(latin1("\xFE\xFF"), { transportLayerEncodingLabel: "latin1" }), "UTF-16BE");
  assert.equal(htmlEncodingSniffer(meta, { xml: true }), "UTF-8");
  assert.equal(htmlEncodingSniffer(latin1('<?xml version="1.0" encoding="gbk"?>'), { xml: true }), "GBK");
  assert.equal(htmlEncodingSniffer(meta, { maxPrescanBytes: 10 }), "windows-1252");
  const late = latin1(`${" ".repeat(2000)}<meta charset=gbk>`);
  assert.equal(htmlEncodingSniffer(late), "windows-1252");
  assert.equal(htmlEncodingSniffer(late, { maxPrescanBytes: Infinity }), "GBK");
  assert.throws(() => htmlEncodingSniffer(meta, { xml: true, maxPrescanBytes: 10 }), TypeError);
  for (const maxPrescanBytes of [-1, 1.5, NaN, -Infinity, null, "1024"]) {
    assert.throws(() => htmlEncodingSniffer(meta, { maxPrescanBytes }), { name: "RangeError", message: /^maxPrescanBytes must be/ });
  }
  assert.equal(htmlEncodingSniffer(meta, { maxPrescanBytes: 2 ** 40 }), "KOI8-R");
});

test("html-encoding-sniffer by require is the function itself", () => {
  const required = createRequire(import.meta.url)("charsniff/html-encoding-sniffer");
  assert.equal(required(meta), "KOI8-R");
  assert.equal(required.default, required);
});

test("encoding-sniffer", async () => {
  assert.equal(getEncoding(meta), "KOI8-R");
  assert.equal(getEncoding(meta, { userEncoding: "gbk", transportLayerEncodingLabel: "big5" }), "GBK");
  assert.equal(getEncoding(meta, { userEncoding: "no label", transportLayerEncodingLabel: "big5" }), "Big5");
  assert.equal(getEncoding(meta, { maxBytes: 5 }), "windows-1252");
  assert.equal(getEncoding(none, { defaultEncoding: "koi8-r" }), "KOI8-R");
  assert.equal(decodeBuffer(meta), "<meta charset=koi8-r><p>Марс");
  assert.equal(decodeBuffer(latin1("\xEF\xBB\xBFa")), "a");
  for (const [bytes, options, expected] of [
    [meta, {}, "<meta charset=koi8-r><p>Марс"],
    [none, { defaultEncoding: "koi8-r" }, "<p>Марс"],
    [latin1("\x89\xCE\x90\xAF".repeat(2000)), { transportLayerEncodingLabel: "sjis" }, "火星".repeat(2000)],
    [new Uint8Array(0), {}, ""],
  ]) {
    for (const size of [1, 3, 1000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      assert.equal(await text(Readable.from(chunks).pipe(new DecodeStream(options))), expected);
    }
  }
});

test("chardet", async () => {
  assert.equal(detect(latin1("hello there!")), "ASCII");
  assert.equal(detect(Buffer.from("Привет")), "UTF-8");
  assert.equal(detect(latin1("\x89PNG\r\n\x1A\n\0\0\0\rIHDR")), null);
  const matches = analyse(latin1(
    "\xC4\xEE\xF0\xEE\xE3\xE0 \xE2\xE5\xE4\xB8\xF2 \xF7\xE5\xF0\xE5\xE7 \xEC\xEE\xF1\xF2 \xED\xE0 " +
      "\xF1\xE0\xEC\xF3\xFE \xE1\xEE\xEB\xFC\xF8\xF3\xFE \xEF\xEB\xEE\xF9\xE0\xE4\xFC \xE3\xEE\xF0\xEE\xE4\xE0.",
  ));
  assert.equal(matches[0].name, "windows-1251");
  assert.ok(matches.length > 1 && matches.every(({ confidence }, i) => Number.isInteger(confidence) && confidence <= (matches[i - 1]?.confidence ?? 100)));
  assert.equal(chardet.detect, detect);
  assert.throws(() => detect("text"), { name: "TypeError", message: "Input must be a byte array, e.g. Buffer or Uint8Array" });

  const path = join(tmpdir(), `charsniff-${process.pid}.txt`);
  writeFileSync(path, `ascii, then ${"é".repeat(10)}`);
  try {
    assert.deepEqual([await detectFile(path), detectFileSync(path)], ["UTF-8", "UTF-8"]);
    assert.deepEqual([await detectFile(path, { sampleSize: 5 }), detectFileSync(path, { sampleSize: 5 })], ["ASCII", "ASCII"]);
    assert.deepEqual([await detectFile(path, { sampleSize: 8, offset: 12 }), detectFileSync(path, { sampleSize: 8, offset: 12 })], ["UTF-8", "UTF-8"]);
    await assert.rejects(detectFile(`${path}.none`), { code: "ENOENT" });
  } finally {
    rmSync(path);
  }
});

test("encoding-sniffer/sniffer: the same answer in chunks, and its source", () => {
  for (const [page, options, encoding, type] of [
    ["", {}, "windows-1252", "DEFAULT"],
    ["<p>", { defaultEncoding: "koi8-r" }, "KOI8-R", "DEFAULT"],
    ["<meta charset=koi8-r><p>", {}, "KOI8-R", "META_TAG"],
    ["<?xml version='1.0' encoding='utf-16'?><p>", {}, "UTF-8", "XML_ENCODING"],
    ["<?xml version='1.0' encoding='gbk'?><meta charset=koi8-r>", {}, "KOI8-R", "META_TAG"],
    ["<?xml version='1.0' encoding='gbk'?><meta charset=koi8-r>", { maxBytes: 40 }, "GBK", "XML_ENCODING"],
    ["<\0?\0x\0", {}, "UTF-16LE", "XML_PREFIX"],
    ["\xEF\xBB\xBF<meta charset=koi8-r>", { userEncoding: "gbk" }, "UTF-8", "BOM"],
    ["<meta charset=koi8-r>", { transportLayerEncodingLabel: "gbk" }, "GBK", "PASSED"],
  ]) {
    for (const size of [1, 7, 1000]) {
      const sniffer = new Sniffer(options);
      for (let at = 0; at < page.length; at += size) {
        sniffer.write(latin1(page.slice(at, at + size)));
      }
      assert.deepEqual([sniffer.encoding, ResultType[sniffer.resultType]], [encoding, type], `${page} by ${size}`);
    }
    assert.equal(getEncoding(latin1(page), options), encoding);
  }
  assert.deepEqual(STRINGS.UTF16BE_XML_PREFIX, latin1("\0<\0?\0x"));
  assert.equal(createRequire(import.meta.url)("charsniff/encoding-sniffer/sniffer").ResultType.META_TAG, 3);
});

test("jschardet", () => {
  assert.deepEqual(jschardet.detect("abc"), { encoding: "ascii", confidence: 1, language: null, mimeType: "text/plain" });
  const russian = latin1(
    "\xC4\xEE\xF0\xEE\xE3\xE0 \xE2\xE5\xE4\xB8\xF2 \xF7\xE5\xF0\xE5\xE7 \xEC\xEE\xF1\xF2 \xED\xE0 " +
      "\xF1\xE0\xEC\xF3\xFE \xE1\xEE\xEB\xFC\xF8\xF3\xFE \xEF\xEB\xEE\xF9\xE0\xE4\xFC \xE3\xEE\xF0\xEE\xE4\xE0.",
  );
  assert.deepEqual([jschardet.detect(russian).encoding, jschardet.detect(russian).language], ["Windows-1251", "ru"]);
  assert.equal(jschardet.detect(russian, { detectEncodings: ["koi8-r", "utf-8"] }).encoding, "KOI8-R");
  assert.notEqual(jschardet.detect(russian, { excludeEncodings: ["windows-1251"] }).encoding, "Windows-1251");
  assert.throws(() => jschardet.detect(russian, { detectEncodings: ["UTF-14"] }), { message: 'Unknown encoding "UTF-14"' });
  assert.equal(jschardet.detectAll(russian).length, 1);
  assert.ok(jschardet.detectAll(russian, { minimumThreshold: 0 }).length > 1);
  assert.equal(jschardet.detect(latin1("\x89PNG\r\n\x1A\n\0\0\0\rIHDR")).encoding, null);
});

import assert from "node:assert/strict";
import test from "node:test";

import { decode, explain, sniff } from "charsniff";

import { bytesOf, documents, optionsOf } from "./fixtures.js";
import { records } from "./records.js";

const READINGS = [{}, { reading: "chromium" }, { reading: "firefox" }, { detection: "off" }];

/** The fields of an explanation that a verdict has. */
function verdictOf({ encoding, confidence, source, bom, fatal, label }) {
  return { encoding, confidence, source, bom, ...(fatal && { fatal }), label };
}

for (const document of documents()) {
  test(`${document.file}: verdict and text`, () => {
    const bytes = bytesOf(document);
    const options = optionsOf(document);
    const { text, ...verdict } = decode(bytes, options);
    assert.deepEqual(
      [verdict.encoding, verdict.confidence, verdict.source],
      [document.encoding, document.confidence, document.source],
    );
    assert.deepEqual(verdict, sniff(bytes, options));
    for (const word of document.words ?? []) {
      assert.ok(text.includes(word), word);
    }
  });
}

// `sniff` reads as little as it can, `explain` everything.
test("the start of a resource gives the same verdict as the whole", () => {
  const inputs = documents().map((document) => ({ bytes: bytesOf(document), options: optionsOf(document) }));
  // Declarations far down: after the bytes that are read first, and after the prescan's limit.
  const far = inputs.flatMap(({ bytes, options }) =>
    [900, 4090].map((length) => {
      const page = new Uint8Array(length + bytes.length).fill(0x20);
      page.set(new TextEncoder().encode("<title>x</title><!--"));
      page.set(new TextEncoder().encode("-->"), length - 3);
      page.set(bytes, length);
      return { bytes: page, options };
    }),
  );
  let compared = 0;
  for (const { bytes, options } of [...inputs, ...far, ...records()]) {
    for (const reading of READINGS) {
      const all = { ...options, ...reading };
      assert.deepEqual(sniff(bytes, all), verdictOf(explain(bytes, all)), JSON.stringify(all));
      compared++;
    }
  }
  assert.ok(compared > 20_000, `${compared} compared`);
});

test("headers of every kind", () => {
  const page = new TextEncoder().encode("<p>text");
  const type = "text/html; charset=koi8-r";
  const all = [
    type,
    new Headers({ "Content-Type": type }),
    new Map([["CONTENT-TYPE", type]]),
    [["Server", "x"], ["content-type", type]],
    { "Content-Type": type, "set-cookie": ["a", "b"] },
    { "content-type": [type], etag: undefined },
  ];
  for (const headers of all) {
    const { encoding, source } = sniff(page, { headers });
    assert.deepEqual([encoding, source], ["KOI8-R", "transport"]);
  }
});

test("bytes of every kind, and parts of buffers", () => {
  const bytes = new TextEncoder().encode("xx<meta charset=gbk>yy");
  const all = [
    bytes.subarray(2, 20),
    Buffer.from(bytes.buffer, 2, 18),
    new DataView(bytes.buffer, 2, 18),
    bytes.slice(2, 20).buffer,
    new Uint8ClampedArray(bytes.slice(2, 20)),
    new Uint8Array(new SharedArrayBuffer(18)).fill(0x20),
  ];
  for (const [i, some] of all.entries()) {
    assert.equal(sniff(some).encoding, i < 5 ? "GBK" : "windows-1252");
  }
});

test("hints for the detector come with each page", () => {
  const bytes = new Uint8Array([0xb8, 0xb5]);
  const of = (options) => sniff(bytes, options).encoding;
  assert.deepEqual([of({ tld: "jp" }), of({ tld: "kr" })], ["EUC-JP", "EUC-KR"]);
  assert.deepEqual([of({ url: "https://example.jp/" }), of({ url: new URL("https://example.kr/") })], ["EUC-JP", "EUC-KR"]);
});

test("an option has no effect on another call", () => {
  const page = new TextEncoder().encode("<p>text");
  const options = { locale: "ja" };
  assert.equal(sniff(page, options).encoding, "Shift_JIS");
  options.locale = "ru";
  assert.equal(sniff(page, options).encoding, "windows-1251");
  assert.equal(sniff(page).encoding, "windows-1252");
  // The order of keys does not matter: the reading is applied first.
  assert.deepEqual(
    sniff(page, { detection: "full", reading: "chromium" }),
    sniff(page, { reading: "chromium", detection: "full" }),
  );
});

// Chromium, at a resource with this Content-Type, shows 火星.
test("JSON is UTF-8 for a program that fetches it, and what its charset says for a browser that navigates there", () => {
  const bytes = Uint8Array.of(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xbb, 0xf0, 0xd0, 0xc7, 0x22, 0x7d);
  const options = { headers: "application/json; charset=gbk", reading: "chromium" };
  assert.equal(sniff(bytes, options).encoding, "UTF-8");
  assert.equal(decode(bytes, { ...options, context: "text-document" }).text, '{"a":"火星"}');
});

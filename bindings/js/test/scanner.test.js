import assert from "node:assert/strict";
import test from "node:test";

import { MetaStream } from "charsniff";

const encode = (text) => new TextEncoder().encode(text);

const PAGE = encode(
  "<!doctype html><!-- <meta charset=gbk> --><script>'<meta charset=gbk>'</script><title>x</title>" +
    "<meta charset=big5><p title='<meta charset=gbk>'>text<meta http-equiv=content-type content='text/html; charset=koi8&#45;r'>",
);

function scan(chunks, options) {
  const scanner = new MetaStream(options);
  const found = chunks.flatMap((chunk) => scanner.push(chunk));
  return [...found, ...scanner.end()];
}

test("declarations that a parser acts on, in chunks of every size", () => {
  const whole = scan([PAGE]);
  assert.deepEqual(whole.map(({ encoding, inHead }) => [encoding, inHead]), [["Big5", true], ["KOI8-R", false]]);
  const texts = whole.map(({ tag, labelRange }) => [tag, labelRange].map(({ start, end }) => new TextDecoder().decode(PAGE.subarray(start, end))));
  assert.deepEqual(texts[0], ["<meta charset=big5>", "big5"]);
  assert.equal(texts[1][0].slice(0, 16), "<meta http-equiv");
  for (let size = 1; size < PAGE.length; size++) {
    const chunks = [];
    for (let at = 0; at < PAGE.length; at += size) {
      chunks.push(PAGE.subarray(at, at + size));
    }
    assert.deepEqual(scan(chunks), whole, `chunks of ${size}`);
  }
});

test("as browsers: after the limit in the head only", () => {
  const late = (before) => encode(`<title>x</title>${before}${" ".repeat(2000)}<meta charset=gbk>`);
  assert.equal(scan([late("</x>")], { reading: "chromium" }).length, 0);
  assert.equal(scan([late("</x>")], { reading: "firefox" }).length, 1);
  const scanner = new MetaStream({ reading: "firefox", limit: 4 });
  scanner.push(encode("<title>x</title>"));
  assert.equal(scanner.isOver, false);
  scanner.push(encode("<body>"));
  assert.equal(scanner.isOver, true);
});

test("scripting: whether noscript hides", () => {
  const page = encode("<noscript><meta charset=big5></noscript>");
  assert.equal(scan([page], { scripting: true }).length, 0);
  assert.equal(scan([page], { scripting: false }).length, 1);
});

test("a tag that is too long ends the scan", () => {
  const scanner = new MetaStream();
  scanner.push(encode("<a "));
  const chunk = new Uint8Array(1 << 18).fill(0x61);
  for (let i = 0; i < 8; i++) {
    scanner.push(chunk);
  }
  assert.equal(scanner.isOver, true);
  assert.deepEqual(scanner.push(encode("><meta charset=gbk>")), []);
});

test("freed, ended, and wrong", () => {
  const scanner = new MetaStream();
  scanner.free();
  scanner.free();
  assert.deepEqual(scanner.end(), []);
  assert.equal(scanner.isOver, true);
  assert.throws(() => scanner.push(PAGE), { name: "TypeError", message: "the scanner has ended" });
  assert.throws(() => new MetaStream({ scripting: 1 }), { name: "TypeError", message: "scripting must be a boolean, not number" });
  assert.throws(() => new MetaStream({ script: true }), { name: "TypeError", message: /^unknown option "script"/ });
  assert.throws(() => new MetaStream({ reading: "x" }), RangeError);
  assert.throws(() => new MetaStream().push("x"), { name: "TypeError", message: /^bytes must be/ });
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import * as charsniff from "charsniff";

const page = new TextEncoder().encode("<p>text");

const WRONG_TYPES = [
  [["<p>"], /^bytes must be .*, not string$/],
  [[null], /^bytes must be .*, not null$/],
  [[[60, 112]], /^bytes must be .*, not Array$/],
  [[page, 5], /^options must be an object, not number$/],
  [[page, null], /^options must be an object, not null$/],
  [[page, []], /^options must be an object, not Array$/],
  [[page, new Map([["locale", "ja"]])], /^options must be an object, not Map$/],
  [[page, Promise.resolve({ locale: "ja" })], /^options must be an object, not Promise$/],
  [[page, new Headers()], /^options must be an object, not Headers$/],
  [[page, { contxt: "html" }], /^unknown option "contxt"; the options are context, headers, /],
  [[page, { toString: "html" }], /^unknown option "toString"/],
  [[page, { context: 3 }], /^context must be a string, not number$/],
  [[page, { locale: {} }], /^locale must be a string, not Object$/],
  [[page, { locale: Object.create(null) }], /^locale must be a string, not an object$/],
  [[page, { locale: null }], /^locale must be a string, not null$/],
  [[page, { locale: Symbol("ja") }], /^locale must be a string, not symbol$/],
  [[page, { url: 5 }], /^url must be a string, not number$/],
  [[page, { truncated: "yes" }], /^truncated must be a boolean, not string$/],
  [[page, { sameOrigin: 1 }], /^sameOrigin must be a boolean, not number$/],
  [[page, { prescanLimit: "1024" }], /^prescanLimit must be a number, not string$/],
  [[page, { headers: 5 }], /^headers must be .*, not number$/],
  [[page, { headers: null }], /^headers must be .*, not null$/],
  [[page, { headers: new Response("") }], /^headers must be .*, not Response$/],
  [[page, { headers: ["content-type"] }], /^headers: an element must be a pair/],
  [[page, { headers: "utf-8" }], /^headers: "utf-8" is no Content-Type; one with it is "text\/html; charset=utf-8"$/],
  [[page, { headers: " Latin1" }], /^headers: "Latin1" is no Content-Type/],
  [[page, { contentType: "text/html" }], /^unknown option "contentType"; a Content-Type is given as headers; the options are /],
  [[page, { headers: "Content-Type: text/html\nnonsense" }], /^headers: "nonsense" is no header such as/],
  [[page, { url: "https://example.jp/", tld: "jp" }], /^url and tld exclude each other$/],
  [[page, { context: "text-decoder", label: "gbk", fatal: true, lossy: true }], /^lossy and fatal exclude each other$/],
  [[page, { mimeType: "text/css", headers: "text/html" }], /^mimeType is for a resource without a Content-Type, and headers has one$/],
  [[page, { only: "gbk" }], /^only must be an array of labels, not string$/],
  [[page, { prefer: [5] }], /^prefer must be an array of labels/],
  [[page, { headers: { "content-type": 5 } }], /^headers: content-type must be a string, not number$/],
];

const OUT_OF_RANGE = [
  [{ context: "text/html" }, /^context: no row is named "text\/html"; contextForMimeType\("text\/html"\) gives one for a MIME type$/],
  [{ only: ["gbk", "x"] }, /^only: no encoding is named "gbk,x"$/],
  [{ context: "page" }, /^context: no row is named "page"; the rows are .*html/],
  [{ override: "utf-9" }, /^override: no encoding is named "utf-9"$/],
  [{ locale: "x y" }, /^locale must be a language tag such as ja or zh-Hant-TW, not "x y"$/],
  [{ locale: " ja" }, /^locale must be a language tag/],
  [{ locale: "ja,en;q=0.5" }, /^locale must be a language tag/],
  [{ parent: "x" }, /^parent: /],
  [{ parent: "x", sameOrigin: false }, /^parent: /],
  [{ history: "x" }, /^history: /],
  [{ styleSheet: "x" }, /^styleSheet: /],
  [{ document: "x" }, /^document: /],
  [{ reading: "netscape" }, /^reading: no such reading \(standard, chromium, firefox, crawler\): "netscape"$/],
  [{ detection: "firefox" }, /^detection: no such detection/],
  [{ context: "x500-string", stringType: "x" }, /^stringType: no such type/],
  [{ stringType: "bmp" }, /^stringType goes with the context x500-string, not with html$/],
  [{ label: "gbk" }, /^label goes with the context text-decoder, not with html$/],
  [{ fatal: true }, /^fatal goes with the context text-decoder/],
  [{ prescanLimit: -1 }, /^prescanLimit must be a whole number/],
  [{ prescanLimit: 1.5 }, /^prescanLimit must be a whole number/],
  [{ detectionCeiling: Infinity }, /^detectionCeiling must be a whole number/],
];

test("a wrong type is a TypeError that names it", () => {
  // A wrong call must not get the result that an earlier valid call left in memory.
  charsniff.explain(page);
  charsniff.sniff(page);
  for (const [given, message] of WRONG_TYPES) {
    for (const call of [charsniff.sniff, charsniff.explain, charsniff.decode, charsniff.health]) {
      assert.throws(() => call(...given), (error) => error instanceof TypeError && message.test(error.message));
    }
  }
  for (const call of [charsniff.detect, charsniff.content]) {
    assert.throws(() => call("x"), { name: "TypeError", message: /^bytes must be/ });
  }
  assert.throws(() => charsniff.detect(page, { url: "https://example.jp/", tld: "jp" }), { name: "TypeError", message: "url and tld exclude each other" });
  const large = new Uint8Array((8 << 20) + 1);
  for (const call of [charsniff.sniff, charsniff.explain]) {
    assert.throws(() => call(large, 5), { name: "TypeError", message: "options must be an object, not number" });
  }
  assert.throws(() => new charsniff.MetaStream(new Map()), { name: "TypeError", message: "options must be an object, not Map" });
  assert.throws(() => charsniff.encodingForLabel(), { name: "TypeError", message: "label must be a string, not undefined" });
});

test("an unknown word is a RangeError that names the option, each time", () => {
  for (let round = 0; round < 2; round++) {
    for (const [options, message] of OUT_OF_RANGE) {
      for (const call of [charsniff.sniff, charsniff.explain]) {
        assert.throws(() => call(page, options), (error) => error instanceof RangeError && message.test(error.message));
      }
    }
  }
});

test("for XMLHttpRequest, an override that is not a label still replaces the header's", () => {
  const headers = "text/plain; charset=big5";
  assert.equal(charsniff.sniff(page, { context: "xhr-text", headers, override: "nonsense" }).source, "default");
});

test("a language tag may be written as operating systems write it", () => {
  for (const locale of ["ja", "JA", "ja-JP", "ja_JP", "ja_JP.UTF-8", "ja@posix"]) {
    assert.equal(charsniff.sniff(page, { locale }).encoding, "Shift_JIS", locale);
  }
  for (const locale of ["", "C", "C.UTF-8", "en-US@posix", "x-klingon"]) {
    assert.equal(charsniff.sniff(page, { locale }).encoding, "windows-1252", locale);
  }
});

test("`tld` takes the last label of a domain; a URL without a domain gives no hint", () => {
  const eucJp = Uint8Array.of(0xb8, 0xb5);
  for (const hint of [{ tld: "jp" }, { tld: ".jp" }, { tld: "co.jp" }, { tld: "example.jp." }, { url: "https://example.jp/" }]) {
    assert.equal(charsniff.sniff(eucJp, hint).encoding, "EUC-JP", JSON.stringify(hint));
  }
  for (const hint of [{ tld: "" }, { tld: "." }, { url: "" }, { url: "/page.jp" }, { url: "data:,x" }, { url: "http://[" }]) {
    assert.deepEqual(charsniff.sniff(eucJp, hint), charsniff.sniff(eucJp), JSON.stringify(hint));
  }
});

test("an undefined option counts as absent", () => {
  assert.deepEqual(charsniff.sniff(page, { headers: undefined, locale: undefined }), charsniff.sniff(page));
});

test("labels, names, contexts", () => {
  assert.equal(charsniff.encodingForLabel(" Latin1\n"), "windows-1252");
  assert.equal(charsniff.encodingForLabel("é"), null);
  assert.equal(charsniff.contextForMimeType("image/svg+xml; charset=koi8-r"), "xml");
  assert.equal(charsniff.encodings().length, 40);
  assert.ok(charsniff.contexts().includes("css-from-document"));
});

test("text in a value that looks like another option is not one", () => {
  const one = charsniff.sniff(page, { headers: "x\nlocale2\nja" });
  assert.equal(one.encoding, "windows-1252");
  assert.equal(charsniff.sniff(page, { context: "html", locale: "ja" }).encoding, "Shift_JIS");
});

test("headers as a text, and the context that follows from them", () => {
  const css = new TextEncoder().encode('@charset "gbk";');
  for (const headers of ["text/css", "Content-Type: text/css", "HTTP/1.1 200 OK\r\nserver: x\r\ncontent-type:text/css\r\n\r\n", { "content-type": "text/css" }]) {
    assert.equal(charsniff.sniff(css, { headers }).source, "at-charset", JSON.stringify(headers));
    assert.equal(charsniff.explain(css, { headers }).context, "css-from-document");
  }
  assert.equal(charsniff.sniff(page, { headers: "Content-Type: text/html; charset=koi8-r" }).encoding, "KOI8-R");
  assert.equal(charsniff.explain(css, { mimeType: "text/css" }).context, "css-from-document");
  assert.equal(charsniff.explain(css, { headers: "text/css", context: "html" }).context, "html");
  assert.equal(charsniff.explain(css, { headers: [["content-type", "text/css"], ["content-type", "text/html"]] }).context, "html");
  assert.equal(charsniff.explain(css, { headers: "nonsense" }).context, "html");
  // This type does not tell the kind of resource.
  assert.equal(charsniff.explain(css, { headers: "application/octet-stream; charset=gbk" }).context, "html");
});

test("the types name every encoding and every context", () => {
  const types = readFileSync(new URL("../index.d.ts", import.meta.url), "utf8");
  const named = (type) => Array.from(new RegExp(`export type ${type} =([^;]*);`).exec(types)[1].matchAll(/"([^"]+)"/g), ([, name]) => name);
  assert.deepEqual(named("Encoding"), charsniff.encodings());
  assert.deepEqual(named("Context"), charsniff.contexts());
});

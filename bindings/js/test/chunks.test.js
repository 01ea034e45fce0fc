import assert from "node:assert/strict";
import { Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import test from "node:test";

import { DecodeStream, DecodeError, Sniffer, Stream, decode, decodeResponse, detect, detectAll, encode, sniff } from "charsniff";
import * as waiting from "charsniff/async";

const latin1 = (text) => new Uint8Array(Buffer.from(text, "latin1"));
const page = latin1("<title>\xED\xC1\xD2\xD3</title><meta charset=koi8-r>");

const textOf = async (readable) => {
  let text = "";
  for await (const part of readable) {
    text += part;
  }
  return text;
};

test("a Sniffer decides as early as it can", () => {
  const sniffer = new Sniffer();
  assert.equal(sniffer.push(latin1("<meta char")), null);
  assert.equal(sniffer.push(latin1("set=big5>")).encoding, "Big5");
  assert.deepEqual(sniffer.finish(), sniff(latin1("<meta charset=big5>")));
  assert.equal(new Sniffer({ headers: "text/html; charset=gbk" }).push(latin1("abc")).source, "transport");
  const ended = new Sniffer({ locale: "ru" });
  assert.equal(ended.finish({ truncated: true }).encoding, "windows-1251");
  ended.free();
  assert.throws(() => ended.push(page), { name: "TypeError", message: "the resource has ended" });
  const freed = new Sniffer();
  freed.free();
  assert.throws(() => freed.push(page), { name: "TypeError", message: "the resource has ended" });
});

test("a Stream gives the text of decode, whatever the chunks", () => {
  for (const size of [1, 7, 1000]) {
    const stream = new Stream({ headers: "text/html" });
    let text = "";
    for (let at = 0; at < page.length; at += size) {
      text += stream.push(page.subarray(at, at + size));
    }
    text += stream.finish();
    assert.equal(text, decode(page).text);
    assert.equal(stream.verdict.encoding, "KOI8-R");
    assert.equal(stream.errors, 0);
    const ended = { name: "TypeError", message: "the resource has ended" };
    for (const call of [() => stream.push(page), () => stream.decide(), () => stream.changeTheEncoding("gbk")]) {
      assert.throws(call, ended);
    }
    assert.equal(stream.finish(), "");
    stream.free();
    assert.equal(stream.verdict.encoding, "KOI8-R");
  }
});

test("a Stream's error says where, and has the text before it", () => {
  const stream = new Stream({ context: "xml" });
  assert.throws(
    () => stream.push(latin1("<a>\xFF")) + stream.finish(),
    (error) => error instanceof DecodeError && error.offset === 3 && error.length === 1 && error.text === "<a>",
  );
});

test("malformed XML that ends a Stream leaves its verdict", () => {
  const stream = new Stream({ context: "xml" });
  stream.push(latin1("<a>\xE2\x82"));
  assert.throws(() => stream.finish(), (error) => error instanceof DecodeError && error.encoding === "UTF-8" && error.offset === 3);
  assert.equal(stream.verdict.encoding, "UTF-8");
});

test("a DecodeStream takes bytes and gives text and the verdict", async () => {
  const response = new Response(page, { headers: { "content-type": "text/html" } });
  const stream = new DecodeStream({ headers: response.headers });
  assert.equal(await textOf(response.body.pipeThrough(stream)), decode(page).text);
  assert.equal((await stream.verdict).source, "meta");

  // Chunks of one byte, and nothing at all.
  const bytes = ReadableStream.from(Array.from(latin1("\x89\xCE\x90\xAF"), (byte) => Uint8Array.of(byte)));
  assert.equal(await textOf(bytes.pipeThrough(new DecodeStream({ headers: "text/html; charset=sjis" }))), "火星");
  const empty = new DecodeStream();
  assert.equal(await textOf(ReadableStream.from([]).pipeThrough(empty)), "");
  assert.equal((await empty.verdict).source, "default");

  // Errors reach the reader, and the verdict's promise.
  const broken = new DecodeStream({ context: "xml" });
  await assert.rejects(textOf(ReadableStream.from([latin1("<a>\xFF")]).pipeThrough(broken)), DecodeError);
  const wrong = new DecodeStream({ context: "page" });
  await assert.rejects(textOf(ReadableStream.from([page]).pipeThrough(wrong)), RangeError);
  await assert.rejects(wrong.verdict, RangeError);
});

test("a DecodeStream goes with streams of Node", async () => {
  assert.ok(new DecodeStream() instanceof TransformStream);
  let text;
  await pipeline(Readable.from([page]), new DecodeStream(), async (parts) => (text = await textOf(parts)));
  assert.equal(text, decode(page).text);
  assert.equal(await textOf(Readable.from([page]).pipe(Duplex.fromWeb(new DecodeStream()))), decode(page).text);
  assert.throws(() => Readable.from([page]).pipe(new DecodeStream()), { name: "TypeError", message: /Duplex\.fromWeb/ });
});

test("decodeResponse uses the bytes, the headers and the URL", async () => {
  const response = (body, type) => new Response(body, { headers: type ? { "content-type": type } : {} });
  assert.equal((await decodeResponse(response(page, "text/html"))).text, decode(page).text);
  assert.equal((await decodeResponse(response(latin1("\xCC\xE0\xF0\xF1"), "text/plain; charset=windows-1251"))).text, "Марс");
  // A style sheet is not read as a page.
  const css = await decodeResponse(response(latin1('@charset "koi8-r"; \xED'), "text/css"));
  assert.deepEqual([css.encoding, css.source], ["KOI8-R", "at-charset"]);
  // A crawler's claims are weighed.
  const lie = await decodeResponse(response(Buffer.from("Привет, мир, это текст"), "text/html; charset=big5"), { reading: "crawler" });
  assert.deepEqual([lie.encoding, lie.refuted.map(({ label }) => label)], ["UTF-8", ["big5"]]);
  // The URL is a hint.
  const eucJp = { headers: {}, url: "https://example.jp/", arrayBuffer: async () => Uint8Array.of(0xb8, 0xb5).buffer };
  assert.equal((await decodeResponse(eucJp)).encoding, "EUC-JP");
  assert.equal((await decodeResponse(eucJp, { tld: "de" })).encoding, sniff(Uint8Array.of(0xb8, 0xb5), { tld: "de" }).encoding);
  const read = response(page, "text/html");
  await read.text();
  await assert.rejects(decodeResponse(read), TypeError);
  await assert.rejects(decodeResponse(page), { name: "TypeError", message: "response must be a Response" });
});

test("encode: every encoding, with references for characters that it lacks", async () => {
  assert.deepEqual(encode("火星 é", "sjis"), { bytes: latin1("\x89\xCE\x90\xAF &#233;"), hadErrors: true });
  assert.deepEqual(encode("Марс", "koi8-r"), { bytes: latin1("\xED\xC1\xD2\xD3"), hadErrors: false });
  assert.deepEqual(encode("é", "utf-16"), { bytes: latin1("\xC3\xA9"), hadErrors: false });
  assert.deepEqual((await waiting.encode("é", "latin1")).bytes, latin1("\xE9"));
  assert.throws(() => encode("é", "latin-9x"), { name: "RangeError", message: 'label: no encoding is named "latin-9x"' });
  assert.throws(() => encode(5, "latin1"), { name: "TypeError", message: "text must be a string, not number" });
});

test("one verdict over many strings", () => {
  // 表.txt, ソ.doc, 東京.mp3 in Shift_JIS.
  const names = ["\x95\x5C.txt", "\x83\x5C.doc", "\x93\x8C\x8B\x9E.mp3"].map(latin1);
  const guess = detectAll(names);
  assert.deepEqual([guess.encoding, guess.language], ["Shift_JIS", "ja"]);
  assert.notEqual(detect(names[1]).encoding, "Shift_JIS");
  assert.deepEqual(detectAll(new Set(names)), guess);
  assert.equal(detectAll(names, { only: ["gbk"] }).encoding, "GBK");
  assert.deepEqual(detectAll([names[2]], { tld: "jp" }), detect(names[2], { tld: "jp" }));
  assert.deepEqual(detectAll([]), detect(latin1("")));
  assert.equal(detectAll([latin1("\0\x01\x02\xFF"), names[0]]), null);
  assert.throws(() => detectAll(["text"]), TypeError);
});

test("detect with candidates and hints", () => {
  const word = latin1("\xEA\xE0\xF2");
  assert.equal(detect(word, { only: ["windows-1251", "koi8-r"] }).encoding, "windows-1251");
  assert.equal(detect(word, { only: ["windows-1251", "koi8-r"] }).script, "Cyrl");
  assert.notEqual(detect(Buffer.from("é"), { except: ["utf-8"] }).encoding, "UTF-8");
  assert.equal(detect(latin1("caf\xE9"), { prefer: ["iso-8859-15"] }).encoding, "ISO-8859-15");
  assert.equal(detect(latin1("\xFE"), { language: "tr" }).encoding, "windows-1254");
  assert.equal(detect(latin1("\x1B$B2P@1\x1B(B"), { detectIso2022Jp: true }).encoding, "ISO-2022-JP");
  assert.deepEqual(detect(latin1("\xB8\xB5"), { url: "https://example.jp/" }), detect(latin1("\xB8\xB5"), { tld: "jp" }));
  assert.deepEqual(detect(word, {}), detect(word));
  for (const [options, error] of [
    [{ only: ["x"] }, RangeError],
    [{ only: "utf-8" }, TypeError],
    [{ lang: "ru" }, TypeError],
    [{ locale: "x y" }, RangeError],
    [{ url: "https://a.jp/", tld: "jp" }, TypeError],
  ]) {
    assert.throws(() => detect(word, options), error, JSON.stringify(options));
  }
});

test("a crawler's declarations are weighed by the bytes", () => {
  const text = Buffer.from("<meta charset=gbk>Привет, мир, это текст");
  const options = { reading: "crawler", headers: "text/html; charset=big5" };
  const { encoding, refuted } = sniff(text, options);
  assert.equal(encoding, "UTF-8");
  assert.deepEqual(refuted, [
    { source: "transport", encoding: "Big5", label: "big5" },
    { source: "meta", encoding: "GBK", label: "gbk" },
  ]);
  assert.equal(sniff(text, { ...options, reading: "standard" }).refuted, undefined);
});

test("repair: the text, and what was repaired", () => {
  const bytes = Buffer.from("<p>NicolÃ¡s");
  const options = { headers: "text/html; charset=utf-8" };
  assert.equal(decode(bytes, options).repairs, undefined);
  const { text, repairs } = decode(bytes, { ...options, repair: true });
  assert.equal(text, "<p>Nicolás");
  assert.deepEqual(repairs, [{ start: 8, end: 12, damage: "doubly-encoded", encodings: ["windows-1252"], was: "Ã¡", became: "á" }]);
  assert.deepEqual(decode(Buffer.from("é"), { ...options, repair: true }).repairs, []);
});

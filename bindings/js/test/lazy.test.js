import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import * as charsniff from "charsniff/bare";

const load = (name) =>
  new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL(`../${name}`, import.meta.url))));

const latin1 = (text) => new Uint8Array(Buffer.from(text, "latin1"));
const declared = latin1("<meta charset=windows-1251><p>\xCC\xE0\xF0\xF1");
const undeclared = latin1("<p>\xCC\xE0\xF0\xF1 \xE8 \xC2\xE5\xED\xE5\xF0\xE0");

let loads = 0;
function later() {
  loads++;
  return Promise.resolve(load("charsniff-whole.wasm"));
}

test("without the core, a call throws", async () => {
  const error = { name: "NotReadyError", message: "charsniff.wasm is not loaded yet: call provide first" };
  const { decode, detect, encodings, explain, health, MetaStream, sniff, TextDecoder } = charsniff;
  for (const call of [sniff, explain, decode, detect, health, encodings, () => new MetaStream(), () => new TextDecoder()]) {
    assert.throws(() => call(undeclared), error);
  }
  await assert.rejects(charsniff.ready(), error);
});

test("the detector is loaded when it is needed, and once", async () => {
  charsniff.provide(load("charsniff.wasm"), later);
  assert.equal(charsniff.sniff(declared).encoding, "windows-1251");
  assert.equal(charsniff.sniff(latin1("<p>text")).source, "default");
  assert.equal(charsniff.sniff(undeclared, { detection: "off" }).source, "default");
  assert.equal(charsniff.sniff(undeclared, { headers: "text/html; charset=utf-8" }).source, "transport");
  assert.equal(charsniff.decode(latin1("\xC3\xA9"), { headers: "text/html; charset=utf-8" }).text, "é");
  assert.equal(charsniff.content(undeclared), "text");
  assert.equal(charsniff.encodingForLabel("latin1"), "windows-1252");
  assert.equal(new charsniff.MetaStream().push(declared).length, 1);
  assert.equal(loads, 0);

  for (const call of [charsniff.sniff, charsniff.explain, charsniff.decode, charsniff.detect, charsniff.health]) {
    assert.throws(() => call(undeclared), (error) => error instanceof charsniff.NotReadyError && error.code === "ERR_CHARSNIFF_NOT_READY");
  }
  await Promise.all([charsniff.ready(), charsniff.ready()]);
  assert.equal(charsniff.sniff(undeclared).encoding, "windows-1251");
  assert.equal(charsniff.decode(undeclared).text, "<p>Марс и Венера");
  assert.equal(loads, 1);
});

test("a module that could not be loaded is requested again", async () => {
  let tries = 0;
  charsniff.provide(load("charsniff.wasm"), () => {
    tries++;
    return tries < 3 ? Promise.reject(new Error("offline")) : load("charsniff-whole.wasm");
  });
  await assert.rejects(charsniff.ready(), { message: "offline" });
  assert.throws(() => charsniff.detect(undeclared), charsniff.NotReadyError);
  await new Promise(setImmediate);
  await charsniff.ready();
  assert.equal(charsniff.detect(undeclared).encoding, "windows-1251");
  assert.equal(tries, 3);
});

test("a value that is not a module is refused, and requested again", async () => {
  const [core, detector] = ["charsniff.wasm", "charsniff-whole.wasm"].map(load);
  const notCore = { name: "TypeError", message: "provide: the first argument must be an instance of charsniff.wasm or charsniff-whole.wasm" };
  for (const wrong of [undefined, {}, { instance: core }]) {
    assert.throws(() => charsniff.provide(wrong, () => detector), notCore);
  }
  assert.throws(() => charsniff.provide(core, detector), { name: "TypeError", message: /^provide: the second argument must be a function/ });
  const notDetector = { name: "TypeError", message: "provide: the second argument must give an instance of charsniff-whole.wasm" };
  for (const wrong of [undefined, core, { instance: detector }]) {
    let given = wrong;
    charsniff.provide(core, () => given);
    assert.throws(() => charsniff.detect(undeclared), notDetector);
    await assert.rejects(charsniff.ready(), notDetector);
    given = detector;
    assert.equal(charsniff.detect(undeclared).encoding, "windows-1251");
  }
});

test("charsniff/async waits", async () => {
  const waiting = await import("charsniff/async");
  assert.equal((await waiting.sniff(undeclared)).encoding, "windows-1251");
  assert.equal((await waiting.decode(undeclared)).text, "<p>Марс и Венера");
  assert.equal((await waiting.explain(undeclared)).source, "detector");
  assert.equal((await waiting.detect(undeclared)).encoding, "windows-1251");
  assert.equal((await waiting.health(undeclared)).malformed, 0);
  await assert.rejects(waiting.sniff("x"), { name: "TypeError", message: /^bytes must be/ });
});

test("memory is bounded by what one call needs, and given back", () => {
  const core = load("charsniff.wasm");
  const detector = load("charsniff-whole.wasm");
  charsniff.provide(core, () => detector);
  const size = () => core.exports.memory.buffer.byteLength + detector.exports.memory.buffer.byteLength;
  const large = new Uint8Array(20 << 20).fill(0xe9);
  const calls = (round) => {
    charsniff.sniff(large, { url: `https://example${round}.jp/`, locale: `x-${round}` });
    charsniff.explain(large.subarray(0, 100_000), { headers: `text/html; charset=x${round}` });
    charsniff.decode(large, { context: "text-decoder", label: "shift_jis" });
    charsniff.health(large.subarray(0, 1 << 20));
    for (let i = 0; i < 100; i++) {
      charsniff.sniff(declared, { locale: `x-${round}-${i}`, headers: { "content-type": `text/html; a=${i}` } });
      const scanner = new charsniff.MetaStream();
      scanner.push(declared);
      scanner.free();
      new charsniff.TextDecoder("big5").decode(undeclared);
    }
  };
  calls(0);
  calls(1);
  const before = size();
  // The verdict depends on 8 MiB at most; buffers are twice as large while they grow.
  assert.ok(before < 64 << 20, `${before} bytes`);
  for (let round = 2; round < 6; round++) {
    calls(round);
  }
  assert.equal(size(), before);

  // Contexts are kept for later calls, but only a limited number of them.
  for (let i = 0; i < 20_000; i++) {
    charsniff.sniff(declared, { headers: `text/html; x=${i}${"x".repeat(500)}` });
  }
  assert.equal(size(), before);
});

test("what has ended is freed at once, not by the garbage collector", () => {
  const whole = load("charsniff-whole.wasm");
  charsniff.provide(whole);
  const size = () => whole.exports.memory.buffer.byteLength;
  const streams = () => {
    for (let i = 0; i < 2000; i++) {
      const stream = new charsniff.Stream();
      stream.push(declared);
      stream.finish();
      new charsniff.Sniffer().finish();
    }
  };
  streams();
  const before = size();
  streams();
  assert.equal(size(), before);
});

test("the module for editing is loaded when it is first needed, and has all", async () => {
  const asked = [];
  const give = (name) => {
    asked.push(name);
    return load(name);
  };
  const page = new TextEncoder().encode("<meta charset=utf8>");
  charsniff.provide(load("charsniff.wasm"), give);
  charsniff.encode("x", "sjis");
  assert.equal(charsniff.lint(page).findings[0].rule, "not-the-preferred-name");
  charsniff.encode("x", "sjis");
  new charsniff.Edit(page).free();
  assert.deepEqual(asked, ["charsniff-whole.wasm", "charsniff-editing.wasm"]);

  charsniff.provide(load("charsniff.wasm"), async (name) => give(name));
  const notReady = { name: "NotReadyError", message: /^charsniff-editing\.wasm is not loaded yet: await ready\("editing"\)/ };
  assert.throws(() => charsniff.convert(page), notReady);
  await charsniff.ready("editing");
  assert.equal(charsniff.convert(page).relabelled, 1);
  charsniff.encode("x", "sjis");
  charsniff.detect(page);
  assert.equal(asked.length, 3);

  charsniff.provide(load("charsniff-whole.wasm"));
  assert.throws(() => charsniff.declarations(page), /charsniff-editing\.wasm cannot be loaded/);
  charsniff.provide(load("charsniff-editing.wasm"));
  assert.equal(charsniff.declarations(page).length, 1);
});

test("edits that are freed leave nothing behind", () => {
  const editing = load("charsniff-editing.wasm");
  charsniff.provide(editing);
  const page = new TextEncoder().encode("a".repeat(10_000));
  const edits = () => {
    for (let i = 0; i < 500; i++) {
      const edit = new charsniff.Edit(page);
      edit.replace(1, 2, "b");
      edit.write();
      edit.free();
    }
  };
  edits();
  const before = editing.exports.memory.buffer.byteLength;
  edits();
  assert.equal(editing.exports.memory.buffer.byteLength, before);
});

test("the core answers as the whole does, or not at all", () => {
  const options = [
    {}, { detection: "off" }, { reading: "chromium" }, { reading: "firefox" }, { reading: "crawler" }, { prescanLimit: 0 },
    { context: "xml" }, { context: "css-from-document" }, { context: "fetch-json" }, { context: "text-document" }, { headers: "text/html; charset=gbk" }, { locale: "ja" },
    { reading: "crawler", detection: "off" }, { detectIso2022Jp: true },
  ];
  const middle = "<title>x</title>".padEnd(1030);
  const pages = [
    "", "x", "\x1B$B%U\x1B(B", "p\0l\0a\0i\0n\0", "\xEF\xBB\xBFx", "\xFE\xFF\0x", "\xE9t\xE9", "<meta charset=koi8-r>\xC1", `${middle}<meta charset=big5>`,
    `${middle}\xE9`, "<?xml version='1.0' encoding='shift_jis'?><a/>", "@charset \"gbk\"; a{}", "a".repeat(5000), "\x01\x02\x03".repeat(99),
  ].map(latin1);
  const answers = (name) => {
    charsniff.provide(load(name), () => Promise.resolve(load("charsniff-whole.wasm")));
    return pages.flatMap((page) => options.map((given) => {
      try {
        return charsniff.sniff(page, given);
      } catch (error) {
        assert.ok(error instanceof charsniff.NotReadyError, error.message);
        return null;
      }
    }));
  };
  const [core, whole] = ["charsniff.wasm", "charsniff-whole.wasm"].map(answers);
  const unanswered = core.filter((answer) => answer === null).length;
  assert.ok(!whole.includes(null) && unanswered > 20 && unanswered < core.length / 2, `${unanswered} of ${core.length}`);
  for (const [i, answer] of core.entries()) {
    const [page, given] = [Math.floor(i / options.length), options[i % options.length]];
    if (answer !== null) {
      assert.deepEqual(answer, whole[i], `page ${page}, ${JSON.stringify(given)}`);
    }
  }
});

// The page gives the library's answers.

import assert from "node:assert/strict";
import test from "node:test";

import { built, settled } from "./browsers.js";
import { command, expected, expectedInContexts } from "./expected.js";
import { drawn, readAll, readPage, shown } from "./page.js";

const saying = command === undefined ? Promise.resolve([]) : expected();

/** Labels for each kind of prescan, and malformed bytes. */
const hostile = Buffer.from(
  '<?xml version="1.0" encoding="koi8-r"?><meta charset=big5>\xC3\xA9\xFF\xCD\xC1\xD2\xD3',
  "latin1",
);
const inContexts =
  command === undefined
    ? Promise.resolve([])
    : expectedInContexts(hostile, ["--header", "Content-Type: text/html;charset=sjis", "--locale", "ja"]);

/** Tests of the page's answers, in the browser of this name; `visit` opens the page at an address. */
export function testWords(name, visit) {
  test(
    "of every example it says what the command says",
    { skip: command === undefined && "CHARSNIFF names no command" },
    async () => {
      const page = await visit(built.href, name === "Firefox" ? 1280 : 360);
      await page.evaluate(`window.readPage = ${readPage}`);
      const found = await page.evaluate(readAll);
      const all = await saying;
      assert.deepEqual(Object.keys(found).sort(), all.map(({ file }) => file).sort());
      for (const example of all) {
        const { text, problem, health, width, slips, ...said } = found[example.file];
        const { standard } = example.said;
        assert.deepEqual(said, shown(example), example.file);
        assert.equal(slips, null, example.file);
        if (standard.text === undefined)
          assert.equal(standard.content === "binary" || problem !== null, true, example.file);
        else assert.equal(text, drawn(standard.text), example.file);
        const isWell = Object.values(standard.health ?? {}).every((sign) => !sign);
        if (standard.content === "binary") assert.equal(health, "Health: no text.", example.file);
        else assert.equal(health === "Health: no sign of damage.", isWell, `${example.file}: ${health}`);
        assert.equal(width <= (name === "Firefox" ? 1280 : 360), true, `${example.file} is ${width} pixels wide`);
      }
      assert.deepEqual(page.problems, []);
      await page.close();
    },
  );

  test(
    "in every context it says what the command says",
    { skip: command === undefined && "CHARSNIFF names no command" },
    async () => {
      const page = await visit(
        `${built.href}#context=&reading=standard&headers=Content-Type:+text/html;charset=sjis&locale=ja&bytes=${hostile.toString("base64url")}`,
      );
      await page.evaluate(`window.readPage = ${readPage}`);
      const all = await inContexts;
      const found = await page.evaluate(
        (names) =>
          names.map((name) => {
            const select = document.getElementById("context");
            select.value = name;
            select.dispatchEvent(new Event("change", { bubbles: true }));
            return window.readPage();
          }),
        all.map(({ file }) => file),
      );
      all.forEach((example, index) => {
        const { encoding, confidence, source, stages, readings } = found[index];
        assert.deepEqual({ encoding, confidence, source, stages, readings }, shown(example), example.file);
      });
      assert.equal(await page.$eval("#evidence-problem", (node) => node.textContent), "");
      assert.deepEqual(page.problems, []);
      await page.close();
    },
  );

  test("a declaration that only a parser finds is reported", async () => {
    const page = await visit(`${built.href}#example=kk-utf8-meta-late-twice.html&context=html&reading=standard`);
    const said = () =>
      page.$$eval(".why, #readings > :first-child .about", (nodes) => nodes.map((node) => node.textContent));
    const [why, about] = await said();
    assert.match(why, /A parser changes it to windows-1251 when it comes to the <meta> at byte 1,120\.$/);
    assert.equal(about, "tentative, detector; changed to windows-1251 while parsing");
    assert.equal(
      await page.$eval("#marks", (marks) => marks.textContent),
      "Label that a parser comes to: bytes 1,120 to 1,131",
    );
    await page.close();

    const late = (context, label) => {
      const bytes = Buffer.from(`<title>x</title>${" ".repeat(1024)}<meta charset=${label}>`);
      return `#context=${context}&reading=standard&bytes=${bytes.toString("base64url")}`;
    };
    for (const [state, changed] of [
      [late("html", "big5"), ["Big5"]],
      [late("html", "utf-16"), ["UTF-8"]],
      // The label means windows-1252, which is the encoding already.
      [late("html", "x-user-defined"), []],
      [late("view-source", "big5"), []],
      ["#example=hu-level.html&context=html&reading=standard", []],
    ]) {
      const other = await visit(built.href + state);
      const told = await other.$eval(".why", (node) =>
        Array.from(node.textContent.matchAll(/changes it to (\S+)/g), ([, to]) => to),
      );
      assert.deepEqual(told, changed, state);
      await other.close();
    }
  });

  test("each sign of bad health is reported", async () => {
    for (const [type, hex, said] of [
      ["utf-8", "43C341FF8041", ["3 malformed sequences (3 bytes); the first at byte 1"]],
      ["utf-8", "EFBFBD", ["1 U+FFFD in the bytes themselves: an earlier decoding went wrong"]],
      ["utf-8", "C285C286", ["2 C1 controls"]],
      ["utf-8", "C383C2A9", ["1 character looks doubly encoded"]],
      [
        "latin1",
        "C3A9",
        ["1 character looks doubly encoded", "The bytes are valid UTF-8, but are read as something else"],
      ],
      [
        "utf-8",
        "0000FEFF00000041",
        [
          "2 malformed sequences (2 bytes); the first at byte 2",
          "The bytes are UTF-32, which is no encoding of the Web: browsers cannot show it",
        ],
      ],
    ]) {
      const bytes = Buffer.from(hex, "hex").toString("base64url");
      const page = await visit(
        `${built.href}#context=html&reading=standard&headers=Content-Type:+text/html;charset=${type}&bytes=${bytes}`,
      );
      assert.deepEqual(await page.$$eval("#health li", (items) => items.map((item) => item.textContent)), said, hex);
      await page.close();
    }
  });

  test("controls and malformed sequences can be seen in the text", async () => {
    // 01, U+0085, FF.
    const page = await visit(`${built.href}#context=html&headers=Content-Type:+text/html;charset=utf-8&bytes=AcKF_w`);
    const marks = await page.$$eval("#decoded mark", (nodes) =>
      nodes.map((node) => [node.className, node.textContent]),
    );
    assert.deepEqual(marks, [
      ["control", "01"],
      ["control", "85"],
      ["replacement", "\uFFFD"],
    ]);
    await page.close();
  });

  test("a missing end is no sign of bad health", async () => {
    const bytes = Buffer.from(
      "\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x83\x65\x83\x4c\x83\x58\x83\x67\x82",
      "latin1",
    ).toString("base64url");
    const page = await visit(`${built.href}#context=html&bytes=${bytes}`);
    const remark = () => page.$eval("[data-stage=detector] .remark", (node) => node.textContent);
    assert.match(await remark(), /the input has errors/);
    await page.$eval("input[name=truncated]", (box) => box.click());
    await settled(page);
    assert.match(await remark(), /all of the input decodes/);
    await page.close();
  });
}

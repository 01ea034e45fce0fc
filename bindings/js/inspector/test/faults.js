// Former faults of the page, and the parts of it that people share.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { built, settled } from "./browsers.js";
import { command } from "./expected.js";
import { WIDTHS, answerOf, fill, verdictOf, widthOf } from "./page.js";

const packageRoot = fileURLToPath(new URL("../../inline.js", import.meta.url));

const textOf = (page, selector) => page.$eval(selector, (node) => node.textContent);
const linkOf = (bytes, facts = "context=html&reading=standard") => `${built.href}#${facts}&bytes=${Buffer.from(bytes, "latin1").toString("base64url")}`;

/** The tests, in one browser. */
export function testFaults(visit, pathOf) {
  test("a label of 900 characters widens nothing", async () => {
    for (const size of WIDTHS) {
      const page = await visit(linkOf(`<meta charset="${"x".repeat(900)}">`, `context=html&headers=Content-Type:+text/html;charset=${"y".repeat(900)}`), size);
      assert.ok((await widthOf(page)) <= size);
      assert.match(await textOf(page, "[data-stage=transport] [data-field=label]"), /^y{60}… \(\d+ bytes more\)$/);
      await page.close();
    }
  });

  test("a link without its bytes, or with damaged ones, says so", async () => {
    for (const [fragment, words] of [
      ["#name=large.html&context=", /^large\.html had too many bytes for the link: choose the file again\.$/],
      ["#context=html&bytes=%", /^The link is damaged: its bytes cannot be read\.$/],
    ]) {
      const page = await visit(built.href + fragment);
      assert.match(await textOf(page, "#bytes-problem"), words);
      await page.close();
    }
  });

  test("binary data are called that, everywhere", async () => {
    const page = await visit(`${built.href}#example=zxx-png.bin`);
    assert.equal(await textOf(page, "#verdict-body .line"), "Binary data");
    assert.match(await textOf(page, "#verdict-body .aside"), /^As text it would be/);
    assert.match(await textOf(page, ".states"), /binary, no text/);
    assert.equal(await textOf(page, "#guess-note"), "Binary data: no encoding.");
    assert.equal((await page.$$("#guesses li")).length, 0);
    await page.close();
  });

  test("a paste that is refused leaves no old answer, and the digit is named", async () => {
    const page = await visit(built.href);
    await fill(page, "#input", "41 C3 A9 41");
    await page.select("#as", "hex");
    await settled(page);
    assert.equal(await answerOf(page), "AéA");
    const shown = (id) => page.$eval(id, (node) => node.checkVisibility());
    for (const [text, problem] of [
      ["41 zz", "“z” at line 1, column 4 is no hexadecimal digit."],
      ["41 42\n43 4g", "“g” at line 2, column 5 is no hexadecimal digit."],
      ["41 4", "The digit “4” before line 1, column 5 stands alone: two make a byte."],
      ["char a[] = { 0x41,\n 0x4Z }", "“Z” at line 2, column 5 is no hexadecimal digit."],
    ]) {
      await fill(page, "#input", text);
      assert.equal(await textOf(page, "#bytes-problem"), problem);
      assert.deepEqual(await Promise.all(["#answer", "#save", "#copy-text", "#results"].map(shown)), [false, false, false, false], text);
      assert.doesNotMatch(page.url(), /#./);
    }
    await fill(page, "#input", "41");
    assert.equal(await answerOf(page), "A");
    assert.equal(await textOf(page, "#bytes-problem"), "");
    await page.close();
  });

  test("what is out of date cannot be saved", async () => {
    const page = await visit(linkOf("caf\xE9"));
    await fill(page, "#override", "no such encoding");
    assert.match(await textOf(page, "#stale"), /^Out of date\. /);
    const isOff = () => page.$$eval("#save, #copy-text, #copy", (buttons) => buttons.map((button) => button.disabled));
    assert.deepEqual(await isOff(), [true, true, true]);
    await fill(page, "#override", "");
    assert.deepEqual(await isOff(), [false, false, false]);
    await page.close();
  });

  test("a dump and a response are pasted", async () => {
    const page = await visit(built.href);
    await fill(page, "#input", "00000000: 4142 c3a9");
    assert.equal(await textOf(page, "#decoded pre"), "ABé");
    assert.equal(await textOf(page, "#taken"), "Taken for xxd, 4 bytes.");
    await fill(page, "#input", "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n<p>A");
    assert.match(await verdictOf(page), /^KOI8-Rcertaindecided by HTTP header/);
    assert.equal(await page.$eval("#headers", (field) => field.value), "Content-Type: text/html; charset=koi8-r");
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("the header that decides is seen, at 1024 pixels and on a phone", async () => {
    for (const size of WIDTHS) {
      const page = await visit(`${built.href}#example=hu-recept.html`, size);
      assert.equal(await page.$eval("#headers", (field) => field.checkVisibility()), true, `${size} pixels`);
      await page.close();
    }
  });

  test("what it is taken for can be chosen, and the headers stay meanwhile", async () => {
    const page = await visit(built.href);
    await fill(page, "#input", "c3a9c3a0c3b4");
    await fill(page, "#headers", "Content-Type: text/html; charset=utf-8");
    assert.equal(await answerOf(page), "éàô");
    await page.select("#as", "text");
    await settled(page);
    assert.equal(await answerOf(page), "c3a9c3a0c3b4");
    assert.equal(await textOf(page, "#taken"), "Taken for text, 12 characters.");
    assert.equal(await page.$eval("#headers", (field) => field.value), "Content-Type: text/html; charset=utf-8");
    await page.close();
  });

  test("a large file's size is shown", async () => {
    const page = await visit(built.href);
    const path = pathOf("fifty.bin");
    const file = openSync(path, "w");
    ftruncateSync(file, 50 * 1024 * 1024);
    closeSync(file);
    await (await page.$("#file")).uploadFile(path);
    await page.waitForFunction(() => document.querySelector("#taken").textContent !== "", { timeout: 20_000 });
    assert.equal(await textOf(page, "#taken"), "fifty.bin: 52,428,800 bytes, of which the first 33,554,432 are read.");
    await page.close();
  });

  test("what a parser changes is said of the standard's reading alone", async () => {
    const page = await visit(`${built.href}#example=kk-utf8-meta-late-twice.html`);
    assert.equal((await page.$$(".states li")).length, 0);
    assert.equal(await page.$eval("#readings-fold", (fold) => fold.open), true);
    await page.select("#reading", "standard");
    await settled(page);
    assert.deepEqual(await page.$$eval(".states li", (items) => items.map((item) => item.textContent)), ["a parser will switch to windows-1251"]);
    await page.close();
    const damaged = await visit(linkOf("<p>caf\xC3\xA9 \xFF", "context=html&reading=standard&headers=Content-Type:+text/html;charset=utf-8"));
    assert.equal(await damaged.$eval("#answer-text mark.replacement", (mark) => mark.textContent), "\uFFFD");
    await damaged.close();
  });

  test("where all agree, the readings are one line", async () => {
    const page = await visit(linkOf("<meta charset=utf-8><p>caf\xC3\xA9"));
    assert.equal(await page.$eval("#readings-fold", (fold) => fold.open), false);
    assert.equal(await textOf(page, "#agreement"), "The standard, Chromium, Firefox and a crawler agree: UTF-8");
    await page.close();
  });

  test("a crawler's refuted declarations are shown", async () => {
    const page = await visit(linkOf("<p>\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82, \xD0\xBC\xD0\xB8\xD1\x80", "context=html&reading=crawler&headers=Content-Type:+text/html;charset=big5"));
    assert.match(await verdictOf(page), /^UTF-8tentativedecided by detector/);
    assert.equal(await textOf(page, "[data-stage=transport] .outcome"), "refuted by the bytes");
    assert.match(await textOf(page, ".why"), /The bytes refute “big5” \(HTTP header\)\./);
    await page.close();
  });

  test("all declarations are listed, and what the standards ask of the author", async () => {
    const page = await visit(linkOf("<meta charset=latin1><meta charset=gbk><p>caf\xE9\x01", "context=html&reading=standard"));
    assert.deepEqual(
      await page.$$eval("#declarations li", (items) => items.map((item) => [item.className, item.querySelector("q").textContent, item.querySelector(".aside").textContent])),
      [["counts", "latin1", "counts"], ["", "gbk", "an earlier declaration comes first"]],
    );
    const rules = await page.$$eval("#lint li", (items) => items.map((item) => item.dataset.rule));
    assert.deepEqual(rules, ["not-utf-8", "not-the-preferred-name", "several-declarations", "disagreement", "control"]);
    assert.match(await textOf(page, "#lint-note"), /^5 findings\./);
    assert.match(await page.$eval("#lint [data-rule=control]", (item) => item.textContent), /line 1, column 47/);
    assert.equal(await page.$$eval("#marks li", (marks) => marks.length), 2);
    await page.close();
    const clean = await visit(linkOf("<!DOCTYPE html><meta charset=utf-8>", "context=html"));
    assert.equal(await textOf(clean, "#lint-note"), "Nothing is wrong.");
    assert.equal(await clean.$eval("#declarations-part", (part) => part.hidden), true);
    await clean.close();
  });

  test("bytes and characters are linked, in the verdict's encoding", async () => {
    const page = await visit(linkOf("<p>\x89\xCE\x90\xAF\x01<", "context=html&headers=Content-Type:+text/html;charset=sjis"));
    assert.equal(await textOf(page, "#rows .characters"), "<p>火←星←·<");
    // The byte CE belongs to the first of the two.
    await page.$eval("#rows", (rows) => rows.scrollIntoView({ block: "center" }));
    const place = await page.evaluate(() => {
      const range = document.createRange();
      const node = document.querySelector("#rows td.bytes").firstChild;
      range.setStart(node, 12);
      range.setEnd(node, 13);
      const { left, top, height } = range.getBoundingClientRect();
      return { x: left + 1, y: top + height / 2 };
    });
    await page.mouse.click(place.x, place.y);
    assert.equal(await page.evaluate(() => getSelection().toString()), "火");
    await page.waitForFunction(() => document.getElementById("selected").textContent !== "");
    assert.equal(await textOf(page, "#selected"), "Selected: bytes 3 to 4: 89 CE");
    await page.close();
  });

  test("what can be repaired is shown as a difference", async () => {
    const page = await visit(linkOf("<p>Nicol\xC3\x83\xC2\xA1s", "context=html&headers=Content-Type:+text/html;charset=utf-8"));
    assert.equal(await textOf(page, "#repairs del"), "Ã¡");
    assert.equal(await textOf(page, "#repairs ins"), "á");
    await page.close();
  });

  test("the code that is copied gives the same verdict", async () => {
    const page = await visit(`${built.href}#example=sk-override.html`);
    const encoding = await textOf(page, "[data-field=encoding]");
    const fixture = fileURLToPath(new URL("../../../../fixtures/pages/sk-override.html", import.meta.url));
    const codeIn = async (language) => {
      await page.select("#language", language);
      return textOf(page, "#code");
    };
    if (command !== undefined) {
      const shell = (await codeIn("command")).replace(/^charsniff/, command).replace("sk-override.html", fixture);
      assert.match(execFileSync("sh", ["-c", shell], { encoding: "utf8" }), new RegExp(encoding));
    }
    const script = (await codeIn("javascript")).replace('"charsniff"', JSON.stringify(pathToFileURL(packageRoot).href));
    const path = pathOf("code.mjs");
    writeFileSync(path, `import { readFileSync } from "node:fs"; const bytes = readFileSync(${JSON.stringify(fixture)});\n${script}\nconsole.log(encoding);`);
    assert.equal(execFileSync("node", [path], { encoding: "utf8" }).trim(), encoding);
    assert.match(await codeIn("rust"), /Context::of\(Kind::Html\)\n    \.reading\(Reading::Crawler\)\n    \.override_encoding\("[^"]+"\)/);
    assert.match(await codeIn("python"), /charsniff\.decode\(data, .*override_encoding=/);
    await page.close();
  });
}

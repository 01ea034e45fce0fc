// The page is used as people use it, and nothing leaves the machine.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";

import { built, settled } from "./browsers.js";
import { fill, press, verdictOf, violations } from "./page.js";

/** Tests of the page's use. `visit` opens the page at an address; `pathOf` gives a path for a file of this name. */
export function testUse(visit, pathOf) {
  test("hex is pasted, and wrong digits are pointed out", async () => {
    const page = await visit(built.href);
    await fill(page, "#input", "ef bb bf 0xC3\\xA9");
    await page.select("#as", "hex");
    await page.waitForFunction(() => document.querySelector("#decoded pre").textContent === "é");
    assert.equal(await verdictOf(page), "UTF-8certaindecided by byte order mark");
    assert.equal(await page.$eval("#rows mark.mark", (mark) => mark.firstChild.textContent), "EF BB BF");
    assert.equal(await page.$eval("#marks", (marks) => marks.textContent), "Byte order mark: bytes 0 to 2");
    await page.type("#input", " zz");
    await page.waitForSelector('#input[aria-invalid="true"]');
    assert.equal(await page.$eval("#bytes-problem", (node) => node.textContent), "“z” at line 1, column 19 is no hexadecimal digit.");
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("a file is dropped, another one is chosen", async () => {
    const page = await visit(built.href);
    await page.evaluate(async () => {
      const file = new File(
        [Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xcc, 0xe0, 0xf0, 0xf1)],
        "mars.txt",
        { type: "text/plain" },
      );
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    });
    await page.waitForFunction(() => document.querySelector("#decoded pre").textContent === "Привет Марс");
    assert.equal(await verdictOf(page), "windows-1251tentativedecided by detector");
    assert.equal(await page.$eval("#taken", (node) => node.textContent), "mars.txt: 11 bytes.");
    assert.equal(
      await page.$eval("#context option", (option) => option.textContent),
      "by the MIME type: text-document",
    );
    assert.equal(await page.$eval("#drop", (node) => node.hidden), true);

    const path = pathOf("sheet.css");
    writeFileSync(path, '@charset "koi8-r"; a::after { content: "\xed\xc1\xd2\xd3" }', "latin1");
    await (await page.$("#file")).uploadFile(path);
    await page.waitForFunction(() => document.querySelector("#decoded pre").textContent.startsWith("@charset"));
    assert.equal(await verdictOf(page), "KOI8-Rtentativedecided by @charset rule");
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("a file's MIME type counts if no header has another", async () => {
    const state = (headers) =>
      `#context=text-document&reading=standard&name=a.json&type=application/json&headers=${headers}&bytes=ImNhZukiCg`;
    for (const [headers, verdict] of [
      ["", "UTF-8tentativedecided by default of the context"],
      ["Content-Type:+text/plain", "windows-1252tentativedecided by detector"],
    ]) {
      const page = await visit(built.href + state(headers));
      assert.equal(await verdictOf(page), verdict);
      await page.close();
    }
  });

  test("headers and other facts count, and invalid ones are refused", async () => {
    const page = await visit(built.href);
    await fill(page, "#input", "<p>é</p>");
    await page.select("#as", "file");
    await settled(page);
    await page.select("#reading", "standard");
    await page.type("#headers", "Content-Type: text/html; charset=sjis");
    await page.waitForFunction(
      () => document.querySelector("[data-stage=transport] .outcome").textContent === "decided",
    );
    assert.match(await verdictOf(page), /^Shift_JIS/);
    assert.match(await page.$eval(".why", (node) => node.textContent), /^The Content-Type header says “sjis”/);
    await page.$eval("#more", (fold) => (fold.open = true));
    await page.type("#override", "latin9");
    await page.waitForSelector('#override[aria-invalid="true"]');
    assert.match(
      await page.$eval("#evidence-problem", (node) => node.textContent),
      /^override: no encoding is named "latin9"/,
    );
    await page.type("#override", "-5");
    await page.$eval("#override", (input) => {
      input.value = "latin5";
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await settled(page);
    assert.match(await verdictOf(page), /^windows-1254certain/);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("a link restores the state, with the bytes if they are few", async () => {
    const page = await visit(`${built.href}#example=sk-override.html`);
    assert.match(await verdictOf(page), /^windows-1250certaindecided by override/);
    await fill(page, "#input", "D0 A4 0D");
    await page.type("#locale", "ru");
    await page.select("#reading", "firefox");
    await settled(page);
    const verdict = await verdictOf(page);
    const again = await visit(page.url());
    assert.equal(await verdictOf(again), verdict);
    assert.equal(await again.$eval("#input", (area) => area.value), "D0 A4 0D");
    assert.equal(await again.$eval("#reading", (select) => select.value), "firefox");
    await again.close();

    const path = pathOf("large.html");
    writeFileSync(path, "é".repeat(5000));
    await (await page.$("#file")).uploadFile(path);
    await page.waitForFunction(() => document.querySelector("#taken").textContent.startsWith("large.html"));
    assert.doesNotMatch(page.url(), /bytes=/);
    await page.click("#copy");
    await page.waitForFunction(() => document.querySelector("#link-note").textContent !== "");
    assert.match(
      await page.$eval("#link-note", (node) => node.textContent),
      /without the bytes: a link holds 8,192 of them/,
    );
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("everything can be done with the keyboard", async () => {
    const page = await visit(`${built.href}#example=hu-recept.html`);
    const focused = () =>
      page.evaluate(() => document.activeElement.id || document.activeElement.name || document.activeElement.className);
    const way = [];
    for (let step = 0; step < 60 && way.at(-1) !== "decoded"; step += 1) {
      await page.keyboard.press("Tab");
      way.push(await focused());
    }
    for (const stop of [
      "skip",
      "input",
      "file",
      "clear",
      "headers",
      "context",
      "url",
      "locale",
      "reading",
      "copy-text",
      "save",
      "copy",
      "place",
      "rows",
      "decoded",
    ]) {
      assert.ok(way.includes(stop), `Tab does not come to ${stop}, but to ${way.join(", ")}`);
    }
    const address = page.url();
    await page.focus(".skip");
    await press(page, "Enter");
    assert.deepEqual([await focused(), page.url()], ["answer", address]);
    // The link at the label's position in the pipeline leads to its bytes.
    await page.focus("[data-stage=prescan] .place");
    await press(page, "Enter");
    assert.equal(await focused(), "rows");
    assert.equal(await page.$eval("#rows .found-row mark", (mark) => mark.firstChild.textContent), "75 74 66 2D 38");
    await page.close();
  });

  test("of many bytes only the visible ones are in the document", async () => {
    const page = await visit(built.href);
    const path = pathOf("many.txt");
    writeFileSync(path, Buffer.alloc(3_000_000, "0123456789abcde\n"));
    await (await page.$("#file")).uploadFile(path);
    await page.waitForFunction(
      () => document.querySelector("#hex-size").textContent === "the first 2,097,152 bytes of 3,000,000 bytes",
    );
    assert.match(await page.$eval("#text-size", (node) => node.textContent), /^the first 32,768 characters$/);
    await page.$eval("#rows", (rows) => (rows.scrollTop = rows.scrollHeight));
    await page.waitForSelector('#rows [data-row="131071"]');
    assert.equal(await page.$eval('#rows [data-row="131071"] th', (cell) => cell.textContent), "1FFFF0");
    assert.ok((await page.$$("#rows tr")).length < 100);
    await page.close();
  });

  test("axe finds nothing, on a desktop and on a phone", async () => {
    for (const [example, width] of [
      ["hu-recept.html", 1280],
      ["zxx-png.bin", 360],
    ]) {
      const page = await visit(`${built.href}#example=${example}`, width);
      await page.$$eval("details", (folds) => folds.forEach((fold) => (fold.open = true)));
      assert.deepEqual(await violations(page), [], example);
      const unnamed = await page.$$eval("input, select, textarea", (all) =>
        all.filter(({ labels }) => labels.length === 0).map(({ name }) => name),
      );
      assert.deepEqual(unnamed, []);
      await page.close();
    }
  });

  test("nothing is fetched, and nothing can be sent", async (context) => {
    const asked = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.setHeader("Content-Type", "text/html");
      response.end(readFileSync(built));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    context.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = `http://127.0.0.1:${server.address().port}/`;
    const page = await visit(address);
    assert.equal(await page.$eval("#answer", (node) => node.hidden), true);
    assert.deepEqual(page.problems, []);
    const outcomes = await page.evaluate(async (to) => {
      const image = new Image();
      const loaded = new Promise((resolve) => {
        image.onload = () => resolve("loaded");
        image.onerror = () => resolve("refused");
      });
      image.src = `${to}image`;
      const fetched = fetch(`${to}fetch`).then(
        () => "sent",
        () => "refused",
      );
      return Promise.all([fetched, loaded]);
    }, address);
    assert.deepEqual(outcomes, ["refused", "refused"]);
    assert.deepEqual(asked, ["/"]);
    await page.close();
  });
}

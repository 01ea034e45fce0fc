// The answer: what broken text should read, before anything else.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import test from "node:test";

import { built, settled } from "./browsers.js";
import { CASES } from "./cases.js";
import { answerOf, fill, verdictOf, whyOf } from "./page.js";

const textOf = (page, selector) => page.$eval(selector, (node) => node.textContent);

/** A file of these bytes, which came with these headers. */
function linkTo({ bytes, headers = "" }) {
  const state = new URLSearchParams({ name: "case.txt", type: "text/plain", context: "", headers, bytes: Buffer.from(bytes, "latin1").toString("base64url") });
  return `${built.href}#${state}`;
}

/** Pastes text or files, a character for each byte, at the focus; or drops them. */
async function transfer(page, type, { text, files = [] }) {
  await page.evaluate(
    (type, text, files) => {
      const data = new DataTransfer();
      if (text !== undefined) data.setData("text/plain", text);
      for (const [name, mime, bytes] of files) data.items.add(new File([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))], name, { type: mime }));
      const target = type === "paste" ? (document.activeElement ?? document.body) : document.body;
      const event = new (type === "paste" ? ClipboardEvent : DragEvent)(type, { bubbles: true, cancelable: true, dataTransfer: data });
      // Firefox empties the clipboard of an event that a script made.
      if (type === "paste") Object.defineProperty(event, "clipboardData", { value: data });
      target.dispatchEvent(event);
    },
    type,
    text,
    files,
  );
}

const reads = (page, text) => page.waitForFunction((text) => document.getElementById("answer-text").textContent === text, {}, text);

/** The tests, in one browser. `pathOf` gives a path for a file. */
export function testAnswers(visit, pathOf) {
  test("what people reported reads right in the first line", async () => {
    const page = await visit(built.href);
    for (const given of CASES) {
      const label = JSON.stringify(given.text ?? given.bytes);
      if (given.text !== undefined) {
        await page.click("#clear").catch(() => {});
        await fill(page, "#input", given.text);
      } else {
        await page.evaluate((hash) => (location.hash = hash), new URL(linkTo(given)).hash);
        await page.waitForFunction(() => document.getElementById("taken").textContent.startsWith("case.txt"));
        await settled(page);
      }
      assert.equal(await textOf(page, "#answer-title"), given.title ?? "It should read", label);
      const found = await answerOf(page);
      if (given.reads instanceof RegExp) assert.match(found, given.reads, label);
      else assert.equal(found, given.reads, label);
      if (given.why !== undefined) assert.match(await whyOf(page), given.why, label);
      assert.equal(await page.evaluate(() => location.hash !== ""), true, label);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("what was mended and what is lost is marked", async () => {
    const page = await visit(built.href);
    await fill(page, "#input", "Nicol\u00C3\u00A1s und Andr\uFFFD");
    assert.deepEqual(await page.$$eval("#answer-text ins", (marks) => marks.map((mark) => [mark.textContent, mark.title])), [["á", "was Ã¡"]]);
    assert.equal(await page.$$eval("#answer-text mark.replacement", (marks) => marks.length), 1);
    // Nothing was shown before.
    await page.click("#clear");
    await settled(page);
    const long = `${"Zeile ohne Umlaut\n".repeat(99)}Das ist fÃ¼r alle.\n${"noch eine Zeile\n".repeat(50)}`;
    await fill(page, "#input", long);
    // All of it can be read: it is scrolled to what was mended.
    assert.equal(await answerOf(page), long.replace("fÃ¼r", "für").trimEnd());
    assert.equal(await textOf(page, "#answer-place"), "150 lines; the first that changed is line 100.");
    const isSeen = () =>
      page.evaluate(() => {
        const [box, mark] = [document.getElementById("answer-text"), document.querySelector("#answer-text ins")].map((node) => node.getBoundingClientRect());
        return box.height <= innerHeight * 0.6 && mark.top >= box.top && mark.bottom <= box.bottom;
      });
    assert.equal(await isSeen(), true);
    // Of a large one, the start.
    await fill(page, "#input", "fÃ¼r alle\n".repeat(20_000));
    assert.equal((await answerOf(page)).length, 32_768 + 1);
    assert.match(await textOf(page, "#answer-place"), /^The first 32,768 characters.*Copy and Save take the whole text\.$/);
    // Where the start of a large file ends, a character may be cut in two.
    await transfer(page, "drop", { files: [["large.txt", "text/plain", "f\xc3\x83\xc2\xbcr alle\n".repeat(20_000)]] });
    await page.waitForFunction(() => document.getElementById("taken").textContent.startsWith("large.txt"));
    assert.equal(await whyOf(page), "UTF-8 that was read as windows-1252 and saved again, in 1,000 places or more.");
    await page.close();
  });

  test("what is lost is marked, and question marks that are right are not", async () => {
    const page = await visit(built.href);
    await fill(page, "#input", "Herr M?ller fragt: Wer? ?????? ???");
    assert.deepEqual(await page.$$eval("#answer-text mark.lost", (marks) => marks.map((mark) => mark.textContent)), ["?", "??????", "???"]);
    await fill(page, "#input", "Wer? Really???");
    assert.equal((await page.$$("#answer-text mark")).length, 0);
    await page.close();
  });

  test("all of a page's text can be read, behind the line that says most", async () => {
    const page = await visit(linkTo({ bytes: `<html><title>x</title>\n<p>Caf\xc3\x83\xc2\xa9 au lait et th\xc3\x83\xc2\xa9</p>\n</html>`, headers: "Content-Type: text/html; charset=utf-8" }));
    assert.equal(await answerOf(page), "Café au lait et thé");
    await page.$eval("#answer-all", (fold) => (fold.open = true));
    assert.equal(await textOf(page, "#answer-rest"), "<html><title>x</title>\n<p>Café au lait et thé</p>\n</html>");
    assert.equal(await page.$$eval("#answer-rest ins", (marks) => marks.length), 2);
    await page.close();
  });

  test("of pasted text nothing is said that is about bytes", async () => {
    const page = await visit(built.href);
    await fill(page, "#input", "<meta charset=big5>M\u00FCller");
    const seen = (id) => page.$eval(id, (node) => node.checkVisibility());
    const parts = ["#answer", "#verdict", "#stages-part", "#hex-part", "#lint-part", "#readings-part", "#evidence", "#reading"];
    assert.deepEqual(await Promise.all(parts.map(seen)), [true, false, false, false, false, false, false, false]);
    assert.equal(await answerOf(page), "<meta charset=big5>Müller");
    assert.doesNotMatch(await page.$eval("main", (main) => main.innerText), /tentative|bytes?\b|Chromium/);
    await fill(page, "#input", "f\u00C3\u00BCr alle");
    assert.equal(await page.$eval("#repairs ins", (mark) => mark.textContent), "ü");
    assert.doesNotMatch(await page.$eval("main", (main) => main.innerText), /tentative|bytes?\b|Chromium/);
    await fill(page, "#input", "<meta charset=big5>M\u00FCller");
    // A link to it says no more.
    const again = await visit(page.url());
    assert.equal(await answerOf(again), "<meta charset=big5>Müller");
    assert.equal(await again.$eval("#verdict", (node) => node.checkVisibility()), false);
    await again.close();
    // As a file it has bytes.
    await page.select("#as", "file");
    await settled(page);
    assert.deepEqual(await Promise.all(parts.map(seen)), parts.map(() => true));
    await page.close();
  });

  test("below binary data there is no text", async () => {
    const page = await visit(`${built.href}#example=zxx-png.bin`);
    const seen = (id) => page.$eval(id, (node) => node.checkVisibility());
    assert.deepEqual(await Promise.all(["#answer", "#hex-part", "#text-part", "#lint-part", "#readings-part"].map(seen)), [true, true, false, false, false]);
    await page.close();
  });

  test("the placeholder needs no scrollbar", async () => {
    const page = await visit(built.href, 390);
    const [inner, outer, overflow] = await page.$eval("#input", (field) => [field.scrollHeight, field.clientHeight, getComputedStyle(field).overflowY]);
    assert.ok(inner <= outer, `${inner} ${outer}`);
    assert.equal(overflow, "hidden");
    await page.close();
  });

  test("Copy takes the whole text, Save writes it as UTF-8", async () => {
    const page = await visit(built.href);
    const long = `${"a line\n".repeat(99)}für alle und Öl\n`;
    await fill(page, "#input", long.replaceAll("ü", "Ã¼").replaceAll("Ö", "Ã–"));
    const [copied, saved] = await page.evaluate(async () => {
      let copied = null;
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (copied = text) }, configurable: true });
      document.getElementById("copy-text").click();
      await new Promise((resolve) => setTimeout(resolve));
      let saved = null;
      // Where a download goes is not the page's to see: the link that starts it is.
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        saved = blob;
        return make.call(URL, blob);
      };
      HTMLAnchorElement.prototype.click = function () {
        saved.name = this.download;
      };
      document.getElementById("save").click();
      return [copied, [saved.name, saved.type, Array.from(new Uint8Array(await saved.arrayBuffer()))]];
    });
    assert.equal(copied, long);
    assert.deepEqual(saved, ["text.utf-8.txt", "text/plain;charset=utf-8", [...Buffer.from(long)]]);
    assert.equal(await textOf(page, "#link-note"), "Saved as text.utf-8.txt.");
    await page.close();
  });

  test("it opens empty, with three examples a click away", async () => {
    const page = await visit(built.href);
    const shown = (id) => page.$eval(id, (node) => node.checkVisibility());
    assert.deepEqual(await Promise.all(["#answer", "#evidence", "#results", "#input", "#starts"].map(shown)), [false, false, false, true, true]);
    const buttons = await page.$$("#starts button");
    assert.equal(buttons.length, 3);
    const found = [];
    for (const at of buttons.keys()) {
      await page.$eval(`#starts li:nth-child(${at + 1}) button`, (button) => button.click());
      await settled(page);
      found.push(await answerOf(page));
      await page.click("#clear");
      await settled(page);
      assert.equal(await shown("#answer"), false);
      assert.doesNotMatch(page.url(), /#./);
    }
    assert.deepEqual(found, ["Müller hat für € 5 Geräte gekauft", "Perché “l’università” è chiusa il lunedì?", "日本語のテキストは適切に決まる。"]);
    await page.close();
  });

  test("Ctrl+V works anywhere, with text and with files", async () => {
    const page = await visit(built.href);
    await page.evaluate(() => document.activeElement.blur());
    await transfer(page, "paste", { text: "cafÃ© au lait" });
    await reads(page, "café au lait");
    await transfer(page, "paste", { files: [["mars.txt", "text/plain", "\xcf\xf0\xe8\xe2\xe5\xf2 \xcc\xe0\xf0\xf1"]] });
    await reads(page, "Привет Марс");
    assert.equal(await page.$eval("#input", (field) => field.value), "");
    // Into a field, one pastes as ever.
    await page.focus("#headers");
    await transfer(page, "paste", { text: "X-A: b" });
    await settled(page);
    assert.equal(await answerOf(page), "Привет Марс");
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("all files of a drop are listed with what they read, and each can be looked at", async () => {
    const page = await visit(built.href);
    await transfer(page, "drop", {
      files: [
        ["mars.txt", "text/plain", "\xcf\xf0\xe8\xe2\xe5\xf2 \xcc\xe0\xf0\xf1"],
        ["coffee.csv", "text/csv", "caf\xc3\x83\xc2\xa9"],
        ["picture.png", "image/png", "\x89PNG\r\n\x1a\n\0\0\0\0\0\0"],
      ],
    });
    await page.waitForFunction(() => document.querySelectorAll("#files .reads").length === 3);
    const rows = await page.$$eval("#files button", (buttons) => buttons.map((button) => Array.from(button.children, (part) => part.textContent)));
    assert.deepEqual(rows, [["mars.txt", "windows-1251", "Привет Марс"], ["coffee.csv", "UTF-8, repaired", "café"], ["picture.png", "binary", ""]]);
    await reads(page, "Привет Марс");
    await page.click("#files li:nth-child(2) button");
    await reads(page, "café");
    assert.equal(await textOf(page, "#taken"), "coffee.csv: 7 bytes.");
    assert.deepEqual(await page.$$eval("#files button", (all) => all.map((one) => one.getAttribute("aria-pressed"))), ["false", "true", "false"]);
    await page.click("#files li:nth-child(3) button");
    await reads(page, "Binary data");
    assert.equal(await whyOf(page), "The bytes are a PNG picture.");
    assert.doesNotMatch(await textOf(page, "main"), /doubly encoded/);
    await transfer(page, "drop", { text: "über" });
    await reads(page, "über");
    assert.equal(await page.$eval("#files", (list) => list.hidden), true);
    await page.close();
  });

  test("what is new comes without the headers and the context of what was before", async () => {
    const page = await visit(`${built.href}#example=tr-bom.css`);
    assert.notEqual(await page.$eval("#context", (select) => select.value), "");
    await fill(page, "#headers", "Content-Type: text/css; charset=windows-1254");
    const ways = {
      paste: () => page.evaluate(() => document.activeElement.blur()).then(() => transfer(page, "paste", { text: "für" })),
      drop: () => transfer(page, "drop", { files: [["list.csv", "text/csv", "f\xfcr"]] }),
      choose: async () => {
        writeFileSync(pathOf("list.csv"), "f\xfcr", "latin1");
        await (await page.$("#file")).uploadFile(pathOf("list.csv"));
      },
      type: () => fill(page, "#input", "für"),
    };
    for (const [name, take] of Object.entries(ways)) {
      await page.evaluate(() => (location.hash = "#example=tr-bom.css"));
      await page.waitForFunction(() => document.getElementById("taken").textContent.startsWith("tr-bom.css"));
      await fill(page, "#headers", "Content-Type: text/css; charset=windows-1254");
      await take();
      await reads(page, "für");
      assert.deepEqual(await page.evaluate(() => ["headers", "context"].map((id) => document.getElementById(id).value)), ["", ""], name);
      assert.doesNotMatch(await verdictOf(page), /windows-1254/, name);
    }
    await page.close();
  });

  test("headers that came with a paste go with it", async () => {
    const page = await visit(built.href);
    const headers = () => page.$eval("#headers", (field) => field.value);
    await fill(page, "#input", "HTTP/1.1 200 OK\nContent-Type: text/plain; charset=koi8-r\n\nfür");
    assert.equal(await headers(), "Content-Type: text/plain; charset=koi8-r");
    await fill(page, "#input", "für");
    assert.equal(await headers(), "");
    await fill(page, "#headers", "Content-Type: text/plain; charset=koi8-r");
    await fill(page, "#input", "für alle");
    assert.equal(await headers(), "Content-Type: text/plain; charset=koi8-r");
    await page.close();
  });

  test("dropped or chosen, a file reads the same", async () => {
    const page = await visit(built.href);
    const bytes = Buffer.from("Ein Text ohne Marke, mit Öl und Äpfeln.\r\n", "utf16le").toString("latin1");
    await transfer(page, "drop", { files: [["list.txt", "text/plain", bytes]] });
    await reads(page, "Ein Text ohne Marke, mit Öl und Äpfeln.");
    const dropped = await verdictOf(page);
    await page.click("#clear");
    await page.evaluate(() => (location.hash = "#example=ja-nikki-sjis.html"));
    await page.waitForFunction(() => document.getElementById("taken").textContent.startsWith("ja-nikki"));
    writeFileSync(pathOf("list.txt"), bytes, "latin1");
    await (await page.$("#file")).uploadFile(pathOf("list.txt"));
    await reads(page, "Ein Text ohne Marke, mit Öl und Äpfeln.");
    assert.equal(await verdictOf(page), dropped);
    await page.close();
  });

  test("the standard and browsers are views, and a browser's own is only told where it is known", async () => {
    const page = await visit(`${built.href}#example=kk-utf8-meta-late-twice.html`);
    assert.match(await answerOf(page), /^Бүгін далада жел күшті/);
    assert.match(await whyOf(page), /^The declaration in it says “windows-1251”, but it is UTF-8\. Chromium and Firefox show it as windows-1251\.$/);
    await page.select("#reading", "chromium");
    await settled(page);
    assert.equal(await textOf(page, "#answer-title"), "As Chromium shows it");
    assert.match(await answerOf(page), /^Р‘ТЇРіС–РЅ/);
    await page.close();

    const other = await visit(linkTo({ bytes: "\xcf\xf0\xe8\xe2\xe5\xf2 \xcc\xe0\xf0\xf1" }));
    assert.doesNotMatch(await textOf(other, "#answer"), /(?:Chromium|Firefox) shows?(?! it)/);
    assert.match(await other.$eval("#readings", (list) => list.textContent), /charsniff’s, which stands in for its own/);
    await other.select("#reading", "firefox");
    await settled(other);
    assert.match(await whyOf(other), /That is charsniff’s detector, which stands in for the browser’s own\.$/);
    await other.close();
  });

  test("UTF-32 is called that, and sizes are written one way", async () => {
    const page = await visit(linkTo({ bytes: `\xff\xfe\0\0${Array.from({ length: 400 }, () => "\xe9\0\0\0").join("")}` }));
    const inner = () => page.$eval("main", (main) => main.innerText);
    assert.equal(await verdictOf(page), "UTF-32LEcertaindecided by byte order mark");
    assert.match(await page.$eval("#verdict-body", (body) => body.textContent), /By the rules of the Web it is UTF-16LE\.$/);
    assert.match(await page.$eval("#stages [aria-current]", (stage) => stage.textContent), /→ UTF-32LE/);
    assert.equal(await page.$eval("#agreement", (line) => line.textContent), "The standard, Chromium and Firefox: UTF-16LE. A crawler: UTF-32LE");
    assert.match(await page.$eval("#guess-note", (note) => note.textContent), /UTF-32 is none of them/);
    assert.deepEqual(await page.$$("#guesses li"), []);
    assert.doesNotMatch(await inner(), /\b\d{4,} bytes|likely|takes it for UTF-16LE/);
    await page.select("#reading", "standard");
    await settled(page);
    assert.equal(await verdictOf(page), "UTF-32LE");
    assert.match(await page.$eval("#verdict-body", (body) => body.textContent), /The Web, which has no UTF-32, takes it for UTF-16LEcertain/);
    assert.doesNotMatch(await inner(), /likely/);
    await page.close();
  });

  test("on a phone the answer stands above the fold", async () => {
    for (const [text, first] of [["MÃ¼ller hat fÃ¼r â‚¬ 5", "Müller hat für € 5"], ["00000000: 93fa 967b 8cea", "日本語"]]) {
      const page = await visit(built.href, 390);
      await page.setViewport({ width: 390, height: 664 });
      await fill(page, "#input", text);
      await page.evaluate(() => scrollTo(0, 0));
      const bottom = await page.$eval("#answer-why", (node) => node.getBoundingClientRect().bottom);
      assert.equal(await answerOf(page), first);
      assert.ok(bottom < 664, `${bottom}`);
      const buttons = await page.$eval("#save", (node) => node.getBoundingClientRect().bottom);
      assert.ok(buttons < 664, `${buttons}`);
      await page.close();
    }
  });
}

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { after } from "node:test";

import { Edit, UnmappableError, convert, declarations, decode, encodings, lint, mixedLines, positions } from "charsniff";
import * as waiting from "charsniff/async";
import { editFile } from "charsniff/files";

import { bytesOf, documents, optionsOf, root } from "./fixtures.js";

const latin1 = (text) => new Uint8Array(Buffer.from(text, "latin1"));
const utf8 = (text) => new Uint8Array(Buffer.from(text));
const folder = mkdtempSync(join(tmpdir(), "charsniff-"));
after(() => rmSync(folder, { recursive: true }));

/** <meta charset=shift_jis>, 火星 (Mars), a lead byte at the end of a line, and FF. */
const JAPANESE = "<meta charset=shift_jis>\r\n<p>\x89\xCE\x90\xAF </p>\r\n\x81\r\n\xFF\n";

test("only what changed is written", () => {
  const edit = new Edit(latin1(JAPANESE));
  assert.equal(edit.verdict.encoding, "Shift_JIS");
  edit.text = edit.text.replace("火星", "木星");
  const written = edit.write();
  assert.deepEqual(written.bytes, latin1(JAPANESE.replace("\x89\xCE", "\x96\xD8")));
  assert.deepEqual([written.encoding, written.sniffed.encoding, written.replaced, written.header], ["Shift_JIS", "Shift_JIS", 0, null]);
  assert.ok(edit.original.includes("火星"));
});

test("ranges of the text, in units of UTF-16", () => {
  const edit = new Edit(utf8("aé😀b"), { headers: "text/plain; charset=utf-8" });
  edit.replace(2, 4, "z");
  assert.equal(edit.text, "aézb");
  for (const [start, end] of [[0, 6], [3, 2], [3, 4], [2, 3], [-1, 2], [6, 6], [NaN, 9]]) {
    assert.throws(() => edit.replace(start, end, ""), RangeError, `${start} to ${end}`);
  }
});

test("outside the changes no byte differs, in every encoding", () => {
  const pieces = ["a", "b", "<", "\r\n", "\x80", "\xA4", "\xC3", "\xA9", "\xFF", "\x81"];
  let state = 1;
  const below = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
  let [written, refused] = [0, 0];
  for (const label of encodings().filter((name) => name !== "replacement" && name !== "ISO-2022-JP")) {
    for (let i = 0; i < 40; i++) {
      const bytes = latin1(Array.from({ length: below(30) }, () => pieces[below(pieces.length)]).join(""));
      const options = { context: "text-decoder", label, ignoreBOM: true };
      const places = positions(bytes, options);
      const edit = new Edit(bytes, options);
      const characters = [...edit.original];
      const first = below(characters.length + 1);
      const start = characters.slice(0, first).join("").length;
      const end = start + characters.slice(first, first + below(3)).join("").length;
      edit.replace(start, end, ["", "x", " yz\n"][below(3)]);
      let edited;
      try {
        edited = edit.write().bytes;
      } catch (error) {
        assert.match(error.message, /another text/);
        refused++;
        continue;
      }
      written++;
      // A pair of Big5 that stands for two characters is one place.
      if (label !== "Big5") {
        const [before, behind] = [bytes.subarray(0, places.byteOffset(start)), bytes.subarray(places.byteOffset(end))];
        assert.deepEqual(edited.subarray(0, before.length), before, `${label} ${bytes}`);
        assert.deepEqual(edited.subarray(edited.length - behind.length), behind, `${label} ${bytes}`);
      }
      assert.equal(decode(edited, options).text, edit.text);
      edit.free();
      places.free();
    }
  }
  assert.ok(written > 1000 && refused < written / 4, `${written} written, ${refused} refused`);
});

test("what the encoding lacks", () => {
  const edit = new Edit(latin1("caf\xE9"), { headers: "text/plain; charset=latin1" });
  edit.text = "café →😀";
  const written = (unmappable) => Buffer.from(edit.write({ unmappable }).bytes).toString("latin1");
  assert.equal(written("reference"), "caf\xE9 &#8594;&#128512;");
  assert.equal(written("escape"), "caf\xE9 \\u2192\\ud83d\\ude00");
  assert.equal(written((character) => ({ "→": "->", "😀": ":)" })[character]), "caf\xE9 ->:)");
  const whole = edit.write({ unmappable: "utf-8" });
  assert.deepEqual([whole.bytes, whole.encoding, whole.header], [utf8("café →😀"), "UTF-8", "text/plain; charset=UTF-8"]);
  for (const unmappable of [undefined, "error", () => null, () => "→"]) {
    assert.throws(() => edit.write({ unmappable }), (error) => {
      assert.ok(error instanceof UnmappableError && error instanceof RangeError);
      const { character, line, column, encoding } = error;
      assert.deepEqual({ character, line, column, encoding }, { character: "→", line: 1, column: 6, encoding: "windows-1252" });
      return true;
    });
  }
  assert.throws(() => edit.write({ unmappable: "no" }), RangeError);
  assert.throws(() => edit.write({ unmappable: 3 }), TypeError);
  assert.throws(() => edit.write({ unmappable: () => 3 }), TypeError);
});

test("changes that cannot be written", () => {
  const joined = new Edit(latin1("\xA4<"), { headers: "text/html; charset=big5" });
  joined.replace(1, 1, "a");
  assert.throws(() => joined.write(), /another text/);
  joined.replace(0, 2, "");
  assert.throws(() => joined.write(), /overlap/);
  assert.throws(() => joined.text, /overlap/);
  joined.free();
  joined.free();
  assert.throws(() => joined.text, /freed/);
  assert.throws(() => new Edit("text"), TypeError);
  assert.throws(() => new Edit(latin1("")).text = 3, TypeError);
});

test("texts without a line in common, and texts of few letters", () => {
  for (const [count, letters] of [[30_000, 1e9], [30_000, 2], [200, 2]]) {
    let state = 7;
    const below = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
    const text = () => Array.from({ length: count }, () => `${below(letters)}\n`).join("");
    const [old, now] = [text(), text()];
    const edit = new Edit(utf8(old), { headers: "text/plain; charset=utf-8" });
    edit.text = now;
    assert.deepEqual(edit.write().bytes, utf8(now));
  }
});

test("conversion", async () => {
  const page = utf8("<meta charset=utf-8>→ Größe\n");
  const converted = convert(page, { to: "latin1" });
  assert.deepEqual(converted, {
    bytes: latin1("<meta charset=windows-1252>&#8594; Gr\xF6\xDFe\n"),
    encoding: "windows-1252",
    sniffed: converted.sniffed,
    relabelled: 1,
    unmappable: [{ character: "→", offset: 20, line: 1, column: 21, encoding: "windows-1252" }],
    malformed: 0,
    header: null,
  });
  assert.equal(converted.sniffed.source, "meta");
  assert.deepEqual(await waiting.convert(page, { to: "latin1" }), converted);
  assert.throws(() => convert(utf8("<meta charset=utf-8><script>'→'"), { to: "latin1" }), { name: "UnmappableError", offset: 29 });
  assert.throws(() => convert(page, { to: "nonsense" }), RangeError);
  assert.throws(() => convert(page, { to: "hz-gb-2312" }), /written/);
  let count = 0;
  for (const document of documents().filter(({ file }) => file.endsWith(".html"))) {
    const { bytes, header } = convert(bytesOf(document), optionsOf(document));
    const again = decode(bytes, header === null ? { context: "html" } : { headers: header });
    assert.equal(again.encoding, "UTF-8", document.file);
    count++;
  }
  assert.ok(count > 30, String(count));
});

test("declarations", () => {
  const page = latin1("\xEF\xBB\xBF<meta charset=sjis><meta charset=n\xE9>");
  const [header, mark, ...metas] = declarations(page, { headers: "text/html; charset=koi8-r" }).toSorted((a, b) => (a.source === "transport" ? -1 : b.source === "transport" ? 1 : 0));
  assert.deepEqual([header.source, header.range, header.counts], ["transport", null, false]);
  assert.deepEqual(mark, { source: "bom", label: null, encoding: "UTF-8", labelRange: null, range: { start: 0, end: 3 }, counts: true, whyNot: null });
  assert.deepEqual(metas.map(({ label, encoding }) => [label, encoding]), [["sjis", "Shift_JIS"], ["né", null]]);
  assert.equal(metas[1].whyNot, "the label names no encoding");
  const { start, end } = metas[0].labelRange;
  assert.equal(Buffer.from(page.subarray(start, end)).toString(), "sjis");
});

const command = process.env.CHARSNIFF_COMMAND ?? fileURLToPath(new URL("target/release/charsniff", root));

test("findings are those of the command", { skip: existsSync(command) ? false : `no command at ${command}` }, () => {
  let count = 0;
  // Of others, the command knows the MIME type by their names.
  for (const document of documents().filter(({ file }) => file.endsWith(".html"))) {
    const path = fileURLToPath(new URL(`fixtures/pages/${document.file}`, root));
    const { stdout } = spawnSync(command, ["--lint", "--json", "--context", "html", path], { encoding: "utf8" });
    const { findings: all, unlisted } = JSON.parse(stdout);
    // The modules have no tables for normalization.
    const findings = all.filter(({ rule }) => rule !== "not-nfc");
    const found = lint(bytesOf(document), { mimeType: "text/html" });
    assert.equal(found.unlisted, unlisted);
    assert.deepEqual(found.findings, findings.map(({ "convert-mends": convertMends, ...rest }) => ({ ...rest, convertMends })), document.file);
    count += findings.length;
  }
  assert.ok(count > 50, String(count));
});

test("lines in several encodings", () => {
  const log = Buffer.concat([latin1("Gr\xFC\xDFe\nplain\n"), Buffer.from("Grüße\n")]);
  assert.deepEqual(mixedLines(log, { context: "text-document" }), [
    { first: 1, last: 2, encoding: "windows-1252", bytes: { start: 0, end: 12 } },
    { first: 3, last: 3, encoding: "UTF-8", bytes: { start: 12, end: 20 } },
  ]);
  assert.equal(mixedLines(log, { only: ["koi8-r"] })[0].encoding, "KOI8-R");
  assert.equal(mixedLines(latin1("Gr\xFC\xDFe\nna\xEFve\n")), null);
  assert.equal(mixedLines(new Uint8Array(0)), null);
  assert.throws(() => mixedLines("text"), TypeError);
});

test("files", () => {
  const path = join(folder, "page.html");
  const link = join(folder, "link.html");
  writeFileSync(path, latin1(JAPANESE));
  chmodSync(path, 0o640);
  symlinkSync(path, link);
  const written = editFile(link, (text) => text.replace("火星", "木星"));
  assert.equal(readFileSync(path, "latin1"), JAPANESE.replace("\x89\xCE", "\x96\xD8"));
  assert.deepEqual(Buffer.from(written.bytes), readFileSync(path));
  assert.equal(statSync(path).mode & 0o777, 0o640);
  assert.ok(lstatSync(link).isSymbolicLink());

  const before = statSync(path);
  assert.throws(() => editFile(path, () => { throw new Error("no"); }), /no/);
  assert.throws(() => editFile(path, (text) => `${text}😀`), UnmappableError);
  editFile(path, (text) => text);
  editFile(path, () => {});
  assert.deepEqual(statSync(path).ino, before.ino);
  assert.throws(() => editFile(path, (text) => { writeFileSync(path, "other"); return `${text}a`; }), /meanwhile/);
  assert.equal(readFileSync(path, "utf8"), "other");
  editFile(path, (_, edit) => edit.replace(0, 0, "an"));
  assert.equal(readFileSync(path, "utf8"), "another");

  const sheet = join(folder, "style.css");
  writeFileSync(sheet, latin1('@charset "koi8-r"; \xCD'));
  editFile(sheet, (text) => `${text}М`);
  assert.equal(readFileSync(sheet, "latin1"), '@charset "koi8-r"; \xCD\xED');
  const binary = join(folder, "image");
  writeFileSync(binary, Uint8Array.from({ length: 1024 }, (_, i) => i));
  assert.throws(() => editFile(binary, (text) => text), /binary/);
  assert.throws(() => editFile(join(folder, "none"), (text) => text), { code: "ENOENT" });
  assert.deepEqual(readdirSync(folder).sort(), ["image", "link.html", "page.html", "style.css"]);
});

// The copied code runs, and gives the verdict that the page shows.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { sniff } from "../../inline.js";
import { codeOf } from "../code.js";
import { optionsOf } from "../look.js";

import { command } from "./expected.js";

const bytes = Buffer.from("<p>\xcd\xc1\xd2\xd3, \xed\xc1\xd2\xd3", "latin1");

/** The state of the form, the context, and the file's MIME type. */
const FORMS = [
  [{}, "html", ""],
  [{ headers: "Content-Type: text/html; charset=koi8-r\nServer: it's" }, "html", ""],
  [{ override: "koi8-u", reading: "firefox", locale: "ru", truncated: true }, "html", ""],
  [{ parent: "gbk", crossOrigin: true, history: "koi8-r", url: "https://example.ru/", prescanLimit: "5" }, "html", ""],
  [{ parent: "koi8-r", tld: "ru", detection: "off", reading: "chromium" }, "html", ""],
  [{ reference: "koi8-r", document: "gbk" }, "classic-script", ""],
  [{ styleSheet: "koi8-r" }, "css-from-css", ""],
  [{ reading: "crawler" }, "text-document", "text/plain"],
  [{ label: "koi8-r", fatal: true, ignoreBOM: true }, "text-decoder", ""],
  [{ stringType: "bmp" }, "x500-string", ""],
];

for (const [facts, context, type] of FORMS) {
  const options = optionsOf(facts, context, { type });
  test(`${context}: ${JSON.stringify(facts)} ${type}`, (t) => {
    const { encoding } = sniff(bytes, options);
    const folder = mkdtempSync(join(tmpdir(), "inspector-code-"));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "a page"), bytes);
    const run = (program, ...given) => execFileSync(program, given, { cwd: folder, encoding: "utf8" });

    const script = codeOf("javascript", options, "a page").replace('"charsniff"', JSON.stringify(new URL("../../inline.js", import.meta.url)));
    writeFileSync(join(folder, "code.mjs"), `import { readFileSync } from "node:fs"; const bytes = readFileSync("a page");\n${script}\nconsole.log(encoding);`);
    assert.equal(run("node", "code.mjs").trim(), encoding);
    for (const [option, value] of Object.entries(options)) {
      if (typeof value === "string" && option !== "reading" && option !== "detection") {
        const words = value.replace(/[^a-z\d]/gi, "").toLowerCase();
        for (const language of ["rust", "python"]) {
          assert.ok(codeOf(language, options, "a page").replace(/[^a-z\d]/gi, "").toLowerCase().includes(words), `${language}: ${option}`);
        }
      }
    }
    if (command !== undefined) {
      assert.match(run("sh", "-c", codeOf("command", options, "a page").replace(/^charsniff/, command)), new RegExp(`^a page: ${encoding} `));
    }
  });
}

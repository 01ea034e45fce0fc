// The built page in real browsers: its answers, its use, and that nothing leaves the machine.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test, { after, before, describe } from "node:test";
import { fileURLToPath } from "node:url";

import { testAnswers } from "./answers.js";
import { BROWSERS, built, open, start } from "./browsers.js";
import { testFaults } from "./faults.js";
import { testLooks } from "./looks.js";
import { testUse } from "./use.js";
import { testWords } from "./words.js";

test("its policy forbids everything but its own script and style", () => {
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(readFileSync(built, "utf8"));
  const directives = policy.split("; ").map((directive) => directive.replace(/'sha256-[\w+/]{43}='/, "HASH"));
  assert.deepEqual(directives, [
    "default-src 'none'",
    "script-src HASH 'wasm-unsafe-eval'",
    "style-src HASH",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

/** The look of the page is tested in each browser with each colour scheme; everything else in the first two of these. */
const RUNS = [["Chromium", "light"], ["Firefox", "dark"], ["Chromium", "dark"], ["Firefox", "light"]];

for (const [number, [name, scheme]] of RUNS.entries()) {
  const program = BROWSERS[name];
  describe(`${name}, ${scheme}`, { skip: program === null && `no ${name} here` }, () => {
    let folder;
    let running;
    let browser;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), "inspector-files-"));
      running = await start(name, scheme);
      browser = running.browser;
    });
    after(async () => {
      await running?.close();
      if (folder !== undefined) rmSync(folder, { recursive: true });
    });

    const visit = (address, width) => open(browser, address, width);
    testLooks(visit, scheme);
    if (number < 2) {
      testAnswers(visit, (file) => join(folder, file));
      testWords(name, visit);
      testUse(visit, (file) => join(folder, file));
      testFaults(visit, (file) => join(folder, file));
    }
  });
}

describe("Chromium's settings", { skip: BROWSERS.Chromium === null && "no Chromium here" }, () => {
  let running;
  before(async () => (running = await start("Chromium", "light")));
  after(() => running?.close());

  test("a picture, an icon and words for those who share the page", async () => {
    const html = readFileSync(built, "utf8");
    assert.match(html, /<meta property="og:title" content="charsniff inspector">/);
    assert.match(html, /<link rel="icon" href="data:image\/svg/);
    assert.match(html, /<a href="https:\/\/docs\.rs\/charsniff"/);
    const path = join(mkdtempSync(join(tmpdir(), "inspector-built-")), "index.html");
    execFileSync("node", [fileURLToPath(new URL("../build.mjs", import.meta.url)), path], { env: { ...process.env, INSPECTOR_URL: "https://example.org/inspect/" } });
    assert.match(readFileSync(path, "utf8"), /<meta property="og:image" content="https:\/\/example\.org\/inspect\/inspector\.png">/);
    assert.ok(readFileSync(join(dirname(path), "inspector.png")).length > 1000);
    rmSync(dirname(path), { recursive: true });
  });

  test("nothing moves where less motion is preferred", async () => {
    const page = await open(running.browser, `${built.href}#example=hu-recept.html`);
    const moving = () =>
      page.evaluate(() => {
        document.querySelector("[data-stage=prescan] .place").click();
        return document.getAnimations().length;
      });
    assert.equal(await moving(), 1);
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    assert.equal(await moving(), 0);
    await page.close();
  });
});

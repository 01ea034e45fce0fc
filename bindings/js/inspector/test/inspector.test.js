// The built page in real browsers: what it says, how it is worked, and that nothing leaves the machine.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before, describe } from "node:test";

import { BROWSERS, built, open, start } from "./browsers.js";
import { violations } from "./page.js";
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

for (const [name, program] of Object.entries(BROWSERS)) {
  describe(name, { skip: program === null && `no ${name} here` }, () => {
    let folder;
    let running;
    let browser;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), "inspector-files-"));
      running = await start(name);
      browser = running.browser;
    });
    after(async () => {
      await running?.close();
      if (folder !== undefined) rmSync(folder, { recursive: true });
    });

    const visit = (address, width) => open(browser, address, width);
    testWords(name, visit);
    testUse(visit, (file) => join(folder, file));
  });
}

describe("Chromium's settings", { skip: BROWSERS.Chromium === null && "no Chromium here" }, () => {
  let running;
  before(async () => (running = await start("Chromium")));
  after(() => running?.close());

  test("colours follow the scheme, and axe finds nothing in the dark", async () => {
    const page = await open(running.browser, built.href);
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    assert.notEqual(await paper(), light);
    assert.deepEqual(await violations(page), []);
    await page.close();
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

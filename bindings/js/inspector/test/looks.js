// The look of the page in a browser, with light or dark colours.

import assert from "node:assert/strict";
import test from "node:test";

import { built } from "./browsers.js";
import { WIDTHS, violations, widthOf } from "./page.js";

/** The tests. `scheme`: the colours that the browser prefers, "light" or "dark". */
export function testLooks(visit, scheme) {
  test(`${scheme}: at three widths nothing is cut off, and axe finds nothing`, async () => {
    for (const size of WIDTHS) {
      for (const example of ["", "#example=kk-utf8-meta-late-twice.html", "#example=zxx-png.bin"]) {
        const page = await visit(built.href + example, size);
        await page.$$eval("details", (folds) => folds.forEach((fold) => (fold.open = true)));
        const isDark = await page.evaluate(() => {
          const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
          return red + green + blue < 384;
        });
        assert.equal(isDark, scheme === "dark");
        assert.ok((await widthOf(page)) <= size, `${example} at ${size} pixels`);
        assert.deepEqual(await violations(page), [], `${example} at ${size} pixels`);
        await page.close();
      }
    }
  });

  test(`${scheme}: in print there is the verdict, and no control`, async () => {
    const page = await visit(`${built.href}#example=hu-recept.html`);
    await print(page);
    const seen = (id) => page.$eval(id, (node) => node.checkVisibility());
    assert.deepEqual(await Promise.all(["#input", "#evidence", "#copy", "#as-code", "#answer-text", "#verdict-body", "#stages", "#decoded"].map(seen)), [false, false, false, false, true, true, true, true]);
    assert.equal(await page.$eval("#decoded", (node) => getComputedStyle(node).maxHeight), "none");
    assert.equal(await page.$eval("body", (node) => getComputedStyle(node).backgroundColor), "rgb(255, 255, 255)");
    await page.close();
  });
}

/** Shows the page as in print. In a browser without that command, the rules for print are applied on the screen. */
async function print(page) {
  const isPrinted = () => page.evaluate(() => matchMedia("print").matches);
  await page.emulateMediaType("print").catch(() => {});
  if (!(await isPrinted())) {
    await page.evaluate(() => {
      const rules = Array.from(document.styleSheets).flatMap(({ cssRules }) => Array.from(cssRules));
      rules.filter(({ media }) => media?.mediaText === "print").forEach(({ media }) => (media.mediaText = "all"));
    });
  }
}

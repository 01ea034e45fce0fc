// Makes the picture of the built page for the documentation: node test/screenshot.js FILE.png

import { writeFileSync } from "node:fs";

import { built, open, settled, start } from "./browsers.js";

const [file] = process.argv.slice(2);
const { browser, close } = await start("Chromium");
try {
  const page = await open(browser, built.href, 1200);
  await page.click("#starts li:nth-child(2) button");
  await settled(page);
  writeFileSync(file, await page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 800 } }));
} finally {
  await close();
}

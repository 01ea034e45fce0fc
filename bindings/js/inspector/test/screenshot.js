// Makes the picture of the built page for the documentation: node test/screenshot.js FILE.png

import { writeFileSync } from "node:fs";

import { built, open, start } from "./browsers.js";

const [file] = process.argv.slice(2);
const { browser, close } = await start("Chromium");
try {
  const page = await open(browser, `${built}#example=hu-recept.html`);
  writeFileSync(file, await page.screenshot());
} finally {
  await close();
}

// The browsers of this machine, driven headless over WebDriver BiDi.

import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import puppeteer from "puppeteer-core";

import { removeProfile } from "../../test/remove.js";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The page. */
export const built = new URL("../dist/charsniff-inspector.html", import.meta.url);

/** The program of each of the two browsers, or `null` if it is not installed. */
export const BROWSERS = {
  Chromium: program(process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"),
  Firefox: program(process.env.FIREFOX, "firefox-esr", "firefox"),
};

function program(...names) {
  for (const name of names.filter(Boolean)) {
    try {
      return execFileSync("sh", ["-c", 'command -v "$0"', name], { encoding: "utf8" }).trim();
    } catch {
      // The next one, then.
    }
  }
  return null;
}

/** Starts a browser with a new profile, which `close` removes. `scheme`: the colours that it prefers, light or dark. */
export async function start(name, scheme = "light") {
  const profile = mkdtempSync(join(tmpdir(), "inspector-"));
  const browser = await puppeteer.launch({
    browser: name === "Firefox" ? "firefox" : "chrome",
    executablePath: BROWSERS[name],
    headless: true,
    protocol: "webDriverBiDi",
    args: name === "Firefox" ? [] : [...ARGUMENTS, `--blink-settings=preferredColorScheme=${scheme === "dark" ? 0 : 1}`],
    userDataDir: profile,
    extraPrefsFirefox: { "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1 },
  });
  const close = async () => {
    await browser.close();
    await removeProfile(profile);
  };
  return { browser, close };
}

/** Opens a page of this width in CSS pixels at this address, and waits until it shows something. */
export async function open(browser, address, width = 1280) {
  const page = await browser.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  await page.setViewport({ width, height: 860 });
  await page.goto(address);
  await settled(page);
  return page;
}

/** Waits until the page shows the results for the current state of its form. */
export async function settled(page) {
  await page.waitForSelector('main[aria-busy="false"]');
}

// Opens pages in Chromium, headless.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { json } from "node:stream/consumers";

import { removeProfile } from "./remove.js";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const chromium = process.env.CHROMIUM ?? ["chromium", "chromium-browser", "google-chrome"].find((name) => {
  try {
    return execFileSync(name, ["--version"], { stdio: "ignore" }) ?? true;
  } catch {
    return false;
  }
});

/** For tests that need the browser. */
export const inChromium = { skip: chromium === undefined && "no Chromium", timeout: 120_000 };

/** A page with a module script. `report(value)` in it ends the test; so does an error that is not caught. */
export const pageWith = (script) => `<!doctype html><meta charset=utf-8>
<script type=importmap>{"imports": {"#charsniff": "/index.js"}}</script>
<script>
  const report = (value) => fetch("/report", { method: "POST", body: JSON.stringify(value) });
  const fail = ({ reason, message }) => report(String(reason ?? message));
  addEventListener("error", fail);
  addEventListener("unhandledrejection", fail);
</script>
<script type=module>${script}</script>`;

/**
 * Opens "/" and gives what the page reports. `answer(path, response)` gives the body of a file, or throws if there is
 * none; it may set headers.
 */
export async function reportOf(answer) {
  const server = createServer();
  const reported = new Promise((resolve) => {
    server.on("request", (request, response) => {
      if (request.url === "/report") {
        resolve(json(request));
        response.end();
        return;
      }
      try {
        const path = request.url === "/" ? "/index.html" : request.url;
        response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
        response.end(answer(path, response));
      } catch {
        response.writeHead(404).end();
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = mkdtempSync(join(tmpdir(), "charsniff-chromium-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
  const browser = spawn(chromium, [...flags, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
  const gone = new Promise((resolve) => browser.on("exit", resolve));
  try {
    return await Promise.race([reported, gone]);
  } finally {
    browser.kill();
    await gone;
    server.closeAllConnections();
    server.close();
    await removeProfile(profile);
  }
}

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { json } from "node:stream/consumers";
import test from "node:test";

const root = new URL("..", import.meta.url);
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

/** In the page: what is needed comes, and nothing before. */
const PAGE = `<!doctype html><meta charset=utf-8>
<script type=importmap>{"imports": {"#charsniff": "/index.js"}}</script>
<script>
  const fail = ({ reason, message }) => fetch("/report", { method: "POST", body: JSON.stringify(String(reason ?? message)) });
  addEventListener("error", fail);
  addEventListener("unhandledrejection", fail);
</script>
<script type=module>
  import { NotReadyError, decode, detect, ready, sniff } from "/index.js";
  import * as waiting from "/async.js";

  const bytes = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  const fetched = () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("-detector.wasm")).length;
  const text = bytes("\\xCC\\xE0\\xF0\\xF1 \\xE8 \\xC2\\xE5\\xED\\xE5\\xF0\\xE0");
  const sjis = bytes("<meta charset=shift_jis>\\x89\\xCE\\x90\\xAF");
  const results = [sniff(sjis).encoding, decode(sjis).text, fetched()];
  try {
    detect(text);
  } catch (error) {
    results.push(error instanceof NotReadyError);
  }
  results.push((await waiting.sniff(text)).encoding);
  await ready();
  results.push(detect(text).encoding, decode(text).text, fetched());
  await fetch("/report", { method: "POST", body: JSON.stringify(results) });
</script>`;

function find(...names) {
  return names.find((name) => {
    try {
      return execFileSync(name, ["--version"], { stdio: "ignore" }) ?? true;
    } catch {
      return false;
    }
  });
}

const chromium = process.env.CHROMIUM ?? find("chromium", "chromium-browser", "google-chrome");

test("in Chromium", { skip: chromium === undefined && "no Chromium", timeout: 120_000 }, async () => {
  const server = createServer();
  const reported = new Promise((resolve) => {
    server.on("request", (request, response) => {
      if (request.url === "/report") {
        resolve(json(request));
        response.end();
        return;
      }
      try {
        const name = request.url.slice(1);
        const body = name === "" ? PAGE : readFileSync(new URL(name, root));
        response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/html" }).end(body);
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
    assert.deepEqual(await Promise.race([reported, gone]), [
      "Shift_JIS", "<meta charset=shift_jis>火星", 0, true, "windows-1251", "windows-1251", "Марс и Венера", 1,
    ]);
  } finally {
    browser.kill();
    await gone;
    server.closeAllConnections();
    server.close();
    // Its children may write a little longer.
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

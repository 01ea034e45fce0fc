import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { inChromium, pageWith, reportOf } from "./chromium.js";

const root = new URL("..", import.meta.url);
const fileOf = (path) => readFileSync(new URL(`.${path}`, root));

test("in Chromium: a module is loaded when it is needed, not before", inChromium, async () => {
  const page = pageWith(`
    import { NotReadyError, decode, detect, ready, sniff } from "/index.js";
    import * as waiting from "/async.js";

    const bytes = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
    const fetched = () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("-whole.wasm")).length;
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
    await report(results);`);
  assert.deepEqual(await reportOf((path) => (path === "/index.html" ? page : fileOf(path))), [
    "Shift_JIS", "<meta charset=shift_jis>火星", 0, true, "windows-1251", "windows-1251", "Марс и Венера", 1,
  ]);
});

/** For each way to serve the package: the folder, and the report of a page that uses the package from it. */
const SAID = {
  "no-files": /^\/no-files\/charsniff\.wasm \(sent as .*\) cannot be loaded: status 404; in a bundle, see Bundlers/,
  "no-whole": /^\/no-whole\/charsniff-whole\.wasm \(sent as .*\) cannot be loaded: status 404; in a bundle, see Bundlers/,
  "start-page": /^\/start-page\/charsniff\.wasm \(sent as text\/html\) cannot be loaded: .*; in a bundle, see Bundlers/,
  "no-answer": /^\/no-answer\/charsniff\.wasm cannot be loaded: Failed to fetch$/,
  "cut": /^\/cut\/charsniff\.wasm \(sent as application\/wasm\) cannot be loaded: WebAssembly\.instantiate\(\): [^;]*$/,
  "policy-with-wasm": /^windows-1251$/,
  "policy": /^\/policy\/charsniff\.wasm \(sent as application\/wasm\) cannot be loaded: .*Content Security Policy.*; script-src in the page's Content-Security-Policy must have 'wasm-unsafe-eval'$/i,
  "other-type": /^windows-1251$/,
};

function serve(path, response) {
  const [, folder, name] = path.split("/", 3);
  if (name === "page.html") {
    if (folder.startsWith("policy")) {
      const wasm = folder === "policy-with-wasm" ? " 'wasm-unsafe-eval'" : "";
      response.setHeader("content-security-policy", `script-src 'self' 'unsafe-inline'${wasm}`);
    }
    return pageWith(`
      const tell = (said) => parent.postMessage([${JSON.stringify(folder)}, said.replaceAll(location.origin, "")], "*");
      import("./index.js").then(async ({ detect, ready }) => {
        await ready();
        tell(detect(Uint8Array.from("\xCC\xE0\xF0\xF1 \xE8 \xC2\xE5\xED\xE5\xF0\xE0", (c) => c.charCodeAt(0))).encoding);
      }).catch((error) => tell(error.message));`);
  }
  const body = fileOf(path.slice(folder.length + 1));
  if (name?.endsWith(".wasm")) {
    switch (folder) {
      case "no-files":
        throw new Error("no such file");
      case "no-whole":
        if (name === "charsniff-whole.wasm") {
          throw new Error("no such file");
        }
        break;
      case "start-page":
        response.setHeader("content-type", "text/html");
        return "<!doctype html>";
      case "no-answer":
        response.destroy();
        break;
      case "cut":
        return body.subarray(0, 1000);
      case "other-type":
        response.setHeader("content-type", "text/plain");
    }
  }
  return body;
}

test("in Chromium: the error for a module that cannot be loaded names it and the reason", inChromium, async () => {
  const folders = Object.keys(SAID);
  const page = pageWith(`
    const said = {};
    addEventListener("message", ({ data: [folder, what] }) => {
      said[folder] = what;
      if (Object.keys(said).length === ${folders.length}) {
        report(said);
      }
    });
    for (const folder of ${JSON.stringify(folders)}) {
      document.body.append(Object.assign(document.createElement("iframe"), { src: "/" + folder + "/page.html" }));
    }`);
  const said = await reportOf((path, response) => (path === "/index.html" ? page : serve(path, response)));
  for (const folder of folders) {
    assert.match(said[folder], SAID[folder]);
  }
});

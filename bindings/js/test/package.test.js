import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

import { inChromium, pageWith, reportOf } from "./chromium.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** In brotli, as servers that compress once send it. */
function compressed(name) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(readFileSync(join(root, name)), { params }).length;
}

test("sizes", (t) => {
  const [core, detector] = ["charsniff.wasm", "charsniff-detector.wasm"].map(compressed);
  t.diagnostic(`charsniff.wasm ${core} bytes, charsniff-detector.wasm ${detector} bytes in brotli`);
  assert.ok(core <= 60 * 1024, `${core} bytes`);
  assert.ok(detector <= 200 * 1024, `${detector} bytes`);
});

// The package as it is installed from npm.
const folder = mkdtempSync(join(tmpdir(), "charsniff-"));
after(() => rmSync(folder, { recursive: true }));
const run = (command, ...given) => execFileSync(command, given, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const write = (name, text) => writeFileSync(join(folder, name), text);
const installed = (name) => join(folder, "node_modules/charsniff", name);

/** A text in windows-1251 for the scripts below. */
const TEXT = 'const text = Uint8Array.from("\\xCC\\xE0\\xF0\\xF1 \\xE8 \\xC2\\xE5\\xED\\xE5\\xF0\\xE0", (c) => c.charCodeAt(0));';

test("packed, installed in an empty folder, and used", () => {
  const [{ filename, files }] = JSON.parse(run("npm", "pack", root, "--json", "--pack-destination", folder));
  const names = files.map(({ path }) => path);
  for (const name of ["index.js", "node.js", "workerd.js", "index.d.ts", "charsniff.wasm", "charsniff-detector.wasm", "LICENSE-MIT"]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(!names.some((name) => /^(src|test|bench|target|inspector)\//.test(name)), names.join(" "));
  write("package.json", "{}");
  run("npm", "install", "--no-audit", "--no-fund", "--offline", join(folder, filename));
  write(
    "example.mjs",
    `import { decode, detect } from "charsniff";
    import sniffer from "charsniff/html-encoding-sniffer";
    import { getEncoding } from "charsniff/encoding-sniffer";
    import chardet from "charsniff/chardet";
    import { explain } from "charsniff/async";
    const page = Buffer.from("<meta charset=sjis><title>\\x89\\xCE\\x90\\xAF</title>", "latin1");
    const { stages } = await explain(page);
    console.log(decode(page).text, sniffer(page), getEncoding(page), chardet.detect(page), detect(page).encoding, stages.length);`,
  );
  assert.equal(
    run("node", "example.mjs").trim(),
    "<meta charset=sjis><title>火星</title> Shift_JIS Shift_JIS Shift_JIS Shift_JIS 9",
  );
});

test("a module that cannot be read: which, and why", () => {
  write("detect.mjs", `import { detect } from "charsniff"; ${TEXT} try { detect(text); } catch ({ message }) { console.log(message); }`);
  write("load.mjs", 'await import("charsniff").catch(({ message }) => console.log(message));');
  for (const [name, script] of [["charsniff.wasm", "load.mjs"], ["charsniff-detector.wasm", "detect.mjs"]]) {
    const file = installed(name);
    const bytes = readFileSync(file);
    const place = `${pathToFileURL(file)} cannot be loaded: `;
    rmSync(file);
    const missing = run("node", script);
    writeFileSync(file, bytes.subarray(0, 1000));
    const cut = run("node", script);
    writeFileSync(file, bytes);
    assert.ok(missing.startsWith(`${place}ENOENT`) && missing.includes("; in a bundle, see Bundlers in the README"), missing);
    assert.ok(cut.startsWith(`${place}WebAssembly.Module()`) && !cut.includes("bundle"), cut);
  }
});

test("bundled by esbuild", async (t) => {
  try {
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=0", "--prefer-offline", "esbuild@0.28");
  } catch (error) {
    t.skip(`no esbuild from npm: ${error.stderr.trim().split("\n", 1)}`);
    return;
  }
  const { build } = createRequire(join(folder, "index.js"))("esbuild");
  const bundle = (script, options) =>
    build({ stdin: { contents: script, resolveDir: folder }, absWorkingDir: folder, bundle: true, logLevel: "silent", ...options });

  await t.test("for browsers, with the .wasm files beside it", inChromium, async () => {
    const script = `
      import { detect, ready, sniff } from "charsniff";
      import * as waiting from "charsniff/async";
      import sniffer from "charsniff/html-encoding-sniffer";
      ${TEXT}
      const results = [sniffer(text), (await waiting.sniff(text)).encoding];
      await ready();
      report([...results, detect(text).encoding]);`;
    // What Vite 7 names to esbuild.
    const target = ["chrome107", "edge107", "firefox104", "safari16"];
    const { outputFiles } = await bundle(script, { format: "esm", target, write: false });
    const page = pageWith(outputFiles[0].text);
    const answer = (path) => (path === "/index.html" ? page : readFileSync(installed(path)));
    assert.deepEqual(await reportOf(answer), ["windows-1252", "windows-1251", "windows-1251"]);
  });

  await t.test("for browsers and CommonJS, in one file", async () => {
    const script = `
      import { detect, provide, sniff } from "charsniff/bare";
      import core from "charsniff/charsniff.wasm";
      import detector from "charsniff/charsniff-detector.wasm";
      const load = (bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes));
      provide(load(core), () => load(detector));
      ${TEXT}
      console.log(sniff(text).encoding, detect(text).encoding);`;
    await bundle(script, { platform: "node", target: "node20", loader: { ".wasm": "binary" }, outfile: "one.cjs" });
    assert.equal(run("node", "one.cjs").trim(), "windows-1251 windows-1251");
  });

  await t.test("for Node, without the .wasm files: what to do", async () => {
    const script = 'require("charsniff");';
    await bundle(script, { platform: "node", target: "node20", outfile: "lost.cjs" });
    const lost = /Error: charsniff\.wasm cannot be loaded: .*; in a bundle, see Bundlers in the README/;
    assert.throws(() => run("node", "lost.cjs"), ({ stderr }) => lost.test(stderr));
  });

  await t.test("for Cloudflare Workers, where an import of a .wasm file gives a module", async () => {
    const script = `
      import { detect, sniff } from "charsniff";
      import * as waiting from "charsniff/async";
      ${TEXT}
      console.log(sniff(text).encoding, detect(text).encoding, (await waiting.detect(text)).encoding);`;
    const modules = {
      name: "modules",
      setup: ({ onLoad }) =>
        onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
          contents: `import { readFileSync } from "node:fs"; export default new WebAssembly.Module(readFileSync(${JSON.stringify(path)}));`,
        })),
    };
    const options = { format: "esm", conditions: ["workerd", "worker", "browser"], external: ["node:fs"], outfile: "worker.mjs" };
    await bundle(script, { ...options, plugins: [modules] });
    assert.equal(run("node", "worker.mjs").trim(), "windows-1251 windows-1251 windows-1251");
  });
});

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { inChromium, pageWith, reportOf } from "./chromium.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The size in brotli at its highest quality, as of files that servers compress once. */
function compressed(name) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(readFileSync(join(root, name)), { params }).length;
}

test("sizes", (t) => {
  const [core, whole, editing] = ["", "-whole", "-editing"].map((name) => compressed(`charsniff${name}.wasm`));
  t.diagnostic(`charsniff.wasm ${core} bytes, charsniff-whole.wasm ${whole}, charsniff-editing.wasm ${editing} in brotli`);
  assert.ok(core <= 64 * 1024, `${core} bytes`);
  assert.ok(whole <= 300 * 1024, `${whole} bytes`);
  assert.ok(editing <= 410 * 1024, `${editing} bytes`);
});

test("build.sh names what is missing", () => {
  const env = { PATH: "/usr/bin:/bin", RUSTC: "/nowhere/rustc" };
  const { status, stderr } = spawnSync("/bin/bash", [join(root, "build.sh")], { env, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^build\.sh: there is no rustc with the sources of its standard library /m);
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
  for (const name of ["index.js", "node.js", "files.js", "inline.js", "workerd.js", "cjs/node.js", "cjs/inline.js", "cjs/lib/modules.js", "cjs/compat/chardet.js", "charsniff-whole.wasm", "charsniff-editing.wasm", "index.d.ts", "charsniff.wasm", "LICENSE-MIT"]) {
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
  write(
    "example.cjs",
    `const { decode, detect } = require("charsniff");
    const sniffer = require("charsniff/html-encoding-sniffer");
    const { getEncoding } = require("charsniff/encoding-sniffer");
    const chardet = require("charsniff/chardet");
    const jschardet = require("charsniff/jschardet");
    const { explain } = require("charsniff/async");
    const { version } = require("charsniff/package.json");
    const page = Buffer.from("<meta charset=sjis><title>\\x89\\xCE\\x90\\xAF</title>", "latin1");
    explain(page).then(({ stages }) => console.log(
      decode(page).text, sniffer(page), getEncoding(page), chardet.detect(page), jschardet.detect(page).encoding, detect(page).encoding, stages.length, version));`,
  );
  assert.equal(
    run("node", "example.cjs").trim(),
    "<meta charset=sjis><title>火星</title> Shift_JIS Shift_JIS Shift_JIS SHIFT_JIS Shift_JIS 9 0.1.0",
  );
});

/** Installs packages from npm in the folder, or skips the test. */
function canInstall(t, ...packages) {
  try {
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=0", "--prefer-offline", ...packages);
    return true;
  } catch (error) {
    t.skip(`not from npm: ${packages}: ${error.stderr.trim().split("\n", 1)}`);
    return false;
  }
}

test("the aliases stand in for the packages of their names, by require and by import", () => {
  const names = ["html-encoding-sniffer", "encoding-sniffer", "chardet", "jschardet"];
  const inPlace = names.map((name) => {
    const [{ filename, files, version }] = JSON.parse(run("npm", "pack", join(root, "alias", name), "--json", "--pack-destination", folder));
    for (const licence of ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-UNICODE", "LICENSE-WHATWG"]) {
      assert.ok(files.some(({ path }) => path === licence), `${name}: ${licence}`);
    }
    assert.equal(version, { "html-encoding-sniffer": "7.0.0", "encoding-sniffer": "1.0.2", chardet: "2.2.0", jschardet: "4.1.0" }[name]);
    return `${name}@file:${filename}`;
  });
  run("npm", "install", "--no-audit", "--no-fund", "--offline", ...inPlace);
  const uses = `
    const page = Buffer.from("<meta charset=sjis>\\x89\\xCE\\x90\\xAF", "latin1");
    const parts = new Sniffer();
    parts.write(page);
    console.log(sniffer(page), getEncoding(page), parts.encoding, chardet.detect(page), jschardet.detect(page).encoding);`;
  write(
    "aliases.cjs",
    `const sniffer = require("html-encoding-sniffer"); const { getEncoding } = require("encoding-sniffer");
    const { Sniffer } = require("encoding-sniffer/sniffer");
    const chardet = require("chardet"); const jschardet = require("jschardet");${uses}`,
  );
  write(
    "aliases.mjs",
    `import sniffer from "html-encoding-sniffer"; import { getEncoding } from "encoding-sniffer";
    import { Sniffer } from "encoding-sniffer/sniffer";
    import chardet from "chardet"; import * as jschardet from "jschardet";${uses}`,
  );
  for (const script of ["aliases.cjs", "aliases.mjs"]) {
    assert.equal(run("node", script).trim(), "Shift_JIS Shift_JIS Shift_JIS Shift_JIS SHIFT_JIS", script);
  }
});

test("with `overrides`, jsdom and cheerio use the aliases", (t) => {
  const inside = join(folder, "overriding");
  mkdirSync(inside);
  const overrides = { "html-encoding-sniffer": "file:../charsniff-html-encoding-sniffer-7.0.0.tgz", "encoding-sniffer": "file:../charsniff-encoding-sniffer-1.0.2.tgz" };
  const dependencies = { charsniff: "file:../charsniff-0.1.0.tgz", cheerio: "1.2", jsdom: "29" };
  writeFileSync(join(inside, "package.json"), JSON.stringify({ dependencies, overrides }));
  if (!canInstall(t, "--prefix", inside)) {
    return;
  }
  write(
    "overriding/example.mjs",
    `import { JSDOM } from "jsdom"; import { loadBuffer } from "cheerio"; import { createRequire } from "node:module";
    const { name } = createRequire(import.meta.url)("html-encoding-sniffer/package.json");
    const page = Buffer.from("<meta charset=sjis><title>\\x89\\xCE\\x90\\xAF</title>", "latin1");
    const { document } = new JSDOM(page).window;
    console.log(name, document.characterSet, document.title, loadBuffer(page)("title").text());`,
  );
  assert.equal(run("node", "overriding/example.mjs").trim(), "charsniff-html-encoding-sniffer Shift_JIS 火星 火星");
});

test("in Jest 30, which has its own require and import", (t) => {
  if (!canInstall(t, "jest@30")) {
    return;
  }
  write("package.json", JSON.stringify({ ...JSON.parse(readFileSync(join(folder, "package.json"), "utf8")), jest: { testMatch: ["**/jest-*.js"] } }));
  write(
    "jest-required.js",
    `const { detect, sniff } = require("charsniff");
    const sniffer = require("charsniff/html-encoding-sniffer");
    ${TEXT}
    test("Jest's arrays are bytes", () => {
      expect(sniff(text, { url: new URL("https://example.ru/"), headers: new Headers() }).encoding).toBe("windows-1251");
      expect(sniff(text.buffer).encoding).toBe("windows-1251");
      expect(sniffer(Buffer.from("<meta charset=gbk>"))).toBe("GBK");
      expect(detect(text).encoding).toBe("windows-1251");
    });`,
  );
  const said = execFileSync("npx", ["jest"], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, CI: "1" } });
  assert.equal(typeof said, "string");
});

test("bundled by esbuild", async (t) => {
  if (!canInstall(t, "esbuild@0.28")) {
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
    // The targets that Vite 7 passes to esbuild.
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
      import detector from "charsniff/charsniff-whole.wasm";
      const load = (bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes));
      provide(load(core), () => load(detector));
      ${TEXT}
      console.log(sniff(text).encoding, detect(text).encoding);`;
    await bundle(script, { platform: "node", target: "node20", loader: { ".wasm": "binary" }, outfile: "one.cjs" });
    assert.equal(run("node", "one.cjs").trim(), "windows-1251 windows-1251");
  });

  for (const [what, script] of [
    ["require", 'const { detect, sniff } = require("charsniff");'],
    ["import", 'import { detect, sniff } from "charsniff";'],
    ["charsniff/inline", 'import { detect, sniff } from "charsniff/inline";'],
  ]) {
    for (const format of ["cjs", "esm"]) {
      await t.test(`for Node: ${what}, as ${format}`, async () => {
        const outfile = `one-file.${format === "cjs" ? "cjs" : "mjs"}`;
        await bundle(`${script} ${TEXT} console.log(sniff(text).encoding, detect(text).encoding);`, { platform: "node", target: "node20", format, outfile });
        assert.equal(run("node", outfile).trim(), "windows-1251 windows-1251");
      });
    }
  }

  for (const [format, outfile] of [["esm", "bundle.mjs"], ["cjs", "bundle.cjs"]]) {
    await t.test(`for Node, away from the package, as ${format}: a module is read when it is needed`, async () => {
      const away = mkdtempSync(join(tmpdir(), "charsniff-bundle-"));
      try {
        const script = `
          import { sniff } from "charsniff";
          console.log(sniff(Buffer.from("<meta charset=koi8-r>")).encoding);
          if (process.argv[2] === "detect") { ${TEXT} console.log(sniff(text).encoding); }`;
        await bundle(script, { platform: "node", target: "node20", format, minify: true, outfile: join(away, outfile) });
        const go = (...given) => execFileSync("node", [join(away, outfile), ...given], { cwd: away, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
        const missing = (name) => new RegExp(`Error: ${name} cannot be loaded: .*; in a bundle, see Bundlers in the README of charsniff`);
        assert.throws(() => go(), missing("charsniff\\.wasm"));
        copyFileSync(installed("charsniff.wasm"), join(away, "charsniff.wasm"));
        assert.equal(go(), "KOI8-R");
        const sizes = [outfile, "charsniff.wasm"].map((name) => gzipSync(readFileSync(join(away, name)), { level: 9 }).length);
        t.diagnostic(`a bundle that calls sniff, as ${format}: ${sizes[0]} bytes in gzip, and ${sizes[1]} of charsniff.wasm`);
        assert.ok(sizes[0] + sizes[1] <= 90_000, sizes.join(" + "));
        assert.throws(() => go("detect"), missing("charsniff-whole\\.wasm"));
        copyFileSync(installed("charsniff-whole.wasm"), join(away, "charsniff-whole.wasm"));
        assert.equal(go("detect"), "KOI8-R\nwindows-1251");
      } finally {
        rmSync(away, { recursive: true });
      }
    });
  }

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

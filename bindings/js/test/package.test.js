import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { brotliCompressSync, constants } from "node:zlib";

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

test("packed, installed in an empty folder, and used", () => {
  const folder = mkdtempSync(join(tmpdir(), "charsniff-"));
  try {
    const run = (command, ...given) => execFileSync(command, given, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    const [{ filename, files }] = JSON.parse(run("npm", "pack", root, "--json", "--pack-destination", folder));
    const names = files.map(({ path }) => path);
    for (const name of ["index.js", "node.js", "index.d.ts", "charsniff.wasm", "charsniff-detector.wasm", "LICENSE-MIT"]) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(!names.some((name) => /^(src|test|bench|target|inspector)\//.test(name)), names.join(" "));
    writeFileSync(join(folder, "package.json"), "{}");
    run("npm", "install", "--no-audit", "--no-fund", "--offline", join(folder, filename));
    writeFileSync(
      join(folder, "example.mjs"),
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
  } finally {
    rmSync(folder, { recursive: true });
  }
});

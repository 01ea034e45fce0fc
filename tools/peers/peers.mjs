// html-encoding-sniffer (jsdom's): the evidence that it uses (features.json), html5lib's encoding tests,
// and the time it takes for a page;
// compact_enc_det (Chromium's detector) on labelled files.
//
//     npm install --no-save html-encoding-sniffer whatwg-encoding ced
//     node tools/peers/peers.mjs
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(path.join(process.env.NODE_PATH ?? process.cwd(), "x"));
const sniff = require("html-encoding-sniffer");
const { labelToName } = require("whatwg-encoding");
const { version } = require("html-encoding-sniffer/package.json");
const shared = path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../../../shared");

const here = path.dirname(new URL(import.meta.url).pathname);
console.log(`features of html-encoding-sniffer ${version}`);
for (const { what, content_type, hex, expected } of JSON.parse(readFileSync(path.join(here, "features.json"), "utf8"))) {
  const transportLayerEncodingLabel = content_type?.split("charset=")[1];
  const found = sniff(Uint8Array.from(Buffer.from(hex, "hex")), { transportLayerEncodingLabel });
  console.log(`  ${found.toLowerCase() === expected.toLowerCase() ? "yes" : "no "} ${what}: ${found}`);
}

let passed = 0;
let total = 0;
for (const file of ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"]) {
  const bytes = readFileSync(path.join(shared, "conformance/html5lib", file), "latin1");
  for (const test of ("\n" + bytes).split("\n#data\n").slice(1)) {
    const [data, rest] = test.split("\n#encoding\n");
    const found = sniff(Uint8Array.from(Buffer.from(data, "latin1")), { defaultEncoding: "windows-1252" });
    total += 1;
    passed += Number(found === labelToName(rest.split("\n")[0].trim()));
  }
}
console.log(`html5lib's encoding tests\n  html-encoding-sniffer ${version}: ${passed} of ${total}`);

const page = Uint8Array.from(readFileSync(path.join(shared, "corpus/wikipedia/de.html")));
let best = Infinity;
for (let round = 0; round < 200; round += 1) {
  const started = process.hrtime.bigint();
  for (let n = 0; n < 100; n += 1) sniff(page);
  best = Math.min(best, Number(process.hrtime.bigint() - started) / 100);
}
const rate = (page.length / best) * 1000;
console.log(`time to sniff a labelled page of ${page.length} bytes\n  ${(best / 1000).toFixed(2)} µs, ${rate.toFixed(0)} MB/s`);

const detect = require("ced");
// Its names that are no labels.
const names = { KSC: "euc-kr", GB: "gbk", KOI8R: "koi8-r", SJS: "shift_jis", CP932: "shift_jis", "ASCII-7-bit": "ascii" };
const folder = path.join(shared, "corpus/detect-dev");
const textOf = (bytes, label) => {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return null;
  }
};
let right = 0;
let files = 0;
let size = 0;
let took = 0n;
for (const row of readFileSync(path.join(folder, "manifest.csv"), "utf8").trim().split("\n").slice(1)) {
  const [file, truth] = row.split(",");
  const bytes = readFileSync(path.join(folder, file));
  const started = process.hrtime.bigint();
  const found = detect(bytes);
  took += process.hrtime.bigint() - started;
  const answer = names[found] ?? found;
  const text = textOf(bytes, truth);
  files += 1;
  size += bytes.length;
  right += Number(labelToName(answer) === labelToName(truth) || (text !== null && text === textOf(bytes, answer)));
}
const share = ((100 * right) / files).toFixed(1);
console.log(`detection on ${files} labelled files, ${size} bytes
  compact_enc_det (ced ${require("ced/package.json").version}): ${right} of ${files} (${share} %), ${((size / Number(took)) * 1000).toFixed(0)} MB/s`);

// The tables of docs/javascript.md: sizes and times of the package as it is packed, beside its peers, each on the same pages,
// in rounds by turns; the best round counts.
//
//   npm pack . && npm install --prefix bench --no-save ./charsniff-*.tgz && node bench/bench.js sizes (or times)

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

import { detect, sniff } from "charsniff";
import * as charsniffChardet from "charsniff/chardet";
import { getEncoding as charsniffGetEncoding } from "charsniff/encoding-sniffer";
import charsniffHtml from "charsniff/html-encoding-sniffer";
import charsniffJschardet from "charsniff/jschardet";
import chardet from "chardet";
import { getEncoding } from "encoding-sniffer";
import htmlEncodingSniffer from "html-encoding-sniffer";
import jschardet from "jschardet";

import { bytesOf, documents } from "../test/fixtures.js";

const ROUNDS = 15;

/** CPU time in milliseconds: other programs on the machine do not count. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Microseconds a call, for each of the functions. */
function measure(functions, inputs, least) {
  const best = functions.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, call] of functions.entries()) {
      let calls = 0;
      const start = now();
      let end;
      do {
        for (const input of inputs) {
          call(input);
        }
        calls += inputs.length;
        end = now();
      } while (end - start < least);
      best[i] = Math.min(best[i], ((end - start) * 1000) / calls);
    }
  }
  return best;
}

const inMicroseconds = (time) => (time < 10 ? time.toFixed(2) : Math.round(time).toLocaleString("en"));

/** A table of times. `functions`: a name, and the call for each column. */
function table(columns, functions, inputs, least = 30) {
  console.log(`| µs a call | ${columns.join(" | ")} |\n| --- |${columns.map(() => " ---: |").join("")}`);
  const times = columns.map((_, column) => measure(functions.map((row) => row[column + 1]), inputs[column], least).map(inMicroseconds));
  for (const [row, [name]] of functions.entries()) {
    console.log(`| ${name} | ${times.map((column) => column[row]).join(" | ")} |`);
  }
}

/** Of the modules, in bytes. */
function sizes() {
  console.log("| file | bytes | bytes in brotli |\n| --- | ---: | ---: |");
  for (const name of ["charsniff.wasm", "charsniff-whole.wasm", "charsniff-editing.wasm"]) {
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(`charsniff/${name}`)));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    const count = (number) => number.toLocaleString("en");
    console.log(`| \`${name}\` | ${count(bytes.length)} | ${count(brotliCompressSync(bytes, { params }).length)} |`);
  }
}

/** Microseconds of CPU time a call. */
function times() {
  const pages = documents().filter(({ context, headers }) => context === undefined && headers === undefined);
  const declared = pages.filter(({ source }) => source === "meta").map(bytesOf);
  const silent = pages.filter(({ source }) => source === "detector" || source === "default").map(bytesOf);
  const label = { transportLayerEncodingLabel: "shift_jis" };
  const headers = { headers: "text/html; charset=shift_jis" };
  // The detector is loaded by the first page that needs it.
  silent.forEach((page) => sniff(page));

  table(["declared in a `<meta>`", "in the header", "nowhere"], [
    ["`sniff`, which gives the verdict and the label", (page) => sniff(page), (page) => sniff(page, headers), (page) => sniff(page)],
    ["`charsniff/html-encoding-sniffer`", (page) => charsniffHtml(page), (page) => charsniffHtml(page, label), (page) => charsniffHtml(page)],
    ["html-encoding-sniffer 7.0.0", (page) => htmlEncodingSniffer(page), (page) => htmlEncodingSniffer(page, label), (page) => htmlEncodingSniffer(page)],
    ["`charsniff/encoding-sniffer`", (page) => charsniffGetEncoding(page), (page) => charsniffGetEncoding(page, label), (page) => charsniffGetEncoding(page)],
    ["encoding-sniffer 1.0.2", (page) => getEncoding(page), (page) => getEncoding(page, label), (page) => getEncoding(page)],
  ], [declared, declared, silent]);

  console.log();
  const texts = pages.map(bytesOf);
  table(["the fixtures"], [
    ["`detect`", (text) => detect(text)],
    ["`charsniff/chardet`", (text) => charsniffChardet.detect(text)],
    ["chardet 2.2.0", (text) => chardet.detect(text)],
    ["`charsniff/jschardet`", (text) => charsniffJschardet.detect(text)],
    ["jschardet 4.1.0", (text) => jschardet.detect(Buffer.from(text))],
  ], [texts], 1);
}

({ sizes, times })[process.argv[2]]();

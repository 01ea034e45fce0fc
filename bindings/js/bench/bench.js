// Times of this package beside its peers, each on the same pages, in rounds by turns; the best round counts.
//
//   npm install --prefix bench && node bench/bench.js [FOLDER]
//
// FOLDER: files to detect the encoding of, instead of `fixtures/pages`.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import chardet from "chardet";
import { getEncoding } from "encoding-sniffer";
import htmlEncodingSniffer from "html-encoding-sniffer";
import jschardet from "jschardet";

import * as charsniffChardet from "../compat/chardet.js";
import { getEncoding as charsniffGetEncoding } from "../compat/encoding-sniffer.js";
import charsniffHtml from "../compat/html-encoding-sniffer.js";
import { detect, sniff } from "../inline.js";
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
    for (const [i, [, call]] of functions.entries()) {
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

function report(title, functions, inputs, least = 30) {
  const bytes = inputs.reduce((sum, input) => sum + input.length, 0);
  console.log(`\n${title}: ${inputs.length} inputs, ${Math.round(bytes / inputs.length)} bytes each`);
  const times = measure(functions, inputs, least);
  for (const [i, [name]] of functions.entries()) {
    console.log(`${times[i].toFixed(2).padStart(10)} µs  ${(times[i] / times[0]).toFixed(2).padStart(8)} ×  ${name}`);
  }
}

const pages = documents().filter(({ context, headers }) => context === undefined && headers === undefined);
const declared = pages.filter(({ source }) => source === "meta").map(bytesOf);
const label = { transportLayerEncodingLabel: "shift_jis" };
const headers = { headers: "text/html; charset=shift_jis" };

report("sniff, declared in a meta", [
  ["charsniff sniff", (page) => sniff(page)],
  ["charsniff/html-encoding-sniffer", (page) => charsniffHtml(page)],
  ["charsniff/encoding-sniffer", (page) => charsniffGetEncoding(page)],
  ["html-encoding-sniffer", (page) => htmlEncodingSniffer(page)],
  ["encoding-sniffer", (page) => getEncoding(page)],
], declared);

report("sniff, declared in the header", [
  ["charsniff sniff", (page) => sniff(page, headers)],
  ["charsniff/html-encoding-sniffer", (page) => charsniffHtml(page, label)],
  ["charsniff/encoding-sniffer", (page) => charsniffGetEncoding(page, label)],
  ["html-encoding-sniffer", (page) => htmlEncodingSniffer(page, label)],
  ["encoding-sniffer", (page) => getEncoding(page, label)],
], declared);

const silent = pages.filter(({ source }) => source === "detector" || source === "default").map(bytesOf);
report("sniff, declared nowhere", [
  ["charsniff/html-encoding-sniffer", (page) => charsniffHtml(page)],
  ["html-encoding-sniffer", (page) => htmlEncodingSniffer(page)],
], silent);

const ascii = new TextEncoder().encode("<p>Nothing but plain letters here, as in most pages. ".repeat(200));
const marked = new TextEncoder().encode(`<meta charset=utf-8>${"<p>Nothing but plain letters here, as in most pages. ".repeat(200)}`);
// The clock is read after all of the inputs, and takes longer than one call.
report("sniff, 11 KB of ASCII", [["undeclared", () => sniff(ascii)], ["declared", () => sniff(marked)]], Array(100).fill(ascii));

const folder = process.argv[2];
const texts = folder === undefined ? pages.map(bytesOf) : readdirSync(folder).map((file) => readFileSync(join(folder, file)));
report("detect", [
  ["charsniff detect", (text) => detect(text)],
  ["charsniff/chardet detect", (text) => charsniffChardet.detect(text)],
  ["chardet detect", (text) => chardet.detect(text)],
  ["jschardet detect", (text) => jschardet.detect(Buffer.from(text))],
], texts, 1);

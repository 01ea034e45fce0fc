// Counts the texts whose encoding this package and its peers find: an answer is right if it gives the same text.
//
//   git clone https://github.com/runk/node-chardet
//   npm pack . && npm install --prefix bench --no-save ./charsniff-*.tgz && node bench/accuracy.js node-chardet/corpus/generated
//
// In the folder: ENCODING/LANGUAGE/…/FILE. Left out: encodings that the Encoding Standard lacks, and what chardet learns from.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import chardet from "chardet";
import jschardet from "jschardet";

import { TextDecoder, detect, encodingForLabel } from "charsniff";

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

/** jschardet's and ICU's names that are no labels. */
const NAMES = { cp949: "euc-kr", macroman: "macintosh", maccyrillic: "x-mac-cyrillic", "mac-roman": "macintosh", "utf-16-le": "utf-16le", "utf-16-be": "utf-16be", cp932: "shift_jis", cp1252: "windows-1252" };

const encodingOf = (name) => (name ? encodingForLabel(NAMES[name.toLowerCase()] ?? name) : null);
const textIn = (bytes, encoding) => (encoding === null || encoding === "replacement" ? null : new TextDecoder(encoding).decode(bytes));

const detectors = {
  charsniff: (bytes) => detect(bytes)?.encoding,
  jschardet: (bytes) => jschardet.detect(bytes).encoding,
  chardet: (bytes) => chardet.detect(bytes),
};
const right = Object.fromEntries(Object.keys(detectors).map((name) => [name, 0]));
let count = 0;
for (const { parentPath, path = parentPath, name } of files) {
  const [expected] = join(path, name).slice(folder.length).split("/").filter(Boolean);
  const encoding = encodingOf(expected);
  if (encoding === null || encoding === "replacement" || path.includes("/train")) {
    continue;
  }
  count++;
  const bytes = new Uint8Array(readFileSync(join(path, name)));
  const text = textIn(bytes, encoding);
  for (const [detector, call] of Object.entries(detectors)) {
    right[detector] += textIn(bytes, encodingOf(call(bytes))) === text;
  }
}
console.log(`${count} texts`);
for (const [detector, found] of Object.entries(right)) {
  console.log(`${detector}: ${found} right, ${((100 * found) / count).toFixed(1)} %`);
}

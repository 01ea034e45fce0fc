// Files whose lines are in several encodings, as lists and logs that several programs wrote. Each line is read by itself.

import { detect, detectAll } from "../lib/api.js";

/** So many lines beyond ASCII are judged at most; a file with more is read as a whole. */
const MOST_LINES = 400;

/** With this probability a line has its own encoding; with the other one also where UTF-8 is not among them. */
const CLEAR = 0.9;
const CERTAIN = 0.99;

/**
 * How many characters beyond ASCII a line in UTF-8 has that is this not by chance, and how many among lines in encodings where that is not rare: of
 * Chinese words of two characters, one in fifty is valid UTF-8 in GBK.
 */
const LEAST_CHARACTERS = 2;
const LEAST_WHERE_LIKELY = 3;
const IS_LIKELY = /^(?:GBK|gb18030|Big5|EUC-|Shift_JIS|IBM866|windows-874)/;

/** Signs, which stand in all scripts, and the scripts that have several blocks. By chance, characters are of several. */
const SIGNS = /[\u0080-\u00BF\u2010-\u27BF\u3000-\u3004\u3008-\u3020\uFE00-\uFE0F\u{1F000}-\u{10FFFF}]/u;
const SCRIPTS = [/[\u00C0-\u024F\u1E00-\u1EFF]/, /[\u0370-\u03FF\u1F00-\u1FFF]/, /[\u0400-\u052F]/, /[\u0590-\u05FF]/, /[\u0600-\u06FF\uFB50-\uFEFC]/, /[\u3005-\u30FF\u3400-\u9FFF\uAC00-\uD7A3\uFF01-\uFF9F]/];

/** The best known of the encodings that are nearly the same: which one a line is in hangs on few of its letters. */
const LIKE = {
  "ISO-8859-2": "windows-1250",
  "ISO-8859-16": "windows-1250",
  "ISO-8859-15": "windows-1252",
  macintosh: "windows-1252",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-8-I": "windows-1255",
  "ISO-8859-13": "windows-1257",
  "ISO-8859-4": "windows-1257",
  "x-mac-cyrillic": "windows-1251",
  "KOI8-U": "KOI8-R",
  gb18030: "GBK",
};

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const isAscii = (bytes) => bytes.every((byte) => byte < 0x80);

function utf8Of(bytes) {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** The lines with their ends. */
function split(bytes) {
  const end = bytes.includes(0x0a) ? 0x0a : 0x0d;
  const lines = [];
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(end, start);
    lines.push(bytes.subarray(start, at < 0 ? bytes.length : at + 1));
    start += lines.at(-1).length;
  }
  return lines;
}

/** The encoding of each line beyond ASCII: UTF-8, its own if that is clear, else that of all unclear ones together. */
function encodingsOf(lines) {
  const own = lines.map((line) => {
    if (utf8Of(line) !== null) return { encoding: "UTF-8", probability: 1 };
    const { encoding, probability } = detect(line);
    return probability >= CLEAR && !/^UTF-16|^ISO-2022/.test(encoding ?? "") ? { encoding, probability } : null;
  });
  const unclear = lines.filter((_, at) => own[at] === null);
  const together = unclear.length > 0 ? (detectAll(unclear)?.encoding ?? null) : null;
  return own.map((found) => found ?? { encoding: together, probability: 0 });
}

/** The script of a character: one of those above, or its block. */
function scriptOf(character) {
  const at = SCRIPTS.findIndex((script) => script.test(character));
  return at < 0 ? character.codePointAt(0) & ~0x7f : at;
}

/** How many characters beyond ASCII a text has, 0 if they are of several scripts. */
function charactersOf(text) {
  const characters = text.match(/[^\0-\x7F]/gu) ?? [];
  const scripts = new Set(characters.filter((character) => !SIGNS.test(character)).map(scriptOf));
  return scripts.size > 1 ? 0 : characters.length;
}

/** Whether the lines are in several encodings, and not by chance. */
function areSeveral(lines, found) {
  const others = found.filter(({ encoding }) => encoding !== "UTF-8");
  const least = others.some(({ encoding }) => IS_LIKELY.test(encoding)) ? LEAST_WHERE_LIKELY : LEAST_CHARACTERS;
  const isMeant = (line) => charactersOf(utf8Of(line) ?? "") >= least;
  if (others.length === 0 || found.some(({ encoding }) => encoding === null)) return false;
  if (others.length < found.length) return lines.some((line, at) => found[at].encoding === "UTF-8" && isMeant(line));
  const certain = new Map();
  for (const { encoding } of others.filter(({ probability }) => probability >= CERTAIN)) {
    const name = LIKE[encoding] ?? encoding;
    certain.set(name, (certain.get(name) ?? 0) + 1);
  }
  const counts = [...certain.values()].sort((one, other) => other - one);
  // In a file in one encoding, a line in a hundred may look like another one.
  return counts.length > 1 && counts[1] * 10 >= found.length && (counts[1] > 1 || found.length <= 4);
}

/** Lines that follow each other in one encoding, counted from 1. Lines of ASCII belong to those before them. */
function rangesOf(lines, encodings) {
  const ranges = [];
  for (const [at, encoding] of encodings.entries()) {
    const before = ranges.at(-1);
    if (encoding === null && before === undefined) continue;
    if (before !== undefined && (encoding === null || before.encoding === encoding)) before.last = at + 1;
    else ranges.push({ first: before === undefined ? 1 : at + 1, last: at + 1, encoding });
  }
  // A line of ASCII behind the last of an encoding says nothing.
  return ranges;
}

/**
 * The text of bytes whose lines are in several encodings, which `lines` are in which, and whether they `areWhole`, without words in yet another encoding;
 * `null` if they are in one. `decoded` gives the text of bytes in an encoding, and its repairs.
 */
export function severalEncodings(bytes, encoding, decoded) {
  if (/^UTF-16|^UTF-32|^ISO-2022|^(?:isomorphic|replacement|x-user-defined)$/.test(encoding)) return null;
  const lines = split(bytes);
  const beyond = lines.filter((line) => !isAscii(line));
  if (beyond.length < 2 || beyond.length > MOST_LINES) return null;
  const found = encodingsOf(beyond);
  if (!areSeveral(beyond, found)) return null;
  let next = 0;
  const encodings = lines.map((line) => (isAscii(line) ? null : found[next++].encoding));
  const read = lines.map((line, at) => (encodings[at] === null ? { text: utf8Of(line), repairs: [] } : decoded(line, encodings[at])));
  return { text: read.map(({ text }) => text).join(""), lines: rangesOf(lines, encodings), areWhole: read.every(({ repairs }) => repairs.length === 0) };
}

const named = ({ first, last }) => (first === last ? `line ${first.toLocaleString("en")}` : `lines ${first.toLocaleString("en")} to ${last.toLocaleString("en")}`);

/** How many places of an encoding are named. */
const MOST_NAMED = 4;

/** Which lines are in which encoding, in a sentence. */
export function linesInWords(ranges) {
  const byEncoding = new Map();
  for (const range of ranges) byEncoding.set(range.encoding, [...(byEncoding.get(range.encoding) ?? []), range]);
  const parts = [...byEncoding].map(([encoding, all]) => {
    const more = all.length > MOST_NAMED ? " and others" : "";
    return `${encoding} (${all.slice(0, MOST_NAMED).map(named).join(", ")}${more})`;
  });
  return `Its lines are in ${parts.length} encodings: ${parts.join("; ")}.`;
}

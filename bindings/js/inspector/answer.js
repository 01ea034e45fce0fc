// The answer: the right text, and what went wrong with it.

import { decode } from "../lib/api.js";
import { byId, count, element } from "./dom.js";
import { marked } from "./text.js";
import { printable, SHOWS, SOURCES, standsIn } from "./words.js";

/** A text of so many lines and characters is shown whole. */
const MOST_LINES = 6;
const MOST_WHOLE = 280;

/** How much of a longer line is shown, and how much of it before what is shown it for. */
const MOST_OF_LINE = 140;
const LEAD = 24;

/** How much of markup is searched for text, and how long text is that is more than a word, in UTF-16 code units. */
const MOST_SEARCHED = 64 * 1024;
const MOST_OF_WORD = 24;

const replacements = (text) => text.match(/\uFFFD/g)?.length ?? 0;

/** The whole text that the answer is the start of, without a byte order mark. */
export function wholeText({ bytes }, { encoding, isRepaired }) {
  if (/^UTF-32/.test(encoding)) return utf32(bytes, encoding);
  if (encoding === "isomorphic") return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return decode(bytes, { context: "html", override: encoding, repair: isRepaired }).text;
}

/** Which of the two encodings UTF-32 is in: by its mark, else by the bytes that are zero. */
export function utf32Of(bytes) {
  if (bytes[0] === 0xff) return "UTF-32LE";
  let [first, last] = [0, 0];
  for (let at = 0; at + 3 < Math.min(bytes.length, 4096); at += 4) {
    if (bytes[at] === 0) first += 1;
    if (bytes[at + 3] === 0) last += 1;
  }
  return last > first ? "UTF-32LE" : "UTF-32BE";
}

/** The text of UTF-32, which the package does not decode, since the Web has none. */
export function utf32(bytes, encoding) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = encoding === "UTF-32LE";
  const parts = [];
  for (let at = 0; at + 3 < bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    if (at === 0 && point === 0xfeff) continue;
    parts.push(point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? "\uFFFD" : String.fromCodePoint(point));
  }
  if (bytes.length % 4 !== 0) parts.push("\uFFFD");
  return parts.join("");
}

/** Where the repaired parts are in the repaired text. `text` may be cut. */
export function mendedIn(text, repairs, positions) {
  const found = [];
  let grown = 0;
  let from = 0;
  for (const { start, was, became } of repairs) {
    const expected = positions.textOffset(start) + grown;
    const at = text.startsWith(became, expected) ? expected : text.indexOf(became, from);
    grown += became.length - was.length;
    if (at < from || became === "") continue;
    from = at + became.length;
    found.push({ start: at, end: from, was });
  }
  return found;
}

/** The part of a text that is shown large: all of a short one, else the line that says most. */
export function excerpt(text, mended) {
  const end = text.trimEnd().length;
  const short = text.slice(0, end).split(/\r\n|\r|\n/);
  const isMarkup = /^\s*<[^]*<\//.test(text.slice(0, MOST_SEARCHED));
  if (!isMarkup && end <= MOST_WHOLE && short.length <= MOST_LINES) return { start: 0, end, line: null };
  const telling = mended[0]?.start ?? (isMarkup ? inMarkup(text) : text.search(/[^\0-\x7F]/));
  const at = telling >= 0 ? telling : Math.max(0, text.search(/\S/));
  const lineStart = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  const rest = text.slice(at).search(/[\r\n]/);
  return { ...partOf(text, at, lineStart, rest < 0 ? text.length : at + rest), line: text.slice(0, at).split(/\r\n|\r|\n/).length };
}

/** Where the text between two tags is whose characters beyond ASCII say most: the first that is no single word, else the longest; -1 if there is none. */
function inMarkup(text) {
  let best = null;
  for (const run of text.slice(0, MOST_SEARCHED).matchAll(/>([^<>]*[^\0-\x7F<>][^<>]*)/g)) {
    const length = run[1].trim().length;
    if (best === null || length > best.length) best = { length, at: run.index + run[0].search(/[^\0-\x7F]/) };
    if (length >= MOST_OF_WORD) break;
  }
  return best?.at ?? text.search(/[^\0-\x7F]/);
}

/** The part of a line, or of what stands between two tags in it, that holds what is at an offset. */
function partOf(text, at, start, end) {
  const [open, close] = [text.lastIndexOf("<", at), text.lastIndexOf(">", at)];
  if (close > open && close >= start && /<\//.test(text.slice(start, end))) {
    const next = text.indexOf("<", at);
    return cutAt(text, at, close + 1, next < 0 ? end : Math.min(end, next));
  }
  return cutAt(text, at, start, end);
}

function cutAt(text, at, lineStart, lineEnd) {
  const start = lineEnd - lineStart <= MOST_OF_LINE || at - lineStart <= LEAD ? lineStart + text.slice(lineStart, at).search(/\S|$/) : wordFrom(text, at - LEAD, at);
  return { start, end: Math.min(lineEnd, start + MOST_OF_LINE), lineEnd, isCut: start > lineStart && text.slice(lineStart, start).trim() !== "" };
}

/** The start of the first word behind an offset, if there is one before `end`. */
function wordFrom(text, start, end) {
  const space = text.slice(start, end).search(/\s\S/);
  return space < 0 ? start : start + space + 1;
}

/** The nodes of a part of the text, in which what was mended and what is lost is marked. */
function nodesOf(text, mended, { start, end, lineEnd = end, isCut = false }) {
  const nodes = isCut ? ["…"] : [];
  let at = start;
  for (const part of mended) {
    if (part.end <= at || part.start >= end) continue;
    const [from, to] = [Math.max(part.start, at), Math.min(part.end, end)];
    nodes.push(...marked(text.slice(at, from)), element("ins", { title: `was ${part.was}` }, ...marked(text.slice(from, to))));
    at = to;
  }
  return [...nodes, ...marked(text.slice(at, end)), ...(lineEnd > end ? ["…"] : [])];
}

const KINDS = [
  [/^\x89PNG/, "a PNG picture"],
  [/^\xFF\xD8\xFF/, "a JPEG picture"],
  [/^GIF8/, "a GIF picture"],
  [/^%PDF/, "a PDF document"],
  [/^PK\x03\x04/, "a ZIP archive (or a document that is one)"],
  [/^\x1F\x8B/, "gzip: unpack it first"],
];

function kindOf(bytes) {
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  return KINDS.find(([pattern]) => pattern.test(start))?.[1];
}

const SPEAKERS = {
  transport: "The HTTP header",
  prescan: "The declaration in it",
  "explicit-environment": "The element that refers to it",
  "implicit-environment": "Its neighbour",
};

const inPlaces = (number) => (number === 1 ? "" : `, in ${number >= 1000 ? "1,000 places or more" : count(number, "place")}`);

/** A kind of repair as a sentence. `encoding`: that of the rest. */
function damageInWords({ damage, encodings, number }, encoding) {
  const chain = [...encodings].reverse();
  const isOne = chain.every((name) => name === chain[0]);
  switch (damage) {
    case "doubly-encoded": {
      const times = chain.length === 1 ? "" : chain.length === 2 ? ", twice" : `, ${chain.length} times`;
      return isOne
        ? `UTF-8 that was read as ${chain[0]} and saved again${times}${inPlaces(number)}.`
        : `UTF-8 that was read as ${chain.join(", then as ")}, and saved again each time${inPlaces(number)}.`;
    }
    case "malformed":
      if (chain[0] === encoding) return `Characters in CESU-8, or as Java writes them, that stand in a text in ${encoding}${inPlaces(number)}.`;
      return `Text in ${chain[0]} that stands in a text in ${encoding}${inPlaces(number)}.`;
    case "c1-control":
      return `Characters of windows-1252 that were saved as control characters${inPlaces(number)}.`;
    case "misread":
      return `Text in ${chain[0]} that was read as ${chain.slice(1).join(", then as ")} and saved again${inPlaces(number).replace("place", "line")}.`;
    default:
      return `${damage.replace(/^./, (letter) => letter.toUpperCase()).replaceAll("-", " ")}: ${chain.join(", then ")}${inPlaces(number)}.`;
  }
}

/** The kinds of damage that were repaired, the most frequent first. */
function kindsOfDamage(repairs) {
  const kinds = new Map();
  for (const { damage, encodings } of repairs) {
    const key = [damage, ...encodings].join();
    const kind = kinds.get(key) ?? { damage, encodings, number: 0 };
    kind.number += 1;
    kinds.set(key, kind);
  }
  return [...kinds.values()].sort((one, other) => other.number - one.number);
}

/** What is left of the damage. */
function lossesInWords({ text }, { replacementCharacters }, isCopied) {
  const all = replacements(text);
  const before = Math.min(all, replacementCharacters);
  const sentences = [];
  if (before > 0) {
    const lost = before === 1 ? "1 character is lost" : `${count(before, "character")} are lost`;
    const who = isCopied ? "the program you copied it from put � there. Drop the file itself, or paste a dump of it" : "an earlier program saved � instead";
    sentences.push(`${lost}: ${who}.`);
  }
  if (all > before) sentences.push(`${count(all - before, "place")} cannot be read, marked �.`);
  return sentences;
}

const percent = (share) => `${Math.round(100 * share)} %`;

/** Why a text that nothing is wrong with is read as it is. */
function reasonInWords({ encoding, source, content, probability, "runner-up": next }, isText) {
  if (isText) return "No damage was found in this text.";
  if (content === "ascii" && source !== "bom") return "Plain ASCII, which reads the same in nearly every encoding: no damage.";
  switch (source) {
    case "bom":
      return `It is ${encoding}, as its byte order mark says.`;
    case "detector": {
      const doubt = probability !== undefined && probability < 0.9 ? ` (${percent(probability)} likely${next ? `; else ${next.encoding}` : ""})` : "";
      return `It is ${encoding} by its bytes; nothing in or with it says so${doubt}.`;
    }
    case "locale":
    case "default":
      return `Nothing says what it is; ${encoding} is what is taken then.`;
    default:
      return `It is ${encoding}, as the ${SOURCES[source]} says.`;
  }
}

/** What went wrong, in sentences. */
function wrongInWords(seen, { isText, isCopied }) {
  const { answer, explanation, readings, health } = seen;
  const { encoding } = answer;
  if (answer.kind === "utf-32") return [`It is ${encoding}, which is no encoding of the Web: by its rules it is read as ${explanation.encoding}.`];
  const sentences = kindsOfDamage(answer.repairs).slice(0, 2).map((kind) => damageInWords(kind, encoding));
  const refuted = explanation.stages.find(({ outcome, encoding: claimed }) => outcome === "refuted" && claimed !== encoding);
  if (refuted !== undefined) {
    const label = refuted.label === null ? refuted.encoding : `“${printable(refuted.label)}”`;
    sentences.push(`${SPEAKERS[refuted.stage] ?? "What came with it"} says ${label}, but it is ${encoding}.`);
  }
  const losses = lossesInWords(answer, health, isCopied);
  if (sentences.length === 0 && losses.length === 0) sentences.push(reasonInWords(explanation, isText));
  sentences.push(...losses);
  const others = isText ? [] : readings.filter((reading) => /chromium|firefox/.test(reading.name) && !standsIn(reading) && reading.explanation.encoding !== encoding && reading.text !== seen.readings.find(({ name }) => name === "crawler").text);
  if (others.length > 0) {
    const names = others.map(({ name }) => (name === "chromium" ? "Chromium" : "Firefox"));
    const same = others.every(({ explanation: other }) => other.encoding === others[0].explanation.encoding);
    sentences.push(`${names.join(" and ")} ${names.length === 1 ? "shows" : "show"} it as ${same ? others[0].explanation.encoding : others.map(({ explanation: other }) => other.encoding).join(" and ")}.`);
  }
  return sentences;
}

/** Draws the answer: what it should read, or what the chosen one shows. */
export function drawAnswer(seen, source) {
  const { answer, reading, explanation } = seen;
  const isSaved = answer.kind === "text" || answer.kind === "utf-32";
  for (const id of ["copy-text", "save"]) byId(id).hidden = !isSaved;
  const { title, nodes, place, why } = contentOf(seen, source);
  const set = (id, parts) => {
    // What stays the same is not replaced, so that screen readers do not read it again.
    const drawn = element("div", {}, ...parts);
    if (byId(id).innerHTML !== drawn.innerHTML) byId(id).replaceChildren(...drawn.childNodes);
  };
  set("answer-title", [title]);
  set("answer-text", nodes);
  set("answer-place", [place]);
  set("answer-why", [why]);
  byId("answer-text").classList.toggle("long", byId("answer-text").textContent.length > 60);
  byId("answer").dataset.encoding = isSaved ? answer.encoding : "";
  byId("answer").dataset.reading = `${reading} ${explanation.encoding}`;
}

function contentOf(seen, source) {
  const { answer, reading, explanation } = seen;
  if (answer.kind === "empty") return { title: "Empty", nodes: [], place: "", why: "There are no bytes." };
  if (answer.kind === "binary") {
    const kind = kindOf(source.bytes);
    return { title: "No text", nodes: ["Binary data"], place: "", why: kind === undefined ? "The bytes are no text in any encoding." : `The bytes are ${kind}.` };
  }
  const { text, mended, isCut } = answer;
  const part = excerpt(text, mended);
  const lines = text.replace(/\r\n$|[\r\n]$/, "").split(/\r\n|\r|\n/).length;
  const place = part.line === null || lines === 1 ? "" : `Line ${part.line.toLocaleString("en")} of ${isCut ? "many" : lines.toLocaleString("en")}. Copy and Save take the whole text.`;
  const nodes = nodesOf(text, mended, part);
  if (reading === "crawler") return { title: "It should read", nodes, place, why: wrongInWords(seen, source).join(" ") };
  const chosen = seen.readings.find(({ name }) => name === reading);
  const how = `${explanation.encoding}, decided by ${SOURCES[explanation.source]}.`;
  const more = chosen.change === null ? "" : ` A parser then changes to ${chosen.change.encoding}.`;
  return { title: SHOWS[reading], nodes, place, why: standsIn(chosen) ? `${how} That is charsniff’s detector, which stands in for the browser’s own.` : how + more };
}

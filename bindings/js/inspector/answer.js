// The answer: the right text, and what went wrong with it.

import { decode } from "../lib/api.js";
import { byId, count, element } from "./dom.js";
import { linesInWords } from "./lines.js";
import { marked } from "./text.js";
import { printable, SHOWS, sourceInWords, standsIn } from "./words.js";

/** A text of so many lines and characters is shown large; of a longer one, so many characters are shown, which can be scrolled. */
const MOST_LINES = 6;
const MOST_LARGE = 280;
const MOST_SHOWN = 32 * 1024;

/** How much of a longer line is shown, and how much of it before what is shown it for. */
const MOST_OF_LINE = 140;
const LEAD = 24;

/** How much of markup is searched for text, and how long text is that is more than a word, in UTF-16 code units. */
const MOST_SEARCHED = 64 * 1024;
const MOST_OF_WORD = 24;

const replacements = (text) => text.match(/\uFFFD/g)?.length ?? 0;

/** The whole text that the answer is the start of, without a byte order mark. */
export function wholeText({ bytes }, { encoding, isRepaired, whole }) {
  if (whole !== undefined) return whole;
  if (/^UTF-32/.test(encoding)) return utf32(bytes);
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

/** The text of UTF-32. */
export function utf32(bytes) {
  return decode(bytes, { context: "xml", reading: "crawler" }).text;
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

/** Whether a text is markup: of that, the line that says most is the answer. */
const isMarkup = (text) => /^\s*<[^]*<\//.test(text.slice(0, MOST_SEARCHED));

const linesOf = (text) => text.split(/\r\n|\r|\n/);

/** The part of a text that says most: all of a short one, else a line of it. */
export function excerpt(text, mended) {
  const end = text.trimEnd().length;
  const isOfTags = isMarkup(text);
  if (!isOfTags && end <= MOST_LARGE && linesOf(text.slice(0, end)).length <= MOST_LINES) return { start: 0, end, line: null };
  const telling = mended[0]?.start ?? (isOfTags ? inMarkup(text) : text.search(/[^\0-\x7F]/));
  const at = telling >= 0 ? telling : Math.max(0, text.search(/\S/));
  const lineStart = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  const rest = text.slice(at).search(/[\r\n]/);
  return { ...partOf(text, at, lineStart, rest < 0 ? text.length : at + rest), line: text.slice(0, at).split(/\r\n|\r|\n/).length };
}

/** Where the text between two tags is that says most: of what is beyond ASCII the first that is no single word, else the longest; -1 if there is none. */
function inMarkup(text) {
  let best = null;
  for (const run of text.slice(0, MOST_SEARCHED).matchAll(/>([^<>]*[^\0-\x7F<>][^<>]*)/g)) {
    const length = run[1].trim().length;
    if (best === null || length > best.length) best = { length, at: run.index + run[0].search(/[^\0-\x7F]/) };
    if (length >= MOST_OF_WORD) break;
  }
  if (best !== null) return best.at;
  const other = text.search(/[^\0-\x7F]/);
  return other >= 0 ? other : inPlainMarkup(text);
}

/** The same in markup that is all ASCII: where the longest text is, without scripts and styles. */
function inPlainMarkup(text) {
  const blank = (part) => " ".repeat(part.length);
  const searched = text.slice(0, MOST_SEARCHED).replace(/<(script|style)\b[^]*?<\/\1/gi, blank);
  let best = { length: 0, at: -1 };
  for (const { 1: run, index } of searched.matchAll(/>([^<>]+)/g)) {
    const length = run.trim().length;
    if (length > best.length) best = { length, at: index + 1 + run.search(/\S/) };
  }
  return best.at;
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

/** Question marks in the place of letters, where there are such: between letters, before a word, or as a word. */
const LOST = /(?<=\p{L})\?+(?=\p{L})|(?<![^\s\p{P}<>])\?+(?=\p{L})|\?{2,}/gu;

/** Text as nodes, in which what is lost is marked. */
function withLosses(text, { questionMarks }) {
  if (questionMarks === 0) return marked(text);
  const nodes = [];
  let at = 0;
  for (const { 0: lost, index } of text.matchAll(LOST)) {
    nodes.push(...marked(text.slice(at, index)), element("mark", { class: "lost", title: "lost" }, lost));
    at = index + lost.length;
  }
  return [...nodes, ...marked(text.slice(at))];
}

/** The nodes of a part of the text, in which what was mended and what is lost is marked. */
function nodesOf(text, mended, { start, end, lineEnd = end, isCut = false }, health) {
  const nodes = isCut ? ["…"] : [];
  let at = start;
  for (const part of mended) {
    if (part.end <= at || part.start >= end) continue;
    const [from, to] = [Math.max(part.start, at), Math.min(part.end, end)];
    nodes.push(...withLosses(text.slice(at, from), health), element("ins", { title: `was ${part.was}` }, ...marked(text.slice(from, to))));
    at = to;
  }
  return [...nodes, ...withLosses(text.slice(at, end), health), ...(lineEnd > end ? ["…"] : [])];
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

const areLost = (number) => (number === 1 ? "1 character is lost" : `${count(number, "character")} are lost`);

/** What is left of the damage. */
function lossesInWords({ text, repairs }, { replacementCharacters, questionMarks }, isCopied) {
  const all = replacements(text);
  const before = repairs.length > 0 ? Math.min(all, replacementCharacters) : replacementCharacters;
  const sentences = [];
  if (before > 0) {
    const who = isCopied ? "the program you copied it from put � there, and no repair brings them back. Drop the file itself, or paste a dump of it." : "an earlier program saved � instead, and no repair brings them back. Look for the original.";
    sentences.push(`${areLost(before)}: ${before === 1 ? who.replace("them", "it") : who}`);
  }
  if (questionMarks > 0) {
    sentences.push(`${areLost(questionMarks)}: an earlier program wrote ? for what it could not store, and no repair brings ${questionMarks === 1 ? "it" : "them"} back. Look for the original, where the text was before it went through that program.`);
  }
  if (all > before) sentences.push(`${count(all - before, "place")} cannot be read, marked �.`);
  return sentences;
}

const percent = (share) => (share < 0.005 ? "less than 1 %" : `${Math.round(100 * share)} %`);

/** Whether the detector has decided, and itself thinks it more likely that it is something else. */
const isDoubtful = ({ source, probability }) => source === "detector" && probability < 0.5;

/** With a lower probability, no encoding fits. */
const FITS = 0.02;

/** Why a text that nothing is wrong with is read as it is. */
function reasonInWords({ encoding, source, content, probability, "runner-up": next }, from) {
  if (from.isText) return "No damage was found in this text.";
  if (content === "ascii" && source !== "bom") return "Plain ASCII, which reads the same in nearly every encoding: no damage.";
  switch (source) {
    case "bom":
      return `It is ${encoding}, as its byte order mark says.`;
    case "detector": {
      if (probability < FITS) {
        return `Nothing says what it is, and no encoding of the Web fits its bytes: ${encoding} is the nearest${next ? `, then ${next.encoding}` : ""}. It may be in a code page of DOS, or no text.`;
      }
      if (isDoubtful({ source, probability })) {
        return `Nothing says what it is, and the bytes do not settle it: ${encoding} fits best (${percent(probability)} likely${next ? `; else ${next.encoding}` : ""}). It may also be in a code page of DOS, or no text.`;
      }
      const doubt = probability !== undefined && probability < 0.9 ? ` (${percent(probability)} likely${next ? `; else ${next.encoding}` : ""})` : "";
      return `It is ${encoding} by its bytes; nothing in or with it says so${doubt}.`;
    }
    case "locale":
    case "default":
      return `Nothing says what it is; ${encoding} is what is taken then.`;
    default:
      return `It is ${encoding}, as the ${sourceInWords(source, from)} says.`;
  }
}

/** What went wrong, in sentences. */
function wrongInWords(seen, source) {
  const { isText, isCopied } = source;
  const { answer, explanation, readings, health } = seen;
  const { encoding } = answer;
  if (answer.kind === "utf-32") {
    const by = explanation.source === "bom" ? "byte order mark" : "XML declaration";
    const how = encoding === "UTF-32LE" && explanation.source === "bom" ? "take it for UTF-16LE" : "do not recognize it";
    return [`It is ${encoding} by its ${by}. UTF-32 is no encoding of the Web: browsers ${how} and show it broken.`];
  }
  // Which lines are in another encoding says more than that there are some.
  const isOfLines = ({ damage, encodings }) => damage === "malformed" && encodings[0] !== encoding && answer.mendedLines !== null;
  const kinds = kindsOfDamage(answer.repairs);
  const sentences = kinds.filter((kind) => !isOfLines(kind)).slice(0, 2).map((kind) => damageInWords(kind, encoding));
  const areLines = kinds.some(isOfLines);
  if (areLines) sentences.unshift(linesInWords(answer.mendedLines));
  const refuted = explanation.stages.find(({ outcome, encoding: claimed }) => outcome === "refuted" && claimed !== encoding);
  // What is declared is right for some of the lines.
  const isOfSome = areLines && answer.mendedLines.some((line) => line.encoding === refuted?.encoding);
  if (refuted !== undefined && !isOfSome) {
    const label = refuted.label === null ? refuted.encoding : `“${printable(refuted.label)}”`;
    const speaker = refuted.stage === "transport" ? `The ${sourceInWords("transport", source)}` : (SPEAKERS[refuted.stage] ?? "What came with it");
    sentences.push(`${speaker} says ${label}, but it is ${encoding}.`);
  }
  const losses = lossesInWords(answer, health, isCopied);
  if (sentences.length === 0 && losses.length === 0) sentences.push(reasonInWords(explanation, source));
  sentences.push(...losses);
  if (answer.lines !== undefined) sentences.length = 0;
  const disagreeing = isText ? undefined : seen.declarations.find(({ encoding: named, label, counts }) => named !== null && named !== encoding && !counts && label !== (refuted?.label ?? null));
  if (disagreeing !== undefined && answer.lines === undefined) {
    const more = seen.declarations.length > 1 ? " also" : "";
    sentences.push(`The ${sourceInWords(disagreeing.source, source)}${more} says “${printable(disagreeing.label ?? disagreeing.encoding)}”, which is not followed.`);
  }
  if (answer.lines !== undefined) sentences.push(linesInWords(answer.lines), ...losses);
  const others = isText || answer.lines !== undefined ? [] : readings.filter((reading) => /chromium|firefox/.test(reading.name) && !standsIn(reading) && reading.explanation.encoding !== encoding && reading.text !== seen.readings.find(({ name }) => name === "crawler").text);
  if (others.length > 0) {
    const names = others.map(({ name }) => (name === "chromium" ? "Chromium" : "Firefox"));
    const same = others.every(({ explanation: other }) => other.encoding === others[0].explanation.encoding);
    const isRefused = others.every(({ explanation: other }) => other.encoding === "replacement");
    if (isRefused) sentences.push(`${names.join(" and ")} ${names.length === 1 ? "refuses" : "refuse"} that label, and ${names.length === 1 ? "shows" : "show"} a single � instead of the text.`);
    else sentences.push(`${names.join(" and ")} ${names.length === 1 ? "shows" : "show"} it as ${same ? others[0].explanation.encoding : others.map(({ explanation: other }) => other.encoding).join(" and ")}.`);
  }
  return sentences;
}

/** Draws the answer: what it should read, or what the chosen one shows. */
export function drawAnswer(seen, source) {
  const { answer, reading, explanation } = seen;
  const isSaved = answer.kind === "text" || answer.kind === "utf-32";
  for (const id of ["copy-text", "save"]) byId(id).hidden = !isSaved;
  const { title, nodes, place, why, isWhole = false, rest = [] } = contentOf(seen, source);
  const set = (id, parts) => {
    // What stays the same is not replaced, so that screen readers do not read it again.
    const drawn = element("div", {}, ...parts);
    if (byId(id).innerHTML !== drawn.innerHTML) byId(id).replaceChildren(...drawn.childNodes);
  };
  const box = byId("answer-text");
  // A long text is not read out as a whole.
  byId("answer-said").setAttribute("aria-live", isWhole ? "off" : "polite");
  set("answer-title", [title]);
  set("answer-text", nodes);
  set("answer-place", [place]);
  set("answer-why", [why]);
  set("answer-rest", rest);
  byId("answer-all").hidden = rest.length === 0;
  box.classList.toggle("long", box.textContent.length > 60);
  box.classList.toggle("whole", isWhole);
  for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", "All of the text"]]) {
    if (isWhole) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
  byId("answer").dataset.encoding = isSaved ? answer.encoding : "";
  byId("answer").dataset.reading = `${reading} ${explanation.encoding}`;
}

/** Scrolls a long answer to the first place that was mended or is lost. It must be shown: what is hidden has no places. */
export function scrollToMended() {
  const box = byId("answer-text");
  const first = box.classList.contains("whole") ? box.querySelector("ins, mark.replacement, mark.lost") : null;
  box.scrollTop = first === null ? 0 : Math.max(0, first.offsetTop - box.offsetTop - box.clientHeight / 3);
}

/** What stands above the text: whether it is right, or what is left of it. */
function titleOf({ answer, health, explanation }, { isText }) {
  const isPlain = answer.repairs.length === 0 && answer.kind === "text" && answer.lines === undefined;
  const isLost = health.questionMarks > 0 || health.replacementCharacters > 0;
  if (isLost) return isPlain ? "What is left of it" : "It should read, but for what is lost";
  if (isPlain && isText) return "It is right as it is";
  return isPlain && isDoubtful(explanation) ? "It may read" : "It should read";
}

function contentOf(seen, source) {
  const { answer, reading, explanation, health } = seen;
  if (answer.kind === "empty") return { title: "Empty", nodes: [], place: "", why: "There are no bytes." };
  if (answer.kind === "binary") {
    const kind = kindOf(source.bytes);
    return { title: "No text", nodes: ["Binary data"], place: "", why: kind === undefined ? "The bytes are no text in any encoding." : `The bytes are ${kind}.` };
  }
  const { text, mended, isCut } = answer;
  const part = excerpt(text, mended);
  const isOfTags = isMarkup(text);
  const isWhole = part.line !== null && !isOfTags;
  const end = Math.min(text.trimEnd().length, MOST_SHOWN);
  const all = nodesOf(text, mended, { start: 0, end, lineEnd: text.trimEnd().length }, health);
  const shown = {
    isWhole,
    nodes: isWhole ? all : nodesOf(text, mended, part, health),
    rest: isOfTags && part.line !== null ? all : [],
    place: placeOf(text, part, isCut || end < text.trimEnd().length, isWhole, mended),
  };
  if (reading === "crawler") return { ...shown, title: titleOf(seen, source), why: wrongInWords(seen, source).join(" ") };
  const chosen = seen.readings.find(({ name }) => name === reading);
  const isUtf32 = health.isUtf32 && explanation.content !== "binary";
  const how = `${isUtf32 ? `The bytes are ${utf32Of(source.bytes)}, which the Web does not know. They are read as ` : ""}${explanation.encoding}, decided by ${sourceInWords(explanation.source, source)}.`;
  const more = chosen.change === null ? "" : ` A parser then changes to ${chosen.change.encoding}.`;
  return { ...shown, title: SHOWS[reading], why: standsIn(chosen) ? `${how} That is charsniff’s detector, which stands in for the browser’s own.` : how + more };
}

/** Where the text that is shown stands, and that there is more. */
function placeOf(text, { line, start }, isCut, isWhole, mended) {
  const lines = linesOf(text.replace(/\r\n$|[\r\n]$/, "")).length;
  if (line === null || (lines === 1 && !isCut)) return "";
  const size = isCut ? `The first ${count(Math.min(text.length, MOST_SHOWN), "character")}` : count(lines, "line");
  if (!isWhole) return `Line ${line.toLocaleString("en")} of ${isCut ? "many" : lines.toLocaleString("en")}. Copy and Save take the whole text.`;
  const first = mended.length > 0 && start !== undefined ? `; the first that changed is line ${line.toLocaleString("en")}` : "";
  return `${size}${first}.${isCut ? " Copy and Save take the whole text." : ""}`;
}

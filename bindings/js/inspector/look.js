// What the package says about bytes, gathered for one drawing of the page.

import { mendedIn, utf32 } from "./answer.js";
import { severalEncodings } from "./lines.js";
import { DecodeError, MetaStream, declarations, decode, detect, explain, health, lint, positions, tryDecode } from "../lib/api.js";

/** How many bytes are decoded to be shown: enough for the text that is shown, in every encoding. */
const MOST_DECODED = 160 * 1024;

/** How many bytes, at least, say by what verdict a context that allows no malformed sequence is read. */
const MOST_PRESCANNED = 1024 * 1024;

/** How many bytes are searched for declarations, and checked. */
const MOST_SCANNED = 8 * 1024 * 1024;

const BY_READING = {
  standard: {},
  chromium: { reading: "chromium" },
  firefox: { reading: "firefox" },
  crawler: { reading: "crawler" },
};

/** How many bytes are repaired: as many as are decoded to be shown. */
const MOST_REPAIRED = MOST_DECODED;

const WORDS = [
  "override",
  "reference",
  "parent",
  "history",
  "styleSheet",
  "document",
  "locale",
  "tld",
  "url",
  "detection",
];

/** HTTP headers, one a line. Throws a `RangeError` for a line that is none. */
export function parseHeaders(text) {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new RangeError(`HTTP headers: “${line.trim()}” is no header like “Content-Type: text/html”`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
}

/** The package's options for what the form says. Pasted text has no bytes that could be in doubt. */
export function optionsOf(facts, context, source) {
  if (source.isText) return { context: "text-document", override: "utf-8", headers: [] };
  const options = { context, headers: parseHeaders(facts.headers ?? "") };
  for (const name of WORDS) {
    if (facts[name]) options[name] = facts[name].trim();
  }
  if (facts.parent && facts.crossOrigin) options.sameOrigin = false;
  if (facts.prescanLimit) options.prescanLimit = Number(facts.prescanLimit);
  if (facts.truncated || source.cut) options.truncated = true;
  if (source.type && !options.headers.some(([name]) => name.toLowerCase() === "content-type"))
    options.mimeType = source.type;
  if (context === "text-decoder") {
    if (facts.label) options.label = facts.label.trim();
    if (facts.fatal) options.fatal = true;
    if (facts.ignoreBOM) options.ignoreBOM = true;
  }
  if (context === "x500-string") options.stringType = facts.stringType || "utf8";
  return options;
}

/** The bytes as text in an encoding, from its start, without a byte order mark that is no text. */
function textIn(bytes, encoding, hasMark) {
  const markLength = !hasMark ? 0 : encoding === "UTF-8" ? 3 : 2;
  const start = bytes.subarray(markLength, MOST_DECODED);
  if (encoding === "isomorphic") return Array.from(start, (byte) => String.fromCharCode(byte)).join("");
  const text = /^UTF-32/.test(encoding)
    ? utf32(bytes.subarray(0, MOST_DECODED))
    : decode(start, { context: "text-decoder", label: encoding, ignoreBOM: true }).text;
  // A character that is cut in two is no malformed sequence.
  return bytes.length > MOST_DECODED ? text.replace(/\uFFFD$/, "") : text;
}

/**
 * The declaration by which the standard's parser [changes the
 * encoding](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing), since no stage
 * before it saw it: `encoding`, and where its label has its `start` and `end`. `null` if there is none.
 */
function lateChange(bytes, { context, confidence, encoding }) {
  if (context !== "html" || confidence === "certain" || encoding.startsWith("UTF-16")) return null;
  const scanner = new MetaStream();
  const [first] = [...scanner.push(bytes.subarray(0, MOST_SCANNED)), ...scanner.end()];
  if (first === undefined) return null;
  const meant = { "UTF-16BE": "UTF-8", "UTF-16LE": "UTF-8", "x-user-defined": "windows-1252" }[first.encoding];
  const changed = meant ?? first.encoding;
  return changed === encoding ? null : { encoding: changed, ...first.labelRange };
}

/** The malformed sequence at which decoding has to stop; `null` if it does not. */
function failure(bytes, options, health) {
  if (health.malformed === 0) return null;
  try {
    tryDecode(bytes.subarray(0, Math.max(MOST_PRESCANNED, health.firstError + 16)), options);
    return null;
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
}

/** How characters and bytes belong together, of as many bytes as can be scrolled through. */
function positionsOf(bytes, { encoding, bom }, most) {
  const start = bytes.subarray(0, most);
  if (encoding === "isomorphic") return positions(start, { context: "header-value" });
  if (/^UTF-32/.test(encoding)) return positions(start, { context: "xml", reading: "crawler" });
  return positions(start, { context: "text-decoder", label: encoding === "replacement" ? "utf-8" : encoding, ignoreBOM: !bom });
}

/** What `repair` makes of the start of the text: `text`, and `repairs`. `null` where it cannot repair. */
function repairedOf(bytes, encoding) {
  if (/^(?:isomorphic|replacement|UTF-32)/.test(encoding)) return null;
  const start = bytes.subarray(0, MOST_REPAIRED);
  const isCut = start.length < bytes.length;
  const repaired = decode(start, { context: "html", override: encoding, repair: true, truncated: isCut });
  // A character that is cut in two is no malformed sequence.
  return { text: isCut ? repaired.text.replace(/\uFFFD$/, "") : repaired.text, repairs: repaired.repairs };
}

/**
 * The answer: whether it is a `kind` of text, its `encoding`, its `text` (the start of it if it `isCut`) with what was `mended` in it by which `repairs`.
 * `mendedLines` are the lines and their encodings, if each is in one. What a browser or the standard makes of it is not repaired. Pasted text is UTF-8, whatever it says of itself.
 */
function answerOf(source, seen) {
  const { bytes, isText } = source;
  const { explanation, reading, repaired, positions, text } = seen;
  const isRepaired = reading === "crawler";
  const isCut = bytes.length > MOST_DECODED || source.cut;
  const plain = { encoding: explanation.encoding, isRepaired: false, isCut, text: text.text, mended: [], repairs: [] };
  if (bytes.length === 0) return { ...plain, kind: "empty" };
  if (/^UTF-32/.test(explanation.encoding)) return { ...plain, kind: "utf-32" };
  if (explanation.content === "binary") return { ...plain, kind: "binary" };
  if (!isRepaired) return { ...plain, kind: "text" };
  const encoding = isText ? "UTF-8" : explanation.encoding;
  const own = encoding === explanation.encoding ? repaired : repairedOf(bytes, encoding);
  if (own === null) return { ...plain, kind: "text" };
  const several = isText || isCut ? null : severalEncodings(bytes, seen.options);
  if (several !== null && several.text !== own.text) {
    return { ...plain, kind: "text", encoding: "several encodings", isRepaired, text: several.text, whole: several.text, lines: several.lines };
  }
  return { ...plain, kind: "text", encoding, isRepaired, text: own.text, repairs: own.repairs, mended: mendedIn(own.text, own.repairs, positions), mendedLines: several?.areWhole ? several.lines : null };
}

/** The explanation with its own encoding in the stage that decided, which names that of the standard where UTF-32 decides. */
function named(explanation) {
  const { encoding, stages } = explanation;
  if (!encoding.startsWith("UTF-32")) return explanation;
  return { ...explanation, stages: stages.map((stage) => (stage.outcome === "decided" ? { ...stage, encoding } : stage)) };
}

/** All that is shown. `mostShown`: how many bytes can be scrolled through. Throws what the package throws for options that make no sense. */
export function look(source, facts, context, mostShown) {
  const { bytes } = source;
  const options = optionsOf(facts, context, source);
  const reading = source.isText ? "crawler" : facts.reading || "crawler";
  const readings = Object.entries(BY_READING).map(([name, how]) => {
    const explanation = named(explain(bytes, { ...options, ...how }));
    const change = name === "standard" ? lateChange(bytes, explanation) : null;
    return { name, explanation, change, text: textIn(bytes, explanation.encoding, explanation.bom) };
  });
  const { explanation, change, text } = readings.find(({ name }) => name === reading);
  const chosen = { ...options, ...BY_READING[reading] };
  const signs = health(bytes, chosen);
  const error = failure(bytes, chosen, signs);
  const decoded = error === null ? bytes : bytes.subarray(0, error.offset);
  const shown = error === null ? text : textIn(decoded, explanation.encoding, explanation.bom);
  // The detector does not know UTF-32.
  const guess = explanation.content === "binary" || signs.isUtf32 ? null : detect(bytes);
  const { runnersUp = [], ...answer } = guess ?? {};
  const [mark] = explanation.stages;
  const isBinary = explanation.content === "binary";
  const isLarger = bytes.length > MOST_SCANNED;
  const repaired = isBinary ? null : repairedOf(bytes, explanation.encoding);
  const seen = {
    options: chosen,
    positions: positionsOf(bytes, explanation, mostShown),
    repaired,
    repairs: repaired?.repairs ?? [],
    reading,
    explanation,
    change,
    readings,
    text: { text: shown, isCut: decoded.length > MOST_DECODED || source.cut, error },
    health: signs,
    declarations: isBinary ? [] : declarations(bytes.subarray(0, MOST_SCANNED), chosen),
    lint: isBinary ? { findings: [], unlisted: 0 } : lint(bytes.subarray(0, MOST_SCANNED), isLarger ? { ...chosen, truncated: true } : chosen),
    guesses: ("encoding" in answer ? [answer, ...runnersUp] : []).map((guess) => ({
      ...guess,
      text: textIn(bytes, guess.encoding, mark.encoding === guess.encoding),
    })),
    markLength: mark.encoding === null ? 0 : mark.encoding === "UTF-8" ? 3 : /^UTF-32/.test(explanation.encoding) ? 4 : 2,
  };
  return { ...seen, answer: answerOf(source, seen) };
}

/** What a list of files says of one of them, by its start: the encoding, and the text. `type`: its MIME type. */
export function glance(bytes, type, isCut) {
  const options = { reading: "crawler", ...(type === "" ? {} : { mimeType: type }), truncated: isCut };
  const { content, encoding } = explain(bytes, options);
  if (content === "binary" || encoding === "isomorphic" || encoding === "replacement") return { encoding: content === "binary" ? "binary" : encoding, text: "", mended: [] };
  if (/^UTF-32/.test(encoding)) return { encoding, text: utf32(bytes), isMended: false };
  const { text, repairs } = decode(bytes, { context: "html", override: encoding, repair: true, truncated: isCut });
  return { encoding, text, isMended: repairs.length > 0 };
}

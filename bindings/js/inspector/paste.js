// What people paste: bytes in hexadecimal, dumps, base64, data: URLs, and what `curl -i` prints.

import { fromBase64, parseHex } from "./bytes.js";
import { count } from "./dom.js";

const utf8 = new TextEncoder();

/** Bytes in groups of hexadecimal digits, and what may stand before and behind them. */
const DUMPS = [
  // xxd, and xxd -g 1: an offset with a colon; behind two spaces the same as characters.
  { name: "xxd", line: /^([0-9a-f]{4,16}): ((?:[0-9a-f]{2}){1,8}(?: (?:[0-9a-f]{2}){1,8})*)(?: {2,}.*| *)$/i, radix: 16 },
  // hexdump -C, and od -A x -t x1z: an offset; behind the bytes, the same between bars or angle brackets.
  { name: "hexdump -C", line: /^([0-9a-f]{6,16}) {1,2}((?:[0-9a-f]{2} {1,2})*[0-9a-f]{2})(?: +[|>].*[|<]?| *)$/i, radix: 16 },
];

/** The last line of hexdump and od: where the bytes end. */
const END = /^([0-9a-f]{6,16})$/i;

/** The bytes of a dump of this form; `null` if the text is no such dump. Throws for one with a line that is none. */
function parseDump({ name, line, radix }, lines) {
  if (!line.test(lines[0])) return null;
  const bytes = [];
  lines.forEach((text, index) => {
    if (/^\*$/.test(text)) {
      const next = Number.parseInt(lines[index + 1] ?? "", radix);
      const last = bytes.slice(-16);
      while (last.length === 16 && bytes.length + 16 <= next) bytes.push(...last);
      return;
    }
    if (index === lines.length - 1 && END.test(text)) return;
    const match = line.exec(text);
    if (match === null) throw new RangeError(`Line ${index + 1} is no line of ${name}: “${text.slice(0, 40)}”.`);
    const offset = Number.parseInt(match[1], radix);
    if (offset !== bytes.length) {
      throw new RangeError(`Line ${index + 1} starts at byte ${offset}, but ${count(bytes.length, "byte")} ${bytes.length === 1 ? "stands" : "stand"} before it.`);
    }
    for (const digits of match[2].replace(/ /g, "").match(/../g)) bytes.push(Number.parseInt(digits, 16));
  });
  return { name, bytes: Uint8Array.from(bytes) };
}

/** https://fetch.spec.whatwg.org/#data-url-processor, without its MIME type's details. */
function parseDataUrl(text) {
  const match = /^data:([^,]*?)(;\s*base64)?\s*,([^]*)$/i.exec(text.trim());
  if (match === null) return null;
  const body = match[3].split("#", 1)[0];
  const raw = utf8.encode(body);
  const bytes = [];
  for (let at = 0; at < raw.length; at++) {
    const pair = raw[at] === 0x25 ? /^[0-9a-f]{2}/i.exec(String.fromCharCode(...raw.subarray(at + 1, at + 3)))?.[0] : undefined;
    bytes.push(pair === undefined || pair.length < 2 ? raw[at] : Number.parseInt(pair, 16));
    if (pair !== undefined) at += 2;
  }
  const decoded = Uint8Array.from(bytes);
  const type = match[1].trim() || "text/plain;charset=US-ASCII";
  const isBase64 = match[2] !== undefined;
  return {
    name: "data: URL",
    bytes: isBase64 ? fromBase64(String.fromCharCode(...decoded).replace(/\s/g, "")) : decoded,
    headers: `Content-Type: ${type.startsWith(";") ? `text/plain${type}` : type}`,
  };
}

/** A response with its head, as `curl -i` prints it: the body is text by then, in UTF-8. */
function parseResponse(text) {
  if (!/^HTTP\/\d/.test(text)) return null;
  const ends = /\r?\n\r?\n/g;
  let start = 0;
  // Responses before the last one: of a proxy, 1xx, or redirections.
  for (;;) {
    const end = ends.exec(text);
    if (end === null) return { name: "curl -i", bytes: new Uint8Array(0), headers: headersOf(text.slice(start)) };
    const rest = text.slice(end.index + end[0].length);
    if (!/^HTTP\/\d/.test(rest)) {
      return { name: "curl -i", bytes: utf8.encode(rest), headers: headersOf(text.slice(start, end.index)) };
    }
    start = end.index + end[0].length;
  }
}

/** The fields of a head, without its status line. */
const headersOf = (head) =>
  head
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => /^content-(type|language|disposition):/i.test(line))
    .join("\n");

/**
 * What was pasted: its `bytes`, what it was taken for (`name`), and the `headers` that came with it, if any. Throws a
 * `RangeError` that says what is wrong and where.
 */
export function parsePaste(text) {
  const response = parseResponse(text) ?? parseDataUrl(text);
  if (response !== null) return response;
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== "");
  if (lines.length === 0) return { name: "", bytes: new Uint8Array(0) };
  for (const dump of DUMPS) {
    const found = parseDump(dump, lines);
    if (found !== null) return found;
  }
  if (/^0{6,8}:?\s/.test(lines[0])) {
    throw new RangeError("This looks like a dump of a form that is not known here: xxd, xxd -p and hexdump -C are.");
  }
  const compact = lines.join("");
  const isBase64 = /^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(compact) && !/^(?:[0-9a-f]{2})+$/i.test(compact);
  if (isBase64) {
    try {
      return { name: "base64", bytes: fromBase64(compact) };
    } catch {
      // Then it has to be hexadecimal.
    }
  }
  return { name: "hexadecimal", bytes: parseHex(text) };
}

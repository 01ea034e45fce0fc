// What people paste: text, or bytes that are written as text in one of many ways.

import { fromBase64, parseHex } from "./bytes.js";
import { looksLikeDump, parseDump } from "./dumps.js";

const utf8 = new TextEncoder();

const isAscii = (text) => !/[^\0-\x7F]/.test(text);

/** The fields of a head that say something of the bytes. */
const headersOf = (lines) => lines.filter((line) => /^content-(type|language|disposition):/i.test(line)).join("\n");

/** What a data: URL is called. */
export const DATA_URL = "data: URL";

/** https://fetch.spec.whatwg.org/#data-url-processor, without its MIME type's details. */
function parseDataUrl(text) {
  const match = /^data:([^,]*?)(;\s*base64)?\s*,([^]*)$/i.exec(text.trim());
  if (match === null) throw new RangeError("This is no data: URL.");
  const decoded = percentDecode(match[3].split("#", 1)[0]);
  const type = match[1].trim() || "text/plain;charset=US-ASCII";
  return {
    name: DATA_URL,
    bytes: match[2] === undefined ? decoded : base64Of(String.fromCharCode(...decoded).replace(/\s/g, "")),
    headers: `Content-Type: ${type.startsWith(";") ? `text/plain${type}` : type}`,
  };
}

/** A response with its head, as `curl -i` prints it: the body is text by then, in UTF-8. */
function parseHead(text) {
  const ends = /\r?\n\r?\n/g;
  // Responses before the last one: of a proxy, 1xx, or redirections.
  for (let start = 0; ; ) {
    const end = ends.exec(text);
    const head = text.slice(start, end?.index);
    const rest = end === null ? "" : text.slice(end.index + end[0].length);
    if (!/^HTTP\/\d/.test(rest)) {
      return { name: "the output of curl -i", bytes: utf8.encode(rest), isCopied: true, headers: headersOf(head.split(/\r?\n/).slice(1)) };
    }
    start = end.index + end[0].length;
  }
}

/** What `curl -v` prints of its work where the body starts: how many bytes came, and how long it took. */
const NOTES = /^(?:[{}] \[\d+ bytes data\]|\* (?:Connection #\d+ to host|Closing connection).*|\s*% Total .*|\s*Dload .*|.*--:--:--.*|)\r?$/;

/** The body without what `curl -v` prints of its work behind it, also behind a last line without a line end. */
function withoutNotes(body) {
  let end = body.length;
  for (;;) {
    const start = body.lastIndexOf("\n", end - 2) + 1;
    const line = body.slice(start, end);
    const meter = line.includes("--:--:--") ? line.indexOf("\r") : -1;
    const note = /^[{}] \[\d+ bytes data\]\n?$/.test(line) ? 0 : line.search(/\* (?:Connection #\d+ to host|Closing connection|shutting down)/);
    const at = meter >= 0 ? meter : note;
    if (at < 0) return body.slice(0, end);
    end = start + at;
    if (at > 0 || end === 0) return body.slice(0, end);
  }
}

/** What `curl -v` prints: heads behind `<`, and the body of the last response. */
function parseVerbose(text) {
  const lines = text.split("\n");
  const start = lines.findLastIndex((line) => /^< HTTP\/\d/.test(line));
  if (start < 0) throw new RangeError("No line starts with “< HTTP/”, as a response does in what curl -v prints.");
  const length = lines.slice(start).findIndex((line) => /^< *\r?$/.test(line));
  const end = length < 0 ? lines.length : start + length;
  const head = lines.slice(start + 1, end).filter((line) => line.startsWith("< "));
  let body = end + 1;
  while (body < lines.length && lines[body] !== "" && lines[body].split("\r").every((part) => NOTES.test(part))) body += 1;
  const rest = withoutNotes(lines.slice(body).join("\n"));
  // With -i too, the head stands there once more.
  const bytes = /^HTTP\/\d/.test(rest) ? parseHead(rest).bytes : utf8.encode(rest);
  return { name: "the output of curl -v", bytes, isCopied: true, headers: headersOf(head.map((line) => line.slice(2).trimEnd())) };
}

const isVerbose = (text) => /^< HTTP\/\d/.test(text) || (/^> [A-Z]+ \S+ HTTP\/\d/m.test(text) && /^< HTTP\/\d/m.test(text));

function parseResponse(text) {
  if (/^HTTP\/\d/.test(text)) return parseHead(text);
  return parseVerbose(text);
}

/** Bytes of a text in which `%` and two digits stand for a byte. */
function percentDecode(text) {
  const raw = utf8.encode(text);
  const bytes = [];
  for (let at = 0; at < raw.length; at++) {
    const pair = raw[at] === 0x25 ? /^[0-9a-f]{2}/i.exec(String.fromCharCode(...raw.subarray(at + 1, at + 3))) : null;
    bytes.push(pair === null ? raw[at] : Number.parseInt(pair[0], 16));
    if (pair !== null) at += 2;
  }
  return Uint8Array.from(bytes);
}

/** URLs and forms: characters and controls of ASCII that are escaped stay so, since they would end a line or a part. */
function parsePercent(text) {
  const lines = text.trim().split(/\r?\n/);
  if (!/%[0-9a-f]{2}/i.test(text)) throw new RangeError("There is no % with two hexadecimal digits.");
  const kept = text.replace(/%(?=[01][0-9a-f])/gi, "%25");
  return { name: lines.length > 1 ? `percent-encoding, ${lines.length} lines` : "percent-encoding", bytes: percentDecode(kept) };
}

const SIMPLE = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27 };

/** The bytes of a text with escapes: `\xHH` and octal digits are bytes, `\uHHHH` and all others are characters. */
function unescaped(text) {
  const bytes = [];
  const pattern = /\\(?:x([0-9a-f]{2})|x\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})(?:\\u(d[c-f][0-9a-f]{2}))?|u\{([0-9a-f]{1,6})\}|U([0-9a-f]{8})|([0-3]?[0-7]{1,2})|\n|([^]))/gi;
  let at = 0;
  const character = (digits) => {
    const point = Number.parseInt(digits, 16);
    return point > 0x10ffff ? "\uFFFD" : String.fromCodePoint(point);
  };
  const push = (all) => {
    for (const byte of all) bytes.push(byte);
  };
  for (const match of text.matchAll(pattern)) {
    push(utf8.encode(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [, byte, braced, unit, second, point, long, octal, other] = match;
    if (byte !== undefined) bytes.push(Number.parseInt(byte, 16));
    else if (unit !== undefined) push(utf8.encode(String.fromCharCode(Number.parseInt(unit, 16)) + (second === undefined ? "" : String.fromCharCode(Number.parseInt(second, 16)))));
    else if (braced ?? point ?? long) push(utf8.encode(character(braced ?? point ?? long)));
    else if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (other !== undefined && other.toLowerCase() in SIMPLE) bytes.push(SIMPLE[other.toLowerCase()]);
    else if (other !== undefined) push(utf8.encode(/["'\\/]/.test(other) ? other : `\\${other}`));
  }
  push(utf8.encode(text.slice(at)));
  return Uint8Array.from(bytes);
}

/** A literal of Python, Rust or C with its quotes. */
const LITERAL = /^(?:bytearray\()?[bu]?(?:'''([^]*)'''|"""([^]*)"""|'([^'\\]*(?:\\[^][^'\\]*)*)'|"([^"\\]*(?:\\[^][^"\\]*)*)")\)?[,;]?$/i;

/** Escapes: each line a literal, or all of it a text with escapes in it. */
function parseEscapes(text) {
  const lines = text.trim().split(/\r?\n/);
  const inside = lines.map((line) => LITERAL.exec(line.trim())?.slice(1).find((part) => part !== undefined));
  if (inside.every((part) => part !== undefined)) return { name: "a literal with escapes", bytes: unescaped(inside.join("\n")) };
  const whole = LITERAL.exec(text.trim())?.slice(1).find((part) => part !== undefined);
  if (whole !== undefined) return { name: "a literal with escapes", bytes: unescaped(whole) };
  return { name: "text with escapes", bytes: unescaped(text) };
}

function base64Of(text) {
  try {
    return fromBase64(text);
  } catch {
    throw new RangeError("This is no base64.");
  }
}

const parseBase64 = (text) => ({ name: "base64", bytes: base64Of(text.replace(/\s/g, "")) });

/** Digits: pairs of hexadecimal ones, also those of an array in C; or bytes in octal, as `od -An -b` prints them. */
function parseDigits(text) {
  const array = /\{([^{}]*)\}/.exec(text);
  if (array !== null) return { name: "an array of bytes", bytes: parseHex(array[1], text, array.index + 1) };
  const tokens = text.trim().split(/\s+/);
  if (tokens.every((token) => /^[0-3][0-7]{2}$/.test(token))) {
    return { name: "octal", bytes: Uint8Array.from(tokens, (token) => Number.parseInt(token, 8)) };
  }
  return { name: "hexadecimal", bytes: parseHex(text) };
}

const parseText = (text) => ({ name: "text", bytes: utf8.encode(text), isText: true, isCopied: true });

/** Of so many pairs of digits, one may be wrong: then it is said which. */
const MOST_PAIRS_BESIDE = 4;

/** How much of a text shows what it is, in UTF-16 code units. */
const MOST_LOOKED_AT = 4096;

/** Whether it is pairs of digits, of which few are wrong. */
function hasWrongDigit(text) {
  const tokens = text.slice(0, MOST_LOOKED_AT).trim().split(/[\s,;:]+/);
  const wrong = tokens.filter((token) => !/^(?:0x|\\x)?[0-9a-f]{2}$/i.test(token));
  return wrong.length * MOST_PAIRS_BESIDE <= tokens.length && wrong.every((token) => /^(?:0x|\\x)?[0-9a-z]{1,3}$/i.test(token));
}

/** Whether digits are meant as bytes, and are no word, date or number. */
function looksLikeHex(text) {
  if (/^(?:unsigned char|static const|const |uint8_t)[^{]{0,200}\{\s*0x/.test(text)) return true;
  if (/[^0-9a-fx\\%\s,;:]/i.test(text)) return hasWrongDigit(text);
  const start = text.length > MOST_LOOKED_AT ? text.slice(0, MOST_LOOKED_AT).replace(/[^\s,;:]+$/, "") : text;
  const tokens = (start || text.slice(0, MOST_LOOKED_AT)).split(/[\s,;:]+/).filter((token) => token !== "");
  if (tokens.every((token) => /^[0-3][0-7]{2}$/.test(token))) return tokens.length > 3;
  if (tokens.every((token) => /^(?:0x[0-9a-f]{2})+$/i.test(token))) return true;
  if (tokens.length > 1 && tokens.every((token) => /^(?:0x|\\x)?[0-9a-f]{2}$/i.test(token))) return (tokens.length > 3 && !start.includes(":")) || /[a-f]/i.test(start);
  return tokens.every((token) => /^(?:[0-9a-f]{2})+$/i.test(token)) && text.trim().length >= 8 && /[a-f]/i.test(text) && /\d/.test(text);
}

/** Whether it is base64 and no word: long, or mixed as words are not. Short ones have to give text. */
function looksLikeBase64(text) {
  if (/[^\w+/=\s-]/.test(text) || /\S[ \t]+\S/.test(text)) return false;
  const compact = text.replace(/\s/g, "");
  if ( compact.length < 8 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(compact) || compact.replace(/=+$/, "").length % 4 === 1) return false;
  if (!/[a-z]/.test(compact) || !/[A-Z]/.test(compact) || (!/[\d+/=]/.test(compact) && compact.length < 40)) return false;
  try {
    const bytes = fromBase64(compact);
    return compact.length >= 64 || !bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 0x7f);
  } catch {
    return false;
  }
}

/** Whether each line is a literal, or a text in ASCII has escapes of what is not ASCII. */
function looksEscaped(text) {
  const trimmed = text.trim();
  if (/^b(?:'[^]*'|"[^]*")$/.test(trimmed)) return true;
  return isAscii(text) && /\\(?:x[89a-f][0-9a-f]|[23][0-7]{2}|u(?:00[89a-f]|0[1-9a-f]|[1-9a-f][0-9a-f])[0-9a-f])/i.test(text);
}

/** The forms, in the order in which they are tried: what each is called, whether a text looks like it, and how it is read. */
export const FORMS = {
  data: { title: DATA_URL, looks: (text) => /^\s*data:[^,\n]*,/i.test(text), parse: parseDataUrl },
  response: { title: "Response (curl -i, -v)", looks: (text) => /^HTTP\/\d/.test(text) || isVerbose(text), parse: parseResponse },
  dump: { title: "Dump (xxd, hexdump, od)", looks: looksLikeDump, parse: parseDump },
  escapes: { title: "Escapes (b'\\xC3', \\303)", looks: looksEscaped, parse: parseEscapes },
  hex: { title: "Hexadecimal", looks: looksLikeHex, parse: parseDigits },
  percent: { title: "Percent-encoding, URLs", looks: (text) => isAscii(text) && /%[89a-f][0-9a-f]/i.test(text), parse: parsePercent },
  base64: { title: "Base64", looks: looksLikeBase64, parse: parseBase64 },
  text: { title: "Text", looks: () => true, parse: parseText },
  file: { title: "A file in UTF-8", looks: () => false, parse: (text) => ({ name: "a file in UTF-8", bytes: utf8.encode(text) }) },
};

/**
 * What was pasted: its `form`, what that is called (`name`), its `bytes`, the `headers` that came with it, if any, whether it `isText`, and whether its characters were copied from a program
 * that had decoded them (`isCopied`). A form that is
 * given is the one that is read: it throws a `RangeError` that says what is wrong and where. Without one, what looks like a form and is none is text, and
 * `doubt` says why.
 */
export function parsePaste(text, given = "") {
  if (given !== "") return { form: given, ...FORMS[given].parse(text) };
  let doubt;
  for (const [form, { looks, parse }] of Object.entries(FORMS)) {
    if (!looks(text)) continue;
    try {
      return { form, ...parse(text), ...(doubt === undefined ? {} : { doubt }) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      doubt ??= error.message;
    }
  }
}

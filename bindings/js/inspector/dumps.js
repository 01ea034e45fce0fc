// Dumps: what xxd, hexdump and od print, in hexadecimal, octal, decimal, binary and as characters.

import { count } from "./dom.js";

const utf8 = new TextEncoder();

/** How many bytes a dump may stand for: a line `*` may stand for any number. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The bytes of a number, the last one first. */
const littleEndian = (number, width) => Array.from({ length: width }, (_, at) => Math.floor(number / 256 ** at) % 256);

/** Groups of digits between spaces: `pattern` is that of a group, `bytes` says what a group stands for. */
const grouped = (pattern, bytes) => (rest) => {
  const groups = rest.trim().split(/ +/);
  return groups.every((group) => pattern.test(group)) ? groups.flatMap(bytes) : null;
};

/** Cells that are all as wide: `cell` says what one stands for, `null` for what is no such cell. */
const inCells = (width, cell) => (rest) => {
  const end = rest.trimEnd().length;
  if (end % width !== 0) return null;
  const found = [];
  for (let at = 0; at < end; at += width) {
    const bytes = cell(rest.slice(at, at + width));
    if (bytes === null) return null;
    found.push(...bytes);
  }
  return found;
};

const ESCAPES = { "\\0": 0, "\\a": 7, "\\b": 8, "\\t": 9, "\\n": 10, "\\v": 11, "\\f": 12, "\\r": 13 };

function characterCell(cell) {
  const text = cell.trimStart();
  if (text === "") return [0x20];
  // hexdump shows a character of several bytes whole, and ** for each byte behind the first.
  if (text === "**") return [];
  if (/^[0-3][0-7]{2}$/.test(text)) return [Number.parseInt(text, 8)];
  if (text in ESCAPES) return [ESCAPES[text]];
  return [...text].length === 1 ? [...utf8.encode(text)] : null;
}

function decimalCell(cell) {
  const number = /^ +-?\d{1,3}$/.test(cell) ? Number(cell) : Number.NaN;
  return number >= -128 && number < 256 ? [number & 0xff] : null;
}

const inPairs = (digits) => digits.match(/../g).map((pair) => Number.parseInt(pair, 16));

const words = (digits) => littleEndian(Number.parseInt(digits, 16), 2);

/** The forms of a line with a colon behind its offset, which only xxd writes, and of one without. */
const WITH_COLON = [
  { name: "xxd -b", read: grouped(/^[01]{8}$/, (digits) => [Number.parseInt(digits, 2)]) },
  { name: "xxd", read: grouped(/^(?:[0-9a-f]{2})+$/i, inPairs), isUsual: true },
];
const WITHOUT_COLON = [
  { name: "hexdump -C", read: grouped(/^[0-9a-f]{2}$/i, inPairs), hasBars: true },
  { name: "od -t x1", read: grouped(/^[0-9a-f]{2}$/i, inPairs) },
  { name: "hexdump", read: grouped(/^[0-9a-f]{4}$/i, words), width: 2 },
  { name: "od -b", read: grouped(/^[0-3][0-7]{2}$/, (digits) => [Number.parseInt(digits, 8)]) },
  { name: "od", read: grouped(/^[01][0-7]{5}$/, (digits) => littleEndian(Number.parseInt(digits, 8), 2)), width: 2 },
  { name: "od -c", read: inCells(4, characterCell), isSpaced: true },
  { name: "od -t u1", read: inCells(4, decimalCell) },
  { name: "od -t d1", read: inCells(5, decimalCell) },
  { name: "hexdump -d", read: grouped(/^\d{5}$/, (digits) => littleEndian(Number(digits), 2)), width: 2 },
  { name: "od -t x4", read: grouped(/^[0-9a-f]{8}$/i, (digits) => inPairs(digits).reverse()), width: 4 },
];

const LINE = /^([0-9a-f]{6,16})(:?)( .*|)$/i;

/** The characters at the end of a line of xxd, hexdump and od, and what stands before them. */
function columnsOf(rest, hasColon) {
  const bars = / +(?:\|(.*)\||>(.*)<) *$/.exec(rest);
  if (bars !== null) return [rest.slice(0, bars.index), bars[1] ?? bars[2]];
  const column = hasColon ? /^ (\S+(?: \S+)*) {2}( *)(.*)$/.exec(rest) : null;
  return column === null ? [rest, null] : [` ${column[1]}`, column[3], column[2].length];
}

/** Whether the column of characters may be that of these bytes. Some of the `spaces` before it may be its own. */
function fits(characters, spaces, bytes) {
  if (characters === null) return true;
  const first = bytes.findIndex((byte) => byte !== 0x20);
  if (first < 0) return true;
  const own = Math.min(first, spaces);
  return bytes.every((byte, at) => at < own || characters[at - own] === undefined || byte < 0x21 || byte > 0x7e || characters[at - own] === String.fromCharCode(byte));
}

/** The bytes of lines in one form, with offsets to one base; throws a `RangeError` that says which line is none. */
function readAs({ name, read, width = 1, isSpaced = false, hasBars = false }, base, lines) {
  const bytes = [];
  let first = null;
  let last = [];
  let repeats = false;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "*") {
      repeats = last.length > 0;
      continue;
    }
    const match = LINE.exec(line.trimEnd());
    if (match === null || (base < 16 && !/^[0-9]+$/.test(match[1])) || (base === 8 && /[89]/.test(match[1]))) {
      throw new RangeError(`Line ${index + 1} is no line of ${name}: “${line.slice(0, 40)}”.`);
    }
    const offset = Number.parseInt(match[1], base);
    first ??= offset;
    const place = offset - first;
    if (place > MOST_BYTES) throw new RangeError(`Line ${index + 1} starts behind byte ${MOST_BYTES.toLocaleString("en")}, the last that is read.`);
    while (repeats && bytes.length + last.length <= place) for (const byte of last) bytes.push(byte);
    repeats = false;
    const isEnd = match[3].trim() === "" && index === lines.length - 1;
    // The last group of a form with several bytes a group may be filled up.
    if (isEnd && !isSpaced && place <= bytes.length && bytes.length - place < width) return bytes.slice(0, place);
    // Spaces at the end of a line may be bytes, or may be lost.
    while (isSpaced && bytes.length < place && place - bytes.length < 16) bytes.push(0x20);
    if (place !== bytes.length) {
      const stand = `${count(bytes.length, "byte")} ${bytes.length === 1 ? "stands" : "stand"}`;
      throw new RangeError(`Line ${index + 1} starts at byte ${place}, but ${stand} before it.`);
    }
    if (isEnd) return bytes;
    const [digits, characters, spaces = 0] = columnsOf(match[3], match[2] !== "");
    last = hasBars && characters === null ? null : read(digits);
    if (last === null || !fits(characters, spaces, last)) throw new RangeError(`Line ${index + 1} is no line of ${name}: “${line.slice(0, 40)}”.`);
    for (const byte of last) bytes.push(byte);
  }
  return bytes;
}

/** Whether a text may be a dump: its first line is one. */
export function looksLikeDump(text) {
  const [first = "", second = ""] = linesOf(text);
  if (/^[0-9a-f]{8}: [0-9a-f]{2}/i.test(first)) return true;
  return /^[0-9a-f]{6,16} {1,8}\S/i.test(first) && /\d/.test(first.slice(0, 6)) && (second === "" || second.trim() === "*" || LINE.test(second));
}

/** The lines, without the command before them and the prompt behind them. */
function linesOf(text) {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const isPrompt = (line) => /^(?:\S* )?\S*[$#%>](?: .*)?$/.test(line) && !LINE.test(line);
  const start = lines.length > 1 && isPrompt(lines[0]) ? 1 : 0;
  const end = lines.length > start + 1 && isPrompt(lines.at(-1)) ? -1 : lines.length;
  return lines.slice(start, end);
}

/**
 * The bytes that a dump stands for, and the program that writes such dumps (`name`). The offsets say which form it is. Throws a `RangeError` that says
 * which line is none.
 */
export function parseDump(text) {
  const lines = linesOf(text);
  const match = LINE.exec(lines[0] ?? "");
  if (match === null) throw new RangeError(`Line 1 is no line of a dump: “${(lines[0] ?? "").slice(0, 40)}”.`);
  let refused = null;
  for (const form of match[2] === "" ? WITHOUT_COLON : WITH_COLON) {
    // Read as octal, a hexadecimal offset is too small, which is seen; read as hexadecimal, an octal one may only lack spaces.
    for (const base of match[2] !== "" ? [16] : form.isSpaced ? [8, 16, 10] : [16, 8, 10]) {
      try {
        return { name: form.name, bytes: Uint8Array.from(readAs(form, base, lines)) };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        // Of all that is wrong, what is wrong farthest down says most.
        const line = Number(/\d+/.exec(error.message)[0]);
        if (refused === null || line > refused.line || (line === refused.line && form.isUsual)) refused = { line, error };
      }
    }
  }
  throw refused.error;
}

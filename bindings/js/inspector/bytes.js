/** How many bytes of a file are looked at. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** What is wrong with the digits at an offset, and where that is. */
function wrongDigit(text, at) {
  const bad = /[^0-9a-f]/i.test(text[at]) ? at : at + 1;
  const line = text.slice(0, bad).split("\n");
  const place = `line ${line.length.toLocaleString("en")}, column ${([...line.at(-1)].length + 1).toLocaleString("en")}`;
  const character = String.fromCodePoint(text.codePointAt(bad) ?? 0x20);
  if (bad > at && (bad >= text.length || /[\s,;:]/.test(character))) return `The digit “${text[at]}” before ${place} stands alone: two make a byte.`;
  return `“${character}” at ${place} is no hexadecimal digit.`;
}

/**
 * The bytes that are written in hexadecimal: digits in pairs, with or without anything of `0x`, `\x`, `%`, commas and
 * whitespace between them. Throws a `RangeError` that says what is wrong and where in `all`, in which the digits start at `offset`.
 */
export function parseHex(text, all = text, offset = 0) {
  const bytes = [];
  const pattern = /(?:[\s,;:]|0x(?=[0-9a-f]{2})|\\x|%)*(?:([0-9a-f]{2})|$)/giy;
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) {
      const [separators] = /^(?:[\s,;:]|0x(?=[0-9a-f])|\\x|%)*/i.exec(text.slice(start));
      throw new RangeError(wrongDigit(all, offset + start + separators.length));
    }
    if (match[1] !== undefined) bytes.push(Number.parseInt(match[1], 16));
  }
  return Uint8Array.from(bytes);
}

/** Bytes in hexadecimal, as `parseHex` reads them. */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

/** The bytes that a base64 string stands for, in its own alphabet or in that of URLs. */
export function fromBase64(text) {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

/** Base64 in the alphabet of URLs, without padding. */
export function toBase64(bytes) {
  let characters = "";
  for (let start = 0; start < bytes.length; start += 8192) {
    characters += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A file's bytes, or as many of them as are looked at, whether there are more, and its size. */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer());
  return { name: file.name, type: file.type, bytes, cut: file.size > bytes.length, size: file.size };
}

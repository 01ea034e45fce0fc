import { count } from "./dom.js";

/** How many bytes of a file are looked at. */
export const MOST_BYTES = 32 * 1024 * 1024;

/**
 * The bytes that are written in hexadecimal: digits in pairs, with or without anything of `0x`, `\x`, `%`, commas and
 * whitespace between them. Throws a `RangeError` that says what is wrong and where.
 */
export function parseHex(text) {
  const bytes = [];
  const pattern = /(?:[\s,;:]|0x(?=[0-9a-f]{2})|\\x|%)*(?:([0-9a-f]{2})|$)/giy;
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) {
      const rest = text.slice(start).trimStart().slice(0, 8);
      throw new RangeError(`“${rest}” behind ${count(bytes.length, "byte")} is no pair of hexadecimal digits.`);
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

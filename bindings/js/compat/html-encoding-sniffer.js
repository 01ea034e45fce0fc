// The function of html-encoding-sniffer, with the same signature, on top of charsniff.

import { contextOf } from "../lib/context.js";
import { modules } from "../lib/state.js";

import { isGuess, named } from "./shared.js";

/** The most that a prescan limit can be. */
const NO_LIMIT = 2 ** 31 - 1;

const HTML = { detection: "off", context: "html" };
const XML = { detection: "off", context: "xml" };

export default function htmlEncodingSniffer(uint8Array, options = {}) {
  const { xml = false, transportLayerEncodingLabel: label, defaultEncoding, maxPrescanBytes } = options;
  if (xml && maxPrescanBytes !== undefined) {
    throw new TypeError("maxPrescanBytes has no meaning with xml");
  }
  if (maxPrescanBytes !== undefined && maxPrescanBytes !== Infinity && !(Number.isInteger(maxPrescanBytes) && maxPrescanBytes >= 0)) {
    throw new RangeError(`maxPrescanBytes must be a whole number of bytes or Infinity, not ${String(maxPrescanBytes)}`);
  }
  const declared = markOf(uint8Array) ?? (label === undefined ? undefined : named(label)) ?? prescanned(uint8Array, xml, maxPrescanBytes);
  return declared ?? defaultEncoding ?? (xml ? "UTF-8" : "windows-1252");
}

/** The encoding of a byte order mark. */
function markOf(bytes) {
  switch (bytes[0]) {
    case 0xef:
      return bytes[1] === 0xbb && bytes[2] === 0xbf ? "UTF-8" : undefined;
    case 0xfe:
      return bytes[1] === 0xff ? "UTF-16BE" : undefined;
    case 0xff:
      return bytes[1] === 0xfe ? "UTF-16LE" : undefined;
    default:
      return undefined;
  }
}

/** The contexts of the last calls. The module frees those that have not been used for long. */
const kept = { html: null, xml: null };

function keptContext(name, options) {
  const context = kept[name];
  const isLive = context !== null && context.handle !== 0 && context.engine === modules.core;
  return isLive ? context : (kept[name] = contextOf(options));
}

/** The encoding that the bytes declare, or null. */
function prescanned(bytes, xml, limit) {
  const context =
    limit !== undefined
      ? contextOf({ ...HTML, prescanLimit: Math.min(limit, NO_LIMIT) })
      : xml
        ? keptContext("xml", XML)
        : keptContext("html", HTML);
  const verdict = modules.core.sniffBefore(context, bytes);
  return isGuess(verdict) ? null : verdict.encoding;
}

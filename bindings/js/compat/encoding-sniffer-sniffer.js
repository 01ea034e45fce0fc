// What encoding-sniffer exports as `encoding-sniffer/sniffer`, with the same signatures, on top of charsniff.

import { getEncoding } from "./encoding-sniffer.js";
import { sniffed } from "./shared.js";

export { getEncoding };

/** What decided. */
export const ResultType = Object.freeze({
  BOM: 0,
  PASSED: 1,
  XML_PREFIX: 2,
  META_TAG: 3,
  XML_ENCODING: 4,
  DEFAULT: 5,
  0: "BOM",
  1: "PASSED",
  2: "XML_PREFIX",
  3: "META_TAG",
  4: "XML_ENCODING",
  5: "DEFAULT",
});

const bytes = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Bytes that mean something to a sniffer. */
export const STRINGS = Object.freeze({
  UTF8_BOM: bytes("\xEF\xBB\xBF"),
  UTF16LE_BOM: bytes("\xFF\xFE"),
  UTF16BE_BOM: bytes("\xFE\xFF"),
  UTF16LE_XML_PREFIX: bytes("<\0?\0x\0"),
  UTF16BE_XML_PREFIX: bytes("\0<\0?\0x"),
  XML_DECLARATION: bytes("<?xml"),
  ENCODING: bytes("encoding"),
  META: bytes("meta"),
  HTTP_EQUIV: bytes("http-equiv"),
  CONTENT: bytes("content"),
  CONTENT_TYPE: bytes("content-type"),
  CHARSET: bytes("charset"),
  COMMENT_START: bytes("<!--"),
  COMMENT_END: bytes("-->"),
});

const TYPES = { bom: ResultType.BOM, override: ResultType.PASSED, meta: ResultType.META_TAG };

function typeOf({ source, encoding }) {
  if (source === "xml-declaration") {
    return encoding.startsWith("UTF-16") ? ResultType.XML_PREFIX : ResultType.XML_ENCODING;
  }
  return TYPES[source] ?? ResultType.DEFAULT;
}

/** How many bytes are read for a declaration, unless told. */
const MAX_BYTES = 1024;

/** Takes bytes in parts; `encoding` and `resultType` are the answer by those that came so far. */
export class Sniffer {
  #options;
  #most;
  #held = new Uint8Array(0);
  #isDecided = false;

  constructor(options = {}) {
    this.#options = options;
    this.#most = options.maxBytes ?? MAX_BYTES;
    this.#look();
  }

  #look() {
    const verdict = sniffed(this.#held, this.#options);
    this.encoding = verdict.encoding;
    this.resultType = typeOf(verdict);
  }

  /** Takes the next bytes. */
  write(buffer) {
    const room = this.#most - this.#held.length;
    if (this.#isDecided || room <= 0 || buffer.length === 0) {
      return;
    }
    const part = buffer.subarray(0, room);
    const both = new Uint8Array(this.#held.length + part.length);
    both.set(this.#held);
    both.set(part, this.#held.length);
    this.#held = both;
    this.#look();
    // A byte order mark, which comes before all else, has at most three bytes; a <meta> comes before an XML declaration.
    this.#isDecided = both.length >= 3 && this.resultType !== ResultType.DEFAULT && this.resultType !== ResultType.XML_ENCODING;
  }
}

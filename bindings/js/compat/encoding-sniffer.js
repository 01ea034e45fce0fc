// The functions of encoding-sniffer, with the same signatures, on top of charsniff.

import { Transform } from "node:stream";

import { TextDecoder, decode } from "#charsniff";

import { sniffed } from "./shared.js";

/** How many bytes are read for a declaration, unless told. */
const MAX_BYTES = 1024;

/** The name of the encoding that the bytes are in. */
export function getEncoding(buffer, options) {
  return sniffed(buffer, options).encoding;
}

/** The bytes as text. */
export function decodeBuffer(buffer, options = {}) {
  return decode(buffer, { context: "text-decoder", label: getEncoding(buffer, options) }).text;
}

/** Takes bytes and gives text. Holds bytes back until the encoding is known. */
export class DecodeStream extends Transform {
  #options;
  #maxBytes;
  #held = [];
  #length = 0;
  #decoder = null;

  constructor(options = {}) {
    super({ decodeStrings: false, encoding: "utf-8" });
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  _transform(chunk, _encoding, callback) {
    if (this.#decoder === null) {
      this.#held.push(chunk);
      this.#length += chunk.length;
      if (this.#length < this.#maxBytes) {
        callback();
        return;
      }
      chunk = this.#begin();
    }
    this.push(this.#decoder.decode(chunk, { stream: true }));
    callback();
  }

  _flush(callback) {
    const rest = this.#decoder === null ? this.#begin() : new Uint8Array(0);
    this.push(this.#decoder.decode(rest));
    callback();
  }

  /** Sniffs the encoding of the bytes held back, and gives these bytes. */
  #begin() {
    const held = Buffer.concat(this.#held);
    this.#held = [];
    this.#decoder = new TextDecoder(getEncoding(held, this.#options));
    return held;
  }
}

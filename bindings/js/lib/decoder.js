// Decoders for all encodings: the platform's TextDecoder where it follows the standard, else ours.

import { readsByStandard } from "./platform.js";

/** How much our decoder is given at a time, in bytes. WebAssembly's memory holds this and a few times as much of text. */
const CHUNK = 64 * 1024;

const BOMS = { "UTF-8": [0xef, 0xbb, 0xbf], "UTF-16BE": [0xfe, 0xff], "UTF-16LE": [0xff, 0xfe] };

/** Frees what a decoder holds in WebAssembly's memory when the decoder is garbage-collected. */
const registry = new FinalizationRegistry(({ engine, handle }) => engine.freeDecoder(handle));

/** A malformed sequence where none is allowed. */
export class DecodeError extends TypeError {
  name = "DecodeError";
  code = "ERR_CHARSNIFF_MALFORMED";
  constructor(encoding, offset, length) {
    super(`malformed ${encoding} at byte ${offset} (${length} ${length === 1 ? "byte" : "bytes"})`);
    this.encoding = encoding;
    this.offset = offset;
    this.length = length;
  }
}

/** Decodes chunks. A byte order mark is text. */
export class Decoder {
  #platform;
  #engine;
  #handle = 0;
  #encoding;

  /** `engine`: a function that gives the engine of the detector module. It is called only if our decoder is needed. */
  constructor(encoding, fatal, engine, mayBePlatform = true) {
    this.#encoding = encoding;
    if (mayBePlatform && readsByStandard(encoding)) {
      this.#platform = new globalThis.TextDecoder(encoding, { fatal, ignoreBOM: true });
    } else {
      this.#engine = engine();
      this.#handle = this.#engine.newDecoder(encoding, fatal);
      registry.register(this, { engine: this.#engine, handle: this.#handle }, this);
    }
  }

  /** The text of the next bytes. After the last bytes, or an error, the decoder cannot be used again. */
  push(bytes, last) {
    if (this.#platform !== undefined) {
      return this.#platform.decode(bytes, { stream: !last });
    }
    let text = "";
    let at = 0;
    do {
      const chunk = bytes.subarray(at, at + CHUNK);
      at += CHUNK;
      const part = this.#engine.pushToDecoder(this.#handle, chunk, last && at >= bytes.length);
      if (typeof part !== "string") {
        this.#free();
        throw new DecodeError(this.#encoding, part.offset, part.length);
      }
      text += part;
    } while (at < bytes.length);
    if (last) {
      this.#free();
    }
    return text;
  }

  #free() {
    registry.unregister(this);
    this.#engine.freeDecoder(this.#handle);
  }
}

/**
 * Removes the encoding's byte order mark from the start of a text that comes in chunks. `seen`: how many bytes of the
 * mark the chunks before ended with. Gives the bytes to decode, and the next `seen`: -1 once it is known whether there
 * is a mark.
 */
export function skipBom(encoding, seen, chunk, last) {
  const mark = BOMS[encoding];
  if (mark === undefined || seen < 0) {
    return [chunk, -1];
  }
  let at = 0;
  while (seen + at < mark.length && at < chunk.length && chunk[at] === mark[seen + at]) {
    at++;
  }
  if (seen + at === mark.length) {
    return [chunk.subarray(at), -1];
  }
  if (at === chunk.length && !last) {
    return [chunk.subarray(at), seen + at];
  }
  // There is no mark: what looked like its start is text.
  const rest = new Uint8Array(seen + chunk.length);
  rest.set(mark.slice(0, seen));
  rest.set(chunk, seen);
  return [rest, -1];
}

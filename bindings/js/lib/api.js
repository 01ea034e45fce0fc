// The functions of the package.

import { DecodeStream, Sniffer, Stream } from "./chunks.js";
import { contextOf, wholeContextOf } from "./context.js";
import { DecodeError, Decoder, skipBom } from "./decoder.js";
import { Edit, UnmappableError, convert, declarations, lint, mixedLines } from "./editing.js";
import { Positions } from "./positions.js";
import { bytesOf, check, checkObject, detectorHintsOf } from "./request.js";
import { NotReadyError, modules, waiting } from "./state.js";

/** How much of a resource can decide, in bytes: as much as in the command. */
const HEAD = 8 * 1024 * 1024;
/** What is decoded or checked at a time, in bytes. */
const CHUNK = 64 * 1024;

export { DecodeError, DecodeStream, Edit, NotReadyError, Sniffer, Stream, UnmappableError, convert, declarations, lint, mixedLines };

/**
 * Sets the modules: an instance of `charsniff.wasm`, and a function that gives an instance of the module whose name it is
 * given, `charsniff-whole.wasm` or `charsniff-editing.wasm`, or a promise of one.
 */
export function provide(instance, load) {
  modules.provide(instance, load);
}

/** Loads what the functions need that are not in the core: `"editing"` everything; the types say what else there is. */
export async function ready(what = "whole") {
  if (!["whole", "editing"].includes(what)) {
    throw new RangeError(`ready: no module is named ${JSON.stringify(what)}; they are whole and editing`);
  }
  await modules.ready(what);
}

const getWhole = () => modules.need("whole");

/** The bytes that can decide. */
function headOf(bytes) {
  return bytes.length > HEAD ? bytes.subarray(0, HEAD) : bytes;
}

/** The options for `headOf(bytes)`: if there are more bytes, the head is truncated. */
function ofHead(bytes, options) {
  if (bytes.length <= HEAD) {
    return options;
  }
  checkObject("options", options);
  return { ...options, truncated: true };
}

/** Which encoding the resource is in, how sure that is, and what decided. */
export function sniff(bytes, options) {
  return sniffBytes(bytesOf(bytes), options);
}

function sniffBytes(bytes, options) {
  const { core } = modules;
  const context = contextOf(options);
  const verdict = core.sniffBefore(context, bytes);
  if (verdict !== null) {
    return verdict;
  }
  const head = headOf(bytes);
  // Whether the detector is needed is seen before it is loaded.
  return (core === modules.whole ? null : core.sniffAllBefore(context, head)) ?? sniffWhole(head, ofHead(bytes, options));
}

function sniffWhole(head, options) {
  const whole = getWhole();
  return whole.sniff(wholeContextOf(whole, options), head);
}

/** The verdict and what every stage found: what the command prints for `--json --explain`. */
export function explain(bytes, options) {
  bytes = bytesOf(bytes);
  const whole = getWhole();
  return whole.explain(wholeContextOf(whole, ofHead(bytes, options)), headOf(bytes));
}

/** What encoding the bytes are in, by themselves. */
export function detect(bytes, options) {
  const hints = detectorHintsOf(options);
  const head = headOf(bytesOf(bytes));
  return hints.length === 0 ? getWhole().detect(head) : getWhole().detectWith(hints, head);
}

/** What one encoding many short byte strings are in. */
export function detectAll(strings, options) {
  const hints = detectorHintsOf(options);
  const all = Array.from(strings, (bytes) => headOf(bytesOf(bytes)));
  return getWhole().detectAllWith(hints, all);
}

/** A text as bytes of an encoding, as forms and URLs are encoded. */
export function encode(text, label) {
  check("text", text, "string");
  const encoding = encodingForLabel(label);
  if (encoding === null) {
    throw new RangeError(`label: no encoding is named ${JSON.stringify(label)}`);
  }
  return getWhole().encode(encoding, text);
}

/** The text of a `Response`, by its bytes, headers and URL. */
export async function decodeResponse(response, options) {
  if (typeof response?.arrayBuffer !== "function") {
    throw new TypeError("response must be a Response");
  }
  checkObject("options", options);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const url = options?.tld === undefined && response.url ? response.url : undefined;
  return waiting(() => decode(bytes, { headers: response.headers, url, ...options }));
}

/** The standard's TextDecoder, for all of its encodings on every platform. */
export class TextDecoder {
  #name;
  #decoder = null;
  /** How many bytes of a byte order mark have been seen. */
  #seen = 0;

  constructor(label = "utf-8", options = {}) {
    this.#name = encodingForLabel(String(label));
    if (this.#name === null || this.#name === "replacement") {
      throw new RangeError(`label: no encoding is named ${JSON.stringify(label)}`);
    }
    this.encoding = this.#name.toLowerCase();
    this.fatal = Boolean(options?.fatal);
    this.ignoreBOM = Boolean(options?.ignoreBOM);
    Object.freeze(this);
  }

  /** The text of the next bytes; with `stream`, more are to come. */
  decode(bytes = new Uint8Array(0), options = {}) {
    const last = !options?.stream;
    if (this.#decoder === null) {
      this.#decoder = new Decoder(this.#name, this.fatal, getWhole);
      this.#seen = this.ignoreBOM ? -1 : 0;
    }
    const decoder = this.#decoder;
    try {
      let rest;
      [rest, this.#seen] = skipBom(this.#name, this.#seen, bytesOf(bytes), last);
      const text = decoder.push(rest, last);
      this.#decoder = last ? null : decoder;
      return text;
    } catch (error) {
      this.#decoder = null;
      throw error;
    }
  }
}

/** Whether the bytes are text, ASCII, or binary. */
export function content(bytes) {
  return modules.core.content(headOf(bytesOf(bytes)));
}

/** The text of the resource, and the verdict by which it was decoded. Malformed sequences become U+FFFD. */
export function decode(bytes, options) {
  return decodeBytes(bytesOf(bytes), options, false);
}

/** The same; where the context makes malformed sequences an error, the first one throws a `DecodeError`. */
export function tryDecode(bytes, options) {
  return decodeBytes(bytesOf(bytes), options, contextOf(options).isFatal);
}

function decodeBytes(bytes, options, isFatal) {
  const verdict = sniffBytes(bytes, options);
  if (options?.repair) {
    const engine = modules.need("editing");
    return { ...engine.decodeRepaired(wholeContextOf(engine, options), bytes), ...verdict };
  }
  const offset = bomLength(verdict);
  const body = offset > 0 ? bytes.subarray(offset) : bytes;
  return { text: textOf(body, verdict.encoding, isFatal, offset), ...verdict };
}

/** How long the byte order mark is that is no text. */
function bomLength({ bom, encoding }) {
  return bom ? (encoding === "UTF-8" ? 3 : encoding.startsWith("UTF-32") ? 4 : 2) : 0;
}

function textOf(bytes, encoding, fatal, offset) {
  if (encoding === "isomorphic") {
    return isomorphicDecode(bytes);
  }
  if (encoding.startsWith("UTF-32")) {
    return utf32Decode(bytes, encoding === "UTF-32LE");
  }
  if (!fatal) {
    return new Decoder(encoding, false, getWhole).push(bytes, true);
  }
  try {
    return new Decoder(encoding, true, getWhole).push(bytes, true);
  } catch (error) {
    if (error instanceof NotReadyError) {
      throw error;
    }
    // The platform's decoder does not say where the malformed sequence is. Ours does.
  }
  try {
    return new Decoder(encoding, true, getWhole, false).push(bytes, true);
  } catch (error) {
    throw error instanceof DecodeError ? new DecodeError(encoding, error.offset + offset, error.length) : error;
  }
}

/** https://infra.spec.whatwg.org/#isomorphic-decode */
function isomorphicDecode(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) {
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  }
  return text;
}

/** UTF-32, which only crawlers read: four bytes are a scalar value, and what is none is U+FFFD. */
function utf32Decode(bytes, isLittle) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const point = at + 4 <= bytes.length ? view.getUint32(at, isLittle) : 0xfffd;
    text += point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? "\uFFFD" : String.fromCodePoint(point);
  }
  return text;
}

/** What looks wrong with the text. */
export function health(bytes, options) {
  bytes = bytesOf(bytes);
  const verdict = sniffBytes(bytes, options);
  const engine = getWhole();
  engine.beginHealth(verdict.encoding, bomLength(verdict));
  for (let at = 0; at < bytes.length; at += CHUNK) {
    engine.pushToHealth(bytes.subarray(at, at + CHUNK));
  }
  return engine.endHealth();
}

/** Which bytes of the resource a character of its text comes from, and the way back. */
export function positions(bytes, options) {
  bytes = bytesOf(bytes);
  const verdict = sniffBytes(bytes, options);
  return new Positions(getWhole(), bytes, verdict.encoding, bomLength(verdict));
}

/** The name of the encoding that a label names, or null. */
export function encodingForLabel(label) {
  check("label", label, "string");
  return modules.core.encodingForLabel(label);
}

/** The name of the context in which a browser reads a resource of this MIME type. */
export function contextForMimeType(mimeType) {
  check("mimeType", mimeType, "string");
  return modules.core.contextForMimeType(mimeType);
}

/** The names of the Encoding Standard's encodings. */
export function encodings() {
  return [...modules.core.encodings];
}

/** The names of all contexts. */
export function contexts() {
  return [...modules.core.contexts];
}

const RULES = { standard: 0, chromium: 1, firefox: 2, crawler: 1 };

/** Frees what a scanner holds in WebAssembly's memory when the scanner is garbage-collected. */
const registry = new FinalizationRegistry(({ engine, handle }) => engine.freeScanner(handle));

/** Finds the `<meta>` declarations that an HTML parser would act on, in a page that comes in chunks. */
export class MetaStream {
  #engine = modules.core;
  #handle = 0;

  constructor(options = {}) {
    checkObject("options", options);
    const { scripting = true, reading = "standard", limit = 1024, ...rest } = options;
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) {
      throw new TypeError(`unknown option ${JSON.stringify(unknown)}; the options are scripting, reading, limit`);
    }
    check("scripting", scripting, "boolean");
    check("reading", reading, "string");
    check("limit", limit, "number");
    if (!Object.hasOwn(RULES, reading)) {
      throw new RangeError(`reading: no such reading (standard, chromium, firefox, crawler): ${JSON.stringify(reading)}`);
    }
    this.#handle = this.#engine.newScanner(RULES[reading], scripting, limit);
    registry.register(this, { engine: this.#engine, handle: this.#handle }, this);
  }

  /** Takes the page's next bytes. Gives the declarations that end in them. */
  push(bytes) {
    bytes = bytesOf(bytes);
    if (this.#handle === 0) {
      throw new TypeError("the scanner has ended");
    }
    const found = [];
    for (let at = 0; at < bytes.length && !this.isOver; at += CHUNK) {
      found.push(...this.#engine.pushToScanner(this.#handle, bytes.subarray(at, at + CHUNK), false));
    }
    return found;
  }

  /** Ends the page: gives the declarations that were still held back, and frees the scanner. */
  end() {
    if (this.#handle === 0) {
      return [];
    }
    const found = this.#engine.pushToScanner(this.#handle, new Uint8Array(0), true);
    this.free();
    return found;
  }

  /** Whether no declaration in what follows can count. */
  get isOver() {
    return this.#handle === 0 || this.#engine.isScannerOver(this.#handle);
  }

  /** Frees what the scanner holds. The garbage collector does it, too. */
  free() {
    if (this.#handle !== 0) {
      registry.unregister(this);
      this.#engine.freeScanner(this.#handle);
      this.#handle = 0;
    }
  }
}

if (Symbol.dispose !== undefined) {
  MetaStream.prototype[Symbol.dispose] = MetaStream.prototype.free;
}

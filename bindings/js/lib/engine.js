// An instance of a WebAssembly module: its memory, and the calls that take or give more than numbers.

import { inOrder } from "./request.js";

const NONE = 0xffffffff;
/** How many contexts are kept for later calls. */
const MOST_CONTEXTS = 64;
/** Above this size, in bytes, the input buffer is requested again for each call, so that it can shrink. */
const LARGE = 1 << 20;

/** In a result, beside a length: something was malformed, or had no encoding. */
const FLAG = 2 ** 31;

const CHANGES = ["keep", "confirm", "switch", "start-again"];

const encoder = new TextEncoder();
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

export class Engine {
  #exports;
  #memory;
  #input = 0;
  #room = 0;
  #contexts = new Map();

  constructor(instance) {
    this.#exports = instance.exports;
    this.#memory = new Uint8Array(this.#exports.memory.buffer);
    const [encodings, sources, contexts] = this.#text(this.#exports.names()).split("\n").map((line) => line.split("\t"));
    this.encodings = encodings;
    this.sources = sources;
    this.contexts = contexts;
  }

  /** The memory. When it grows, the old array is detached and has length 0. */
  #bytes() {
    if (this.#memory.length === 0) {
      this.#memory = new Uint8Array(this.#exports.memory.buffer);
    }
    return this.#memory;
  }

  /** Copies bytes to the input buffer. */
  #write(bytes) {
    const length = bytes.length;
    if (length > this.#room || this.#room > LARGE) {
      const room = Math.max(length, 4096);
      this.#input = this.#exports.input(room);
      this.#room = room;
    }
    this.#bytes().set(bytes, this.#input);
    return length;
  }

  #writeText(...parts) {
    return this.#write(encoder.encode(parts.join("")));
  }

  #view(length) {
    const start = this.#exports.output();
    return this.#bytes().subarray(start, start + length);
  }

  #text(length) {
    return utf8.decode(this.#view(length));
  }

  #numberOf(encoding) {
    return [...this.encodings, "UTF-32LE", "UTF-32BE"].indexOf(encoding);
  }

  /** The label in the output buffer, a character a byte. */
  #label(at, length) {
    if (length === 0) {
      return null;
    }
    const start = this.#exports.output() + at;
    return String.fromCharCode(...this.#bytes().subarray(start, start + length));
  }

  /** The context with this key. If there is none yet, it is made of what `request()` gives. */
  context(key, request) {
    let context = this.#contexts.get(key);
    if (context === undefined) {
      if (this.#contexts.size >= MOST_CONTEXTS) {
        for (const kept of this.#contexts.values()) {
          this.#exports.context_free(kept.handle);
          kept.handle = 0;
        }
        this.#contexts.clear();
      }
      context = this.#newContext(request());
      this.#contexts.set(key, context);
    }
    return context;
  }

  #newContext({ row, options, headers }) {
    const handle = this.#exports.context_new(this.#writeText(row));
    if (handle === 0) {
      const isMimeType = row.includes("/");
      const instead = isMimeType ? `contextForMimeType(${JSON.stringify(row)}) gives one for a MIME type` : `the rows are ${this.contexts.join(", ")}`;
      throw new RangeError(`context: no row is named ${JSON.stringify(row)}; ${instead}`);
    }
    try {
      for (const [name, value] of inOrder(options)) {
        this.#set(handle, row, name, value);
      }
      for (const [name, value] of headers) {
        const length = this.#writeText(name, value);
        this.#exports.context_add_header(handle, name.length, length);
      }
    } catch (error) {
      this.#exports.context_free(handle);
      throw error;
    }
    const prefix = this.#exports.context_prefix(handle);
    const isFatal = this.#exports.context_is_fatal(handle) !== 0;
    return { engine: this, handle, prefix, isFatal };
  }

  #set(handle, row, name, value) {
    const length = this.#writeText(name, String(value));
    const option = name === "crossOriginParent" ? "parent" : name;
    switch (this.#exports.context_set(handle, name.length, length)) {
      case 0:
        return;
      case 2:
        throw new RangeError(`${option}: ${WRONG[name] ?? "no encoding is named"} ${JSON.stringify(value)}`);
      case 3:
        throw new RangeError(`${option} goes with the context ${CONTEXT_OF[name] ?? "text-decoder"}, not with ${row}`);
      default:
        throw new TypeError(`unknown option ${JSON.stringify(option)}`);
    }
  }

  /** The verdict in 32 bits as an object. */
  #verdict(packed) {
    const isIsomorphic = (packed >>> 11) & 1;
    const isUtf32 = (packed >>> 13) & 1;
    const encoding = this.encodings[packed & 63];
    const verdict = {
      encoding: isIsomorphic ? "isomorphic" : isUtf32 ? encoding.replace("UTF-16", "UTF-32") : encoding,
      confidence: (packed >>> 10) & 1 ? "certain" : "tentative",
      source: this.sources[(packed >>> 6) & 15],
      bom: ((packed >>> 12) & 1) > 0,
      label: this.#label(0, (packed >>> 14) & 31),
    };
    if ((packed >>> 19) & 1) {
      verdict.fatal = true;
    }
    const refuted = (packed >>> 20) & 3;
    if (refuted > 0) {
      verdict.refuted = this.#refuted((packed >>> 14) & 31, refuted);
    }
    return verdict;
  }

  /** The declarations that the bytes refute, which stand in the output buffer from `at` on. */
  #refuted(at, count) {
    const start = this.#exports.output();
    return Array.from({ length: count }, () => {
      const [source, encoding, length] = this.#bytes().subarray(start + at, start + at + 3);
      const label = this.#label(at + 3, length);
      at += 3 + length;
      return { source: this.sources[source], encoding: this.encodings[encoding], label };
    });
  }

  /** The verdict; null if the detector has to be asked, or more than the start of the resource be looked at. */
  sniffBefore(context, bytes) {
    const { handle, prefix } = context;
    const start = bytes.length > prefix ? bytes.subarray(0, prefix) : bytes;
    // With a label in the header three bytes decide, and most pages start alike: the last verdict is kept.
    const key = prefix === 3 && start !== bytes ? bytes[0] | (bytes[1] << 8) | (bytes[2] << 16) : null;
    if (key !== null && key === context.key) {
      return context.verdict && { ...context.verdict };
    }
    const verdict = this.#verdictOrNull(this.#exports.sniff_before(handle, this.#write(start), start === bytes));
    context.key = key;
    context.verdict = key === null ? null : verdict && { ...verdict };
    return verdict;
  }

  /** The same for all of the resource. */
  sniffAllBefore({ handle }, bytes) {
    return this.#verdictOrNull(this.#exports.sniff_before(handle, this.#write(bytes), true));
  }

  content(bytes) {
    return ["text", "ascii", "binary"][this.#exports.content(this.#write(bytes))];
  }

  /** The name of the encoding that a label names, or null. */
  encodingForLabel(label) {
    return this.encodings[this.#exports.encoding_for_label(this.#writeText(label)) >>> 0] ?? null;
  }

  contextForMimeType(mimeType) {
    return this.#text(this.#exports.context_for_mime_type(this.#writeText(mimeType)));
  }

  /** The name of the context for a resource with these Content-Types; "" if none of them counts. */
  contextForTypes(types) {
    return this.#text(this.#exports.context_for_headers(this.#writeText(types.join("\n"))));
  }

  newScanner(rules, scripting, limit) {
    return this.#exports.scanner_new(rules, scripting, limit);
  }

  pushToScanner(handle, bytes, last) {
    const count = this.#exports.scanner_push(handle, this.#write(bytes), last);
    const numbers = new Uint32Array(this.#view(count * 24).slice().buffer);
    return Array.from({ length: count }, (_, i) => {
      const [encoding, inHead, ...places] = numbers.subarray(i * 6, i * 6 + 6);
      return {
        encoding: this.encodings[encoding],
        inHead: inHead !== 0,
        tag: { start: places[0], end: places[1] },
        labelRange: { start: places[2], end: places[3] },
      };
    });
  }

  isScannerOver(handle) {
    return this.#exports.scanner_is_over(handle) !== 0;
  }

  freeScanner(handle) {
    this.#exports.scanner_free(handle);
  }

  // The methods below are those of the whole module.

  sniff({ handle }, bytes) {
    return this.#verdict(this.#exports.sniff(handle, this.#write(bytes)) >>> 0);
  }

  /** The explanation as JSON. */
  explain({ handle }, bytes) {
    return JSON.parse(this.#text(this.#exports.explain(handle, this.#write(bytes))));
  }

  detect(bytes) {
    return this.#guess(this.#exports.detect(this.#write(bytes)));
  }

  /** The guess in the output buffer, of so many encodings. */
  #guess(count) {
    if (count === 0) {
      return null;
    }
    const view = new DataView(this.#exports.memory.buffer, this.#exports.output(), count * 8);
    const candidates = [];
    for (let at = 0; at < count * 8; at += 8) {
      candidates.push({
        encoding: this.encodings[view.getUint32(at, true)],
        probability: Math.round(view.getFloat32(at + 4, true) * 1e6) / 1e6,
      });
    }
    const [language, script] = utf8.decode(this.#view(this.#exports.output_length()).subarray(count * 8)).split("\t");
    const [best, ...runnersUp] = candidates;
    return { ...best, language: language || null, script: script || null, runnersUp };
  }

  newDecoder(encoding, fatal) {
    return this.#exports.decoder_new(this.#numberOf(encoding), fatal);
  }

  /** The text of the next bytes; or, where a malformed sequence is an error, its `offset` and `length`. */
  pushToDecoder(handle, bytes, last) {
    const length = this.#exports.decoder_push(handle, this.#write(bytes), last) >>> 0;
    if (length === NONE) {
      const [offset, malformed] = new Uint32Array(this.#view(8).slice().buffer);
      return { offset, length: malformed };
    }
    return this.#text(length);
  }

  freeDecoder(handle) {
    this.#exports.decoder_free(handle);
  }

  newPositions(bytes, encoding, bomLength) {
    return this.#exports.positions_new(this.#numberOf(encoding), bomLength, this.#write(bytes));
  }

  byteOffset(handle, textOffset) {
    return this.#exports.positions_byte_offset(handle, textOffset) >>> 0;
  }

  byteEnd(handle, start, end) {
    return this.#exports.positions_byte_end(handle, start, end) >>> 0;
  }

  textOffset(handle, byteOffset) {
    return this.#exports.positions_text_offset(handle, byteOffset) >>> 0;
  }

  freePositions(handle) {
    this.#exports.positions_free(handle);
  }

  beginHealth(encoding, bomLength) {
    this.#exports.health_begin(this.#numberOf(encoding), bomLength);
  }

  pushToHealth(bytes) {
    this.#exports.health_push(this.#write(bytes));
  }

  endHealth() {
    this.#exports.health_end();
    const numbers = new Uint32Array(this.#view(36).slice().buffer);
    return {
      firstError: numbers[0] === NONE ? null : numbers[0],
      malformed: numbers[1],
      malformedBytes: numbers[2],
      replacementCharacters: numbers[3],
      questionMarks: numbers[8],
      c1Controls: numbers[4],
      doublyEncoded: numbers[5],
      isMisreadUtf8: numbers[6] !== 0,
      isUtf32: numbers[7] !== 0,
    };
  }

  /** The guess of the detector with these hints. */
  detectWith(hints, bytes) {
    return this.#withDetector(hints, (handle) => this.#exports.detector_detect(handle, this.#write(bytes)));
  }

  /** The guess of the detector with these hints on all of the strings. */
  detectAllWith(hints, strings) {
    const lengths = Uint32Array.from(strings, (bytes) => bytes.length);
    const all = new Uint8Array(lengths.reduce((sum, length) => sum + length, lengths.byteLength));
    all.set(new Uint8Array(lengths.buffer));
    let at = lengths.byteLength;
    for (const bytes of strings) {
      all.set(bytes, at);
      at += bytes.length;
    }
    return this.#withDetector(hints, (handle) => {
      return this.#exports.detector_detect_all(handle, strings.length, this.#write(all));
    });
  }

  #withDetector(hints, work) {
    const handle = this.#exports.detector_new();
    try {
      for (const [name, value] of hints) {
        if (this.#exports.detector_set(handle, name.length, this.#writeText(name, value)) !== 0) {
          throw new RangeError(`${name}: no encoding is named ${JSON.stringify(value)}`);
        }
      }
      return this.#guess(work(handle));
    } finally {
      this.#exports.detector_free(handle);
    }
  }

  newSniffer({ handle }) {
    return this.#exports.sniffer_new(handle);
  }

  /** The verdict, or null until it is known. */
  pushToSniffer(handle, bytes) {
    return this.#verdictOrNull(this.#exports.sniffer_push(handle, this.#write(bytes)));
  }

  finishSniffer(handle, truncated) {
    return this.#verdictOrNull(this.#exports.sniffer_finish(handle, truncated));
  }

  freeSniffer(handle) {
    this.#exports.sniffer_free(handle);
  }

  #verdictOrNull(packed) {
    return packed >>> 0 === NONE ? null : this.#verdict(packed >>> 0);
  }

  newStream({ handle }) {
    return this.#exports.stream_new(handle);
  }

  /** What a stream gives: its `text`, and where the malformed sequence is that ended it, if that is an error. */
  #streamed(handle, result) {
    const length = result >>> 0;
    const text = this.#text(length % FLAG);
    if (length < FLAG || !this.#exports.stream_error(handle)) {
      return { text, error: null };
    }
    const [offset, malformed] = new Uint32Array(this.#view(8).slice().buffer);
    return { text, error: { offset, length: malformed } };
  }

  pushToStream(handle, bytes) {
    return this.#streamed(handle, this.#exports.stream_push(handle, this.#write(bytes)));
  }

  decideStream(handle) {
    return this.#streamed(handle, this.#exports.stream_decide(handle));
  }

  finishStream(handle) {
    return this.#streamed(handle, this.#exports.stream_finish(handle));
  }

  changeStream(handle, label) {
    const length = this.#exports.stream_change(handle, this.#writeText(label));
    const [change, encoding, agreed] = new Uint32Array(this.#view(12).slice().buffer);
    const text = utf8.decode(this.#view(12 + length).subarray(12));
    return change < 2 ? { change: CHANGES[change], text } : { change: CHANGES[change], encoding: this.encodings[encoding], agreed, text };
  }

  streamVerdict(handle) {
    return this.#verdictOrNull(this.#exports.stream_verdict(handle));
  }

  streamErrors(handle) {
    return this.#exports.stream_errors(handle) >>> 0;
  }

  freeStream(handle) {
    this.#exports.stream_free(handle);
  }

  /** The text of a resource, repaired, and the repairs. */
  decodeRepaired({ handle }, bytes) {
    this.#exports.decode_repaired(handle, this.#write(bytes));
    const all = this.#view(this.#exports.output_length());
    const textStart = 4 + new DataView(all.buffer, all.byteOffset).getUint32(0, true);
    const repairs = JSON.parse(utf8.decode(all.subarray(4, textStart)));
    return {
      text: utf8.decode(all.subarray(textStart)),
      repairs: repairs.map(({ bytes: { start, end }, ...repair }) => ({ start, end, ...repair })),
    };
  }

  /** What the module says as JSON, and the bytes behind it. */
  #told(length) {
    const all = this.#view(this.#exports.output_length());
    return { told: JSON.parse(utf8.decode(all.subarray(0, length))), bytes: all.slice(length) };
  }

  convert({ handle }, encoding, bytes) {
    return this.#told(this.#exports.convert(handle, this.#numberOf(encoding), this.#write(bytes)));
  }

  declarations({ handle }, bytes) {
    return JSON.parse(this.#text(this.#exports.declarations(handle, this.#write(bytes))));
  }

  lint({ handle }, bytes) {
    return JSON.parse(this.#text(this.#exports.lint(handle, this.#write(bytes))));
  }

  mixedLines({ handle }, bytes) {
    return JSON.parse(this.#text(this.#exports.mixed_lines(handle, this.#write(bytes))));
  }

  newEdit({ handle }, bytes) {
    return this.#exports.edit_new(handle, this.#write(bytes));
  }

  /** The text of an edit, or null where two changes overlap. */
  textOfEdit(edit, withChanges) {
    const length = this.#exports.edit_text(edit, withChanges) >>> 0;
    return length === NONE ? null : this.#text(length);
  }

  setTextOfEdit(edit, text) {
    this.#exports.edit_set_text(edit, this.#writeText(text));
  }

  verdictOfEdit(edit) {
    return this.#verdict(this.#exports.edit_verdict(edit));
  }

  replaceInEdit(edit, start, end, text) {
    return Boolean(this.#exports.edit_replace(edit, start, end, this.#writeText(text)));
  }

  writeEdit(edit, way, table) {
    return this.#told(this.#exports.edit_write(edit, way, this.#writeText(table)));
  }

  freeEdit(edit) {
    this.#exports.edit_free(edit);
  }

  /** A text's bytes, and whether a character that the encoding lacks was written as a reference. */
  encode(encoding, text) {
    const length = this.#exports.encode(this.#numberOf(encoding), this.#writeText(text)) >>> 0;
    return { bytes: this.#view(length % FLAG).slice(), hadErrors: length >= FLAG };
  }
}

/** The error messages for values that are refused, but for those that should name an encoding. */
const WRONG = {
  reading: "no such reading (standard, chromium, firefox, crawler):",
  detection: "no such detection (off, legacy, full):",
  stringType: "no such type (utf8, bmp, teletex, ascii):",
  prescanLimit: "no number of bytes:",
  detectionCeiling: "no number of bytes:",
};

/** The context that an option belongs to, if it is not the one of TextDecoder. */
const CONTEXT_OF = { stringType: "x500-string" };

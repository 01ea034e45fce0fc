// Resources that come in chunks.

import { wholeContextOf } from "./context.js";
import { DecodeError } from "./decoder.js";
import { bytesOf, check } from "./request.js";
import { modules, waiting } from "./state.js";

/** How much the whole module is given at a time, in bytes. */
const CHUNK = 64 * 1024;

const freeing = new FinalizationRegistry((free) => free());

/** Something in WebAssembly's memory, which is given back by `free()`, `using`, or the garbage collector. */
class Held {
  #free;

  constructor(free) {
    this.#free = free;
    freeing.register(this, free, this);
  }

  /** Frees what is held. The garbage collector does it, too. */
  free() {
    if (this.#free !== null) {
      freeing.unregister(this);
      this.#free();
      this.#free = null;
    }
  }

  checkLive() {
    if (this.#free === null) {
      throw new TypeError("the resource has ended");
    }
  }
}

if (Symbol.dispose !== undefined) {
  Held.prototype[Symbol.dispose] = Held.prototype.free;
}

/** Takes a resource's bytes until its encoding is known. */
export class Sniffer extends Held {
  #engine;
  #handle;
  #verdict = null;

  constructor(options) {
    const engine = modules.need("whole");
    const handle = engine.newSniffer(wholeContextOf(engine, options));
    super(() => engine.freeSniffer(handle));
    this.#engine = engine;
    this.#handle = handle;
  }

  /** Takes the next bytes. Gives the verdict once it is known, else null. */
  push(bytes) {
    bytes = bytesOf(bytes);
    this.checkLive();
    for (let at = 0; at < bytes.length && this.#verdict === null; at += CHUNK) {
      this.#verdict = this.#engine.pushToSniffer(this.#handle, bytes.subarray(at, at + CHUNK));
    }
    return this.#verdict;
  }

  /** The verdict by the bytes so far. `truncated`: the resource goes on. Frees the sniffer. */
  finish({ truncated = false } = {}) {
    check("truncated", truncated, "boolean");
    if (this.#verdict === null) {
      this.checkLive();
      this.#verdict = this.#engine.finishSniffer(this.#handle, truncated);
    }
    this.free();
    return this.#verdict;
  }
}

/** The text of a resource that comes in chunks. */
export class Stream extends Held {
  #engine;
  #handle;
  /** After the end: the verdict, and how many malformed sequences there were. */
  #ended = null;

  constructor(options) {
    const engine = modules.need("whole");
    const handle = engine.newStream(wholeContextOf(engine, options));
    super(() => engine.freeStream(handle));
    this.#engine = engine;
    this.#handle = handle;
  }

  #textOf({ text, error }) {
    if (error !== null) {
      throw Object.assign(new DecodeError(this.verdict.encoding, error.offset, error.length), { text });
    }
    return text;
  }

  /** Takes the next bytes. Returns the text that can be decoded by now. */
  push(bytes) {
    bytes = bytesOf(bytes);
    this.checkLive();
    let text = "";
    for (let at = 0; at < bytes.length; at += CHUNK) {
      text += this.#textOf(this.#engine.pushToStream(this.#handle, bytes.subarray(at, at + CHUNK)));
    }
    return text;
  }

  /** Decides by the bytes so far, where waiting for more would take too long. Gives the text of these. */
  decide() {
    this.checkLive();
    return this.#textOf(this.#engine.decideStream(this.#handle));
  }

  /** Ends the resource. Gives the rest of its text, "" when it is called again, and frees the stream. */
  finish() {
    if (this.#ended !== null) {
      return this.#textOf({ text: "", error: this.#ended.error });
    }
    this.checkLive();
    const last = this.#engine.finishStream(this.#handle);
    this.#ended = { verdict: this.verdict, errors: this.errors, error: last.error };
    this.free();
    return this.#textOf(last);
  }

  /** Changes the encoding, when a parser has met a `<meta>` with this label. */
  changeTheEncoding(label) {
    check("label", label, "string");
    this.checkLive();
    return this.#engine.changeStream(this.#handle, label);
  }

  /** The verdict, or null until it is known. */
  get verdict() {
    if (this.#ended !== null) {
      return this.#ended.verdict;
    }
    this.checkLive();
    return this.#engine.streamVerdict(this.#handle);
  }

  /** How many malformed sequences there were so far. */
  get errors() {
    if (this.#ended !== null) {
      return this.#ended.errors;
    }
    this.checkLive();
    return this.#engine.streamErrors(this.#handle);
  }
}

/** From bytes to text, for `pipeThrough`; and the `verdict`. It extends the Web's class, which `pipeline` knows, in Bun too. */
export class DecodeStream extends TransformStream {
  constructor(options) {
    let settle;
    const verdict = new Promise((resolve, reject) => (settle = { resolve, reject }));
    // A caller who does not await the verdict gets errors from the stream; this prevents an unhandled rejection.
    verdict.catch(() => {});
    let stream;
    const give = (text, controller) => {
      if (text !== "") {
        controller.enqueue(text);
      }
      if (stream.verdict !== null) {
        settle.resolve(stream.verdict);
      }
    };
    const guarded = (work) => async (...given) => {
      try {
        await work(...given);
      } catch (error) {
        settle.reject(error);
        throw error;
      }
    };
    super({
      start: guarded(async () => {
        stream = await waiting(() => new Stream(options));
      }),
      transform: guarded((chunk, controller) => give(stream.push(chunk), controller)),
      flush: guarded((controller) => give(stream.finish(), controller)),
    });
    /** The verdict, once it is known. */
    this.verdict = verdict;
  }

  /** What `readable.pipe(stream)` of Node calls first. */
  on() {
    throw new TypeError("a DecodeStream is a stream of the Web: readable.pipe(Duplex.fromWeb(stream)), or pipeline(readable, stream, …)");
  }
}

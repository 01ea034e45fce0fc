// Text that is edited and written back, converted and checked.

import { wholeContextOf } from "./context.js";
import { bytesOf, check, checkObject } from "./request.js";
import { modules } from "./state.js";

/** An encoding lacks a character. */
export class UnmappableError extends RangeError {
  name = "UnmappableError";

  constructor(message, lacking) {
    super(message);
    Object.assign(this, lacking);
  }
}

/** What the module says, or the error. */
function answered({ told: { error, lacking, ...told }, bytes }) {
  if (error === null) {
    return { bytes, ...told };
  }
  throw lacking === null ? new RangeError(error) : new UnmappableError(error, lacking);
}

/** The module's engine, and the context of a call. */
function engineAndContext(options) {
  const engine = modules.need("editing");
  return [engine, wholeContextOf(engine, options)];
}

/** The resource in another encoding, with declarations that name it. */
export function convert(bytes, options) {
  checkObject("options", options);
  const { to = "utf-8", ...rest } = options ?? {};
  bytes = bytesOf(bytes);
  check("to", to, "string");
  const encoding = modules.core.encodingForLabel(to);
  if (encoding === null) {
    throw new RangeError(`to: no encoding is named ${JSON.stringify(to)}`);
  }
  const [engine, context] = engineAndContext(rest);
  const { replaced: _, ...converted } = answered(engine.convert(context, encoding, bytes));
  return converted;
}

/** All that names an encoding for the resource, whether or not it counts. */
export function declarations(bytes, options) {
  const [engine, context] = engineAndContext(options);
  const found = engine.declarations(context, bytesOf(bytes));
  return found.map(({ "label-range": labelRange, "why-not": whyNot, ...rest }) => ({ ...rest, labelRange, whyNot }));
}

/** What the standards ask authors to do otherwise. */
export function lint(bytes, options) {
  const [engine, context] = engineAndContext(options);
  const { findings, unlisted } = engine.lint(context, bytesOf(bytes));
  return {
    findings: findings.map(({ "convert-mends": convertMends, ...rest }) => ({ ...rest, convertMends })),
    unlisted,
  };
}

/** Which lines are in which encoding, in a text that several programs wrote; null if they are in one. */
export function mixedLines(bytes, options) {
  const [engine, context] = engineAndContext(options);
  return engine.mixedLines(context, bytesOf(bytes));
}

const WAYS = ["error", "reference", "escape", "utf-8"];

/** Frees what an edit holds in WebAssembly's memory when it is garbage-collected. */
const registry = new FinalizationRegistry(({ engine, handle }) => engine.freeEdit(handle));

/** Changes of the text of a resource, written into the bytes that it came from. */
export class Edit {
  #engine;
  #handle;

  constructor(bytes, options) {
    const [engine, context] = engineAndContext(options);
    this.#engine = engine;
    this.#handle = engine.newEdit(context, bytesOf(bytes));
    registry.register(this, { engine, handle: this.#handle }, this);
  }

  #live() {
    if (this.#handle === 0) {
      throw new TypeError("the edit was freed");
    }
    return this.#handle;
  }

  /** The text with the changes. */
  get text() {
    const text = this.#engine.textOfEdit(this.#live(), true);
    if (text === null) {
      throw new RangeError("two changes overlap");
    }
    return text;
  }

  /** Makes this the text: finds what differs from the original, and replaces that. */
  set text(text) {
    check("text", text, "string");
    this.#engine.setTextOfEdit(this.#live(), text);
  }

  /** The text without the changes. */
  get original() {
    return this.#engine.textOfEdit(this.#live(), false);
  }

  /** The verdict that the original was decoded by. */
  get verdict() {
    return this.#engine.verdictOfEdit(this.#live());
  }

  /** Replaces a range of the original text. */
  replace(start, end, text) {
    check("start", start, "number");
    check("end", end, "number");
    check("text", text, "string");
    if (!this.#engine.replaceInEdit(this.#live(), start, end, text)) {
      throw new RangeError(`${start} to ${end} is no range of the text`);
    }
  }

  /** The bytes with the changes. */
  write(options) {
    checkObject("options", options);
    const { unmappable = "error" } = options ?? {};
    if (typeof unmappable === "function") {
      return this.#transliterated(unmappable);
    }
    check("unmappable", unmappable, "string");
    const way = WAYS.indexOf(unmappable);
    if (way < 0) {
      throw new RangeError(`unmappable: ${JSON.stringify(unmappable)}; the words are ${WAYS.join(", ")}`);
    }
    return this.#write(way, "");
  }

  #write(way, table) {
    const written = answered(this.#engine.writeEdit(this.#live(), way, table));
    const { bytes, encoding, sniffed, replaced, header } = written;
    return { bytes, encoding, sniffed, replaced, header };
  }

  /** Asks for the text of each character that the encoding lacks, until it lacks none. */
  #transliterated(textOf) {
    const table = new Map();
    for (;;) {
      try {
        return this.#write(WAYS.length, JSON.stringify([...table]));
      } catch (error) {
        // What stands for a character may itself be lacking.
        if (!(error instanceof UnmappableError) || table.has(error.character)) {
          throw error;
        }
        const text = textOf(error.character);
        if (text === null || text === undefined) {
          throw error;
        }
        check("what unmappable gives", text, "string");
        table.set(error.character, text);
      }
    }
  }

  /** Frees what the edit holds. The garbage collector does it, too. */
  free() {
    if (this.#handle !== 0) {
      registry.unregister(this);
      this.#engine.freeEdit(this.#handle);
      this.#handle = 0;
    }
  }
}

if (Symbol.dispose !== undefined) {
  Edit.prototype[Symbol.dispose] = Edit.prototype.free;
}

// Which bytes of a resource a character of its text comes from, and the way back.

import { check } from "./request.js";

/** Frees what positions hold in WebAssembly's memory when they are garbage-collected. */
const registry = new FinalizationRegistry(({ engine, handle }) => engine.freePositions(handle));

export class Positions {
  #engine;
  #handle;

  constructor(engine, bytes, encoding, bomLength) {
    this.#engine = engine;
    this.#handle = engine.newPositions(bytes, encoding, bomLength);
    registry.register(this, { engine, handle: this.#handle }, this);
  }

  #live() {
    if (this.#handle === 0) {
      throw new TypeError("the positions were freed");
    }
    return this.#handle;
  }

  /** Where the bytes of the character at an offset of the text start. */
  byteOffset(textOffset) {
    check("textOffset", textOffset, "number");
    return this.#engine.byteOffset(this.#live(), textOffset);
  }

  /** Where the bytes of the characters that a range of the text touches start and end. */
  byteRange(start, end) {
    check("start", start, "number");
    check("end", end, "number");
    return { start: this.#engine.byteOffset(this.#live(), start), end: this.#engine.byteEnd(this.#live(), start, end) };
  }

  /** Where the character that a byte belongs to stands in the text. */
  textOffset(byteOffset) {
    check("byteOffset", byteOffset, "number");
    return this.#engine.textOffset(this.#live(), byteOffset);
  }

  /** Frees what the positions hold. The garbage collector does it, too. */
  free() {
    if (this.#handle !== 0) {
      registry.unregister(this);
      this.#engine.freePositions(this.#handle);
      this.#handle = 0;
    }
  }
}

if (Symbol.dispose !== undefined) {
  Positions.prototype[Symbol.dispose] = Positions.prototype.free;
}

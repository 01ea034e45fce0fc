// The WebAssembly modules. The core, which sniffs up to the detector and scans, is there from the start. The others come when
// they are first needed: the whole, which has the detector too, decoders, encoders, streams and positions; and the module
// for editing, which has all that and what repairs, edits, converts and checks.

import { Engine } from "./engine.js";
import { check } from "./request.js";

/** A call needed a module that is not loaded yet. */
export class NotReadyError extends Error {
  name = "NotReadyError";
  code = "ERR_CHARSNIFF_NOT_READY";
}

function failWithoutCore() {
  throw new NotReadyError("charsniff.wasm is not loaded yet: call provide first");
}

function failWithoutLoad(name) {
  throw new Error(`${name} cannot be loaded: provide was given no function for it`);
}

/** Stands for the core until there is one. */
const noCore = new Proxy({}, { get: failWithoutCore });

/** What a module must export to be the one of this name. */
const MARKS = { whole: "stream_new", editing: "edit_new" };

class Modules {
  core = noCore;
  /** The module that has the detector if there is one, else null. */
  whole = null;
  /** The module that has all if there is one, else null. */
  editing = null;
  #load = failWithoutCore;
  #coming = {};

  /**
   * Sets the modules: an instance of `charsniff.wasm`, and a function that gives an instance of the module with the name
   * that it is given, or a promise of one. Or an instance of `charsniff-whole.wasm` or `charsniff-editing.wasm`
   * alone.
   */
  provide(instance, load) {
    if (typeof instance?.exports?.names !== "function") {
      throw new TypeError("provide: the first argument must be an instance of charsniff.wasm or charsniff-whole.wasm");
    }
    const isWhole = this.#has(instance, "whole");
    if (!isWhole) {
      check("provide: the second argument", load, "function");
    }
    this.core = new Engine(instance);
    this.whole = isWhole ? this.core : null;
    this.editing = this.#has(instance, "editing") ? this.core : null;
    this.#load = load ?? failWithoutLoad;
    this.#coming = {};
  }

  #has(instance, name) {
    return typeof instance?.exports?.[MARKS[name]] === "function";
  }

  #set(name, instance) {
    if (!this.#has(instance, name)) {
      throw new TypeError(`provide: the second argument must give an instance of charsniff-${name}.wasm`);
    }
    const engine = new Engine(instance);
    // It has all that the core has, and is faster.
    this.core = this.whole = engine;
    if (this.#has(instance, "editing")) {
      this.editing = engine;
    }
    return engine;
  }

  /** The engine of a module, which is loaded if it can be loaded at once. */
  need(name) {
    if (this[name] !== null) {
      return this[name];
    }
    const given = this.#coming[name] ?? this.#load(`charsniff-${name}.wasm`);
    if (typeof given?.then === "function") {
      this.#coming[name] = given;
      given.then(undefined, () => delete this.#coming[name]);
      const argument = name === "whole" ? "" : `"${name}"`;
      throw new NotReadyError(
        `charsniff-${name}.wasm is not loaded yet: await ready(${argument}), or call the function from charsniff/async`,
      );
    }
    return this.#set(name, given);
  }

  /** Loads a module. Resolves with its engine. */
  async ready(name) {
    if (this[name] !== null) {
      return this[name];
    }
    this.#coming[name] ??= this.#load(`charsniff-${name}.wasm`);
    try {
      const instance = await this.#coming[name];
      return this[name] ?? this.#set(name, instance);
    } catch (error) {
      // Another call may try again.
      delete this.#coming[name];
      throw error;
    }
  }
}

export const modules = new Modules();

/** `call()`, again once a module that it lacks is loaded. */
export async function waiting(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof NotReadyError) || modules.core === noCore) {
        throw error;
      }
      await modules.ready(/^charsniff-(\w+)/.exec(error.message)[1]);
    }
  }
}

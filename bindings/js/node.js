// For Node and Bun: reads the modules from their files, the others when they are first needed.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { provide } from "./lib/api.js";
import { loadError } from "./lib/load.js";

const FILES = {
  "charsniff.wasm": () => new URL("./charsniff.wasm", import.meta.url),
  "charsniff-editing.wasm": () => new URL("./charsniff-editing.wasm", import.meta.url),
  "charsniff-whole.wasm": () => new URL("./charsniff-whole.wasm", import.meta.url),
};

/** Where a module may be: beside this file, which may have become part of a bundle; or where the package is installed. */
const PLACES = [
  (name) => FILES[name](),
  // In a bundle that is CommonJS.
  (name) => join(__dirname, name),
  (name) => createRequire(import.meta.url ?? __filename).resolve(`charsniff/${name}`),
];

function bytesOf(name) {
  let error;
  for (const placeOf of PLACES) {
    try {
      return readFileSync(placeOf(name));
    } catch (cause) {
      error ??= cause;
    }
  }
  throw loadError(name, error, true);
}

const load = (name) => new WebAssembly.Instance(new WebAssembly.Module(bytesOf(name)));

provide(load("charsniff.wasm"), load);

export * from "./bare.js";

// For Node, Bun and Deno: reads the modules from this folder, the second one when it is first needed.

import { readFileSync } from "node:fs";

import { provide } from "./lib/api.js";
import { loadError } from "./lib/load.js";

function load(name, locate) {
  let place = name;
  try {
    place = locate();
    return new WebAssembly.Instance(new WebAssembly.Module(readFileSync(place)));
  } catch (cause) {
    // A bundle that is a CommonJS module does not know where it is.
    throw loadError(place, cause, cause.code === "ENOENT" || cause.code === "ERR_INVALID_URL");
  }
}

// Written out in full, so that tools that collect a program's files find them.
provide(
  load("charsniff.wasm", () => new URL("./charsniff.wasm", import.meta.url)),
  () => load("charsniff-detector.wasm", () => new URL("./charsniff-detector.wasm", import.meta.url)),
);

export * from "./bare.js";

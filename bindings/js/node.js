// For Node and Deno: reads the modules from this folder, the second one when it is first needed.

import { readFileSync } from "node:fs";

import { provide } from "./lib/api.js";

function load(url) {
  return new WebAssembly.Instance(new WebAssembly.Module(readFileSync(url)));
}

// Written out in full, so that tools that collect a program's files find them.
provide(load(new URL("./charsniff.wasm", import.meta.url)), () => load(new URL("./charsniff-detector.wasm", import.meta.url)));

export * from "./bare.js";

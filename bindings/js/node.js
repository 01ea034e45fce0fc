// Node and Deno: the modules are read from this folder, the second when it is first needed.

import { readFileSync } from "node:fs";

import { provide } from "./lib/api.js";

function load(name) {
  return new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL(name, import.meta.url))));
}

provide(load("./charsniff.wasm"), () => load("./charsniff-detector.wasm"));

export * from "./bare.js";

// For Cloudflare Workers, where an import of a .wasm file gives a module.

import core from "./charsniff.wasm";
import detector from "./charsniff-detector.wasm";
import { provide } from "./lib/api.js";

provide(new WebAssembly.Instance(core), () => new WebAssembly.Instance(detector));

export * from "./bare.js";

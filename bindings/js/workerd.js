// For Cloudflare Workers, where an import of a .wasm file gives a module.

import whole from "./charsniff-editing.wasm";
import { provide } from "./lib/api.js";

provide(new WebAssembly.Instance(whole));

export * from "./bare.js";

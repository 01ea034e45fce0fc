// With everything inside: for Deno, where reading a file takes a permission, and for bundles in one file. The WebAssembly
// module is in a file of CommonJS, which the package as CommonJS shares.

import { whole } from "./cjs/lib/modules.js";
import { provide } from "./lib/api.js";
import { loadError } from "./lib/load.js";

function bytesOfBase64(text) {
  if (typeof Uint8Array.fromBase64 === "function") {
    return Uint8Array.fromBase64(text);
  }
  if (typeof Buffer === "function") {
    return Buffer.from(text, "base64");
  }
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function load() {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(bytesOfBase64(whole)));
  } catch (cause) {
    throw loadError("charsniff/inline", cause, false);
  }
}

provide(load());

export * from "./bare.js";

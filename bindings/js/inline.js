// With everything inside: for Node, Bun and Deno, and for bundles in one file. The WebAssembly module is in a file of
// CommonJS, which the package as CommonJS shares.

import { whole } from "./cjs/lib/modules.js";
import { provide } from "./lib/api.js";

function bytesOfBase64(text) {
  if (typeof Uint8Array.fromBase64 === "function") {
    return Uint8Array.fromBase64(text);
  }
  if (typeof Buffer === "function") {
    return Buffer.from(text, "base64");
  }
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

provide(new WebAssembly.Instance(new WebAssembly.Module(bytesOfBase64(whole))));

export * from "./bare.js";

// What the build puts into the page: the WebAssembly module, and the example pages.

import { fromBase64 } from "./bytes.js";
import { byId } from "./dom.js";

/** The WebAssembly module that stands in the page, as base64 of its gzip. */
export async function moduleOf(id) {
  const packed = new Blob([fromBase64(byId(id).textContent.trim())]);
  const bytes = new Response(packed.stream().pipeThrough(new DecompressionStream("gzip")));
  return WebAssembly.compile(await bytes.arrayBuffer());
}

/**
 * The example pages by their names: `bytes`, the `facts` that come with them, `note`, and what is expected to decide:
 * `source`.
 */
export function examples() {
  const list = JSON.parse(byId("examples").textContent);
  return new Map(list.map((example) => [example.name, { ...example, bytes: fromBase64(example.bytes) }]));
}

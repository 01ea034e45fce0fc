// For browsers: fetches the modules from this folder, the second one when it is first needed.

import { provide } from "./lib/api.js";

async function load(url) {
  try {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`status ${response.status}`);
    }
    return (await WebAssembly.instantiate(await response.arrayBuffer())).instance;
  } catch (cause) {
    throw new Error(`${url} cannot be loaded: ${cause.message}`, { cause });
  }
}

provide(await load(new URL("./charsniff.wasm", import.meta.url)), () => load(new URL("./charsniff-detector.wasm", import.meta.url)));

export * from "./bare.js";

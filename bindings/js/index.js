// Browsers: the modules are fetched from this folder, the second when it is first needed.

import { provide } from "./lib/api.js";

async function load(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  }
  return (await WebAssembly.instantiate(await response.arrayBuffer())).instance;
}

provide(await load(new URL("./charsniff.wasm", import.meta.url)), () => load(new URL("./charsniff-detector.wasm", import.meta.url)));

export * from "./bare.js";

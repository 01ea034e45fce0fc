// For browsers: fetches the modules from this folder, the others when they are first needed.

import { provide } from "./lib/api.js";
import { loadError } from "./lib/load.js";

async function load(url) {
  let place = url;
  // Where a bundle for browsers runs in Node, nothing can be fetched.
  let isMissing = url.protocol === "file:";
  try {
    const response = await fetch(url);
    const type = response.headers.get("content-type");
    place = `${url} (sent as ${type})`;
    // Many servers answer with their start page where there is no file.
    isMissing ||= response.status === 404 || /^text\/html/.test(type);
    if (!response.ok) {
      throw new Error(`status ${response.status}`);
    }
    return (await WebAssembly.instantiate(await response.arrayBuffer())).instance;
  } catch (cause) {
    throw loadError(place, cause, isMissing);
  }
}

const MODULES = {
  "charsniff-editing.wasm": () => load(new URL("./charsniff-editing.wasm", import.meta.url)),
  "charsniff-whole.wasm": () => load(new URL("./charsniff-whole.wasm", import.meta.url)),
};

provide(await load(new URL("./charsniff.wasm", import.meta.url)), (name) => MODULES[name]());

export * from "./bare.js";

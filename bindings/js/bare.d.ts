export * from "./index.js";

/**
 * Brings the modules, before any other call: an instance of `charsniff.wasm`, and a function that gives one of
 * `charsniff-detector.wasm`, or a promise of one, when it is first needed.
 */
export function provide(
  core: WebAssembly.Instance,
  loadDetector: () => WebAssembly.Instance | Promise<WebAssembly.Instance>,
): void;

export * from "./index.js";

/**
 * Sets the modules. Call it before any other function. `loadDetector` is called when the detector or a decoder is first
 * needed.
 *
 * @param core an instance of `charsniff.wasm`
 * @param loadDetector gives an instance of `charsniff-detector.wasm`, or a promise of one
 */
export function provide(
  core: WebAssembly.Instance,
  loadDetector: () => WebAssembly.Instance | Promise<WebAssembly.Instance>,
): void;

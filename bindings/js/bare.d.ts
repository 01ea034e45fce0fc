export * from "./index.js";

/** A `WebAssembly.Instance`, a type that Node's types lack. */
export interface ModuleInstance {
  readonly exports: object;
}

/**
 * Sets the modules. Call it before any other function. `loadDetector` is called when the detector or a decoder is first
 * needed.
 *
 * @param core an instance of `charsniff.wasm`
 * @param loadDetector gives an instance of `charsniff-detector.wasm`, or a promise of one
 * @throws {TypeError} if an argument is something else
 */
export function provide(
  core: ModuleInstance,
  loadDetector: () => ModuleInstance | Promise<ModuleInstance>,
): void;

export * from "./index.js";

/** A `WebAssembly.Instance`; Node's types do not have that type. */
export interface ModuleInstance {
  readonly exports: object;
}

/**
 * Sets the modules. Call it before any other function. `load` is called when another module is first needed.
 *
 * @param core an instance of `charsniff.wasm`; or of `charsniff-editing.wasm`, which needs no other; or of
 *   `charsniff-whole.wasm`, which needs no other but for `Edit`, `convert`, `declarations`, `lint`, `mixedLines` and
 *   `repair`
 * @param load gives an instance of the module that has this name, or a promise of one
 * @throws {TypeError} if an argument is something else
 */
export function provide(
  core: ModuleInstance,
  load?: (name: "charsniff-whole.wasm" | "charsniff-editing.wasm") => ModuleInstance | Promise<ModuleInstance>,
): void;

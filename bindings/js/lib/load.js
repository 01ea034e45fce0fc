// What the ways to load the modules share.

/** The error for a module that cannot be loaded. `isMissing`: it is not where it should be. */
export function loadError(place, cause, isMissing) {
  const advice = isMissing ? "; a bundle needs charsniff's .wasm files (see Bundlers in the README of charsniff)" : "";
  return new Error(`${place} cannot be loaded: ${cause.message}${advice}`, { cause });
}

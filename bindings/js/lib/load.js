// What the ways to load the modules share.

/** The error for a module that cannot be loaded. `isMissing`: it is not where it should be, as in a bundle without it. */
export function loadError(place, cause, isMissing) {
  const advice = isMissing ? "; in a bundle, see Bundlers in the README of charsniff" : "";
  return new Error(`${place} cannot be loaded: ${cause.message}${advice}`, { cause });
}

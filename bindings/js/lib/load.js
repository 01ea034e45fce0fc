// What the ways to load the modules share.

/** The error for a module that cannot be loaded. `isMissing`: it is not where it should be, as in a bundle without it. */
export function loadError(place, cause, isMissing) {
  let advice = isMissing ? "; in a bundle, see Bundlers in the README of charsniff" : "";
  // Each browser has words of its own. Some name `'unsafe-eval'`, which allows far more.
  if (/content security policy|\bCSP\b|unsafe-eval/i.test(cause.message)) {
    advice = "; script-src in the page's Content-Security-Policy must have 'wasm-unsafe-eval'";
  }
  return new Error(`${place} cannot be loaded: ${cause.message}${advice}`, { cause });
}

// The function of html-encoding-sniffer, with the same signature, on top of charsniff.

import { sniff } from "#charsniff";

import { isGuess, named } from "./shared.js";

/** The most that a prescan limit can be. */
const NO_LIMIT = 2 ** 31 - 1;

export default function htmlEncodingSniffer(uint8Array, options = {}) {
  const { xml = false, transportLayerEncodingLabel: label, defaultEncoding, maxPrescanBytes } = options;
  if (xml && maxPrescanBytes !== undefined) {
    throw new TypeError("maxPrescanBytes has no meaning with xml");
  }
  if (maxPrescanBytes !== undefined && maxPrescanBytes !== Infinity && !(Number.isInteger(maxPrescanBytes) && maxPrescanBytes >= 0)) {
    throw new RangeError(`maxPrescanBytes must be a whole number of bytes or Infinity, not ${String(maxPrescanBytes)}`);
  }
  const verdict = sniff(uint8Array, {
    context: xml ? "xml" : "html",
    detection: "off",
    override: label === undefined ? undefined : named(label),
    prescanLimit: maxPrescanBytes === undefined ? undefined : Math.min(maxPrescanBytes, NO_LIMIT),
  });
  return isGuess(verdict) ? defaultEncoding ?? (xml ? "UTF-8" : "windows-1252") : verdict.encoding;
}

// The function of html-encoding-sniffer: its signature, our sniffing.

import { sniff } from "#charsniff";

import { isGuess, named } from "./shared.js";

/** The most that a prescan limit can be. */
const NO_LIMIT = 2 ** 31 - 1;

export default function htmlEncodingSniffer(uint8Array, options = {}) {
  const { xml = false, transportLayerEncodingLabel: label, defaultEncoding, maxPrescanBytes } = options;
  if (xml && maxPrescanBytes !== undefined) {
    throw new TypeError("maxPrescanBytes has no meaning with xml");
  }
  const verdict = sniff(uint8Array, {
    context: xml ? "xml" : "html",
    detection: "off",
    override: label === undefined ? undefined : named(label),
    prescanLimit: maxPrescanBytes === Infinity ? NO_LIMIT : maxPrescanBytes,
  });
  return isGuess(verdict) ? defaultEncoding ?? (xml ? "UTF-8" : "windows-1252") : verdict.encoding;
}

export { htmlEncodingSniffer as "module.exports" };

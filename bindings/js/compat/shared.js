// The common part of the drop-ins.

import { encodingForLabel, sniff } from "#charsniff";

/** Labels of earlier calls, and the encodings that they name. */
const names = new Map();

/** How many labels are kept. */
const MOST_NAMES = 256;

/** The encoding that a label names, or undefined. */
export function named(label) {
  let name = names.get(label);
  if (name === undefined) {
    name = encodingForLabel(label) ?? undefined;
    if (name !== undefined && names.size < MOST_NAMES) {
      names.set(label, name);
    }
  }
  return name;
}

/** Whether the verdict is a guess: neither the bytes nor anything sent with them declares it. */
export function isGuess({ source }) {
  return source === "detector" || source === "locale" || source === "default";
}

/** The verdict on bytes with the options of encoding-sniffer. */
export function sniffed(buffer, options = {}) {
  const { maxBytes, userEncoding, transportLayerEncodingLabel, defaultEncoding = "windows-1252" } = options;
  const labels = [userEncoding, transportLayerEncodingLabel].filter(Boolean);
  const override = labels.map(named).find((name) => name !== undefined);
  const verdict = sniff(buffer, { detection: "off", override, prescanLimit: maxBytes });
  return isGuess(verdict) ? { ...verdict, encoding: named(defaultEncoding) ?? defaultEncoding } : verdict;
}

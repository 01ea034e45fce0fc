// Files whose lines are in several encodings, as lists and logs that several programs wrote.

import { decode, mixedLines } from "../lib/api.js";

/**
 * The text of bytes whose lines are in several encodings, which `lines` are in which, and whether they `areWhole`, without words in yet another encoding;
 * `null` if they are in one.
 */
export function severalEncodings(bytes, options) {
  const lines = mixedLines(bytes, options);
  if (lines === null) return null;
  const read = lines.map(({ bytes: { start, end }, encoding }) => decode(bytes.subarray(start, end), { context: "html", override: encoding, repair: true }));
  return { text: read.map(({ text }) => text).join(""), lines, areWhole: read.every(({ repairs }) => repairs.length === 0) };
}

const named = ({ first, last }) => (first === last ? `line ${first.toLocaleString("en")}` : `lines ${first.toLocaleString("en")} to ${last.toLocaleString("en")}`);

/** How many places of an encoding are named. */
const MOST_NAMED = 4;

/** Which lines are in which encoding, in a sentence. */
export function linesInWords(ranges) {
  const byEncoding = new Map();
  for (const range of ranges) byEncoding.set(range.encoding, [...(byEncoding.get(range.encoding) ?? []), range]);
  const parts = [...byEncoding].map(([encoding, all]) => {
    const more = all.length > MOST_NAMED ? " and others" : "";
    return `${encoding} (${all.slice(0, MOST_NAMED).map(named).join(", ")}${more})`;
  });
  return `Its lines are in ${parts.length} encodings: ${parts.join("; ")}.`;
}

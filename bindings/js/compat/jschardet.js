// The functions of jschardet, with the same signatures, on top of charsniff.

import { content, detect as detectBytes, encodingForLabel } from "#charsniff";

/** The version of jschardet whose functions these are. */
export const VERSION = "4.1.0";

/** Candidates below this confidence are left out, unless the caller says otherwise. */
const MINIMUM_THRESHOLD = 0.2;

/** jschardet's names, where they are not the Encoding Standard's. */
const NAMES = {
  "UTF-8": "utf-8",
  "UTF-16LE": "UTF-16LE",
  "UTF-16BE": "UTF-16BE",
  gb18030: "GB18030",
  GBK: "GB18030",
  Shift_JIS: "SHIFT_JIS",
  "EUC-KR": "CP949",
  macintosh: "MacRoman",
  "x-mac-cyrillic": "MacCyrillic",
  "windows-874": "TIS-620",
};

const nameOf = (encoding) => NAMES[encoding] ?? encoding.replace(/^windows/, "Windows");

/** The language without its script. */
const languageOf = ({ language }) => language?.split("-", 1)[0] ?? null;

let isDebugging = false;

/** Says on the console what was found. */
export function enableDebug() {
  isDebugging = true;
}

function bytesOf(input) {
  return typeof input === "string" ? Uint8Array.from(input, (character) => character.charCodeAt(0) & 0xff) : input;
}

function labels(encodings) {
  return Array.from(encodings, (label) => {
    if (encodingForLabel(label) === null) {
      throw new Error(`Unknown encoding ${JSON.stringify(label)}`);
    }
    return label;
  });
}

function candidates(input, { detectEncodings, excludeEncodings } = {}) {
  const bytes = bytesOf(input);
  const only = detectEncodings === undefined ? undefined : labels(detectEncodings);
  const except = excludeEncodings === undefined ? undefined : labels(excludeEncodings);
  const guess = detectBytes(bytes, { only, except });
  const result = (encoding, confidence, language) => ({ encoding, confidence, language, mimeType: guess === null ? "application/octet-stream" : "text/plain" });
  if (guess === null) {
    return [result(null, 0.95, null)];
  }
  if (only === undefined && content(bytes) === "ascii" && guess.encoding === "UTF-8") {
    return [result("ascii", 1, languageOf(guess))];
  }
  return [guess, ...guess.runnersUp].map(({ encoding, probability }) => result(nameOf(encoding), probability, languageOf(guess)));
}

/** The likeliest encoding. */
export function detect(buffer, options) {
  const all = candidates(buffer, options);
  if (isDebugging) {
    console.log("[jschardet] detect candidates:", all);
  }
  return all[0];
}

/** The likely encodings, the likeliest first: at least one. */
export function detectAll(buffer, options = {}) {
  const all = candidates(buffer, options);
  const { minimumThreshold = MINIMUM_THRESHOLD } = options;
  const likely = all.filter(({ confidence }) => confidence >= minimumThreshold);
  if (isDebugging) {
    console.log("[jschardet] detectAll candidates:", all);
  }
  return likely.length > 0 ? likely : all.slice(0, 1);
}

export default { detect, detectAll, enableDebug, VERSION };

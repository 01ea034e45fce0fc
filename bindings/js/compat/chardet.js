// The functions of chardet, with the same signatures, on top of charsniff.

import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { open, readFile } from "node:fs/promises";

import { content, detect as detectBytes } from "#charsniff";

/** The likely encodings, the likeliest first, with a confidence out of a hundred. */
export function analyse(buffer) {
  if (!ArrayBuffer.isView(buffer)) {
    throw new TypeError("Input must be a byte array, e.g. Buffer or Uint8Array");
  }
  const kind = content(buffer);
  if (kind === "binary") {
    return [];
  }
  if (kind === "ascii") {
    return [{ confidence: 100, name: "ASCII" }];
  }
  const { encoding, probability, runnersUp } = detectBytes(buffer);
  return [{ encoding, probability }, ...runnersUp].map((candidate) => ({
    confidence: Math.round(candidate.probability * 100),
    name: candidate.encoding,
  }));
}

/** The likeliest encoding; null if the bytes are not text. */
export function detect(buffer) {
  return analyse(buffer)[0]?.name ?? null;
}

/** The likeliest encoding of a file, or of a sample of it. */
export async function detectFile(path, { sampleSize = 0, offset = 0 } = {}) {
  if (sampleSize === 0) {
    return detect(await readFile(path));
  }
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleSize), 0, sampleSize, offset);
    return detect(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** `detectFile` without a promise. */
export function detectFileSync(path, { sampleSize = 0, offset = 0 } = {}) {
  if (sampleSize === 0) {
    return detect(readFileSync(path));
  }
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(sampleSize);
    return detect(buffer.subarray(0, readSync(file, buffer, 0, sampleSize, offset)));
  } finally {
    closeSync(file);
  }
}

export default { analyse, detect, detectFile, detectFileSync };

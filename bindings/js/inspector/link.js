import { fromBase64, toBase64 } from "./bytes.js";

/** How many bytes go into a link. */
export const MOST_LINKED = 8 * 1024;

/**
 * The state as the fragment of a URL, and whether the bytes are in it. The context is always there: an example without
 * one comes with the facts that belong to it.
 */
export function toFragment({ kind, source, facts }) {
  const parameters = new URLSearchParams();
  let isWhole = true;
  if (kind === "example") {
    parameters.set("example", source.name);
  } else {
    if (source.name) parameters.set("name", source.name);
    if (source.type) parameters.set("type", source.type);
    isWhole = source.bytes.length <= MOST_LINKED && !source.cut;
    if (isWhole) parameters.set("bytes", toBase64(source.bytes));
  }
  if (source.isText) parameters.set("text", "1");
  parameters.set("context", source.isText ? "" : (facts.context ?? ""));
  for (const [name, value] of Object.entries(facts)) {
    if (value && !source.isText && name !== "context") parameters.set(name, value === true ? "1" : value);
  }
  return { fragment: `#${parameters}`, isWhole };
}

/**
 * What a fragment says: `example` or `bytes`, and `facts`, which are `null` if the link leaves them to the example.
 * `null` for a fragment that no link of ours has.
 */
export function fromFragment(fragment) {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const { example, bytes, name, type, text, ...facts } = Object.fromEntries(parameters);
  if (example === undefined && bytes === undefined && facts.context === undefined) return null;
  const state = { isText: text === "1", facts: facts.context === undefined ? null : facts };
  if (example !== undefined) return { ...state, example };
  try {
    return { ...state, name, type, bytes: bytes === undefined ? null : fromBase64(bytes), isDamaged: false };
  } catch {
    return { ...state, name, type, bytes: null, isDamaged: true };
  }
}

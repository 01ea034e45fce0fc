// The documents of `fixtures/pages`, as `fixtures/manifest.toml` describes them.

import { readFileSync } from "node:fs";

export const root = new URL("../../../", import.meta.url);

/** The manifest's tables, whose values are strings, arrays of strings and booleans, each on one line. */
export function documents() {
  const text = readFileSync(new URL("fixtures/manifest.toml", root), "utf8");
  const [, ...tables] = text.split(/^\[\[document\]\]$/m);
  return tables.map((table) =>
    Object.fromEntries(Array.from(table.matchAll(/^(\w+) = (.*)$/gm), ([, key, value]) => [key, JSON.parse(value)])),
  );
}

export function bytesOf({ file }) {
  return new Uint8Array(readFileSync(new URL(`fixtures/pages/${file}`, root)));
}

/** The facts about a document, as options of this package. */
export function optionsOf(document) {
  const { context, override, reference, parent, history, locale, tld, truncated } = document;
  return {
    context,
    headers: document.headers?.map((header) => header.split(/: */, 2)),
    override,
    reference,
    parent,
    sameOrigin: !document.cross_origin,
    history,
    styleSheet: document.style_sheet,
    document: document.document,
    locale,
    tld,
    truncated,
  };
}

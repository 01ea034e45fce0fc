// The cases of `fixtures/browsers/record.jsonl`: small resources that two browsers were asked about.

import { readFileSync } from "node:fs";

import { root } from "./fixtures.js";

export function records() {
  const lines = readFileSync(new URL("fixtures/browsers/record.jsonl", root), "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => {
    const { id, context, content_type: types, body } = JSON.parse(line);
    const text = body.map((piece) => (typeof piece === "string" ? piece : piece[0].repeat(piece[1]))).join("");
    const headers = (types ?? []).map((type) => ["Content-Type", type]);
    return { id, options: { context, headers }, bytes: new Uint8Array(Buffer.from(text, "latin1")) };
  });
}

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import test from "node:test";

import { explain, health } from "charsniff";

import { bytesOf, documents, optionsOf, root } from "./fixtures.js";

const command = process.env.CHARSNIFF_COMMAND ?? fileURLToPath(new URL("target/release/charsniff", root));
const skip = existsSync(command) ? false : `no command at ${command}`;

/** The command's output for bytes on its standard input. */
function ask(options, bytes) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, ["--json", "--explain", "--health", ...options, "-"], { stdio: ["pipe", "pipe", "inherit"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.on("error", reject).on("close", () => resolve(JSON.parse(out)));
    child.stdin.end(bytes);
  });
}

/** The facts about a document, as options of the command. */
function argumentsOf(document) {
  const options = ["--context", document.context ?? "html"];
  for (const header of document.headers ?? []) {
    options.push("--header", header);
  }
  for (const name of ["override", "reference", "parent", "history", "style_sheet", "document", "locale", "tld"]) {
    // The command has no option for a parent of another origin, which counts as no parent.
    if (document[name] !== undefined && !(name === "parent" && document.cross_origin)) {
      options.push(`--${name.replace("_", "-")}`, document[name]);
    }
  }
  return document.truncated ? [...options, "--truncated"] : options;
}

// Not the crawler's: it tests claims by the detector, which the core module lacks.
const READINGS = [[["--reading", "standard"], {}], [["--reading", "chromium"], { reading: "chromium" }]];

for (const document of documents()) {
  test(`${document.file}: explained as the command does`, { skip }, async () => {
    const bytes = bytesOf(document);
    for (const [flags, reading] of READINGS) {
      // What only the command says here: all candidates, all declarations, and what repair would repair.
      const { path, candidates, damage, declarations, health: expectedHealth, ...expected } = await ask([...argumentsOf(document), ...flags], bytes);
      const options = { ...optionsOf(document), ...reading };
      const explanation = explain(bytes, options);
      if (document.cross_origin) {
        // For a parent of another origin, the stage remarks why it does not count.
        for (const stages of [expected.stages, explanation.stages]) {
          delete stages.find(({ stage }) => stage === "implicit-environment").remark;
        }
      }
      assert.deepEqual(explanation, expected);
      if (!expectedHealth) {
        assert.equal(expected.content, "binary", "only binary data has no health");
        continue;
      }
      const keys = Object.keys(expectedHealth).map((key) => key.replace(/-(.)/g, (_, letter) => letter.toUpperCase()));
      assert.deepEqual(Object.entries(health(bytes, options)), Object.values(expectedHealth).map((value, i) => [keys[i], value]));
    }
  });
}

// The command's answers about every document of fixtures/pages, which the page has to give too.

import { execFile, execFileSync } from "node:child_process";

import { bytesOf, documents } from "../../test/fixtures.js";

const READINGS = {
  standard: ["--reading", "standard"],
  chromium: ["--reading", "chromium"],
  // Firefox's own detector is in the command, not in the page.
  firefox: ["--reading", "firefox", "--detection", "legacy"],
  crawler: ["--reading", "crawler"],
};

const FACTS = ["override", "reference", "history", "style_sheet", "document", "locale", "tld"];

/** The command, built from the same sources as the page; `undefined` where there is none. */
export const command = process.env.CHARSNIFF || undefined;

/** The object that the command prints for bytes on its standard input. */
function ask(args, bytes) {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      ["--json", "--explain", ...args, "-"],
      { maxBuffer: 1 << 24 },
      (error, output, complaint) => {
        // 1: there is no text, since a sequence is malformed; 3: health found something. The object has both.
        if (error !== null && output === "") reject(new Error(complaint || error.message));
        else resolve(JSON.parse(output));
      },
    );
    child.stdin.end(bytes);
  });
}

/** The answers for bytes with these arguments, by reading; that of the standard has health and text. */
async function inReadings(args, bytes) {
  const said = {};
  for (const [reading, how] of Object.entries(READINGS)) {
    said[reading] = await ask([...args, ...how, ...(reading === "standard" ? ["--decode", "--health"] : [])], bytes);
  }
  return said;
}

async function expectedOf(document) {
  const args = ["--context", document.context ?? "html"];
  for (const header of document.headers ?? []) args.push("--header", header);
  for (const fact of FACTS) {
    if (document[fact] !== undefined) args.push(`--${fact.replace("_", "-")}`, document[fact]);
  }
  // The command's parent has the same origin.
  if (document.parent !== undefined && !document.cross_origin) args.push("--parent", document.parent);
  if (document.truncated) args.push("--truncated");
  const said = await inReadings(args, bytesOf(document));
  for (const { stages } of document.cross_origin ? Object.values(said) : []) {
    stages.find(({ stage }) => stage === "implicit-environment").remark = "the parent has another origin";
  }
  return { file: document.file, said };
}

/** The results of `work` for each item of the list, a few at a time. */
async function ofAll(list, work) {
  const left = [...list];
  const found = [];
  const next = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) found.push(await work(one));
  };
  await Promise.all([next(), next(), next()]);
  return found;
}

/**
 * For each document of fixtures/pages its `file`, and `said`: for each reading the object of `charsniff --json
 * --explain`, for the standard's with health and text.
 */
export const expected = () => ofAll(documents(), expectedOf);

/** The same for `bytes` in every context; `file` is then the name of the context. */
export function expectedInContexts(bytes, args) {
  const list = execFileSync(command, ["--contexts"], { encoding: "utf8" });
  const names = Array.from(list.matchAll(/^([a-z0-9-]+)/gm), ([name]) => name);
  return ofAll(names, async (name) => {
    const how = name === "x500-string" ? ["--string-type", "utf8"] : [];
    return { file: name, said: await inReadings(["--context", name, ...args, ...how], bytes) };
  });
}

// peers.mjs SAMPLES OUT: jschardet's answers, in the form of peers.py.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
const require = createRequire(process.cwd() + "/");
const jschardet = require("jschardet");
const { version } = JSON.parse(readFileSync("node_modules/jschardet/package.json", "utf8"));

const [samples, out] = process.argv.slice(2);
const lines = [];
let microseconds = 0;
for (const line of readFileSync(samples, "utf8").trimEnd().split("\n")) {
  const data = Buffer.from(JSON.parse(line).data, "base64");
  const start = process.cpuUsage();
  const { encoding, confidence, language } = jschardet.detect(data, { minimumThreshold: 0 });
  const { user, system } = process.cpuUsage(start);
  microseconds += user + system;
  lines.push(JSON.stringify({ label: encoding, confidence, language: language ?? null }));
}
lines.push(JSON.stringify({ version, seconds: microseconds / 1e6 }));
writeFileSync(out, lines.join("\n") + "\n");

// Nanoseconds of processor time a page: `node pace.mjs FILE`, where the package `charsniff` is installed. See benches/pace.rs.

import { readFileSync } from "node:fs";

import { decode } from "charsniff";

const ROUNDS = 30;

const packed = readFileSync(process.argv[2]);
const fields = [];
for (let at = 0; at < packed.length; ) {
  const length = packed.readUInt32LE(at);
  fields.push(packed.subarray(at + 4, at + 4 + length));
  at += 4 + length;
}
const pages = [];
for (let n = 0; n < fields.length; n += 3) {
  pages.push({ body: fields[n + 2], options: { headers: fields[n].toString(), reading: "crawler" } });
}
let fastest = Infinity;
for (let round = 0; round < ROUNDS; round++) {
  const start = process.cpuUsage();
  for (const { body, options } of pages) {
    decode(body, options).text;
  }
  const { user, system } = process.cpuUsage(start);
  fastest = Math.min(fastest, user + system);
}
console.log(Math.round((fastest * 1000) / pages.length));

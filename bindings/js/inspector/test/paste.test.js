// Conversion of pasted text to bytes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";

import { parsePaste } from "../paste.js";

const bytes = Buffer.from("<p>Grüße, \x00\x01 火星 and more than one line of bytes.\n".repeat(3));
const taken = (text) => {
  const { name, bytes: found, headers } = parsePaste(text);
  return { name, bytes: Buffer.from(found).toString("latin1"), headers };
};
const all = bytes.toString("latin1");

/** The lines of a dump, as the programs write them. */
function dump(lineOf) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    lines.push(lineOf(at, Array.from(bytes.subarray(at, at + 16), (byte) => byte.toString(16).padStart(2, "0"))));
  }
  return lines.join("\n");
}
const characters = (at) => bytes.subarray(at, at + 16).toString("latin1").replace(/[^ -~]/g, ".");
const pairs = (digits) => digits.join("").match(/.{1,4}/g).join(" ");

test("xxd, with its text column and without, and in single bytes", () => {
  const offset = (at) => at.toString(16).padStart(8, "0");
  for (const text of [
    dump((at, digits) => `${offset(at)}: ${pairs(digits).padEnd(39)}  ${characters(at)}`),
    dump((at, digits) => `${offset(at)}: ${pairs(digits)}`),
    dump((at, digits) => `${offset(at)}: ${digits.join(" ")}`),
  ]) {
    assert.deepEqual(taken(text), { name: "xxd", bytes: all, headers: undefined });
  }
});

test("hexdump -C, with its last line, and with lines that repeat", () => {
  const text = dump((at, digits) => `${at.toString(16).padStart(8, "0")}  ${digits.slice(0, 8).join(" ")}  ${digits.slice(8).join(" ")}  |${characters(at)}|`);
  assert.deepEqual(taken(`${text}\n${bytes.length.toString(16).padStart(8, "0")}\n`), { name: "hexdump -C", bytes: all, headers: undefined });
  const zeros = `00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000040  41 |A|\n00000041`;
  assert.equal(taken(zeros).bytes, `${"\0".repeat(64)}A`);
});

test("the output of the installed hexdump and od", (context) => {
  for (const [program, ...given] of [["hexdump", "-C"], ["od", "-A", "x", "-t", "x1z", "-v"], ["xxd"]]) {
    let text;
    try {
      text = execFileSync(program, given, { input: bytes, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
    } catch {
      context.diagnostic(`no ${program} here`);
      continue;
    }
    assert.equal(taken(text).bytes, all, program);
  }
});

test("base64, data: URLs, curl -i, hexadecimal", () => {
  assert.deepEqual(taken(bytes.toString("base64")), { name: "base64", bytes: all, headers: undefined });
  assert.deepEqual(taken(bytes.toString("base64url").replace(/(.{60})/g, "$1\n")), { name: "base64", bytes: all, headers: undefined });
  assert.deepEqual(taken("data:text/html;charset=gbk;base64,xOM="), { name: "data: URL", bytes: "\xC4\xE3", headers: "Content-Type: text/html;charset=gbk" });
  assert.deepEqual(taken("data:,a%C4%zzb%E3#x"), { name: "data: URL", bytes: "a\xC4%zzb\xE3", headers: "Content-Type: text/plain;charset=US-ASCII" });
  const curl = "HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\nHTTP/2 200\r\nserver: x\r\ncontent-type: text/html; charset=big5\r\n\r\n<p>é\n";
  assert.deepEqual(taken(curl), { name: "curl -i", bytes: "<p>\xC3\xA9\n", headers: "content-type: text/html; charset=big5" });
  assert.deepEqual(taken("EF bb 0xBF, \\x41 %42"), { name: "hexadecimal", bytes: "\xEF\xBB\xBFAB", headers: undefined });
  assert.deepEqual(taken(" \n"), { name: "", bytes: "", headers: undefined });
});

test("other text is refused, with the position", () => {
  for (const [text, message] of [
    ["00000000: 4142 4344\n00000008: 4546", /^Line 2 starts at byte 8, but 4 bytes stand before it\.$/],
    ["00000000: 4142 4344\nnonsense", /^Line 2 is no line of xxd: “nonsense”\.$/],
    ["0000000 4241 4443", /^This looks like a dump of a form that is not known here/],
    ["00000000 4241 4443", /^This looks like a dump of a form that is not known here/],
    ["41 4x", /“4x” behind 1 byte /],
  ]) {
    assert.throws(() => parsePaste(text), (error) => error instanceof RangeError && message.test(error.message), text);
  }
});

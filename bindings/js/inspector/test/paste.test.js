// What people paste is recognised, and becomes the bytes that it stands for.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createServer } from "node:http";
import test from "node:test";
import { promisify } from "node:util";

import { FORMS, parsePaste } from "../paste.js";

const bytes = Buffer.from("<p>Grüße, \x00\x01 火星 and more than one line of bytes.\n".repeat(3));
const taken = (text, given) => {
  const { name, bytes: found, headers } = parsePaste(text, given);
  return { name, bytes: Buffer.from(found).toString("latin1"), headers };
};
const utf8 = (text) => Buffer.from(text).toString("latin1");
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

/** Each way in which these programs print bytes. */
const PRINTED = [
  ["xxd"], ["xxd", "-b"], ["xxd", "-u", "-g", "1"], ["xxd", "-c", "10"], ["xxd", "-s", "5"],
  ["xxd", "-p"], ["xxd", "-i"],
  ["hexdump"], ["hexdump", "-b"], ["hexdump", "-c"], ["hexdump", "-C"], ["hexdump", "-d"], ["hexdump", "-o"], ["hexdump", "-x"],
  ["od"], ["od", "-b"], ["od", "-c"], ["od", "-x"], ["od", "-t", "x1"], ["od", "-t", "x4"], ["od", "-A", "x", "-t", "x1z", "-v"],
  ["od", "-A", "d", "-t", "u1"], ["od", "-t", "d1"], ["od", "-A", "n", "-t", "x1", "-v"], ["od", "-A", "n", "-b", "-v"],
];

/** Text with repeated lines, an odd number of bytes, spaces at the ends of lines; and nothing but letters. */
const INPUTS = [bytes, Buffer.from("fünfzehn Zeich      ab"), Buffer.from(`<p>hello ünï, 火 \n${"\0".repeat(70)}x y`), Buffer.from("Grüße, Welt"), Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x0a])];

test("what the installed xxd, hexdump and od print", (context) => {
  let run = 0;
  for (const [program, ...given] of PRINTED) {
    for (const input of INPUTS) {
      let text;
      try {
        text = execFileSync(program, given, { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
      } catch (error) {
        if (error.code !== "ENOENT") throw error;
        context.diagnostic(`no ${program} here`);
        break;
      }
      run += 1;
      const expected = given[0] === "-s" ? input.subarray(5) : input;
      if (expected.length === 0) continue;
      const label = `${program} ${given.join(" ")}\n${text}`;
      assert.equal(taken(text).bytes, expected.toString("latin1"), label);
      assert.notEqual(parsePaste(text).form, "text", label);
      // As a terminal shows it, with the prompts before and behind it.
      if (expected.length > 16 && !given.includes("n") && !/-[pi]/.test(given[0])) {
        assert.equal(taken(`user@host:~$ ${program} file\n${text}user@host:~$ `).bytes, expected.toString("latin1"), label);
      }
    }
  }
  context.diagnostic(`${run} dumps`);
});

test("what the installed curl prints of a server here", async (context) => {
  const run = promisify(execFile);
  const body = "<title>Grüße</title>\n* no note\n> no request\n< no header\n";
  const server = createServer((request, response) => {
    if (request.url === "/old") return response.writeHead(302, { Location: "/new", "Content-Type": "text/plain" }).end("moved\n");
    response.writeHead(200, { "Content-Type": "text/html; charset=iso-8859-1", "X-Other": "1" });
    response.end(request.url === "/open" ? body.trimEnd() : request.url === "/blank" ? `\n${body}` : body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = (path) => `http://127.0.0.1:${server.address().port}${path}`;
  for (const [command, expected] of [
    [`curl -si ${at("/new")}`, body],
    [`curl -siL ${at("/old")}`, body],
    [`curl -v ${at("/new")} 2>&1`, body],
    [`curl -sv ${at("/new")} 2>&1`, body],
    [`curl -svL ${at("/old")} 2>&1`, body],
    [`curl -siv ${at("/new")} 2>&1`, body],
    [`curl -sv ${at("/open")} 2>&1`, body.trimEnd()],
    [`curl -sv ${at("/blank")} 2>&1`, `\n${body}`],
  ]) {
    let text;
    try {
      text = (await run("sh", ["-c", command])).stdout;
    } catch (error) {
      if (error.code !== 127) throw error;
      context.skip("no curl here");
      return;
    }
    const found = taken(text);
    assert.equal(Buffer.from(found.bytes, "latin1").toString(), expected, `${command}\n${text}`);
    assert.match(found.headers, /^content-type: text\/html; charset=iso-8859-1$/i, command);
    assert.equal(found.name, / -\w*v/.test(command) ? "the output of curl -v" : "the output of curl -i");
  }
});

test("base64, data: URLs, curl -i, hexadecimal", () => {
  assert.deepEqual(taken(bytes.toString("base64")), { name: "base64", bytes: all, headers: undefined });
  assert.deepEqual(taken(bytes.toString("base64url").replace(/(.{60})/g, "$1\n")), { name: "base64", bytes: all, headers: undefined });
  assert.deepEqual(taken("TcO8bGxlcg=="), { name: "base64", bytes: utf8("Müller"), headers: undefined });
  assert.deepEqual(taken("data:text/html;charset=gbk;base64,xOM="), { name: "data: URL", bytes: "\xC4\xE3", headers: "Content-Type: text/html;charset=gbk" });
  assert.deepEqual(taken("data:,a%C4%zzb%E3#x"), { name: "data: URL", bytes: "a\xC4%zzb\xE3", headers: "Content-Type: text/plain;charset=US-ASCII" });
  const curl = "HTTP/1.1 301 Moved\r\nLocation: /x\r\n\r\nHTTP/2 200\r\nserver: x\r\ncontent-type: text/html; charset=big5\r\n\r\n<p>é\n";
  assert.deepEqual(taken(curl), { name: "the output of curl -i", bytes: "<p>\xC3\xA9\n", headers: "content-type: text/html; charset=big5" });
  assert.deepEqual(taken("EF bb 0xBF, \\x41 %42", "hex"), { name: "hexadecimal", bytes: "\xEF\xBB\xBFAB", headers: undefined });
  for (const text of ["EF BB BF 41", "efbbbf41", "0xEF,0xBB,0xBF,0x41", "EF:BB:BF:41", "efbb bf41"]) assert.equal(taken(text).bytes, "\xEF\xBB\xBFA", text);
});

test("literals, escapes, percent-encoding, and lines of them", () => {
  for (const [text, expected] of [
    ["b'\\x89PNG\\r\\n\\x1a\\n'", "\x89PNG\r\n\x1a\n"],
    ['b"M\\xc3\\xbcller\'s"', utf8("Müller's")],
    ["bytearray(b'caf\\xe9')", "caf\xe9"],
    ["b'\\xc3\\xbc'\nb'it\\'s \\\\ \\t'", utf8("ü\nit's \\ \t")],
    ["M\\303\\274ller.txt", utf8("Müller.txt")],
    ['{"name":"M\\u00c3\\u00bcller \\ud83d\\ude00"}', utf8('{"name":"MÃ¼ller 😀"}')],
    ["\\u0413\\u0440\\u0430\\u0434", utf8("Град")],
    ["caf%C3%A9", utf8("café")],
    ["https://example.org/?q=%CF%F0%E8%E2%E5%F2&a=%20b%0A", "https://example.org/?q=\xcf\xf0\xe8\xe2\xe5\xf2&a= b%0A"],
    ["https://example.org/%C3%BC\nhttps://example.org/plain\nhttps://example.org/%D0%9F", utf8("https://example.org/ü\nhttps://example.org/plain\nhttps://example.org/П")],
  ]) {
    assert.equal(taken(text).bytes, expected, text);
  }
  assert.equal(taken("a%C3%BC\nb%C3%BC").name, "percent-encoding, 2 lines");
});

test("what is text stays text", () => {
  for (const text of [
    "MÃ¼ller hat fÃ¼r â‚¬ 5", "Gruesse", "cafe", "dead beef", "12 34", "20241126", "2024-11-26", "12:34", "+49 30 1234567", "HelloWorld12", "50 % off", "C:\\users\\new",
    "<p>x", "a list\nof lines\n", "https://example.org/\nhttps://example.org/a", "added", "Deadline", "1234567 abcd efgh", "{\"a\":\"\\n\"}", "",
  ]) {
    const found = parsePaste(text);
    assert.equal(found.form, "text", text);
    assert.equal(Buffer.from(found.bytes).toString(), text);
  }
});

test("what looks like bytes and is none is text, with the reason; chosen as that form it is refused, with the position", () => {
  for (const [form, text, message] of [
    ["dump", "00000000: 4142 4344\n00000008: 4546", /^Line 2 starts at byte 8, but 4 bytes stand before it\.$/],
    ["dump", "00000000: 4142 4344\nnonsense", /^Line 2 is no line of xxd: “nonsense”\.$/],
    ["dump", "00000000: 4142 zz", /^Line 1 is no line of xxd: “00000000: 4142 zz”\.$/],
    ["dump", "00000000: 41\n*\nfff0000000: 42", /^Line 3 starts behind byte 33,554,432/],
    ["hex", "C3 A9 41 42\n43 4G 45 46", /^“G” at line 2, column 5 is no hexadecimal digit\.$/],
  ]) {
    assert.throws(() => parsePaste(text, form), (error) => error instanceof RangeError && message.test(error.message), text);
    const found = parsePaste(text);
    assert.deepEqual([found.form, Buffer.from(found.bytes).toString()], ["text", text]);
    assert.match(found.doubt, message);
  }
  for (const [form, text, message] of [
    ["hex", "41 4x", /^“x” at line 1, column 5 is no hexadecimal digit\.$/],
    ["base64", "=", /^This is no base64\.$/],
    ["data", "x", /^This is no data: URL\.$/],
    ["percent", "x", /^There is no % with two hexadecimal digits\.$/],
    ["response", "x", /^No line starts with “< HTTP\/”/],
    ["dump", "x", /^Line 1 is no line of a dump: “x”\.$/],
  ]) {
    assert.throws(() => parsePaste(text, form), (error) => error instanceof RangeError && message.test(error.message), text);
  }
});

test("a paste of megabytes", () => {
  const large = Buffer.from("Grüße, Welt. ".repeat(150_000));
  for (const [form, text] of [
    ["hex", large.toString("hex")],
    ["hex", large.toString("hex").replace(/../g, "$& ")],
    ["base64", large.toString("base64")],
    ["text", large.toString()],
    ["text", `${"a ".repeat(1_000_000)}b`],
    ["escapes", large.toString().replaceAll("ü", "\\xc3\\xbc").replaceAll("ß", "\\xc3\\x9f")],
    ["percent", large.toString().replaceAll("ü", "%C3%BC").replaceAll("ß", "%C3%9F")],
    ["response", `> GET / HTTP/1.1\n< HTTP/1.1 200 OK\n< \n${large}`],
  ]) {
    const found = parsePaste(text);
    assert.equal(found.form, form);
    assert.ok(Buffer.from(found.bytes).equals(text.startsWith("a ") ? Buffer.from(text) : large), form);
  }
});

test("no paste makes it throw anything else", () => {
  const seeds = ["00000000: 4142\n*\n", "HTTP/1.1 200\n\n", "< HTTP/1.1 200\n", "* x\n", "b'\\x", "data:,%", "\\ud83d\\u", "%C3%", "0x", "\u{1F600}\uD800", "=", "{0x41", "$ x\n", "AAAA", "'", '"', "\r", "0000020", " |", ">", "\\u{110000}", "7".repeat(40)];
  let state = 7;
  const random = (most) => (state = (state * 48271) % 0x7fffffff) % most;
  for (let round = 0; round < 4_000; round++) {
    const text = Array.from({ length: 1 + random(6) }, () => seeds[random(seeds.length)]).join("");
    for (const form of ["", ...Object.keys(FORMS)]) {
      try {
        parsePaste(text, form);
      } catch (error) {
        assert.ok(error instanceof RangeError && form !== "", `${form} ${JSON.stringify(text)}: ${error.stack}`);
      }
    }
  }
});

// Compiled with --strict, never run: the documentation's uses of the types are valid.

import { DecodeError, DecodeStream, Edit, Sniffer, Stream, decodeResponse, encode, MetaStream, TextDecoder, decode, detect, explain, health, positions, ready, sniff, UnmappableError, convert, declarations, lint, mixedLines } from "charsniff";
import type { Context, Encoding, Guess, Options, StageReport, Verdict } from "charsniff";
import * as waiting from "charsniff/async";
import { provide } from "charsniff/bare";
import chardet, { analyse } from "charsniff/chardet";
import { DecodeStream as OldDecodeStream, getEncoding } from "charsniff/encoding-sniffer";
import { ResultType, STRINGS, Sniffer as OldSniffer } from "charsniff/encoding-sniffer/sniffer";
import { editFile } from "charsniff/files";
import htmlEncodingSniffer from "charsniff/html-encoding-sniffer";

const bytes = new Uint8Array(1);
const options: Options = {
  context: "html",
  headers: new Headers(),
  url: new URL("https://example.org/"),
  reading: "firefox",
  detection: "legacy",
  prescanLimit: 1024,
};
const verdict: Verdict = sniff(bytes, options);
const certain: boolean = verdict.confidence === "certain" && verdict.source !== "detector";
const stages: StageReport[] = explain(bytes.buffer, { headers: [["content-type", "text/html"]] }).stages;
const guess: Guess | null = detect(Buffer.from("x"));
const text: string = decode(bytes, { headers: { "content-type": undefined, accept: ["a"] } }).text;
const first: number | null = health(bytes).firstError;
using inText = positions(bytes, options);
const bytesOfCharacter: number = inText.byteRange(0, 1).end;
const part: string = new TextDecoder("gbk", { fatal: true }).decode(bytes, { stream: true });
const oldSniffer = new OldSniffer({ maxBytes: 2048 });
oldSniffer.write(STRINGS.META);
const isDefault: boolean = oldSniffer.resultType === ResultType.DEFAULT && oldSniffer.encoding === "windows-1252";
using scanner = new MetaStream({ scripting: false });
const places: number[] = scanner.push(bytes).map(({ tag }) => tag.start);
const name: string = htmlEncodingSniffer(bytes, { xml: true }) + getEncoding(bytes, { maxBytes: 5 });
const names: (string | null)[] = [chardet.detect(bytes), ...analyse(bytes).map((match) => match.name)];
process.stdin.pipe(new OldDecodeStream({ defaultEncoding: "utf-8" }));
const promise: Promise<Verdict> = waiting.sniff(bytes);
const encoding: Encoding | "isomorphic" | "UTF-32LE" | "UTF-32BE" = sniff(bytes).encoding;
const context: Context = "xml";
const detected = detect(bytes, { only: ["sjis"], locale: "ja" });
const texts: ReadableStream<string> = new Response(bytes).body!.pipeThrough(new DecodeStream({ context }));
const whole: Promise<string> = decodeResponse(new Response(bytes)).then(({ text }) => text);
const push: Verdict | null = new Sniffer({ headers: "text/html" }).push(bytes);
using stream = new Stream();
const pushed: string = stream.push(bytes) + stream.finish() + encode("x", "sjis").hadErrors;
const repaired: number | undefined = decode(bytes, { repair: true }).repairs?.length;
using edit = new Edit(bytes, { headers: "text/css" });
edit.text = edit.original + edit.verdict.source;
const written: Uint8Array = edit.write({ unmappable: (character) => (character === "x" ? null : undefined) }).bytes;
const header: string | null = convert(bytes, { to: "gbk", locale: "ja" }).header;
const starts: (number | undefined)[] = declarations(bytes).map(({ labelRange }) => labelRange?.start);
const rule: string = lint(bytes).findings[0]!.rule;
const lastLine: number | undefined = mixedLines(bytes)?.[0]!.last;
const editedFile: Uint8Array = editFile("x", (text, { verdict }) => text + verdict.encoding, { unmappable: "escape" }).bytes;
declare const instance: { exports: Record<string, Function | object> };
provide(instance, () => instance);
provide(instance, async () => instance);
await ready();

// @ts-expect-error: no such browser
sniff(bytes, { reading: "netscape" });
// @ts-expect-error: no such context
sniff(bytes, { context: "text/html" });
// @ts-expect-error: no such encoding
if (sniff(bytes).encoding === "utf-8") process.exit();
// @ts-expect-error: a string, not bytes
detect("text");
// @ts-expect-error: no such option
sniff(bytes, { contxt: "html" });
// @ts-expect-error: a promise of an instance, not an instance
provide(Promise.resolve(instance), () => instance);

export { DecodeError, UnmappableError, editedFile, header, lastLine, rule, starts, written, detected, encoding, push, pushed, repaired, texts, whole, certain, first, guess, name, names, part, places, promise, stages, text };

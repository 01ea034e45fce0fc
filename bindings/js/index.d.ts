/// <reference lib="esnext.disposable" />

/** Anything that holds bytes. */
export type Bytes = Uint8Array | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** Headers that came with the bytes: the value of Content-Type, a text with one header per line, or all headers. */
export type HeadersLike =
  | string
  | Headers
  | Iterable<readonly [string, string | readonly string[]]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The Encoding Standard's 40 encodings. */
export type Encoding =
  | "UTF-8" | "IBM866" | "ISO-8859-2" | "ISO-8859-3" | "ISO-8859-4" | "ISO-8859-5"
  | "ISO-8859-6" | "ISO-8859-7" | "ISO-8859-8" | "ISO-8859-8-I" | "ISO-8859-10" | "ISO-8859-13"
  | "ISO-8859-14" | "ISO-8859-15" | "ISO-8859-16" | "KOI8-R" | "KOI8-U" | "macintosh"
  | "windows-874" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254"
  | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "x-mac-cyrillic" | "GBK"
  | "gb18030" | "Big5" | "EUC-JP" | "ISO-2022-JP" | "Shift_JIS" | "EUC-KR"
  | "replacement" | "UTF-16BE" | "UTF-16LE" | "x-user-defined";

/** The rows of the table of contexts: places of the Web platform that decode bytes. */
export type Context =
  | "text-decoder" | "html" | "xhr-html" | "xml" | "css-from-document" | "css-from-css"
  | "css-from-link-header" | "text-document" | "xhr-text-xml" | "xhr-text" | "fetch-text" | "view-source"
  | "clipboard" | "classic-script" | "module-script" | "javascript-url" | "xhr-json" | "fetch-json"
  | "web-app-manifest" | "payment-method-manifest" | "push-message" | "webdriver-json" | "source-map" | "document-cookie"
  | "challenge-realm" | "content-disposition-filename" | "websocket-close-reason" | "websocket-text" | "event-stream" | "host"
  | "percent-decode" | "decode-uri" | "decode-uri-component" | "fragment-target" | "file-url-path" | "form-urlencoded"
  | "media-fragment" | "multipart-form-data" | "parse-manifest" | "m3u8" | "webvtt" | "x500-string"
  | "mime-type" | "url-parser" | "data-url" | "refresh" | "header-value" | "atob"
  | "web-transport-env";

/** What the caller knows about the resource. Labels are those of the Encoding Standard. */
export interface Options {
  /**
   * The context in which the bytes are read: a row of the table of contexts. Default: the one in which a browser reads
   * their MIME type, from `headers` or `mimeType`; without a type, or if it says nothing, `"html"`.
   */
  context?: Context;
  headers?: HeadersLike;
  /** The resource's URL. The top-level domain of its host is a hint for the detector. */
  url?: string | URL;
  /** The top-level domain of the host, instead of `url`: `"jp"`. Of a longer name, only the last label is used. */
  tld?: string;
  /** The user's locale: a BCP 47 tag, or in the form `"ja_JP.UTF-8"`; `""` if it is not known. */
  locale?: string;
  /** The encoding that the user chose, a known definite encoding, or XMLHttpRequest's override charset. */
  override?: string;
  /** XMLHttpRequest's `overrideMimeType`. */
  overrideMimeType?: string;
  /** The encoding to use where nothing else decides. It comes before the locale's. */
  defaultEncoding?: string;
  /** The label on the reference to the resource: `<script charset>`, `<link charset>` and so on. */
  reference?: string;
  /** The encoding of the parent document. It counts only if the parent has the same origin. */
  parent?: string;
  /** Whether the parent has the same origin. Default: true. */
  sameOrigin?: boolean;
  /** The encoding that the resource had on an earlier visit. */
  history?: string;
  /** The encoding of the importing style sheet. */
  styleSheet?: string;
  /** The encoding of the document that refers to the resource. */
  document?: string;
  /** The MIME type, if there is no Content-Type header. */
  mimeType?: string;
  /**
   * By whose rules the resource is read. For a `"crawler"`, declarations (misspelled ones too) are claims, which the bytes
   * may refute; this needs the whole module. Default: `"standard"`.
   */
  reading?: Reading;
  /**
   * How far the detector may go. `"off"`: it is not asked; `"legacy"`: as in browsers, it never answers UTF-8. Default:
   * `"legacy"` in a browser's reading, else `"full"`.
   */
  detection?: "off" | "legacy" | "full";
  /** How many bytes from the start the prescan may read. Default: 1,024. */
  prescanLimit?: number;
  /** How many bytes from the start the detector may look at. Default: no limit. */
  detectionCeiling?: number;
  /** Whether the detector may answer ISO-2022-JP in HTML too. Default: false. */
  detectIso2022Jp?: boolean;
  /** Only these encodings may be the detector's answer. */
  only?: readonly string[];
  /** These encodings may not be the detector's answer. */
  except?: readonly string[];
  /** One of these encodings is the detector's answer where the bytes leave the question open. */
  prefer?: readonly string[];
  /** Whether the bytes end before the resource does. */
  truncated?: boolean;
  /** For the context `"module-script"`: whether the script is a worker's. */
  inWorker?: boolean;
  /**
   * Text that is malformed or was encoded twice is decoded as what it was meant to be, where there is proof. Needs the
   * module `"editing"`.
   */
  repair?: boolean;
  /** Malformed sequences become U+FFFD in every context, even where they would be an error. */
  lossy?: boolean;
  /** For the context `"text-decoder"`: its encoding. */
  label?: string;
  /** For the context `"text-decoder"`: whether malformed input is an error. */
  fatal?: boolean;
  /** For the context `"text-decoder"`: whether a byte order mark is kept. */
  ignoreBOM?: boolean;
  /** For the context `"x500-string"`: the type of the string. */
  stringType?: "utf8" | "bmp" | "teletex" | "ascii";
}

export type Reading = "standard" | "chromium" | "firefox" | "crawler";

export type Source =
  | "bom" | "override" | "transport" | "meta" | "xml-declaration" | "at-charset" | "comment" | "reference"
  | "parent" | "history" | "style-sheet" | "document" | "detector" | "locale" | "default";

/** Which encoding a resource is in. */
export interface Verdict {
  /**
   * The Encoding Standard's name; `"isomorphic"` where bytes stand for U+0000 to U+00FF; or UTF-32, which only the
   * reading `"crawler"` reads.
   */
  encoding: Encoding | "isomorphic" | "UTF-32LE" | "UTF-32BE";
  confidence: "certain" | "tentative";
  /** What decided. */
  source: Source;
  /** Whether the bytes start with a byte order mark that is not part of the text. */
  bom: boolean;
  /** Present if malformed sequences are an error in the context: `tryDecode` then throws. */
  fatal?: true;
  /** The label that decided, unchanged: one character for each byte, at most 23; null if no label decided. */
  label: string | null;
  /** The declarations that the bytes refute, in the pipeline's order. Present in the crawler's reading, if there are any. */
  refuted?: Refuted[];
}

/** A declaration that was passed over, since the bytes show another encoding. */
export interface Refuted {
  source: Source;
  encoding: Encoding;
  label: string | null;
}

export type Stage =
  | "bom" | "override" | "transport" | "prescan" | "explicit-environment"
  | "implicit-environment" | "detector" | "locale" | "default";

/** What one stage of the pipeline found. */
export interface StageReport {
  stage: Stage;
  /** Whether the context consults it. */
  consulted: boolean;
  /** The label, unchanged: one character for each byte. It may name no encoding. */
  label: string | null;
  /** Where the label starts, in bytes from the start of the resource. */
  offset: number | null;
  /** The encoding that the stage would choose. */
  encoding: Encoding | null;
  outcome: "decided" | "too-late" | "refuted" | "ignored" | "nothing";
  /** A remark for people. */
  remark: string | null;
}

/** A verdict and its reasons: the keys that `charsniff --json --explain` prints. */
export interface Explanation extends Verdict {
  /**
   * How likely it is that the verdict's encoding gives the right text, from 0 to 1, whichever stage decided; absent for
   * binary data.
   */
  probability?: number;
  /** How much likelier the verdict is than the runner-up, from -1 to 1: below 0 if the bytes speak against it. */
  margin?: number;
  /** The likeliest encoding that gives another text. */
  "runner-up"?: { encoding: Encoding; probability: number } | null;
  /** The language that the text is most likely in, a BCP 47 tag. */
  language?: string | null;
  /** The script of the language, or of the text, an ISO 15924 code. */
  script?: string | null;
  /** In a crawler's reading: Chromium's verdict, with the same detector. */
  platform?: Verdict;
  /** The row of the table of contexts. */
  context: string;
  /** The nine stages, in the pipeline's order. */
  stages: StageReport[];
  content: Content;
}

/** A text and the verdict that it was decoded by. */
export interface Decoded extends Verdict {
  text: string;
  /** With the option `repair`: what was repaired, in the order of the bytes. */
  repairs?: Repair[];
}

/** Bytes whose text was repaired. */
export interface Repair {
  /** Where the bytes are in the resource: the offset of the first, and the offset after the last. */
  start: number;
  end: number;
  damage: "malformed" | "doubly-encoded" | "c1-control" | "misread";
  /**
   * The encoding that malformed bytes are in (UTF-8 for CESU-8 and C0 80); the encodings that doubly encoded text was
   * wrongly decoded from, the last one first; windows-1252 for a C1 control; for misread text the encodings that it was
   * decoded as, the last one first, and then the one that it is in.
   */
  encodings: (Encoding | "IBM437" | "IBM850")[];
  /** The text of the bytes without the repair, and with it. */
  was: string;
  became: string;
}

export type Content = "text" | "ascii" | "binary";

/** An encoding, and how likely it is, from 0 to 1. */
export interface Candidate {
  encoding: Encoding;
  probability: number;
}

export interface Guess extends Candidate {
  /** The language that the text is most likely in: a BCP 47 tag, or null. */
  language: string | null;
  /** Its script: an ISO 15924 code, or null. */
  script: string | null;
  /** The next encodings, the likeliest first. */
  runnersUp: Candidate[];
}

/** What looks wrong with a text. */
export interface Health {
  /** Where the first malformed sequence starts, in bytes from the start of the resource; null if there is none. */
  firstError: number | null;
  malformed: number;
  malformedBytes: number;
  /** How many U+FFFD the bytes contain, also encoded twice (`ï¿½`): traces of an earlier, wrong decoding. */
  replacementCharacters: number;
  /** How many `?` stand in the place of letters that are lost: `M?ller`, `?????? ???`. */
  questionMarks: number;
  c1Controls: number;
  /** How many characters look like UTF-8 that was decoded as windows-1252 and encoded again: `Ã©` for `é`. */
  doublyEncoded: number;
  /** Whether the bytes are valid UTF-8 with characters beyond ASCII, but are decoded as something else. */
  isMisreadUtf8: boolean;
  isUtf32: boolean;
}

/**
 * Which encoding a resource is in, how sure that is, and what decided. Looks at no more than the first 8 MiB.
 *
 * @throws {TypeError} if an argument has a wrong type or an option is unknown; the message names it
 * @throws {RangeError} if a value is out of range: an unknown context, label or word, a locale that is no language tag;
 *   the message names the option
 * @throws {NotReadyError} in browsers, if the detector is needed and not loaded yet
 * @throws {Error} in Node, Bun and Deno, if the detector is needed and cannot be loaded; the message says from where
 */
export function sniff(bytes: Bytes, options?: Options): Verdict;

/** The verdict of `sniff` and what every stage found. Needs the detector unless `detection` is `"off"`. */
export function explain(bytes: Bytes, options?: Options): Explanation;

/** The text of a resource and the verdict that it was decoded by. Malformed sequences become U+FFFD. */
export function decode(bytes: Bytes, options?: Options): Decoded;

/**
 * `decode`, in the error mode of the context.
 *
 * @throws {DecodeError} in contexts that allow no malformed sequence, such as `"xml"` in the standard's reading
 */
export function tryDecode(bytes: Bytes, options?: Options): Decoded;

/** Candidates and hints for `detect`. Labels are those of the Encoding Standard. */
export interface DetectOptions {
  /** Only these encodings may be the answer. */
  only?: readonly string[];
  /** These encodings may not be the answer. */
  except?: readonly string[];
  /** One of these encodings is the answer where the bytes leave the question open. */
  prefer?: readonly string[];
  /** The language that the text says it is in: a BCP 47 tag. */
  language?: string;
  /** The top-level domain of the text's host, or instead its URL. */
  tld?: string;
  url?: string | URL;
  /** The user's locale: a BCP 47 tag. */
  locale?: string;
  /** Whether the answer may be ISO-2022-JP. */
  detectIso2022Jp?: boolean;
}

/**
 * The likely encoding of bytes, without regard to headers and declarations: UTF-8 for ASCII, null for binary data.
 * Needs the whole module.
 */
export function detect(bytes: Bytes, options?: DetectOptions): Guess | null;

/**
 * The one encoding that many short strings are in, such as the names in an archive, each of which says too little by itself.
 * Needs the whole module.
 */
export function detectAll(strings: Iterable<Bytes>, options?: DetectOptions): Guess | null;

/**
 * The text of a response, found from its bytes, headers and URL, and the verdict. Waits for the modules that it needs.
 *
 * @throws {TypeError} if the body was read before
 */
export function decodeResponse(response: ResponseLike, options?: Options): Promise<Decoded>;

/** What `decodeResponse` needs of a `Response`. */
export interface ResponseLike {
  readonly headers: HeadersLike;
  readonly url?: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A text's bytes in an encoding. */
export interface Encoded {
  bytes: Uint8Array;
  /** Whether a character that the encoding lacks was written as a reference: `&#233;`. */
  hadErrors: boolean;
}

/**
 * The bytes of a text in the encoding that a label names, as browsers encode forms and URLs: for the labels of UTF-16
 * and `replacement` it is UTF-8. Needs the whole module.
 */
export function encode(text: string, label: string): Encoded;

/** What looks wrong with the text of a resource, decoded by the verdict of `sniff`. */
export function health(bytes: Bytes, options?: Options): Health;

/**
 * Which bytes of a resource a character of its text comes from, and the reverse. An offset in the text of
 * `decode(bytes, options)` counts UTF-16 code units; an offset in the resource counts bytes, those of a byte order mark
 * included.
 */
export interface Positions extends Disposable {
  /** Where the bytes of the character at an offset of the text start; after its end, the length of the bytes. */
  byteOffset(textOffset: number): number;
  /** Where the bytes of the characters that a range of the text touches start and end. */
  byteRange(start: number, end: number): { start: number; end: number };
  /** Where the character that a byte belongs to stands in the text; for a byte that gives none, the next character. */
  textOffset(byteOffset: number): number;
  /** Frees what the positions hold. The garbage collector does it, too. */
  free(): void;
  [Symbol.dispose](): void;
}

/** The positions in the text of `decode(bytes, options)`. Keeps a copy of the bytes. Needs the whole module. */
export function positions(bytes: Bytes, options?: Options): Positions;

/** Whether bytes are text, ASCII text, or binary data. */
export function content(bytes: Bytes): Content;

/** The name of the encoding that a label names ("get an encoding"), or null. */
export function encodingForLabel(label: string): Encoding | null;

/** The name of the context in which a browser reads a resource of a MIME type. */
export function contextForMimeType(mimeType: string): Context;

/** The names of the Encoding Standard's 40 encodings. */
export function encodings(): Encoding[];

/** The names of all contexts. */
export function contexts(): Context[];

/**
 * Loads a module. `"editing"` has everything; `Edit`, `convert`, `declarations`, `lint`, `mixedLines` and the option
 * `repair` need it. `"whole"`, the default, has everything else. Not needed in Node, Bun, Deno and Cloudflare Workers.
 *
 * @throws {Error} if the module cannot be loaded; the message says from where, and why. The next call tries again.
 */
export function ready(module?: "whole" | "editing"): Promise<void>;

/** A call needed a module that is not loaded yet. */
export class NotReadyError extends Error {
  readonly code: "ERR_CHARSNIFF_NOT_READY";
}

/** Something that names the encoding of a resource. Places are offsets in bytes. */
export interface Declaration {
  source: Source;
  /** The label, with character references decoded: one character for each byte; null for a byte order mark. */
  label: string | null;
  encoding: Encoding | null;
  /** Where the label is, and where the tag, the rule or the byte order mark is; null if it is not in the bytes. */
  labelRange: { start: number; end: number } | null;
  range: { start: number; end: number } | null;
  /** Whether it decided the encoding. */
  counts: boolean;
  /** Why it did not decide, for people; null if it did. */
  whyNot: string | null;
}

/**
 * Everything that names an encoding for the resource, in the order of the pipeline: byte order mark, override, header,
 * every declaration in the bytes, reference. Needs the module for editing.
 */
export function declarations(bytes: Bytes, options?: Options): Declaration[];

/** Something that a standard asks authors not to do, and where. */
export interface Finding {
  /** The rule's name, such as `"not-utf-8"`. */
  rule: string;
  severity: "error" | "warning";
  /** The URL of the standard's section. */
  section: string;
  /**
   * Where in the resource, in bytes; the empty range at 0 if it is not in the bytes, such as a header, or concerns all
   * of them.
   */
  bytes: { start: number; end: number };
  /** The line and the column in the text, from 1; the column counts characters. */
  line: number;
  column: number;
  message: string;
  /** Whether `convert` to UTF-8 mends it. */
  convertMends: boolean;
}

/**
 * Where a resource breaks the standards' rules for authors, in the order of the bytes; of each rule about characters at
 * most 100 findings are listed, and `unlisted` counts the others. It does not check whether text is normalized: use
 * `String.prototype.normalize`. Needs the module for editing.
 */
export function lint(bytes: Bytes, options?: Options): { findings: Finding[]; unlisted: number };

/** Consecutive lines in one encoding. */
export interface LineRange {
  /** The numbers of the first and the last line, from 1. */
  first: number;
  last: number;
  encoding: Encoding;
  /** Where they are in the resource, in bytes, with their line ends. */
  bytes: { start: number; end: number };
}

/**
 * Which lines are in which encoding, in a text that several programs wrote. `null` if it is in one encoding, if lines
 * may look like another encoding by chance, or if it has more than 400 lines with bytes above 7F. Needs the module for
 * editing.
 */
export function mixedLines(bytes: Bytes, options?: Options): LineRange[] | null;

/** A character that an encoding lacks, and its place in the original. */
export interface Unmappable {
  character: string;
  /** In bytes. */
  offset: number;
  line: number;
  column: number;
  encoding: Encoding;
}

/** An encoding lacks a character. In an edit, line and column are those in the edited text. */
export class UnmappableError extends RangeError implements Unmappable {
  constructor(message: string, lacking: Unmappable);
  readonly character: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly encoding: Encoding;
}

export interface ConvertOptions extends Options {
  /** A label of the encoding. Default: `"utf-8"`. */
  to?: string;
}

/** A resource in another encoding. */
export interface Converted {
  bytes: Uint8Array;
  encoding: Encoding;
  /** The verdict on the original. */
  sniffed: Verdict;
  /** How many declarations were changed or added. */
  relabelled: number;
  /** What became character references. */
  unmappable: Unmappable[];
  /** How many malformed sequences of the original are U+FFFD now. */
  malformed: number;
  /**
   * The Content-Type with which the bytes must be served, since the given header names another encoding, or nothing in
   * the bytes can name this one; null if none is needed.
   */
  header: string | null;
}

/**
 * The resource in another encoding, with declarations that name it. Needs the module for editing.
 *
 * @throws {UnmappableError} if the encoding lacks a character where character references are not read
 * @throws {RangeError} if nothing can be written in the encoding
 */
export function convert(bytes: Bytes, options?: ConvertOptions): Converted;

export interface WriteOptions {
  /**
   * What becomes of a character that the encoding lacks: an error (the default), `&#8594;`, `\u2192`; the whole
   * resource is written in UTF-8 and its declarations are changed; or the text that a function gives (null is an
   * error).
   */
  unmappable?: "error" | "reference" | "escape" | "utf-8" | ((character: string) => string | null | undefined);
}

/** A resource with changed text. */
export interface Edited {
  bytes: Uint8Array;
  /** The encoding that it was written in. */
  encoding: Encoding;
  /** The verdict on `bytes`. */
  sniffed: Verdict;
  /** How many characters that the encoding lacks were written in another way. */
  replaced: number;
  /** After `unmappable: "utf-8"`: the Content-Type that must be sent. */
  header: string | null;
}

/**
 * Changes of the text of a resource, written into the bytes that it came from: everything outside the changes stays as
 * it is, even malformed sequences, which are U+FFFD in the text. Needs the module for editing.
 */
export class Edit implements Disposable {
  constructor(bytes: Bytes, options?: Options);
  /**
   * The text with the changes. If it is set, the differences from the original are found by comparing lines, then the
   * characters of those that differ; earlier changes are discarded.
   */
  text: string;
  /** The text without the changes. */
  readonly original: string;
  /** The verdict that the original was decoded by. */
  readonly verdict: Verdict;
  /**
   * Replaces a range of `original`, in UTF-16 code units. Throws a `RangeError` if the range does not lie in the text,
   * or ends inside a character.
   */
  replace(start: number, end: number, text: string): void;
  /**
   * The bytes with the changes.
   *
   * @throws {UnmappableError} if the encoding lacks a character
   * @throws {RangeError} if changes overlap, or the result would be read as another text, since bytes join
   */
  write(options?: WriteOptions): Edited;
  /** Frees what the edit holds. The garbage collector does it, too. */
  free(): void;
  [Symbol.dispose](): void;
}

/** A malformed sequence, where none is allowed. */
export class DecodeError extends TypeError {
  constructor(encoding: string, offset: number, length: number);
  readonly code: "ERR_CHARSNIFF_MALFORMED";
  readonly encoding: string;
  /** Where the sequence starts, in bytes, and its length. */
  readonly offset: number;
  readonly length: number;
  /** In a `Stream`, the text of the same bytes before the sequence. */
  readonly text?: string;
}

/** The standard's TextDecoder, for all of its encodings on every platform. */
export class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: Bytes, options?: { stream?: boolean }): string;
}

/**
 * Takes a resource's bytes until its encoding is known: at most as many as the prescan may read, or the head of a page
 * as a browser reads it; for a crawler 16 KiB. The detector sees only these bytes. Needs the whole module.
 */
export class Sniffer implements Disposable {
  constructor(options?: Options);
  /** Takes the next bytes. Returns the verdict once it is known, else null. Throws a `TypeError` after `finish`. */
  push(bytes: Bytes): Verdict | null;
  /** Returns the verdict on the bytes so far, and frees the sniffer. `truncated`: whether the resource goes on. */
  finish(options?: { truncated?: boolean }): Verdict;
  /** Frees what the sniffer holds. The garbage collector does it, too. */
  free(): void;
  [Symbol.dispose](): void;
}

/** What a change of the encoding means for a parser. On `"start-again"`, discard the text and push all bytes again. */
export interface Change {
  change: "keep" | "confirm" | "switch" | "start-again";
  /** On `"switch"` and `"start-again"`: the other encoding, and how many bytes at the start decode alike in both. */
  encoding?: Encoding;
  agreed?: number;
  /** Text that was held back. */
  text: string;
}

/**
 * The text of a resource that comes in chunks: the same as from `tryDecode`, whatever the chunks, except that the
 * detector sees only the bytes that are held back. Needs the whole module.
 *
 * @throws {DecodeError} from `push`, `decide` and `finish`, in contexts that allow no malformed sequence
 */
export class Stream implements Disposable {
  constructor(options?: Options);
  /** Takes the next bytes. Returns the text that can be decoded by now. Throws a `TypeError` after `finish`. */
  push(bytes: Bytes): string;
  /**
   * Decides by the bytes so far, for a caller who cannot wait any longer. Returns their text. More bytes may follow.
   */
  decide(): string;
  /**
   * Ends the resource. Returns the rest of its text, and frees the stream: `verdict` and `errors` remain. If a parser
   * may still change the encoding, call `decide` first, so that it gets the text before the stream ends.
   */
  finish(): string;
  /** Changes the encoding, when a parser has met a `<meta>` with this label. Throws a `TypeError` after `finish`. */
  changeTheEncoding(label: string): Change;
  /** The verdict, or null until it is known. */
  readonly verdict: Verdict | null;
  /** How many malformed sequences were replaced by U+FFFD so far. */
  readonly errors: number;
  /** Frees what the stream holds. The garbage collector does it, too. */
  free(): void;
  [Symbol.dispose](): void;
}

/**
 * A transform stream from bytes to text, like `Stream`: `response.body.pipeThrough(new DecodeStream({ headers:
 * response.headers }))`. Node's `pipeline` takes it too; for `pipe`, wrap it in Node's `Duplex.fromWeb`. Waits for the
 * module that it needs.
 */
export class DecodeStream {
  constructor(options?: Options);
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<Bytes>;
  /** The verdict, once it is known. */
  readonly verdict: Promise<Verdict>;
}

/** A `<meta>` that names an encoding, where a parser would act on it. Places are offsets in the page, in bytes. */
export interface MetaDeclaration {
  encoding: Encoding;
  /** Whether only tags that belong in a head came before it. */
  inHead: boolean;
  tag: { start: number; end: number };
  labelRange: { start: number; end: number };
}

export interface MetaStreamOptions {
  /**
   * Whether scripting is on, so that the contents of `<noscript>` are text. Default: true. Only for the standard's
   * reading.
   */
  scripting?: boolean;
  /**
   * By whose rules declarations count. In a browser they count in the first `limit` bytes, and after them in the head.
   * Default: `"standard"`.
   */
  reading?: Reading;
  /** A number of bytes, for the readings of browsers and crawlers. Default: 1,024. */
  limit?: number;
}

/** Finds the `<meta>` declarations that an HTML parser would act on, in a page that comes in chunks. */
export class MetaStream implements Disposable {
  constructor(options?: MetaStreamOptions);
  /** Takes the page's next bytes. Returns the declarations that end in them. */
  push(bytes: Bytes): MetaDeclaration[];
  /** Ends the page: returns the declarations in the bytes held, and frees the scanner. */
  end(): MetaDeclaration[];
  /** Whether no declaration in what follows can count. */
  readonly isOver: boolean;
  /** Frees what the scanner holds. The garbage collector does it, too. */
  free(): void;
  [Symbol.dispose](): void;
}

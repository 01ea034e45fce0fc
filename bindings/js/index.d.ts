/// <reference lib="esnext.disposable" />

/** Anything that holds bytes. */
export type Bytes = Uint8Array | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** Headers that came with the bytes: the value of Content-Type, or all of them. */
export type HeadersLike =
  | string
  | Headers
  | Iterable<readonly [string, string | readonly string[]]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the caller knows about the resource. Labels are those of the Encoding Standard. */
export interface Options {
  /** What the bytes are read as: a row of the table of contexts (`contexts()` lists them). Default: `"html"`. */
  context?: string;
  headers?: HeadersLike;
  /** The resource's URL. The top-level domain of its host is a hint for the detector; without one it is no hint. */
  url?: string | URL;
  /** The top-level domain of the host, a hint for the detector: `"jp"`. Of a longer name the last label counts. */
  tld?: string;
  /** The user's language: a BCP 47 tag, also in the form `"ja_JP.UTF-8"`; `""` is an unknown language. */
  locale?: string;
  /** The encoding that the user chose, or XMLHttpRequest's override charset. */
  override?: string;
  /** `<script charset>`, `<link charset>`. */
  reference?: string;
  /** The encoding of the parent document, which counts if that has the same origin. */
  parent?: string;
  /** Whether the parent has the same origin. Default: true. */
  sameOrigin?: boolean;
  /** The encoding that the resource had when it was last seen. */
  history?: string;
  /** The encoding of the importing style sheet. */
  styleSheet?: string;
  /** The encoding of the document that refers to the resource. */
  document?: string;
  /** The MIME type, where no Content-Type came. */
  mimeType?: string;
  /** By whose rules the resource is read. `"crawler"` accepts misspelled labels and headers too. Default: `"standard"`. */
  reading?: "standard" | "chromium" | "firefox" | "crawler";
  /** What the detector may answer. `"legacy"`: never UTF-8. Default: `"legacy"` in a browser's reading, else `"full"`. */
  detection?: "off" | "legacy" | "full";
  /** How many bytes the prescan may read. Default: 1,024. */
  prescanLimit?: number;
  /** How many bytes the detector may look at. */
  detectionCeiling?: number;
  /** Whether the detector may answer ISO-2022-JP anywhere. */
  detectIso2022Jp?: boolean;
  /** Whether the bytes end before the resource does. */
  truncated?: boolean;
  /** Malformed sequences become U+FFFD in every context. */
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

export type Source =
  | "bom" | "override" | "transport" | "meta" | "xml-declaration" | "at-charset" | "reference"
  | "parent" | "history" | "style-sheet" | "document" | "detector" | "locale" | "default";

/** Which encoding a resource is in. */
export interface Verdict {
  /** The Encoding Standard's name; or `"isomorphic"`, where bytes stand for U+0000 to U+00FF. */
  encoding: string;
  confidence: "certain" | "tentative";
  /** What decided. */
  source: Source;
  /** Whether the bytes start with a byte order mark that is no part of the text. */
  bom: boolean;
  /** Present where malformed sequences are an error: `tryDecode` then throws. */
  fatal?: true;
  /** The label that decided, as it stands in the resource: a character for each byte, at most 23. */
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
  /** The label as it stands in the resource: a character for each byte. It may name no encoding. */
  label: string | null;
  /** Where the label starts, in bytes. */
  offset: number | null;
  /** The encoding that the stage found. */
  encoding: string | null;
  outcome: "decided" | "too-late" | "refuted" | "ignored" | "nothing";
  /** A note for people. */
  remark: string | null;
}

/** A verdict and its reasons: the keys that `charsniff --json --explain` prints. */
export interface Explanation extends Verdict {
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
}

export type Content = "text" | "ascii" | "binary";

/** An encoding, and how likely it is, from 0 to 1. */
export interface Candidate {
  encoding: string;
  confidence: number;
}

export interface Guess extends Candidate {
  /** The next encodings, the likeliest first. */
  runnersUp: Candidate[];
}

/** What looks wrong with a text. */
export interface Health {
  /** Where the first malformed sequence starts, in bytes. */
  firstError: number | null;
  malformed: number;
  malformedBytes: number;
  /** How many U+FFFD stand in the bytes, encoded. */
  replacementCharacters: number;
  c1Controls: number;
  /** How many characters look like UTF-8 that was taken for windows-1252 and encoded again. */
  doublyEncoded: number;
  /** Whether the bytes are valid UTF-8 with characters beyond ASCII, but the verdict is another encoding. */
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

/** The likely encoding of bytes, without regard to headers and declarations. For ASCII it is UTF-8; for binary data null. */
export function detect(bytes: Bytes): Guess | null;

/** What looks wrong with the text of a resource, decoded by the verdict of `sniff`. */
export function health(bytes: Bytes, options?: Options): Health;

/**
 * Which bytes of a resource a character of its text comes from, and the way back. An offset in the text of
 * `decode(bytes, options)` counts as strings do, one in the resource counts bytes, those of a byte order mark included.
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

/** The positions in the text of `decode(bytes, options)`. Keeps a copy of the bytes. Needs the detector's module. */
export function positions(bytes: Bytes, options?: Options): Positions;

/** Whether bytes are text, ASCII text, or binary data. */
export function content(bytes: Bytes): Content;

/** The name of the encoding that a label names ("get an encoding"), or null. */
export function encodingForLabel(label: string): string | null;

/** The name of the context in which a browser reads a resource of a MIME type. */
export function contextForMimeType(mimeType: string): string;

/** The names of the Encoding Standard's 40 encodings. */
export function encodings(): string[];

/** The names of all contexts. */
export function contexts(): string[];

/**
 * Loads the detector and the decoders. Resolves when every function can be called. Not needed in Node, Bun, Deno and
 * Cloudflare Workers.
 *
 * @throws {Error} if the module cannot be loaded; the message says from where, and why. The next call tries again.
 */
export function ready(): Promise<void>;

/** A call needed a module that is not loaded yet. */
export class NotReadyError extends Error {
  readonly code: "ERR_CHARSNIFF_NOT_READY";
}

/** There is a malformed sequence where none is allowed. */
export class DecodeError extends TypeError {
  constructor(encoding: string, offset: number, length: number);
  readonly code: "ERR_CHARSNIFF_MALFORMED";
  readonly encoding: string;
  /** Where the sequence starts, in bytes, and its length. */
  readonly offset: number;
  readonly length: number;
}

/** The standard's TextDecoder, for all of its encodings on every platform. */
export class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: Bytes, options?: { stream?: boolean }): string;
}

/** A `<meta>` that names an encoding, where a parser would act on it. Places are offsets in the page, in bytes. */
export interface MetaDeclaration {
  encoding: string;
  /** Whether all tags before it belong to the head. */
  inHead: boolean;
  tag: { start: number; end: number };
  label: { start: number; end: number };
}

export interface MetaScannerOptions {
  /** Whether scripting is on, so that the contents of `<noscript>` are text. Default: true. By the standard only. */
  scripting?: boolean;
  /** By whose rules. A browser uses declarations in the first `limit` bytes, and after them in the head. Default: `"standard"`. */
  reading?: "standard" | "chromium" | "firefox" | "crawler";
  /** In bytes, in the readings of browsers and crawlers. Default: 1,024. */
  limit?: number;
}

/** Finds the `<meta>` declarations that an HTML parser would act on, in a page that comes in chunks. */
export class MetaScanner implements Disposable {
  constructor(options?: MetaScannerOptions);
  /** Takes the page's next bytes. Gives the declarations that end in them. */
  push(bytes: Bytes): MetaDeclaration[];
  /** Ends the page: gives the declarations that were still held back, and frees the scanner. */
  end(): MetaDeclaration[];
  /** Whether no declaration in what follows can count. */
  readonly isOver: boolean;
  /** Frees what the scanner holds. The garbage collector does it, too. */
  free(): void;
  [Symbol.dispose](): void;
}

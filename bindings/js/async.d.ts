import type { Bytes, ConvertOptions, Converted, Declaration, Decoded, DetectOptions, Encoded, Explanation, Finding, Guess, Health, LineRange, Options, Positions, Verdict } from "./index.js";

/** The functions of `charsniff` that may need another module. They wait until it is loaded. */
export function sniff(bytes: Bytes, options?: Options): Promise<Verdict>;
export function explain(bytes: Bytes, options?: Options): Promise<Explanation>;
export function decode(bytes: Bytes, options?: Options): Promise<Decoded>;
export function tryDecode(bytes: Bytes, options?: Options): Promise<Decoded>;
export function detect(bytes: Bytes, options?: DetectOptions): Promise<Guess | null>;
export function detectAll(strings: Iterable<Bytes>, options?: DetectOptions): Promise<Guess | null>;
export function positions(bytes: Bytes, options?: Options): Promise<Positions>;
export function convert(bytes: Bytes, options?: ConvertOptions): Promise<Converted>;
export function declarations(bytes: Bytes, options?: Options): Promise<Declaration[]>;
export function lint(bytes: Bytes, options?: Options): Promise<{ findings: Finding[]; unlisted: number }>;
export function mixedLines(bytes: Bytes, options?: Options): Promise<LineRange[] | null>;
export function health(bytes: Bytes, options?: Options): Promise<Health>;
export function encode(text: string, label: string): Promise<Encoded>;

import type { SnifferOptions } from "./encoding-sniffer.js";

export { getEncoding, type SnifferOptions } from "./encoding-sniffer.js";

/** What decided. */
export declare enum ResultType {
  BOM = 0,
  PASSED = 1,
  XML_PREFIX = 2,
  META_TAG = 3,
  XML_ENCODING = 4,
  DEFAULT = 5,
}

/** Bytes that mean something to a sniffer. */
export declare const STRINGS: Readonly<
  Record<
    | "UTF8_BOM"
    | "UTF16LE_BOM"
    | "UTF16BE_BOM"
    | "UTF16LE_XML_PREFIX"
    | "UTF16BE_XML_PREFIX"
    | "XML_DECLARATION"
    | "ENCODING"
    | "META"
    | "HTTP_EQUIV"
    | "CONTENT"
    | "CONTENT_TYPE"
    | "CHARSET"
    | "COMMENT_START"
    | "COMMENT_END",
    Uint8Array
  >
>;

/** Takes bytes in parts. */
export class Sniffer {
  constructor(options?: SnifferOptions);
  /** The encoding by the bytes so far. */
  encoding: string;
  resultType: ResultType;
  write(buffer: Uint8Array): void;
}

import { Transform } from "node:stream";

export interface SnifferOptions {
  /** How many bytes are read for a declaration; 1,024 unless told. */
  maxBytes?: number;
  userEncoding?: string;
  transportLayerEncodingLabel?: string;
  defaultEncoding?: string;
}

/** The name of the encoding that the bytes are in. */
export function getEncoding(buffer: Uint8Array, options?: SnifferOptions): string;
/** The bytes as text. */
export function decodeBuffer(buffer: Uint8Array, options?: SnifferOptions): string;
/** Decodes chunks of bytes to text. */
export class DecodeStream extends Transform {
  constructor(options?: SnifferOptions);
}

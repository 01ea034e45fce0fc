import type { Bytes } from "../index.js";

export interface Options {
  xml?: boolean;
  transportLayerEncodingLabel?: string;
  defaultEncoding?: string;
  maxPrescanBytes?: number;
}

/** The name of the encoding that a page (or XML) is in. */
export default function htmlEncodingSniffer(uint8Array: Bytes, options?: Options): string;

import type { Bytes } from "../index.js";

/** The name of the encoding that a page (or XML) is in. */
declare function htmlEncodingSniffer(uint8Array: Bytes, options?: htmlEncodingSniffer.Options): string;

declare namespace htmlEncodingSniffer {
  export interface Options {
    xml?: boolean;
    transportLayerEncodingLabel?: string;
    defaultEncoding?: string;
    maxPrescanBytes?: number;
  }
  export { htmlEncodingSniffer as default };
}

export = htmlEncodingSniffer;

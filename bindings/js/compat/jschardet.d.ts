export interface IDetectedMap {
  encoding: string | null;
  /** From 0 to 1. */
  confidence: number;
  language: string | null;
  mimeType: string | null;
}

export interface IOptionsMap {
  minimumThreshold?: number;
  detectEncodings?: string[];
  excludeEncodings?: string[];
}

/** Bytes; of a string, a byte a character. */
export type Input = string | Uint8Array | ArrayBuffer | ArrayBufferView;

export const VERSION: string;
/** The likeliest encoding. */
export function detect(buffer: Input, options?: IOptionsMap): IDetectedMap;
/** The likely encodings, the likeliest first. */
export function detectAll(buffer: Input, options?: IOptionsMap): IDetectedMap[];
/** Says on the console what was found. */
export function enableDebug(): void;

declare const jschardet: {
  detect: typeof detect;
  detectAll: typeof detectAll;
  enableDebug: typeof enableDebug;
  VERSION: string;
};
export default jschardet;

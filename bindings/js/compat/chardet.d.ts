export interface Match {
  /** From 0 to 100. */
  confidence: number;
  name: string;
}

export interface Options {
  sampleSize?: number;
  offset?: number;
}

/** The likely encodings, the likeliest first. */
export function analyse(buffer: Uint8Array): Match[];
/** The likeliest encoding; null if the bytes are not text. */
export function detect(buffer: Uint8Array): string | null;
export function detectFile(path: string, options?: Options): Promise<string | null>;
export function detectFileSync(path: string, options?: Options): string | null;

declare const chardet: {
  analyse: typeof analyse;
  detect: typeof detect;
  detectFile: typeof detectFile;
  detectFileSync: typeof detectFileSync;
};
export default chardet;

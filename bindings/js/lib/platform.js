// Whether the platform's TextDecoder reads an encoding as the standard says. Each encoding is tested once.

/**
 * The hash of each encoding's probe as the standard decodes it. `test/text.test.js` computes them with our own decoders.
 * UTF-8 needs no probe.
 */
export const HASHES = {
  IBM866: 3377418525,
  "ISO-8859-2": 118314766,
  "ISO-8859-3": 3673155396,
  "ISO-8859-4": 2801725217,
  "ISO-8859-5": 630022753,
  "ISO-8859-6": 2564856313,
  "ISO-8859-7": 2709954175,
  "ISO-8859-8": 4099511092,
  "ISO-8859-8-I": 4099511092,
  "ISO-8859-10": 2879111214,
  "ISO-8859-13": 3524161100,
  "ISO-8859-14": 1160369252,
  "ISO-8859-15": 634080551,
  "ISO-8859-16": 3655752267,
  "KOI8-R": 1096680617,
  "KOI8-U": 1871060295,
  macintosh: 655193992,
  "windows-874": 1964130513,
  "windows-1250": 1186995109,
  "windows-1251": 2254105437,
  "windows-1252": 521122991,
  "windows-1253": 1060096747,
  "windows-1254": 1940679943,
  "windows-1255": 2358626575,
  "windows-1256": 2230970912,
  "windows-1257": 2100090884,
  "windows-1258": 727716470,
  "x-mac-cyrillic": 201252578,
  GBK: 2714075647,
  gb18030: 2714075647,
  Big5: 4024975260,
  "EUC-JP": 4029155471,
  "ISO-2022-JP": 419655594,
  "Shift_JIS": 4181382437,
  "EUC-KR": 1968465476,
  "UTF-16BE": 2988395438,
  "UTF-16LE": 1609015264,
  "x-user-defined": 3307049669,
};

const known = new Map([["UTF-8", true]]);

export function readsByStandard(encoding) {
  let answer = known.get(encoding);
  if (answer === undefined) {
    answer = probe(encoding);
    known.set(encoding, answer);
  }
  return answer;
}

function probe(encoding) {
  try {
    return hashOf(new TextDecoder(encoding, { ignoreBOM: true }).decode(probeOf(encoding))) === HASHES[encoding];
  } catch {
    // There is no such decoder.
    return false;
  }
}

/** Bytes that show every difference between decoders: all bytes for single-byte encodings, else all pairs and more. */
export function probeOf(encoding) {
  const bytes = [];
  for (let byte = 0; byte < 256; byte++) {
    bytes.push(byte);
  }
  if (/^(ISO-8859|windows|KOI8|IBM|mac|x-)/i.test(encoding)) {
    return Uint8Array.from(bytes);
  }
  if (encoding === "ISO-2022-JP") {
    for (const escape of ["(B", "(J", "(I", "$@", "$B", "$A", ".F"]) {
      bytes.push(0x1b, ...escape.split("").map((c) => c.charCodeAt(0)));
      for (let lead = 0x20; lead < 0x80; lead++) {
        for (let trail = 0x20; trail < 0x80; trail++) {
          bytes.push(lead, trail);
        }
      }
    }
    return Uint8Array.from(bytes);
  }
  for (let lead = 0x80; lead < 0x100; lead++) {
    for (let trail = 0; trail < 0x100; trail++) {
      bytes.push(lead, trail, 0x0a);
    }
  }
  if (/^gb/i.test(encoding)) {
    for (let lead = 0x81; lead < 0xff; lead++) {
      for (let third = 0x80; third < 0x100; third += 3) {
        bytes.push(lead, 0x30 + (third % 10), third, 0x30 + (lead % 10), 0x0a);
      }
    }
  }
  if (encoding === "EUC-JP") {
    for (let lead = 0xa1; lead < 0xff; lead++) {
      for (let trail = 0xa0; trail < 0x100; trail++) {
        bytes.push(0x8f, lead, trail, 0x0a);
      }
    }
  }
  // An odd byte, and halves of surrogate pairs for UTF-16.
  bytes.push(0xd8, 0xd8, 0xdc, 0xdc, 0x81);
  return Uint8Array.from(bytes);
}

/** FNV-1a over UTF-16 code units. */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

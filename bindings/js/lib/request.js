// Checks the options of a call. Makes the key under which a context is kept for later calls with the same options.

/** The types of the options that describe the resource, in the order in which they are applied. */
const TYPES = {
  label: "string",
  reading: "string",
  override: "string",
  overrideMimeType: "string",
  defaultEncoding: "string",
  reference: "string",
  parent: "string",
  history: "string",
  styleSheet: "string",
  document: "string",
  mimeType: "string",
  stringType: "string",
  locale: "string",
  tld: "string",
  url: "string",
  detection: "string",
  prescanLimit: "number",
  detectionCeiling: "number",
  detectIso2022Jp: "boolean",
  only: "labels",
  except: "labels",
  prefer: "labels",
  truncated: "boolean",
  fatal: "boolean",
  ignoreBOM: "boolean",
  lossy: "boolean",
  inWorker: "boolean",
  repair: "boolean",
};

/** Options that only the detector uses. They differ from page to page. */
const HINTS = new Set(["tld", "url"]);

const HEADERS = ["content-type", "content-language", "content-disposition"];

/**
 * A key for the options: calls with the same options have the same key. It is made of names and values, with the types
 * and lengths of the values, so that different options never have the same key. `isWhole`: with the hints for the
 * detector, which are left out where the detector is not asked.
 */
export function keyOf(options, isWhole) {
  if (options === undefined) {
    return "";
  }
  checkObject("options", options);
  // Not every key has both.
  checkHints(options);
  let key = "";
  for (const name in options) {
    const value = options[name];
    if (value === undefined || (!isWhole && HINTS.has(name) && typeof value === "string")) {
      continue;
    }
    if (typeof value === "string") {
      key += `${name}${value.length}\n${value}\n`;
    } else if (name === "headers") {
      for (const [field, content] of headersOf(value)) {
        key += `${field}:${content.length}\n${content}\n`;
      }
    } else if (Array.isArray(value)) {
      const labels = JSON.stringify(value);
      key += `${name}:${labels.length}\n${labels}\n`;
    } else if (tagOf(value) === "URL") {
      key += isWhole ? `${name}@${value.href.length}\n${value.href}\n` : "";
    } else {
      // An object is a wrong value; no key with one is kept.
      key += `${name}=${typeof value} ${typeof value === "object" ? "" : String(value)}\n`;
    }
  }
  return key;
}

function checkHints(options) {
  if (options?.url !== undefined && options.tld !== undefined) {
    throw new TypeError("url and tld exclude each other");
  }
}

function checkExclusive(options, headers) {
  if (options.lossy && options.fatal) {
    throw new TypeError("lossy and fatal exclude each other");
  }
  if (options.mimeType !== undefined && headers.some(([name]) => name === "content-type")) {
    throw new TypeError("mimeType is for a resource without a Content-Type, and headers has one");
  }
}

/**
 * Checks the options and sorts them into context, options and headers. Without a context it follows from the MIME type:
 * `contextFor` gives the one for a list of Content-Types, or "".
 *
 * @returns {{ row: string, options: [string, string | number | boolean][], headers: [string, string][] }}
 */
export function requestOf(options = {}, contextFor = () => "") {
  const { context, sameOrigin = true } = options;
  if (context !== undefined) {
    check("context", context, "string");
  }
  check("sameOrigin", sameOrigin, "boolean");
  const headers = options.headers === undefined ? [] : headersOf(options.headers);
  const given = [];
  for (const name in options) {
    let value = options[name];
    if (value === undefined || name === "context" || name === "headers" || name === "sameOrigin") {
      continue;
    }
    if (!Object.hasOwn(TYPES, name)) {
      const known = ["context", "headers", "sameOrigin", ...Object.keys(TYPES)].join(", ");
      const advice = /^content[-_]?type$/i.test(name) ? "a Content-Type is given as headers; " : "";
      throw new TypeError(`unknown option ${JSON.stringify(name)}; ${advice}the options are ${known}`);
    }
    value = name === "url" && tagOf(value) === "URL" ? value.href : value;
    if (TYPES[name] === "labels") {
      value = joined(name, value);
    } else {
      check(name, value, TYPES[name]);
    }
    if (name === "locale") {
      value = languageOf(name, value);
    }
    given.push([name === "parent" && !sameOrigin ? "crossOriginParent" : name, value]);
  }
  checkExclusive(options, headers);
  const types = headers.filter(([name]) => name === "content-type").map(([, value]) => value);
  const row = context ?? (contextFor(types.length > 0 ? types : [options.mimeType ?? ""]) || "html");
  return { row, options: given, headers };
}

/** What `detect` goes by: the names and types of its options. */
const HINTS_OF_DETECT = { only: "labels", except: "labels", prefer: "labels", language: "string", tld: "string", url: "string", locale: "string", detectIso2022Jp: "boolean" };

/** The options of `detect`, checked, as pairs of name and value. */
export function detectorHintsOf(options) {
  checkObject("options", options);
  const given = [];
  for (const name in options) {
    let value = options[name];
    if (value === undefined) {
      continue;
    }
    if (!Object.hasOwn(HINTS_OF_DETECT, name)) {
      throw new TypeError(`unknown option ${JSON.stringify(name)}; the options are ${Object.keys(HINTS_OF_DETECT).join(", ")}`);
    }
    if (HINTS_OF_DETECT[name] === "labels") {
      given.push([name, joined(name, value)]);
      continue;
    }
    value = name === "url" && tagOf(value) === "URL" ? value.href : value;
    check(name, value, HINTS_OF_DETECT[name]);
    if (name === "url") {
      given.push(["tld", hostOf(value)]);
    } else {
      given.push([name, name === "tld" ? value : name === "detectIso2022Jp" ? String(value) : languageOf(name, value)]);
    }
  }
  checkHints(options);
  return given;
}

function joined(name, labels) {
  if (!Array.isArray(labels) || labels.some((label) => typeof label !== "string")) {
    throw new TypeError(`${name} must be an array of labels, not ${kindOf(labels)}`);
  }
  return labels.join(",");
}

/** The host of a URL; "" if there is none, or it is an address. */
function hostOf(url) {
  try {
    return new URL(url).hostname.replace(/^[\d.]+$|^\[.*/, "");
  } catch {
    return "";
  }
}

/** The language tag of a locale, which may be as operating systems write it: `ja_JP.UTF-8`. "" is an unknown language. */
function languageOf(name, locale) {
  const [tag] = locale.split(/[.@]/, 1);
  if (!/^([a-z\d]{1,8}([-_][a-z\d]{1,8})*)?$/i.test(tag)) {
    throw new RangeError(`${name} must be a language tag such as ja or zh-Hant-TW, not ${JSON.stringify(locale)}`);
  }
  return tag;
}

/** The options in the order of `TYPES`: `label` comes first, since it makes the context. */
export function inOrder(options) {
  const places = Object.keys(TYPES);
  const place = ([name]) => places.indexOf(name === "crossOriginParent" ? "parent" : name);
  return [...options].sort((a, b) => place(a) - place(b));
}

/** The headers that say something about the encoding, with their names in lower case. */
function headersOf(headers) {
  if (typeof headers === "string") {
    return ofText(headers);
  }
  const isIterable = typeof headers?.[Symbol.iterator] === "function";
  if (!isIterable && !isRecord(headers)) {
    throw new TypeError(`headers must be a string, pairs, an object, a Map or Headers, not ${kindOf(headers)}`);
  }
  const found = [];
  if (tagOf(headers) === "Headers") {
    for (const name of HEADERS) {
      const value = headers.get(name);
      if (value !== null) {
        found.push([name, value]);
      }
    }
    return found;
  }
  if (isIterable) {
    for (const pair of headers) {
      if (!Array.isArray(pair) || typeof pair[0] !== "string") {
        throw new TypeError("headers: an element must be a pair of name and value");
      }
      add(found, pair[0], pair[1]);
    }
    return found;
  }
  for (const name in headers) {
    add(found, name, headers[name]);
  }
  return found;
}

/** A line of HTTP's: a field's name and its value. No MIME type has a colon behind its first word. */
const FIELD = /^([!#$%&'*+.^`|~\w-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/;

/** The headers in a text: a Content-Type's value, or fields as HTTP has them, a line each, perhaps behind a status line. */
function ofText(text) {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const fields = /^HTTP\/\d/.test(lines[0] ?? "") ? lines.slice(1) : lines;
  if (fields === lines && !FIELD.test(lines[0] ?? "")) {
    return [["content-type", text]];
  }
  const found = [];
  for (const line of fields) {
    const field = FIELD.exec(line);
    if (field === null) {
      throw new TypeError(`headers: ${JSON.stringify(line)} is no header such as "Content-Type: text/html"`);
    }
    add(found, field[1], field[2]);
  }
  return found;
}

function add(found, name, value) {
  const lower = name.toLowerCase();
  if (value === undefined || !HEADERS.includes(lower)) {
    return;
  }
  for (const one of Array.isArray(value) ? value : [value]) {
    check(`headers: ${name}`, one, "string");
    found.push([lower, one]);
  }
}

/** Whether a value is an object that is neither an array nor one of the platform's, such as a Map, a Response or a Promise. */
function isRecord(value) {
  return tagOf(value) === "Object";
}

/** The name of an object's class, also of one from another realm, as in tests by Jest. */
function tagOf(value) {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

export function checkObject(name, value) {
  if (value !== undefined && !isRecord(value)) {
    throw new TypeError(`${name} must be an object, not ${kindOf(value)}`);
  }
}

export function check(name, value, type) {
  if (typeof value !== type) {
    throw new TypeError(`${name} must be a ${type}, not ${kindOf(value)}`);
  }
  if (type === "number" && !(Number.isInteger(value) && value >= 0 && value < 2 ** 31)) {
    throw new RangeError(`${name} must be a whole number from 0 to 2147483647, not ${value}`);
  }
}

/** A view of the bytes of a buffer or of any view. */
export function bytesOf(bytes) {
  if (bytes instanceof Uint8Array) {
    return bytes;
  }
  if (ArrayBuffer.isView(bytes)) {
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  if (tagOf(bytes) === "ArrayBuffer" || tagOf(bytes) === "SharedArrayBuffer") {
    return new Uint8Array(bytes);
  }
  throw new TypeError(`bytes must be a Uint8Array, an ArrayBuffer or a view of one, not ${kindOf(bytes)}`);
}

function kindOf(value) {
  if (value === null) {
    return "null";
  }
  return typeof value === "object" ? value.constructor?.name ?? "an object" : typeof value;
}

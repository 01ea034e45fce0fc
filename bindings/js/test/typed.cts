// Compiled with --strict, never run: the types by `require`.

import { decode, encode } from "charsniff";
import type { Context, Encoding } from "charsniff";
import chardet = require("charsniff/chardet");
import jschardet = require("charsniff/jschardet");
import htmlEncodingSniffer = require("charsniff/html-encoding-sniffer");
import { getEncoding } from "charsniff/encoding-sniffer";
import { Sniffer } from "charsniff/encoding-sniffer/sniffer";

const bytes = Buffer.from("x");
const context: Context = "css-from-document";
const encoding: Encoding | "isomorphic" | "UTF-32LE" | "UTF-32BE" = decode(bytes, { context }).encoding;
const name: string = htmlEncodingSniffer(bytes, { xml: true }) + getEncoding(bytes) + chardet.detect(bytes);
const language: string | null = jschardet.detect("x").language;
const encoded: Uint8Array = encode("x", "sjis").bytes;

const partly: string = new Sniffer().encoding;

export = { encoded, encoding, language, name, partly };

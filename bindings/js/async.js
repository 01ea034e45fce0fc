// Asynchronous versions of the functions that may need another module. They load it when it is needed.

import * as charsniff from "#charsniff";
import { waiting } from "./lib/state.js";

const later = (call) => (...given) => waiting(() => call(...given));

export const sniff = later(charsniff.sniff);
export const explain = later(charsniff.explain);
export const detect = later(charsniff.detect);
export const detectAll = later(charsniff.detectAll);
export const decode = later(charsniff.decode);
export const tryDecode = later(charsniff.tryDecode);
export const encode = later(charsniff.encode);
export const convert = later(charsniff.convert);
export const declarations = later(charsniff.declarations);
export const lint = later(charsniff.lint);
export const mixedLines = later(charsniff.mixedLines);
export const health = later(charsniff.health);
export const positions = later(charsniff.positions);

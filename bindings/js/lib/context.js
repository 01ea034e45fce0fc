// Contexts in the modules, made of a call's options.

import { hintsOf, keyOf, requestOf } from "./request.js";
import { modules } from "./state.js";

/** The context in the core for all stages but the detector, whose hints are left out of its key. */
export function contextOf(options) {
  const { core } = modules;
  return core.context(keyOf(options, false), () => requestOf(options, (types) => core.contextForTypes(types)));
}

/** The context of an engine for every stage. */
export function wholeContextOf(engine, options) {
  return engine.context(`whole\n${keyOf(options, true)}`, () => requestOf(options, (types) => modules.core.contextForTypes(types)));
}

/** The context of the detector's module, by the options that the detector uses. */
export function hintedContextOf(engine, options) {
  return engine.context(keyOf(options, true), () => hintsOf(options));
}

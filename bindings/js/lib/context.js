// Contexts in the modules, made of a call's options.

import { keyOf, requestOf } from "./request.js";
import { modules } from "./state.js";

/** What is asked of an engine, which knows labels and MIME types. */
function requestOfEngine(engine, options) {
  // Whoever gives a label alone means it to count. As a Content-Type it says nothing.
  if (typeof options?.headers === "string" && engine.encodingForLabel(options.headers) !== null) {
    const label = options.headers.trim();
    throw new TypeError(`headers: ${JSON.stringify(label)} is no Content-Type; one with it is ${JSON.stringify(`text/html; charset=${label}`)}`);
  }
  return requestOf(options, (types) => engine.contextForTypes(types));
}

/** The context for all stages but the detector, whose hints are left out of its key. */
export function contextOf(options) {
  const { core } = modules;
  return core.context(keyOf(options, false), () => requestOfEngine(core, options));
}

/** The context of an engine for every stage. */
export function wholeContextOf(engine, options) {
  return engine.context(`whole\n${keyOf(options, true)}`, () => requestOfEngine(engine, options));
}

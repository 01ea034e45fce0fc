import { byId, element } from "./dom.js";
import { utf32Of } from "./answer.js";
import { changeInWords, SOURCES, states, why } from "./words.js";

/** Draws the verdict of a source: states, encoding, how sure it is, what decided, why, and how the text begins. */
export function drawVerdict(seen, { bytes }) {
  const { explanation, change, health } = seen;
  const isEmpty = bytes.length === 0;
  const { encoding, confidence, source, platform } = explanation;
  // A crawler's reading calls it UTF-32; the others take it for something else.
  const isUtf32 = health.isUtf32 && explanation.content !== "binary" && !encoding.startsWith("UTF-32");
  const isBinary = explanation.content === "binary";
  const isOther = platform !== undefined && platform.encoding !== encoding;
  const chips = states(seen).map(([isBad, words]) => element("li", { class: isBad ? "bad" : "" }, words));
  const nodes = [
    chips.length > 0 && element("ul", { class: "states", "aria-label": "States" }, ...chips),
    isBinary && element("p", { class: "line binary" }, element("strong", {}, "Binary data")),
    isUtf32 && element("p", { class: "line binary" }, element("strong", {}, utf32Of(bytes))),
    element(
      "p",
      { class: `line${isBinary || isUtf32 ? " aside" : ""}` },
      isBinary && element("span", {}, "As text it would be "),
      isUtf32 && element("span", {}, "The Web, which has no UTF-32, takes it for "),
      element("strong", { "data-field": "encoding" }, encoding),
      element("span", { class: `sure ${confidence}`, "data-field": "confidence" }, confidence),
      element(
        "span",
        { class: "source" },
        "decided by ",
        element("b", { "data-field": "source", "data-value": source }, SOURCES[source]),
      ),
    ),
    element(
      "p",
      { class: "why" },
      [...why(explanation, isEmpty), ...(change === null ? [] : [changeInWords(change)])].join(" "),
    ),
    // The words of a default say it.
    isOther && source !== "default" && element("p", { class: "agree" }, `By the rules of the Web it is ${platform.encoding}${platform.source === "detector" ? ", as charsniff’s detector guesses" : ""}.`),
  ];
  const body = byId("verdict-body");
  const drawn = element("div", {}, ...nodes);
  // Nodes that stay the same are not replaced, so that screen readers do not read them again.
  if (body.firstElementChild?.outerHTML !== drawn.outerHTML) body.replaceChildren(drawn);
}

/** Says that there is no verdict, and why. */
export function drawNoVerdict(words) {
  byId("verdict-body").replaceChildren(element("p", { class: "hint" }, words));
}

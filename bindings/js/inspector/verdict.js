import { byId, element } from "./dom.js";
import { agreement, changeInWords, READINGS, SOURCES, why } from "./words.js";

/** Draws the verdict: encoding, how sure it is, what decided, and why. */
export function drawVerdict({ explanation, change, readings, reading }, isEmpty) {
  const { encoding, confidence, source, platform } = explanation;
  const others = readings
    .filter(({ name }) => name !== reading)
    .map(({ name, explanation: other }) => ({ name: READINGS[name], encoding: other.encoding }));
  const isOther = platform !== undefined && platform.encoding !== encoding;
  const nodes = [
    element(
      "p",
      { class: "line" },
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
    element(
      "p",
      { class: "agree" },
      ...agreement(encoding, others).flatMap(([words, other]) =>
        other === null ? [`${words} `] : [words, element("b", {}, other), ". "],
      ),
      isOther && ` Departs from the platform, which finds ${platform.encoding}.`,
    ),
  ];
  const body = byId("verdict-body");
  const drawn = element("div", {}, ...nodes);
  // What is the same is not read out again.
  if (body.firstElementChild?.outerHTML !== drawn.outerHTML) body.replaceChildren(drawn);
}

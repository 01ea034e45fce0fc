import { byId, element } from "./dom.js";
import { firstLines, marked } from "./text.js";
import { agreement, changeInWords, READINGS, SOURCES, states, why } from "./words.js";

/** How each reading is introduced where several are compared. */
const SHOWS = { standard: "The standard reads", chromium: "Chromium shows", firefox: "Firefox shows", crawler: "A crawler reads" };

/** The first line that is not ASCII, as the chosen reading has it, and as each other encoding. */
function lines({ explanation, readings, reading }) {
  const chosen = readings.find(({ name }) => name === reading);
  const shown = [{ title: `Read as ${explanation.encoding}`, text: chosen.text }];
  for (const { name, explanation: other, text, change } of readings) {
    const isKnown = shown.some((line) => line.text === text);
    if (!isKnown) shown.push({ title: `${SHOWS[name]} ${other.encoding}`, text });
    else if (change !== null) continue;
  }
  return shown
    .map(({ title, text }) => ({ title, line: firstLines(text, 1) }))
    .filter(({ line }) => line !== "")
    .flatMap(({ title, line }) => [element("dt", {}, title), element("dd", { dir: "auto" }, ...marked(line))]);
}

/** Draws the verdict: states, encoding, how sure it is, what decided, why, and how the text begins. */
export function drawVerdict(seen, isEmpty) {
  const { explanation, change, readings, reading } = seen;
  const { encoding, confidence, source, platform } = explanation;
  const isBinary = explanation.content === "binary";
  const others = readings
    .filter(({ name }) => name !== reading)
    .map(({ name, explanation: other }) => ({ name: READINGS[name], encoding: other.encoding }));
  const isOther = platform !== undefined && platform.encoding !== encoding;
  const chips = states(seen).map(([isBad, words]) => element("li", { class: isBad ? "bad" : "" }, words));
  const texts = isBinary || isEmpty ? [] : lines(seen);
  const nodes = [
    chips.length > 0 && element("ul", { class: "states", "aria-label": "States" }, ...chips),
    isBinary && element("p", { class: "line binary" }, element("strong", {}, "Binary data")),
    element(
      "p",
      { class: `line${isBinary ? " aside" : ""}` },
      isBinary && element("span", {}, "As text it would be "),
      element("strong", { "data-field": "encoding" }, encoding),
      element("span", { class: `sure ${confidence}`, "data-field": "confidence" }, confidence),
      element(
        "span",
        { class: "source" },
        "decided by ",
        element("b", { "data-field": "source", "data-value": source }, SOURCES[source]),
      ),
    ),
    texts.length > 0 && element("dl", { class: "first-lines" }, ...texts),
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
  // Nodes that stay the same are not replaced, so that screen readers do not read them again.
  if (body.firstElementChild?.outerHTML !== drawn.outerHTML) body.replaceChildren(drawn);
}

/** Says that there is no verdict, and why. */
export function drawNoVerdict(words) {
  byId("verdict-body").replaceChildren(element("p", { class: "hint" }, words));
}

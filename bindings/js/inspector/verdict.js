import { byId, element } from "./dom.js";
import { firstLines, marked } from "./text.js";
import { utf32Of } from "./answer.js";
import { agreement, changeInWords, READINGS, SOURCES, standsIn, states, why } from "./words.js";

/** How each reading is introduced where several are compared. Of a browser, only what is known is told as its own. */
function introduced({ name, explanation }) {
  const { encoding } = explanation;
  const who = { standard: "The standard reads", chromium: "Chromium shows", firefox: "Firefox shows", crawler: "A crawler reads" }[name];
  return standsIn({ name, explanation }) ? `${READINGS[name]}, by charsniff’s detector: ${encoding}` : `${who} ${encoding}`;
}

/** The first line that is not ASCII, as the chosen reading has it, and as each other encoding. */
function lines({ explanation, readings, reading }) {
  const chosen = readings.find(({ name }) => name === reading);
  const shown = [{ title: `Read as ${explanation.encoding}`, text: chosen.text }];
  for (const other of readings) {
    if (!shown.some((line) => line.text === other.text)) shown.push({ title: introduced(other), text: other.text });
  }
  // What all read alike stands in the answer.
  return (shown.length > 1 ? shown : [])
    .map(({ title, text }) => ({ title, line: firstLines(text, 1) }))
    .filter(({ line }) => line !== "")
    .flatMap(({ title, line }) => [element("dt", {}, title), element("dd", { dir: "auto" }, ...marked(line))]);
}

/** What is said of text that was pasted. */
const OF_TEXT = "Pasted text has no bytes of its own; all below is said of the same text in a file in UTF-8.";

/** Draws the verdict of a source: states, encoding, how sure it is, what decided, why, and how the text begins. */
export function drawVerdict(seen, { bytes, isText }) {
  const { explanation, change, readings, reading, health } = seen;
  const isEmpty = bytes.length === 0;
  const isUtf32 = health.isUtf32 && explanation.content !== "binary";
  const { encoding, confidence, source, platform } = explanation;
  const isBinary = explanation.content === "binary";
  const others = readings
    .filter(({ name }) => name !== reading)
    .map(({ name, explanation: other }) => ({
      name: `${READINGS[name]}${standsIn({ name, explanation: other }) ? " (by charsniff’s detector)" : ""}`,
      encoding: other.encoding,
    }));
  const isOther = platform !== undefined && platform.encoding !== encoding;
  const chips = states(seen).map(([isBad, words]) => element("li", { class: isBad ? "bad" : "" }, words));
  const texts = isBinary || isEmpty || isText ? [] : lines(seen);
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
    texts.length > 0 && element("dl", { class: "first-lines" }, ...texts),
    isText === true && element("p", { class: "hint" }, OF_TEXT),
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

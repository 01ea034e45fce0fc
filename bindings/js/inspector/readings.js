import { byId, element, unseen } from "./dom.js";
import { firstLines, marked } from "./text.js";
import { READINGS, SOURCES, standsIn } from "./words.js";

/** A share of 1 in per cent, with a decimal where it is close to nothing or to all. */
function percent(share) {
  if (share < 0.001) return "less than 0.1 %";
  const isClose = share < 0.1 || (share > 0.99 && share < 1);
  return `${(100 * share).toFixed(isClose ? 1 : 0)} %`;
}

function card({ title, encoding, about, text, isChosen, isOther }) {
  return element(
    "li",
    { class: `reading${isChosen ? " chosen" : ""}${isOther ? " other" : ""}` },
    element("h4", {}, title, isChosen === true && unseen(", chosen")),
    element("p", { class: "encoding" }, encoding),
    element("p", { class: "about" }, about),
    text !== "" &&
      element("pre", { dir: "auto", tabindex: "0", "aria-label": `First lines: ${title}` }, ...marked(firstLines(text))),
  );
}

/** How sure a reading is, and why. */
function aboutOf(name, explanation, change) {
  const about = `${explanation.confidence}, ${SOURCES[explanation.source]}`;
  if (change !== null) return `${about}; changed to ${change.encoding} while parsing`;
  return standsIn({ name, explanation }) ? `${about} (charsniff’s, which stands in for its own)` : about;
}

/** Who reads it as what, in a line. */
function differing(readings) {
  if (readings.some(({ change }) => change !== null)) return "The standard, browsers, a crawler: they differ";
  const byEncoding = new Map();
  for (const { name, explanation } of readings) byEncoding.set(explanation.encoding, [...(byEncoding.get(explanation.encoding) ?? []), READINGS[name]]);
  const groups = [...byEncoding].map(([encoding, names]) => {
    const list = names.map((name, at) => (at === 0 ? name : name.replace(/^(?:The|A) /, (article) => article.toLowerCase())));
    return `${list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${list.at(-1)}` : list[0]}: ${encoding}`;
  });
  return groups.join(". ");
}

/** What is said of the detector's answers. */
function noteOf({ guesses, health, answer }) {
  if (health.isUtf32) return "It weighs the encodings of the Web. UTF-32 is none of them, so it has no answer for these bytes.";
  if (guesses.length === 0) return "Binary data: no encoding.";
  if (answer.lines !== undefined) return "Its lines are in several encodings, so no single one is likely.";
  const next = guesses.length > 1 ? ", and what it would take next." : ". No other reading comes into question.";
  return `Its answer without headers, labels or hints${next}`;
}

/** Draws the readings, and what the detector makes of the bytes alone. */
export function drawReadings({ reading, encoding, readings, guesses, health, answer }) {
  const isOne = readings.every(({ explanation, change }) => explanation.encoding === encoding && change === null);
  const byDetector = readings.some(standsIn) ? " (charsniff’s detector stands in for the browsers’)" : "";
  byId("agreement").textContent = isOne
    ? `The standard, Chromium, Firefox and a crawler agree: ${encoding}${byDetector}`
    : `${differing(readings)}${byDetector}`;
  // What is all the same needs one line.
  if (byId("readings-fold").dataset.isOne !== String(isOne)) byId("readings-fold").open = !isOne;
  byId("readings-fold").dataset.isOne = String(isOne);
  byId("readings").replaceChildren(
    ...readings.map(({ name, explanation, change, text }) =>
      card({
        title: READINGS[name],
        encoding: explanation.encoding,
        about: aboutOf(name, explanation, change),
        text,
        isChosen: name === reading,
        isOther: explanation.encoding !== encoding,
      }),
    ),
  );
  byId("guess-note").textContent = noteOf({ guesses, health, answer });
  byId("guesses").replaceChildren(
    ...guesses.map((guess, index) =>
      card({
        title: index === 0 ? "Answer" : `Runner-up ${index}`,
        encoding: guess.encoding,
        about: `${percent(guess.probability)} likely`,
        text: guess.text,
        isOther: guess.encoding !== encoding,
      }),
    ),
  );
}

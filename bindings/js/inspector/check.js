// What names the encoding, all of it, and what the standards ask of authors.

import { byId, count, element, unseen } from "./dom.js";
import { printable, SOURCES } from "./words.js";

/** A button that shows a place in the bytes. */
const placeButton = (start, words, show) =>
  element("button", { type: "button", class: "place", click: () => show(start) }, words, unseen(": show it in the bytes"));

/** Draws the list of all declarations. Of one that is also the only one, the stages have said everything. */
export function drawDeclarations(declarations, show) {
  const items = declarations.map(({ source, label, encoding, labelRange, range, counts, whyNot }) => {
    const start = (labelRange ?? range)?.start;
    return element(
      "li",
      { class: counts ? "counts" : null },
      element("b", {}, SOURCES[source] ?? source),
      label !== null && element("q", {}, printable(label)),
      encoding !== null && encoding !== label && element("span", {}, `→ ${encoding}`),
      start !== undefined && placeButton(start, `at byte ${start.toLocaleString("en")}`, show),
      element("span", { class: "aside" }, counts ? "counts" : whyNot),
    );
  });
  byId("declarations").replaceChildren(...items);
  byId("declarations-part").hidden = declarations.length < 2;
}

/** How many findings of a rule are listed. */
const MOST_OF_RULE = 5;

/** The first findings of each rule. */
function firstOf(findings) {
  const counts = new Map();
  return findings.filter(({ rule }) => {
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    return counts.get(rule) <= MOST_OF_RULE;
  });
}

/** Draws what the standards ask to be done otherwise. */
export function drawLint({ findings, unlisted }, isBinary, show, areSeveral = false) {
  if (areSeveral) findings = [];
  const listed = firstOf(findings);
  const items = listed.map(({ rule, severity, section, bytes, line, column, message, convertMends }) => {
    const isPlace = bytes.end > bytes.start;
    return element(
      "li",
      { class: severity, "data-rule": rule },
      element("b", {}, severity),
      element("span", {}, `${message.replace(/^./, (letter) => letter.toUpperCase())}.`),
      isPlace && placeButton(bytes.start, `line ${line.toLocaleString("en")}, column ${column.toLocaleString("en")}`, show),
      element("a", { href: section, rel: "noreferrer" }, rule, unseen(": the section of the standard")),
      convertMends && element("span", { class: "aside" }, "Converting it to UTF-8 mends this."),
    );
  });
  byId("lint").replaceChildren(...items);
  const all = findings.length + unlisted;
  const more = all > listed.length ? `, of which the first ${MOST_OF_RULE} of each kind are listed` : "";
  byId("lint-note").textContent = isBinary
    ? "No text."
    : areSeveral
      ? "Its lines are in several encodings: no program reads that without help. Save it as UTF-8."
    : findings.length === 0
      ? "Nothing is wrong."
      : `${count(all, "finding")}${more}. By the standards, whatever the view.`;
}

import { byId, count, element } from "./dom.js";
import { symptoms } from "./words.js";

/** How many characters are shown, in UTF-16 code units. */
export const MOST_CHARACTERS = 32 * 1024;

/** U+FFFD, and controls but for tab, line feed and carriage return. */
const SPECIAL = /\uFFFD|[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/;

/** The same; more than 16 of one in a row together: browsers are slow with tens of thousands of marks. */
const PIECES = new RegExp(`(${SPECIAL.source})(?:\\1{16,})?`, "g");

/** A text cut at its special characters. */
function* cut(text) {
  let at = 0;
  for (const { 0: special, index } of text.matchAll(PIECES)) {
    yield text.slice(at, index);
    yield special;
    at = index + special.length;
  }
  yield text.slice(at);
}

const digitsOf = (control) => control.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");

/** Text as nodes: U+FFFD and controls are marked. */
export function marked(text) {
  return [...cut(text)]
    .filter(Boolean)
    .map((part) => {
      if (!SPECIAL.test(part)) return part;
      if (part.length > 1) {
        const what = part[0] === "\uFFFD" ? part[0] : digitsOf(part[0]);
        const kind = part[0] === "\uFFFD" ? "replacement" : "control";
        return element("mark", { class: kind, "data-units": String(part.length) }, `${what} × ${part.length.toLocaleString("en")}`);
      }
      if (part === "\uFFFD")
        return element("mark", { class: "replacement", title: "U+FFFD: a malformed sequence" }, part);
      // Few fonts have pictures of controls.
      const digits = digitsOf(part);
      return element("mark", { class: "control", title: `U+00${digits}, a control` }, digits);
    });
}

const BEYOND_ASCII = /[^\0-\x7F]/;

/** How many characters are shown before the first that is not ASCII, in a long line. */
const LEAD = 12;

/** The first lines that are not all ASCII, or the first lines if there are none. */
export function firstLines(text, most = 4) {
  const lines = text.split(/\r\n|\r|\n/);
  const start = Math.max(
    0,
    lines.findIndex((line) => BEYOND_ASCII.test(line)),
  );
  const [first, ...others] = lines.slice(start, start + most);
  const lead = first.search(BEYOND_ASCII) - LEAD;
  const shown = [lead > LEAD ? `…${first.slice(lead)}` : first, ...others];
  return shown.map((line) => (line.length > 160 ? `${line.slice(0, 160)}…` : line)).join("\n");
}

/** How many units of the text a node of `marked` stands for: a control is drawn with two digits. */
function unitsIn(node) {
  const { className, dataset } = node.parentElement;
  return dataset.units !== undefined ? Number(dataset.units) : className === "control" ? 1 : node.length;
}

/** The nodes of a drawn text with the offsets where they start in it. */
function* pieces(pre) {
  const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
  let offset = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    yield { node, offset };
    offset += unitsIn(node);
  }
}

/** The offset in the text of a position in the nodes that show it; `null` for a position elsewhere. */
function offsetOf(pre, container, at) {
  for (const { node, offset } of pieces(pre)) {
    if (node === container) return offset + Math.min(at, unitsIn(node));
  }
  return null;
}

/** The range of the text that is selected in its drawing, or `null`. */
export function selectedRange() {
  const pre = document.querySelector("#decoded pre");
  const selection = getSelection();
  if (pre === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const start = offsetOf(pre, range.startContainer, range.startOffset);
  const end = offsetOf(pre, range.endContainer, range.endOffset);
  return start === null || end === null || start >= end ? null : { start, end };
}

/** Selects the character at an offset of the text, and scrolls to it. Whether it is drawn. */
export function selectCharacter(textOffset) {
  const pre = document.querySelector("#decoded pre");
  for (const { node, offset } of pre === null ? [] : pieces(pre)) {
    if (textOffset >= offset + unitsIn(node)) continue;
    const isControl = unitsIn(node) !== node.length || node.parentElement.className === "control";
    const at = isControl ? 0 : textOffset - offset;
    const length = isControl ? node.length : String.fromCodePoint(node.data.codePointAt(at)).length;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + length);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    const box = byId("decoded");
    const place = range.getBoundingClientRect();
    box.scrollTop += place.top - box.getBoundingClientRect().top - box.clientHeight / 3;
    return true;
  }
  return false;
}

/** A repair in a few words. The first of the encodings is that of the last reading. */
function kindOf(damage, encodings) {
  const chain = [...encodings].reverse();
  if (damage === "doubly-encoded") chain.unshift("UTF-8");
  return damage === "doubly-encoded" || damage === "misread" ? `${chain[0]} read as ${chain.slice(1).join(", then as ")}` : `${damage.replace("-", " ")}: ${chain.join(", ")}`;
}

/** How many repairs are listed. */
const MOST_REPAIRS = 8;

/** Draws what a repair would change. `show` is called with the offset of bytes; `null` without bytes. */
export function drawRepairs(repairs, show) {
  const items = repairs.slice(0, MOST_REPAIRS).map(({ start, damage, encodings, was, became }) =>
    element(
      "li",
      {},
      element("del", {}, ...marked(was)),
      " → ",
      element("ins", {}, ...marked(became)),
      element("span", { class: "hint" }, ` ${kindOf(damage, encodings)} `),
      // Pasted text has no bytes.
      show !== null && element("button", { type: "button", class: "place", click: () => show(start) }, `at byte ${start.toLocaleString("en")}`),
    ),
  );
  const more = repairs.length - items.length;
  if (more > 0) items.push(element("li", { class: "hint" }, `and ${count(more, "other")}`));
  byId("repairs").replaceChildren(
    ...(items.length > 0 ? [element("h3", {}, `What repair changes (${count(repairs.length, "place")})`), element("ul", { class: "diff" }, ...items)] : []),
  );
}

/** Draws the text. `text` is the start of it, `isCut` whether there is more; `error` is where decoding has to stop. */
export function drawText({ text, isCut, error }, isBinary) {
  const shown = text.slice(0, MOST_CHARACTERS);
  const isShort = isCut || shown.length < text.length;
  byId("text-size").textContent = isShort
    ? `the first ${count(shown.length, "character")}`
    : count(shown.length, "character");
  const nodes = [element("pre", { dir: "auto" }, ...marked(shown))];
  if (error)
    nodes.push(
      element(
        "p",
        { class: "problem" },
        `Decoding ends here: ${error.message}. This context allows no malformed sequence.`,
      ),
    );
  if (isBinary)
    nodes.unshift(element("p", { class: "hint" }, "The bytes look binary. This is what they would be as text:"));
  byId("decoded").replaceChildren(...nodes);
  byId("decoded").hidden = shown === "" && !error;
}

/** Draws what health says of a text. */
export function drawHealth(health, isBinary, show, isRepaired = false) {
  if (isBinary) {
    byId("health").replaceChildren(element("p", { class: "health" }, "Health: no text."));
    return;
  }
  const found = symptoms(health);
  const first = health.firstError;
  const items = found.map((symptom) => element("li", {}, symptom));
  if (first !== null && items.length > 0) {
    items[0].append(
      "; ",
      element(
        "button",
        { type: "button", class: "place", click: () => show(first) },
        `the first at byte ${first.toLocaleString("en")}`,
      ),
    );
  }
  byId("health").replaceChildren(
    found.length === 0
      ? // What is repaired is damage, too.
        element("p", { class: "health" }, isRepaired ? "" : "Health: no sign of damage.")
      : element("div", { class: "health unwell" }, element("h3", {}, "Health"), element("ul", {}, ...items)),
  );
}

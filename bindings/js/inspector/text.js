import { byId, count, element } from "./dom.js";
import { symptoms } from "./words.js";

/** How many characters are shown, in UTF-16 code units. */
export const MOST_CHARACTERS = 32 * 1024;

/** U+FFFD, and controls but for tab, line feed and carriage return. */
const SPECIAL = /\uFFFD|[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/;

/** Text as nodes: U+FFFD and controls are marked. */
export function marked(text) {
  return text
    .split(new RegExp(`(${SPECIAL.source})`))
    .filter(Boolean)
    .map((part) => {
      if (!SPECIAL.test(part)) return part;
      if (part === "\uFFFD")
        return element("mark", { class: "replacement", title: "U+FFFD: a malformed sequence" }, part);
      // Few fonts have pictures of controls.
      const digits = part.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
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

/** Draws what health says. */
export function drawHealth(health, show) {
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
      ? element("p", { class: "health" }, "Health: no sign of damage.")
      : element("div", { class: "health unwell" }, element("h3", {}, "Health"), element("ul", {}, ...items)),
  );
}

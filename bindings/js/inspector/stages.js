import { byId, count, element, unseen } from "./dom.js";
import { printable, remarked, STAGES } from "./words.js";

/** What became of a stage: a class of the style sheet, and the words for it. */
function outcome({ consulted, outcome: what }) {
  switch (what) {
    case "decided":
      return ["decided", "decided"];
    case "too-late":
      return ["late", "too late"];
    case "refuted":
      return ["late refuted", "refuted by the bytes"];
    case "ignored":
      return ["off", "not consulted: ignored"];
    default:
      return consulted ? ["nothing", "nothing found"] : ["off", "not consulted"];
  }
}

/** What a stage found: label, place, encoding, remark. */
function found({ label, offset, encoding, remark }, show) {
  const place =
    offset !== null &&
    element(
      "button",
      {
        type: "button",
        class: "place",
        "data-field": "offset",
        "data-value": String(offset),
        click: () => show(offset),
      },
      `at byte ${offset.toLocaleString("en")}`,
      unseen(": show it in the bytes"),
    );
  return element(
    "div",
    { class: "found" },
    label !== null && element("q", { "data-field": "label" }, printable(label)),
    place,
    encoding !== null && element("span", { class: "to" }, "→ ", element("b", { "data-field": "encoding" }, encoding)),
    remark !== null && element("span", { class: "remark", "data-field": "remark" }, remarked(remark)),
  );
}

/** Draws the pipeline. `show` is called with the offset of a label that shall be shown. */
export function drawStages(explanation, show) {
  const decision = explanation.stages.findIndex((stage) => stage.outcome === "decided");
  const rows = explanation.stages.map((stage, index) => {
    const [kind, words] = outcome(stage);
    const [name, about] = STAGES[stage.stage];
    const isOther = stage.encoding !== explanation.encoding;
    return element(
      "li",
      {
        class: `stage ${kind}${index > decision ? " after" : ""}${isOther ? " other" : ""}`,
        "data-stage": stage.stage,
        "aria-current": kind === "decided" && "step",
      },
      element("div", { class: "name" }, element("b", {}, name), element("span", {}, about)),
      found(stage, show),
      element("span", { class: "outcome", "data-field": "outcome" }, words),
    );
  });
  byId("stages").replaceChildren(...rows);
}

/**
 * The places in the bytes that speak of an encoding: the byte order mark, and the labels of all declarations. `change`: the one
 * that a parser comes to, or `null`.
 */
export function placesOf(explanation, markLength, declarations, change) {
  const places = [];
  if (markLength > 0) {
    const title = explanation.bom ? "Byte order mark" : "Byte order mark, kept as text";
    places.push({ start: 0, end: markLength, kind: "mark", title });
  }
  for (const stage of explanation.stages) {
    if (stage.offset === null || stage.label === null) continue;
    const [kind, words] = outcome(stage);
    const title = `Label “${printable(stage.label)}”, ${words}`;
    places.push({ start: stage.offset, end: stage.offset + stage.label.length, kind: `label ${kind}`, title });
  }
  if (change !== null) places.push({ ...change, kind: "label late", title: "Label that a parser comes to" });
  for (const { label, labelRange, whyNot } of declarations) {
    if (labelRange === null || places.some(({ start }) => start === labelRange.start)) continue;
    const { start, end } = labelRange;
    places.push({ start, end, kind: "label late", title: `Label “${printable(label)}”, ${whyNot ?? "counts"}` });
  }
  return places;
}

/** Draws the list of places, each a button that shows it in the bytes. */
export function drawPlaces(places, show) {
  const items = places.map(({ start, end, kind, title }) => {
    const range =
      end - start > 1
        ? `bytes ${start.toLocaleString("en")} to ${(end - 1).toLocaleString("en")}`
        : `byte ${start.toLocaleString("en")}`;
    return element(
      "li",
      {},
      element(
        "button",
        { type: "button", click: () => show(start) },
        element("i", { class: `key ${kind}`, "aria-hidden": "true" }),
        `${title}: ${range}`,
      ),
    );
  });
  byId("marks").replaceChildren(...items);
  byId("marks").hidden = items.length === 0;
}

/** What is said of the number of bytes shown. */
export function extent(shown, all, isCut) {
  const size = count(all, "byte");
  const of = isCut ? `${size} of a larger file` : size;
  return shown < all ? `the first ${count(shown, "byte")} of ${of}` : of;
}

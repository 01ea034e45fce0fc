import { contexts, encodings, explain, provide } from "../lib/api.js";
import { examples, moduleOf } from "./assets.js";
import { readFile, toHex } from "./bytes.js";
import { codeOf, LANGUAGES } from "./code.js";
import { byId, count, element } from "./dom.js";
import { HexView, MOST_SHOWN } from "./hex.js";
import { fromFragment, MOST_LINKED, toFragment } from "./link.js";
import { look, parseHeaders } from "./look.js";
import { parsePaste } from "./paste.js";
import { drawReadings } from "./readings.js";
import { drawPlaces, drawStages, extent, placesOf } from "./stages.js";
import { drawHealth, drawRepairs, drawText, selectCharacter, selectedRange } from "./text.js";
import { drawNoVerdict, drawVerdict } from "./verdict.js";
import { SOURCES } from "./words.js";

/** The example that is shown if the address names none. */
const FIRST = "kk-utf8-meta-late-twice.html";

/** How long the page waits after the last key press before it updates, in milliseconds. */
const REST = 150;

const form = byId("form");
const main = byId("main");
const pages = examples();
const hex = new HexView();
let file = null;
let fragment = "";
let timer = 0;

const reveal = (offset) => hex.reveal(offset);

function say(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

// The form

const isSource = new Set(["source", "example", "text", "hex"]);

/** The controls that say what came with the bytes. */
const factControls = () =>
  [...form.elements].filter(({ name, tagName }) => name && tagName !== "FIELDSET" && !isSource.has(name));

function readFacts() {
  return Object.fromEntries(
    factControls().map((control) => [
      control.name,
      control.type === "checkbox" ? control.checked : control.value.trim(),
    ]),
  );
}

function writeFacts(facts) {
  for (const control of factControls()) {
    const value = facts[control.name] ?? "";
    if (control.type === "checkbox") control.checked = value === true || value === "1";
    else control.value = value;
    if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0;
  }
}

function chooseSource(kind) {
  form.elements.source.value = kind;
  for (const panel of form.querySelectorAll("[data-source]")) panel.hidden = panel.dataset.source !== kind;
}

/** The bytes that the form says, or `null` if there are none yet. */
function readSource() {
  const kind = form.elements.source.value;
  switch (kind) {
    case "example": {
      const name = form.elements.example.value;
      return { kind, name, type: "", bytes: pages.get(name).bytes, cut: false };
    }
    case "file":
      return file && { kind, ...file };
    case "text":
      return { kind, bytes: new TextEncoder().encode(form.elements.text.value), cut: false };
    default:
      return { kind, ...pasted(form.elements.hex.value), cut: false };
  }
}

/** The paste whose headers were put into the form last. */
let taken = "";

/** The bytes of what was pasted. Headers that came with it are put into the form, once. */
function pasted(text) {
  const { name, bytes, headers } = parsePaste(text);
  say("hex-note", name === "" ? "" : `Read as ${name}: ${count(bytes.length, "byte")}`);
  if (headers !== undefined && taken !== text) {
    taken = text;
    form.elements.headers.value = headers;
    if (headers !== "") byId("evidence").open = true;
  }
  return { bytes };
}

/** The row of the table of contexts: the one that is chosen, or that of the MIME type. */
function contextOf(facts, source) {
  const header = parseHeaders(facts.headers).find(([name]) => name.toLowerCase() === "content-type");
  const type = header?.[1] || source.type;
  const automatic = explain(new Uint8Array(0), { headers: type ? [["content-type", type]] : [] }).context;
  byId("context").options[0].textContent = `by the MIME type: ${automatic}`;
  return facts.context || automatic;
}

// Drawing

/** The bytes that were drawn last. */
let drawn = null;

/** What was drawn last. */
let shown = null;

const isSame = (one, other) =>
  one === other || (one.length === other.length && one.every((byte, at) => byte === other[at]));

function draw(source, facts) {
  const context = contextOf(facts, source);
  const seen = look(source, facts, context, MOST_SHOWN);
  const { change, explanation, health } = seen;
  shown = seen;
  // The same bytes keep their place in the view.
  const bytes = drawn !== null && isSame(drawn, source.bytes) ? drawn : source.bytes;
  drawn = bytes;
  const places = placesOf(explanation, seen.markLength);
  if (change !== null) places.push({ ...change, kind: "label late", title: "Label that a parser comes to" });
  if (health.firstError !== null) {
    places.push({
      start: health.firstError,
      end: health.firstError + 1,
      kind: "error",
      title: "First malformed sequence",
    });
  }
  drawVerdict(seen, bytes.length === 0);
  drawStages(explanation, reveal);
  drawPlaces(places, reveal);
  hex.show(bytes, places, seen.text.text, seen.positions);
  byId("rows").hidden = bytes.length === 0;
  say("hex-size", extent(Math.min(bytes.length, MOST_SHOWN), bytes.length, source.cut));
  drawHealth(health, reveal);
  drawRepairs(seen.repairs, reveal);
  drawText(seen.text, explanation.content === "binary");
  drawReadings({ ...seen, encoding: explanation.encoding });
  drawCode(source);
  for (const node of form.querySelectorAll("[data-context]")) node.hidden = node.dataset.context !== context;
}

function drawCode(source) {
  if (shown === null) return;
  byId("code").textContent = codeOf(byId("language").value, shown.options, source?.name || "FILE");
}

/** Says that what is shown is not what the form says, and why; "" if it is. */
function markStale(why) {
  const isStale = why !== "" && drawn !== null;
  byId("results").classList.toggle("stale", isStale);
  say("stale", isStale ? `Out of date. ${why}` : "");
  if (why !== "" && drawn === null) drawNoVerdict("None: the form has a mistake.");
}

/** Shows what the form says, and keeps it in the address. */
function update() {
  clearTimeout(timer);
  for (const id of ["bytes-problem", "evidence-problem", "link-note", "hex-note", "selected"]) say(id, "");
  markStale("");
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  let source = null;
  try {
    source = readSource();
  } catch (error) {
    form.elements.hex.setAttribute("aria-invalid", "true");
    say("bytes-problem", error.message);
    markStale(`What was pasted cannot be read: ${error.message}`);
  }
  if (source !== null) {
    try {
      const facts = readFacts();
      draw(source, facts);
      say("example-note", pages.get(source.name)?.note ?? "");
      say(
        "bytes-name",
        source.kind === "file" ? sizeOf(source) : "",
      );
      keep(source, facts);
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
      const name = /^\w+/.exec(error.message)?.[0];
      form.elements[name]?.setAttribute?.("aria-invalid", "true");
      if (byId("more").contains(form.elements[name])) byId("more").open = true;
      byId("evidence").open = true;
      say("evidence-problem", error.message);
      markStale(`${error.message}.`);
    }
  }
  main.setAttribute("aria-busy", "false");
}

/** A file's name and size. */
function sizeOf({ name, bytes, cut, size = bytes.length }) {
  const all = `${name}: ${count(size, "byte")}`;
  return cut ? `${all}, of which the first ${bytes.length.toLocaleString("en")} are read` : all;
}

function updateSoon() {
  main.setAttribute("aria-busy", "true");
  clearTimeout(timer);
  timer = setTimeout(update, REST);
}

// The link

let isWhole = true;

function keep(source, facts) {
  const link = toFragment({ source, facts });
  fragment = link.fragment;
  isWhole = link.isWhole;
  history.replaceState(null, "", fragment);
}

async function copyLink() {
  const note = isWhole
    ? "Copied. The link holds all that is shown here."
    : `Copied, but without the bytes: a link holds ${MOST_LINKED.toLocaleString("en")} of them at most.`;
  try {
    await navigator.clipboard.writeText(location.href);
    say("link-note", note);
  } catch {
    say("link-note", `${note.replace("Copied", "Not copied: the address of this page is the link")}`);
  }
}

/** Why a link has no bytes. */
let lost = "";

/** Takes the state from the address. Whether there was one. */
function open() {
  const state = fromFragment(location.hash);
  if (state === null || (state.example !== undefined && !pages.has(state.example))) return false;
  if (state.example !== undefined) {
    chooseSource("example");
    form.elements.example.value = state.example;
    writeFacts(state.facts ?? pages.get(state.example).facts);
  } else {
    writeFacts(state.facts);
    openBytes(state);
  }
  update();
  if (lost !== "") {
    say("bytes-problem", lost);
    if (drawn === null) drawNoVerdict(lost);
    else markStale(lost);
    lost = "";
  }
  // Show the field that decides.
  if (form.elements.headers.value !== "") byId("evidence").open = true;
  return true;
}

function openBytes({ bytes, name, type, isDamaged }) {
  if (bytes === null) {
    file = null;
    chooseSource("file");
    const words = isDamaged
      ? "The link is damaged: its bytes cannot be read."
      : `${name ?? "The bytes"} had too many bytes for the link: choose the file again.`;
    lost = words;
    return;
  }
  if (name !== undefined) {
    file = { name, type: type ?? "", bytes, cut: false };
    chooseSource("file");
    return;
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const isText = !/[\0\r\uFEFF\uFFFD]/.test(text);
  chooseSource(isText ? "text" : "hex");
  form.elements[isText ? "text" : "hex"].value = isText ? text : toHex(bytes);
}

// What people do

async function takeFile(given) {
  if (given === undefined) return;
  main.setAttribute("aria-busy", "true");
  try {
    file = await readFile(given);
    chooseSource("file");
  } catch {
    say("bytes-problem", `${given.name} cannot be read.`);
  }
  update();
}

/** Changes to another kind of source. The bytes that were shown are written into its field, where they can be changed. */
function chooseAndKeep(kind) {
  chooseSource(kind);
  if (kind === "example") {
    writeFacts(pages.get(form.elements.example.value).facts);
  } else if (kind === "file") {
    if (file === null) return markStale("Choose a file.");
  } else if (drawn !== null && drawn.length <= MOST_CARRIED) {
    carry(kind, drawn);
  } else {
    // The facts of the previous bytes do not apply to the new ones.
    writeFacts({});
  }
  update();
}

/** How many bytes are written out for people to change. */
const MOST_CARRIED = 256 * 1024;

/** Writes bytes into the field of this kind. As text they have to be UTF-8, else they are there in the verdict's encoding. */
function carry(kind, bytes) {
  if (kind === "hex") {
    form.elements.hex.value = toHex(bytes);
    return;
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  form.elements.text.value = /[\0\uFFFD]/.test(text) ? shown.text.text : text;
}

/** Says which bytes the selected characters come from. */
function saySelected() {
  const range = shown === null ? null : selectedRange();
  if (range === null) return say("selected", "");
  const { start, end } = shown.positions.byteRange(range.start, range.end);
  const digits = toHex(drawn.subarray(start, Math.min(end, start + 12)));
  say("selected", `Selected: bytes ${start.toLocaleString("en")} to ${(end - 1).toLocaleString("en")}: ${digits}${end - start > 12 ? " …" : ""}`);
  hex.mark(start);
}

function listen() {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.matches("textarea, input:not([type=radio], [type=checkbox], [type=file])")) updateSoon();
  });
  form.addEventListener("change", (event) => {
    const { name, id } = event.target;
    if (id === "file") return void takeFile(event.target.files[0]);
    if (name === "source") return chooseAndKeep(event.target.value);
    if (name === "example") writeFacts(pages.get(form.elements.example.value).facts);
    update();
  });
  byId("copy").addEventListener("click", copyLink);
  byId("copy-code").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(byId("code").textContent);
      say("link-note", "The code is copied.");
    } catch {
      say("link-note", "Not copied: select the code.");
    }
  });
  byId("language").addEventListener("change", () => drawCode({ name: form.elements.source.value === "file" ? file?.name : form.elements.example.value }));
  hex.onPick((offset) => {
    if (shown !== null && selectCharacter(shown.positions.textOffset(offset))) byId("decoded").scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("selectionchange", saySelected);
  // The address holds the state, so the link inside the page must not change it.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("verdict").focus();
  });
  addEventListener("hashchange", () => {
    if (location.hash !== fragment) open();
  });
  listenForDrops();
}

function listenForDrops() {
  let depth = 0;
  const shade = (change) => {
    depth = Math.max(0, depth + change);
    byId("drop").hidden = depth === 0;
  };
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => holdsFiles(event) && shade(1));
  addEventListener("dragleave", (event) => holdsFiles(event) && shade(-1));
  addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    shade(-depth);
    // The facts of the previous bytes do not apply to the new ones.
    if (form.elements.source.value !== "file") writeFacts({});
    void takeFile(event.dataTransfer.files[0]);
  });
}

function fillLists() {
  const groups = new Map(
    Object.entries(SOURCES).map(([source, name]) => [source, element("optgroup", { label: name })]),
  );
  for (const { name, source, encoding } of pages.values()) {
    groups.get(source).append(element("option", { value: name }, `${name} – ${encoding}`));
  }
  byId("example").append(...[...groups.values()].filter((group) => group.childElementCount > 0));
  byId("context").append(
    element("option", { value: "" }, "by the MIME type"),
    ...contexts().map((name) => element("option", { value: name }, name)),
  );
  byId("language").append(...Object.entries(LANGUAGES).map(([name, title]) => element("option", { value: name }, title)));
  byId("labels").append(...encodings().map((name) => element("option", { value: name })));
}

async function start() {
  provide(await WebAssembly.instantiate(await moduleOf("whole")));
  fillLists();
  listen();
  if (matchMedia("(max-width: 63.99rem)").matches) byId("evidence").open = false;
  if (open()) return;
  form.elements.example.value = FIRST;
  writeFacts(pages.get(FIRST).facts);
  update();
}

start().catch((error) => {
  main.setAttribute("aria-busy", "false");
  byId("verdict-body").replaceChildren(element("p", { class: "problem" }, `The page cannot start: ${error.message}`));
});

import { contexts, encodings, explain, provide } from "../lib/api.js";
import { drawAnswer, scrollToMended, wholeText } from "./answer.js";
import { examples, moduleOf } from "./assets.js";
import { toHex } from "./bytes.js";
import { drawDeclarations, drawLint } from "./check.js";
import { codeOf, LANGUAGES } from "./code.js";
import { byId, count, element } from "./dom.js";
import { Files } from "./files.js";
import { HexView, MOST_SHOWN } from "./hex.js";
import { fromFragment, MOST_LINKED, toFragment } from "./link.js";
import { look, parseHeaders } from "./look.js";
import { DATA_URL, FORMS, parsePaste } from "./paste.js";
import { drawReadings } from "./readings.js";
import { drawPlaces, drawStages, extent, placesOf } from "./stages.js";
import { drawHealth, drawRepairs, drawText, selectCharacter, selectedRange } from "./text.js";
import { drawVerdict } from "./verdict.js";
import { SOURCES } from "./words.js";

/** What the empty page offers: text that is broken, a response that lies, a dump. */
const STARTS = [
  ["A sentence that was read wrongly", "M\u00C3\u00BCller hat f\u00C3\u00BCr \u00E2\u201A\u00AC 5 Ger\u00C3\u00A4te gekauft"],
  ["A response whose header is wrong", "HTTP/1.1 200 OK\nContent-Type: text/html; charset=iso-8859-1\n\n<title>La citt\u00E0</title>\n<p>Perch\u00E9 \u201Cl\u2019universit\u00E0\u201D \u00E8 chiusa il luned\u00EC?</p>\n"],
  ["A dump of bytes in Shift_JIS", "00000000: 93fa 967b 8cea 82cc 8365 834c 8358 8367  ...{.....e.L.X.g\n00000010: 82cd 934b 90d8 82c9 8c88 82dc 82e9 8142  ...K...........B"],
];

const INVITATION = byId("input").placeholder;

/** How long the page waits after the last key press before it updates, in milliseconds. */
const REST = 150;

const form = byId("form");
const main = byId("main");
const pages = examples();
const hex = new HexView();
const files = new Files(() => update());
/** Where the bytes come from: "none", "example", "files" or "input". */
let kind = "none";
let fragment = "";
let timer = 0;

const reveal = (offset) => hex.reveal(offset);

function say(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

// The form

const isSource = new Set(["example", "input", "as", ""]);

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

/** The bytes that the form says, or `null` if there are none yet. */
function readSource() {
  switch (kind) {
    case "example": {
      const name = form.elements.example.value;
      return { name, type: "", bytes: pages.get(name).bytes, cut: false };
    }
    case "files":
      return files.chosen;
    case "input":
      return { ...pasted(form.elements.input.value, form.elements.as.value), cut: false };
    default:
      return null;
  }
}

/** The paste whose headers were put into the form last, and these headers. */
let taken = "";
let takenHeaders = "";

/** The bytes of what was pasted. Headers that came with it are put into the form, once; they go with it. */
function pasted(text, as) {
  const { name, bytes, headers, isText = false, isCopied = false, doubt } = parsePaste(text, as);
  const why = doubt === undefined ? "" : ` It looks like bytes, but cannot be read so: ${doubt}`;
  const size = isText ? count([...text].length, "character") : count(bytes.length, "byte");
  say("taken", `Taken for ${name}, ${size}.${why}`);
  if (headers === undefined && takenHeaders !== "" && form.elements.headers.value === takenHeaders) form.elements.headers.value = "";
  if (headers === undefined) takenHeaders = "";
  else if (taken !== text) {
    taken = text;
    takenHeaders = headers;
    form.elements.headers.value = headers;
    if (headers !== "") byId("evidence").open = true;
  }
  const isDataUrl = name === DATA_URL && form.elements.headers.value === headers;
  return { bytes, isText, isCopied, isDataUrl, text };
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

/** Whether that is pasted text, or no text at all, and whether it was repaired. */
let isText = false;
let isBinary = false;
let hasRepairs = false;

const isSame = (one, other) =>
  one === other || (one.length === other.length && one.every((byte, at) => byte === other[at]));

function draw(source, facts) {
  const context = contextOf(facts, source);
  const seen = look(source, facts, context, MOST_SHOWN);
  const { change, explanation, health } = seen;
  shown = { ...seen, name: source.name };
  // The same bytes keep their place in the view.
  const bytes = drawn !== null && isSame(drawn, source.bytes) ? drawn : source.bytes;
  drawn = bytes;
  const places = placesOf(explanation, seen.markLength, seen.declarations, change);
  if (health.firstError !== null) {
    places.push({
      start: health.firstError,
      end: health.firstError + 1,
      kind: "error",
      title: "First malformed sequence",
    });
  }
  drawAnswer(seen, source);
  drawVerdict(seen, source);
  drawStages(explanation, reveal);
  drawDeclarations(seen.declarations, reveal);
  drawPlaces(places, reveal);
  hex.show(bytes, places, seen.text.text, seen.positions);
  byId("rows").hidden = bytes.length === 0;
  say("hex-size", bytes.length > MOST_SHOWN || source.cut ? extent(Math.min(bytes.length, MOST_SHOWN), bytes.length, source.cut) : "");
  const areLines = seen.answer.lines !== undefined;
  // What the answer says of pasted text is not said again.
  const left = seen.answer.text.match(/[\x80-\x9F]/g)?.length ?? 0;
  const signs = areLines ? { firstError: null } : source.isText ? { firstError: null, c1Controls: Math.min(left, health.c1Controls) } : health;
  drawHealth(signs, explanation.content === "binary", reveal, seen.repairs.length > 0 || areLines || source.isText);
  drawRepairs(areLines ? [] : seen.repairs, source.isText ? null : reveal);
  isText = source.isText === true;
  isBinary = seen.answer.kind === "binary";
  hasRepairs = seen.repairs.length > 0;
  drawLint(seen.lint, explanation.content === "binary", reveal, areLines);
  say("verdict-title", !areLines ? "Which encoding, and what decided" : "Read in one encoding, it would be");
  say("text-title", source.isText ? "Text, as it was pasted" : "Text, as the bytes have it");
  drawText(seen.text, explanation.content === "binary");
  drawReadings({ ...seen, encoding: explanation.encoding });
  drawCode();
  for (const node of form.querySelectorAll("[data-context]")) node.hidden = node.dataset.context !== context;
}

function drawCode() {
  if (shown === null) return;
  byId("code").textContent = codeOf(byId("language").value, shown.options, shown.name || "FILE");
}

/** Says that what is shown is not what the form says, and why; "" if it is. */
function markStale(why) {
  const isStale = why !== "" && drawn !== null;
  for (const id of ["copy-text", "save", "copy"]) byId(id).disabled = isStale;
  main.classList.toggle("stale", isStale);
  say("stale", isStale ? `Out of date. ${why}` : "");
}

/** Shows the parts of the page that belong to an answer, or those of the empty page. */
function showParts() {
  const isEmpty = drawn === null;
  for (const id of ["answer", "evidence", "results"]) byId(id).hidden = isEmpty;
  // What is said of bytes does not belong to pasted text, and what is said of text not to binary data.
  for (const id of ["evidence", "verdict", "stages-part", "hex-part", "readings-part", "lint-part"]) byId(id).hidden = isEmpty || isText;
  byId("reading-field").hidden = isText || isBinary || shown?.answer.kind === "empty";
  for (const id of ["readings-part", "lint-part"]) byId(id).hidden ||= isBinary;
  byId("text-part").hidden = isBinary || (isText && !hasRepairs && !byId("health").querySelector("li"));
  main.classList.toggle("empty", isEmpty && kind === "none");
  main.classList.toggle("text", isText);
  byId("welcome").hidden = !isEmpty || kind !== "none";
  // Where the field has one line only, so have the words in it.
  form.elements.input.placeholder = kind === "none" ? INVITATION : "Paste something else";
  byId("clear").hidden = isEmpty && kind === "none";
  byId("as-field").hidden = kind !== "input";
  byId("example-note").hidden = kind !== "example";
  if (kind !== "example") form.elements.example.selectedIndex = 0;
  main.dataset.kind = kind;
  files.show(kind === "files");
}

/** There is no answer, and no link to one. */
function clearAnswer() {
  drawn = null;
  shown = null;
  isText = false;
  isBinary = false;
  fragment = "";
  history.replaceState(null, "", location.pathname + location.search);
}

/** Shows what the form says, and keeps it in the address. */
function update() {
  clearTimeout(timer);
  for (const id of ["bytes-problem", "evidence-problem", "link-note", "taken", "selected"]) say(id, "");
  markStale("");
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  let source = null;
  try {
    source = readSource();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    form.elements.input.setAttribute("aria-invalid", "true");
    say("bytes-problem", error.message);
    clearAnswer();
  }
  if (source !== null) {
    try {
      const facts = readFacts();
      draw(source, facts);
      say("example-note", kind === "example" ? (pages.get(source.name)?.note ?? "") : "");
      if (kind !== "input") say("taken", sizeOf(source));
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
  } else if (kind === "none") clearAnswer();
  showParts();
  if (source !== null) scrollToMended();
  main.setAttribute("aria-busy", "false");
}

/** A file's name and size. */
function sizeOf({ name, bytes, cut, size = bytes.length }) {
  const all = `${name}: ${count(size, "byte")}`;
  return cut ? `${all}, of which the first ${bytes.length.toLocaleString("en")} are read.` : `${all}.`;
}

function updateSoon() {
  main.setAttribute("aria-busy", "true");
  clearTimeout(timer);
  timer = setTimeout(update, REST);
}

// The link

let isWhole = true;

function keep(source, facts) {
  const link = toFragment({ kind, source, facts });
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

/** Takes the state from the address. Whether there was one. */
function open() {
  const state = fromFragment(location.hash);
  if (state === null || (state.example !== undefined && !pages.has(state.example))) return false;
  let lost = "";
  if (state.example !== undefined) {
    takeExample(state.example);
    if (state.facts !== null) writeFacts(state.facts);
  } else {
    writeFacts(state.facts ?? {});
    lost = openBytes(state);
  }
  update();
  say("bytes-problem", lost);
  // Show the field that decides.
  if (form.elements.headers.value !== "") byId("evidence").open = true;
  return true;
}

/** Takes the bytes of a link. Returns why there are none, "" if there are. */
function openBytes({ bytes, name, type, isText, isDamaged }) {
  if (bytes === null) {
    kind = "none";
    return isDamaged ? "The link is damaged: its bytes cannot be read." : `${name ?? "The bytes"} had too many bytes for the link: choose the file again.`;
  }
  if (name !== undefined) {
    files.takeBytes({ name, type: type ?? "", bytes });
    kind = "files";
    return "";
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const as = isText ? "text" : /[\0\r\uFEFF\uFFFD]/.test(text) ? "hex" : "file";
  takeInput(as === "hex" ? toHex(bytes) : text, as);
  return "";
}

// What people do. What is new comes without the headers and the context of what was there before.

function takeExample(name) {
  kind = "example";
  form.elements.example.value = name;
  form.elements.input.value = "";
  writeFacts(pages.get(name).facts);
  if (form.elements.headers.value !== "") byId("evidence").open = true;
}

/** Takes a text. `as`: what it is to be taken for, "" to look at it. */
function takeInput(text, as = "") {
  kind = text === "" ? "none" : "input";
  form.elements.input.value = text;
  form.elements.as.value = as;
  if (as !== "" && text !== "" && looksLike(text) === as) form.elements.as.value = "";
  taken = "";
}

const looksLike = (text) => parsePaste(text).form;

async function takeFiles(list) {
  if (list.length === 0) return;
  main.setAttribute("aria-busy", "true");
  kind = "files";
  form.elements.input.value = "";
  writeFacts({});
  const problem = await files.take([...list]);
  if (problem !== "" && files.chosen === null) kind = "none";
  update();
  if (problem !== "") say("bytes-problem", problem);
}

/** Takes what was pasted or dropped: files, else text. Whether there was any. */
function takeTransfer(transfer) {
  if (transfer.files.length > 0) {
    void takeFiles(transfer.files);
    return true;
  }
  const text = transfer.getData("text/plain");
  if (text === "") return false;
  writeFacts({});
  takeInput(text);
  update();
  return true;
}

function clear() {
  writeFacts({});
  takeInput("");
  form.elements.as.value = "";
  update();
  byId("input").focus();
}

/** The whole text of the answer. */
const answerText = () => wholeText({ bytes: drawn }, shown.answer);

async function copyAnswer() {
  try {
    await navigator.clipboard.writeText(answerText());
    say("link-note", "The text is copied.");
  } catch {
    say("link-note", "Not copied: select the text.");
  }
}

function saveAnswer() {
  const name = (shown.name ?? "text").replace(/(\.[^.]*)?$/, (ending) => `.utf-8${ending || ".txt"}`);
  const url = URL.createObjectURL(new Blob([answerText()], { type: "text/plain;charset=utf-8" }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  const declared = shown.explanation.stages.find(({ stage, encoding }) => stage === "prescan" && encoding !== null && encoding !== "UTF-8");
  say("link-note", declared === undefined ? `Saved as ${name}.` : `Saved as ${name}. Its declaration still says ${declared.encoding}: change it by hand.`);
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
    if (event.target.id === "input") {
      if (kind !== "input") writeFacts({});
      kind = event.target.value === "" ? "none" : "input";
      updateSoon();
    } else if (event.target.matches("textarea, input:not([type=radio], [type=checkbox], [type=file])")) updateSoon();
  });
  form.addEventListener("change", (event) => {
    const { id, files: list, value } = event.target;
    if (id === "input" || id === "language") return;
    if (id === "file") {
      void takeFiles(list);
      // The same file can be chosen again.
      event.target.value = "";
      return;
    }
    if (id === "example") {
      if (value === "") return;
      takeExample(value);
    }
    update();
  });
  byId("clear").addEventListener("click", clear);
  byId("copy-text").addEventListener("click", copyAnswer);
  byId("save").addEventListener("click", saveAnswer);
  byId("copy").addEventListener("click", copyLink);
  byId("copy-code").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(byId("code").textContent);
      say("link-note", "The code is copied.");
    } catch {
      say("link-note", "Not copied: select the code.");
    }
  });
  byId("language").addEventListener("change", () => drawCode());
  hex.onPick((offset) => {
    if (shown !== null && selectCharacter(shown.positions.textOffset(offset))) byId("decoded").scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("selectionchange", saySelected);
  // The address holds the state, so the link inside the page must not change it.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId(drawn === null ? "input" : "answer").focus();
  });
  addEventListener("hashchange", () => {
    if (location.hash !== fragment) open();
  });
  document.addEventListener("paste", (event) => {
    const isField = event.target.matches?.("input, textarea, select");
    const { id, value, selectionStart, selectionEnd } = event.target;
    // Into another field, and into the middle of a text, one pastes as ever.
    const isAll = id === "input" && selectionStart === 0 && selectionEnd === value.length;
    if (event.clipboardData.files.length === 0 && isField && !isAll) return;
    if (takeTransfer(event.clipboardData)) event.preventDefault();
  });
  listenForDrops();
}

function listenForDrops() {
  let depth = 0;
  const shade = (change) => {
    depth = Math.max(0, depth + change);
    byId("drop").hidden = depth === 0;
  };
  const holds = (event) => event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain");
  addEventListener("dragenter", (event) => holds(event) && shade(1));
  addEventListener("dragleave", (event) => holds(event) && shade(-1));
  addEventListener("dragover", (event) => holds(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    shade(-depth);
    takeTransfer(event.dataTransfer);
  });
}

function fillLists() {
  const groups = new Map(
    Object.entries(SOURCES).map(([source, name]) => [source, element("optgroup", { label: name })]),
  );
  for (const { name, source, encoding } of pages.values()) {
    groups.get(source).append(element("option", { value: name }, `${name} – ${encoding}`));
  }
  byId("example").append(element("option", { value: "" }, "choose one"));
  byId("as").append(element("option", { value: "" }, "what it looks like"), ...Object.entries(FORMS).map(([name, { title }]) => element("option", { value: name }, title)));
  byId("starts").append(
    ...STARTS.map(([title, text]) => {
      const start = () => {
        writeFacts({});
        takeInput(text);
        update();
      };
      return element("li", {}, element("button", { type: "button", click: start }, title));
    }),
  );
  byId("example").append(...[...groups.values()].filter((group) => group.childElementCount > 0));
  byId("context").append(
    element("option", { value: "" }, "by the MIME type"),
    ...contexts().map((name) => element("option", { value: name }, name)),
  );
  byId("language").append(...Object.entries(LANGUAGES).map(([name, title]) => element("option", { value: name }, title)));
  byId("labels").append(...encodings().map((name) => element("option", { value: name })));
}

async function start() {
  provide(await WebAssembly.instantiate(await moduleOf("module")));
  fillLists();
  listen();
  if (matchMedia("(min-width: 64rem)").matches) byId("evidence").open = true;
  if (!open()) update();
}

start().catch((error) => {
  main.setAttribute("aria-busy", "false");
  say("bytes-problem", `The page cannot start: ${error.message}`);
});

import { byId, element, unseen } from "./dom.js";

/** How many bytes can be scrolled through. Browsers draw nothing that is much taller. */
export const MOST_SHOWN = 2 * 1024 * 1024;

/** How many rows are drawn above and below those that are seen. */
const MARGIN = 8;

/** Hexadecimal, without a call for every byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"));

/** Stands for a control, and for what has no picture. */
const DOT = "·";
/** Stands for a byte of the character before it. */
const MORE = "←";

const visible = (byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? " " : DOT);

const UNSEEN = /[\p{C}\p{Z}]/u;
const MARK = /^\p{M}/u;

/** The bytes in rows, of which only those in view are in the document. */
export class HexView {
  #region = byId("rows");
  #bytes = new Uint8Array();
  #places = [];
  #text = "";
  #positions = null;
  #pick = () => {};
  #perRow = 16;
  #rowHeight = 24;
  #drawn = null;
  #body = element("tbody");
  #above = element("div");
  #below = element("div");
  #table;

  constructor() {
    this.#table = element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, ...["Offset", "Bytes", "Characters"].map((name) => element("th", { scope: "col" }, name))),
      ),
      this.#body,
    );
    this.#region.append(this.#above, this.#table, this.#below);
    this.#region.addEventListener("scroll", () => this.#draw());
    this.#region.addEventListener("click", (event) => this.#picked(event));
    const narrow = matchMedia("(max-width: 40rem)");
    const adapt = () => {
      this.#perRow = narrow.matches ? 8 : 16;
      this.#redraw();
    };
    narrow.addEventListener("change", adapt);
    new ResizeObserver(() => this.#draw()).observe(this.#region);
    adapt();
  }

  /** `pick` is called with the offset of a byte that is clicked. */
  onPick(pick) {
    this.#pick = pick;
  }

  /**
   * Shows other bytes, from their start. `places` are ranges that are marked; `text` is the start of the text, and
   * `positions` say which bytes its characters come from.
   */
  show(bytes, places, text, positions) {
    const isOther = bytes !== this.#bytes;
    this.#bytes = bytes;
    this.#places = places;
    this.#text = text;
    this.#positions?.free();
    this.#positions = positions;
    if (isOther) this.#region.scrollTop = 0;
    this.#redraw();
  }

  /** Scrolls to a byte, without the focus. */
  mark(offset) {
    const row = Math.floor(Math.min(offset, MOST_SHOWN - 1) / this.#perRow);
    this.#region.scrollTop = Math.max(0, row * this.#rowHeight - this.#region.clientHeight / 3);
  }

  /** Scrolls to a byte and takes the focus there. */
  reveal(offset) {
    const row = Math.floor(Math.min(offset, MOST_SHOWN - 1) / this.#perRow);
    this.#region.scrollTop = Math.max(0, row * this.#rowHeight - this.#region.clientHeight / 3);
    this.#redraw();
    this.#region.scrollIntoView({ block: "nearest" });
    this.#region.focus({ preventScroll: true });
    const found = this.#body.querySelector(`[data-row="${row}"]`);
    found?.classList.add("found-row");
    setTimeout(() => found?.classList.remove("found-row"), 1600);
  }

  get #length() {
    return Math.min(this.#bytes.length, MOST_SHOWN);
  }

  #redraw() {
    this.#drawn = null;
    this.#draw();
  }

  #draw() {
    const rows = Math.ceil(this.#length / this.#perRow);
    const first = Math.max(0, Math.floor(this.#region.scrollTop / this.#rowHeight) - MARGIN);
    const seen = Math.ceil(this.#region.clientHeight / this.#rowHeight) || 1;
    const start = Math.min(first, Math.max(0, rows - 1));
    const end = Math.min(rows, first + seen + 2 * MARGIN);
    if (this.#drawn === `${start} ${end}`) return;
    this.#drawn = `${start} ${end}`;
    this.#table.setAttribute("aria-rowcount", String(rows + 1));
    this.#body.replaceChildren(
      ...Array.from({ length: Math.max(0, end - start) }, (_, index) => this.#row(start + index)),
    );
    const height = this.#body.firstElementChild?.getBoundingClientRect().height;
    if (height) this.#rowHeight = height;
    this.#above.style.height = `${start * this.#rowHeight}px`;
    this.#below.style.height = `${Math.max(0, rows - end) * this.#rowHeight}px`;
  }

  #row(row) {
    const start = row * this.#perRow;
    const end = Math.min(this.#length, start + this.#perRow);
    const hex = element("td", { class: "bytes" });
    const characters = element("td", { class: "characters" });
    // Runs of bytes that belong to the same place.
    for (let at = start; at < end;) {
      const place = this.#placeAt(at);
      let stop = at + 1;
      while (stop < end && this.#placeAt(stop) === place) stop += 1;
      const run = Array.from(this.#bytes.subarray(at, stop));
      const digits = run.map((byte) => DIGITS[byte]).join(" ");
      const text = run.map((byte, index) => this.#characterAt(at + index, byte)).join("");
      if (place === null) {
        hex.append(digits);
        characters.append(text);
      } else {
        const said = at === place.start || at === start ? unseen(` (${place.title}) `) : null;
        hex.append(element("mark", { class: place.kind, title: place.title }, digits, said));
        characters.append(element("mark", { class: place.kind }, text));
      }
      at = stop;
      if (at < end) hex.append(" ");
    }
    return element(
      "tr",
      { "data-row": String(row), "aria-rowindex": String(row + 2) },
      element("th", { scope: "row" }, start.toString(16).toUpperCase().padStart(6, "0")),
      hex,
      characters,
    );
  }

  /** What is shown for a byte: the character that starts with it. */
  #characterAt(offset, byte) {
    const textOffset = this.#positions.textOffset(offset);
    if (textOffset >= this.#text.length) return visible(byte);
    if (this.#positions.byteOffset(textOffset) !== offset) return MORE;
    const character = String.fromCodePoint(this.#text.codePointAt(textOffset));
    if (character === " ") return " ";
    if (UNSEEN.test(character)) return DOT;
    return MARK.test(character) ? `◌${character}` : character;
  }

  /** The byte under the pointer: of the row, by the columns of its digits. */
  #picked(event) {
    const cell = event.target.closest("td.bytes");
    if (cell === null || !getSelection().isCollapsed) return;
    const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY) ?? document.caretRangeFromPoint?.(event.clientX, event.clientY);
    const [node, at] = [caret?.offsetNode ?? caret?.startContainer, caret?.offset ?? caret?.startOffset];
    if (node?.nodeType !== Node.TEXT_NODE || !cell.contains(node)) return;
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT, (text) =>
      text.parentElement.className === "unseen" ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    let before = 0;
    for (let text = walker.nextNode(); text !== null && text !== node; text = walker.nextNode()) before += text.length;
    const row = Number(cell.parentElement.dataset.row);
    this.#pick(row * this.#perRow + Math.floor((before + at) / 3));
  }

  #placeAt(offset) {
    return this.#places.find(({ start, end }) => start <= offset && offset < end) ?? null;
  }
}

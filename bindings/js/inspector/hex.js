import { byId, element, unseen } from "./dom.js";

/** How many bytes can be scrolled through. Browsers draw nothing that is much taller. */
export const MOST_SHOWN = 2 * 1024 * 1024;

/** How many rows are drawn above and below those that are seen. */
const MARGIN = 8;

/** Hexadecimal, without a call for every byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"));

const visible = (byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? " " : "·");

/** The bytes in rows, of which only those in view are in the document. */
export class HexView {
  #region = byId("rows");
  #bytes = new Uint8Array();
  #places = [];
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
        element("tr", {}, ...["Offset", "Bytes", "ASCII"].map((name) => element("th", { scope: "col" }, name))),
      ),
      this.#body,
    );
    this.#region.append(this.#above, this.#table, this.#below);
    this.#region.addEventListener("scroll", () => this.#draw());
    const narrow = matchMedia("(max-width: 40rem)");
    const adapt = () => {
      this.#perRow = narrow.matches ? 8 : 16;
      this.#redraw();
    };
    narrow.addEventListener("change", adapt);
    new ResizeObserver(() => this.#draw()).observe(this.#region);
    adapt();
  }

  /** Shows other bytes, from their start. `places` are ranges that are marked. */
  show(bytes, places) {
    const isOther = bytes !== this.#bytes;
    this.#bytes = bytes;
    this.#places = places;
    if (isOther) this.#region.scrollTop = 0;
    this.#redraw();
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
      const text = run.map(visible).join("");
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

  #placeAt(offset) {
    return this.#places.find(({ start, end }) => start <= offset && offset < end) ?? null;
  }
}

import { excerpt } from "./answer.js";
import { readFile } from "./bytes.js";
import { byId, count, element } from "./dom.js";
import { glance } from "./look.js";

/** How many files are listed, and how many bytes of each say what stands in the list. */
const MOST_LISTED = 200;
const MOST_GLANCED = 64 * 1024;

/** The files that were chosen or dropped, of which one is looked at. */
export class Files {
  #files = [];
  #at = 0;
  #asked = 0;
  #changed;
  /** The file that is looked at: its name, type, bytes, and whether there are more; `null` if there is none. */
  chosen = null;

  /** `changed` is called when another file was chosen from the list. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Takes bytes as a file. */
  takeBytes({ name, type, bytes }) {
    this.#asked += 1;
    this.#files = [];
    this.chosen = { name, type, bytes, cut: false };
  }

  /** Takes files, and reads the first that can be read. Returns what went wrong, "" if nothing did. */
  async take(files) {
    const asked = ++this.#asked;
    this.#files = files;
    this.chosen = null;
    const unread = [];
    for (const [at, file] of files.entries()) {
      if (await this.#choose(at, asked)) break;
      unread.push(file.name);
    }
    if (asked === this.#asked) this.#list(asked);
    return unread.length === 0 ? "" : `${unread.slice(0, 3).join(", ")}${unread.length > 3 ? ` and ${unread.length - 3} more` : ""} cannot be read.`;
  }

  /** Shows the list where there are several files. */
  show(isShown) {
    byId("files").hidden = !isShown || this.#files.length < 2;
  }

  async #choose(at, asked) {
    try {
      const chosen = await readFile(this.#files[at]);
      if (asked !== this.#asked) return true;
      this.#at = at;
      this.chosen = chosen;
      this.#mark();
      return true;
    } catch {
      return false;
    }
  }

  #mark() {
    for (const [at, button] of byId("files").querySelectorAll("button").entries()) {
      button.setAttribute("aria-pressed", String(at === this.#at));
    }
  }

  /** Lists the files, then says of one after the other what it reads. */
  async #list(asked) {
    const listed = this.#files.slice(0, MOST_LISTED);
    const rows = listed.map((file, at) => {
      const pick = async () => {
        const isRead = await this.#choose(at, this.#asked);
        this.#changed();
        if (!isRead) byId("bytes-problem").textContent = `${file.name} cannot be read.`;
      };
      const button = element("button", { type: "button", "aria-pressed": String(at === this.#at), click: pick }, element("b", {}, file.name));
      return { file, button };
    });
    const more = this.#files.length - listed.length;
    byId("files").replaceChildren(
      ...rows.map(({ button }) => element("li", {}, button)),
      ...(more > 0 ? [element("li", { class: "hint" }, `and ${count(more, "other file")}`)] : []),
    );
    if (listed.length < 2) return;
    for (const { file, button } of rows) {
      let said;
      try {
        const bytes = new Uint8Array(await file.slice(0, MOST_GLANCED).arrayBuffer());
        said = glance(bytes, file.type, file.size > bytes.length);
      } catch {
        said = { encoding: "cannot be read", text: "" };
      }
      if (asked !== this.#asked) return;
      const { start, end } = excerpt(said.text, []);
      button.append(
        element("span", { class: "encoding" }, said.isMended ? `${said.encoding}, repaired` : said.encoding),
        element("span", { class: "reads", dir: "auto" }, said.text.slice(start, Math.min(end, start + 120)).replace(/\s+/g, " ")),
      );
    }
  }
}

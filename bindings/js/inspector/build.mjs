// Makes the inspector: one HTML file with everything in it, which works from a file, too.
//   node inspector/build.mjs [FILE]      default: inspector/dist/charsniff-inspector.html
// INSPECTOR_URL, if set, is the address at which the page will be published. It then refers to a preview picture, which is
// written to the same folder.
// Needs the package's WebAssembly modules, which ../build.sh makes, and no other package.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { toBody } from "../commonjs.mjs";
import { bytesOf, documents } from "../test/fixtures.js";

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(resolve(here, ...path));

/** Bundles the modules that `entry` needs in one script, each as a function, imported modules first. */
function bundle(entry) {
  const names = new Map();
  const scripts = [];
  const add = (path) => {
    if (names.has(path)) return names.get(path);
    const name = `module${names.size}`;
    names.set(path, name);
    const code = toBody(readFileSync(path, "utf8"), (from) => add(resolve(dirname(path), from)));
    scripts.push(`const ${name} = ((exports) => {\n${code}\nreturn exports;\n})({});`);
    return name;
  };
  add(entry);
  const script = `\n${scripts.join("\n")}\n`;
  if (/<\/script|<!--/i.test(script)) throw new Error("the script has what would end it in HTML");
  return script;
}

/** The documents of fixtures/pages as the page has them: what comes with each by the names of the form's controls. */
function examples() {
  return documents().map((described) => {
    const { file, note, encoding, source, context = "html", headers = [] } = described;
    const { override, reference, parent, history, document, locale, tld, truncated } = described;
    const facts = {
      ...{
        context,
        headers: headers.join("\n"),
        override,
        reference,
        parent,
        history,
        document,
        locale,
        tld,
        truncated,
      },
      ...{ crossOrigin: described.cross_origin, styleSheet: described.style_sheet },
    };
    return { name: file, note, encoding, source, facts, bytes: Buffer.from(bytesOf(described)).toString("base64") };
  });
}

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page, and the policy by which it may run its own script and style, and nothing else. */
function page() {
  const styles = ["base", "form", "answer", "decision", "views", "print"];
  const style = `\n${styles.map((name) => read("styles", `${name}.css`)).join("\n")}`;
  const script = bundle(resolve(here, "main.js"));
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const data = (id, type, text) => `<script type="${type}" id="${id}">${text.replaceAll("<", "\\u003C")}</script>`;
  const wasm = (id, file) => data(id, "text/plain", gzipSync(read("..", file), { level: 9 }).toString("base64"));
  const url = process.env.INSPECTOR_URL;
  const picture = url && `<meta property="og:url" content="${url}">\n<meta property="og:image" content="${new URL("inspector.png", url)}">`;
  const parts = {
    "<!-- Where the page is. -->": picture ?? "",
    '<meta charset="utf-8">': `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="referrer" content="no-referrer">`,
    [styles.map((name) => `<link rel="stylesheet" href="styles/${name}.css">`).join("\n")]: `<style>${style}</style>`,
    '<script type="module" src="main.js"></script>': [
      wasm("module", "charsniff-editing.wasm"),
      data("examples", "application/json", JSON.stringify(examples())),
      `<script type="module">${script}</script>`,
    ].join("\n"),
  };
  let html = read("index.html").toString();
  for (const [place, part] of Object.entries(parts)) {
    if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
    html = html.replace(place, () => part);
  }
  return html;
}

const output = resolve(process.argv[2] ?? resolve(here, "dist/charsniff-inspector.html"));
const html = page();
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, html);
if (process.env.INSPECTOR_URL) copyFileSync(resolve(here, "../../../docs/images/inspector.png"), resolve(dirname(output), "inspector.png"));
console.log(`${output}: ${Buffer.byteLength(html).toLocaleString("en")} bytes`);

// Makes the inspector: one HTML file with everything in it, which works from a file, too.
//   node inspector/build.mjs [FILE]      default: inspector/dist/charsniff-inspector.html
// Needs the package's WebAssembly modules, which ../build.sh makes, and no other package.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { bytesOf, documents } from "../test/fixtures.js";

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(resolve(here, ...path));

/** A module's file and the names that it imports, in one statement of the only form that is understood here. */
const IMPORT = /^import \{([^}]*)\} from "(\.[^"]+)";$/gm;
const EXPORT = /^export (?=(?:async )?(?:function|class|const) (\w+))/gm;
const EXPORTS = /^export \{([^}]*)\};$/gm;

/** The modules that `entry` needs as one script: each a function, those first that others import. */
function bundle(entry) {
  const names = new Map();
  const scripts = [];
  const add = (path) => {
    if (names.has(path)) return names.get(path);
    const name = `module${names.size}`;
    names.set(path, name);
    let code = readFileSync(path, "utf8").replace(IMPORT, (_, imported, from) => {
      return `const {${imported.replace(/ as /g, ": ")}} = ${add(resolve(dirname(path), from))};`;
    });
    const exported = [];
    code = code.replace(EXPORT, (_, word) => {
      exported.push(word);
      return "";
    });
    code = code.replace(EXPORTS, (_, words) => {
      exported.push(words.trim());
      return "";
    });
    const other = /^(?:import|export)\b.*|\bimport\.meta\b|\bimport\(/m.exec(code);
    if (other !== null) throw new Error(`${path}: this cannot be put into one script: ${other[0]}`);
    scripts.push(`const ${name} = (() => {\n${code}\nreturn { ${exported.join(", ")} };\n})();`);
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
  const styles = ["base", "form", "decision", "views"];
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
  const { exports } = JSON.parse(read("../package.json"));
  const [core, detector] = Object.keys(exports).filter((name) => name.endsWith(".wasm"));
  const parts = {
    '<meta charset="utf-8">': `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="referrer" content="no-referrer">`,
    [styles.map((name) => `<link rel="stylesheet" href="styles/${name}.css">`).join("\n")]: `<style>${style}</style>`,
    '<script type="module" src="main.js"></script>': [
      wasm("core", core),
      wasm("detector", detector),
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
console.log(`${output}: ${Buffer.byteLength(html).toLocaleString("en")} bytes`);

// Makes `cjs/`, the package as CommonJS. `require("charsniff")` loads it. `charsniff/inline`, as a module too, takes
// charsniff-editing.wasm from it. build.sh calls this.

import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The only forms of imports and exports that are understood here, each a line. */
const IMPORT = /^import \{([^}]*)\} from "([^"]+)";$/gm;
const IMPORT_ALL = /^import \* as (\w+) from "([^"]+)";$/gm;
const EXPORT_ALL = /^export \* from "([^"]+)";$/gm;
const EXPORT_DEFAULT_FUNCTION = /^export default function (\w+)/gm;
const EXPORT_DEFAULT = /^export default /gm;
const EXPORT = /^export (?=(?:async )?(?:function|class|const) (\w+))/gm;
const EXPORTS = /^export \{([^}]*)\};$/gm;
/** A file beside the module, which is in the folder above the one of CommonJS. */
const FILE = /\bnew URL\("\.\/([^"]+)", import\.meta\.url\)/g;

/** A module's source as the body of a function of `exports`. `nameOf(from)` is an expression for an imported module. */
export function toBody(code, nameOf) {
  const exported = [];
  const body = code
    .replace(IMPORT, (_, names, from) => `const {${names.replace(/ as /g, ": ")}} = ${nameOf(from)};`)
    .replace(IMPORT_ALL, (_, name, from) => `const ${name} = ${nameOf(from)};`)
    .replace(EXPORT_ALL, (_, from) => `Object.assign(exports, ${nameOf(from)});`)
    .replace(EXPORT_DEFAULT_FUNCTION, (_, name) => {
      exported.push(`module.exports = ${name};\nmodule.exports.default = ${name};`);
      return `function ${name}`;
    })
    .replace(EXPORT_DEFAULT, "exports.default = ")
    .replace(EXPORT, (_, name) => {
      exported.push(`exports.${name} = ${name};`);
      return "";
    })
    .replace(FILE, (_, name) => `require("node:path").join(__dirname, "..", "${name}")`)
    .replaceAll("import.meta.url ?? ", "")
    .replace(EXPORTS, (_, names) => {
      exported.push(...names.split(",").map((name) => `exports.${name.trim()} = ${name.trim()};`));
      return "";
    });
  const other = /^(?:import|export)\b.*|\bimport\.meta\b|\bimport\(/m.exec(body);
  if (other !== null) {
    throw new Error(`this form is not understood: ${other[0]}`);
  }
  return `${body}\n${exported.join("\n")}\n`;
}

const here = dirname(fileURLToPath(import.meta.url));

function make() {
  const to = resolve(here, "cjs");
  rmSync(to, { recursive: true, force: true });
  const list = (folder, ending) => readdirSync(resolve(here, folder)).filter((file) => file.endsWith(ending)).map((file) => `${folder}/${file}`);
  for (const folder of ["lib", "compat"]) {
    mkdirSync(resolve(to, folder), { recursive: true });
  }
  const imports = { "#charsniff": { deno: "./inline.js", node: "./node.js", default: "./inline.js" } };
  writeFileSync(resolve(to, "package.json"), `${JSON.stringify({ type: "commonjs", imports }, null, 2)}\n`);
  for (const path of [...list("lib", ".js"), ...list("compat", ".js"), "async.js", "bare.js", "files.js", "inline.js", "node.js"]) {
    const nameOf = (from) => `require(${JSON.stringify(from.replace("./cjs/", "./"))})`;
    writeFileSync(resolve(to, path), `"use strict";\n${toBody(readFileSync(resolve(here, path), "utf8"), nameOf)}`);
  }
  for (const path of [...list(".", ".d.ts"), ...list("compat", ".d.ts")]) {
    cpSync(resolve(here, path), resolve(to, path));
  }
  // The types of a `module.exports` that is a function.
  cpSync(resolve(here, "compat/html-encoding-sniffer.d.cts"), resolve(to, "compat/html-encoding-sniffer.d.ts"));
  const whole = readFileSync(resolve(here, "charsniff-editing.wasm")).toString("base64");
  writeFileSync(resolve(to, "lib/modules.js"), `"use strict";\nexports.whole = "${whole}";\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  make();
}

// A call of the library with the options of the form.

const quoted = (text) => JSON.stringify(text);

/** For a shell. */
const inShell = (text) => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The pairs of options that differ from what is taken without them. */
function given({ headers, context, reading = "standard", ...others }) {
  const values = Object.entries({ ...others, sameOrigin: others.sameOrigin === false ? false : undefined });
  return { headers, context, reading, others: values.filter(([, value]) => value !== undefined && value !== "") };
}

function javascript(options) {
  const { headers, context, reading, others } = given(options);
  const parts = [];
  if (headers.length > 0) parts.push(`headers: ${JSON.stringify(headers)}`);
  parts.push(`context: ${quoted(context)}`);
  if (reading !== "standard") parts.push(`reading: ${quoted(reading)}`);
  parts.push(...others.map(([name, value]) => `${name}: ${JSON.stringify(value)}`));
  return `import { decode } from "charsniff";\n\nconst { text, encoding } = decode(bytes, {\n${parts.map((part) => `  ${part},`).join("\n")}\n});\n`;
}

const PYTHON_NAMES = { override: "override_encoding", reference: "reference_charset", label: "encoding", ignoreBOM: "ignore_bom" };
const inPython = (value) => (value === true ? "True" : value === false ? "False" : JSON.stringify(value));

function python(options) {
  const { headers, context, reading, others } = given(options);
  const pairs = headers.map(([name, value]) => `(${quoted(name)}, ${quoted(value)})`);
  const parts = [
    pairs.length > 0 ? `[${pairs.join(", ")}]` : "None",
    `context=${quoted(context)}`,
    `reading=${quoted(reading)}`,
    ...others.map(([name, value]) => `${PYTHON_NAMES[name] ?? snake(name)}=${inPython(value)}`),
  ];
  return `import charsniff\n\ndecoded = charsniff.decode(data, ${parts.join(", ")})\nprint(decoded.encoding, decoded.text)\n`;
}

const pascal = (name) => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
const RUST = {
  override: ["override_encoding", quoted],
  reference: ["reference_charset", quoted],
  mimeType: ["mime_type", quoted],
  locale: ["locale", quoted],
  tld: ["tld", quoted],
  url: ["url", quoted],
  history: ["history", encodingInRust],
  styleSheet: ["style_sheet", encodingInRust],
  document: ["document", encodingInRust],
  detection: ["detection", (value) => `Detection::${pascal(value)}`],
  prescanLimit: ["prescan_limit", String],
  truncated: ["truncated", String],
  fatal: ["fatal", String],
  ignoreBOM: ["ignore_bom", String],
  stringType: ["string_type", (value) => `StringType::${pascal(value)}`],
};

function encodingInRust(label) {
  return `Encoding::for_label(b${quoted(label)}).expect("a label")`;
}

function rust(options) {
  const { headers, context, reading, others } = given(options);
  const facts = others.filter(([name]) => name !== "parent" && name !== "sameOrigin" && name !== "label");
  const { parent, sameOrigin = true, label } = options;
  const start = label === undefined ? `Context::of(Kind::${pascal(context)})` : `Context::text_decoder(${encodingInRust(label)})`;
  const calls = [
    ...(reading === "standard" ? [] : [`reading(Reading::${pascal(reading)})`]),
    ...(parent === undefined ? [] : [`parent(${encodingInRust(parent)}, ${sameOrigin})`]),
    ...facts.map(([name, value]) => `${RUST[name][0]}(${RUST[name][1](value)})`),
  ];
  const pairs = headers.map(([name, value]) => `(${quoted(name)}, ${quoted(value)})`);
  const evidence = pairs.length > 0 ? `&[${pairs.join(", ")}][..]` : "()";
  const made = [start, ...calls].join("\n    .");
  const types = ["Context", "Detection", "Encoding", "Kind", "Reading", "StringType"].filter((type) => made.includes(`${type}::`));
  return `use charsniff::{${types.join(", ")}, decode};\n\nlet context = ${made};\nlet decoded = decode(&bytes, ${evidence}, &context);\nprintln!("{} {}", decoded.sniffed, decoded.text);\n`;
}

function command(options, name) {
  const { headers, context, reading, others } = given(options);
  const parts = ["charsniff", "--explain", "--reading", reading, "--context", context];
  for (const [field, value] of headers) parts.push("--header", `${field}: ${value}`);
  for (const [option, value] of others) {
    if (option === "parent" && options.sameOrigin === false) continue;
    if (option === "sameOrigin") continue;
    if (option === "mimeType") {
      parts.push("--content-type", value);
      continue;
    }
    const flag = `--${snake(option).replaceAll("_", "-").replace("ignore-b-o-m", "ignore-bom")}`;
    parts.push(...(value === true ? [flag] : [flag, String(value)]));
  }
  return `${parts.map(inShell).join(" ")} ${inShell(name)}\n`;
}

export const LANGUAGES = { command: "Command", rust: "Rust", python: "Python", javascript: "JavaScript" };

/** A call with these options; `name` is the file's. */
export function codeOf(language, options, name) {
  return { command, rust, python, javascript }[language](options, name);
}

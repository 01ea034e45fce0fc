/** The stages of the pipeline: what each is called here, and what it looks at. */
export const STAGES = {
  bom: ["Byte order mark", "EF BB BF, FE FF or FF FE at the start"],
  override: ["Override", "the user’s choice, or XMLHttpRequest’s"],
  transport: ["HTTP header", "the charset of Content-Type"],
  prescan: ["Declaration in the bytes", "<meta>, <?xml encoding?>, @charset"],
  "explicit-environment": ["Reference", "charset of the element that refers to it"],
  "implicit-environment": ["Neighbour", "parent page, earlier visit, document"],
  detector: ["Detector", "the bytes themselves, weighed"],
  locale: ["Locale", "the legacy encoding of the user’s language"],
  default: ["Default", "what the context falls back to"],
};

/** What decided, in a few words. */
export const SOURCES = {
  bom: "byte order mark",
  override: "override",
  transport: "HTTP header",
  meta: "<meta> in the page",
  "xml-declaration": "XML declaration",
  "at-charset": "@charset rule",
  comment: "comment",
  reference: "charset of the reference",
  parent: "parent page",
  history: "earlier visit",
  "style-sheet": "importing style sheet",
  document: "referring document",
  detector: "detector",
  locale: "locale",
  default: "default of the context",
};

/** The same in a sentence. A data: URL has no header, but a type that counts as one. */
export const sourceInWords = (name, { isDataUrl }) => (name === "transport" && isDataUrl ? "type of the data: URL" : (SOURCES[name] ?? name));

/** The readings that can be chosen. */
export const READINGS = {
  standard: "The standard",
  chromium: "Chromium",
  firefox: "Firefox",
  crawler: "A crawler",
};

/** How the answer is introduced where it is that of a reading. */
export const SHOWS = {
  standard: "As the standard reads it",
  chromium: "As Chromium shows it",
  firefox: "As Firefox shows it",
};

/** Whether a browser asks a detector of its own, which is not in this page. */
export function standsIn({ name, explanation }) {
  return explanation.source === "detector" && (name === "chromium" || name === "firefox");
}

/** How much of a label is shown, in bytes: a name has at most 23. */
const MOST_OF_LABEL = 60;

/** A label, a character a byte; what can't be seen is escaped. */
export function printable(label) {
  const [shown, rest] = [label.slice(0, MOST_OF_LABEL), label.length - MOST_OF_LABEL];
  const more = rest > 0 ? `… (${rest.toLocaleString("en")} bytes more)` : "";
  return more === "" ? escaped(shown) : `${escaped(shown)}${more}`;
}

function escaped(label) {
  return label.replace(/[^\x20-\x7E]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  });
}

/** A remark of the library, with numbers written as everywhere on the page. */
export const remarked = (remark) =>
  remark?.replace(/\b\d{4,}(?= bytes?\b)/g, (digits) => Number(digits).toLocaleString("en")).replace("the platform finds nothing", "browsers find nothing").replace("the platform finds", "browsers take") ?? null;

/** A stage's name inside a sentence. */
const inSentence = (stage) => STAGES[stage.stage][0].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

const quoted = (label) => `“${printable(label)}”`;

function reason({ source, encoding }, { label, offset, remark: said }) {
  const remark = remarked(said);
  const at = offset === null ? "" : ` at byte ${offset.toLocaleString("en")}`;
  const says = `says ${label === null ? encoding : quoted(label)}${at}${remark === null ? "" : ` (${remark})`}`;
  switch (source) {
    case "bom":
      return "The bytes start with a byte order mark, which comes before everything else.";
    case "override":
      return "The override comes before all that the resource says of itself.";
    case "transport":
      return `The Content-Type header ${says}, and headers come before what stands in the bytes.`;
    case "meta":
      return `No header decides, and a <meta> in the page ${says}.`;
    case "xml-declaration":
      return `No header decides, and the XML declaration ${says}.`;
    case "at-charset":
      return `No header decides, and the @charset rule ${says}.`;
    case "comment":
      return `No header decides, and a comment ${says}.`;
    case "reference":
      return `The resource says nothing that counts, and the element that refers to it ${says}.`;
    case "parent":
      return `The page says nothing that counts, so it takes ${encoding} from the page that it stands in.`;
    case "history":
      return `The page says nothing that counts, and was ${encoding} when it was last visited.`;
    case "style-sheet":
      return `The style sheet says nothing that counts, so it takes ${encoding} from the one that imports it.`;
    case "document":
      return `The resource says nothing that counts, so it takes ${encoding} from the document that refers to it.`;
    case "detector":
      return `Nothing declares an encoding that counts, so the detector decides by the bytes: ${remark}.`;
    case "locale":
      return `Nothing else has an answer; ${encoding} is what old pages in the user’s language are in.`;
    default:
      return remark === null
        ? `Nothing else has an answer, and this context falls back to ${encoding}.`
        : `Nothing else has an answer, and this context falls back to ${encoding}: ${remark}.`;
  }
}

/** What is worth a warning: labels that lost, or that name no encoding. */
function losses({ encoding, stages }) {
  const sentences = [];
  const refuted = stages.filter((stage) => stage.outcome === "refuted");
  if (refuted.length > 0) {
    const list = refuted.map((stage) => `${stage.label === null ? stage.encoding : quoted(stage.label)} (${inSentence(stage)})`);
    sentences.push(`The bytes refute ${list.join(" and ")}.`);
  }
  const late = stages.filter(
    (stage) => stage.outcome === "too-late" && stage.label !== null && stage.encoding !== encoding,
  );
  if (late.length > 0) {
    const list = late.map((stage) => `${quoted(stage.label)} (${inSentence(stage)})`);
    sentences.push(`Too late: ${list.join(", ")}.`);
  }
  for (const stage of stages) {
    if (stage.outcome === "too-late" || stage.outcome === "refuted") continue;
    if (stage.consulted && stage.label !== null && stage.encoding === null) {
      sentences.push(`${quoted(stage.label)} (${inSentence(stage)}): ${remarked(stage.remark) ?? "names no encoding"}.`);
    } else if (stage.outcome === "ignored" && stage.encoding !== null && stage.encoding !== encoding) {
      sentences.push(`The ${inSentence(stage)} would say ${stage.encoding}, but this context does not consult it.`);
    }
  }
  return sentences;
}

/** Why the verdict is what it is, in sentences. `isEmpty`: there are no bytes. */
export function why(explanation, isEmpty) {
  const decided = explanation.stages.find((stage) => stage.outcome === "decided");
  const sentences = [reason(explanation, decided), ...losses(explanation)];
  if (isEmpty) {
    sentences.push("There are no bytes.");
  } else if (explanation.content === "binary") {
    sentences.push("The bytes look binary, not like text.");
  } else if (explanation.content === "ascii" && explanation.source !== "bom") {
    sentences.push("The bytes are all ASCII, which reads the same in nearly every encoding.");
  }
  return sentences;
}

/** What a declaration does that only the parser meets. */
export function changeInWords({ encoding, start }) {
  return `A parser changes it to ${encoding} when it comes to the <meta> at byte ${start.toLocaleString("en")}.`;
}

/** What health says, in sentences; none if there is nothing to say. */
export function symptoms(health) {
  const number = (count, one, many) => (count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`);
  const found = [];
  if (health.malformed > 0) {
    found.push(
      `${number(health.malformed, "malformed sequence", "malformed sequences")} (${number(health.malformedBytes, "byte", "bytes")})`,
    );
  }
  if (health.replacementCharacters > 0) {
    found.push(
      `${health.replacementCharacters.toLocaleString("en")} U+FFFD in the bytes themselves: an earlier decoding went wrong`,
    );
  }
  if (health.questionMarks > 0) {
    found.push(`${number(health.questionMarks, "question mark stands", "question marks stand")} in the place of letters`);
  }
  if (health.c1Controls > 0) found.push(number(health.c1Controls, "C1 control", "C1 controls"));
  if (health.doublyEncoded > 0) {
    found.push(`${number(health.doublyEncoded, "character looks", "characters look")} doubly encoded`);
  }
  if (health.isMisreadUtf8) found.push("The bytes are valid UTF-8, but are read as something else");
  if (health.isUtf32) found.push("The bytes are UTF-32, which is no encoding of the Web: browsers cannot show it");
  return found;
}

/** What the bytes are in, in a few words each, where the answer does not say it: whether it is `bad`, and the words. */
export function states({ explanation, change, health }) {
  const found = [];
  if (explanation.content === "binary") return [[true, "binary, no text"]];
  if (health.isUtf32 && !explanation.encoding.startsWith("UTF-32")) found.push([true, "UTF-32"]);
  if (change !== null) found.push([false, `a parser will switch to ${change.encoding}`]);
  return found;
}

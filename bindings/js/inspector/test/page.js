// The texts that the page shows, and those that it should show.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { settled } from "./browsers.js";

/** The widths at which the page is tested: desktop, small screen, phone. */
export const WIDTHS = [1440, 1024, 390];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The texts of the page, by their meaning. */
export function readPage() {
  const value = (node, field) => node.querySelector(`[data-field="${field}"]`)?.textContent ?? null;
  const verdict = document.getElementById("verdict-body");
  return {
    encoding: value(verdict, "encoding"),
    confidence: value(verdict, "confidence"),
    source: verdict.querySelector("[data-field=source]").dataset.value,
    stages: [...document.querySelectorAll("#stages > li")].map((row) => ({
      stage: row.dataset.stage,
      label: value(row, "label"),
      offset: row.querySelector("[data-field=offset]")?.firstChild.textContent ?? null,
      encoding: value(row, "encoding"),
      outcome: value(row, "outcome"),
      remark: value(row, "remark"),
    })),
    text: document.querySelector("#decoded pre").textContent,
    problem: document.querySelector("#decoded .problem")?.textContent ?? null,
    health: document.getElementById("health").textContent,
    readings: [...document.querySelectorAll("#readings > li")].map((card) => [
      card.querySelector("h4").firstChild.textContent,
      card.querySelector(".encoding").textContent,
      card.querySelector(".about").textContent.split(",")[0],
    ]),
    width: document.documentElement.scrollWidth,
    slips: document.body.innerText.match(/undefined|null|NaN|\[object/g),
  };
}

/** Selects each example in the form, in the page. */
export async function readAll() {
  const { example, reading } = document.getElementById("form").elements;
  const choose = (select, value) => {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const found = {};
  for (const { value } of [...example.options].filter(({ value }) => value !== "")) {
    choose(example, value);
    choose(reading, "standard");
    found[value] = window.readPage();
  }
  return found;
}

/** The texts that the page should show for an object of the command. */
export function shown({ said }) {
  const { standard } = said;
  const outcome = (stage) => {
    if (stage.outcome === "nothing") return stage.consulted ? "nothing found" : "not consulted";
    return { decided: "decided", "too-late": "too late", ignored: "not consulted: ignored" }[stage.outcome];
  };
  const escaped = (label) =>
    label?.replace(/[^ -~]/g, (c) => `\\x${c.charCodeAt().toString(16).toUpperCase().padStart(2, 0)}`);
  return {
    encoding: standard.encoding,
    confidence: standard.confidence,
    source: standard.source,
    stages: standard.stages.map((stage) => ({
      stage: stage.stage,
      label: escaped(stage.label) ?? null,
      offset: stage.offset === null ? null : `at byte ${stage.offset.toLocaleString("en")}`,
      encoding: stage.encoding,
      outcome: outcome(stage),
      remark: stage.remark?.replace(/\d{4,}(?= bytes)/g, (digits) => Number(digits).toLocaleString("en")) ?? null,
    })),
    readings: [
      ["The standard", said.standard.encoding, said.standard.confidence],
      ["Chromium", said.chromium.encoding, said.chromium.confidence],
      ["Firefox", said.firefox.encoding, said.firefox.confidence],
      ["A crawler", said.crawler.encoding, said.crawler.confidence],
    ],
  };
}

/** Text with controls as the page shows them. */
export const drawn = (text) =>
  text.replace(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g, (c) =>
    c.charCodeAt().toString(16).toUpperCase().padStart(2, 0),
  );

export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** The large line of the answer. */
export const answerOf = (page) => page.$eval("#answer-text", (line) => line.textContent);

/** What is said of it. */
export const whyOf = (page) => page.$eval("#answer-why", (words) => words.textContent);

/** The width of the page, including what overflows. */
export const widthOf = (page) => page.evaluate(() => document.documentElement.scrollWidth);

export const verdictOf = (page) => page.$eval("#verdict-body .line", (line) => line.textContent);

/** Replaces the text of a field. */
export async function fill(page, selector, text) {
  await page.$eval(
    selector,
    (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    text,
  );
  await settled(page);
}

/** Presses a key at the focus, and waits for the result. */
export async function press(page, key) {
  await page.keyboard.press(key);
  await settled(page);
}

// Loads every case, reads what the browser made of it and posts the answers to /results.
"use strict";

// How many windows load cases at the same time.
const LANES = 4;
// A case that has not answered after this long (milliseconds) is tried again, and at last recorded
// as not loaded.
const PATIENCE = 6000;
const TRIES = 3;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// The probe stands between "[[[" and "]]]" in every case; null where the text does not have it.
function probe(text) {
  const found = /\[\[\[([^]*?)\]\]\]/.exec(text ?? "");
  return found ? found[1] : null;
}

// Waits until the window of this lane shows the document at `path`, wholly loaded, and the same one
// several times: Firefox may be about to load a page again for a late declaration.
async function load(lane, path) {
  const name = `lane${lane}`;
  const shown = window.open(path, name);
  const give_up = performance.now() + PATIENCE;
  let before = null;
  let times = 0;
  while (performance.now() < give_up) {
    await sleep(15);
    let now = null;
    try {
      if (shown.location.pathname === path && shown.document.readyState === "complete") now = shown.document;
    } catch (_) {
      // An error page cannot be read: wait until PATIENCE is over.
    }
    times = now && now === before ? times + 1 : 0;
    if (times === 3) return shown;
    before = now;
  }
  throw new Error("not loaded");
}

// What a document became, with the probe from its text or, when a comment or a template hides it,
// from its serialization.
function read_document(document) {
  const root = document.documentElement;
  const encoding = document.characterSet;
  if (document.getElementsByTagName("parsererror").length > 0) return { encoding, text: null, error: "not well-formed" };
  return { encoding, text: probe(root?.textContent) ?? probe(new XMLSerializer().serializeToString(document)) };
}

async function until(condition) {
  const give_up = performance.now() + PATIENCE;
  while (performance.now() < give_up) {
    const value = condition();
    if (value !== undefined) return value;
    await sleep(5);
  }
  return undefined;
}

function message_from(worker) {
  return new Promise((resolve) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.onerror = () => resolve(null);
    setTimeout(() => resolve(null), PATIENCE);
  }).finally(() => worker.terminate());
}

async function xhr(item, type) {
  const request = new XMLHttpRequest();
  request.open("GET", `/c/${item.number}`);
  request.responseType = type;
  if (item.environment.override_mime !== undefined) request.overrideMimeType(item.environment.override_mime);
  await new Promise((resolve) => {
    request.onloadend = resolve;
    request.send();
  });
  return request.response;
}

// One function a way of loading; the keys are the `how` of the cases.
const ways = {
  async "navigate"(item, lane) {
    return read_document((await load(lane, `/c/${item.number}`)).document);
  },
  async "frame"(item, lane) {
    const shown = await load(lane, `/p/${item.number}`);
    const message = await until(() => shown.result);
    return { encoding: message.encoding, text: probe(message.text) };
  },
  async "style"(item, lane) {
    const shown = await load(lane, `/p/${item.number}`);
    const style = shown.getComputedStyle(shown.document.documentElement);
    return { text: probe(style.getPropertyValue("--probe")) };
  },
  async "script"(item, lane) {
    const shown = await load(lane, `/p/${item.number}`);
    return { text: probe(shown.result) };
  },
  async "worker"(item) {
    return { text: probe(await message_from(new Worker(`/c/${item.number}`))) };
  },
  async "module-worker"(item) {
    return { text: probe(await message_from(new Worker(`/c/${item.number}`, { type: "module" }))) };
  },
  async "import-scripts"(item) {
    return { text: probe(await message_from(new Worker(`/p/${item.number}`))) };
  },
  async "xhr-text"(item) {
    return { text: probe(await xhr(item, "")) };
  },
  async "xhr-document"(item) {
    const response = await xhr(item, "document");
    return response ? read_document(response) : { encoding: null, text: null };
  },
  async "xhr-json"(item) {
    return { text: probe((await xhr(item, "json"))?.probe) };
  },
  async "fetch-text"(item) {
    return { text: probe(await (await fetch(`/c/${item.number}`)).text()) };
  },
  async "fetch-json"(item) {
    const json = await (await fetch(`/c/${item.number}`)).json().catch(() => null);
    return { text: probe(json?.probe) };
  },
  async "event-stream"(item) {
    const source = new EventSource(`/c/${item.number}`);
    const data = await new Promise((resolve) => {
      source.onmessage = (event) => resolve(event.data);
      source.onerror = () => resolve(null);
    });
    source.close();
    return { text: probe(data) };
  },
  async "webvtt"(item) {
    const video = document.createElement("video");
    const element = document.createElement("track");
    video.append(element);
    document.body.append(video);
    await new Promise((resolve) => {
      element.onload = element.onerror = resolve;
      element.src = `/c/${item.number}`;
      element.track.mode = "hidden";
      setTimeout(resolve, PATIENCE);
    });
    const cue = element.track.cues?.[0];
    video.remove();
    return { text: probe(cue?.text) };
  },
  async "text-decoder"(item) {
    const bytes = Uint8Array.from(atob(item.base64), (c) => c.charCodeAt(0));
    try {
      const decoder = new TextDecoder(item.environment.label, item.environment.options);
      try {
        return { encoding: decoder.encoding, text: decoder.decode(bytes) };
      } catch (_) {
        return { encoding: decoder.encoding, text: null, error: "not decoded" };
      }
    } catch (_) {
      return { encoding: null, text: null, error: "no such label" };
    }
  },
};

async function post(path, value) {
  await fetch(path, { method: "POST", body: JSON.stringify(value) });
}

async function main() {
  const items = await (await fetch("/cases")).json();
  const answers = [];
  let next = 0;
  async function run(lane) {
    while (next < items.length) {
      const item = items[next++];
      let answer;
      for (let tries = 0; tries < TRIES && !answer; tries++) {
        answer = await ways[item.how](item, lane).catch(() => undefined);
      }
      answer ??= { error: "not loaded" };
      answers.push([item.number, answer]);
      if (answers.length >= 50) {
        document.getElementById("progress").textContent = `${next} of ${items.length}`;
        await post("/results", answers.splice(0));
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, lane) => run(lane)));
  await post("/results", answers.splice(0));
  await post("/done", navigator.userAgent);
}

main();

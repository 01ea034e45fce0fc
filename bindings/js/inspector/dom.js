/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/**
 * A new element. `attributes` are set as attributes; a function is a listener of the event that its name says.
 * What is `null` or `false` among attributes and children is left out.
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value !== null && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== false));
  return node;
}

/** `3 bytes`, `1,024 bytes`, `1 byte`. */
export function count(number, thing) {
  return `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
}

/** Text for screen readers only. */
export const unseen = (text) => element("span", { class: "unseen" }, text);

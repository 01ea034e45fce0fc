// In Node, `require` gives the function itself. Bundlers refuse this name of an export in code for older browsers.

export { default, default as "module.exports" } from "./html-encoding-sniffer.js";

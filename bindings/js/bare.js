// The package without its WebAssembly modules: the program loads them and gives them to `provide`.

export * from "./lib/api.js";

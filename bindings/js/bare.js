// The package without its modules: the program brings them by `provide`, from wherever it has them.

export * from "./lib/api.js";

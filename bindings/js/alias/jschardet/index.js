export * from "charsniff/jschardet";
export { default } from "charsniff/jschardet";

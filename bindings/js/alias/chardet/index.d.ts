export * from "charsniff/chardet";
export { default } from "charsniff/chardet";

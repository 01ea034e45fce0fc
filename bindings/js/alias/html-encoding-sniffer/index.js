export { default } from "charsniff/html-encoding-sniffer";

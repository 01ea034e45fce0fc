export * from "charsniff/encoding-sniffer";

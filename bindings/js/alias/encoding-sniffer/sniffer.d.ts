export * from "charsniff/encoding-sniffer/sniffer";

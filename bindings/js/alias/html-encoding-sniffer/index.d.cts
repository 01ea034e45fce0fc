import sniffer = require("charsniff/html-encoding-sniffer");
export = sniffer;

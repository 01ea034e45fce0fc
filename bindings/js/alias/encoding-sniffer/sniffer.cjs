"use strict";
module.exports = require("charsniff/encoding-sniffer/sniffer");

"use strict";
module.exports = require("charsniff/html-encoding-sniffer");

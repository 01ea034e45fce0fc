"use strict";
module.exports = require("charsniff/chardet");

"use strict";
module.exports = require("charsniff/jschardet");

/** Runs a bundle of the build, and writes the code that was compiled when it ends. */
"use strict";
const { load, save } = require("../dist/code-cache.cjs");

process.argv.splice(1, 1);
process.on("exit", save);
load(process.argv[1]);

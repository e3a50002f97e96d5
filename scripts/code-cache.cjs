/**
 * Loads the bundles of the build. Beside each lies the code that V8 made of it in the build, which
 * takes a third off a start. A version of Node that did not make the code compiles the bundle as
 * usual, and so does one that maps stacks to sources: Node maps only what it loads by itself.
 */
"use strict";
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const scripts = new Map();
/** What is loaded; bundles find this file like one of them. */
const modules = new Map([[__filename, module]]);

/** The name of a bundle holds a hash of its text: the cache is of the same text. */
const cacheOf = (file) => `${file}.cache`;

const compile = (file) => {
  const cache = cacheOf(file);
  const text = readFileSync(file, "utf8");
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${text}\n})`,
    { filename: file, cachedData: existsSync(cache) ? readFileSync(cache) : undefined },
  );
  scripts.set(file, script);
  return script.runInThisContext();
};

/** Gives what a bundle exports. */
const load = (file) => {
  const knownModule = modules.get(file);
  if (knownModule !== undefined) return knownModule.exports;
  const module = { exports: {} };
  modules.set(file, module);
  const folder = dirname(file);
  // Packages are found from this file as from any bundle.
  const requireFrom = (id) => (id.startsWith(".") ? load(join(folder, id)) : require(id));
  compile(file)(module.exports, requireFrom, module, file, folder);
  return module.exports;
};

exports.load = process.sourceMapsEnabled ? require : load;
/** Writes what has been compiled until now. */
exports.save = () => {
  for (const [file, script] of scripts) writeFileSync(cacheOf(file), script.createCachedData());
};
/** Scripts have no `import` of their own. */
exports.importPackage = (id) => import(id);

#!/usr/bin/env node
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

const BUNDLE = join(__dirname, "../dist/main.cjs");

/** Reading commands need half of what writing ones need, and less is read faster. */
const cacheFor = (command) =>
  `${BUNDLE}.${command === "commit" || command === "annotate" ? "write" : "read"}.cache`;

/**
 * Loads the bundle as `require` would, but with what V8 compiled of it when it was built: compiling
 * it takes longer than most commands. V8 refuses what another version of it has saved, and compiles
 * as ever.
 */
function load(command) {
  // The bundle is plain ASCII. The build saves the caches last, so the three files belong together.
  const source = readFileSync(BUNDLE, "latin1");
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    { filename: BUNDLE, cachedData: saved(cacheFor(command)) },
  );
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, BUNDLE, join(BUNDLE, ".."));
  return { script, exports: module.exports };
}

function saved(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Runs this process as the command. What is loaded by `vm` cannot import, so it is given a way. */
function start(name, path) {
  load(process.argv[2]).exports.start({ name, path }, (id) => import(id));
}

module.exports = { cacheFor, load, start };

if (require.main === module) start("fold", __filename);

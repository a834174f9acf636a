#!/usr/bin/env node
"use strict";
const { closeSync, fstatSync, openSync, readFileSync, readSync } = require("node:fs");
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
  // The build saves the caches last, so the three files belong together. The bundle is a function
  // already, for to wrap it here would copy it.
  const source = readFileSync(BUNDLE, "utf8");
  const script = new Script(source, { filename: BUNDLE, cachedData: saved(cacheFor(command)) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, BUNDLE, join(BUNDLE, ".."));
  return { script, exports: module.exports };
}

/** `readFileSync` would do as well, but for bytes it takes half a millisecond when first called. */
function saved(file) {
  let descriptor;
  try {
    descriptor = openSync(file);
    const bytes = Buffer.allocUnsafeSlow(fstatSync(descriptor).size);
    return readSync(descriptor, bytes) === bytes.length ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Runs this process as the command. What is loaded by `vm` cannot import, so it is given a way. */
function start(name, path) {
  load(process.argv[2]).exports.start({ name, path }, (id) => import(id));
}

module.exports = { cacheFor, load, start };

if (require.main === module) start("fold", __filename);

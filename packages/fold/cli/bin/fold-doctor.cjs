#!/usr/bin/env node
"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

const BUNDLE = join(__dirname, "../dist/doctor.cjs");

// The bundle is a function, as that of `fold` is; what it does takes longer than to compile it.
const script = new Script(readFileSync(BUNDLE, "utf8"), { filename: BUNDLE });
const module_ = { exports: {} };
script.runInThisContext()(module_.exports, require, module_, BUNDLE, join(BUNDLE, ".."));
module_.exports.start({ name: "fold-doctor", path: __filename }, (id) => import(id));

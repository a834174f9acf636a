#!/usr/bin/env node
"use strict";
require("./fold.cjs").start("foldctl", __filename);

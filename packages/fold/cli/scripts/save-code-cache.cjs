"use strict";
/**
 * Saves what V8 has compiled of the bundle when commands have run, so that the next start on the
 * same Node need not compile. Another version of Node refuses the files and compiles as ever; nothing
 * but speed depends on them.
 *
 * V8 notes in the cache what ran often enough for its baseline compiler, and each start then prepares
 * it for that at once, which takes 4 ms of a commit. So that compiler is off while the commands run
 * here. It is on again for saving, for a cache is refused by a V8 with other flags.
 *
 * Run without arguments for both caches; with the name of a step, for that step alone.
 */
const { execFileSync } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { cacheFor, load } = require("../bin/fold.cjs");

const declaration = {
  op: "declare",
  id: "one",
  title: "One",
  summary: "Something",
  kind: "risk",
  tier: "M",
  due_at: "P1D",
  sources: [{ id: "s", origin: "git", ref: "main" }],
};
/** So many that the next commit is the one that refreshes the caches of the store. */
const FILLED = 95;
/** One that refreshes them, and one that reads what it left. */
const BATCHES = FILLED + 2;

function batchNumber(number) {
  const patch = { op: "patch", id: "one", title: `Title ${number}` };
  return { batch_id: String(number), declarations: [number === 1 ? declaration : patch] };
}

const fileOf = (number) => `${number}.json`;

const commit = (number) => ["commit", "--init", "--actor", "build", fileOf(number)];
const ANNOTATE = ["annotate", "--actor", "build", "--entry", "one", "--text", "text"];

/** In this order, each in a process of its own. */
const STEPS = {
  fill: Array.from({ length: FILLED }, (_, index) => commit(index + 1)),
  state: [["state"], ["history"]],
  commit: [commit(FILLED + 1), commit(FILLED + 2), ANNOTATE],
};

async function run(step, cwd) {
  setFlagsFromString("--no-sparkplug");
  const { script, exports: bundle } = load(step);
  const real = bundle.processIo({ name: "foldctl", path: __filename }, () => Promise.reject());
  const silent = { isTerminal: () => false, write: async () => ({ ok: true }) };
  const io = { ...real, cwd, env: {}, stdout: silent };
  for (const args of STEPS[step]) {
    const exit = await bundle.main(args, io);
    if (exit !== 0) throw new Error(`fold ${args.join(" ")} ended with ${exit}`);
  }
  if (step === "fill") return;
  setFlagsFromString("--sparkplug");
  writeFileSync(cacheFor(step), script.createCachedData());
}

function runAll() {
  const cwd = mkdtempSync(join(tmpdir(), "fold-build-"));
  try {
    for (let number = 1; number <= BATCHES; number += 1) {
      writeFileSync(join(cwd, fileOf(number)), JSON.stringify(batchNumber(number)));
    }
    for (const step of Object.keys(STEPS)) {
      rmSync(cacheFor(step), { force: true });
      execFileSync(process.execPath, [__filename, step, cwd], { stdio: "inherit" });
    }
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const [step, cwd] = process.argv.slice(2);
if (step === undefined) runAll();
else {
  run(step, cwd).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
}

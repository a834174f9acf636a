"use strict";
/**
 * Saves what V8 has compiled of the bundle when commands have run once, so that the next start on the
 * same Node need not compile. Another version of Node refuses the files and compiles as ever; nothing
 * but speed depends on them.
 *
 * Run without arguments for both caches; with the name of a command, in a process of its own, for
 * the one that this command uses.
 */
const { execFileSync } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
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
/** Enough for a store to have saved its caches, so that reading them is among what was compiled. */
const BATCHES = 300;

function batchNumber(number) {
  const patch = { op: "patch", id: "one", title: `Title ${number}` };
  return { batch_id: String(number), declarations: [number === 1 ? declaration : patch] };
}

const fileOf = (number) => `${number}.json`;

async function save(command, cwd) {
  const { script, exports: bundle } = load(command);
  const real = bundle.processIo({ name: "foldctl", path: __filename }, () => Promise.reject());
  const silent = { isTerminal: () => false, write: async () => ({ ok: true }) };
  const io = { ...real, cwd, env: {}, stdout: silent };
  for (const args of RUNS[command]) await bundle.main(args, io);
  writeFileSync(cacheFor(command), script.createCachedData());
}

const WRITE = ["--init", "--actor", "build"];
const RUNS = {
  commit: [
    ...Array.from({ length: BATCHES }, (_, index) => ["commit", ...WRITE, fileOf(index + 1)]),
    ["annotate", ...WRITE, "--entry", "one", "--text", "text"],
  ],
  // After the writing ones have left a store.
  state: [["state"], ["history"]],
};

function saveBoth() {
  const cwd = mkdtempSync(join(tmpdir(), "fold-build-"));
  try {
    for (let number = 1; number <= BATCHES; number += 1) {
      writeFileSync(join(cwd, fileOf(number)), JSON.stringify(batchNumber(number)));
    }
    for (const command of Object.keys(RUNS)) {
      rmSync(cacheFor(command), { force: true });
      execFileSync(process.execPath, [__filename, command, cwd], { stdio: "inherit" });
    }
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const [command, cwd] = process.argv.slice(2);
if (command === undefined) saveBoth();
else {
  save(command, cwd).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
}

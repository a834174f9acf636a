// `npm run docs:pictures`: draws the pictures of the documentation anew, from stores that it makes by
// the command itself. Beside each picture lies its manifest; a test draws them once more and compares.
//
// Usage: node docs/pictures/draw.mjs [FOLDER]     FOLDER is this one unless given

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const bin = fileURLToPath(new URL("../../packages/fold/cli/bin/fold.cjs", import.meta.url));
const out = process.argv[2] ?? here;

const pictures = [
  { name: "release", state: "release", args: ["--since", "1"] },
  {
    name: "release-filtered",
    state: "release",
    args: ["--min-tier", "S", "--kinds", "blocker,decision"],
  },
  { name: "studio-zh", state: "studio", args: ["--lang", "zh"] },
];

const folder = mkdtempSync(join(tmpdir(), "fold-pictures-"));
try {
  mkdirSync(out, { recursive: true });
  for (const state of ["release", "studio"]) replay(state);
  for (const picture of pictures) draw(picture);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Makes a store of what a file of requests says, in its order. */
function replay(state) {
  const requests = JSON.parse(readFileSync(join(here, `${state}.json`), "utf8"));
  for (const { actor, now, batch, annotate } of requests) {
    const common = ["--dir", join(folder, state), "--actor", actor, "--now", now];
    if (batch !== undefined) fold(["commit", "--init", ...common, "-"], JSON.stringify(batch));
    else {
      const { id, entry, text } = annotate;
      fold(["annotate", ...common, "--id", id, "--entry", entry, "--text", text]);
    }
  }
}

function draw({ name, state, args }) {
  const dir = join(folder, "drawn", name);
  const now = JSON.parse(readFileSync(join(here, `${state}.json`), "utf8")).at(-1).now;
  fold(["state", "--dir", join(folder, state), "--now", now, "--overview", dir, ...args]);
  const manifest = JSON.parse(readFileSync(join(dir, "overview.json"), "utf8"));
  copyFileSync(join(dir, manifest.pages[0].file), join(out, `${name}.png`));
  writeFileSync(join(out, `${name}.manifest.json`), `${JSON.stringify(manifest, null, 2)}\n`);
}

function fold(args, input) {
  const ran = spawnSync(process.execPath, [bin, ...args], { input, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`fold ${args.join(" ")}: ${ran.stderr}`);
}

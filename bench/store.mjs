/**
 * How quick the store is, beside the bare file and beside SQLite, and whether it stays so.
 *
 * Everything that is compared is measured in turn, round after round, in one run; what is printed
 * are medians over the rounds, and ratios, which travel from machine to machine. The peers are
 * installed beside this file when they are missing. The whole takes some ten minutes and 3 GB.
 *
 * Usage: node bench/store.mjs [--rounds N] [--dir D] [--only commits,groups,…] [--stores D]
 *        node bench/store.mjs --profile [--rounds N] [--dir D]
 *
 * With --stores the stores are made there, or found there, and left for the next run. With --only
 * nothing is written to results.md. With --profile nothing is either: it prints the parts of a
 * commit, with and without the wait for the disk.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    dir: { type: "string", default: tmpdir() },
    only: { type: "string" },
    stores: { type: "string" },
    profile: { type: "boolean", default: false },
  },
});
const MILLION = 1_000_000;
const PARTS = [
  "commits",
  "groups",
  "reads",
  "contention",
  "killed",
  "recovery",
  "commands",
  "kernel",
];

installPeers();
process.exitCode = values.profile ? await printProfile() : await main();

async function main() {
  const asked = values.only?.split(",") ?? PARTS;
  const unknown = asked.filter((name) => !PARTS.includes(name));
  if (unknown.length > 0) {
    console.error(`--only ${unknown.join(",")}: there is only ${PARTS.join(", ")}`);
    return 2;
  }
  const dir = mkdtempSync(join(values.dir, "fold-bench-"));
  try {
    const lines = await measure({ dir, rounds: Number(values.rounds), asked });
    const text = [heading(dir), "", ...table(lines), ""].join("\n");
    console.log(text);
    if (asked.length === PARTS.length) writeResults(text);
    return 0;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** What stands between a commit and the bare file. */
async function printProfile() {
  const { makeStore } = await import("./store/stores.mjs");
  const { profile } = await import("./store/profile.mjs");
  const dir = mkdtempSync(join(values.dir, "fold-bench-"));
  try {
    const stores = { thousand: join(dir, "thousand") };
    await makeStore(stores.thousand, 1000);
    const rows = await profile({ dir, stores, rounds: Number(values.rounds) });
    console.log(rows.map((row) => `| ${row.join(" | ")} |`).join("\n"));
    return 0;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure({ dir, rounds, asked }) {
  const { makeStore } = await import("./store/stores.mjs");
  const home = values.stores ?? dir;
  const stores = {
    thousand: join(home, "thousand"),
    hundredThousand: join(home, "hundred-thousand"),
    million: join(home, "million"),
  };
  say("making stores of 1 000, 100 000 and 1 000 000 records");
  // It grows from run to run; the others grow too, but by little.
  rmSync(stores.thousand, { recursive: true, force: true });
  await makeStore(stores.thousand, 1000);
  await makeStore(stores.hundredThousand, 100_000);
  await makeStore(stores.million, MILLION);
  const lines = [];
  for (const part of PARTS.filter((name) => asked.includes(name))) {
    say(part);
    const { judge } = await import(`./store/${part}.mjs`);
    lines.push(...(await judge({ dir, stores, rounds, records: MILLION })));
  }
  return lines;
}

/** `{what, figure, against, ratio, must, holds}`; a line without `must` is for information. */
function table(lines) {
  const rows = lines.map(({ what, figure, against, must, holds }) => [
    what,
    figure,
    against ?? "",
    must ?? "",
    holds === undefined ? "" : holds ? "holds" : "**does not hold**",
  ]);
  const header = ["what", "figure", "beside it", "must", ""];
  return [header, header.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
}

function heading(dir) {
  const [cpu] = cpus();
  const machine = [
    `${cpus().length} × ${cpu?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${process.platform} ${release()}`,
    `file system 0x${statfsSync(dir).type.toString(16)}`,
    `Node ${process.version}`,
  ];
  const day = new Date().toISOString().slice(0, 10);
  return `## The store\n\n${day}, ${values.rounds} rounds, ${machine.join(", ")}`;
}

/** Each bench has a section of its own in the results. */
function writeResults(section) {
  const path = join(here, "results.md");
  const before = existsSync(path) ? readFileSync(path, "utf8") : "# Results of the benches\n";
  const sections = before.split(/^(?=## )/m);
  const others = sections.filter((one) => !one.startsWith("## The store\n"));
  writeFileSync(
    path,
    `${[...others.map((one) => one.trimEnd()), section.trimEnd()].join("\n\n")}\n`,
  );
}

function installPeers() {
  if (existsSync(join(here, "node_modules", "better-sqlite3"))) return;
  say("installing the peers; SQLite is compiled, which takes a minute or two");
  // Not `npm ci`: the binaries of a peer for other systems are in no lockfile, and it stops at that.
  const { status } = spawnSync("npm", ["install", "--no-save", "--no-audit", "--no-fund"], {
    cwd: here,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) process.exit(1);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * How long a picture takes, as ratios to a bare script that takes the same pictures of the same
 * documents with the same driver and browser. Both are run in turn, round after round, so that
 * whatever else the machine does falls on both. With --check a ratio above its limit ends with code 1.
 *
 * Usage: node packages/fold/render-overview/bench/overview.mjs [--check] [--rounds N]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createRenderer, findBrowser } from "../dist/index.js";

const COMMAND_MAX = 1.3;
const WARM_MAX = 1.3;
const OURS_MAX = 0.05;
const ENTRIES = 30;

const fold = fileURLToPath(new URL("../../cli/bin/fold.cjs", import.meta.url));
const bare = fileURLToPath(new URL("bare.mjs", import.meta.url));
// Where it is set, reading the certificates costs each start of Node 20 more than all of fold.
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    rounds: { type: "string", default: "9" },
  },
});

process.exitCode = await main({ check: values.check, rounds: Number(values.rounds) });

async function main({ check, rounds }) {
  const found = findBrowser(process.env);
  if (!found.ok || !existsSync(fold)) {
    console.error(found.ok ? "There is no build yet: npm run build" : found.message);
    return 1;
  }
  const dir = mkdtempSync(join(tmpdir(), "fold-bench-"));
  try {
    const store = join(dir, "store");
    buildStore(store);
    const view = JSON.parse(run([fold, "state", "--dir", store]).stdout);
    const html = join(dir, "document.html");
    writeFileSync(html, await sheetsOf(view));
    const places = { dir, store, html, browser: found.path };
    const commands = measureCommands(places, rounds);
    const warm = await measureWarm(places, view, rounds);
    console.log(
      `${rounds} rounds, ${ENTRIES} entries, two pictures, Node ${process.version}, ${found.path}`,
    );
    return report(commands, warm) || !check ? 0 : 1;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function buildStore(store) {
  const tiers = ["L", "M", "S", "XS"];
  const kinds = ["decision", "risk", "finding", "progress", "question"];
  const declarations = Array.from({ length: ENTRIES }, (_, index) => ({
    op: "declare",
    id: `entry-${index}`,
    title: `Matter ${index} that deserves a little attention`,
    kind: kinds[index % kinds.length],
    tier: tiers[index] ?? "XXS",
    due_at: `P${index}D`,
  }));
  const batch = JSON.stringify({ batch_id: "all", declarations });
  run([fold, "commit", "--dir", store, "--init", "--actor", "bench", "-"], batch);
}

/** The very document that the renderer draws, so that the bare script has no less to do. */
async function sheetsOf(view) {
  const { preparedSheets } = await import("../dist/bench.js");
  return preparedSheets(view).document;
}

function measureCommands({ dir, store, html, browser }, rounds) {
  const times = { command: [], bare: [], state: [], page: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const out = join(dir, "out");
    const taken = {
      command: time([fold, "state", "--dir", store, "--overview", out]),
      bare: time([bare, pathToFileURL(html).href, browser, join(dir, "bare"), "2"]),
      state: time([fold, "state", "--dir", store]),
      page: time([fold, "state", "--dir", store, "--overview", out, "--html"]),
    };
    const pages = readdirSync(join(dir, "bare")).length;
    if (pages !== 2) throw new Error("the bare script took other pictures");
    // The first round only warms the disk cache.
    if (round > 0) for (const name of Object.keys(times)) times[name].push(taken[name]);
  }
  return times;
}

/** In this process: a renderer that is kept, and a bare page that is kept. */
async function measureWarm({ dir, html, browser }, view, rounds) {
  const { preparedSheets } = await import("../dist/bench.js");
  const { openBare } = await import("./bare.mjs");
  const renderer = createRenderer();
  const page = await openBare(browser);
  const document = readFileSync(html, "utf8");
  const times = { renderer: [], bare: [], ours: [] };
  for (let round = 0; round <= rounds; round += 1) {
    let start = performance.now();
    const result = await renderer.render({ view, diff: null, dir: join(dir, "warm"), lang: "en" });
    const rendered = performance.now() - start;
    if (!result.ok) throw new Error(result.message);
    start = performance.now();
    await page.draw(document, result.files.length - 1);
    const drawn = performance.now() - start;
    start = performance.now();
    preparedSheets(view);
    const ours = performance.now() - start;
    if (round === 0) continue;
    times.renderer.push(rendered);
    times.bare.push(drawn);
    times.ours.push(ours);
  }
  await Promise.all([renderer.close(), page.close()]);
  return times;
}

function report(commands, warm) {
  const command = median(commands.command);
  const rows = [
    ["fold state --overview", command, median(commands.bare), COMMAND_MAX, "bare script"],
    ["warm renderer", median(warm.renderer), median(warm.bare), WARM_MAX, "bare warm page"],
    ["layout and HTML", median(warm.ours), command, OURS_MAX, "the whole command"],
    ["fold state", median(commands.state), command, null, "the whole command"],
    ["fold state --overview --html", median(commands.page), command, null, "the whole command"],
  ];
  let holds = true;
  console.log("what                            median ms   beside    ratio");
  for (const [name, ms, base, limit, beside] of rows) {
    const ratio = ms / base;
    if (limit !== null && ratio > limit) holds = false;
    const figures = [
      ms.toFixed(1).padStart(9),
      base.toFixed(1).padStart(8),
      ratio.toFixed(3).padStart(8),
    ];
    const demand =
      limit === null ? "" : ` at most ${limit}${ratio > limit ? ", DOES NOT HOLD" : ""}`;
    console.log(`${name.padEnd(32)}${figures.join(" ")}  of ${beside}${demand}`);
  }
  return holds;
}

function time(args) {
  const start = process.hrtime.bigint();
  run(args);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function run(args, input) {
  const ran = spawnSync(process.execPath, args, {
    env,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (ran.status !== 0)
    throw new Error(`node ${args.join(" ")} ended with ${ran.status}: ${ran.stderr}`);
  return ran;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

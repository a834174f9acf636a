/** A short run with real processes, and one in which the exclusion is broken on purpose. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { SoakOptions } from "../src/driver/options.js";
import { DISTURBANCES } from "../src/driver/options.js";
import { report } from "../src/driver/report.js";
import { type Soaked, soak } from "../src/driver/soak.js";

const WORKER = fileURLToPath(new URL("../dist/worker/worker.js", import.meta.url));
if (!existsSync(WORKER)) {
  throw new Error("These tests run the built program of a process: npm run build");
}

/** Needs no root: nothing is mounted. */
const OPTIONS: Omit<SoakOptions, "parent"> = {
  processes: 4,
  seconds: 5,
  seed: 7,
  disturbances: DISTURBANCES,
  mayMount: false,
  breaksIn: false,
};

function parentFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "fold-soak-test-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

const never = new AbortController().signal;

async function run(options: SoakOptions): Promise<Soaked> {
  const soaked = await soak(options, { workerPath: WORKER, abort: never });
  if (soaked === null) throw new Error("nobody aborted it");
  return soaked;
}

test("four processes, disturbed in every way for five seconds: nothing is found", async () => {
  const parent = parentFolder();
  const soaked = await run({ ...OPTIONS, parent });
  expect(soaked.findings, report(soaked)).toEqual([]);
  expect(soaked.checked.recordCount).toBeGreaterThan(20);
  const kinds = new Set(soaked.disturbances.map(({ kind }) => kind));
  expect(kinds).toContain("kill");
  expect(kinds).toContain("stop");
  expect(kinds).toContain("caches_deleted");
  if (soaked.disk.how === "limit") expect(kinds).toContain("disk_full");
  expect(soaked.keptIn).toBeNull();
  expect(readdirSync(parent)).toEqual([]);
});

test("a lock that keeps nobody out is found, and the evidence is kept", async () => {
  const parent = parentFolder();
  const soaked = await run({
    ...OPTIONS,
    parent,
    seconds: 2,
    disturbances: [],
    breaksIn: true,
  });
  const codes = soaked.findings.map(({ code }) => code);
  expect(codes).toContain("chain_broken");
  expect(codes).toContain("store_unsound");
  expect(readdirSync(join(soaked.keptIn ?? "", "journals")).length).toBeGreaterThan(3);
  expect(report(soaked)).toContain(soaked.keptIn);
});

test("a process that ends by itself is found", async () => {
  const parent = parentFolder();
  const workerPath = join(parent, "worker.mjs");
  writeFileSync(workerPath, 'process.stderr.write("broken"); process.exitCode = 3;');
  const options = { ...OPTIONS, parent, processes: 1, seconds: 1, disturbances: [] };
  const soaked = await soak(options, { workerPath, abort: never });
  expect(soaked?.findings).toEqual(
    ["p0-1", "p1-1"].map((process) => {
      return { code: "process_failed", process, how: "exit code 3 broken" };
    }),
  );
});

test("Ctrl-C ends every process and leaves nothing behind", async () => {
  const parent = parentFolder();
  const abort = new AbortController();
  const running = soak(
    { ...OPTIONS, parent, seconds: 60 },
    { workerPath: WORKER, abort: abort.signal },
  );
  const [folder = ""] = readdirSync(parent);
  const journals = join(parent, folder, "journals");
  while (!existsSync(journals) || readdirSync(journals).length < 4) await new Promise(setImmediate);
  abort.abort();
  expect(await running).toBeNull();
  expect(readdirSync(parent)).toEqual([]);
});

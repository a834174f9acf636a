/** Many runs into one folder at once, from several processes, some failing and some killed. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRenderer, type Manifest } from "@fold/render-overview";
import { execa } from "execa";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { entry, layer, view } from "./support/views.js";

const top = mkdtempSync(join(tmpdir(), "fold-overview-parallel-"));
const here = fileURLToPath(new URL("..", import.meta.url));

afterAll(() => {
  rmSync(top, { recursive: true, force: true });
});

const ROUNDS = 8 * Number(process.env["FOLD_SOAK"] ?? 1);

const requestOf = (seq: number, dir: string) => {
  const made = { ...view(layer(64, [entry("one", "XL")])), event_seq: seq };
  return { view: made, diff: null, lang: "en", dir } as const;
};

/** For each line it reads, a page of that record, or, where it is negative, a failure; then a line. */
const SCRIPT = `
import { createInterface } from "node:readline";
const [index, request] = process.argv.slice(-2);
const { createRenderer } = await import(index);
const renderer = createRenderer({ env: { FOLD_BROWSER: "/no/such/browser" } });
for await (const line of createInterface({ input: process.stdin })) {
  for (const seq of JSON.parse(line)) {
    const { view, ...rest } = JSON.parse(request);
    const wanted = { ...rest, view: { ...view, event_seq: Math.abs(seq) } };
    const { ok, message } = await renderer.render({ ...wanted, format: seq < 0 ? "png" : "html" });
    if (ok !== seq > 0) throw new Error(message ?? "drawn");
    process.stdout.write("drawn\\n");
  }
}`;

function startProcess(dir: string) {
  const index = pathToFileURL(join(here, "dist", "index.js")).href;
  const request = JSON.stringify(requestOf(1, dir));
  const args = ["--input-type=module", "-e", SCRIPT, index, request];
  const running = execa(process.execPath, args, { reject: false, stderr: "inherit" });
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  return {
    running,
    send: (seqs: readonly number[]) => running.stdin.write(`${JSON.stringify(seqs)}\n`),
    /** Waits for so many drawn; whether there were as many. */
    async drawn(count: number): Promise<boolean> {
      for (let left = count; left > 0; left -= 1)
        if ((await lines.next()).done === true) return false;
      return true;
    },
  };
}

/** The one whole set that is there: a manifest with its files, or a note alone. */
function faultsOf(dir: string): readonly string[] {
  const names = readdirSync(dir).sort();
  const has = (name: string): boolean => names.includes(name);
  if (has("overview.json") === has("overview.failed.json")) return names;
  if (has("overview.failed.json")) return names.length === 1 ? [] : names;
  const manifest = JSON.parse(readFileSync(join(dir, "overview.json"), "utf8")) as Manifest;
  const files = [...new Set(manifest.pages.map(({ file }) => file))];
  if ([...files, "overview.json"].sort().join() !== names.join()) return names;
  return manifest.pages.flatMap(({ file, sha256 }) => {
    const hash = createHash("sha256").update(readFileSync(join(dir, file)));
    return hash.digest("hex") === sha256 && file.includes(`-${manifest.source_event_seq}.`)
      ? []
      : [`${file} is another one`];
  });
}

it("leave one whole set: the pictures of one run with their manifest, or one note", async () => {
  const dir = join(top, "out");
  mkdirSync(dir);
  const processes = [startProcess(dir), startProcess(dir)];
  onTestFinished(() => {
    for (const { running } of processes) running.stdin.end();
  });
  const inside = [createRenderer({ env: { PATH: "" } }), createRenderer({ env: { PATH: "" } })];
  const drawInside = (seqs: readonly number[]) =>
    inside.map(async (renderer) => {
      for (const seq of seqs) {
        const request = { ...requestOf(Math.abs(seq), dir), dir };
        const result = await renderer.render({ ...request, format: seq < 0 ? "png" : "html" });
        expect(result.ok).toBe(seq > 0);
      }
    });

  for (let round = 1; round <= ROUNDS; round += 1) {
    const victim = startProcess(dir);
    victim.send(Array.from({ length: 1_000 }, (_, index) => index + 1));
    expect(await victim.drawn(round)).toBe(true);
    // All at once; the one is killed somewhere in its work.
    for (const { send } of processes) send([3, -4, 5]);
    const drawing = drawInside([-1, 2, 6]);
    victim.running.kill("SIGKILL");
    await Promise.all([victim.running, ...drawing, ...processes.map(({ drawn }) => drawn(3))]);
    // Once more, for what it left behind, with a failure and a success that come last by turns.
    for (const { send } of processes) send([7, -7]);
    await Promise.all([...drawInside([-7, 7]), ...processes.map(({ drawn }) => drawn(2))]);
    expect(faultsOf(dir)).toEqual([]);
  }
  expect(existsSync(dir)).toBe(true);
}, 60_000);

it("a failure keeps a picture of its record that another run made meanwhile, and no older one", async () => {
  const dir = join(top, "meanwhile");
  const html = createRenderer();
  for (const [seq, names] of [
    [41, ["overview-41.html", "overview.json"]],
    [42, ["overview-42.html", "overview.json"]],
    [40, ["overview.failed.json"]],
  ] as const) {
    const controller = new AbortController();
    const failing = createRenderer();
    onTestFinished(() => failing.close());
    const drawing = failing.render(requestOf(41, dir), { signal: controller.signal });
    // By now it has begun, and waits for its browser.
    const made = await html.render({ ...requestOf(seq, dir), format: "html" });
    expect(made.ok).toBe(true);
    controller.abort();
    const { ok, message } = { message: "", ...(await drawing) };
    expect(ok).toBe(false);
    expect(message.includes("Another run has put its pictures there meanwhile")).toBe(seq > 40);
    expect(readdirSync(dir).sort()).toEqual(names);
  }
});

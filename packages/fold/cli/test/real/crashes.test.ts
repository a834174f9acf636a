import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Accepted } from "@fold/contracts";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  BIN,
  batch,
  commit,
  declare,
  exitOf,
  fold,
  foldJson,
  SOAK,
  startFold,
  temporary,
  wholeLog,
} from "./fold-process.js";

interface Attempt {
  readonly receipt: Accepted | null;
  readonly killed: boolean;
}

/** One commit as a process that may be killed after some milliseconds. */
async function attempt(
  { dir, file }: { readonly dir: string; readonly file: string },
  kill: { readonly signal: NodeJS.Signals; readonly afterMs: number } | null,
): Promise<Attempt & { readonly code: number | null }> {
  const args = ["commit", "--dir", dir, "--actor", "tester", file];
  const child = startFold(args, { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  child.stdout?.on("data", (chunk) => {
    printed += String(chunk);
  });
  const timer = kill === null ? null : setTimeout(() => child.kill(kill.signal), kill.afterMs);
  const { code, signal } = await exitOf(child);
  if (timer !== null) clearTimeout(timer);
  const whole = printed.endsWith("\n");
  return { receipt: whole ? JSON.parse(printed) : null, killed: signal !== null, code };
}

/** How long an undisturbed commit takes here: kills are spread over twice that. */
async function usualMs(dir: string): Promise<number> {
  const start = performance.now();
  await commit(dir, batch("usual", { op: "budget", layer: null, budget: 128 }));
  return performance.now() - start;
}

describe("kill -9 at random moments", () => {
  it(
    "loses no receipt that was printed, leaves the log whole, and stops nobody",
    async () => {
      const top = temporary(onTestFinished);
      const dir = join(top, ".fold");
      const writers = [0, 1, 2, 3];
      const each = 125 * SOAK;
      await commit(dir, batch("start", ...writers.map((writer) => declare(`w${writer}`))));
      const usual = await usualMs(dir);
      const receipts: Accepted[] = [];
      let kills = 0;
      const write = async (writer: number): Promise<void> => {
        for (let turn = 0; turn < each; turn += 1) {
          const file = join(top, `batch-${writer}.json`);
          const title = `Turn ${turn}`;
          writeFileSync(
            file,
            batch(`b-${writer}-${turn}`, { op: "patch", id: `w${writer}`, title }),
          );
          const kill =
            Math.random() < 0.5
              ? { signal: "SIGKILL" as const, afterMs: Math.random() * usual * 4 }
              : null;
          const { receipt, killed, code } = await attempt({ dir, file }, kill);
          if (killed) kills += 1;
          // Whoever was not killed has been served, however many died around it.
          else expect(code).toBe(0);
          if (receipt !== null) receipts.push(receipt);
        }
      };
      await Promise.all(writers.map(write));

      const start = performance.now();
      expect((await fold(["state", "--dir", dir])).exitCode).toBe(0);
      await commit(dir, batch("last", { op: "patch", id: "w0", title: "Last" }));
      expect(performance.now() - start).toBeLessThan(usual * 6 + 500);

      const records = wholeLog(dir);
      expect(kills).toBeGreaterThan(each / 5);
      expect(receipts.length).toBeGreaterThan(each);
      for (const { event_seq, batch_id, at } of receipts) {
        expect(records[event_seq - 1]).toMatchObject({ event_seq, batch_id, at });
      }
      const ids = records.map((record) => record.batch_id);
      expect(new Set(ids).size).toBe(ids.length);
    },
    240_000 * SOAK,
  );
});

describe("A2: ten commits at once", () => {
  it("as many succeed as there are records", async () => {
    const top = temporary(onTestFinished);
    const dir = join(top, ".fold");
    const runs = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        foldJson(["commit", "--dir", dir, "--init", "--actor", "a", "-"], {
          input: batch(`b${n}`, declare(`e${n}`)),
        }),
      ),
    );
    expect(runs.map(({ exitCode }) => exitCode)).toEqual(runs.map(() => 0));
    const records = wholeLog(dir);
    expect(records).toHaveLength(10);
    for (const { json } of runs) expect(records[json.event_seq - 1]?.batch_id).toBe(json.batch_id);
  });
});

describe("A6: interruption", () => {
  it.each([
    ["INT", 130],
    ["TERM", 143],
  ])("SIG%s shows a shell the exit code %i", async (signal, exit) => {
    const dir = join(temporary(onTestFinished), ".fold");
    await commit(dir, batch("b1", declare("one")));
    // Reading a silent pipe, the command is sure to be there when the signal comes.
    const script = `sleep 10 2>/dev/null | "$0" "$1" commit --dir "$2" --actor a - & pid=$!
      sleep 1; kill -${signal} $pid; wait $pid; echo $?`;
    const ran = await execa("sh", ["-c", script, process.execPath, BIN, dir], { reject: false });
    expect(ran.stdout).toBe(String(exit));
    expect(wholeLog(dir)).toHaveLength(1);
  });

  it(
    "at any moment leaves a batch whole or absent, and nothing locked",
    async () => {
      const top = temporary(onTestFinished);
      const dir = join(top, ".fold");
      await commit(dir, batch("start", declare("one")));
      const usual = await usualMs(dir);
      const file = join(top, "batch.json");
      for (let turn = 0; turn < 40 * SOAK; turn += 1) {
        const signal = turn % 2 === 0 ? "SIGINT" : "SIGTERM";
        writeFileSync(file, batch(`b${turn}`, { op: "patch", id: "one", title: `Turn ${turn}` }));
        const before = wholeLog(dir).length;
        const { receipt, killed } = await attempt(
          { dir, file },
          { signal, afterMs: Math.random() * usual * 1.3 },
        );
        const after = wholeLog(dir).length;
        expect(after - before).toBeLessThanOrEqual(1);
        if (receipt !== null) expect(after).toBe(receipt.event_seq);
        if (!killed) expect(receipt).not.toBeNull();
      }
      await commit(dir, batch("last", { op: "patch", id: "one", title: "Last" }));
    },
    120_000 * SOAK,
  );
});

describe("E5: a client that dies after the write and before the answer", () => {
  it("gets the same receipt on its second try, and the log has one record", async () => {
    const top = temporary(onTestFinished);
    const dir = join(top, ".fold");
    const file = join(top, "batch.json");
    writeFileSync(file, batch("b1", declare("one")));
    const args = ["commit", "--dir", dir, "--init", "--actor", "tester", file];
    // A pipe that is full holds the answer back for as long as we like.
    const pipe = join(top, "pipe");
    execFileSync("mkfifo", [pipe]);
    const full = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    fill(full);
    const child = startFold(args, { stdio: ["ignore", full, "ignore"] });
    while ((await fold(["state", "--dir", dir])).exitCode !== 0) await sleep(5);
    expect(wholeLog(dir)).toHaveLength(1);
    child.kill("SIGKILL");
    expect((await exitOf(child)).signal).toBe("SIGKILL");
    closeSync(full);

    const again = await foldJson(args);
    expect(again.exitCode).toBe(0);
    // E7: the shape of success, not an error.
    expect(again.json).toMatchObject({ outcome: "accepted", duplicate: true, event_seq: 1 });
    expect(wholeLog(dir)).toHaveLength(1);
  });
});

function fill(descriptor: number): void {
  const block = Buffer.alloc(4096, "x");
  try {
    for (;;) writeSync(descriptor, block);
  } catch {
    // EAGAIN: nothing more goes in.
  }
}

describe("E6, E9: the same id again", () => {
  it("E6: with other content is a conflict that shows both digests", async () => {
    const dir = join(temporary(onTestFinished), ".fold");
    await commit(dir, batch("b1", declare("one")));
    const args = ["commit", "--dir", dir, "--actor", "tester", "-"];
    const other = await foldJson(args, { input: batch("b1", declare("one", { tier: "S" })) });
    expect(other.exitCode).toBe(4);
    expect(other.json).toMatchObject({ outcome: "conflict", event_seq: 1, actor: "tester" });
    expect(other.json.saved_digest).not.toBe(other.json.request_digest);
    expect(wholeLog(dir)).toHaveLength(1);
  });

  it.each([[0], [1], [41], [undefined]])(
    "E9: is a replay whatever its base_revision says (%s)",
    async (base_revision) => {
      const dir = join(temporary(onTestFinished), ".fold");
      await commit(dir, batch("b1", declare("one")));
      const request = { batch_id: "b1", base_revision, declarations: [declare("one")] };
      const again = await foldJson(["commit", "--dir", dir, "--actor", "tester", "-"], {
        input: JSON.stringify(request),
      });
      expect(again.exitCode).toBe(0);
      expect(again.json).toMatchObject({ duplicate: true, event_seq: 1 });
    },
  );
});

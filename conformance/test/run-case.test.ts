import { kernel } from "@fold/kernel";
import { describe, expect, test } from "vitest";
import type { Case, Step } from "../src/case-file.js";
import type { Driver, Reply } from "../src/drivers/driver.js";
import { memoryDriver } from "../src/drivers/memory.js";
import { report, tallyOf } from "../src/report.js";
import { runCase } from "../src/run-case.js";

const memory = memoryDriver(kernel);
const look: Step = { commit: { batch_id: "b" }, expect: { outcome: "accepted" } };
const wrong: Step = { commit: { batch_id: "c" }, expect: { outcome: "rejected" } };
const caseOf = (steps: readonly Step[], members: Partial<Case> = {}): Case => ({
  name: "x",
  proves: "x",
  steps,
  ...members,
});

/** A driver that answers as told and keeps the log as told. */
function fakeDriver(reply: Reply, logs: readonly string[] = ["", ""]): Driver {
  let index = 0;
  return {
    name: "fake",
    capabilities: new Set(),
    open: async () => ({
      run: async () => {
        index = 1;
        return reply;
      },
      log: () => Buffer.from(logs[index] ?? ""),
      close: async () => undefined,
    }),
  };
}

describe("the verdict on a case", () => {
  test("passes when every step is as expected", async () => {
    expect(await runCase(caseOf([look]), memory)).toMatchObject({ verdict: "passed", faults: [] });
  });

  test("fails at the first step that is not, and says which", async () => {
    const { verdict, faults } = await runCase(caseOf([look, wrong, wrong]), memory);
    expect(verdict).toBe("failed");
    expect(faults[0]).toBe('step 2 (commit): /outcome: expected "rejected", got "accepted"');
    expect(faults.some((fault) => fault.startsWith("step 3"))).toBe(false);
  });

  test("a case listed as failing must fail", async () => {
    expect((await runCase(caseOf([wrong], { failing: "why" }), memory)).verdict).toBe("passed");
    expect((await runCase(caseOf([look], { failing: "why" }), memory)).verdict).toBe("failed");
  });

  test("what a driver lacks is skipped and counted", async () => {
    const needy = caseOf([look], { needs: ["directory"] });
    expect((await runCase(needy, memory)).verdict).toBe("skipped");
    const tampering = caseOf([look, { tamper: { delete: "caches" } }, look].slice(0, 2) as Step[]);
    expect(await runCase(tampering, memory)).toMatchObject({ verdict: "passed", skippedSteps: 1 });
  });
});

describe("what holds after every step", () => {
  const accepted = {
    outcome: "accepted",
    duplicate: false,
    batch_id: "b",
    type: "checked",
    event_seq: 1,
    revision: 0,
    at: "2026-01-01T00:00:00.000Z",
    actor: "a",
    changes: [],
    acknowledged: [],
    layers: [],
    warnings: [],
  };
  const faultsOf = async (reply: Reply, logs: readonly string[], step: Step = look) =>
    (await runCase(caseOf([step]), fakeDriver(reply, logs))).faults.join("\n");

  test("an accepted request adds one line", async () => {
    // A log is read before the session is open, where there is none yet.
    expect(await faultsOf({ answer: accepted }, ["", "line\n"])).toBe("");
    expect(await faultsOf({ answer: accepted }, ["", ""])).toContain("not in the log");
    expect(await faultsOf({ answer: accepted }, ["", "one\ntwo\n"])).toContain("2 lines");
    expect(await faultsOf({ answer: accepted }, ["", "one"])).toContain("lines were added");
  });

  test("a repetition adds nothing", async () => {
    const answer = { ...accepted, duplicate: true };
    expect(await faultsOf({ answer }, ["", ""])).toBe("");
    expect(await faultsOf({ answer }, ["", "line\n"])).toContain("nothing was to be written");
  });

  test("a read adds nothing", async () => {
    const read: Step = { state: {}, expect: {} };
    const answer = { outcome: "not_found", message: "m", id: "x" };
    expect(await faultsOf({ answer }, ["", "line\n"], read)).toContain("a read changed the log");
  });

  test("an answer has its shape", async () => {
    const { warnings: _warnings, ...without } = accepted;
    expect(await faultsOf({ answer: without }, ["", "line\n"])).toContain("warnings");
    expect(await faultsOf({ answer: { ...accepted, extra: 1 } }, ["", "line\n"])).toContain(
      "extra",
    );
  });

  test("a process ends with the code of its outcome", async () => {
    expect(await faultsOf({ answer: accepted, exit: 0 }, ["", "line\n"])).toBe("");
    expect(await faultsOf({ answer: accepted, exit: 3 }, ["", "line\n"])).toContain("exit code 3");
  });
});

test("the table counts everything", async () => {
  const results = [
    { name: "good", result: await runCase(caseOf([look]), memory) },
    { name: "bad", result: await runCase(caseOf([wrong]), memory) },
    { name: "not here", result: await runCase(caseOf([look], { needs: ["directory"] }), memory) },
  ];
  const text = report([tallyOf("memory", results)]);
  expect(text).toContain("memory: bad\n  step 1 (commit)");
  expect(text).toMatch(/driver +passed +failed +skipped +steps skipped\nmemory +1 +1 +1 +0\n$/);
});

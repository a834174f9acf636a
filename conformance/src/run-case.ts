/** Executes the steps of one case against one driver, in a directory of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Case, CommandStep, CrashStep, ForkStep, Step, WriteStep } from "./case-file.js";
import type { Call, Driver, Session } from "./drivers/driver.js";
import { expand } from "./expand.js";
import { brokenInvariants } from "./invariants.js";
import { member } from "./json.js";
import { differences, type Saved } from "./match.js";
import { linesOf, logOf, tamper, writeLog } from "./tamper.js";

export interface CaseResult {
  /** `skipped`: the driver lacks what the case says that it needs. */
  readonly verdict: "passed" | "failed" | "skipped";
  readonly faults: readonly string[];
  /** Steps left out because they concern a directory that the driver does not have. */
  readonly skippedSteps: number;
  /** The log at the end, or null where a step changed it from outside. */
  readonly log: Buffer | null;
}

export async function runCase(testCase: Case, driver: Driver): Promise<CaseResult> {
  const lacking = (testCase.needs ?? []).filter((need) => !driver.capabilities.has(need));
  if (lacking.length > 0) return { verdict: "skipped", faults: [], skippedSteps: 0, log: null };
  const folder = mkdtempSync(join(tmpdir(), "fold-conformance-"));
  const run = new CaseRun(testCase, driver, folder);
  try {
    const { faults, skippedSteps, log } = await run.all();
    return judged(testCase, { faults, skippedSteps, log });
  } finally {
    await run.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function judged(testCase: Case, found: Omit<CaseResult, "verdict">): CaseResult {
  const failed = found.faults.length > 0;
  if (testCase.failing === undefined) return { ...found, verdict: failed ? "failed" : "passed" };
  if (failed) return { ...found, verdict: "passed" };
  const fault = "listed as failing, and does not fail: take it off the list";
  return { ...found, verdict: "failed", faults: [fault] };
}

class CaseRun {
  readonly #case: Case;
  readonly #driver: Driver;
  readonly #folder: string;
  readonly #dir: string;
  readonly #saved: Saved = new Map();
  #session: Session | null = null;
  #now: string;
  /** Something was accepted, so the store exists. */
  #isBegun = false;
  /** A step changed the files from outside. */
  #isTouched = false;
  #skippedSteps = 0;

  constructor(testCase: Case, driver: Driver, folder: string) {
    this.#case = testCase;
    this.#driver = driver;
    this.#folder = folder;
    this.#dir = join(folder, "store");
    this.#now = testCase.now ?? "2026-03-02T09:00:00.000Z";
  }

  async all(): Promise<Omit<CaseResult, "verdict">> {
    const faults: string[] = [];
    for (const [index, step] of this.#case.steps.entries()) {
      const found = await this.#step(step);
      faults.push(...found.map((fault) => `step ${index + 1} (${nameOf(step)}): ${fault}`));
      // What comes after a surprise says little.
      if (faults.length > 0) break;
    }
    const log = this.#isTouched ? null : this.#log();
    return { faults, skippedSteps: this.#skippedSteps, log };
  }

  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = null;
  }

  async #step(step: Step): Promise<readonly string[]> {
    if ("clock" in step) {
      this.#now = step.clock;
      return [];
    }
    if ("tamper" in step || "crash" in step || "fork" in step) return this.#fromOutside(step);
    return this.#command(step);
  }

  async #fromOutside(
    step: Exclude<Step, CommandStep | { clock: string }>,
  ): Promise<readonly string[]> {
    if (!this.#driver.capabilities.has("directory")) {
      this.#skippedSteps += 1;
      return [];
    }
    this.#isTouched = true;
    await this.close();
    if ("tamper" in step) tamper(this.#dir, step.tamper);
    else if ("crash" in step) await this.#crash(step);
    else await this.#fork(step);
    return [];
  }

  /** What a command would append is found out in a copy, and a part of it appended here. */
  async #crash({ crash, bytes }: CrashStep): Promise<void> {
    const before = logOf(this.#dir);
    const added = await this.#appendedBy(crash, before);
    const kept = added.subarray(0, bytes < 0 ? added.length + bytes : bytes);
    writeLog(this.#dir, Buffer.concat([before, kept]));
  }

  async #fork({ fork, after_event }: ForkStep): Promise<void> {
    const before = logOf(this.#dir);
    const prefix = Buffer.concat(linesOf(before).slice(0, after_event));
    writeLog(this.#dir, Buffer.concat([before, await this.#appendedBy(fork, prefix)]));
  }

  async #appendedBy(step: WriteStep, log: Buffer): Promise<Buffer> {
    const copy = mkdtempSync(join(this.#folder, "copy-"));
    // The log alone is a store; its caches could stand for more than the log has here.
    if (log.length > 0) writeLog(copy, log);
    const session = await this.#driver.open(copy);
    await session.run(this.#callOf(step, log.length === 0));
    await session.close();
    return logOf(copy).subarray(log.length);
  }

  async #command(step: CommandStep): Promise<readonly string[]> {
    const call = this.#callOf(step, !this.#isBegun);
    const before = this.#log();
    this.#session ??= await this.#driver.open(this.#dir);
    const reply = await this.#session.run(call);
    this.#isBegun ||= member(reply.answer, "outcome") === "accepted";
    const broken = brokenInvariants({ call, reply, before, after: this.#log() });
    const expected = expand(step.expect ?? {});
    const found = [...differences(expected, reply.answer, this.#saved), ...broken];
    return found.length === 0 ? [] : [...found, `the answer was ${shown(reply.answer)}`];
  }

  #log(): Buffer {
    return this.#session?.log?.() ?? logOf(this.#dir);
  }

  #callOf(step: CommandStep, init: boolean): Call {
    const now = "now" in step && step.now !== undefined ? step.now : this.#now;
    if ("state" in step) return { command: "state", now, query: step.state };
    if ("history" in step) return { command: "history", query: step.history };
    const speaker = { actor: step.actor ?? this.#case.actor ?? "agent", now, init };
    if ("annotate" in step) {
      return { command: "annotate", request: expand(step.annotate), ...speaker };
    }
    const check = step.check ?? false;
    const input =
      "commit" in step
        ? { value: expand(step.commit) }
        : { text: String(expand(step.commit_text)) };
    return { command: "commit", input, check, ...speaker };
  }
}

function nameOf(step: Step): string {
  const name = Object.keys(step).find(
    (key) => !["about", "expect", "actor", "now", "check"].includes(key),
  );
  return step.about ?? name ?? "?";
}

function shown(answer: unknown): string {
  const text = JSON.stringify(answer) ?? "nothing";
  return text.length > 1500 ? `${text.slice(0, 1500)}…` : text;
}

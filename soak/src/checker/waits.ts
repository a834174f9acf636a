/**
 * Who waited how long. Time in which a process was itself stopped, or paused on purpose while it
 * held the store, is left out. Of the rest, the time in which another one was stopped or paused is
 * not held against the store either: that one may have held it, and nobody could go on.
 */
import type { Disturbance } from "../history/disturbances.js";
import type { Finding } from "./findings.js";
import { covered, type Interval, union } from "./intervals.js";
import type { Call, ProcessHistory } from "./read-history.js";
import { turnsOf } from "./turns.js";

/** What a call takes beyond its wait for the lock, on a machine that is busy with all the others. */
const SLACK_MS = 2_000;

export interface WorstWait {
  readonly process: string;
  /** Without its own stops. */
  readonly waitedMs: number;
  /** Of that, while the others could go on. */
  readonly whileOthersWentOnMs: number;
}

export interface Waits {
  readonly worst: readonly WorstWait[];
  readonly findings: readonly Finding[];
}

export function checkWaits(
  histories: readonly ProcessHistory[],
  disturbances: readonly Disturbance[],
): Waits {
  const stops = new Map<string, Interval[]>();
  for (const done of disturbances) {
    if (done.kind !== "stop") continue;
    stops.set(done.process, [...(stops.get(done.process) ?? []), done]);
  }
  const pausesOf = ({ process, holds }: ProcessHistory): readonly Interval[] => [
    ...(stops.get(process) ?? []),
    ...holds,
  ];
  const everyone = union(histories.flatMap(pausesOf));
  const worst: WorstWait[] = [];
  const findings: Finding[] = [];
  for (const history of histories) {
    const own = union(pausesOf(history));
    let waitedMs = 0;
    let whileOthersWentOnMs = 0;
    for (const turn of turnsOf(history.calls)) {
      const wait = waitOf(turn, own, everyone);
      waitedMs = Math.max(waitedMs, wait.waitedMs);
      whileOthersWentOnMs = Math.max(whileOthersWentOnMs, wait.whileOthersWentOnMs);
      findings.push(...judge(history, turn.call, wait));
    }
    worst.push({ process: history.process, waitedMs, whileOthersWentOnMs });
  }
  return { worst, findings };
}

type Wait = Omit<WorstWait, "process">;

function waitOf(turn: Interval, own: readonly Interval[], everyone: readonly Interval[]): Wait {
  const all = turn.to - turn.from;
  return {
    waitedMs: Math.round((all - covered(turn, own)) / 1000),
    whileOthersWentOnMs: Math.round((all - covered(turn, everyone)) / 1000),
  };
}

function judge(
  { role, lockTimeoutMs, process }: ProcessHistory,
  { call, answer }: Call,
  { waitedMs, whileOthersWentOnMs }: Wait,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (waitedMs > lockTimeoutMs + SLACK_MS) {
    findings.push({ code: "waited_too_long", process, call, waitedMs, lockTimeoutMs });
  }
  const gaveUp = answer?.outcome === "unavailable" && answer.reason === "lock_timeout";
  // The impatient are there to be sent away; the promise is about those who wait as they should.
  const isPatient = role !== "impatient";
  if (gaveUp && isPatient && whileOthersWentOnMs >= lockTimeoutMs * 0.9) {
    findings.push({ code: "starved", process, call, waitedMs: whileOthersWentOnMs });
  }
  return findings;
}

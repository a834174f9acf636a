/** What a run came to, for people. */
import type { Finding } from "../checker/findings.js";
import { groupBy } from "../checker/group-by.js";
import type { Soaked } from "./soak.js";

/** Of each kind. */
const FINDINGS_SHOWN = 3;

export function report(soaked: Soaked): string {
  const { options, checked, findings, startedCount, disk, keptIn } = soaked;
  const { processes, seconds, seed, disturbances } = options;
  const row = (name: string, text: string): string => `${name.padEnd(18)}${text}\n`;
  const did = countsOf(soaked);
  const lines = [
    row("time", `${seconds} s, seed ${seed}`),
    row("processes", `${processes} at once, ${startedCount} in all`),
    row("calls", callsOf(soaked)),
    row("refused for", refusalsOf(soaked)),
    row("records", String(checked.recordCount)),
    row("killed", disturbances.includes("kill") ? did.kills : "not asked for"),
    row("stopped", disturbances.includes("stop") ? did.stops : "not asked for"),
    row("clock steps", disturbances.includes("clock") ? did.clockSteps : "not asked for"),
    row("caches deleted", disturbances.includes("caches") ? did.caches : "not asked for"),
    row("disk full", disk.how === "none" ? disk.description : `${did.full} (${disk.description})`),
    row("waits", "for one call, in ms"),
    ...waitLines(soaked),
    row("findings", String(findings.length)),
    ...findingLines(findings),
  ];
  return lines.join("") + (keptIn === null ? "" : row("kept in", keptIn));
}

function callsOf({ checked }: Soaked): string {
  const calls = checked.histories.flatMap((history) => history.calls);
  const outcomes = calls.map(({ answer }) => {
    if (answer === null) return "cut short";
    switch (answer.outcome) {
      case "accepted":
        return answer.duplicate ? "repeated" : "accepted";
      case "unavailable":
        return answer.reason;
      default:
        return answer.outcome;
    }
  });
  return `${calls.length}: ${tally(outcomes)}`;
}

/** The first reason of each. */
function refusalsOf({ checked }: Soaked): string {
  const calls = checked.histories.flatMap((history) => history.calls);
  return tally(
    calls.flatMap(({ answer }) =>
      answer?.outcome === "rejected" ? [answer.violations[0]?.code ?? "nothing"] : [],
    ),
  );
}

function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${count} ${name}`).join(", ") || "none";
}

function countsOf({ checked, disturbances }: Soaked) {
  const kills = disturbances.flatMap((done) => (done.kind === "kill" ? [done.signal] : []));
  const stops = disturbances.filter(({ kind }) => kind === "stop");
  const long = stops.filter((done) => done.kind === "stop" && done.isLong);
  const count = (kind: string): string =>
    String(disturbances.filter((done) => done.kind === kind).length);
  const clockSteps = checked.histories
    .flatMap(({ calls }) => calls)
    .filter(
      ({ answer }) =>
        answer?.outcome === "accepted" &&
        !answer.duplicate &&
        answer.warnings.some(({ code }) => code === "clock_went_back"),
    ).length;
  return {
    kills: tally(kills),
    stops: `${stops.length}, of them ${long.length} while holding the store for long`,
    clockSteps: `${clockSteps} records are dated before the one in front of them`,
    caches: count("caches_deleted"),
    full: count("disk_full"),
  };
}

/** A process and all that took its place, with the longest of their waits. */
function waitLines({ checked, options }: Soaked): readonly string[] {
  const bySlot = groupBy(checked.worst, ({ process }) => process.replace(/-\d+$/, ""));
  const rows = [...bySlot]
    .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
    .map(([slot, lives]): readonly string[] => {
      const isLast = Number(slot.slice(1)) >= options.processes;
      return [
        isLast ? "the last look" : slot,
        String(Math.max(...lives.map(({ waitedMs }) => waitedMs))),
        String(Math.max(...lives.map(({ whileOthersWentOnMs }) => whileOthersWentOnMs))),
      ];
    });
  return [["process", "longest", "unhindered"], ...rows].map(
    ([name = "", longest = "", unhindered = ""]) =>
      `  ${name.padEnd(16)}${longest.padStart(8)}${unhindered.padStart(12)}\n`,
  );
}

function findingLines(findings: readonly Finding[]): readonly string[] {
  return [...groupBy(findings, ({ code }) => code)].flatMap(([code, alike]) => {
    const more = alike.length - FINDINGS_SHOWN;
    return [
      `  ${alike.length} ${code}\n`,
      ...alike.slice(0, FINDINGS_SHOWN).map((found) => `    ${JSON.stringify(found)}\n`),
      ...(more > 0 ? [`    and ${more} more\n`] : []),
    ];
  });
}

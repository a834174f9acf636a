/** What a run came to, as a person reads it. */
import { expect, test } from "vitest";
import type { Finding } from "../src/checker/findings.js";
import { DISTURBANCES } from "../src/driver/options.js";
import { report } from "../src/driver/report.js";
import type { Soaked } from "../src/driver/soak.js";

function soaked(findings: readonly Finding[]): Soaked {
  const wait = (process: string, waitedMs: number, whileOthersWentOnMs: number) => {
    return { process, waitedMs, whileOthersWentOnMs };
  };
  return {
    options: {
      processes: 2,
      seconds: 10,
      seed: 7,
      disturbances: DISTURBANCES,
      mayMount: false,
      breaksIn: false,
      parent: "/tmp",
    },
    checked: {
      histories: [],
      recordCount: 5,
      worst: [wait("p0-1", 20, 9), wait("p0-2", 8, 30), wait("p1-1", 1234, 5), wait("p2-1", 4, 4)],
      findings: [],
    },
    findings,
    startedCount: 4,
    disturbances: [],
    disk: { how: "none", description: "not asked for" },
    keptIn: null,
  } as unknown as Soaked;
}

test("the waits stand under their names, and the process of the end is called so", () => {
  expect(report(soaked([]))).toContain(
    [
      "waits             for one call, in ms",
      "  process          longest  unhindered",
      "  p0                    20          30",
      "  p1                  1234           5",
      "  the last look          4           4",
      "findings          0",
      "",
    ].join("\n"),
  );
});

test("of many findings of a kind it says how many more there are", () => {
  const many = Array.from({ length: 5 }, (_, at): Finding => ({ code: "chain_broken", line: at }));
  const text = report(soaked([...many, { code: "log_torn", bytes: 3 }]));
  expect(text).toContain(
    [
      "findings          6",
      "  5 chain_broken",
      '    {"code":"chain_broken","line":0}',
      '    {"code":"chain_broken","line":1}',
      '    {"code":"chain_broken","line":2}',
      "    and 2 more",
      "  1 log_torn",
      '    {"code":"log_torn","bytes":3}',
      "",
    ].join("\n"),
  );
});

/** Who held the store, who waited for it, and what came of that, in histories made by hand. */
import type { Unavailable } from "@fold/contracts";
import { expect, test } from "vitest";
import { declare, goodHistory, NO_SPACE } from "../support/hand-made.js";

const lockTimeout: Unavailable = {
  outcome: "unavailable",
  reason: "lock_timeout",
  message: "another process holds the store",
};

test("two_holders and wrote_past_holder: somebody came in during a pause", () => {
  const made = goodHistory();
  made.pause("p0-1", "enter");
  made.saved("p1-1", declare("c"));
  made.pause("p1-1", "enter");
  made.pause("p0-1", "leave");
  made.pause("p1-1", "leave");
  const { findings } = made.check();
  expect(findings).toEqual([
    { code: "wrote_past_holder", holder: "p0-1", process: "p1-1", call: 6, event_seq: 4 },
    { code: "two_holders", processes: ["p0-1", "p1-1"] },
  ]);
});

test("wrote_past_holder: the pause ended with the process, and a call was answered before", () => {
  const made = goodHistory();
  made.pause("p0-1", "enter");
  made.saved("p1-1", declare("c"));
  const at = made.next();
  made.disturbances.push({ kind: "kill", process: "p0-1", signal: "SIGKILL", at });
  expect(made.codes()).toEqual(["wrote_past_holder"]);
});

test("nobody_refused: the impatient one waits as long as the others", () => {
  const made = goodHistory();
  made.start("p2-1", "impatient", 100);
  made.pause("p0-1", "enter", 1_000_000);
  const call = made.call("p2-1", declare("c"), 1_010_000);
  made.pause("p0-1", "leave", 1_900_000);
  made.answer("p2-1", call, made.append(declare("c")), 1_910_000);
  expect(made.codes()).toEqual(["nobody_refused"]);
});

test("an impatient one that is sent away during a long pause is as it should be", () => {
  const made = goodHistory();
  made.start("p2-1", "impatient", 100);
  made.pause("p0-1", "enter", 1_000_000);
  made.answer("p2-1", made.call("p2-1", declare("c"), 1_010_000), lockTimeout, 1_111_000);
  made.pause("p0-1", "leave", 1_900_000);
  expect(made.codes()).toEqual([]);
});

test("of two calls at once the second has its turn after the first, and may get through", () => {
  const made = goodHistory();
  made.start("p2-1", "impatient", 100);
  made.pause("p0-1", "enter", 1_000_000);
  const first = made.call("p2-1", declare("c"), 1_010_000);
  const second = made.call("p2-1", declare("d"), 1_010_100);
  made.answer("p2-1", first, lockTimeout, 1_111_000);
  made.pause("p0-1", "leave", 1_205_000);
  made.answer("p2-1", second, made.append(declare("d")), 1_210_000);
  expect(made.codes()).toEqual([]);
});

test("waited_too_long: an answer that comes later than the timeout allows", () => {
  const made = goodHistory();
  const call = made.call("p0-1", declare("c"), 1_000_000);
  made.answer("p0-1", call, made.append(declare("c")), 13_500_000);
  expect(made.check().findings).toMatchObject([{ code: "waited_too_long", waitedMs: 12_500 }]);
});

test("a wait is no longer than what its own process was not stopped in", () => {
  const made = goodHistory();
  const call = made.call("p0-1", declare("c"), 1_000_000);
  const stopped = { from: 1_100_000, to: 13_400_000, isLong: true };
  made.disturbances.push({ kind: "stop", process: "p0-1", ...stopped });
  made.answer("p0-1", call, made.append(declare("c")), 13_500_000);
  const { findings, worst } = made.check();
  expect(findings).toEqual([]);
  expect(worst[0]).toEqual({ process: "p0-1", waitedMs: 200, whileOthersWentOnMs: 200 });
});

test("starved: it gave up while the others went on", () => {
  const made = goodHistory();
  made.answer("p0-1", made.call("p0-1", declare("c"), 1_000_000), lockTimeout, 11_000_000);
  expect(made.codes()).toEqual(["starved"]);
});

test("whoever gives up because another one is stopped is not starved", () => {
  const made = goodHistory();
  const stopped = { from: 1_500_000, to: 12_000_000, isLong: true };
  made.disturbances.push({ kind: "stop", process: "p1-1", ...stopped });
  made.answer("p0-1", made.call("p0-1", declare("c"), 1_000_000), lockTimeout, 11_000_000);
  expect(made.codes()).toEqual([]);
});

test("unexpected_outcome: no space without a full disk, corrupt, a read without the lock", () => {
  const made = goodHistory();
  made.asked("p0-1", declare("c"), NO_SPACE);
  made.asked("p0-1", { ask: "view" }, { ...made.view(), isReadOnly: true });
  made.asked("p0-1", { ask: "view" }, { outcome: "no_store", message: "there is none" });
  made.asked("p0-1", declare("d"), { outcome: "no_answer", detail: "exit code 1" });
  expect(made.codes()).toEqual(Array(4).fill("unexpected_outcome"));
});

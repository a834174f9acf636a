/** The checker on histories made by hand: a good one passes, and each bad one has its finding. */

import type { Accepted } from "@fold/contracts";
import { expect, test } from "vitest";
import { declare, goodHistory, HandMade, NO_SPACE } from "../support/hand-made.js";

const lastOf = (made: HandMade): Accepted => made.saved("p0-1", declare("last"));

test("a history in which nothing is wrong", () => {
  const made = goodHistory();
  const receipt = lastOf(made);
  made.asked("p1-1", declare("last"), { ...receipt, duplicate: true });
  made.asked(
    "p1-1",
    { ask: "page", limit: 2 },
    {
      outcome: "page",
      event_seq: 4,
      hashes: made.records
        .slice(2)
        .map(({ hash }) => hash)
        .reverse(),
    },
  );
  const { findings, recordCount } = made.check();
  expect(findings).toEqual([]);
  expect(recordCount).toBe(4);
});

test("calls at the same time may come in any order", () => {
  const made = goodHistory();
  const first = made.call("p0-1", declare("c"));
  const second = made.call("p1-1", declare("d"));
  const before = made.view();
  const read = made.call("p1-1", { ask: "view" });
  made.answer("p1-1", second, made.append(declare("d")));
  made.answer("p0-1", first, made.append(declare("c")));
  made.answer("p1-1", read, before);
  expect(made.codes()).toEqual([]);
});

test("receipt_lost: the log has no such record", () => {
  const made = goodHistory();
  lastOf(made);
  made.log.pop();
  expect(made.codes()).toEqual(["receipt_lost"]);
});

test("receipt_differs: another revision than the record's", () => {
  const made = goodHistory();
  const call = made.call("p0-1", declare("c"));
  made.answer("p0-1", call, { ...made.append(declare("c")), revision: 77 });
  expect(made.codes()).toEqual(["receipt_differs"]);
});

test("digest_differs: the record is of another request", () => {
  const made = goodHistory();
  const call = made.call("p0-1", declare("c", { note: "sent" }));
  made.answer("p0-1", call, made.append(declare("c", { note: "saved" })));
  expect(made.codes()).toEqual(["digest_differs"]);
});

test("applied_twice and accepted_twice: a retry is accepted once more", () => {
  const made = goodHistory();
  const before = made.state;
  const call = made.call("p0-1", declare("c"));
  made.answer("p0-1", call, made.append(declare("c")));
  const retry = made.call("p1-1", declare("c"));
  made.answer("p1-1", retry, made.append(declare("c"), before));
  expect(made.codes()).toEqual(["applied_twice", "accepted_twice"]);
});

test("first_called_duplicate: nobody had asked before", () => {
  const made = goodHistory();
  const call = made.call("p0-1", declare("c"));
  made.answer("p0-1", call, { ...made.append(declare("c")), duplicate: true });
  expect(made.codes()).toEqual(["refused_but_written", "first_called_duplicate"]);
});

test("record_from_nowhere: nobody asked for it", () => {
  const made = goodHistory();
  made.append(declare("c"));
  expect(made.codes()).toEqual(["record_from_nowhere"]);
});

test("refused_but_written: unavailable, and yet in the log", () => {
  const made = goodHistory();
  made.disturbances.push({ kind: "disk_full", from: 0, to: 1_000_000 });
  const call = made.call("p0-1", declare("c"));
  made.append(declare("c"));
  made.answer("p0-1", call, NO_SPACE);
  expect(made.codes()).toEqual(["refused_but_written"]);
});

test("what was cut short, or is unknown, is there or not", () => {
  const made = goodHistory();
  made.disturbances.push({ kind: "disk_full", from: 0, to: 1_000_000 });
  made.call("p0-1", declare("gone"));
  made.call("p0-1", declare("there"));
  made.append(declare("there"));
  for (const id of ["lost", "kept"]) {
    const call = made.call("p1-1", declare(id));
    if (id === "kept") made.append(declare(id));
    made.answer("p1-1", call, { outcome: "unknown", batch_id: `batch-${id}`, message: "?" });
  }
  expect(made.codes()).toEqual([]);
});

test("a process that was killed asks again: the saved receipt, or accepted now", () => {
  const made = goodHistory();
  made.call("p0-1", declare("there"));
  const receipt = made.append(declare("there"));
  made.call("p0-1", declare("gone"));
  made.start("p0-2");
  made.asked("p0-2", declare("there"), { ...receipt, duplicate: true });
  made.saved("p0-2", declare("gone"));
  expect(made.codes()).toEqual([]);
});

test("conflict_without_cause: the saved record says the same", () => {
  const made = goodHistory();
  const [record] = made.records;
  if (record === undefined) throw new Error("there is a record");
  const { batch_id, event_seq, at, actor, digest } = record;
  const conflict = { outcome: "conflict", batch_id, event_seq, at, actor, message: "" } as const;
  const digests = { saved_digest: digest, request_digest: digest };
  made.asked("p1-1", declare("a"), { ...conflict, ...digests });
  expect(made.codes()).toEqual(["conflict_without_cause"]);
});

test("sequence_broken: a number is missing", () => {
  const made = goodHistory();
  lastOf(made);
  made.log.splice(2, 1);
  const codes = made.codes();
  expect(codes).toContain("sequence_broken");
  expect(codes).toContain("chain_broken");
  expect(codes).toContain("receipt_lost");
});

test("log_damaged: a byte was changed", () => {
  const made = goodHistory();
  made.log[1] = String(made.log[1]).replace("well", "hell");
  expect(made.codes()).toContain("log_damaged");
});

test("log_torn: the last line is unfinished", () => {
  const made = goodHistory();
  const whole = made.log.map((line) => `${line}\n`).join("");
  expect(made.codes(`${whole}{"v":1,"event`)).toEqual(["log_torn"]);
});

test("a journal may end in an unfinished line, which was never relied on", () => {
  const made = goodHistory();
  made.unfinished.set("p0-1", '{"line":"call","at');
  made.call("p1-1", declare("c"));
  made.append(declare("c"));
  made.unfinished.set("p1-1", '{"line":"answer","at":70');
  const { findings, histories } = made.check();
  expect(findings).toEqual([]);
  expect(histories[1]?.calls.at(-1)?.answer).toBeNull();
});

test("journal_torn: a line in the middle is none", () => {
  const made = goodHistory();
  made.journals.get("p0-1")?.splice(1, 0, '{"line":"call","at');
  expect(made.codes()).toEqual(["journal_torn"]);
});

test("order_broken: a receipt was given before the other was asked for, and comes after it", () => {
  const made = goodHistory();
  const early = made.call("p0-1", declare("c"));
  const lateReceipt = made.append(declare("d"));
  made.answer("p0-1", early, made.append(declare("c")));
  const late = made.call("p1-1", declare("d"));
  made.answer("p1-1", late, lateReceipt);
  const { findings } = made.check();
  expect(findings).toMatchObject([
    { code: "order_broken", batch_id: "batch-d", event_seq: 4, known: { event_seq: 5 } },
  ]);
});

test("order_broken: a record that was seen before it was asked for", () => {
  const made = goodHistory();
  const receipt = made.append(declare("c"));
  made.viewed("p1-1");
  made.answer("p0-1", made.call("p0-1", declare("c")), receipt);
  expect(made.codes()).toEqual(["order_broken"]);
});

test("read_went_back: the same process saw more before", () => {
  const made = goodHistory();
  const before = made.view();
  made.call("p1-1", declare("c"));
  made.append(declare("c"));
  made.viewed("p0-1");
  made.asked("p0-1", { ask: "view" }, before);
  expect(made.codes()).toEqual(["read_went_back"]);
});

test("read_missed_record: a receipt was given before the read began", () => {
  const made = goodHistory();
  const before = made.view();
  lastOf(made);
  made.asked("p1-1", { ask: "view" }, before);
  expect(made.codes()).toEqual(["read_missed_record"]);
});

test("read_equals_no_prefix: another picture, another revision, other records, none at all", () => {
  const made = goodHistory();
  const view = made.view();
  made.asked("p0-1", { ask: "view" }, { ...view, sha256: "f".repeat(64) });
  made.asked("p0-1", { ask: "view" }, { ...view, revision: 1 });
  made.asked("p0-1", { ask: "page", limit: 1 }, { outcome: "page", event_seq: 3, hashes: ["f"] });
  made.asked("p0-1", { ask: "view" }, { ...view, event_seq: 9 });
  const { findings } = made.check();
  const differs = findings.map((found) => ("differs" in found ? found.differs : found.code));
  const expected = ["the view", "revision 1, not 2", "the records", "no such record"];
  expect(differs.sort()).toEqual(expected.sort());
});

test("over_budget: two requests fit alone, and were judged against the same state", () => {
  const made = new HandMade();
  made.start("p0-1");
  const before = made.state;
  for (const id of ["a", "b"]) {
    const call = made.call("p0-1", declare(id, {}, "XL"));
    made.answer("p0-1", call, made.append(declare(id, {}, "XL"), before));
  }
  expect(made.codes()).toEqual([]);
  const call = made.call("p0-1", declare("c"));
  made.answer("p0-1", call, made.append(declare("c"), before));
  expect(made.check().findings).toEqual([
    { code: "over_budget", event_seq: 3, layer: null, budget: 64, used: 72 },
  ]);
});

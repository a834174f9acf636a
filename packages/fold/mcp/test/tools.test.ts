import { expect, onTestFinished, test } from "vitest";
import { batch, connected, declare, NOW } from "./support.js";

const connect = (given = {}) => connected(onTestFinished, given);

test("lists the four actions, with what a host may expect of each", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["state", "commit", "annotate", "history"]);
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  const reads = { readOnlyHint: true, openWorldHint: false };
  expect(hints).toMatchObject({ state: reads, history: reads });
  const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };
  expect(hints).toMatchObject({ commit: writes, annotate: writes });
  for (const tool of tools)
    expect(tool.title && tool.description && tool.outputSchema).toBeTruthy();
});

test("speaks the language that it was started with", async () => {
  const english = await connect();
  const chinese = await connect({ language: "zh" });
  const [, title] = await Promise.all(
    [english, chinese].map(async ({ client }) => (await client.listTools()).tools[0]?.title),
  );
  expect(title).toMatch(/\p{Script=Han}/u);
  expect(chinese.client.getInstructions()).toMatch(/\p{Script=Han}/u);
  expect(english.client.getInstructions()).not.toMatch(/\p{Script=Han}/u);
});

test("accepts a batch, and answers the receipt as data and as the same JSON", async () => {
  const { call } = await connect();
  const { isError, value, text } = await call("commit", batch("b-1", declare("one")));
  expect(isError).toBe(false);
  expect(value).toMatchObject({ outcome: "accepted", batch_id: "b-1", revision: 1, at: NOW });
  expect(JSON.parse(text)).toEqual(value);
});

test("names the actor that it was started with, whatever the model says", async () => {
  const { call, logText } = await connect({ actor: "claude" });
  const refused = await call("commit", { ...batch("b-1", declare("one")), actor: "ana" });
  expect(refused.value.violations).toMatchObject([{ rule: "unknown_member", path: "/actor" }]);
  const { value } = await call("commit", batch("b-1", declare("one")));
  expect(value.actor).toBe("claude");
  expect(logText()).not.toContain('"actor":"ana"');
});

test("answers a refusal as an error that says everything the model needs", async () => {
  const { call, logText } = await connect();
  await call("commit", batch("b-1", declare("one", { tier: "XL" })));
  const before = logText();
  const tooMuch = ["two", "three"].map((id) => declare(id, { tier: "XL" }));
  const { isError, value, text } = await call("commit", batch("b-2", ...tooMuch));
  expect(isError).toBe(true);
  expect(value).toMatchObject({
    outcome: "rejected",
    violations: [{ code: "budget_exceeded", budget: 64, declared: 96, over_by: 32 }],
  });
  expect(JSON.parse(text)).toEqual(value);
  expect(logText()).toBe(before);
});

test("saves a batch once, however often it is sent, and tells another one under its id", async () => {
  const { call, logText } = await connect();
  const first = await call("commit", batch("b-1", declare("one")));
  const before = logText();
  const again = await call("commit", batch("b-1", declare("one")));
  expect(again).toMatchObject({ isError: false, value: { ...first.value, duplicate: true } });
  const other = await call("commit", batch("b-1", declare("two")));
  expect(other).toMatchObject({ isError: true, value: { outcome: "conflict", event_seq: 1 } });
  expect(logText()).toBe(before);
});

test("gives a verdict that writes nothing", async () => {
  const { call, logText } = await connect();
  await call("commit", batch("b-1", declare("one")));
  const before = logText();
  const { value } = await call("commit", { ...batch("b-2", declare("two")), check: true });
  expect(value).toMatchObject({ outcome: "accepted", check: true });
  expect(logText()).toBe(before);
});

test("tells the fault of check together with those of the batch", async () => {
  const { call } = await connect();
  const { value } = await call("commit", { batch_id: "", check: "yes" });
  expect(value.violations).toMatchObject([{ path: "/check" }, { path: "/batch_id" }]);
});

test("saves a remark under the name of the person, and shows it until it is acknowledged", async () => {
  const { call } = await connect();
  await call("commit", batch("b-1", declare("one")));
  const remark = { annotation_id: "a-1", entry_id: "one", text: "Not this week." };
  const saved = await call("annotate", remark);
  expect(saved.value).toMatchObject({ outcome: "accepted", type: "annotation", actor: "ana" });
  const { value } = await call("state");
  expect(value.root.entries[0].annotations).toMatchObject([
    { text: "Not this week.", actor: "ana" },
  ]);
  await call("commit", { batch_id: "b-2", acknowledges: [{ annotation_id: "a-1" }] });
  expect((await call("state")).value.pending_total).toBe(0);
});

test("reads a layer, an entry and a diff, as data and as a brief", async () => {
  const { call } = await connect();
  await call("commit", batch("b-1", declare("one", { child_budget: 8 }), declare("two")));
  await call("commit", batch("b-2", { op: "patch", id: "two", tier: "S" }));
  expect((await call("state", { layer: "one" })).value.root.budget).toBe(8);
  expect((await call("state", { entry: "two" })).value).toMatchObject({ schema: "fold.entry/1" });
  expect((await call("state", { since: 1 })).value).toMatchObject({ schema: "fold.diff/1" });
  const words = await call("state", { format: "brief" });
  expect(words.text).toContain("Title of one");
  expect(words.text).not.toContain("{");
  expect(words.value.root.entries).toHaveLength(2);
});

test("takes null for what a question does without", async () => {
  const { call } = await connect();
  await call("commit", batch("b-1", declare("one")));
  const nothing = { layer: null, depth: null, entry: null, since: null, format: null };
  expect((await call("state", nothing)).isError).toBe(false);
  expect((await call("history", { batch: null, entry: null, limit: null })).isError).toBe(false);
});

test.each([
  ["state", { depth: 0 }, "usage"],
  ["state", { format: "xml" }, "usage"],
  ["state", { colour: 1 }, "usage"],
  ["state", { entry: "never" }, "not_found"],
  ["history", { limit: 1001 }, "usage"],
  ["history", { entry: 5 }, "usage"],
])("%s %j is an error with its outcome", async (tool, args, outcome) => {
  const { call } = await connect();
  await call("commit", batch("b-1", declare("one")));
  const answer = await call(tool, args);
  expect(answer).toMatchObject({ isError: true, value: { outcome } });
  expect(answer.value.message).not.toBe("");
});

test("lists a page of records that a model can hold, and more where it asks", async () => {
  const { call } = await connect();
  for (let turn = 1; turn <= 25; turn += 1) await call("commit", { batch_id: `b-${turn}` });
  const page = await call("history");
  expect(page.value).toMatchObject({ next: 20 });
  expect(page.value.records).toHaveLength(20);
  expect((await call("history", { since: 20 })).value.records).toHaveLength(5);
  expect((await call("history", { limit: 1000 })).value.records).toHaveLength(25);
});

test("with --read-only has no tool that writes", async () => {
  const writer = await connect();
  await writer.call("commit", batch("b-1", declare("one")));
  const { client, call } = await connect({ dir: writer.dir, readOnly: true, init: false });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["state", "history"]);
  await expect(call("commit", batch("b-2", declare("two")))).rejects.toThrow("commit not found");
  expect((await call("state")).value.root.entries).toHaveLength(1);
});

test("twenty calls at once are all answered, each with its own receipt", async () => {
  const { call } = await connect();
  const ids = Array.from({ length: 20 }, (_, index) => `e-${index}`);
  const tier = "XXS";
  const answers = await Promise.all(
    ids.map((id) => call("commit", batch(id, declare(id, { tier })))),
  );
  expect(answers.map(({ value }) => value.batch_id)).toEqual(ids);
  const seqs = answers.map(({ value }) => value.event_seq);
  expect([...seqs].sort((a, b) => a - b)).toEqual(ids.map((_, index) => index + 1));
});

test("a call that was taken back before it began writes nothing", async () => {
  const { client, logText } = await connect();
  const controller = new AbortController();
  const taken = client.callTool(
    { name: "commit", arguments: batch("b-1", declare("one")) },
    { signal: controller.signal },
  );
  controller.abort();
  await expect(taken).rejects.toThrow();
  // What comes after it is answered, and finds the log as it was or with the whole record.
  const seen = await client.callTool({ name: "history", arguments: {} });
  const records = logText().split("\n").length - 1;
  if (records === 0) expect(seen.isError).toBe(true);
  else expect(seen.structuredContent).toMatchObject({ records: { length: records } });
});

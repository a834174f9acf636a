/** Concurrent calls of one handle share an append and a sync, and none of the guarantees is less. */
import type { Kernel, Receipt, Store } from "@fold/contracts";
import { type FsPort, nodeFs } from "@fold/store-fs";
import { describe, expect, test } from "vitest";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { type Call, hookedFs, systemError } from "../fakes/faulty-fs.js";
import {
  accepted,
  CONTEXT,
  declare,
  dirWithLog,
  fullCheck,
  linesOf,
  logOf,
  open,
  patch,
  temporaryDir,
  titles,
} from "../support/store.js";

const COUNT = 64;

function commitMany(store: Store, count = COUNT): Promise<readonly Receipt[]> {
  const ids = Array.from({ length: count }, (_, at) => `e${at}`);
  return Promise.all(ids.map((id) => store.commit(declare(id), CONTEXT)));
}

/** Counts the calls on the log; `onCall` may throw. */
function watchedFs(onCall: (call: Call) => void = () => undefined): {
  readonly fs: FsPort;
  readonly count: (name: Call["name"]) => number;
} {
  const counts = new Map<string, number>();
  const fs = hookedFs(nodeFs, (call) => {
    if (call.path.endsWith("events.jsonl")) {
      counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
      onCall(call);
    }
    return call.proceed();
  });
  return { fs, count: (name) => counts.get(name) ?? 0 };
}

/** A store of one record, opened through a port that begins to fail later. */
async function storeThatFails(fault: (call: Call) => void): Promise<{
  readonly dir: string;
  readonly store: Store;
  readonly before: Buffer;
}> {
  const dir = temporaryDir();
  let isFailing = false;
  const { fs } = watchedFs((call) => {
    if (isFailing) fault(call);
  });
  const store = await open(dir, { fs });
  accepted(await store.commit(declare("first"), CONTEXT));
  isFailing = true;
  return { dir, store, before: logOf(dir) };
}

test("64 calls at once share one append and one sync, each with its own receipt", async () => {
  const { fs, count } = watchedFs();
  const dir = temporaryDir();
  const store = await open(dir, { fs });
  const receipts = (await commitMany(store)).map(accepted);
  expect(receipts.map(({ event_seq }) => event_seq)).toEqual(
    Array.from({ length: COUNT }, (_, at) => at + 1),
  );
  expect(receipts.map(({ batch_id }) => batch_id)).toEqual(
    Array.from({ length: COUNT }, (_, at) => `batch-e${at}`),
  );
  expect([count("append"), count("datasync")]).toEqual([1, 1]);
  expect(linesOf(dir)).toHaveLength(COUNT);
  await fullCheck(dir);
});

test("a group takes a bounded number of calls, and the others come after it", async () => {
  const { fs, count } = watchedFs();
  const store = await open(temporaryDir(), { fs });
  expect((await commitMany(store, 300)).map(accepted)).toHaveLength(300);
  expect(count("datasync")).toBe(3);
});

test("what is large is appended in several writes, under one hold", async () => {
  const { fs, count } = watchedFs();
  const store = await open(temporaryDir(), { fs });
  const long = "x".repeat(300_000);
  const many = Array.from({ length: 6 }, (_, at) => store.commit(declare(`e${at}`, long), CONTEXT));
  expect((await Promise.all(many)).map(accepted)).toHaveLength(6);
  expect(count("append")).toBeGreaterThan(1);
  expect(count("append")).toBeLessThan(6);
});

test("a bug in a later append takes no receipt from those whose records are on the disk", async () => {
  const dir = temporaryDir();
  const bug = new Error("a bug of the rules");
  const kernel: Kernel = {
    ...fakeKernel,
    decide: (...call) => {
      if (JSON.stringify(call).includes("batch-e2")) throw bug;
      return fakeKernel.decide(...call);
    },
  };
  const store = await open(dir, { kernel });
  const long = "x".repeat(300_000);
  // Two fill an append, so the third is judged for the next one.
  const sent = Array.from({ length: 4 }, (_, at) => store.commit(declare(`e${at}`, long), CONTEXT));
  const settled = await Promise.allSettled(sent);
  const told = settled.map((one) => (one.status === "fulfilled" ? one.value : one.reason));
  expect(told).toMatchObject([
    { outcome: "accepted", event_seq: 1 },
    { outcome: "accepted", event_seq: 2 },
    bug,
    bug,
  ]);
  expect(linesOf(dir)).toHaveLength(2);
  expect(accepted(await store.commit(declare("e3"), CONTEXT)).event_seq).toBe(3);
});

test("each call is judged as if those before it were in the log", async () => {
  const dir = temporaryDir();
  const store = await open(dir);
  const same = declare("e");
  const receipts = await Promise.all([
    store.commit(same, CONTEXT),
    store.commit(same, CONTEXT),
    store.commit({ ...patch("batch-e", "e", "other") }, CONTEXT),
    store.commit(declare("e", "again"), { ...CONTEXT, actor: "another" }),
    store.commit(patch("p", "e", "patched"), CONTEXT),
    store.commit({ ...patch("stale", "e", "late"), base_revision: 1 }, CONTEXT),
  ]);
  const outcomes = receipts.map((one) =>
    one.outcome === "accepted" ? `${one.outcome} ${one.event_seq} ${one.duplicate}` : one.outcome,
  );
  expect(outcomes).toEqual([
    "accepted 1 false",
    "accepted 1 true",
    "conflict",
    "conflict",
    "accepted 2 false",
    "rejected",
  ]);
  expect(await titles(store)).toEqual(["patched"]);
  expect(linesOf(dir)).toHaveLength(2);
});

test("a read between two writes sees the first and not the second", async () => {
  const store = await open(temporaryDir());
  const [, seen] = await Promise.all([
    store.commit(declare("a"), CONTEXT),
    titles(store),
    store.commit(declare("b"), CONTEXT),
  ]);
  expect(seen).toEqual(["Title of a"]);
});

test("what recovery did is told to the first of a group", async () => {
  const dir = temporaryDir();
  const first = await open(dir);
  accepted(await first.commit(declare("e"), CONTEXT));
  const copy = dirWithLog(Buffer.concat([logOf(dir), Buffer.from('{"v":1,"torn')]));
  const receipts = (await commitMany(await open(copy), 3)).map(accepted);
  const codes = receipts.map(({ warnings }) => warnings.map(({ code }) => code));
  expect(codes).toEqual([["tail_cut"], [], []]);
});

describe("when the records do not reach the disk", () => {
  test("a full disk keeps none of them, and the log is as it was", async () => {
    let isFull = true;
    const { dir, store, before } = await storeThatFails(({ name }) => {
      if (name === "append" && isFull) throw systemError("ENOSPC");
    });
    const receipts = await commitMany(store, 3);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(Array(3).fill("unavailable"));
    expect(logOf(dir)).toEqual(before);
    isFull = false;
    expect((await commitMany(store, 3)).map(accepted).map(({ event_seq }) => event_seq)).toEqual([
      2, 3, 4,
    ]);
    await fullCheck(dir);
  });

  test("a write that stops in the middle of the group keeps none of them", async () => {
    const { dir, store, before } = await storeThatFails(({ name, args }) => {
      if (name !== "append") return;
      nodeFs.append(args[0] as number, (args[1] as Buffer).subarray(0, 900));
      throw systemError("ENOSPC");
    });
    const receipts = await commitMany(store, 3);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(Array(3).fill("unavailable"));
    expect(logOf(dir)).toEqual(before);
  });

  test("if the rest of such a write cannot be cut, nobody is told that nothing was written", async () => {
    const { dir, store } = await storeThatFails(({ name, args }) => {
      if (name === "truncate") throw systemError("EIO");
      if (name !== "append") return;
      nodeFs.append(args[0] as number, (args[1] as Buffer).subarray(0, 900));
      throw systemError("ENOSPC");
    });
    const duplicate = store.commit(declare("first"), CONTEXT);
    const written = commitMany(store, 3);
    const conflicting = store.commit(patch("batch-e0", "first", "x"), CONTEXT);
    expect((await written).map(({ outcome }) => outcome)).toEqual(Array(3).fill("unknown"));
    // It was judged before any of them, and stands on what is in the log.
    expect(accepted(await duplicate).duplicate).toBe(true);
    // It was judged by a record that may not be there.
    expect((await conflicting).outcome).toBe("unavailable");
    const later = await open(dir);
    const retried = (await commitMany(later, 3)).map(accepted);
    expect(retried.map(({ event_seq }) => event_seq)).toEqual([2, 3, 4]);
    await fullCheck(dir);
  });

  test("a failed sync keeps none of them and asks to open the store anew", async () => {
    let failures = 0;
    const { dir, store, before } = await storeThatFails(({ name }) => {
      if (name === "datasync" && failures++ === 0) throw systemError("EIO");
    });
    const receipts = await commitMany(store, 3);
    expect(receipts.map((one) => one.outcome === "unavailable" && one.reason)).toEqual(
      Array(3).fill("sync_failed"),
    );
    expect(logOf(dir)).toEqual(before);
    const [next] = await commitMany(store, 1);
    expect(next?.outcome === "unavailable" && next.reason).toBe("reopen_needed");
    expect((await commitMany(await open(dir), 3)).map(accepted)).toHaveLength(3);
  });

  test("a failing read of the log answers its own call, not the others", async () => {
    let isFailing = true;
    const { store } = await storeThatFails(({ name, args }) => {
      // Reads of the first record are those of the repeated request.
      if (name === "read" && isFailing && (args[2] as number) === 0) throw systemError("EIO");
    });
    const receipts = await Promise.all([
      store.commit(declare("a"), CONTEXT),
      store.commit(declare("first"), CONTEXT),
      store.commit(declare("b"), CONTEXT),
    ]);
    isFailing = false;
    expect(receipts.map(({ outcome }) => outcome)).toEqual(["accepted", "unavailable", "accepted"]);
  });
});

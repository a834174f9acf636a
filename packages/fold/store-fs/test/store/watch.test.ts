import { once } from "node:events";
import type { StorePosition } from "@fold/contracts";
import { expect, test, vi } from "vitest";
import { CONTEXT, declare, fill, open, patch, temporaryDir } from "../support/store.js";

test("tells the present position, then each commit of this process at once", async () => {
  const dir = temporaryDir();
  const [one, two] = [await open(dir), await open(dir)];
  await fill(one, 2);
  const seen: StorePosition[] = [];
  const stop = one.watch((position) => seen.push(position));
  await vi.waitFor(() => expect(seen).toEqual([{ event_seq: 2, revision: 2 }]));
  await two.commit(declare("a"), CONTEXT);
  expect(seen.at(-1)).toEqual({ event_seq: 3, revision: 3 });
  await one.commit(patch("p", "a", "t"), CONTEXT);
  expect(seen.at(-1)).toEqual({ event_seq: 4, revision: 4 });
  await one.commit(patch("p", "a", "t"), CONTEXT);
  expect(seen).toHaveLength(3);
  stop();
  await one.commit(patch("q", "a", "u"), CONTEXT);
  expect(seen).toHaveLength(3);
});

test("ends with its signal and with its store", async () => {
  const store = await open(temporaryDir());
  const controller = new AbortController();
  const listener = vi.fn();
  store.watch(listener, { signal: controller.signal });
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
  const aborted = once(controller.signal, "abort");
  controller.abort();
  await aborted;
  await store.commit(declare("a"), CONTEXT);
  expect(listener).toHaveBeenCalledTimes(1);
  store.watch(listener, { signal: controller.signal });
  await store.close();
  store.watch(listener);
  expect(listener).toHaveBeenCalledTimes(1);
});

test("looks at the length of the log first, at most once a second", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const dir = temporaryDir();
    const { nodeFs } = await import("@fold/store-fs");
    const { hookedFs } = await import("../fakes/faulty-fs.js");
    let locks = 0;
    const fs = hookedFs(nodeFs, ({ name, path, proceed }) => {
      if (name === "read" && path.endsWith("lock")) locks += 1;
      return proceed();
    });
    const store = await open(dir, { fs });
    await fill(store, 1);
    const seen: number[] = [];
    store.watch(({ event_seq }) => seen.push(event_seq), { intervalMs: 10 });
    await vi.waitFor(() => expect(seen).toEqual([1]));
    await store.view({ now: CONTEXT.now });
    const before = locks;
    vi.advanceTimersByTime(5000);
    await store.close();
    expect(locks).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

/**
 * A process of its own: a thread that runs the store on ports whose every call is asked of the main
 * thread, which answers when it is this process's turn. The thread stands still meanwhile.
 */
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { type FsPort, type LockPort, openStore } from "@fold/store-fs";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import type { Ask, Reply, RunOrder } from "./thread-messages.js";
import { perform } from "./workload.js";

const { port, flag } = workerData as { readonly port: MessagePort; readonly flag: Int32Array };

function ask(request: Ask): unknown {
  port.postMessage(request);
  // The call that wakes for one reply may come late, when the next is already waited for.
  while (Atomics.load(flag, 0) === 0) Atomics.wait(flag, 0, 0);
  Atomics.store(flag, 0, 0);
  const received = receiveMessageOnPort(port);
  if (received === undefined) throw new Error("invariant: a woken thread has a reply");
  const reply = received.message as Reply;
  if (reply.ok) return reply.value;
  throw Object.assign(new Error(reply.message), { code: reply.code });
}

const call = (name: string, ...args: readonly unknown[]): unknown => {
  return ask({ ask: "call", name, args });
};

const fs: FsPort = {
  open: (path, mode) => call("open", path, mode) as number,
  close: (fd) => void call("close", fd),
  read(fd, target, position) {
    const bytes = call("read", fd, target.length, position) as Uint8Array;
    target.set(bytes);
    return bytes.length;
  },
  write: (fd, bytes, position) => call("write", fd, Uint8Array.from(bytes), position) as number,
  append: (fd, bytes) => call("append", fd, Uint8Array.from(bytes)) as number,
  truncate: (fd, length) => void call("truncate", fd, length),
  datasync: async (fd) => void call("datasync", fd),
  factsOf: (fd) => call("factsOf", fd) as ReturnType<FsPort["factsOf"]>,
  stat: (path) => call("stat", path) as ReturnType<FsPort["stat"]>,
  rename: (from, to) => void call("rename", from, to),
  unlink: (path) => void call("unlink", path),
  list: (path) => call("list", path) as readonly string[],
  makeDirectory: (path) => void call("makeDirectory", path),
  syncDirectory: (path) => void call("syncDirectory", path),
  canonicalPath: (path) => path,
  fileSystemType: () => null,
  bootId: () => "boot",
};

const lock: LockPort = {
  tryLock: (fd, kind) => call("tryLock", fd, kind) as boolean,
  // The thread stands still while it waits: nothing else runs in this process.
  waitForLock: async (fd, kind) => void call("waitForLock", fd, kind),
  unlock: (fd) => void call("unlock", fd),
  keepsOutAnotherProcess: async () => true,
};

port.on("message", (order: RunOrder) => void run(order));

async function run({ dir, actions }: RunOrder): Promise<void> {
  try {
    const opened = await openStore({ dir, kernel: fakeKernel, init: true, fs, lock });
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    await perform(opened.store, actions, {
      began: (action) => ask({ ask: "began", action }) as number,
      answered: (id, answer) => void ask({ ask: "answered", id, answer }),
    });
    await opened.store.close();
    port.postMessage({ ask: "ended", error: null } satisfies Ask);
  } catch (error) {
    port.postMessage({ ask: "ended", error: String(error) } satisfies Ask);
  }
}

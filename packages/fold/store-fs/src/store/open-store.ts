/** Opens a directory as a store. */
import { join, resolve } from "node:path";
import type { Command, CommitContext, Kernel, OpenFailure, Receipt, Store } from "@fold/contracts";
import { createExclusion, LOCK_TIMEOUT_MS_DEFAULT } from "../exclusion/exclusion.js";
import type { LockPort } from "../exclusion/lock-port.js";
import { nativeLock } from "../exclusion/native-lock.js";
import { failed, fromSystemError, noStore, unavailable } from "../failures.js";
import { closeFile, type FsPort, systemCode } from "../fs-port.js";
import { exists, makeDirectories } from "../make-directories.js";
import { LOCK_NAME, LOG_NAME, MARKS } from "../names.js";
import { blockingFs, nodeFs } from "../node-fs.js";
import { readHistory } from "./history.js";
import { idOf, type Submission, submissionOf } from "./judge.js";
import { createQueue } from "./queue.js";
import { read } from "./read.js";
import { createSession, forget, type Session } from "./session.js";
import { check, submitAll } from "./submit.js";
import { readDiff, readView } from "./views.js";
import { announce, watch } from "./watch.js";

/** Requests that share one append and one sync, at most: the exclusion is held for all of them. */
const GROUP_ITEMS_MAX = 128;

export interface OpenStoreOptions {
  readonly dir: string;
  /** The rules that the store is built around. */
  readonly kernel: Kernel;
  /** Make the directory a store if it is none. */
  readonly init?: boolean | undefined;
  /** How long a call waits while another process holds the store; 10 000 unless set. */
  readonly lockTimeoutMs?: number | undefined;
  /** Whether this process has nothing else to do while it waits for the disk; it has, unless set. */
  readonly mayBlock?: boolean | undefined;
  /** File calls; those of Node unless given. */
  readonly fs?: FsPort | undefined;
  /** Locks; those of the operating system unless given, null for none. */
  readonly lock?: LockPort | null | undefined;
}

export type OpenStoreResult =
  | { readonly ok: true; readonly store: Store }
  | { readonly ok: false; readonly failure: OpenFailure };

/**
 * Opens a directory that is a store, or makes it one with `init`. Opening reads nothing yet:
 * whether the log is sound shows at the first call. Fails with `no_store`, or `unavailable` where
 * the directory cannot be made or looked at.
 */
export async function openStore(options: OpenStoreOptions): Promise<OpenStoreResult> {
  const { kernel, lock = nativeLock(), init = false, mayBlock = false } = options;
  const { fs = mayBlock ? blockingFs : nodeFs, lockTimeoutMs = LOCK_TIMEOUT_MS_DEFAULT } = options;
  try {
    const path = resolve(options.dir);
    if (!isStore(fs, path)) {
      if (!init) return failed(noStore(path));
      makeStore(fs, path);
    }
    const dir = fs.canonicalPath(path);
    const exclusion = createExclusion({ fs, lock, dir, lockTimeoutMs });
    return { ok: true, store: createStore(createSession({ fs, dir, kernel, exclusion })) };
  } catch (error) {
    return failed(fromSystemError(error));
  }
}

/** Whether a directory has any of the files that only a store has. */
export function isStore(fs: FsPort, dir: string): boolean {
  return MARKS.some((name) => exists(fs, join(dir, name)));
}

/** The directory and its lock file, on the disk. The log comes with the first record. */
function makeStore(fs: FsPort, dir: string): void {
  makeDirectories(fs, dir);
  closeFile(fs, fs.open(join(dir, LOCK_NAME), "create"));
  fs.syncDirectory(dir);
}

function createStore(session: Session): Store {
  const { dir } = session;
  const queue = createQueue<Submission, Receipt>({
    runGroup: (submissions) => submitAll(session, submissions),
    groupItemsMax: GROUP_ITEMS_MAX,
  });
  const stops = new Set<() => void>();
  let isClosed = false;

  return {
    dir,
    commit: (request, context) => submit({ command: "commit", request }, context),
    annotate: (request, context) => submit({ command: "annotate", request }, context),
    view: (query) => look(() => readView(session, query)),
    diff: (since) => look(() => readDiff(session, since)),
    history: (query) => look(() => readHistory(session, query)),
    watch(listener, options) {
      if (isClosed) return () => undefined;
      const stop = watch({ dir, logLength: () => logLength(session), position }, listener, options);
      stops.add(stop);
      return () => {
        stops.delete(stop);
        stop();
      };
    },
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      return queue.run(async () => closeSession(session));
    },
  };

  async function submit(command: Command, context: CommitContext): Promise<Receipt> {
    if (isClosed) return { ...unavailable("closed"), batch_id: idOf(command) };
    const { actor, now, check: isCheck = false } = context;
    const submission = submissionOf(command, { actor, now });
    if (isCheck) return await queue.run(() => check(session, submission));
    const receipt = await queue.join(submission);
    if (receipt.outcome === "accepted" && !receipt.duplicate) {
      announce(dir, { event_seq: receipt.event_seq, revision: receipt.revision });
    }
    return receipt;
  }

  async function look<Value>(run: () => Promise<Value>): Promise<Value | typeof closed> {
    return isClosed ? closed : await queue.run(run);
  }

  function position(): ReturnType<Parameters<typeof watch>[0]["position"]> {
    return look(() =>
      read(
        session,
        async ({ working }) => ({ ok: true, value: working.state }),
        ({ event_seq, revision }) => ({ ok: true, value: { event_seq, revision } }),
      ),
    );
  }
}

const closed = failed(unavailable("closed"));

function closeSession(session: Session): void {
  forget(session);
  session.log.close();
  session.exclusion.close();
}

function logLength({ fs, dir }: Session): number | null {
  try {
    return fs.stat(join(dir, LOG_NAME)).size;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

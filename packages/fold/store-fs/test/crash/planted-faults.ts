/**
 * Faults to be planted in the source, one at a time, each with what the enumeration has to say of
 * it. A fault is data: a piece of the source, which has to be there exactly once, and what stands
 * there instead. When the source moves on, put the piece where the same thing is done now.
 */
import type { BaseName } from "./bases.js";
import type { Edit } from "./bundle.js";
import type { ViolationKind } from "./violation.js";

/** Which part of the enumeration is run; `replaced_log` puts another log beside the old caches. */
export type Search = "one_process" | "two_processes" | "failing_call" | "replaced_log";

export interface PlantedFault {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly search: Search;
  /** Where it can show, if that is not everywhere. */
  readonly disks?: readonly BaseName[];
  /** Any of these, for one fault shows in different ways at different stops. */
  readonly found: readonly ViolationKind[];
}

const SYNC = "return this.#fs.datasync(this.fd);";
const APPEND = "const failure = await append(session, staged);";
const ACCEPT =
  'return { kept: "all", warnings: [...warnings, ...(await saveCachesIfDue(session, working))] };';

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: "the sync of the log is left out",
    edits: [{ file: "log/log-file.ts", find: SYNC, replace: "return Promise.resolve();" }],
    search: "one_process",
    found: ["lost", "not_durable", "unsound"],
  },
  {
    name: "the sync of the directory is left out",
    edits: [
      {
        file: "store/keep-staged.ts",
        find: "if (isNameNew) fs.syncDirectory(dir);",
        replace: "",
      },
    ],
    search: "one_process",
    found: ["lost", "not_durable", "unsound"],
  },
  {
    name: "the directory of a new store is not synced",
    edits: [
      {
        file: "make-directories.ts",
        find: "fs.makeDirectory(path);\n    fs.syncDirectory(dirname(path));",
        replace: "fs.makeDirectory(path);",
      },
    ],
    search: "one_process",
    found: ["lost", "not_durable"],
  },
  {
    name: "the snapshot and the note are written before the log is synced",
    edits: [
      {
        file: "store/keep-staged.ts",
        find: APPEND,
        replace: `hold.keepNote({ ...hold.note, synced: working.length });
          const early = await saveCachesIfDue(session, working);
          ${APPEND}`,
      },
      {
        file: "store/keep-staged.ts",
        find: ACCEPT,
        replace: 'return { kept: "all", warnings: [...warnings, ...early] };',
      },
    ],
    search: "one_process",
    found: ["unsound", "lost"],
  },
  {
    name: "the reply comes before the sync",
    edits: [
      {
        file: "log/log-file.ts",
        find: SYNC,
        replace: `void ${SYNC.slice(7)} return Promise.resolve();`,
      },
    ],
    search: "one_process",
    found: ["lost", "not_durable", "unsound"],
  },
  {
    name: "a torn tail is not cut",
    edits: [{ file: "store/recover.ts", find: "session.log.cut(working.length);", replace: "" }],
    search: "one_process",
    found: ["unsound", "cannot_go_on", "retry"],
  },
  {
    name: "a failed sync is tried again on its descriptor",
    edits: [
      {
        file: "log/log-file.ts",
        find: SYNC,
        replace: "return this.#fs.datasync(this.fd).catch(() => this.#fs.datasync(this.fd));",
      },
    ],
    search: "failing_call",
    found: ["lost", "not_durable", "unsound"],
  },
  {
    name: "a write that failed halfway is not taken back",
    edits: [
      {
        file: "store/keep-staged.ts",
        find: "const second = await takeBack(session, start);",
        replace: "const second = null;",
      },
    ],
    search: "failing_call",
    found: ["unavailable_but_written"],
  },
  {
    name: "a snapshot is trusted by its size, as by its time",
    edits: [
      {
        file: "store/recover.ts",
        find: "log.hashBefore(snapshot.log.length) !== snapshot.log.hash",
        replace: "false",
      },
      {
        file: "store/recover.ts",
        find: "prefix.digest() === log.sha256 ? prefix",
        replace: "prefix.digest() !== null ? prefix",
      },
    ],
    search: "replaced_log",
    found: ["caches_matter", "unsound"],
  },
  {
    name: "the lock is let go as soon as it is got",
    edits: [
      {
        file: "exclusion/exclusion.ts",
        find: "const hold: Hold = {",
        replace: "lock.unlock(fd); const hold: Hold = {",
      },
    ],
    search: "two_processes",
    found: ["unsound", "lost", "retry", "half_done", "went_back", "not_durable"],
  },
  {
    name: "what a dead writer left is served without a sync",
    edits: [
      {
        file: "store/recover.ts",
        find: 'if (hold.kind === "none" || working.length <= hold.note.synced)',
        replace: "if (working.length >= 0)",
      },
    ],
    search: "one_process",
    found: ["not_durable", "lost"],
  },
  {
    name: "a new snapshot is not synced before it takes the name",
    edits: [{ file: "replace-file.ts", find: "await fs.datasync(fd);", replace: "" }],
    search: "one_process",
    disks: ["caches_due"],
    found: ["unsound"],
  },
  {
    name: "a request that was accepted is accepted again",
    edits: [
      {
        file: "store/judge.ts",
        find: "if (before !== undefined) return",
        replace: "if (before !== undefined && before.event_seq < 0) return",
      },
    ],
    search: "one_process",
    found: ["retry"],
  },
];

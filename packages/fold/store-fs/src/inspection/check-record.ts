/** What a record says, beyond being the next link of the chain. */
import type { Corrupt, Kernel, LogRecord, State } from "@fold/contracts";
import { isPlainRecord } from "@fold/contracts/values";
import { corrupt } from "../failures.js";

export type RecordCheck = (record: LogRecord, offset: number) => Corrupt | null;

/**
 * Holds records to their schema. One that is seen to be sound without it is not shown to it, unless
 * all of them are asked for. The schemas bring zod along, so they are loaded by those who check only.
 */
export async function schemaCheck({ all = false } = {}): Promise<RecordCheck> {
  const { recordSchema } = await import("@fold/contracts");
  return (record, offset) => {
    if (!all && isPlainRecord(record)) return null;
    const result = recordSchema.safeParse(record);
    if (result.success) return null;
    const issue = result.error.issues[0];
    const detail = issue === undefined ? undefined : `${issue.path.join(".")}: ${issue.message}`;
    return corrupt("not_a_record", { line: record.event_seq, offset, detail });
  };
}

interface Applied {
  readonly kernel: Kernel;
  readonly before: State;
  readonly after: State;
  readonly record: LogRecord;
}

/** Whether undoing a record gives the state before it back, as each one must. */
export function isUndone({ kernel, before, after, record }: Applied): boolean {
  const { entries, deferred, ...rest } = kernel.undo(after, record, before.at);
  const { entries: entriesBefore, deferred: deferredBefore, ...restBefore } = before;
  const isSame = JSON.stringify(sorted(rest)) === JSON.stringify(sorted(restBefore));
  return isSame && sameMaps(entries, entriesBefore) && sameMaps(deferred, deferredBefore);
}

function sorted(value: object): unknown {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Most entries are the very same objects, for a record touches few. */
function sameMaps(one: ReadonlyMap<string, object>, other: ReadonlyMap<string, object>): boolean {
  if (one.size !== other.size) return false;
  for (const [id, value] of one) {
    const twin = other.get(id);
    if (twin === undefined) return false;
    if (twin !== value && canonical(twin) !== canonical(value)) return false;
  }
  return true;
}

/** Members that stand in another order are the same members. */
function canonical(value: object): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

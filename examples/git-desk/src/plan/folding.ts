/** The steps that fold matters of a layer into the entry "and N smaller matters". */
import type { ClosedEntryView, EntryView } from "@fold/contracts";
import { changedFields, fieldsOf, ORDER, type Step } from "./declaration.js";
import { type Fold, foldedMatter } from "./folded-matter.js";
import { recollectionOf } from "./memory.js";
import { isPutAside } from "./put-aside.js";
import type { Situation } from "./situation.js";
import { SHARED_ASIDE } from "./waking-wishes.js";

export interface Folding {
  readonly steps: readonly Step[];
  /** The entry that stands for the fold, if there is one already. */
  readonly stayingIds: readonly string[];
  /** An entry that was put aside, and that comes back with it. */
  readonly wokenId: string | null;
  /** Entries that go into it. */
  readonly leavingIds: readonly string[];
}

export function foldInto(fold: Fold, situation: Situation, until: string): Folding {
  const { desk, recollections, wishes, now } = situation;
  const matter = foldedMatter(fold);
  const active = desk.byMatter.get(matter.id) ?? null;
  const { last: latest, nextId } = recollectionOf(recollections, matter.id);
  const last = active === null ? latest : null;
  const from = fold.folded.flatMap(shownEntries).map(({ id }) => id);
  const ids = {
    stayingIds: active === null ? [] : [active.id],
    wokenId: last !== null && wishes.has(last.id) ? last.id : null,
    leavingIds: from,
  };
  const fields = fieldsOf({ matter, parentId: fold.layer });
  const { why } = matter;
  const order = ORDER.change;

  const isLeaving = active !== null && wishes.get(active.id)?.code === "not_now";
  const isAside = last !== null && isPutAside(last, now) && !wishes.has(last.id);
  if (isLeaving || isAside) {
    return { ...ids, steps: from.map((id) => asideWith(id, last?.reason?.until ?? until)) };
  }
  if (from.length > 0) {
    const into = active?.id ?? nextId;
    const stated = active === null ? fields : changedFields(active, fields);
    return {
      ...ids,
      steps: [{ declaration: { op: "merge", into, from, ...stated, why }, order }],
    };
  }
  return { ...ids, steps: standAlone({ active, last, nextId, fields, why }) };
}

/** The steps for the entry if nothing has to be merged into it. */
function standAlone({
  active,
  last,
  nextId,
  fields,
  why,
}: {
  readonly active: EntryView | null;
  readonly last: ClosedEntryView | null;
  readonly nextId: string;
  readonly fields: ReturnType<typeof fieldsOf>;
  readonly why: string;
}): readonly Step[] {
  const order = ORDER.change;
  if (active !== null) {
    const changed = changedFields(active, fields);
    if (Object.keys(changed).length === 0) return [];
    return [{ declaration: { op: "patch", id: active.id, ...changed, why }, order }];
  }
  if (last?.status === "withdrawn") {
    return [{ declaration: { op: "restore", id: last.id, ...fields, why }, order }];
  }
  return [{ declaration: { op: "declare", id: nextId, ...fields, why }, order }];
}

function shownEntries({ place, predecessor }: Fold["folded"][number]): readonly EntryView[] {
  if (place.type === "active") return [place.entry];
  return predecessor === null ? [] : [predecessor];
}

function asideWith(id: string, until: string): Step {
  const reason = { code: "deferred", text: SHARED_ASIDE, until } as const;
  return { declaration: { op: "withdraw", id, reason }, order: ORDER.leave };
}

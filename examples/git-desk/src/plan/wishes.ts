/** What the person wishes about entries, from the annotations that nobody answered yet. */
import type { AnnotationView, ClosedEntryView } from "@fold/contracts";
import { matterIdOf } from "../rules/matter-id.js";
import { type Desk, isBelow, isOurs } from "./desk.js";
import { type Recollections, recollectionOf } from "./memory.js";
import { isDeferred } from "./put-aside.js";
import { type WishCode, wishesIn } from "./wish-words.js";

export type Target =
  | { readonly type: "whole" }
  | { readonly type: "active"; readonly entryId: string }
  | { readonly type: "closed"; readonly entry: ClosedEntryView }
  /** Deferred, and not due yet. */
  | { readonly type: "aside"; readonly entry: ClosedEntryView }
  /** Of another agent, which will answer for itself. */
  | { readonly type: "foreign" };

export interface Wish {
  readonly annotation: AnnotationView;
  readonly target: Target;
  /** Null: free text, or a wish that cannot be granted. */
  readonly code: WishCode | null;
  /** Another agent's entries stand in the layer, and git-desk puts only its own aside. */
  readonly isBlocked: boolean;
}

/** One wish for each pending annotation that is ours to answer, the oldest first. */
export function readWishes({
  now,
  desk,
  recollections,
}: {
  readonly now: string;
  readonly desk: Desk;
  readonly recollections: Recollections;
}): readonly Wish[] {
  return desk.pending
    .map((annotation): Wish => {
      const codes = wishesIn(annotation.text);
      // "Mine, but not now" can only be granted in one way: what is put aside is not shown at all.
      const code = PRECEDENCE.find((known) => codes.has(known));
      const target = targetOf(annotation, { now, desk, recollections });
      const isBlocked = code === "not_now" && carriesForeign(desk, target);
      return { annotation, target, code: isBlocked ? null : (code ?? null), isBlocked };
    })
    .filter(({ target }) => target.type !== "foreign");
}

const PRECEDENCE = ["not_now", "not_mine", "mine", "now"] as const;

/**
 * The last wish that git-desk understands about each active entry, and about each that is put aside
 * if it asks for it back: any such wish but another "not now" does.
 */
export function latestWishes(wishes: readonly Wish[]): ReadonlyMap<string, Wish> {
  const latest = new Map<string, Wish>();
  for (const wish of wishes) {
    const { target, code } = wish;
    if (code === null) continue;
    if (target.type === "active") latest.set(target.entryId, wish);
    if (target.type !== "aside") continue;
    if (code === "not_now") latest.delete(target.entry.id);
    else latest.set(target.entry.id, wish);
  }
  return latest;
}

/** Ids that have to be recalled before wishes can be read. */
export function annotatedIds(desk: Desk): readonly string[] {
  return desk.pending.flatMap(({ entry_id, shown_on }) => shown_on ?? entry_id ?? []);
}

function targetOf(
  { entry_id, shown_on }: AnnotationView,
  {
    now,
    desk,
    recollections,
  }: { readonly now: string; readonly desk: Desk; readonly recollections: Recollections },
): Target {
  const id = shown_on ?? entry_id;
  if (id === null) return { type: "whole" };
  const active = desk.byId.get(id);
  if (active !== undefined) {
    return isOurs(active) ? { type: "active", entryId: id } : { type: "foreign" };
  }
  const { last } = recollectionOf(recollections, matterIdOf(id));
  if (last === null) return { type: "foreign" };
  return { type: isDeferred(last, now) ? "aside" : "closed", entry: last };
}

function carriesForeign(desk: Desk, target: Target): boolean {
  if (target.type !== "active") return false;
  const { entryId } = target;
  return desk.entries.some((entry) => !isOurs(entry) && isBelow(desk, entry.id, entryId));
}

/** What the person wishes about entries, from the annotations that nobody answered yet. */
import type { AnnotationView, ClosedEntryView } from "@fold/contracts";
import { matterIdOf } from "../rules/matter-id.js";
import { type Desk, isBelow, isOurs } from "./desk.js";
import { type Recollections, recollectionOf } from "./memory.js";
import { type WishCode, wishesIn } from "./wish-words.js";

export type Target =
  | { readonly type: "whole" }
  | { readonly type: "active"; readonly entryId: string }
  | { readonly type: "closed"; readonly entry: ClosedEntryView }
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
export function readWishes(desk: Desk, recollections: Recollections): readonly Wish[] {
  return desk.pending
    .map((annotation): Wish => {
      const codes = wishesIn(annotation.text);
      // "Mine, but not now" can only be granted in one way: what is put aside is not shown at all.
      const code = (["not_now", "not_mine", "mine"] as const).find((known) => codes.has(known));
      const target = targetOf(annotation, desk, recollections);
      const isBlocked = code === "not_now" && carriesForeign(desk, target);
      return { annotation, target, code: isBlocked ? null : (code ?? null), isBlocked };
    })
    .filter(({ target }) => target.type !== "foreign");
}

/** The last wish of each active entry that says something git-desk understands. */
export function latestWishes(wishes: readonly Wish[]): ReadonlyMap<string, Wish> {
  const latest = new Map<string, Wish>();
  for (const wish of wishes) {
    if (wish.target.type === "active" && wish.code !== null) {
      latest.set(wish.target.entryId, wish);
    }
  }
  return latest;
}

/** Ids that have to be recalled before wishes can be read. */
export function annotatedIds(desk: Desk): readonly string[] {
  return desk.pending.flatMap(({ entry_id, shown_on }) => shown_on ?? entry_id ?? []);
}

function targetOf(
  { entry_id, shown_on }: AnnotationView,
  desk: Desk,
  recollections: Recollections,
): Target {
  const id = shown_on ?? entry_id;
  if (id === null) return { type: "whole" };
  const active = desk.byId.get(id);
  if (active !== undefined) {
    return isOurs(active) ? { type: "active", entryId: id } : { type: "foreign" };
  }
  const { last } = recollectionOf(recollections, matterIdOf(id));
  return last === null ? { type: "foreign" } : { type: "closed", entry: last };
}

function carriesForeign(desk: Desk, target: Target): boolean {
  if (target.type !== "active") return false;
  const { entryId } = target;
  return desk.entries.some((entry) => !isOurs(entry) && isBelow(desk, entry.id, entryId));
}

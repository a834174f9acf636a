/**
 * Entries of matters that were not found, in areas that were not seen whole. They may still be so,
 * and are kept as they are; but where a layer is full they give way before any other.
 */
import type { EntryView } from "@fold/contracts";
import type { Area } from "../git/facts.js";
import { matterIdOf } from "../rules/matter-id.js";
import { isBelow, isOurs } from "./desk.js";
import { branchOf } from "./predecessor.js";
import type { Settled } from "./settle.js";
import type { Situation } from "./situation.js";
import { markOf } from "./yours.js";

export interface Held {
  readonly settled: readonly Settled[];
  /** Those which the person has just put aside, with what they carry. */
  readonly sleepingIds: readonly string[];
}

/** `placedIds`: entries that stand for something that was found. */
export function heldEntries(situation: Situation, placedIds: ReadonlySet<string>): Held {
  const { desk, wishes } = situation;
  const asideIds = [...wishes].flatMap(([id, { code }]) => (code === "not_now" ? [id] : []));
  const isAside = ({ id }: EntryView): boolean =>
    asideIds.some((aside) => aside === id || isBelow(desk, id, aside));
  const held = desk.entries.filter(
    (entry) => isOurs(entry) && !placedIds.has(entry.id) && isUnseen(entry, situation),
  );
  return {
    settled: held.filter((entry) => !isAside(entry)).map((entry) => heldMatter(entry, situation)),
    sleepingIds: held.filter(isAside).map(({ id }) => id),
  };
}

/** Whether it belongs to what was not looked at. */
function isUnseen(entry: EntryView, { wanted }: Situation): boolean {
  const branch = branchOf(entry);
  const isGone = branch !== null && wanted.branchNames.size > 0 && !wanted.branchNames.has(branch);
  if (isGone) return false;
  const area = areaOf(matterIdOf(entry.id));
  return area !== null && wanted.unseenAreas.has(area);
}

/** The area that says whether a matter is over; null where none does. */
function areaOf(matterId: string): Area | null {
  const [type = ""] = matterId.split(":", 1);
  switch (type) {
    case "worktree":
      return "worktree";
    case "branch":
    case "merged":
    case "branches":
    case "head":
    case "repository":
      return "branches";
    case "todo":
    case "todos":
      return "todos";
    case "secret":
    case "secrets":
      return "secrets";
    case "stashes":
      return "stashes";
    default:
      return null;
  }
}

function heldMatter(entry: EntryView, { wishes }: Situation): Settled {
  const { id, title, summary = "", kind, tier, due_at, stale_after, sources, parent } = entry;
  return {
    matter: {
      id: matterIdOf(id),
      area: "worktree",
      title,
      summary: summary ?? "",
      kind,
      tier,
      dueAt: due_at,
      staleAfter: stale_after,
      sources,
      parent: parent === null ? null : matterIdOf(parent),
      why: "The layer is full, and this was not looked at.",
      replaces: [],
      tip: null,
      isSequel: false,
      isGroup: entry.layer !== null,
    },
    entryId: id,
    parentId: parent,
    place: { type: "active", entry },
    predecessor: null,
    ruleTier: tier,
    isYours: markOf(entry) !== null,
    wokenId: null,
    isWished: wishes.has(id),
    isHeld: true,
  };
}

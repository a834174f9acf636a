/** Finds the entry that a matter takes the place of: a branch under its old name, or not merged. */
import type { EntryView } from "@fold/contracts";
import type { Matter } from "../rules/matter.js";
import { matterId, matterIdOf } from "../rules/matter-id.js";
import type { Situation } from "./situation.js";

const HEADS = "refs/heads/";

/**
 * What the reflog tells comes first. Else a branch with another name and the same tip is taken for
 * the old one renamed, if the choice is clear on both sides. `takenIds` are entries that another
 * matter takes the place of: two branches may have had one name, one after the other.
 */
export function predecessorOf(
  matter: Matter,
  situation: Situation,
  takenIds: ReadonlySet<string>,
): EntryView | null {
  const { desk, wanted } = situation;
  const wantedIds = new Set(wanted.matters.map(({ id }) => id));
  for (const id of matter.replaces) {
    const entry = desk.byMatter.get(id);
    const isFree = entry !== undefined && !wantedIds.has(id) && !takenIds.has(entry.id);
    if (isFree) return entry;
  }
  if (matter.tip === null) return null;

  const vanished = [...desk.byMatter.values()].filter(
    (entry) =>
      isBranchGone(entry, situation) && tipOf(entry) === matter.tip && !takenIds.has(entry.id),
  );
  const rivals = wanted.matters.filter(
    ({ id, tip }) => tip === matter.tip && !desk.byMatter.has(id),
  );
  const [only] = vanished;
  return vanished.length === 1 && rivals.length === 1 && only !== undefined ? only : null;
}

/** Whether an entry stands for a branch that does not exist any more. */
export function isBranchGone(
  { id, sources }: EntryView,
  { wanted }: Pick<Situation, "wanted">,
): boolean {
  const name = branchOf({ id, sources });
  return name !== null && !wanted.branchNames.has(name);
}

/** The branch that an entry stands for, or null. */
export function branchOf({ id, sources }: Pick<EntryView, "id" | "sources">): string | null {
  const ref = sources.find((source) => source.id === "branch")?.ref ?? "";
  if (!ref.startsWith(HEADS)) return null;
  const name = ref.slice(HEADS.length);
  // A name that had to be changed to fit a reference cannot be compared with names of branches.
  const isWhole = ["branch", "merged"].some((type) => matterIdOf(id) === matterId(type, name));
  return isWhole ? name : null;
}

export function tipOf({ sources }: Pick<EntryView, "sources">): string | null {
  return sources.find((source) => source.id === "tip")?.ref ?? null;
}

/** Closes the entries of matters that are over, with the reason. */
import type { EntryView } from "@fold/contracts";
import type { Fates } from "../git/fates.js";
import { matterIdOf } from "../rules/matter-id.js";
import { ORDER, type Step } from "./declaration.js";
import { isOurs } from "./desk.js";
import { branchOf, tipOf } from "./predecessor.js";
import type { Situation } from "./situation.js";

export interface Closings {
  readonly steps: readonly Step[];
  readonly closedIds: ReadonlySet<string>;
}

export interface ClosingQuestion {
  readonly situation: Situation;
  readonly fates: Fates;
  /** Entries that stay, and where; those which stay where they are need not say so. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** Entries that stay, or end by another declaration. */
  readonly keptIds: ReadonlySet<string>;
  /** Those of them that end by another declaration. */
  readonly leavingIds: ReadonlySet<string>;
}

/** From the leaves up: an entry that still carries something stays. */
export function closeWhatIsOver(question: ClosingQuestion): Closings {
  const { situation, keptIds, leavingIds } = question;
  const { desk } = situation;
  const closedIds = new Set<string>();
  const steps: Step[] = [];
  const over = desk.entries.filter((entry) => isOurs(entry) && !keptIds.has(entry.id));
  for (const entry of [...over].reverse()) {
    const gone = new Set([...leavingIds, ...closedIds]);
    if (carriesOthers(entry, question, gone)) continue;
    closedIds.add(entry.id);
    const reason = reasonFor(entry, question);
    steps.push({
      declaration: { op: "withdraw", id: entry.id, reason },
      order: entry.layer === null ? ORDER.leave : ORDER.end,
    });
  }
  return { steps, closedIds };
}

function carriesOthers(
  { id }: EntryView,
  { situation, parents }: ClosingQuestion,
  gone: ReadonlySet<string>,
): boolean {
  return situation.desk.entries.some((entry) => {
    if (entry.parent !== id || gone.has(entry.id)) return false;
    const parent = parents.get(entry.id);
    return parent === undefined || parent === id;
  });
}

type Reason = { readonly code: "done" | "obsolete"; readonly text: string };

function reasonFor(entry: EntryView, { situation, fates }: ClosingQuestion): Reason {
  const { now, wanted } = situation;
  const branch = branchOf(entry);
  if (branch !== null) {
    if (wanted.branchNames.has(branch) && !wanted.isPushKnown) {
      return { code: "obsolete", text: `What is pushed of ${branch} is not known any more.` };
    }
    if (wanted.branchNames.has(branch)) {
      return { code: "done", text: `There is nothing left to do about ${branch}.` };
    }
    const fate = fates.get(tipOf(entry) ?? "");
    return goneReason({ branch, fate, defaultBranch: wanted.defaultBranch, entry });
  }
  const isAged = entry.stale_after !== null && entry.stale_after <= now;
  if (matterIdOf(entry.id).startsWith("todo:") && isAged) {
    return { code: "obsolete", text: "It is not new any more." };
  }
  return { code: "done", text: "The repository does not show it any more." };
}

function goneReason({
  branch,
  fate,
  defaultBranch,
  entry,
}: {
  readonly branch: string;
  readonly fate: "merged" | "unmerged" | "unknown" | undefined;
  readonly defaultBranch: string | null;
  readonly entry: EntryView;
}): Reason {
  const into = defaultBranch ?? "the default branch";
  if (fate === "merged" || matterIdOf(entry.id).startsWith("merged:")) {
    return { code: "done", text: `The branch ${branch} was merged into ${into} and deleted.` };
  }
  const tip = tipOf(entry)?.slice(0, 12) ?? "unknown";
  const place = fate === "unmerged" ? `, which is not on ${into}` : "";
  return {
    code: "obsolete",
    text: `The branch ${branch} was deleted; its last commit was ${tip}${place}.`,
  };
}

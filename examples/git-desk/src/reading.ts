/** Reads from the store what a plan needs. */
import type { FoldFailure } from "@fold/sdk";
import type { FoldPort, Read } from "./fold-port.js";
import type { Fates } from "./git/fates.js";
import { type Desk, deskOf } from "./plan/desk.js";
import { foldedMatterId } from "./plan/folded-matter-id.js";
import { memoryOf, type Recollection, type Recollections } from "./plan/memory.js";
import { isBranchGone, tipOf } from "./plan/predecessor.js";
import { annotatedIds } from "./plan/wishes.js";
import type { Wanted } from "./rules/matter.js";
import { matterIdOf } from "./rules/matter-id.js";

export interface Asking {
  readonly port: FoldPort;
  readonly wanted: Wanted;
  readonly fatesOf: (commits: readonly string[]) => Promise<Fates>;
}

export interface Reading {
  readonly desk: Desk;
  readonly recollections: Recollections;
  readonly fates: Fates;
}

export async function readDesk(asking: Asking): Promise<Read<Reading>> {
  const { port, wanted, fatesOf } = asking;
  const view = await port.view();
  if (!view.ok) return view;
  const desk = deskOf(view.value);
  const recalled = await recallAll(asking, desk);
  if (!recalled.ok) return recalled;
  const fates = await fatesOf(vanishedTips(desk, wanted));
  return { ok: true, value: { desk, recollections: recalled.value, fates } };
}

/**
 * What the store remembers of every matter that a plan may ask about and that is not active. An
 * entry that is spoken of, or due back, may be closed although another one stands for its matter.
 */
async function recallAll({ port, wanted }: Asking, desk: Desk): Promise<Read<Recollections>> {
  // Nothing was ever declared, so there is nothing to remember.
  if (desk.revision === 0) return { ok: true, value: new Map() };
  const groups = wanted.matters.filter(({ isGroup }) => isGroup).map(({ id }) => id);
  const named = new Set(
    [...annotatedIds(desk), ...desk.dueBack].filter((id) => !desk.byId.has(id)),
  );
  const closed = new Set([...named].map(matterIdOf));
  const asked = new Set([
    ...wanted.matters.flatMap(({ id, replaces }) => [id, ...replaces]),
    ...[null, ...groups].map(foldedMatterId),
    ...closed,
  ]);
  const recollections = new Map<string, Recollection>();
  const failures: FoldFailure[] = [];
  const memory = memoryOf(async (id) => {
    const entry = await port.entry(id);
    if (entry.ok) return entry.value;
    failures.push(entry.failure);
    return null;
  });
  for (const id of asked) {
    if (closed.has(id) || !desk.byMatter.has(id)) recollections.set(id, await memory.recall(id));
    const [failure] = failures;
    if (failure !== undefined) return { ok: false, failure };
  }
  return { ok: true, value: recollections };
}

function vanishedTips(desk: Desk, wanted: Wanted): readonly string[] {
  const gone = [...desk.byMatter.values()].filter((entry) => isBranchGone(entry, { wanted }));
  return gone.flatMap((entry) => tipOf(entry) ?? []);
}

/** The desk: what the store says at the moment, laid out flat. */
import type { AnnotationView, EntryView, LayerView, StateView } from "@fold/contracts";
import { matterIdOf } from "../rules/matter-id.js";

/** Who speaks: the actor of every batch, and the owner of every entry that git-desk may touch. */
export const ACTOR = "git-desk";

export interface Desk {
  readonly eventSeq: number;
  readonly revision: number;
  /** Free units of the root layer. */
  readonly rootFree: number;
  /** Every active entry that the view shows, whoever declared it. */
  readonly entries: readonly EntryView[];
  readonly byId: ReadonlyMap<string, EntryView>;
  /** Our active entries by the matter that each stands for. */
  readonly byMatter: ReadonlyMap<string, EntryView>;
  readonly pending: readonly AnnotationView[];
  /** Ids of deferred entries whose time has come. */
  readonly dueBack: readonly string[];
}

export function deskOf(view: StateView): Desk {
  const entries = entriesOf(view.root);
  return {
    eventSeq: view.event_seq,
    revision: view.revision,
    rootFree: view.root.free,
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    byMatter: new Map(entries.filter(isOurs).map((entry) => [matterIdOf(entry.id), entry])),
    pending: view.pending_annotations,
    dueBack: view.due_back.map(({ id }) => id),
  };
}

export function isOurs({ owner }: { readonly owner: string }): boolean {
  return owner === ACTOR;
}

function entriesOf(layer: LayerView): readonly EntryView[] {
  return layer.entries.flatMap((entry) => {
    const { layer: child } = entry;
    return child === null || "collapsed" in child ? [entry] : [entry, ...entriesOf(child)];
  });
}

/** Whether an entry stands somewhere in the layer of another. */
export function isBelow(desk: Desk, id: string, ancestorId: string): boolean {
  for (let parent = desk.byId.get(id)?.parent ?? null; parent !== null; ) {
    if (parent === ancestorId) return true;
    parent = desk.byId.get(parent)?.parent ?? null;
  }
  return false;
}

/** Views as a store would answer, built by hand: what is not named is plain. */
import type {
  AnnotationView,
  ClosedEntry,
  Entry,
  EntryView,
  LayerView,
  StateDiff,
  StateView,
  Tier,
} from "@fold/contracts";
import { durationBetween, elapsedBetween, type Instant, shareOf } from "@fold/contracts/values";

export const NOW = "2026-11-30T09:00:00.000Z" as Instant;
export const DAY_AGO = "2026-11-29T09:00:00.000Z" as Instant;

export type EntryFields = Partial<Omit<EntryView, "id" | "tier" | "layer">> & {
  readonly layer?: LayerView | EntryView["layer"];
};

let serial = 0;

/** An active entry; its rank is given by its layer. Times follow from `due_at` and `stale_after`. */
export function entry(id: string, tier: Tier, fields: EntryFields = {}): EntryView {
  const { due_at = null, stale_after = null } = fields;
  serial += 1;
  return {
    id,
    title: `Title of ${id}`,
    summary: "",
    kind: "info",
    status: "active",
    parent: null,
    sources: [],
    child_budget: fields.layer?.budget ?? null,
    owner: "agent",
    declared_at: DAY_AGO,
    declared_seq: serial,
    updated_at: DAY_AGO,
    attention: `1/${64 / shareOf(tier)}`,
    rank: 1,
    since_declared: elapsedBetween(DAY_AGO, NOW),
    since_updated: elapsedBetween(DAY_AGO, NOW),
    annotations: [],
    annotations_total: fields.annotations?.length ?? 0,
    annotations_pending: fields.annotations?.filter(({ status }) => status === "saved").length ?? 0,
    ...fields,
    tier,
    share: shareOf(tier),
    due_at,
    until_due: due_at === null ? null : durationBetween(NOW, due_at),
    overdue: due_at !== null && due_at < NOW,
    stale_after,
    until_stale: stale_after === null ? null : durationBetween(NOW, stale_after),
    stale: stale_after !== null && stale_after < NOW,
    layer: fields.layer ?? null,
  };
}

/** A layer with its entries in rank order. */
export function layer(
  budget: number,
  entries: readonly EntryView[],
  { id = null, path = [] }: { readonly id?: string | null; readonly path?: readonly string[] } = {},
): LayerView {
  const ranked = [...entries]
    .sort(
      (a, b) =>
        b.share - a.share ||
        ((a.due_at ?? "~") < (b.due_at ?? "~") ? -1 : 1) * (a.due_at === b.due_at ? 0 : 1) ||
        a.declared_seq - b.declared_seq,
    )
    .map((one, index) => ({ ...one, rank: index + 1, parent: id }));
  const used = ranked.reduce((sum, { share }) => sum + share, 0);
  return { id, path, budget, used, free: budget - used, entries: ranked };
}

export function view(root: LayerView, fields: Partial<StateView> = {}): StateView {
  return {
    schema: "fold.state/1",
    event_seq: 41,
    revision: 17,
    now: NOW,
    last_checked_at: null,
    since_checked: null,
    last_seen_at: null,
    since_seen: null,
    root,
    pending_annotations: [],
    pending_total: 0,
    due_back: [],
    due_back_total: 0,
    ...fields,
  };
}

export function note(id: string, fields: Partial<AnnotationView> = {}): AnnotationView {
  return {
    annotation_id: id,
    entry_id: null,
    shown_on: null,
    text: `Text of ${id}`,
    actor: "ana",
    at: DAY_AGO,
    event_seq: 40,
    status: "saved",
    acknowledged: null,
    ...fields,
  };
}

export function answered(id: string, fields: Partial<AnnotationView> = {}): AnnotationView {
  const acknowledged = { at: NOW, actor: "agent", note: "Done so.", event_seq: 41, revision: 17 };
  return note(id, { status: "acknowledged", acknowledged, ...fields });
}

/** As stored: what a view adds is left out. */
export function stored(of: EntryView): Entry {
  const { id, title, kind, tier, parent, due_at, stale_after, child_budget } = of;
  const { owner, declared_at, declared_seq, updated_at } = of;
  const annotations = { total: 0, pending: 0, acknowledged: [] };
  const summary = of.summary ?? null;
  return {
    id,
    title,
    summary,
    kind,
    tier,
    parent,
    due_at,
    stale_after,
    sources: [],
    child_budget,
    owner,
    declared_at,
    declared_seq,
    updated_at,
    annotations,
  };
}

export function closed(id: string, tier: Tier, fields: Partial<ClosedEntry> = {}): ClosedEntry {
  return {
    ...stored(entry(id, tier)),
    status: "withdrawn",
    closed_at: NOW,
    closed_seq: 41,
    reason: { code: "done" },
    successor: null,
    closed_with: null,
    ...fields,
  };
}

export function diff(fields: Partial<StateDiff> = {}): StateDiff {
  return {
    schema: "fold.diff/1",
    from: { event_seq: 30, revision: 12 },
    to: { event_seq: 41, revision: 17 },
    now: NOW,
    opened: [],
    closed: [],
    changed: [],
    root_budget: null,
    annotations: { saved: [], acknowledged: [] },
    transient: 0,
    ...fields,
  };
}

/** Views to write about, as the kernel would make them, by hand. */
import type {
  AnnotationView,
  CollapsedLayer,
  EntryAnswer,
  EntryView,
  LayerView,
  StateDiff,
  StateView,
} from "@fold/contracts";
import { type Instant, parseInstant, shareOf, type Tier } from "@fold/contracts";

export function at(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new Error(`not an instant: ${text}`);
  return instant;
}

export const NOW = at("2026-11-30T09:00:00.000Z");

export function entryView(
  id: string,
  tier: Tier,
  fields: Partial<EntryView> & Pick<EntryView, "title">,
): EntryView {
  return {
    id,
    summary: null,
    kind: "info",
    tier,
    parent: null,
    due_at: null,
    stale_after: null,
    sources: [],
    child_budget: null,
    owner: "builder",
    declared_at: at("2026-11-28T09:00:00Z"),
    declared_seq: 1,
    updated_at: at("2026-11-28T09:00:00Z"),
    status: "active",
    share: shareOf(tier),
    rank: 1,
    attention: "1/64",
    since_declared: "P2D",
    since_updated: "P2D",
    until_due: null,
    overdue: false,
    until_stale: null,
    stale: false,
    annotations: [],
    annotations_total: 0,
    annotations_pending: 0,
    layer: null,
    ...fields,
  };
}

export function note(id: string, fields: Partial<AnnotationView> = {}): AnnotationView {
  return {
    annotation_id: id,
    entry_id: null,
    shown_on: null,
    text: "not this week",
    actor: "ana",
    at: at("2026-11-30T07:00:00Z"),
    event_seq: 9,
    status: "saved",
    acknowledged: null,
    ...fields,
  };
}

export function layer(entries: readonly EntryView[], fields: Partial<LayerView> = {}): LayerView {
  const budget = fields.budget ?? 64;
  const used = entries.reduce((sum, entry) => sum + entry.share, 0);
  return {
    id: null,
    path: [],
    budget,
    used,
    free: budget - used,
    entries: entries.map((entry, index) => ({ ...entry, rank: index + 1 })),
    ...fields,
  };
}

export function collapsed(id: string, fields: Partial<CollapsedLayer> = {}): CollapsedLayer {
  return { id, budget: 64, used: 12, free: 52, entry_count: 3, collapsed: true, ...fields };
}

export function stateView(root: LayerView, fields: Partial<StateView> = {}): StateView {
  return {
    schema: "fold.state/1",
    event_seq: 15,
    revision: 12,
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

/** A view with something of everything. */
export function fullView(): StateView {
  const pending = note("a-17", { entry_id: "cert" });
  const cert = entryView("cert", "XL", {
    title: "Choose the certificate provider",
    kind: "decision",
    summary: "Two offers are on the table.\nThe old one ends on Thursday.",
    until_due: "P2DT3H",
    due_at: at("2026-12-02T12:00:00Z"),
    attention: "1/2",
    since_updated: "PT3H",
    sources: [
      { id: "s1", origin: "git", ref: "refs/heads/cert" },
      { id: "s2", origin: "mail", text: "see the offer" },
    ],
    annotations: [
      pending,
      note("a-12", {
        entry_id: "cert",
        text: "ask Kim",
        status: "acknowledged",
        acknowledged: {
          at: at("2026-11-30T08:00:00Z"),
          actor: "builder",
          note: "asked",
          event_seq: 12,
          revision: 11,
        },
      }),
    ],
    annotations_total: 4,
    annotations_pending: 2,
    layer: layer(
      [
        entryView("cert/offer-a", "M", {
          title: "Offer A",
          kind: "finding",
          parent: "cert",
          attention: "1/8",
          layer: collapsed("cert/offer-a"),
        }),
      ],
      { id: "cert", path: ["cert"], budget: 32 },
    ),
  });
  const late = entryView("late", "S", {
    title: "Answer the audit",
    kind: "commitment",
    until_due: "-PT3H",
    overdue: true,
    until_stale: "-P1DT2H5M",
    stale: true,
    attention: "1/16",
  });
  return stateView(layer([cert, late]), {
    last_checked_at: at("2026-11-30T08:30:00Z"),
    since_checked: "PT30M",
    pending_annotations: [pending, note("a-20", { text: "too much of it" })],
    pending_total: 4,
    due_back: [
      {
        id: "holiday",
        title: "Plan the holiday",
        until: at("2026-11-30T08:00:00Z"),
        closed_at: at("2026-11-01T08:00:00Z"),
        since_until: "PT1H",
      },
    ],
    due_back_total: 3,
    warnings: [{ code: "tail_cut", bytes: 17 }],
    read_only: true,
  });
}

export function entryAnswer(entry: EntryAnswer["entry"]): EntryAnswer {
  return { schema: "fold.entry/1", event_seq: 15, revision: 12, now: NOW, entry };
}

export function emptyDiff(fields: Partial<StateDiff> = {}): StateDiff {
  return {
    schema: "fold.diff/1",
    from: { event_seq: 12, revision: 9 },
    to: { event_seq: 15, revision: 12 },
    opened: [],
    closed: [],
    changed: [],
    root_budget: null,
    annotations: { saved: [], acknowledged: [] },
    transient: 0,
    ...fields,
  };
}

/**
 * A small kernel with just enough rules to move a store: `declare` and `patch`, annotations and
 * their acknowledgement, `base_revision`. It is plain JavaScript so that the processes which tests
 * start can use it too.
 */
const digestless = { v: 1 };

const initial = {
  event_seq: 0,
  revision: 0,
  at: null,
  last_checked_at: null,
  root_budget: 64,
  entries: new Map(),
  deferred: new Map(),
  annotations_total: 0,
  pending_total: 0,
  pending: [],
};

function lookup(state, asked, facts) {
  if (asked.command === "commit") {
    const base = asked.request.base_revision ?? state.revision;
    if (base < state.revision && !facts.changedSince.has(base)) {
      return [{ need: "changed_since", revision: base }];
    }
    return (asked.request.acknowledges ?? [])
      .flatMap(({ annotation_id: id }) => [`batch:${id}`, `acknowledged:${id}`])
      .filter((key) => !facts.records.has(key))
      .map((key) => ({ need: "records", key }));
  }
  if (asked.command === "state" && asked.request.entry !== undefined) {
    const key = `touched:${asked.request.entry}`;
    return facts.records.has(key) ? [] : [{ need: "records", key }];
  }
  return [];
}

function decide(state, { command, request }, facts, { actor, now }) {
  const seq = state.event_seq + 1;
  const warnings =
    state.at !== null && now < state.at ? [{ code: "clock_went_back", previous_at: state.at }] : [];
  const head = { ...digestless, event_seq: seq };
  const receipt = { layers: [], warnings };
  if (command === "annotate") {
    const annotation = { ...request, shown_on: request.entry_id, actor, at: now, event_seq: seq };
    const { revision } = state;
    const record = {
      ...head,
      type: "annotation",
      batch_id: request.annotation_id,
      actor,
      at: now,
      revision,
      request,
      changes: [],
      annotation,
      receipt,
    };
    return { ok: true, record, state: apply(state, record) };
  }
  const violations = [];
  const base = request.base_revision ?? state.revision;
  if (base < state.revision) {
    const { ids } = facts.changedSince.get(base);
    const changed = { changed: ids.slice(0, 100), changed_total: ids.length };
    const numbers = { base_revision: base, revision: state.revision };
    violations.push({ code: "stale_revision", message: "", path: "", ...numbers, ...changed });
  }
  const changes = [];
  for (const [at, declaration] of (request.declarations ?? []).entries()) {
    const { op, id } = declaration;
    const before = state.entries.get(id);
    if (op === "declare") changes.push(opened(declaration, { actor, now, seq }));
    else if (before === undefined) {
      violations.push({ code: "unknown_entry", message: "", path: `/declarations/${at}`, id });
    } else if (declaration.title !== before.title) {
      const after = { title: declaration.title, updated_at: now };
      const old = { title: before.title, updated_at: before.updated_at };
      changes.push({ id, change: "changed", before: old, after });
    }
  }
  const acknowledged = (request.acknowledges ?? [])
    .filter(({ annotation_id: id }) => facts.records.get(`acknowledged:${id}`).length === 0)
    .map(({ annotation_id: id, note = null }) => ({
      annotation: facts.records.get(`batch:${id}`)[0].annotation,
      note,
      displaced: null,
      surfaced: null,
    }));
  if (violations.length > 0) return { ok: false, violations };
  const isChange = changes.length > 0;
  const type = isChange ? "commit" : acknowledged.length > 0 ? "acknowledge" : "checked";
  const record = {
    ...head,
    type,
    batch_id: request.batch_id,
    actor,
    at: now,
    revision: state.revision + (type === "checked" ? 0 : 1),
    request,
    changes,
    acknowledged,
    receipt,
  };
  return { ok: true, record, state: apply(state, record) };
}

function opened({ id, title, tier, kind, summary = null }, { actor, now, seq }) {
  const fields = { title, summary, kind, tier, parent: null, due_at: null, stale_after: null };
  const kept = { owner: actor, declared_at: now, declared_seq: seq, updated_at: now };
  const annotations = { total: 0, pending: 0, acknowledged: [] };
  const after = { id, ...fields, sources: [], child_budget: null, ...kept, annotations };
  return { id, change: "opened", by: "declare", after };
}

function apply(state, record) {
  const entries = new Map(state.entries);
  for (const change of record.changes) {
    if (change.change === "opened") entries.set(change.id, change.after);
    if (change.change === "changed") {
      entries.set(change.id, { ...entries.get(change.id), ...change.after });
    }
  }
  const gone = new Set((record.acknowledged ?? []).map((one) => one.annotation.annotation_id));
  const pending = state.pending.filter((one) => !gone.has(one.annotation_id));
  if (record.annotation !== undefined) pending.push(record.annotation);
  return {
    ...state,
    event_seq: record.event_seq,
    revision: record.revision,
    at: record.at,
    last_checked_at: record.type === "checked" ? record.at : state.last_checked_at,
    entries,
    annotations_total: state.annotations_total + (record.annotation === undefined ? 0 : 1),
    pending_total: pending.length,
    pending,
  };
}

function applyAll(state, records) {
  let after = state;
  for (const record of records) after = apply(after, record);
  return after;
}

function undo(state, record, previousAt) {
  const entries = new Map(state.entries);
  for (const change of record.changes) {
    if (change.change === "opened") entries.delete(change.id);
    else entries.set(change.id, { ...entries.get(change.id), ...change.before });
  }
  const isRevision = record.type === "commit" || record.type === "acknowledge";
  const revision = record.revision - (isRevision ? 1 : 0);
  return { ...state, event_seq: record.event_seq - 1, revision, at: previousAt, entries };
}

function view(state, facts, { now, entry }) {
  const position = { event_seq: state.event_seq, revision: state.revision, now };
  if (entry !== undefined) {
    if (facts.records.get(`touched:${entry}`).length === 0) {
      return { ok: false, id: entry, missing: "entry" };
    }
    const view = { schema: "fold.entry/1", ...position, entry: state.entries.get(entry) };
    return { ok: true, view };
  }
  const entries = [...state.entries.values()];
  return { ok: true, view: { schema: "fold.state/1", ...position, root: { id: null, entries } } };
}

function diff(base, current) {
  const changed = [...current.entries.keys()].filter(
    (id) => base.entries.has(id) && base.entries.get(id).title !== current.entries.get(id).title,
  );
  return {
    schema: "fold.diff/1",
    from: { event_seq: base.event_seq, revision: base.revision },
    to: { event_seq: current.event_seq, revision: current.revision },
    opened: [...current.entries.values()].filter(({ id }) => !base.entries.has(id)),
    changed: changed.map((id) => ({ id })),
  };
}

function factKeys(record) {
  const ids = record.changes.map((change) => change.id);
  const keys = [`batch:${record.batch_id}`];
  for (const id of new Set(ids)) keys.push(`touched:${id}`);
  if (record.annotation !== undefined) {
    keys.push("annotation:", `touched:${record.annotation.entry_id}`);
  }
  for (const { annotation } of record.acknowledged ?? []) {
    keys.push(`acknowledged:${annotation.annotation_id}`);
  }
  return keys;
}

function receipt(record) {
  const { batch_id, type, event_seq, revision, at, actor } = record;
  return {
    outcome: "accepted",
    duplicate: false,
    batch_id,
    type,
    event_seq,
    revision,
    at,
    actor,
    changes: [],
    acknowledged: (record.acknowledged ?? []).map((one) => one.annotation.annotation_id),
    layers: record.receipt.layers,
    warnings: record.receipt.warnings,
  };
}

export const fakeKernel = {
  initial,
  lookup,
  decide,
  apply,
  applyAll,
  undo,
  view,
  between: () => ({ closed: [], transient: 0, saved: [], acknowledged: [] }),
  diff,
  lineage: (id) => [id],
  factKeys,
  receipt,
  changedIds: (record) => record.changes.map((change) => change.id),
  toSnapshot: (state) => ({
    ...state,
    entries: [...state.entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    deferred: [],
  }),
  fromSnapshot: (snapshot) => ({
    ...snapshot,
    entries: new Map(snapshot.entries.map((entry) => [entry.id, entry])),
    deferred: new Map(),
  }),
};

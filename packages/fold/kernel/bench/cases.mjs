/** What is measured: pictures of a given size, and the calls that are made on them. */

const NOW = "2026-11-30T09:00:00.000Z";
const CONTEXT = { actor: "bench", now: NOW };
const NO_FACTS = { records: new Map(), changedSince: new Map(), pendingAfter: new Map() };
const NO_HASH = "0".repeat(64);
/** Records that a case goes through again and again. */
const RECORDS = 256;

/**
 * Each with the yardstick beside it, with what it must not exceed in microseconds, and with how many
 * records one run goes through, where those are more than one.
 */
export function cases(kernel) {
  const small = picture(kernel, { layers: 1, entries: 8 });
  const usual = picture(kernel, { layers: 1, entries: 64 });
  const large = picture(kernel, { layers: 8, entries: 64 });
  const record = chain(kernel, usual, 1)[0];
  const roundTripOf = (value) => () => JSON.parse(JSON.stringify(value));
  const ofRecord = (name, run, limit) => ({ name, run, limit, bare: roundTripOf(record) });
  const ofState = (name, state, run, limit) => {
    const snapshot = kernel.toSnapshot(state);
    return { name, run, limit, bare: roundTripOf(snapshot) };
  };
  const viewed = (state, query) => () => kernel.view(state, NO_FACTS, { now: NOW, ...query });
  const snapshot = kernel.toSnapshot(usual);
  return [
    ofRecord("decide, a patch, 64 entries", deciding(kernel, usual, patch)),
    ofRecord("decide, a patch, 8 layers of 64", deciding(kernel, large, patch), 100),
    ofRecord("the same on a state just read", decidingAfresh(kernel, large)),
    ofRecord("decide, one in, one out, 8 layers of 64", deciding(kernel, large, exchange)),
    ofRecord("decide, an annotation, 8 layers of 64", decidingAnnotation(kernel, large)),
    ofRecord("lookup of a patch, 8 layers of 64", () =>
      kernel.lookup(large, { command: "commit", request: patch(large, 7) }, NO_FACTS),
    ),
    ofRecord("apply, 8 entries", applying(kernel, small)),
    ofRecord("apply, 64 entries", applying(kernel, usual)),
    ofRecord("apply, 8 layers of 64", applying(kernel, large)),
    {
      ...ofRecord("applyAll, each of 256 records, 8 layers of 64", applyingAll(kernel, large)),
      records: RECORDS,
    },
    ofRecord("undo, 8 layers of 64", undoing(kernel, large)),
    ofRecord("factKeys of a patch", () => kernel.factKeys(record)),
    ofRecord("receipt of a patch", () => kernel.receipt(record)),
    ofState("view, 64 entries", usual, viewed(usual, {}), 50),
    ofState("view after each patch, 64 entries", usual, viewing(kernel, usual)),
    ofState("view, 64 entries, 1000 put off", usual, viewed(withDeferred(kernel, usual, 1000), {})),
    ofState("view, 8 layers of 64, 2 deep", large, viewed(large, {})),
    ofState("view, 8 layers of 64, 6 deep", large, viewed(large, { depth: 6 })),
    ofState("view, 8 layers of 64, 1 deep", large, viewed(large, { depth: 1 })),
    ofState("toSnapshot, 64 entries", usual, () => kernel.toSnapshot(usual)),
    ofState("fromSnapshot, 64 entries", usual, () => kernel.fromSnapshot(snapshot)),
  ];
}

/** A root layer, and below its first entries the other layers; all of them full. */
function picture(kernel, { layers, entries }) {
  let state = kernel.initial;
  for (let layer = 0; layer < layers; layer += 1) {
    const parent = layer === 0 ? null : nameOf(0, layer - 1);
    const declarations = Array.from({ length: entries }, (_, index) => ({
      op: "declare",
      id: nameOf(layer, index),
      title: `Matter ${index} of layer ${layer} that deserves a little attention`,
      summary: "What is known of it, and what could be done about it next. ".repeat(3),
      kind: "finding",
      tier: "XXS",
      parent,
      due_at: "P3D",
      stale_after: "P9D",
      sources: [{ id: "s", origin: "git", ref: `refs/heads/matter-${index}` }],
    }));
    state = decided(kernel, state, { batch_id: `layer-${layer}`, declarations }).state;
  }
  for (let index = 0; index < 5; index += 1) {
    const request = { annotation_id: `a-${index}`, entry_id: nameOf(0, index), text: "Not now." };
    state = accepted(
      kernel.decide(state, { command: "annotate", request }, NO_FACTS, CONTEXT),
    ).state;
  }
  return state;
}

function withDeferred(kernel, state, count) {
  const deferred = Array.from({ length: count }, (_, index) => ({
    id: `later-${index}`,
    title: `Matter ${index}, not now`,
    until: new Date(Date.parse(NOW) + (index - count / 2) * 60_000).toISOString(),
    closed_at: NOW,
  }));
  return kernel.fromSnapshot({ ...kernel.toSnapshot(state), deferred });
}

function nameOf(layer, index) {
  return `layer-${layer}/matter-${index}`;
}

function decided(kernel, state, request) {
  return accepted(kernel.decide(state, { command: "commit", request }, NO_FACTS, CONTEXT));
}

function accepted(decision) {
  if (!decision.ok) throw new Error(JSON.stringify(decision.violations));
  return decision;
}

/** The entries are gone through in an order that jumps from layer to layer. */
function patch(state, serial) {
  const layers = Math.ceil(state.entries.size / 64);
  const id = nameOf(serial % layers, (serial * 7) % Math.min(64, state.entries.size));
  const title = `Matter seen for the ${serial}th time`;
  return { batch_id: `batch-${serial}`, declarations: [{ op: "patch", id, title }] };
}

/** A new entry comes in and the one that the last exchange brought leaves. */
function exchange(state, serial) {
  const gone = [`guest-${serial - 1}`, nameOf(1, 0)].find((id) => state.entries.has(id));
  const reason = { code: "done" };
  const guest = { id: `guest-${serial}`, title: "A guest", kind: "info", tier: "XXS" };
  return {
    batch_id: `batch-${serial}`,
    declarations: [
      { op: "withdraw", id: gone, reason },
      { op: "declare", ...guest, parent: nameOf(0, 0) },
    ],
  };
}

function deciding(kernel, start, requestOf) {
  let state = start;
  let serial = 0;
  return () => {
    serial += 1;
    state = decided(kernel, state, requestOf(state, serial)).state;
  };
}

function decidingAfresh(kernel, start) {
  const states = afresh(kernel, start);
  let serial = 0;
  return () => {
    serial += 1;
    decided(kernel, states(), patch(start, serial));
  };
}

/** Equal states of which no call has seen one before; making them is a part of the time. */
function afresh(kernel, state) {
  const snapshot = kernel.toSnapshot(state);
  return () => kernel.fromSnapshot(snapshot);
}

function decidingAnnotation(kernel, start) {
  let serial = 0;
  return () => {
    serial += 1;
    const entry_id = nameOf(0, serial % 64);
    const request = { annotation_id: `note-${serial}`, entry_id, text: "Ask again on Monday." };
    accepted(kernel.decide(start, { command: "annotate", request }, NO_FACTS, CONTEXT));
  };
}

/** Records of patches that follow one another. */
function chain(kernel, start, count) {
  let state = start;
  return Array.from({ length: count }, (_, index) => {
    const decision = decided(kernel, state, patch(state, index + 1));
    state = decision.state;
    const record = { ...decision.record, digest: NO_HASH, prev: NO_HASH, hash: NO_HASH };
    return JSON.parse(JSON.stringify(record));
  });
}

function applying(kernel, start) {
  const records = chain(kernel, start, RECORDS);
  let state = start;
  let next = 0;
  return () => {
    state = kernel.apply(next === 0 ? start : state, records[next]);
    next = (next + 1) % RECORDS;
  };
}

/** A whole chain in one call. */
function applyingAll(kernel, start) {
  const records = chain(kernel, start, RECORDS);
  return () => kernel.applyAll(start, records);
}

function undoing(kernel, start) {
  const records = chain(kernel, start, RECORDS);
  const end = records.reduce(kernel.apply, start);
  let state = end;
  let left = RECORDS;
  return () => {
    if (left === 0) {
      state = end;
      left = RECORDS;
    }
    left -= 1;
    state = kernel.undo(state, records[left], NOW);
  };
}

function viewing(kernel, start) {
  const records = chain(kernel, start, RECORDS);
  let state = start;
  let next = 0;
  return () => {
    state = kernel.apply(next === 0 ? start : state, records[next]);
    next = (next + 1) % RECORDS;
    kernel.view(state, NO_FACTS, { now: NOW });
  };
}

/**
 * Judging a request. Either every violation that can be seen at once, or the record that it becomes
 * and the state after it. Nothing is ever chosen for the agent: what does not fit is refused with
 * the numbers.
 */
import type {
  AnnotationRequest,
  Batch,
  Change,
  Command,
  DecideContext,
  Decision,
  Declaration,
  Facts,
  RecordBody,
  State,
  Violation,
  Warning,
} from "@fold/contracts";
import { LIMITS, msOf, violation } from "@fold/contracts/values";
import { statusOf } from "../facts/read-facts.js";
import { shownOn } from "../facts/standing.js";
import { apply } from "../state/apply.js";
import { firstAcknowledgements, unknownAnnotations } from "./acknowledging.js";
import { budgetViolations } from "./budgets.js";
import { buildCandidate, type Candidate } from "./candidate.js";
import { changesOf } from "./changes.js";
import { timesOutOfRange } from "./declared-fields.js";
import { touchedLayers } from "./layers.js";
import { bytesTooLong } from "./line-bytes.js";
import { type Judged, openedId, ownViolations } from "./own-violations.js";
import { structureOf, structureViolations } from "./structure.js";
import { conflictingDeclarations, targetsOf } from "./targets.js";

export function decide(
  state: State,
  command: Command,
  facts: Facts,
  context: DecideContext,
): Decision {
  return command.command === "commit"
    ? decideBatch(state, command.request, facts, context)
    : decideAnnotation(state, command.request, facts, context);
}

function decideAnnotation(
  state: State,
  request: AnnotationRequest,
  facts: Facts,
  context: DecideContext,
): Decision {
  const { annotation_id, entry_id, text } = request;
  if (entry_id !== null && statusOf(state, facts, entry_id) === null) {
    return refused([violation({ code: "unknown_entry", path: "/entry_id", id: entry_id })]);
  }
  const event_seq = state.event_seq + 1;
  const annotation = {
    annotation_id,
    entry_id,
    shown_on: shownOn({ state, facts }, entry_id),
    text,
    actor: context.actor,
    at: context.now,
    event_seq,
  };
  const record: RecordBody = {
    v: 1,
    event_seq,
    type: "annotation",
    batch_id: annotation_id,
    actor: context.actor,
    at: context.now,
    revision: state.revision,
    request,
    changes: [],
    annotation,
    receipt: { layers: [], warnings: warningsOf(state, context) },
  };
  return accepted({ record, state: apply(state, record) });
}

function decideBatch(state: State, batch: Batch, facts: Facts, context: DecideContext): Decision {
  const alone = firstNotEmpty(timesOutOfRange(batch, context.now), conflictingDeclarations(batch));
  if (alone.length > 0) return refused(alone);
  const { candidate, violations } = judgeDeclarations(state, batch, facts, context);
  const all = [
    ...staleRevision(state, batch, facts),
    ...violations,
    ...unknownAnnotations(state, facts, batch),
  ];
  if (all.length > 0) return refused(all);
  return accepted(batchRecord(state, batch, facts, context, candidate));
}

function firstNotEmpty(...lists: readonly (readonly Violation[])[]): readonly Violation[] {
  return lists.find((list) => list.length > 0) ?? [];
}

function judgeDeclarations(
  state: State,
  batch: Batch,
  facts: Facts,
  { actor, now }: DecideContext,
): { readonly candidate: Candidate; readonly violations: readonly Violation[] } {
  const declarations = batch.declarations ?? [];
  const targets = targetsOf(declarations);
  const opening = openingIds(declarations, { state, facts });
  const judged: Judged = { state, facts, opening };
  const own = declarations.map((declaration, index) =>
    ownViolations(declaration, `/declarations/${index}`, judged),
  );
  const sound = declarations.filter((_, index) => own[index]?.length === 0);
  const candidate = buildCandidate({ state, facts, declarations: sound, targets, actor, now });
  const missing = new Set([...opening].filter((id) => !candidate.entries.has(id)));
  const structure = structureOf(state, { candidate, declarations, targets, missing });
  return {
    candidate,
    violations: [
      ...own.flat(),
      ...structureViolations(structure),
      ...budgetViolations(structure, now),
    ],
  };
}

function openingIds(
  declarations: readonly Declaration[],
  known: Pick<Judged, "state" | "facts">,
): ReadonlySet<string> {
  const judged: Judged = { ...known, opening: new Set() };
  return new Set(declarations.flatMap((declaration) => openedId(declaration, judged) ?? []));
}

function staleRevision(state: State, batch: Batch, facts: Facts): readonly Violation[] {
  const base = batch.base_revision ?? state.revision;
  if (base === state.revision) return [];
  const ids = facts.changedSince.get(base)?.ids ?? [];
  return [
    violation({
      code: "stale_revision",
      path: "/base_revision",
      base_revision: base,
      revision: state.revision,
      changed: ids.slice(0, LIMITS.staleRevisionChanged),
      changed_total: ids.length,
    }),
  ];
}

/** A record and the state that it leads to. */
interface Decided {
  readonly record: RecordBody;
  readonly state: State;
}

function batchRecord(
  state: State,
  batch: Batch,
  facts: Facts,
  context: DecideContext,
  candidate: Candidate,
): Decided {
  const { now: at } = context;
  const changes = changesOf(state, candidate, at);
  const isCommit = changes.some(isStored);
  const type = isCommit ? "commit" : "acknowledge";
  const head = headOf(state, batch, context);
  // Acknowledging is judged on the state that the changes lead to, with the revision it will have.
  const revision = state.revision + 1;
  const alone = recordOf(head, { type, revision, changes, acknowledged: [], layers: [] });
  const changed = apply(state, alone);
  const standing = { state: changed, facts, closed: candidate.closed };
  const acknowledged = firstAcknowledgements(standing, batch, alone);
  if (!isCommit && acknowledged.length === 0) {
    const checked = { change: "checked" as const, before: state.last_checked_at, after: at };
    const record = recordOf(head, {
      type: "checked",
      revision: state.revision,
      changes: [checked],
      acknowledged,
      layers: touchedLayers(state, state, []),
    });
    return { record, state: apply(state, record) };
  }
  const layers = touchedLayers(state, changed, changes);
  const record = recordOf(head, { type, revision, changes, acknowledged, layers });
  return { record, state: acknowledged.length === 0 ? changed : apply(state, record) };
}

type Head = Pick<RecordBody, "event_seq" | "batch_id" | "actor" | "at" | "request"> & {
  readonly warnings: readonly Warning[];
};

function headOf(state: State, batch: Batch, context: DecideContext): Head {
  const { batch_id } = batch;
  const { actor, now: at } = context;
  const warnings = warningsOf(state, context);
  return { event_seq: state.event_seq + 1, batch_id, actor, at, request: batch, warnings };
}

type Determined = Required<Pick<RecordBody, "type" | "revision" | "changes" | "acknowledged">> &
  Pick<RecordBody["receipt"], "layers">;

/** A record is written as it stands, so its members stand in schema order. */
function recordOf(
  { event_seq, batch_id, actor, at, request, warnings }: Head,
  { type, revision, changes, acknowledged, layers }: Determined,
): RecordBody {
  const receipt = { layers, warnings };
  return acknowledged.length === 0
    ? { v: 1, event_seq, type, batch_id, actor, at, revision, request, changes, receipt }
    : {
        v: 1,
        event_seq,
        type,
        batch_id,
        actor,
        at,
        revision,
        request,
        changes,
        acknowledged,
        receipt,
      };
}

/** Whether a change is one of an entry's stored fields, its status or a budget. */
function isStored(change: Change): boolean {
  switch (change.change) {
    case "opened":
    case "restored":
    case "closed":
    case "budget":
      return true;
    case "changed":
      return Object.keys(change.after).some((field) => field !== "annotations");
    case "shown_on":
    case "checked":
      return false;
  }
}

function warningsOf(state: State, { now }: DecideContext): readonly Warning[] {
  if (state.at === null || msOf(now) >= msOf(state.at)) return [];
  return [{ code: "clock_went_back", previous_at: state.at }];
}

function refused(violations: readonly Violation[]): Decision {
  const [first, ...rest] = violations;
  if (first === undefined) throw new Error("invariant: a refusal names a violation");
  return { ok: false, violations: [first, ...rest] };
}

function accepted({ record, state }: Decided): Decision {
  const bytes = bytesTooLong(record);
  if (bytes === null) return { ok: true, record, state };
  const limit = LIMITS.recordBytes;
  return refused([violation({ code: "record_too_large", path: "", bytes, limit })]);
}

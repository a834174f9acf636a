/** Which annotations a batch acknowledges for the first time, and what that moves. */
import type {
  Acknowledge,
  Acknowledged,
  Annotation,
  Batch,
  EntryAnnotations,
  Facts,
  RecordBody,
  State,
  Violation,
} from "@fold/contracts";
import { LIMITS, violation } from "@fold/contracts/values";
import { isAcknowledged, savedAnnotation } from "../facts/read-facts.js";
import { type Standing, shownOn } from "../facts/standing.js";
import { acknowledgedBy, standsOn, withAcknowledged } from "../state/annotations.js";

export function unknownAnnotations(state: State, facts: Facts, batch: Batch): readonly Violation[] {
  const { acknowledges = [] } = batch;
  if (acknowledges.length === 0) return [];
  const held = heldById(state);
  return acknowledges.flatMap(({ annotation_id }, index) => {
    const isKnown = held.has(annotation_id) || savedAnnotation(facts, annotation_id) !== null;
    if (isKnown) return [];
    const path = `/acknowledges/${index}/annotation_id`;
    return [violation({ code: "unknown_annotation", path, annotation_id })];
  });
}

function heldById(state: State): ReadonlyMap<string, Annotation> {
  return new Map(state.pending.map((annotation) => [annotation.annotation_id, annotation]));
}

interface First {
  readonly acknowledge: Acknowledge;
  readonly annotation: Annotation;
  readonly isHeld: boolean;
}

/**
 * The first acknowledgements of a batch, in an order of its own: those not held in full before those
 * held, then by age, so that the held ones are the oldest pending after every single step.
 */
export function firstAcknowledgements(
  standing: Standing,
  batch: Batch,
  record: Pick<RecordBody, "at" | "actor" | "event_seq" | "revision">,
): readonly Acknowledged[] {
  const { state } = standing;
  const { acknowledges = [] } = batch;
  if (acknowledges.length === 0) return [];
  const held = heldById(state);
  const firsts = acknowledges
    .flatMap((acknowledge) => firstOf(standing, held, acknowledge))
    .sort(byHeldAndAge);
  const waiting = waitingAnnotations(standing, firsts);
  const keptById = new Map<string, EntryAnnotations>();
  return firsts.map(({ acknowledge, annotation, isHeld }) => {
    const note = acknowledge.note ?? null;
    const surfaced = isHeld ? (waiting.shift() ?? null) : null;
    const target = standsOn(annotation);
    const kept = target === null ? undefined : (keptById.get(target) ?? keptOf(state, target));
    const displaced =
      (kept?.acknowledged.length ?? 0) === LIMITS.acknowledgedPerEntry
        ? (kept?.acknowledged.at(-1) ?? null)
        : null;
    if (target !== null && kept !== undefined) {
      const acknowledged = acknowledgedBy(record, { annotation, note });
      keptById.set(target, withAcknowledged(kept, acknowledged));
    }
    return { annotation, note, displaced, surfaced };
  });
}

function keptOf(state: State, id: string): EntryAnnotations | undefined {
  return state.entries.get(id)?.annotations;
}

function firstOf(
  standing: Standing,
  held: ReadonlyMap<string, Annotation>,
  acknowledge: Acknowledge,
): readonly First[] {
  const annotation = held.get(acknowledge.annotation_id);
  if (annotation !== undefined) return [{ acknowledge, annotation, isHeld: true }];
  const { facts } = standing;
  if (isAcknowledged(facts, acknowledge.annotation_id)) return [];
  const saved = savedAnnotation(facts, acknowledge.annotation_id);
  if (saved === null) return [];
  return [{ acknowledge, annotation: shownNow(standing, saved), isHeld: false }];
}

function byHeldAndAge(left: First, right: First): number {
  return (
    Number(left.isHeld) - Number(right.isHeld) ||
    left.annotation.event_seq - right.annotation.event_seq
  );
}

/** Pending annotations, oldest first, that may take the places that this batch makes free. */
function waitingAnnotations(standing: Standing, firsts: readonly First[]): Annotation[] {
  const { state, facts } = standing;
  const last = state.pending.at(-1);
  if (last === undefined || state.pending_total <= LIMITS.pendingAnnotations) return [];
  const acknowledged = new Set(firsts.map(({ annotation }) => annotation.annotation_id));
  return (facts.pendingAfter.get(last.event_seq) ?? []).flatMap(({ annotation }) =>
    annotation === undefined || acknowledged.has(annotation.annotation_id)
      ? []
      : [shownNow(standing, annotation)],
  );
}

/** An annotation of the log with the entry that it is shown on now. */
function shownNow(standing: Standing, annotation: Annotation): Annotation {
  return { ...annotation, shown_on: shownOn(standing, annotation.entry_id) };
}

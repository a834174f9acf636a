/** What a process does with a store: data, so that it can be sent to a thread and generated. */
import type {
  AnnotationRequest,
  Batch,
  CallContext,
  Instant,
  Receipt,
  Store,
} from "@fold/contracts";

export type Action =
  | { readonly do: "commit"; readonly batch: Batch }
  | { readonly do: "check"; readonly batch: Batch }
  | { readonly do: "annotate"; readonly annotation: AnnotationRequest }
  | { readonly do: "view" }
  | { readonly do: "history"; readonly entry?: string }
  | { readonly do: "diff" }
  | { readonly do: "together"; readonly actions: readonly Action[] };

export const NOW = "2026-11-30T09:00:00.000Z" as Instant;
export const CONTEXT: CallContext = { actor: "agent", now: NOW };

/** A single action with its answer, in a form that survives being sent. */
export type Answer =
  | { readonly kind: "receipt"; readonly receipt: Receipt }
  | { readonly kind: "failure"; readonly failure: { readonly outcome: string } }
  | { readonly kind: "seen"; readonly event_seq: number; readonly records: readonly Seen[] };

export interface Seen {
  readonly event_seq: number;
  readonly batch_id: string;
  readonly hash: string;
}

/** Hears of each call when it begins and when it is answered, in the order of both. */
export interface Reporter {
  began(action: Action): number;
  answered(call: number, answer: Answer): void;
}

export async function perform(
  store: Store,
  actions: readonly Action[],
  reporter: Reporter,
): Promise<void> {
  for (const action of actions) {
    if (action.do === "together") {
      await Promise.all(action.actions.map((one) => perform(store, [one], reporter)));
      continue;
    }
    const call = reporter.began(action);
    reporter.answered(call, await answerTo(store, action));
  }
}

type Single = Exclude<Action, { readonly do: "together" }>;

async function answerTo(store: Store, action: Single): Promise<Answer> {
  switch (action.do) {
    case "commit":
      return { kind: "receipt", receipt: await store.commit(action.batch, CONTEXT) };
    case "check": {
      const receipt = await store.commit(action.batch, { ...CONTEXT, check: true });
      return { kind: "receipt", receipt };
    }
    case "annotate":
      return { kind: "receipt", receipt: await store.annotate(action.annotation, CONTEXT) };
    case "view": {
      const read = await store.view({ now: NOW });
      if (!read.ok) return { kind: "failure", failure: read.failure };
      return { kind: "seen", event_seq: read.value.event_seq, records: [] };
    }
    case "diff": {
      const read = await store.diff(0);
      if (!read.ok) return { kind: "failure", failure: read.failure };
      return { kind: "seen", event_seq: read.value.to.event_seq, records: [] };
    }
    case "history": {
      const { entry } = action;
      const read = await store.history(entry === undefined ? { limit: 500 } : { entry });
      if (!read.ok) return { kind: "failure", failure: read.failure };
      const records = read.value.records.map(({ event_seq, batch_id, hash }) => {
        return { event_seq, batch_id, hash };
      });
      return { kind: "seen", event_seq: records.at(-1)?.event_seq ?? 0, records };
    }
    default:
      return action satisfies never;
  }
}

/** The id that a receipt of an action names; null for one that writes nothing. */
export function idOf(action: Action): string | null {
  if (action.do === "commit") return action.batch.batch_id;
  return action.do === "annotate" ? action.annotation.annotation_id : null;
}

export type Commit = Extract<Action, { readonly do: "commit" }>;

export function declares(id: string, note = ""): Commit {
  const entry = { op: "declare", id, title: `Title of ${id}`, tier: "XS", kind: "info" } as const;
  const batch = { batch_id: `declare-${id}`, declarations: [entry] };
  return { do: "commit", batch: note === "" ? batch : { ...batch, note } };
}

export function patches(batchId: string, id: string, note = ""): Commit {
  const declarations = [{ op: "patch", id, title: `Title by ${batchId}` } as const];
  const batch = { batch_id: batchId, declarations };
  return { do: "commit", batch: note === "" ? batch : { ...batch, note } };
}

export function annotates(annotationId: string, id: string): Action {
  return {
    do: "annotate",
    annotation: { annotation_id: annotationId, entry_id: id, text: `On ${id}, “ä” and 界` },
  };
}

export function together(...actions: readonly Action[]): Action {
  return { do: "together", actions };
}

/** Given records, when a request, then a record or violations. */
import {
  type Accepted,
  type BatchInput,
  type Instant,
  parseBatch,
  parseInstant,
  type Violation,
} from "@fold/contracts";
import { kernel } from "../src/index.js";
import { createMemoryLog, type MemoryLog } from "../src/testing/index.js";

export const T0 = at("2026-01-01T00:00:00Z");

export function at(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new Error(`not an instant: ${text}`);
  return instant;
}

type Declarations = BatchInput["declarations"];

interface Saying {
  readonly actor?: string;
  readonly now?: Instant;
}

export interface Given {
  readonly log: MemoryLog;
  /** The receipt, or the violations, of a batch with these declarations. */
  batch(declarations: Declarations, more?: Partial<BatchInput> & Saying): Accepted | Refusal;
  annotate(id: string, entry: string | null, saying?: Saying): Accepted | Refusal;
}

export interface Refusal {
  readonly outcome: "rejected";
  readonly violations: readonly Violation[];
}

export function given(...batches: readonly Declarations[]): Given {
  const log = createMemoryLog();
  let count = 0;
  const self: Given = {
    log,
    batch(declarations, { actor = "agent", now = T0, ...more } = {}) {
      count += 1;
      const parsed = parseBatch({ batch_id: `b${count}`, declarations, ...more });
      if (!parsed.ok) return { outcome: "rejected", violations: parsed.violations };
      const decision = log.run({ command: "commit", request: parsed.value }, { actor, now });
      if (!decision.ok) return { outcome: "rejected", violations: decision.violations };
      return kernel.receipt(decision.record);
    },
    annotate(id, entry, { actor = "person", now = T0 } = {}) {
      const request = { annotation_id: id, entry_id: entry, text: `about ${id}` };
      const decision = log.run({ command: "annotate", request }, { actor, now });
      if (!decision.ok) return { outcome: "rejected", violations: decision.violations };
      return kernel.receipt(decision.record);
    },
  };
  for (const declarations of batches) {
    const receipt = self.batch(declarations);
    if (receipt.outcome === "rejected") throw new Error(JSON.stringify(receipt.violations));
  }
  return self;
}

type Field = Record<string, unknown>;

export function declare(id: string, tier: string, more: Field = {}) {
  return { op: "declare", id, title: id, tier, kind: "info", ...more } as never;
}

export function codes(receipt: Accepted | Refusal): readonly string[] {
  return receipt.outcome === "rejected" ? receipt.violations.map(({ code }) => code) : [];
}

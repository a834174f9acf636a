/** What each tool takes and answers, as the listing shows it: made from the contracts, once. */
import {
  annotationRequestSchema,
  batchSchema,
  historyQuerySchema,
  stateQuerySchema,
  WELL_KNOWN_KINDS,
} from "@fold/contracts";
import { type JsonSchema, plainObjectOf } from "./plain-schema.js";

export type ToolName = "state" | "commit" | "annotate" | "history";

export interface ToolSchemas {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/** Records of a page unless the model says otherwise: each may be long, and a model reads them all. */
export const HISTORY_LIMIT_DEFAULT = 20;

/** Kinds that every reader knows; others are allowed. */
const KINDS = WELL_KNOWN_KINDS.join(" ");
const TIME = "Instant (RFC 3339) or duration from now (P3D, PT4H)";

/** What a schema cannot say and a model would not guess. */
const HINTS: Readonly<Record<string, string>> = {
  tier: "Units: 1 2 4 8 16 32 64",
  kind: `Known: ${KINDS}`,
  sources: "Each needs ref or text",
  due_at: TIME,
  stale_after: TIME,
  parent: "Entry whose layer holds it; null: root",
  layer: "Entry that carries the layer; null: root",
  child_budget: "Power of 2, 8-1024: it carries a layer",
  base_revision: "`revision` as read: refused if the state moved on",
};

/** Each session has a server of its own, and all list the same. */
const made = new Map<ToolName, ToolSchemas>();

export function schemasOf(tool: ToolName): ToolSchemas {
  const known = made.get(tool);
  if (known !== undefined) return known;
  const schemas = makeSchemas(tool);
  made.set(tool, schemas);
  return schemas;
}

function makeSchemas(tool: ToolName): ToolSchemas {
  switch (tool) {
    case "state":
      return { input: stateInput(), output: stateOutput };
    case "commit":
      return { input: commitInput(), output: receiptOutput };
    case "annotate":
      return { input: plainObjectOf(annotationRequestSchema), output: receiptOutput };
    case "history":
      return { input: historyInput(), output: historyOutput };
  }
}

function stateInput(): JsonSchema {
  const query = plainObjectOf(stateQuerySchema);
  const format = {
    type: "string",
    enum: ["json", "brief"],
    description: "The text block; brief: words for a person",
  };
  return withHints({ ...query, properties: { ...query.properties, format } });
}

function commitInput(): JsonSchema {
  const batch = plainObjectOf(batchSchema);
  const check = { type: "boolean", description: "Verdict only; writes nothing" };
  return withHints({ ...batch, properties: { ...batch.properties, check } });
}

function historyInput(): JsonSchema {
  const query = plainObjectOf(historyQuerySchema);
  const limit = { ...query.properties["limit"], default: HISTORY_LIMIT_DEFAULT };
  return { ...query, properties: { ...query.properties, limit } };
}

function withHints(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === "items") return [keyword, withHints(value as JsonSchema)];
      if (keyword !== "properties") return [keyword, value];
      const members = Object.entries(value as Readonly<Record<string, JsonSchema>>);
      return [
        keyword,
        Object.fromEntries(members.map(([name, member]) => [name, hinted(name, member)])),
      ];
    }),
  );
}

function hinted(name: string, schema: JsonSchema): JsonSchema {
  const inner = withHints(schema);
  const hint = HINTS[name];
  return hint === undefined ? inner : { ...inner, description: hint };
}

const text = { type: "string" };
const number = { type: "integer" };

/** Answers are described by what a reader looks at first; the rest of each is in the reference. */
const stateOutput: JsonSchema = {
  type: "object",
  properties: { schema: text, event_seq: number, revision: number, outcome: text },
};

const receiptOutput: JsonSchema = {
  type: "object",
  properties: {
    outcome: text,
    duplicate: { type: "boolean" },
    event_seq: { type: ["integer", "null"] },
    revision: { type: ["integer", "null"] },
    violations: { type: "array" },
  },
  required: ["outcome"],
};

const historyOutput: JsonSchema = {
  type: "object",
  properties: { records: { type: "array" }, next: { type: ["integer", "null"] }, outcome: text },
};

/** What each tool does with its arguments. Whatever they are, the answer is data. */
import { brief, type Language } from "@fold/brief";
import {
  type Parsed,
  parseBatch,
  parseHistoryQuery,
  parseStateQuery,
  type Rejected,
  type Violation,
  violation,
} from "@fold/contracts";
import type { StoreHandle } from "../store/store-handle.js";
import { answered, type ToolAnswer } from "./answer.js";
import { HISTORY_LIMIT_DEFAULT, type ToolName } from "./schemas.js";

export interface CallSurroundings {
  readonly store: StoreHandle;
  /** Who declares. */
  readonly actor: string;
  /** Who is quoted by annotations. */
  readonly annotator: string;
  readonly language: Language;
  /** The time by the clock: no caller chooses it. */
  readonly now: () => string;
}

type Arguments = Readonly<Record<string, unknown>>;

export function callTool(
  tool: ToolName,
  args: Arguments,
  surroundings: CallSurroundings,
): Promise<ToolAnswer> {
  switch (tool) {
    case "state":
      return readState(args, surroundings);
    case "commit":
      return commit(args, surroundings);
    case "annotate":
      return annotate(args, surroundings);
    case "history":
      return readHistory(args, surroundings);
  }
}

async function readState(args: Arguments, surroundings: CallSurroundings): Promise<ToolAnswer> {
  const { store, language, now } = surroundings;
  const { format = null, ...rest } = args;
  if (format !== null && format !== "json" && format !== "brief") {
    return misused(["/format should be one of json, brief"]);
  }
  const query = parseStateQuery(withoutNulls(rest));
  if (!query.ok) return misused(messagesOf(query));
  const outcome = await store.read((fold) => fold.state({ ...query.value, now: now() }));
  if (!outcome.ok) return answered(outcome.failure);
  const { value } = outcome;
  const words = format === "brief" ? { text: brief(value, { lang: language }) } : {};
  return { value, isError: false, ...words };
}

async function readHistory(args: Arguments, { store }: CallSurroundings): Promise<ToolAnswer> {
  const query = parseHistoryQuery(withoutNulls(args));
  if (!query.ok) return misused(messagesOf(query));
  const { limit = HISTORY_LIMIT_DEFAULT, ...rest } = query.value;
  const outcome = await store.read((fold) => fold.history({ ...rest, limit }));
  return outcome.ok ? { value: outcome.value, isError: false } : answered(outcome.failure);
}

async function commit(args: Arguments, surroundings: CallSurroundings): Promise<ToolAnswer> {
  const { store, actor, now } = surroundings;
  const { check = null, ...batch } = args;
  if (check !== null && typeof check !== "boolean") return answered(refusedCheck(batch));
  const isCheck = check === true;
  const receipt = await store.write((fold) =>
    fold.commit(batch, { actor, now: now(), check: isCheck }),
  );
  return answered(receipt);
}

async function annotate(args: Arguments, surroundings: CallSurroundings): Promise<ToolAnswer> {
  const { store, annotator, now } = surroundings;
  const receipt = await store.write((fold) =>
    fold.annotate(args, { actor: annotator, now: now() }),
  );
  return answered(receipt);
}

/** `check` is no part of the batch, so its fault is told beside those of the batch. */
function refusedCheck(batch: Arguments): Rejected {
  const type = {
    code: "invalid_input",
    path: "/check",
    rule: "type",
    expected: "boolean",
  } as const;
  const parsed = parseBatch(batch);
  const violations: readonly Violation[] = [
    violation(type),
    ...(parsed.ok ? [] : parsed.violations),
  ];
  const id = batch["batch_id"];
  return {
    outcome: "rejected",
    batch_id: typeof id === "string" ? id : null,
    event_seq: null,
    revision: null,
    violations,
  };
}

/** Clients that must send every member send null for those that a question does without. */
function withoutNulls(args: Arguments): Arguments {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function messagesOf(parsed: Extract<Parsed<unknown>, { ok: false }>): readonly string[] {
  return parsed.violations.map(({ message }) => message);
}

function misused(messages: readonly string[]): ToolAnswer {
  const usage = { outcome: "usage", message: messages.join("; ") };
  return answered(usage);
}

/**
 * What holds after every step of every case, whatever the case itself is about.
 *
 * 1. An answer has the shape that the contract gives it.
 * 2. A process ends with the exit code of its outcome.
 * 3. Reads, refusals, conflicts, repetitions and checks leave the log as it was; an accepted request
 *    adds one line. A writer may cut an unfinished last line.
 * 4. In every layer shown: used is the sum of the shares, used + free = budget, ranks count from 1.
 */
import {
  answerSchema,
  entryAnswerSchema,
  historyPageSchema,
  stateDiffSchema,
  stateViewSchema,
} from "@fold/contracts";
import type { Call, Reply } from "./drivers/driver.js";
import { isObject, member } from "./json.js";

const EXIT_CODES: Readonly<Record<string, number>> = {
  accepted: 0,
  bug: 1,
  usage: 2,
  rejected: 3,
  conflict: 4,
  unavailable: 5,
  corrupt: 6,
  not_found: 7,
  image_failed: 8,
  unknown: 9,
  no_store: 10,
  copy_failed: 11,
};

export interface Observation {
  readonly call: Call;
  readonly reply: Reply;
  readonly before: Buffer;
  readonly after: Buffer;
}

/** One sentence for each invariant that does not hold. */
export function brokenInvariants(observation: Observation): readonly string[] {
  const { call, reply } = observation;
  return [
    ...shapeFaults(call, reply.answer),
    ...exitFaults(reply),
    ...logFaults(observation),
    ...layerFaults(member(reply.answer, "root")),
  ];
}

function shapeFaults(call: Call, answer: unknown): readonly string[] {
  const schema = schemaOf(call, answer);
  const { error } = schema.safeParse(answer);
  return error === undefined ? [] : [`the answer does not have its shape: ${error.message}`];
}

function schemaOf(call: Call, answer: unknown) {
  if (member(answer, "outcome") !== undefined) return answerSchema;
  if (call.command === "history") return historyPageSchema;
  switch (member(answer, "schema")) {
    case "fold.state/1":
      return stateViewSchema;
    case "fold.entry/1":
      return entryAnswerSchema;
    case "fold.diff/1":
      return stateDiffSchema;
    default:
      return answerSchema;
  }
}

function exitFaults({ answer, exit }: Reply): readonly string[] {
  if (exit === undefined) return [];
  const outcome = member(answer, "outcome");
  const expected = outcome === undefined ? 0 : EXIT_CODES[String(outcome)];
  return exit === expected ? [] : [`exit code ${exit}, not ${expected}, for ${String(outcome)}`];
}

function logFaults({ call, reply, before, after }: Observation): readonly string[] {
  if (after.equals(before))
    return wroteRecord(reply.answer) ? ["an accepted record is not in the log"] : [];
  if (call.command === "state" || call.command === "history") return ["a read changed the log"];
  const whole = before.subarray(0, before.lastIndexOf("\n") + 1);
  const addedLines = after.subarray(whole.length).toString("latin1").split("\n");
  const isKept = after.subarray(0, whole.length).equals(whole);
  if (!isKept) return ["the log was rewritten"];
  if (!wroteRecord(reply.answer))
    return addedLines.join("") === "" ? [] : ["nothing was to be written"];
  const isOneLine = addedLines.length === 2 && addedLines[1] === "";
  return isOneLine ? [] : [`${addedLines.length - 1} lines were added, not 1`];
}

function wroteRecord(answer: unknown): boolean {
  return (
    member(answer, "outcome") === "accepted" &&
    member(answer, "duplicate") === false &&
    member(answer, "check") === undefined
  );
}

function layerFaults(layer: unknown): readonly string[] {
  const entries = member(layer, "entries");
  if (!isObject(layer) || !Array.isArray(entries)) return [];
  const { id, budget, used, free } = layer;
  const sum = entries.reduce<number>((total, entry) => total + Number(member(entry, "share")), 0);
  const isBalanced =
    used === sum && Number(used) <= Number(budget) && free === Number(budget) - sum;
  const isRanked = entries.every((entry, index) => member(entry, "rank") === index + 1);
  return [
    ...(isBalanced
      ? []
      : [`layer ${String(id)}: shares ${sum}, ${JSON.stringify({ budget, used, free })}`]),
    ...(isRanked ? [] : [`layer ${String(id)}: ranks do not count from 1`]),
    ...entries.flatMap((entry) => layerFaults(member(entry, "layer"))),
  ];
}

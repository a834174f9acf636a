/** The kernel around a log in memory: what it answers to an example, in the state that is given. */

import type { Command, DecideContext } from "@fold/contracts";
import { parseAnnotationRequest, parseBatch, parseCallContext } from "@fold/contracts";
import { createMemoryLog } from "@fold/kernel/testing";
import type { CommitExample } from "../../scripts/example.js";
import type { GivenStores, Speaker } from "./given.js";

/** The outcome with its violations, or with the type of the record. */
export function answerInMemory(example: CommitExample, given: GivenStores): unknown {
  const log = createMemoryLog();
  const [stateId, ...before] = example.given;
  const { now, steps } = given.state(stateId);
  const run = (command: Command, speaker: Speaker) => log.run(command, contextOf(speaker));
  for (const step of steps) {
    const command = "commit" in step ? commitOf(step.commit) : annotateOf(step.annotate);
    if (!run(command, { actor: step.actor, now }).ok) throw new Error(`${stateId} is refused`);
  }
  for (const id of before) {
    const earlier = given.commitExample(id);
    const decision = run(commitOf(JSON.parse(earlier.code)), given.speaker(earlier));
    if (!decision.ok) throw new Error(`${id} is refused`);
  }
  const decision = run(commitOf(JSON.parse(example.code)), given.speaker(example));
  return decision.ok
    ? { outcome: "accepted", type: decision.record.type }
    : { outcome: "rejected", violations: decision.violations };
}

function commitOf(value: unknown): Command {
  const parsed = parseBatch(value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return { command: "commit", request: parsed.value };
}

function annotateOf(value: unknown): Command {
  const parsed = parseAnnotationRequest(value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return { command: "annotate", request: parsed.value };
}

function contextOf(speaker: Speaker): DecideContext {
  const parsed = parseCallContext(speaker);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
  return parsed.value;
}
